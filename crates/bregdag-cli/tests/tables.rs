//! Parts of tables, moments, and what is said about the data in the result.

mod workshop;

use std::fs;

use workshop::{RIVER, Workshop, check_schema, code, error};

/// Two parts of `river.csv`, the second with its columns in another order.
fn split_river(workshop: &Workshop) {
    let lines: Vec<Vec<&str>> = RIVER.lines().map(|line| line.split(',').collect()).collect();
    let text = |rows: &[Vec<&str>], turn: bool| {
        let line = |fields: &Vec<&str>| {
            let mut fields = fields.clone();
            if turn {
                fields.reverse();
            }
            fields.join(",") + "\n"
        };
        rows.iter().map(line).collect::<String>()
    };
    fs::write(workshop.path("1.csv"), text(&lines[..15], false)).unwrap();
    let second = [&lines[..1], &lines[15..]].concat();
    fs::write(workshop.path("2.csv"), text(&second, true)).unwrap();
}

/// What was done to the data before the fit is done again, and said; flags say otherwise.
#[test]
fn a_graph_brings_its_preparation() {
    let shop = Workshop::new();
    // A column of text, one that misses values, and one that the fit did not see.
    let mut lines = RIVER.lines();
    let mut text = format!("name,{},gaps\n", lines.next().unwrap());
    for (k, line) in lines.enumerate() {
        let gap = if k % 7 == 3 { String::new() } else { ((k * k) % 11).to_string() };
        text.push_str(&format!("row {k},{line},{gap}\n"));
    }
    fs::write(shop.path("messy.csv"), text).unwrap();
    let line =
        "learn messy.csv --drop name --missing iterative --transform rank=rain --scale standardize";
    shop.succeed(&format!("{line} --quiet --out fit.json"));
    let output = shop.run("diagnose messy.csv --graph fit.json --out seen.json");
    assert_eq!(code(&output), Some(0), "{}", error(&output));
    let seen = shop.json("seen.json");
    assert_eq!(
        (&seen["data"]["columns"], &seen["data"]["variance_ratio"]),
        (&5.into(), &1.0.into())
    );
    let said = String::from_utf8(output.stdout).unwrap();
    let expected = "The data are read and prepared as for the graph: its 5 variables alone; missing values filled \
                    in by regressions; rank of \"rain\"; columns standardised.";
    assert!(said.contains(expected), "{said}");
    let fit = shop.json("fit.json");
    assert_eq!(seen["data"]["condition_number"], fit["diagnostics"]["data"]["condition_number"]);
    // Flags win.
    shop.run(
        "diagnose messy.csv --graph fit.json --missing drop-rows --scale center --out seen.json",
    );
    let other = shop.json("seen.json");
    assert!(other["data"]["rows"].as_u64() < seen["data"]["rows"].as_u64());
    assert!(other["data"]["variance_ratio"].as_f64() > Some(1.1));
    // Moments have been prepared already; what someone asks of them in so many words is refused.
    shop.succeed("moments messy.csv --drop name --missing iterative --quiet --out m.moments");
    assert_eq!(code(&shop.run("diagnose m.moments --graph fit.json")), Some(0));
    let refused = shop.run("diagnose m.moments --graph fit.json --missing mean");
    assert_eq!(code(&refused), Some(2));
    assert!(error(&refused).contains("--missing needs the rows of a table"));
}

/// Arrows into what nothing can cause are doubted, and `--roots` settles them.
#[test]
fn arrows_into_age_are_doubted() {
    let shop = Workshop::new();
    let header = RIVER.lines().next().unwrap();
    let aged = RIVER.replacen(header, &header.replace("river", "Age"), 1);
    fs::write(shop.path("aged.csv"), aged).unwrap();
    let output = shop.run("learn aged.csv");
    let doubt = "warning: 1 arrow leads into \"Age\", which looks like something that nothing else";
    assert!(error(&output).contains(doubt), "{}", error(&output));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.contains("If nothing here can cause \"Age\", say so by --roots Age.\nNext:"),
        "{said}"
    );
    let doubts = |line: &str| {
        shop.succeed(&format!("{line} --quiet --out fit.json"));
        let fit = shop.json("fit.json");
        check_schema(&fit);
        let last = fit["remarks"].as_array().unwrap().last().unwrap().to_string();
        (fit["warnings"].to_string().contains("arrow"), last.contains("--roots"), fit)
    };
    let (warned, advised, _) = doubts("stability aged.csv --subsample 10");
    assert!(warned && advised);
    for known in ["--roots Age", "--forbid *->Age", "--roots A?e --leaves harvest"] {
        let (warned, advised, fit) = doubts(&format!("learn aged.csv {known}"));
        assert!(!warned && !advised, "{known}");
        let edges = fit["edges"].as_array().unwrap();
        assert!(edges.len() == 2 && edges.iter().all(|edge| edge["target"] != "Age"), "{known}");
    }
    // An open edge is no claim; nobody said anything all the same.
    let (warned, advised, _) = doubts("learn aged.csv --variances free");
    assert!(!warned && advised);
    for (line, expected) in [
        ("--roots age", "no variable \"age\"; there are"),
        ("--roots age", "did you mean \"Age\"?"),
        ("--roots Age --require rain->Age", "but \"Age\" is a root"),
        ("--leaves rain --require rain->Age", "but \"rain\" is a leaf"),
        ("--roots x*", "no column is named \"x*\""),
        ("--require *->Age", "\"*\" is a pattern"),
    ] {
        let output = shop.run(&format!("learn aged.csv {line}"));
        assert_eq!(code(&output), Some(2), "{line}");
        assert!(error(&output).contains(expected), "{line}: {}", error(&output));
    }
}

