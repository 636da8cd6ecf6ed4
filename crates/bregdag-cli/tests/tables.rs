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
