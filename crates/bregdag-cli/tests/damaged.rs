//! Damaged files through the command itself: an exit code that means something, a message, and files whole or not at all.

mod workshop;

use std::fs;

use bregdag::random::Stream;
use workshop::{Workshop, code, error};

/// Of each kind of file.
const TRIES: usize = 25;

/// A file, and the verbs that read it. `{}` is the damaged one.
struct Kind {
    file: &'static str,
    lines: &'static [&'static str],
}

const KINDS: &[Kind] = &[
    Kind {
        file: "river.csv",
        lines: &[
            "learn {} --out new.json --effects new.csv",
            "stability {} --folds 3 --out new.json",
            "moments {} --out new.moments",
            "diagnose {}",
            "compare {} --methods search,pc",
        ],
    },
    Kind {
        file: "fit.json",
        lines: &[
            "convert {} --out new.dot --out new.csv --out new.svg",
            "report {} --out new.html",
            "evaluate --truth fit.json --estimate {}",
            "diagnose river.csv --graph {}",
            "learn river.csv --start {} --out new.json",
        ],
    },
    Kind { file: "river.moments", lines: &["learn {} --out new.json", "diagnose {}"] },
    Kind { file: "fit.edges.csv", lines: &["evaluate --truth {} --estimate fit.json --json"] },
    Kind { file: "fit.csv", lines: &["evaluate --truth {} --estimate fit.json --json"] },
    Kind { file: "tiers.txt", lines: &["learn river.csv --tiers {} --out new.json"] },
    Kind { file: "rules.json", lines: &["learn river.csv --knowledge {} --out new.json"] },
    Kind {
        file: "river.refits",
        lines: &["stability river.csv --folds 3 --refits {} --out new.json"],
    },
];

/// A digit that is another, which may pass; or one to four places, each with one byte replaced, some removed, some repeated, or
/// all from there on gone.
fn damaged(bytes: &[u8], stream: &mut Stream) -> Vec<u8> {
    let mut file = bytes.to_vec();
    let digits: Vec<usize> = (0..file.len()).filter(|&k| file[k].is_ascii_digit()).collect();
    if stream.below(3) == 0 && !digits.is_empty() {
        file[digits[stream.below(digits.len())]] = b'0' + stream.below(10) as u8;
        return file;
    }
    for _ in 0..1 + stream.below(4) {
        let at = stream.below(file.len() + 1);
        let end = (at + 1 + stream.below(20)).min(file.len());
        match stream.below(4) {
            0 => file.iter_mut().skip(at).take(1).for_each(|byte| *byte = stream.below(256) as u8),
            1 => drop(file.drain(at.min(end)..end)),
            2 => {
                let part = file[at.min(end)..end].to_vec();
                drop(file.splice(at..at, part));
            }
            _ if stream.below(4) == 0 => file.truncate(at),
            _ => drop(file.splice(at..at, *b"\"1e999,")),
        }
    }
    file
}

#[test]
fn damaged_files_end_with_a_message_or_whole_files() {
    let shop = Workshop::new();
    shop.succeed("learn river.csv --quiet --out fit.json --out fit.edges.csv --out fit.csv");
    shop.succeed("moments river.csv --quiet --out river.moments");
    shop.succeed("stability river.csv --quiet --folds 3 --refits river.refits --out fit2.json");
    fs::write(shop.path("tiers.txt"), "rain\nriver, \"shoe size\"\nharvest\n").unwrap();
    let rules =
        r#"{"required_edges": [["rain", "river"]], "tiers": [["rain"], ["river", "harvest"]]}"#;
    fs::write(shop.path("rules.json"), rules).unwrap();
    let before = shop.files();
    let (mut stream, mut ran, mut refused) = (Stream::new(3, 0), 0, 0);
    for Kind { file, lines } in KINDS {
        let whole = fs::read(shop.path(file)).unwrap();
        for k in 0..TRIES {
            let name = format!("damaged-{file}");
            fs::write(shop.path(&name), damaged(&whole, &mut stream)).unwrap();
            let line = lines[k % lines.len()].replace("{}", &name);
            let output = shop.run(&line);
            let said = error(&output);
            match code(&output) {
                Some(0 | 1) => ran += 1,
                Some(2) => {
                    assert!(
                        said.contains("error: ") && !said.contains("should not have"),
                        "{said}"
                    );
                    refused += 1;
                }
                other => panic!("{line}: {other:?} {said}"),
            }
            let new = shop.files().into_iter().filter(|name| name.starts_with("new."));
            let new: Vec<String> = new.collect();
            assert!(
                code(&output) != Some(2) || new.is_empty(),
                "{line}: {new:?} in spite of {said}"
            );
            for name in &new {
                assert!(fs::metadata(shop.path(name)).unwrap().len() > 0, "{line}: {name}");
                if name.ends_with(".json") {
                    workshop::check_schema(&shop.json(name));
                }
                fs::remove_file(shop.path(name)).unwrap();
            }
            let _ = fs::remove_file(shop.path("new.json.refits"));
            fs::remove_file(shop.path(&name)).unwrap();
            assert_eq!(shop.files(), before, "{line}");
        }
    }
    // Both are tried.
    assert!(ran > 20 && refused > 50, "{ran} {refused}");
}