#[test]
fn moments_of_parts_join() {
    let workshop = Workshop::new();
    split_river(&workshop);
    let columns: Vec<&str> = RIVER.lines().next().unwrap().split(',').collect();
    workshop.succeed("moments 1.csv --out 1.moments --quiet");
    workshop.succeed("moments 2.csv --out 2.moments --quiet");
    workshop.succeed("moments --merge 1.moments 2.moments --out all.moments --quiet");
    workshop.succeed("moments 1.csv 2.csv --out both.moments --quiet");
    workshop.succeed("learn 1.csv 2.csv --quiet --out table.csv");
    workshop.succeed("learn both.moments --quiet --out moments.csv --out moments.json");
    let read = |name: &str| fs::read(workshop.path(name)).unwrap();
    assert_eq!(read("table.csv"), read("moments.csv"));
    workshop.succeed("learn all.moments --quiet --out joined.edges.csv");
    // Blocks end elsewhere, so the last digits differ.
    assert_eq!(fs::read_to_string(workshop.path("joined.edges.csv")).unwrap().lines().count(), 3);
    assert_eq!(workshop.json("moments.json")["preparation"]["rows_read"], 40);

    let list = format!("--columns {}", columns[1..3].join(","));
    workshop.succeed(&format!("moments 1.csv {list} --out a.moments --quiet"));
    workshop.succeed(&format!("moments river.csv {list} --out b.moments --quiet"));
    workshop.succeed("moments --merge a.moments b.moments --out ab.moments --quiet");
    workshop.succeed("learn ab.moments --quiet --out ab.json");
    assert_eq!(workshop.json("ab.json")["rows"], 54);
    for (line, expected) in [
        ("moments --merge all.moments ab.moments --out c.moments", "the variables differ"),
        ("learn ab.moments --missing mean", "--missing needs the rows of a table"),
        ("learn ab.moments --select cv", "--select cv needs the rows of a table"),
        ("learn ab.moments --transform log=x", "--transform needs the rows of a table"),
        ("learn ab.moments both.moments", "nothing can be added to a file of moments"),
        ("learn 1.csv both.moments", "a file of moments among tables"),
        ("moments ab.moments --out c.moments", "these are moments already"),
        ("moments --merge a.moments a.moments --out c.moments", "given twice"),
    ] {
        let output = workshop.run(line);
        assert_eq!(code(&output), Some(2), "{line}");
        assert!(error(&output).contains(expected), "{}", error(&output));
    }
    let mut damaged = read("ab.moments");
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(workshop.path("damaged.moments"), damaged).unwrap();
    let output = workshop.run("learn damaged.moments --out fit.json");
    assert!(error(&output).contains("checksum does not match"), "{}", error(&output));
    assert!(!workshop.path("c.moments").exists() && !workshop.path("fit.json").exists());
}

#[test]
fn what_was_done_to_the_data_is_in_the_result() {
    let workshop = Workshop::new();
    let name = RIVER.split(',').next().unwrap();
    let holed = RIVER.replacen("\n", "\n,", 1);
    // The first row loses its first value to a comma.
    let holed: Vec<String> = holed
        .lines()
        .enumerate()
        .map(|(k, line)| match k {
            1 => line.rsplit_once(',').unwrap().0.to_string(),
            _ => line.to_string(),
        })
        .collect();
    fs::write(workshop.path("holed.csv"), holed.join("\n")).unwrap();
    workshop
        .succeed("learn holed.csv --missing drop-rows --scale standardize --quiet --out a.json");
    let preparation = &workshop.json("a.json")["preparation"];
    assert_eq!(
        (&preparation["rows_dropped"], &preparation["missing"]),
        (&1.into(), &"drop-rows".into())
    );
    assert_eq!(preparation["missing_cells"][0]["column"], name);
    assert_eq!(preparation["scale"], "standardize");
    let knowledge = r#"{"tiers": [["rain"], ["river", "harvest"]]}"#;
    fs::write(workshop.path("tiers.json"), knowledge).unwrap();
    workshop.succeed(
        "learn river.csv --knowledge tiers.json --require harvest->river --quiet --out b.json",
    );
    let fit = workshop.json("b.json");
    assert_eq!(fit["knowledge"]["required_edges"][0], serde_json::json!(["harvest", "river"]));
    let edges = fit["edges"].as_array().unwrap();
    assert!(edges.iter().any(|e| e["source"] == "harvest" && e["target"] == "river"));
    assert!(edges.iter().all(|e| e["target"] != "rain" || e["source"] == "shoe size"));
    workshop.succeed("learn river.csv --select cv --folds 4 --restarts 1 --quiet --out c.json");
    assert_eq!(workshop.json("c.json")["course"]["selection"]["folds"], 4);
    for name in ["a.json", "b.json", "c.json"] {
        check_schema(&workshop.json(name));
    }
}
