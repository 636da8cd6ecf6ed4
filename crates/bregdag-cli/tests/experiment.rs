//! Many fits by a plan: what fails is a row, what is finished stays.
#![cfg(unix)]

mod workshop;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::PermissionsExt;
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
    let measured = ["seconds", "cpu_seconds", "peak_mb", "side_by_side"];
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
fn the_memory_of_a_row_is_that_of_its_fit() {
    let shop = Workshop::new();
    // Of 17 variables the scores of all families take 17 · 2¹⁶ numbers of four bytes; a tree takes next to nothing.
    let plan = json!({ "plan_version": 1, "name": "test", "blocks": [{
        "cases": [{ "simulate": { "nodes": 17, "degree": 1, "samples": 100 } }],
        "contenders": [{ "method": { "name": "chow-liu" } }, { "method": { "name": "exact" } }],
        "seeds": [0],
    }] });
    fs::write(shop.path("plan.json"), plan.to_string()).unwrap();
    shop.succeed("experiment plan.json --out out");
    let peaks: Vec<f64> =
        rows(&shop, "out").iter().map(|row| row["peak_mb"].parse().unwrap()).collect();
    assert!(peaks[1] > peaks[0] + 4.0, "{peaks:?}");
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
    // The table of rows is enough to go on from.
    let rows = rows(&shop, "out");
    fs::remove_file(&kept).unwrap();
    for file in ["shd.svg", "differences.md", "means.md"] {
        fs::remove_file(shop.path("out").join(file)).unwrap();
    }
    shop.succeed("experiment plan.json --out out --quiet");
    assert_eq!((lines(), self::rows(&shop, "out")), (1, rows), "nothing was fitted again");
    assert!(shop.path("out/shd.svg").exists() && shop.path("out/differences.md").exists());
}

#[test]
fn a_fit_that_was_ended_has_another_try_with_more_time() {
    let shop = Workshop::new();
    let slow = shell("slow", "sleep 1; printf 'source,target\nx1,x2\n' > $1");
    fs::write(shop.path("plan.json"), plan(json!([slow]), 1)).unwrap();
    let status = |limit: &str| {
        shop.succeed(&format!("experiment plan.json --out out --quiet --fit-limit {limit}"));
        let row = rows(&shop, "out").remove(0);
        assert_eq!((row["n"].as_str(), row["m"].as_str()), ("6", "60"));
        row["status"].clone()
    };
    assert_eq!([status("0.2"), status("0.1"), status("60")], ["timed out", "timed out", "done"]);
}

