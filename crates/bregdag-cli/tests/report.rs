//! The page: where it goes, and that it is the same whichever way it is asked for.

mod workshop;

use std::fs;

use workshop::{Workshop, code, error};

#[test]
fn every_way_gives_the_same_page() {
    let shop = Workshop::new();
    shop.succeed("learn river.csv --quiet --out fit.json --out out.html --report flag.html");
    shop.succeed("report fit.json --quiet");
    shop.succeed("report fit.json --quiet --out named.HTML");
    assert_eq!(shop.files(), ["fit.html", "fit.json", "flag.html", "named.HTML", "out.html"]);
    let page = fs::read_to_string(shop.path("fit.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    for other in ["flag.html", "named.HTML", "out.html"] {
        assert!(fs::read_to_string(shop.path(other)).unwrap() == page, "{other}");
    }
    assert!(shop.succeed("report fit.json --out -") == page);
    let piped = shop.run_with("report -", &fs::read(shop.path("fit.json")).unwrap());
    assert!(String::from_utf8(piped.stdout).unwrap() == page);
}

#[test]
fn the_table_is_printed_beside_the_page() {
    let shop = Workshop::new();
    let output = shop.run("learn river.csv --report page.html");
    assert_eq!(code(&output), Some(0));
    assert!(String::from_utf8(output.stdout).unwrap().contains("source"));
    assert_eq!(shop.files(), ["page.html"]);
}

/// What was written is said where nobody asked for silence.
#[test]
fn what_was_written_is_said() {
    let shop = Workshop::new();
    let said = |line: &str| {
        let output = shop.run(line);
        assert_eq!(code(&output), Some(0), "{line}");
        error(&output)
    };
    let learned = said("learn river.csv --out fit.json --out w.csv");
    assert!(
        learned.ends_with("wrote fit.json (4 nodes, 2 edges)\nwrote w.csv (4 nodes, 2 edges)\n")
    );
    assert_eq!(said("report fit.json"), "wrote fit.html (4 nodes, 2 edges)\n");
    let converted = said("convert fit.json --out a.gml --out -.dot --out b.dot");
    assert_eq!(converted, "wrote a.gml (4 nodes, 2 edges)\nwrote b.dot (4 nodes, 2 edges)\n");
    assert_eq!(said("report fit.json --quiet") + &said("convert fit.json -q --out a.gml"), "");
}

/// A file of another kind is named for what it is, with what to do.
#[test]
fn wrong_kinds_of_file_are_named() {
    let shop = Workshop::new();
    shop.succeed("learn river.csv --quiet --out fit.json --out fit.edges.csv --out fit.svg");
    shop.succeed("stability river.csv --folds 2 --quiet --refits kept --out stable.json");
    shop.succeed("moments river.csv --quiet --out river.moments");
    shop.run("diagnose river.csv --out seen.json");
    fs::write(shop.path("known.json"), r#"{"tiers": [["rain"], ["*"]]}"#).unwrap();
    shop.succeed("report stable.json --quiet --out page.html");
    let table =
        "this is a table of data: learn from it first, `bregdag learn river.csv --out fit.json`";
    let moments =
        "these are the moments of a table: learn from them first, `bregdag learn river.moments";
    let fit = "this is a fit; for its page: `bregdag report fit.json`";
    for (line, expected) in [
        ("report river.csv", table),
        ("convert river.csv --out a.gml", table),
        ("evaluate --truth river.csv --estimate fit.json", table),
        ("diagnose river.csv --graph river.csv", table),
        ("compare river.csv --truth river.csv --methods empty", table),
        ("report river.moments", moments),
        ("evaluate --truth fit.json --estimate river.moments", moments),
        ("learn fit.json", fit),
        ("stability fit.json", fit),
        ("compare fit.json", fit),
        ("diagnose fit.json", fit),
        ("learn stable.json", "this is a fit; for its page: `bregdag report stable.json`"),
        ("report fit.edges.csv", "this is a graph alone; here a fit as JSON is wanted"),
        ("report kept", "refits that a run goes on from, not its result; here a fit as JSON"),
        ("evaluate --truth fit.json --estimate seen.json", "these are diagnostics; here a graph"),
        ("report known.json", "this is prior knowledge, which --knowledge takes; here a fit"),
        ("learn known.json", "this is prior knowledge, which --knowledge takes; here a table"),
        (
            "convert page.html --out a.gml",
            "this is a page for the browser; here a fit as JSON is wanted",
        ),
        ("report fit.svg", "this is a drawing; here a fit as JSON is wanted"),
    ] {
        let output = shop.run(line);
        assert_eq!(code(&output), Some(2), "{line}");
        assert!(error(&output).contains(expected), "{line}: {}", error(&output));
    }
}

#[test]
fn what_is_no_fit_or_no_page_is_refused() {
    let shop = Workshop::new();
    shop.succeed("learn river.csv --quiet --out fit.json");
    for (line, expected) in [
        ("report river.csv", "river.csv"),
        ("report absent.json", "could not open"),
        ("report fit.json --out page.csv", "expected one of .html"),
        ("report fit.json --out absent/page.html", "does not exist"),
        ("learn river.csv --report page.txt", "expected one of .html"),
    ] {
        let output = shop.run(line);
        assert_eq!(code(&output), Some(2), "{line}");
        assert!(error(&output).contains(expected), "{line}: {}", error(&output));
    }
    assert_eq!(shop.files(), ["fit.json"]);
}
