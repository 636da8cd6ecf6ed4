//! A run that is killed while it writes leaves nothing that the next run does not clean up.

#![cfg(unix)]

mod workshop;

use std::fs;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use workshop::{Workshop, code, error};

/// Files in the folder that somebody writes aside, or has left.
fn aside(shop: &Workshop) -> Vec<String> {
    shop.files().into_iter().filter(|name| name.starts_with('.')).collect()
}

/// Waits until something is so; no machine is slower than this.
fn until(what: &str, holds: impl Fn() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(60), "never: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// At once and without a word, as for `kill -9`.
fn kill(child: &mut Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

/// A run that has written its files aside and waits for somebody to read from the pipe.
fn waiting(shop: &Workshop, line: &str, files: usize) -> Child {
    let before = aside(shop).len();
    let child = shop.command(line).spawn().unwrap();
    let complete = |name: &String| fs::metadata(shop.path(name)).is_ok_and(|found| found.len() > 0);
    until("files are written aside", || {
        let there = aside(shop);
        there.len() == before + files && there.iter().all(complete)
    });
    child
}

#[test]
fn the_next_run_removes_what_a_killed_one_left() {
    let shop = Workshop::new();
    assert!(Command::new("mkfifo").arg(shop.path("pipe")).status().unwrap().success());
    let line = |name: &str| {
        format!("learn river.csv --quiet --out {name}.json --out {name}.dot --effects pipe")
    };
    let mut killed = waiting(&shop, &line("killed"), 2);
    kill(&mut killed);
    let left = aside(&shop);
    assert_eq!(left.len(), 2, "{left:?}");
    assert!(left.iter().all(|name| name.starts_with(".killed.")), "{left:?}");
    assert_eq!(shop.files().len(), 3, "nothing appeared under its own name");
    // Another run removes what is left over as it begins.
    let alive = waiting_after(&shop, &line("alive"), &left);
    // A third does not touch what the second is writing.
    shop.succeed("learn river.csv --quiet --out third.json");
    assert_eq!(aside(&shop).len(), 2);
    let effects = fs::read_to_string(shop.path("pipe")).unwrap();
    assert!(effects.starts_with("shoe size,harvest,rain,river\n"), "{effects}");
    let output = alive.wait_with_output().unwrap();
    assert_eq!((code(&output), error(&output)), (Some(0), String::new()));
    assert_eq!(shop.files(), ["alive.dot", "alive.json", "pipe", "third.json"]);
    let edges = |name: &str| shop.json(name)["edges"].clone();
    assert_eq!(edges("alive.json"), edges("third.json"));
}

/// The same, once what was left is gone.
fn waiting_after(shop: &Workshop, line: &str, left: &[String]) -> Child {
    let child = shop.command(line).spawn().unwrap();
    until("what was left is gone, and new files are written", || {
        let there = aside(shop);
        there.len() == 2 && there.iter().all(|name| !left.contains(name))
    });
    child
}

/// Killed at many moments, from before the first byte until after the last; then once to the end.
#[test]
fn killed_at_any_moment() {
    let shop = Workshop::new();
    let lines = [
        "learn river.csv --quiet --out a.json --out a.svg --report a.html --effects e.csv",
        "stability river.csv --quiet --folds 4 --out s.json --report s.html",
        "moments river.csv --quiet --out m.moments",
    ];
    for line in lines {
        let began = Instant::now();
        let whole = Workshop::new();
        whole.succeed(line);
        let lasts = began.elapsed().as_secs_f64();
        let mut interrupted = 0;
        for k in 0..40 {
            let mut child = shop.command(line).spawn().unwrap();
            // More often towards its end, where it writes.
            std::thread::sleep(Duration::from_secs_f64(lasts * (0.1 * f64::from(k)).sin().abs()));
            interrupted += usize::from(child.try_wait().unwrap().is_none());
            kill(&mut child);
        }
        assert!(interrupted > 5, "{line}: {interrupted}");
        shop.succeed(line);
        assert_eq!(aside(&shop), [""; 0], "{line}");
    }
    let expected = ["a.html", "a.json", "a.svg", "e.csv", "m.moments", "s.html", "s.json"];
    assert_eq!(shop.files(), expected);
}
