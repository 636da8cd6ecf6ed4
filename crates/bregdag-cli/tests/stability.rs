//! `bregdag stability` as its users run it, and as accidents do: killed, stopped, on a full disk.

mod workshop;

use std::collections::BTreeSet;
use std::fs;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use workshop::{RIVER, Workshop, check_schema, code, error};

/// A saved result without what differs from run to run.
fn result(shop: &Workshop, name: &str) -> Value {
    let mut fit = shop.json(name);
    check_schema(&fit);
    for key in ["seconds", "command"] {
        assert!(fit.as_object_mut().unwrap().remove(key).is_some(), "{key}");
    }
    fit
}

/// Runs quietly, and gives back what was saved.
fn stability(shop: &Workshop, line: &str) -> Value {
    shop.succeed(&format!("stability {line} --quiet --out stable.json"));
    result(shop, "stable.json")
}

fn text(shop: &Workshop, name: &str) -> String {
    fs::read_to_string(shop.path(name)).unwrap_or_default()
}

/// The numbers of the refits in a file, each of which must be there once.
fn numbers(shop: &Workshop, name: &str) -> BTreeSet<u64> {
    let text = text(shop, name);
    let number = |line: &str| serde_json::from_str::<Value>(line).unwrap()["number"].as_u64();
    let numbers: BTreeSet<u64> = text.lines().skip(1).filter_map(number).collect();
    assert_eq!(numbers.len() + 1, text.lines().count(), "{text}");
    numbers
}

/// Waits until a run has finished some refits and is still busy with the others.
fn wait_for_refits(shop: &Workshop, child: &mut Child, name: &str) {
    let started = Instant::now();
    while text(shop, name).lines().count() < 4 {
        assert!(child.try_wait().unwrap().is_none(), "the run was over too soon");
        assert!(started.elapsed() < Duration::from_secs(60), "no refits");
        std::thread::sleep(Duration::from_millis(3));
    }
}

fn refused(shop: &Workshop, line: &str, expected: &str) {
    let output = shop.run(line);
    assert_eq!(code(&output), Some(2), "{line}");
    let said = error(&output);
    assert!(said.starts_with("error: ") && said.contains(expected), "{line}: {said}");
    assert!(output.stdout.is_empty(), "{line}");
}

/// In which rows a column stands still.
type Still = fn(usize) -> bool;

/// 40 rows of x → y and a column z that stands still wherever `still` says.
fn table_with(still: Still) -> String {
    let mut table = String::from("person,x,y,z\n");
    for row in 0..40 {
        let (x, e) = ((1.7 * row as f64).sin(), (2.9 * row as f64).cos());
        let z = if still(row) { 0.0 } else { (row % 3) as f64 - 1.5 };
        let person = if row % 2 == 0 { "Ada L." } else { "Émile" };
        table += &format!("{person},{x},{},{z}\n", 2.0 * x + 0.3 * e);
    }
    table
}

#[test]
fn a_seed_gives_one_answer_on_any_number_of_threads() {
    let shop = Workshop::new();
    shop.succeed("simulate --nodes 8 --samples 100 --seed 4 --out data.csv");
    for draw in ["--folds 4", "--bootstrap 7", "--subsample 7"] {
        let line = format!("data.csv {draw} --restarts 0");
        let one = stability(&shop, &format!("{line} --threads 1 --seed 3"));
        assert_eq!(one, stability(&shop, &format!("{line} --threads 2 --seed 3")), "{draw}");
        let other = stability(&shop, &format!("{line} --seed 5"));
        assert_ne!(one["stability"]["pairs"], other["stability"]["pairs"], "{draw}");
    }
}

/// What takes long enough to be killed: some ten milliseconds for each refit.
const LONG: &str = "data.csv --bootstrap 30 --restarts 150 --threads 2 --refits kept";

