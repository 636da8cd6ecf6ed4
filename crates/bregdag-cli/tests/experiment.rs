//! Many fits by a plan: what fails is a row, what is finished stays.
#![cfg(unix)]

mod workshop;

use std::collections::BTreeMap;
use std::fs;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use workshop::{Workshop, code, error};

fn plan(contenders: Value, seeds: u64) -> String {
    json!({ "plan_version": 1, "name": "test", "blocks": [{
        "cases": [{ "simulate": { "nodes": 6, "degree": 1, "samples": 60 } }],
        "contenders": contenders,
        "seeds": (0..seeds).collect::<Vec<_>>(),
    }] })
    .to_string()
}

/// A program in the language of the shell; the table is $0, the answer $1.
fn shell(label: &str, script: &str) -> Value {
    json!({ "external": { "label": label, "command": ["/bin/sh", "-c", script] } })
}

/// The fields of every row of the tidy table.
fn rows(shop: &Workshop, folder: &str) -> Vec<BTreeMap<String, String>> {
    let text = fs::read_to_string(shop.path(folder).join("rows.csv")).unwrap();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().unwrap().clone();
    let row = |record: csv::StringRecord| {
        header.iter().map(String::from).zip(record.iter().map(String::from)).collect()
    };
    reader.records().map(|record| row(record.unwrap())).collect()
}

/// The same without what differs from run to run.
fn findings(shop: &Workshop, folder: &str) -> Vec<BTreeMap<String, String>> {
    let measured = ["seconds", "cpu_seconds", "peak_mb"];
    let keep = |name: &String| !measured.contains(&name.as_str());
    let kept = |row: BTreeMap<String, String>| row.into_iter().filter(|(k, _)| keep(k)).collect();
    rows(shop, folder).into_iter().map(kept).collect()
}

#[test]
fn whatever_a_program_does_is_a_row() {
    let shop = Workshop::new();
    let contenders = json!([
        { "method": { "name": "search" } },
        shell("right", "echo seconds: 0.25; printf 'source,target\\nx1,x2\\n' > $1"),
        shell("nothing", "true"),
        shell("cyclic", "printf 'source,target\\nx1,x2\\nx2,x3\\nx3,x1\\n' > $1"),
        shell("stranger", "printf 'source,target\\nx1,river\\n' > $1"),
        shell("fails", "echo no licence >&2; exit 3"),
        shell("hangs", "sleep 60"),
        json!({ "external": { "label": "absent", "command": ["/no/such/program"] } }),
    ]);
    fs::write(shop.path("plan.json"), plan(contenders, 1)).unwrap();
    let began = Instant::now();
    shop.succeed("experiment plan.json --out out --fit-limit 3 --threads 2");
    assert!(began.elapsed() < Duration::from_secs(30), "what hangs was not ended");
    let rows = rows(&shop, "out");
    let of = |label: &str| rows.iter().find(|row| row["label"] == label).unwrap();
    let (search, right) = (of("search"), of("right"));
    assert_eq!((search["status"].as_str(), search["n"].as_str()), ("done", "6"));
    for column in ["shd", "class_shd", "fdr", "tpr", "sid", "seconds", "iterations"] {
        assert!(!search[column].is_empty(), "{column}");
    }
    assert_eq!((right["seconds"].as_str(), right["status"].as_str()), ("0.25", "done"));
    for (label, status, word) in [
        ("nothing", "failed", "edges.csv"),
        ("cyclic", "failed", "not a DAG"),
        ("stranger", "failed", "river"),
        ("fails", "failed", "no licence"),
        ("hangs", "timed out", "3 s"),
        ("absent", "failed", "/no/such/program"),
    ] {
        let row = of(label);
        assert!(row["status"] == status && row["problem"].contains(word), "{row:?}");
        assert!(row["shd"].is_empty());
    }
}

#[test]
fn a_run_that_was_killed_goes_on() {
    let shop = Workshop::new();
    let slow = shell("slow", "sleep 0.2; printf 'source,target\\nx1,x2\\n' > $1");
    let contenders = json!([{ "method": { "name": "search" } }, slow]);
    fs::write(shop.path("plan.json"), plan(contenders, 6)).unwrap();
    let mut child = shop.start("experiment plan.json --out out --threads 1 --quiet", b"");
    let kept = shop.path("out").join("rows.jsonl");
    let lines = || fs::read_to_string(&kept).map_or(0, |text| text.lines().count());
    let began = Instant::now();
    while lines() < 4 && began.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = lines();
    assert!((4..13).contains(&before), "{before}");
    // A line that was being written.
    let whole = fs::read_to_string(&kept).unwrap();
    fs::write(&kept, format!("{whole}{{\"identity\":\"0")).unwrap();
    shop.succeed("experiment plan.json --out out --threads 1 --quiet");
    assert_eq!(lines(), 13, "a header and every fit once");
    assert!(fs::read_to_string(&kept).unwrap().starts_with(&whole));
    // As if nothing had happened, and on any number of threads.
    shop.succeed("experiment plan.json --out again --threads 2 --quiet");
    assert_eq!(findings(&shop, "out"), findings(&shop, "again"));
}

#[test]
fn bad_plans_are_refused_before_any_fit() {
    let shop = Workshop::new();
    let good = plan(json!([{ "method": { "name": "empty" } }]), 1);
    fs::write(shop.path("good.json"), &good).unwrap();
    let table = json!({ "table": { "name": "river", "data": "river.csv", "truth": "truth.csv" } });
    fs::write(shop.path("truth.csv"), "source,target\nmoon,river\n").unwrap();
    let simulated = json!({ "simulate": { "nodes": 6, "degree": 1, "samples": 60 } });
    for (bad, word) in [
        (good.replace("empty", "emtpy"), "emtpy"),
        (good.replace("\"seeds\"", "\"sedes\""), "sedes"),
        (good.replace(&simulated.to_string(), &table.to_string()), "moon"),
        ("not a plan".into(), "plan"),
    ] {
        fs::write(shop.path("bad.json"), bad).unwrap();
        let output = shop.run("experiment bad.json --out out");
        assert_eq!(code(&output), Some(2), "{word}");
        assert!(error(&output).contains(word), "{}", error(&output));
        assert!(!shop.path("out").exists());
    }
    shop.succeed("experiment good.json --out out --quiet");
    fs::write(shop.path("other.json"), good.replace("\"test\"", "\"other\"")).unwrap();
    let output = shop.run("experiment other.json --out out");
    assert_eq!(code(&output), Some(2));
    assert!(error(&output).contains("another plan"), "{}", error(&output));
    let output = shop.run("experiment good.json --out out --fit-limit -1");
    assert!(error(&output).contains("fit-limit"), "{}", error(&output));
}

#[test]
fn an_experiment_that_has_a_name() {
    let shop = Workshop::new();
    shop.succeed("experiment signs --quick --out signs --quiet --tables latex");
    let rows = rows(&shop, "signs");
    assert!(rows.len() > 50 && rows.iter().all(|row| row["status"] == "done"));
    for name in ["shd.svg", "right_signs.svg", "means.tex", "plan.json"] {
        assert!(fs::metadata(shop.path("signs").join(name)).unwrap().len() > 200, "{name}");
    }
    let output = shop.run("experiment figure3 --out out");
    assert!(code(&output) == Some(2) && error(&output).contains("figure1"), "{}", error(&output));
}
