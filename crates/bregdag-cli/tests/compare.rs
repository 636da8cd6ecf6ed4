//! Methods side by side: the table, the page, the JSON, and whatever goes wrong.

mod workshop;

use std::fs;

use serde_json::Value;
use workshop::{Workshop, code, error};

/// A table of eight variables, and the truth.
fn shop() -> Workshop {
    let shop = Workshop::new();
    shop.succeed("simulate --nodes 8 --degree 1 --seed 2 --out data.csv --truth truth.csv");
    shop
}

#[test]
fn one_row_for_each_method() {
    let shop = shop();
    let text = shop.succeed("compare data.csv --methods search,pc,empty --truth truth.csv --quiet");
    let lines: Vec<&str> = text.lines().collect();
    let cells: Vec<&str> = lines[0].split_whitespace().collect();
    assert_eq!(
        cells,
        ["method", "edges", "open", "time", "EBIC", "SHD", "class", "SHD", "a", "b", "c"]
    );
    assert!(lines[1].starts_with("a  search") && lines[3].starts_with("c  empty"), "{text}");
    assert!(
        text.contains("Of 8 pairs that any of the 2 methods with edges joins, all join "),
        "{text}"
    );
}

#[test]
fn json_has_numbers_and_edges() {
    let shop = shop();
    let text =
        shop.succeed("compare data.csv --methods search,ges --truth truth.csv --json --quiet");
    let compared: Value = serde_json::from_str(&text).unwrap();
    let [search, ges] = [0, 1].map(|k| &compared["methods"][k]);
    assert_eq!((&search["method"], &ges["method"]), (&"search".into(), &"ges".into()));
    assert_eq!((&search["shd"], &search["edges"]), (&0.into(), &8.into()));
    let joined = search["directed"].as_array().unwrap().len()
        + search["undirected"].as_array().unwrap().len();
    assert_eq!(joined, 8);
    assert!(ges["ebic"].as_f64().unwrap() >= search["ebic"].as_f64().unwrap() - 1e-6);
    assert!(search["pairs_shared"][1].as_u64().unwrap() <= 8);
}

#[test]
fn all_methods_and_a_page() {
    let shop = shop();
    let text = shop.succeed("compare data.csv --methods all --report page.html --quiet");
    assert!(!text.contains("could not learn"), "{text}");
    let methods = shop.succeed("methods");
    let page = fs::read_to_string(shop.path("page.html")).unwrap();
    for line in methods.lines().filter(|line| line.contains("assumes")) {
        let name = line.split_whitespace().next().unwrap();
        assert!(page.contains(&format!("<h3>{name}</h3>")), "{name}");
        assert!(text.lines().any(|row| row.split_whitespace().nth(1) == Some(name)), "{name}");
    }
    assert!(!page.contains("There are no drawings"));
    // The page alone on standard output.
    let page = shop.succeed("compare data.csv --methods pc,empty --report - --quiet");
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
}

#[test]
fn options_of_one_method() {
    let shop = shop();
    let edges = |more: &str| {
        let line = format!("compare data.csv --methods pc,empty --json --quiet {more}");
        let compared: Value = serde_json::from_str(&shop.succeed(&line)).unwrap();
        compared["methods"][0]["options"]["alpha"].as_f64().unwrap()
    };
    assert_eq!(edges(""), 0.01);
    assert_eq!(edges("--set pc.alpha=0.2"), 0.2);
}

#[test]
fn mistakes_are_said_before_anything_runs() {
    let shop = shop();
    fs::write(shop.path("other.csv"), "source,target\nx1,wages\n").unwrap();
    let cases = [
        ("--methods search,magic", "magic"),
        ("--methods pc --set alpha=1", "METHOD.KEY=VALUE"),
        ("--methods pc --set ges.turning=true", "not one of --methods"),
        ("--methods pc --set pc.alpha=7", "alpha"),
        ("--methods pc --truth other.csv", "wages"),
        ("--methods pc --truth nowhere.csv", "nowhere.csv"),
        ("--methods pc --report page.pdf", "page.pdf"),
        ("--methods pc --time-limit -1", "time-limit"),
    ];
    for (flags, word) in cases {
        let output = shop.run(&format!("compare data.csv {flags} --report out.html"));
        let output = match flags.contains("--report") {
            true => shop.run(&format!("compare data.csv {flags}")),
            false => output,
        };
        assert_eq!(code(&output), Some(2), "{flags}: {}", error(&output));
        assert!(error(&output).contains(word), "{flags}: {}", error(&output));
        assert!(output.stdout.is_empty(), "{flags}");
    }
    assert!(!shop.path("out.html").exists());
}

#[test]
fn one_that_fails_is_a_row_that_says_why() {
    let shop = shop();
    // chow-liu has no place for what is known beforehand.
    let line = "compare data.csv --methods search,chow-liu,empty --require x1->x2 --quiet";
    let output = shop.run(line);
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(code(&output), Some(0), "{}", error(&output));
    assert!(
        text.contains("chow-liu could not learn: ") && text.contains("prior knowledge"),
        "{text}"
    );
    let alone = shop.run("compare data.csv --methods chow-liu --require x1->x2 --report out.html");
    assert_eq!(code(&alone), Some(2));
    assert!(error(&alone).contains("prior knowledge") && !shop.path("out.html").exists());
}

#[test]
fn a_time_limit_is_for_each_method() {
    let shop = shop();
    let output = shop.run("compare data.csv --methods search,ges,empty --time-limit 0 --quiet");
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(code(&output), Some(1), "{}", error(&output));
    assert!(text.contains("search stopped early (time limit)"), "{text}");
    assert!(!text.contains("was not run"), "{text}");
}