fn shop_for_long_runs() -> Workshop {
    let shop = Workshop::new();
    shop.succeed("simulate --nodes 12 --samples 120 --seed 1 --out data.csv");
    shop
}

#[test]
fn a_killed_run_goes_on_where_it_was() {
    let shop = shop_for_long_runs();
    let whole = stability(&shop, LONG);
    assert_eq!(numbers(&shop, "kept"), (0..30).collect());
    fs::remove_file(shop.path("kept")).unwrap();

    let mut child = shop.start(&format!("stability {LONG}"), b"");
    wait_for_refits(&shop, &mut child, "kept");
    // SIGKILL, and then the last line loses its end.
    child.kill().unwrap();
    assert_eq!(code(&child.wait_with_output().unwrap()), None, "was not killed");
    let bytes = fs::read(shop.path("kept")).unwrap();
    fs::write(shop.path("kept"), &bytes[..bytes.len() - 9]).unwrap();
    let last = bytes[..bytes.len() - 9].iter().rposition(|&byte| byte == b'\n').unwrap();

    assert_eq!(stability(&shop, LONG), whole);
    assert!(fs::read(shop.path("kept")).unwrap().starts_with(&bytes[..=last]));
    assert_eq!(numbers(&shop, "kept"), (0..30).collect());
}

#[cfg(unix)]
#[test]
fn ctrl_c_counts_what_is_done() {
    let shop = shop_for_long_runs();
    let line = format!("stability {} --out stable.json", LONG.replace(" --refits kept", ""));
    let mut child = shop.start(&line, b"");
    wait_for_refits(&shop, &mut child, "stable.json.refits");
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), Some(1), "{}", error(&output));
    assert!(error(&output).contains("stopped early (interrupted)"), "{}", error(&output));
    let state = |fit: &Value| {
        json!([fit["status"], fit["stability"]["wanted"], fit["stability"]["finished"]])
    };
    let early = result(&shop, "stable.json");
    let done = numbers(&shop, "stable.json.refits").len();
    assert_eq!(state(&early), json!(["interrupted", 30, done]));
    assert!((3..30).contains(&done), "{done}");

    assert_eq!(code(&shop.run(&line)), Some(0));
    assert_eq!(state(&result(&shop, "stable.json")), json!(["converged", 30, 30]));
    assert_eq!(shop.files(), ["data.csv", "stable.json"]);
}

#[test]
fn one_run_at_a_time_keeps_its_refits_in_a_file() {
    let shop = shop_for_long_runs();
    let line = |refits: u32| format!("stability data.csv --bootstrap {refits} --refits kept");
    let mut first = shop.start(&line(100_000), b"");
    wait_for_refits(&shop, &mut first, "kept");
    refused(&shop, &line(5), "another run is keeping its refits here");
    first.kill().unwrap();
    first.wait().unwrap();
    // Whoever ends lets go of the file.
    shop.succeed(&line(5));
}

#[test]
fn positive_weights_stay_positive_and_limits_stay_limits() {
    let shop = Workshop::new();
    shop.succeed("simulate --nodes 8 --degree 3 --samples 60 --seed 28 --out data.csv");
    let found = stability(&shop, "data.csv --subsample 10 --positive");
    let edges = found["edges"].as_array().unwrap();
    assert!(!edges.is_empty() && edges.iter().all(|edge| edge["weight"].as_f64().unwrap() > 0.0));
    let line = "stability data.csv --method bregman --max-iterations 2 --folds 3 -q --out cut.json";
    assert_eq!(code(&shop.run(line)), Some(1));
    assert_eq!(shop.json("cut.json")["status"], "iteration_limit");
}

#[test]
fn another_start_makes_another_run() {
    let shop = Workshop::new();
    shop.succeed("learn river.csv --quiet --out start.json");
    let line = "river.csv --subsample 4 --refits kept --start start.json";
    stability(&shop, line);
    shop.succeed("learn river.csv --quiet --penalty-factor 1000 --out start.json");
    refused(&shop, &format!("stability {line}"), "other options");
}

