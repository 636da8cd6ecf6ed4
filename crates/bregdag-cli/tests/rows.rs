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
    shop.succeed("moments river.csv --out river.moments");
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
    assert!(said.contains("8 rows") && said.contains("10"), "{said}");
    fs::write(shop.path("codes.csv"), table(200, 2)).unwrap();
    let said = refused(&shop, "learn codes.csv --method cam");
    assert!(said.contains("\"b\""), "{said}");
}

#[test]
fn beside_others_they_are_rows_that_say_why() {
    let shop = Workshop::new();
    shop.succeed("moments river.csv --out river.moments");
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
    shop.succeed("learn bent.csv --method cam --quiet --out fit.json --report page.html");
    let fit = shop.json("fit.json");
    workshop::check_schema(&fit);
    assert_eq!(fit["curves"].as_array().unwrap().len(), 1);
    shop.succeed("report fit.json --out again.html");
    let page = |name: &str| fs::read_to_string(shop.path(name)).unwrap();
    assert_eq!(page("page.html"), page("again.html"));
    assert!(refused(&shop, "learn bent.csv --method cam --effects effects.csv").contains("linear"));
}
