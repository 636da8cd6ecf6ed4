//! Files appear whole or not at all, exit codes, pipes, threads, Ctrl-C, and any bytes at all.

mod workshop;

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Command;

use proptest::prelude::*;
use serde_json::{Value, json};
use workshop::{RIVER, Workshop, code, error, schema};

#[test]
fn every_output_is_written() {
    let shop = Workshop::new();
    shop.succeed(
        "learn river.csv --quiet --out fit.json --out w.csv --out fit.edges.csv --out graph.DOT \
         --raw-matrix raw.csv --effects effects.csv --trace trace.csv",
    );
    let expected =
        ["effects.csv", "fit.edges.csv", "fit.json", "graph.DOT", "raw.csv", "trace.csv", "w.csv"];
    assert_eq!(shop.files(), expected);
    for estimate in ["w.csv", "fit.edges.csv"] {
        let line = format!("evaluate --truth fit.json --estimate {estimate} --json");
        let metrics: Value = serde_json::from_str(&shop.succeed(&line)).unwrap();
        assert_eq!((&metrics["shd"], &metrics["true_positive"]), (&0.into(), &2.into()));
    }
    let trace = fs::read_to_string(shop.path("trace.csv")).unwrap();
    assert!(trace.starts_with("iteration,loss,l1,penalty,objective,mu,gamma,ridge,support,"));
    let iterations = shop.json("fit.json")["course"]["steps"].as_u64().unwrap();
    assert_eq!(trace.lines().count() as u64, iterations + 2, "a header and the start");
}

/// Whatever learned it, the file is as the schema says, and can be read back.
#[test]
fn every_method_writes_what_the_schema_says() {
    let shop = Workshop::new();
    shop.succeed("simulate --nodes 6 --degree 1 --seed 2 --out data.csv");
    let methods = shop.succeed("methods");
    let names = methods.lines().filter(|line| line.contains("assumes"));
    let names: Vec<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() >= 13, "{methods}");
    for name in names {
        shop.succeed(&format!("learn data.csv --quiet --method {name} --out fit.json"));
        workshop::check_schema(&shop.json("fit.json"));
        shop.succeed("convert fit.json --quiet --out again.json");
        assert_eq!(shop.json("fit.json"), shop.json("again.json"), "{name}");
    }
}

/// A build without the feature says so before it learns.
#[test]
fn png_is_drawn_or_refused() {
    let shop = Workshop::new();
    let output = shop.run("learn river.csv --quiet --out graph.png");
    if cfg!(feature = "png") {
        assert_eq!((code(&output), error(&output)), (Some(0), String::new()));
        assert!(fs::read(shop.path("graph.png")).unwrap().starts_with(b"\x89PNG"));
    } else {
        let reason = "error: graph.png: this build cannot draw PNG; save the graph as .svg\n";
        assert_eq!((code(&output), error(&output).as_str()), (Some(2), reason));
        assert!(shop.files().is_empty());
    }
}

#[test]
fn json_follows_its_schema() {
    let schema = schema();
    let shop = Workshop::new();
    shop.succeed("learn river.csv --quiet --raw-matrix w.csv --out start.json");
    for options in [
        "",
        "--preset paper --threshold auto",
        "--variant split --start random",
        "--start w.csv",
        "--positive",
        "--time-limit 0",
        "--threshold 100",
    ] {
        shop.run(&format!("learn river.csv {options} --out fit.json"));
        let fit = shop.json("fit.json");
        let problems: Vec<String> = schema.iter_errors(&fit).map(|e| e.to_string()).collect();
        assert!(problems.is_empty(), "{options}: {problems:?}");
        assert!(fit["course"]["selection"].is_null(), "{options}");
    }
    // What a selection writes follows it too, and what it does not write is refused.
    let mut fit = shop.json("fit.json");
    let point = bregdag::select::Point { value: 1.0, edges: 2, criterion: 3.5, std_error: None };
    let selection = bregdag::select::Selection {
        criterion: bregdag::select::Criterion::Ebic,
        parameter: bregdag::method::Parameter::PenaltyFactor,
        folds: None,
        path: vec![point],
        chosen: 0,
    };
    fit["course"]["selection"] = serde_json::to_value(&selection).unwrap();
    assert!(schema.is_valid(&fit));
    fit["course"]["selection"]["parameter"] = "mu".into();
    assert!(!schema.is_valid(&fit));
    assert!(!schema.is_valid(&serde_json::json!({"schema_version": 1})));
}