#[test]
fn more_refits_are_added_to_those_that_are_there() {
    let shop = Workshop::new();
    let nine = stability(&shop, "river.csv --subsample 9");
    stability(&shop, "river.csv --subsample 5 --refits kept");
    let five = text(&shop, "kept");
    assert_eq!(stability(&shop, "river.csv --subsample 9 --refits kept"), nine);
    assert_eq!(numbers(&shop, "kept"), (0..9).collect());
    let kept = text(&shop, "kept");
    assert!(kept.starts_with(&five));
    // Fewer need nothing new, nor does another share for the consensus.
    let few = stability(&shop, "river.csv --subsample 4 --refits kept --frequency 0.9");
    assert_eq!((few["stability"]["finished"].clone(), text(&shop, "kept")), (json!(4), kept));
}

/// Without another word, 100 halves; the table shows the strongest edges.
#[test]
fn alone_it_draws_a_hundred_halves() {
    let shop = Workshop::new();
    assert_eq!(stability(&shop, "river.csv"), stability(&shop, "river.csv --subsample 100"));
    let table = shop.succeed("stability river.csv --quiet --top 1");
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].ends_with("found  this way  reverse  positive  direction"), "{table}");
    assert!(lines[1].starts_with("rain") && lines[1].ends_with("claimed"), "{table}");
    assert_eq!(lines[2], "… 1 more; --out or --report for all");
}

/// A refit whose rows hold one value of a column says nothing about it, and all else as before.
#[test]
fn a_column_that_stands_still_in_some_rows() {
    let shop = Workshop::new();
    let remark = "\"z\" did not vary in 1 refit:";
    // A single one among zeros; all rows of a person; the first half.
    let tables: [(&str, Still); 3] = [
        ("--folds 5 --drop person", |row| row != 17),
        ("--folds 2 --groups person", |row| row % 2 == 0),
        ("--folds 2 --block 20 --drop person", |row| row < 20),
    ];
    for (options, still) in tables {
        fs::write(shop.path("rare.csv"), table_with(still)).unwrap();
        let found = stability(&shop, &format!("rare.csv {options}"));
        let said = found["stability"]["remarks"].as_array().unwrap();
        assert!(said.iter().any(|r| r.as_str().unwrap().starts_with(remark)), "{said:?}");
        assert_eq!(found["stability"]["failed"], 0, "{options}");
        assert_eq!(found["stability"]["pairs"][0]["frequency"], 1.0, "{options}");
    }
    // Without groups or blocks the rows are mixed, and z varies in both halves.
    let found = stability(&shop, "rare.csv --folds 2 --drop person");
    assert!(!found["stability"]["remarks"].to_string().contains("did not vary"));
}

#[test]
fn refits_without_two_columns_that_vary_are_no_accident() {
    let shop = Workshop::new();
    fs::write(shop.path("tiny.csv"), "a,b\n1,2\n0,2\n0,2\n0,5\n").unwrap();
    let line = "stability tiny.csv --subsample 4 --out stable.json";
    refused(&shop, line, "none of 4 refits found a graph; the first failed because: a graph needs");
    assert_eq!(shop.files(), ["tiny.csv"]);
}

#[test]
fn groups_are_no_variable_and_those_of_one_row_are_rows() {
    let shop = Workshop::new();
    let label = |(row, line): (usize, &str)| match row {
        0 => format!("{line},who\n"),
        _ => format!("{line},person {row}\n"),
    };
    let labelled: String = RIVER.lines().enumerate().map(label).collect();
    fs::write(shop.path("labelled.csv"), labelled).unwrap();
    for draw in ["--folds 4", "--bootstrap 6", "--subsample 6"] {
        let rows = stability(&shop, &format!("river.csv {draw}"));
        let groups = stability(&shop, &format!("labelled.csv {draw} --groups who"));
        assert_eq!(rows["variables"], groups["variables"]);
        assert_eq!(groups["stability"]["unit"], "groups");
        assert_eq!(rows["stability"]["pairs"], groups["stability"]["pairs"], "{draw}");
    }
}

