//! The page: where it goes, and that it is the same whichever way it is asked for.

mod workshop;

use std::fs;

use workshop::{Workshop, code, error};

#[test]
fn every_way_gives_the_same_page() {
    let shop = Workshop::new();
    shop.succeed("learn river.csv --quiet --out fit.json --out out.html --report flag.html");
    shop.succeed("report fit.json");
    shop.succeed("report fit.json --out named.HTML");
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
