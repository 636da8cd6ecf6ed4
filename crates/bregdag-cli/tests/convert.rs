//! A fit that was saved gives the same files as one that was just learned, and a damaged one gives none.

mod workshop;

use std::fs;

use serde_json::{Value, json};
use workshop::{Workshop, code, error};

const ENDINGS: [&str; 9] =
    ["json", "edges.csv", "csv", "dot", "graphml", "gml", "cyjs", "dagitty", "lavaan"];

fn outputs(stem: &str) -> String {
    ENDINGS.map(|ending| format!(" --out {stem}.{ending}")).concat()
}

#[test]
fn saved_and_learned_fits_give_the_same_files() {
    let shop = Workshop::new();
    for learned in ["--variances free", "--variances equal", "--preset paper"] {
        shop.succeed(&format!("learn river.csv --quiet {learned}{}", outputs("learned")));
        shop.succeed(&format!("convert learned.json --quiet{}", outputs("converted")));
        for ending in ENDINGS {
            let file =
                |stem: &str| fs::read_to_string(shop.path(&format!("{stem}.{ending}"))).unwrap();
            assert_eq!(file("learned"), file("converted"), "{learned}: {ending}");
            let printed = shop.succeed(&format!("convert learned.json --out -.{ending}"));
            assert_eq!(printed, file("learned"), "{learned}: {ending}");
        }
    }
    let fit = fs::read(shop.path("learned.json")).unwrap();
    let output = shop.run_with("convert - --out -", &fit);
    assert_eq!((code(&output), output.stdout), (Some(0), fit));
}

#[test]
fn a_damaged_fit_gives_no_file() {
    let shop = Workshop::new();
    shop.succeed("learn river.csv --quiet --out fit.json");
    let fit = shop.json("fit.json");
    let mut back = fit["edges"][0].clone();
    back["source"] = fit["edges"][0]["target"].clone();
    back["target"] = fit["edges"][0]["source"].clone();
    let damages: [(&str, Value, &str); 6] = [
        ("/schema_version", json!(1), "version 1"),
        ("/edges/0/target", json!("sea"), "\"sea\" is not one of the variables"),
        ("/edges/0/weight", json!(null), "has no weight"),
        ("/edges/1", back, "->"),
        ("/nodes/0/variance", json!(-1), "a variance is positive"),
        ("/edges", json!("many"), "fit"),
    ];
    for (place, value, expected) in damages {
        let mut damaged = fit.clone();
        *damaged.pointer_mut(place).unwrap() = value;
        refuses(&shop, damaged.to_string().as_bytes(), expected);
    }
    refuses(&shop, b"source,target\na,b\n", "damaged.json");
    refuses(&shop, b"", "damaged.json");
    refuses(&shop, &vec![b'['; 1_000_000], "damaged.json");
}

fn refuses(shop: &Workshop, fit: &[u8], expected: &str) {
    fs::write(shop.path("damaged.json"), fit).unwrap();
    let output = shop.run("convert damaged.json --out g.gml --out g.lavaan --out -.dot");
    assert_eq!((code(&output), output.stdout.as_slice()), (Some(2), &b""[..]));
    let error = error(&output);
    assert!(error.starts_with("error: damaged.json: ") && error.contains(expected), "{error}");
    assert_eq!(shop.files(), ["damaged.json", "fit.json"]);
}