#[test]
fn what_cannot_run_is_refused_and_leaves_no_file() {
    let shop = Workshop::new();
    fs::write(shop.path("people.csv"), table_with(|_| false)).unwrap();
    fs::write(shop.path("cov.csv"), "a,b\n1,0.5\n0.5,1\n").unwrap();
    shop.run("moments river.csv --out river.moments");
    let before = shop.files();
    for (line, expected) in [
        ("river.moments --folds 3", "moments have no rows to draw from"),
        ("cov.csv --covariance --rows 50 --folds 2", "moments have no rows to draw from"),
        ("river.csv --folds 3 --bootstrap 3", "cannot be used with"),
        ("river.csv --bootstrap 0", "bootstrap = 0: expected at least 1"),
        ("river.csv --subsample 0", "subsample = 0: expected at least 1"),
        ("river.csv --bootstrap 1000001", "at most 1000000"),
        ("river.csv --folds 1", "folds = 1: expected a number from 2 to 1000"),
        ("river.csv --folds 41", "only 40 rows"),
        ("people.csv --folds 3 --groups person", "only 2 groups"),
        ("people.csv --folds 2 --groups nobody", "no column is named \"nobody\""),
        ("river.csv --folds 3 --block 20", "only 2 blocks"),
        ("river.csv --folds 2 --block 21", "block = 21: expected"),
        ("river.csv --folds 2 --block 0", "block = 0: expected"),
        ("people.csv --folds 2 --groups person --block 2", "cannot be used with"),
        ("river.csv --folds 2 --frequency 0", "frequency = 0: expected above 0"),
        ("river.csv --folds 2 --frequency 1.5", "frequency = 1.5: expected above 0"),
        ("river.csv --folds 2 --frequency nan", "frequency = NaN: expected above 0"),
        ("river.csv --folds 2 --select cv", "select = cv: expected ebic"),
        ("river.csv --folds 2 --calibrate 1 --block 4", "hang together"),
        ("people.csv --folds 2 --calibrate 1 --groups person", "hang together"),
        ("river.csv --folds 2 --calibrate 18446744073709551615", "at most 1000 tables"),
        ("river.csv --folds 2 --time-limit 0", "before the first refit was finished"),
        ("river.csv --folds 2 --refits stable.json", "two outputs cannot go to the same place"),
        ("river.csv --folds 2 --refits -", "in a file only"),
        ("river.csv --folds 2 --refits absent/kept", "the directory absent does not exist"),
    ] {
        refused(&shop, &format!("stability {line} --out stable.json"), expected);
        assert_eq!(shop.files(), before, "{line}");
    }
}

