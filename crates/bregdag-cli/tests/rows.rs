//! Methods that need the rows themselves: what they refuse, before anything runs.

mod workshop;

use std::fmt::Write;
use std::fs;

use workshop::{Workshop, code, error};

/// A table of some rows in which `b` has few values.
fn table(rows: usize, values: usize) -> String {
    let mut table = String::from("a,b,c\n");
    for r in 0..rows {
        let (a, c) = ((1.7 * r as f64).sin(), (2.9 * r as f64).cos());
        writeln!(table, "{a},{},{c}", (r * r) % values).unwrap();
    }
    table
}

fn refused(shop: &Workshop, line: &str) -> String {
    let output = shop.run(&format!("{line} --out fit.json"));
    assert_eq!(code(&output), Some(2), "{line}: {}", error(&output));
    assert!(!shop.path("fit.json").exists(), "{line}");
    error(&output)
}

#[test]
fn moments_will_not_do() {
    let shop = Workshop::new();
    fs::write(shop.path("cov.csv"), "a,b\n2,1\n1,3\n").unwrap();
    assert_eq!(code(&shop.run("moments river.csv --out river.moments")), Some(0));
    for data in ["cov.csv --covariance --rows 100", "river.moments"] {
        let said = refused(&shop, &format!("learn {data} --method lingam"));
        assert!(said.contains("shape of the noise"), "{said}");
        let said = refused(&shop, &format!("learn {data} --method cam"));
        assert!(said.contains("rows"), "{said}");
    }
}

#[test]
fn a_spline_needs_rows_and_values() {
    let shop = Workshop::new();
    fs::write(shop.path("few.csv"), table(8, 7)).unwrap();
    let said = refused(&shop, "learn few.csv --method cam");
    assert!(said.contains("at least 10 rows") && said.contains("here: 8"), "{said}");
    fs::write(shop.path("codes.csv"), table(200, 2)).unwrap();
    let said = refused(&shop, "learn codes.csv --method cam");
    assert!(said.contains("\"b\""), "{said}");
}

/// Codes for "missing" that nobody took out: a curve through them is no curve, but nothing may break.
#[test]
fn one_value_far_from_all_others() {
    let shop = Workshop::new();
    for far in ["1e6", "1e9", "1e11", "1e13", "1e15", "1e20", "1e100"] {
        let table = table(300, 290).replacen("\n0", &format!("\n{far}"), 1);
        assert!(table.contains(far));
        fs::write(shop.path("far.csv"), table).unwrap();
        let output = shop.run("learn far.csv --method cam --set selection=false --out fit.json");
        let said = error(&output);
        match code(&output) {
            Some(0) => {}
            Some(2) => {
                assert!(said.contains("\"a\"") || said.contains("far apart"), "{far}: {said}")
            }
            _ => panic!("{far}: {said}"),
        }
        assert!(!said.contains("should not have happened"), "{far}: {said}");
    }
}

/// Rows of weight zero are as if they were not there.
#[test]
fn rows_that_do_not_count() {
    let shop = Workshop::new();
    let (mut all, mut some) = (String::from("a,b,c,w\n"), String::from("a,b,c\n"));
    for r in 0..300 {
        let x = |k: f64| (k * f64::from(r) + k).sin();
        let row = format!("{},{},{}", x(1.7), 0.8 * x(1.7) + 0.6 * x(37.3), x(12.9));
        writeln!(all, "{row},{}", u8::from(r % 6 == 0)).unwrap();
        if r % 6 == 0 {
            writeln!(some, "{row}").unwrap();
        }
    }
    fs::write(shop.path("all.csv"), all).unwrap();
    fs::write(shop.path("some.csv"), some).unwrap();
    let edges = |line: &str| {
        assert_eq!(code(&shop.run(&format!("learn {line} --method cam --out fit.json"))), Some(0));
        let fit = shop.json("fit.json");
        let curves = fit["curves"].as_array().cloned().unwrap_or_default();
        curves.iter().map(|c| (c["source"].clone(), c["target"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(edges("all.csv --weights-column w"), edges("some.csv"));
}

/// y = x² has no slope on average, and is drawn as what it is: the strongest effect there is.
#[test]
fn a_curve_without_slope_is_strong() {
    let shop = Workshop::new();
    let mut table = String::from("x,y,z\n");
    for r in 0..400 {
        let x = (f64::from(r) + 0.5) / 200.0 - 1.0;
        let (e, u) = ((37.3 * f64::from(r)).sin(), (12.9 * f64::from(r)).sin());
        writeln!(table, "{x},{},{}", 3.0 * x * x + 0.1 * e, u).unwrap();
    }
    fs::write(shop.path("square.csv"), table).unwrap();
    shop.succeed("learn square.csv --method cam --quiet --out fit.json --out graph.svg");
    let fit = shop.json("fit.json");
    let found = |edge: &&serde_json::Value| edge["source"] == "x" && edge["target"] == "y";
    let edge = fit["edges"].as_array().unwrap().iter().find(found).unwrap();
    assert!(edge["weight"].as_f64().unwrap().abs() < 0.1, "{edge}");
    let deviation = fit["curves"][0]["deviation"].as_f64().unwrap();
    // 3x² on (−1, 1) has the standard deviation 3 √(4/45).
    assert!((deviation - 0.894).abs() < 0.02, "{deviation}");
    let drawing = fs::read_to_string(shop.path("graph.svg")).unwrap();
    assert!(drawing.contains("#2166ac") || drawing.contains("#b2182b"), "the darkest colours");
}

#[test]
fn beside_others_they_are_rows_that_say_why() {
    let shop = Workshop::new();
    assert_eq!(code(&shop.run("moments river.csv --out river.moments")), Some(0));
    let output = shop.run("compare river.moments --methods search,lingam,cam,pc --quiet");
    assert_eq!(code(&output), Some(0), "{}", error(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("lingam could not learn: ") && text.contains("cam could not learn: "),
        "{text}"
    );
}

#[test]
fn curves_go_through_every_output() {
    let shop = Workshop::new();
    let mut table = String::from("x,y\n");
    for r in 0..300 {
        let (x, e) = ((1.7 * f64::from(r)).sin() * 2.0, (37.3 * f64::from(r)).sin());
        writeln!(table, "{x},{}", (2.0 * x).sin() + 0.2 * e).unwrap();
    }
    fs::write(shop.path("bent.csv"), table).unwrap();
    let text = shop.succeed("learn bent.csv --method cam --quiet");
    assert!(text.contains("average slope") && text.contains("x      -> y"), "{text}");
    shop.succeed("learn bent.csv --method cam --quiet --out bent.json --report page.html");
    let fit = shop.json("bent.json");
    workshop::check_schema(&fit);
    assert_eq!(fit["curves"].as_array().unwrap().len(), 1);
    shop.succeed("report bent.json --quiet --out again.html");
    let page = |name: &str| fs::read_to_string(shop.path(name)).unwrap();
    assert_eq!(page("page.html"), page("again.html"));
    let said = refused(&shop, "learn bent.csv --method cam --effects effects.csv");
    assert!(said.contains("curves"), "{said}");
}