#[test]
fn what_is_of_somebody_else_stays() {
    let shop = Workshop::new();
    let methods = json!([{ "method": { "name": "empty" } }]);
    fs::write(shop.path("plan.json"), plan(methods, 1)).unwrap();
    for (file, text) in [
        ("plan.json", "{\"my\": \"plans\"}"),
        (
            "plan.json",
            &fs::read_to_string(shop.path("plan.json")).unwrap().replace("test", "other"),
        ),
        ("rows.csv", "a,b\n1,2\n"),
    ] {
        let path = shop.path("out").join(file);
        fs::create_dir_all(shop.path("out")).unwrap();
        fs::write(&path, text).unwrap();
        let output = shop.run("experiment plan.json --out out --quiet");
        assert!(code(&output) == Some(2) && error(&output).contains(file), "{}", error(&output));
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        fs::remove_dir_all(shop.path("out")).unwrap();
    }
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

/// Each experiment small, with other programs: `rival NAME TABLE EDGES` finds one edge.
fn quickly(name: &str) -> (Workshop, Vec<BTreeMap<String, String>>) {
    let shop = Workshop::new();
    let rival = shop.path("rival");
    fs::write(&rival, "#!/bin/sh\nprintf 'source,target\\nx1,x2\\n' > $3\n").unwrap();
    fs::set_permissions(&rival, fs::Permissions::from_mode(0o755)).unwrap();
    // Two at a time on any machine.
    let words = "--quick --out out --quiet --threads 2 --rivals ./rival";
    shop.succeed(&format!("experiment {name} {words}"));
    let rows = rows(&shop, "out");
    assert!(rows.iter().all(|row| !row["shd"].is_empty()), "{name}");
    let labels: BTreeSet<&str> = rows.iter().map(|row| row["label"].as_str()).collect();
    for label in ["search", "bregman", "flopsearch", "BOSS", "GRaSP"] {
        assert!(labels.contains(label), "{name} {label}");
    }
    (shop, rows)
}

#[test]
fn every_experiment_that_has_a_name() {
    for (name, files) in [
        ("figure1", "shd.svg fdr.svg tpr.svg shd_signed.svg shd_standardized.svg"),
        ("figure2", "shd.svg shd_signed.svg shd_standardized.svg shd_glance.svg"),
        ("supplement", "shd.svg class_shd.svg"),
        ("signs", "shd.svg right_signs.svg"),
        ("scale", "shd.svg class_shd.svg varsortability.svg r2_sortability.svg"),
        ("noise", "shd.svg class_shd.svg"),
        ("growth", "seconds.svg memory.svg seconds_by_rows.svg exponents.md exponents_by_rows.md"),
        ("few", "shd.svg class_shd.svg"),
    ] {
        let (shop, rows) = quickly(name);
        let nodes = rows.iter().map(|row| row["n"].parse::<usize>().unwrap());
        assert!(rows.len() > 50 && nodes.max() <= Some(20), "{name}");
        let page = fs::read_to_string(shop.path("out").join("report.md")).unwrap();
        for file in files.split(' ').chain(["means.md", "differences.md", "rows.csv"]) {
            let length = fs::metadata(shop.path("out").join(file)).unwrap().len();
            assert!(length > 200 && page.contains(&format!("({file})")), "{name} {file}");
        }
        // Where times are what it is about, fits ran alone, and the page says so.
        let timed = ["figure2", "growth"].contains(&name);
        assert_eq!(page.contains("ran alone"), timed, "{name}");
        assert!(rows.iter().all(|row| (row["side_by_side"] == "1") == timed), "{name}");
    }
}

#[test]
fn tables_for_a_paper_and_names_that_are_none() {
    let shop = Workshop::new();
    shop.succeed("experiment signs --quick --out signs --quiet --tables latex");
    let text = fs::read_to_string(shop.path("signs/means.tex")).unwrap();
    assert!(text.contains("\\begin{tabular}"));
    let output = shop.run("experiment figure3 --out out");
    assert!(code(&output) == Some(2) && error(&output).contains("figure1"), "{}", error(&output));
    let output = shop.run("experiment signs --quick --out out --truth signs/rows.csv");
    assert!(code(&output) == Some(2) && error(&output).contains("--table"), "{}", error(&output));
}

#[test]
fn a_real_table_takes_part_in_other_units_too() {
    let shop = Workshop::new();
    shop.succeed("simulate --nodes 6 --degree 1 --samples 90 --out cells.csv --truth known.csv");
    let words = "experiment scale --quick --out scale --quiet --table cells.csv --truth known.csv";
    shop.succeed(words);
    let mine = |shop: &Workshop, folder: &str| -> Vec<BTreeMap<String, String>> {
        rows(shop, folder).into_iter().filter(|row| row["data"].starts_with("cells")).collect()
    };
    let found = mine(&shop, "scale");
    let of = |scale: &str, label: &str| {
        found.iter().filter(|row| row["scale"] == scale && row["label"] == label).count()
    };
    assert_eq!((of("raw", "search"), of("standardized", "pc"), of("rescaled", "cam")), (1, 1, 2));
    assert!(found.iter().all(|row| !row["shd"].is_empty()));
    // Units are no matter to some, and all to others.
    let shd = |label: &str| -> BTreeSet<&str> {
        let own = found.iter().filter(|row| row["label"] == label);
        own.map(|row| row["shd"].as_str()).collect()
    };
    assert!(shd("pc").len() == 1 && shd("sort").len() > 1);

    let contenders = json!([{ "method": { "name": "pc" } }]);
    fs::write(shop.path("plan.json"), plan(contenders, 1)).unwrap();
    let words = "experiment plan.json --out own --quiet --table cells.csv --truth known.csv";
    shop.succeed(words);
    assert_eq!(mine(&shop, "own").len(), 1);
    // Another content is another case, whatever the file is called.
    shop.succeed("simulate --nodes 6 --degree 1 --seed 5 --out cells.csv --truth known.csv");
    let output = shop.run(words);
    assert!(code(&output) == Some(2) && error(&output).contains("another plan"));
}