#[test]
fn a_file_that_is_not_of_this_run_stays_as_it_is() {
    let shop = Workshop::new();
    stability(&shop, "river.csv --folds 3 --refits kept");
    let kept = text(&shop, "kept");
    fs::write(shop.path("other.csv"), RIVER.replacen('3', "4", 1)).unwrap();
    fs::create_dir(shop.path("folder")).unwrap();
    for (line, expected) in [
        ("river.csv --folds 4", "drawn in another way"),
        ("river.csv --folds 3 --seed 2", "another seed"),
        ("river.csv --bootstrap 3", "drawn in another way"),
        ("other.csv --folds 3", "of other data"),
        ("river.csv --folds 3 --scale standardize", "prepared in another way"),
        ("river.csv --folds 3 --restarts 7", "with other options"),
        ("river.csv --folds 3 --forbid rain->river", "other prior knowledge"),
    ] {
        refused(&shop, &format!("stability {line} --refits kept"), expected);
        assert_eq!(text(&shop, "kept"), kept, "{line}");
    }
    let of = |left_out: &str, found: &str| {
        format!("{{\"number\":0,\"left_out\":[{left_out}],\"outcome\":{{\"found\":[{found}]}}}}")
    };
    let edited = |line: &str| format!("{}\n{line}\n", kept.lines().next().unwrap());
    for (file, expected) in [
        (kept.replace("bregdag_version\":\"", "bregdag_version\":\"9"), "another version"),
        (kept.replace("refits_version\":1", "refits_version\":9"), "another version"),
        (RIVER.into(), "not a valid refits file: line 1"),
        ("a word".into(), "not a valid refits file: its first line"),
        (edited("{\"number\":0}"), "line 2: missing field"),
        (edited(&of("4", "")), "line 2: columns"),
        (edited(&of("", "[1,1,0.5,true]")), "line 2: columns"),
    ] {
        fs::write(shop.path("kept"), &file).unwrap();
        refused(&shop, "stability river.csv --folds 3 --refits kept", expected);
        assert_eq!(text(&shop, "kept"), file);
    }
    refused(&shop, "stability river.csv --folds 3 --refits river.csv", "this is an input");
    refused(&shop, "stability river.csv --folds 3 --refits folder", "is a directory");
    assert_eq!(text(&shop, "river.csv"), RIVER);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_costs_nothing_that_was_finished() {
    let shop = Workshop::new();
    for device in ["/dev/full", "/dev/null"] {
        let line = format!("stability river.csv --folds 3 --refits {device}");
        refused(&shop, &line, "refits can be kept in a file only");
    }
    // No file may grow beyond a few thousand bytes: a line in the middle does not fit.
    let line = "river.csv --bootstrap 60 --restarts 2 --threads 2 --refits kept";
    let program = env!("CARGO_BIN_EXE_bregdag");
    let limited = format!("ulimit -f 4; trap '' XFSZ; exec '{program}' stability {line}");
    let mut limited_run = Command::new("sh");
    let output = limited_run.args(["-c", &limited]).current_dir(shop.path("")).output().unwrap();
    assert_eq!(code(&output), Some(2));
    let said = error(&output);
    assert!(said.starts_with("error: kept: could not write: "), "{said}");
    assert!(said.trim_end().ends_with("what was finished before is in it"), "{said}");
    let kept = text(&shop, "kept");
    assert!(kept.ends_with('\n') && !numbers(&shop, "kept").is_empty());

    let resumed = stability(&shop, line);
    assert!(text(&shop, "kept").starts_with(&kept));
    assert_eq!(numbers(&shop, "kept"), (0..60).collect());
    fs::remove_file(shop.path("kept")).unwrap();
    assert_eq!(stability(&shop, line), resumed);
}

/// The refits are there when only the result cannot be written.
#[cfg(target_os = "linux")]
#[test]
fn results_that_cannot_be_written_leave_the_refits() {
    let shop = Workshop::new();
    std::os::unix::fs::symlink("/dev/full", shop.path("full.json")).unwrap();
    let line = "stability river.csv --folds 3 --out stable.json --out full.json";
    refused(&shop, line, "full.json: could not write: ");
    assert_eq!(shop.files(), ["full.json", "stable.json.refits"]);
    assert_eq!(numbers(&shop, "stable.json.refits"), (0..3).collect());
    stability(&shop, "river.csv --folds 3");
    assert_eq!(shop.files(), ["full.json", "stable.json"]);
}

#[test]
fn the_consensus_is_a_graph_like_any_other() {
    let shop = Workshop::new();
    shop.succeed("simulate --nodes 8 --samples 60 --seed 2 --out data.csv --truth truth.csv");
    for frequency in [0.2, 0.5, 1.0] {
        let line = format!("data.csv --subsample 12 --restarts 3 --frequency {frequency}");
        let found = stability(&shop, &line);
        let edges = found["edges"].as_array().unwrap();
        let share = |edge: &Value| edge["stability"]["frequency"].as_f64().unwrap();
        assert!(!edges.is_empty() && edges.iter().all(|edge| share(edge) >= frequency));
        // Readers of graphs refuse cycles.
        let line = "evaluate --truth truth.csv --estimate stable.json --json";
        let metrics: Value = serde_json::from_str(&shop.succeed(line)).unwrap();
        assert!(metrics["shd"].is_u64(), "{metrics}");
        let listed = shop.succeed("convert stable.json --out -.edges.csv");
        assert_eq!(listed.lines().count(), edges.len() + 1);
    }
}

#[test]
fn calibrated_shares_grow_with_the_frequency() {
    let shop = Workshop::new();
    shop.succeed("simulate --nodes 8 --samples 60 --seed 2 --out data.csv");
    let line = "data.csv --subsample 12 --restarts 3 --calibrate 2 --refits kept";
    let found = stability(&shop, line);
    assert_eq!((numbers(&shop, "kept").len(), &found["stability"]["tables"]), (36, &json!(2)));
    let pairs = found["stability"]["pairs"].as_array().unwrap();
    let points =
        pairs.iter().map(|p| (p["frequency"].as_f64(), p["calibrated"]["joined"].as_f64()));
    let mut points: Vec<(f64, f64)> = points.map(|(x, y)| (x.unwrap(), y.unwrap())).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert!(points.iter().all(|point| (0.0..=1.0).contains(&point.1)), "{points:?}");
    assert!(points.windows(2).all(|two| two[0].1 <= two[1].1), "{points:?}");
    assert!(points[0].1 < points[points.len() - 1].1, "{points:?}");
    assert_eq!(stability(&shop, line), found);
}

#[test]
fn prior_knowledge_holds_in_the_consensus() {
    let shop = Workshop::new();
    fs::write(shop.path("tiers.txt"), "harvest\nriver\n*\n").unwrap();
    let line = "river.csv --bootstrap 6 --tiers tiers.txt";
    shop.run(&format!("stability {line} --require harvest->rain --out stable.json"));
    let found = result(&shop, "stable.json");
    let edges = found["edges"].as_array().unwrap();
    let required = edges.iter().find(|e| e["source"] == "harvest" && e["target"] == "rain");
    let required = &required.unwrap()["stability"];
    assert_eq!((&required["frequency"], &required["forward"]), (&json!(1.0), &json!(1.0)));
    // Tiers turn the river round.
    assert!(edges.iter().any(|e| e["source"] == "harvest" && e["target"] == "river"), "{edges:?}");
    assert!(edges.iter().all(|e| e["target"] != "harvest"), "{edges:?}");
}

#[test]
fn missing_values_and_row_weights() {
    let shop = Workshop::new();
    let table = table_with(|row| row % 5 == 0);
    let cell = |(row, line): (usize, &str)| match row {
        0 => format!("{line},w\n"),
        7 | 23 => format!("{},NA,{row}\n", line.rsplit_once(',').unwrap().0),
        _ => format!("{line},{row}\n"),
    };
    let table: String = table.lines().enumerate().map(cell).collect();
    fs::write(shop.path("holes.csv"), table).unwrap();
    let line = "holes.csv --drop person --folds 4 --missing iterative";
    let weighted = stability(&shop, &format!("{line} --weights-column w"));
    assert_eq!(weighted["variables"], json!(["x", "y", "z"]));
    let mean = |found: &Value| found["stability"]["pairs"][0]["mean"].as_f64().unwrap();
    let plain = stability(&shop, &format!("{line} --drop w"));
    assert_eq!(plain["variables"], weighted["variables"]);
    // The same strong edge, from rows that count differently.
    assert!((mean(&weighted) - mean(&plain)).abs() < 0.2 && mean(&weighted) != mean(&plain));
}