#[test]
fn warnings_are_in_the_json() {
    let shop = Workshop::new();
    let data = b"a,b,c\n1,5,2\n2,5,1\n4,5,9\n-3,5,1\n";
    let output = shop.run_with("learn - --out fit.json --max-iterations 1", data);
    assert_eq!(code(&output), Some(1));
    let fit = shop.json("fit.json");
    assert_eq!(fit["status"], "iteration_limit");
    let warnings = fit["warnings"].as_array().unwrap();
    assert_eq!(warnings[0], "column \"b\" is constant (5) and was left out");
    assert!(warnings.iter().any(|w| w.as_str().unwrap().starts_with("stopped early")));
}

#[test]
fn an_early_stop_is_exit_code_1_and_still_writes() {
    let shop = Workshop::new();
    for (options, status) in
        [("--max-iterations 1", "iteration_limit"), ("--time-limit 0", "time_limit")]
    {
        let output = shop.run(&format!("learn river.csv {options} --out fit.json"));
        assert_eq!(code(&output), Some(1), "{}", error(&output));
        assert_eq!(shop.json("fit.json")["status"], status);
    }
}

#[test]
fn if_one_output_fails_none_appears() {
    let shop = Workshop::new();
    fs::create_dir(shop.path("folder.csv")).unwrap();
    for bad in ["--out absent/w.csv", "--out folder.csv", "--out w.txt", "--trace /proc/absent.csv"]
    {
        let output = shop.run(&format!("learn river.csv --out fit.json {bad}"));
        assert_eq!(code(&output), Some(2), "{bad}");
        assert!(error(&output).starts_with("error: "), "{bad}");
        assert_eq!(shop.files(), ["folder.csv"], "{bad}");
    }
    let output = shop.run("simulate --out data.csv --truth absent/truth.csv");
    assert_eq!((code(&output), shop.files().len()), (Some(2), 1));
}

#[test]
fn bad_data_leaves_older_results_alone() {
    let shop = Workshop::new();
    fs::write(shop.path("fit.json"), "older").unwrap();
    let output = shop.run_with("learn - --out fit.json", b"a,b\n1,2\n3\n");
    assert_eq!(code(&output), Some(2));
    let expected = "error: standard input: line 3: expected 2 fields as in the header, found 1";
    assert!(error(&output).starts_with(expected), "{}", error(&output));
    assert_eq!(fs::read_to_string(shop.path("fit.json")).unwrap(), "older");
    assert_eq!(shop.files(), ["fit.json"]);
}

/// /dev/full accepts no byte, and /dev/null must survive being an output.
#[cfg(target_os = "linux")]
#[test]
fn devices_are_written_in_place() {
    let shop = Workshop::new();
    let output = shop.run("learn river.csv --out fit.json --trace /dev/full");
    assert_eq!(code(&output), Some(2));
    assert!(error(&output).starts_with("error: /dev/full: could not write: "));
    assert!(shop.files().is_empty());
    shop.succeed("learn river.csv --quiet --out fit.json --trace /dev/null");
    assert!(!fs::metadata("/dev/null").unwrap().is_file());

    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let output = shop.command("learn river.csv --raw-matrix w.csv").stdout(full).output().unwrap();
    assert_eq!(code(&output), Some(2));
    assert_eq!(shop.files(), ["fit.json"]);
}

