//! A graph that belongs to no DAG goes through every verb, or is refused in plain words.

mod workshop;

use std::fs;

use workshop::{Workshop, check_schema, code, error};

/// Covariances of four variables of which each is independent of the one across, given the other two.
const SQUARE: &str = "a,b,c,d\n17,10,8,10\n10,17,10,8\n8,10,17,10\n10,8,10,17\n";
const LEARN: &str = "learn square.csv --covariance --rows 1000 --method pc";

fn shop() -> Workshop {
    let shop = Workshop::new();
    fs::write(shop.path("square.csv"), SQUARE).unwrap();
    shop
}

#[test]
fn it_is_learned_and_written_in_every_format() {
    let shop = shop();
    let endings =
        ["json", "edges.csv", "csv", "dot", "svg", "html", "graphml", "gml", "cyjs", "dagitty"];
    let outputs = |stem: &str| endings.map(|ending| format!(" --out {stem}.{ending}")).concat();
    let output = shop.run(&format!("{LEARN}{}", outputs("learned")));
    assert_eq!(code(&output), Some(0), "{}", error(&output));
    assert!(error(&output).contains("no DAG has these edges"), "{}", error(&output));
    let fit = shop.json("learned.json");
    check_schema(&fit);
    assert_eq!((&fit["claim"], fit["edges"].as_array().unwrap().len()), (&"partial".into(), 4));
    shop.succeed(&format!("convert learned.json --quiet{}", outputs("converted")));
    for ending in endings {
        let file = |stem: &str| fs::read_to_string(shop.path(&format!("{stem}.{ending}"))).unwrap();
        assert_eq!(file("learned"), file("converted"), "{ending}");
    }
    shop.succeed("report learned.json --quiet --out page.html");
    assert!(fs::read_to_string(shop.path("page.html")).unwrap().contains("data-edge=\"3\""));
}

#[test]
fn the_table_has_no_weights() {
    let output = shop().run(LEARN);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("a      -- b            open\n") && !text.contains("weight"), "{text}");
    assert!(text.contains("4 edges") && text.contains("tells which way"), "{text}");
}

#[test]
fn what_needs_equations_is_refused() {
    let shop = shop();
    for what in ["--out x.lavaan", "--effects effects.csv"] {
        let output = shop.run(&format!("{LEARN} {what}"));
        assert_eq!(code(&output), Some(2), "{what}");
        assert!(error(&output).contains("has no equations"), "{}", error(&output));
        assert_eq!(shop.files(), ["square.csv"], "{what}");
    }
}

#[test]
fn it_is_compared_and_diagnosed_as_far_as_that_goes() {
    let shop = shop();
    shop.run(&format!("{LEARN} --out fit.json"));
    fs::write(shop.path("truth.csv"), "source,target\na,b\nb,c\nc,d\na,d\n").unwrap();
    let text = shop.succeed("evaluate --truth truth.csv --estimate fit.json");
    assert!(text.contains("joined in both, whichever way") && !text.contains("SID"), "{text}");
    let json = shop.succeed("evaluate --truth truth.csv --estimate fit.json --json");
    let found: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&found["joined"], &found["extra"]), (&4.into(), &0.into()));
    let output = shop.run("diagnose square.csv --covariance --rows 1000 --graph fit.json");
    assert_eq!(code(&output), Some(2));
    assert!(error(&output).contains("no DAG agrees"), "{}", error(&output));
}