#[cfg(unix)]
#[test]
fn permissions_are_those_of_any_new_file_or_of_the_older_one() {
    use std::os::unix::fs::PermissionsExt;
    let shop = Workshop::new();
    let mode = |name: &str| fs::metadata(shop.path(name)).unwrap().permissions().mode() & 0o777;
    fs::write(shop.path("private.csv"), "").unwrap();
    fs::set_permissions(shop.path("private.csv"), PermissionsExt::from_mode(0o600)).unwrap();
    shop.succeed("learn river.csv --quiet --out fit.json --raw-matrix private.csv");
    assert_eq!((mode("fit.json"), mode("private.csv")), (mode("river.csv"), 0o600));
}

#[cfg(unix)]
#[test]
fn a_link_to_the_input_is_the_input() {
    let shop = Workshop::new();
    std::os::unix::fs::symlink(shop.path("river.csv"), shop.path("link.csv")).unwrap();
    let output = shop.run("learn river.csv --out link.csv");
    assert_eq!(code(&output), Some(2));
    assert_eq!(fs::read_to_string(shop.path("river.csv")).unwrap(), RIVER);
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let shop = Workshop::new();
    let mut child = shop.start("simulate --samples 20000 --truth truth.csv", b"");
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.starts_with("x1,x2,"));
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), error(&output).as_str()), (Some(0), ""));
    assert_eq!(shop.files(), ["truth.csv"]);
}

#[test]
fn standard_input_and_output() {
    let shop = Workshop::new();
    let output = shop.run_with("learn - --out - --quiet", RIVER.as_bytes());
    assert_eq!((code(&output), error(&output).as_str()), (Some(0), ""));
    fs::write(shop.path("truth.edges.csv"), "source,target\nrain,river\nriver,harvest\n").unwrap();
    let line = "evaluate --truth truth.edges.csv --estimate - --json";
    let metrics: Value =
        serde_json::from_slice(&shop.run_with(line, &output.stdout).stdout).unwrap();
    assert_eq!(metrics["shd"], 0);
}

/// The table asks for standard output only where nothing else does.
#[test]
fn the_table_stays_out_of_the_way() {
    let shop = Workshop::new();
    assert!(shop.succeed("learn river.csv --quiet --raw-matrix w.csv").starts_with("source"));
    let output = shop.run("learn river.csv --raw-matrix -");
    assert_eq!(output.stdout, fs::read(shop.path("w.csv")).unwrap());
    assert!(error(&output).starts_with("4 variables, 40 rows: 2 edges, in "));
    assert_eq!(shop.succeed("learn river.csv --out fit.json --quiet"), "");
}

#[test]
fn the_same_bytes_on_one_and_two_threads() {
    let shop = Workshop::new();
    shop.succeed("simulate --nodes 30 --samples 300 --seed 4 --out data.csv");
    for threads in [1, 2] {
        shop.succeed(&format!(
            "learn data.csv --quiet --threads {threads} --out fit{threads}.json \
             --raw-matrix raw{threads}.csv --trace trace{threads}.csv"
        ));
    }
    let bytes = |name: &str| fs::read(shop.path(name)).unwrap();
    assert_eq!(bytes("raw1.csv"), bytes("raw2.csv"));
    assert_eq!(bytes("trace1.csv"), bytes("trace2.csv"));
    let fit = |name: &str| {
        let text = String::from_utf8(bytes(name)).unwrap();
        let differs = |line: &&str| {
            line.starts_with("  \"seconds\": ") || line.starts_with("  \"command\": ")
        };
        assert_eq!(text.lines().filter(differs).count(), 2);
        text.lines().filter(|line| !differs(line)).map(String::from).collect()
    };
    let (one, two): (Vec<String>, Vec<String>) = (fit("fit1.json"), fit("fit2.json"));
    assert_eq!(one, two);
}

#[test]
fn a_graph_too_large_to_draw_is_still_written() {
    let shop = Workshop::new();
    // 700 nodes, each with 60 parents: far more lines between layers than anyone could see.
    let names: Vec<String> = (0..700).map(|j| format!("x{j}")).collect();
    let edge = |i: usize, j: usize| {
        json!({"source": names[i], "target": names[j], "directed": true,
        "weight": 1.0, "std_error": null, "t": null, "found_by": null, "stability": null})
    };
    let edges: Vec<_> =
        (1..700usize).flat_map(|j| (j.saturating_sub(60)..j).map(move |i| (i, j))).collect();
    shop.succeed("learn river.csv --quiet --out fit.json");
    let mut fit = shop.json("fit.json");
    fit["variables"] = json!(names);
    fit["order"] = json!(names);
    fit["edges"] = edges.into_iter().map(|(i, j)| edge(i, j)).collect();
    let node =
        |name| json!({"name": name, "variance": 1.0, "noise_variance": 0.5, "r_squared": 0.5});
    fit["nodes"] = names.iter().map(node).collect();
    fs::write(shop.path("large.json"), fit.to_string()).unwrap();
    let output = shop.run("convert large.json --out large.svg --out large.gml");
    assert_eq!(code(&output), Some(2));
    assert!(error(&output).contains("the other outputs are written"), "{}", error(&output));
    let there = |name: &str| shop.files().iter().any(|file| file == name);
    assert!(there("large.gml") && !there("large.svg"));
}

#[test]
fn the_starting_matrix_is_matched_by_name() {
    let shop = Workshop::new();
    fs::write(
        shop.path("start.csv"),
        "river,rain,harvest,shoe size\n0,0,-0.8,0\n1.5,0,0,0\n0,0,0,0\n0,0,0,0\n",
    )
    .unwrap();
    let line = "learn river.csv --quiet --start start.csv --time-limit 0 --raw-matrix -";
    let output = shop.run(line);
    let expected = "shoe size,harvest,rain,river\n0,0,0,0\n0,0,0,0\n0,0,0,1.5\n0,-0.8,0,0\n";
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_best_result() {
    let shop = Workshop::new();
    // Steps too short to arrive anywhere: this fit runs until it is stopped.
    let line = "learn - --out fit.json --path fixed --start random --gamma 1e-4 --gamma-max 1e-4 \
                --tolerance 0 --max-iterations 1000000000";
    let data = shop.succeed("simulate --nodes 60 --samples 100");
    for seconds in [0.5, 3.0, 15.0] {
        let child = shop.start(line, data.as_bytes());
        std::thread::sleep(std::time::Duration::from_secs_f64(seconds));
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        let output = child.wait_with_output().unwrap();
        // Without a code it was ended before it began to listen; on a busy machine, wait longer.
        if let Some(code) = code(&output) {
            assert_eq!(code, 1, "{}", error(&output));
            assert_eq!(shop.json("fit.json")["status"], "interrupted");
            assert!(error(&output).contains("stopped early (interrupted)"));
            return;
        }
    }
    panic!("never listened");
}

/// Bytes that are nearly a table, so that some get past the reader.
fn nearly_a_table() -> impl Strategy<Value = Vec<u8>> {
    let cell = prop_oneof![
        6 => (-9i8..9).prop_map(|x| x.to_string()),
        1 => any::<f64>().prop_map(|x| x.to_string()),
        1 => "[ -~]{0,3}",
        1 => Just("1e300".to_string()),
        1 => Just("1e-300".to_string()),
    ];
    let row = prop::collection::vec(cell, 3).prop_map(|cells| cells.join(","));
    let rows = prop::collection::vec(row, 0..6).prop_map(|rows| rows.join("\n"));
    rows.prop_map(|rows| format!("a,b,c\n{rows}\n").into_bytes())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_it_panic(
        data in prop_oneof![nearly_a_table(), prop::collection::vec(any::<u8>(), 0..200)],
        options in prop::sample::select(vec![
            "", "--positive", "--variant split", "--preset paper", "--threshold auto",
        ]),
    ) {
        let shop = Workshop::new();
        let output = shop.run_with(&format!("learn - --max-iterations 50 {options}"), &data);
        prop_assert!(matches!(code(&output), Some(0..=2)), "{}", error(&output));
        prop_assert!(!error(&output).contains("panicked"), "{}", error(&output));
    }
}
