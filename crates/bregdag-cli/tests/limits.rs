//! Too little data and too much.

mod workshop;

use std::fs;

use bregdag::random::Stream;
use workshop::{RIVER, Workshop, code, error};

/// So many columns of four rows.
fn wide(columns: usize) -> String {
    let rows = (0..4).map(|r| {
        let mut stream = Stream::new(5, r);
        let cells: Vec<String> = (0..columns).map(|_| format!("{:.3}", stream.normal())).collect();
        cells.join(",") + "\n"
    });
    let names: Vec<String> = (0..columns).map(|j| format!("x{j}")).collect();
    names.join(",") + "\n" + &rows.collect::<String>()
}

#[test]
fn from_two_rows_nothing_can_be_learned() {
    let shop = Workshop::new();
    fs::write(shop.path("few.edges.csv"), "source,target\na,b\na,c\n").unwrap();
    for (rows, verb) in [
        ("1,5,2\n2,3,1\n", "learn"),
        ("1,5,2\n2,3,1\n9,8,8\n", "learn"),
        ("1,5,2\n2,3,1\n", "diagnose --graph few.edges.csv"),
        ("1,5,2\n2,3,1\n", "stability --folds 2"),
        ("1,5,2\n2,3,1\n", "compare --methods search,pc"),
    ] {
        fs::write(shop.path("few.csv"), format!("a,b,c\n{rows}")).unwrap();
        let (verb, flags) = verb.split_once(' ').unwrap_or((verb, ""));
        let output = shop.run(&format!("{verb} few.csv {flags}"));
        assert_eq!((code(&output), output.stdout.len()), (Some(2), 0), "{verb}");
        let said = format!(
            "nothing can be learned from {} rows of 3 columns: with fewer than 4, columns that have nothing to do \
             with each other look strongly related as often as not. For 3 columns it takes as a rule about 22 \
             rows to tell a correlation of one half from chance\n",
            rows.lines().count()
        );
        assert!(error(&output).ends_with(&said), "{}", error(&output));
    }
    fs::write(shop.path("few.csv"), "a,b,c\n1,5,2\n2,3,1\n9,8,8\n-3,5,1\n").unwrap();
    assert_eq!(code(&shop.run("learn few.csv")), Some(0));
    // Nor is anything learned where columns are described.
    fs::write(shop.path("few.csv"), "a,b,c\n1,5,2\n2,3,1\n").unwrap();
    assert_eq!(code(&shop.run("diagnose few.csv")), Some(0));
    // To be joined with others, two rows are welcome.
    fs::write(shop.path("few.csv"), "a,b,c\n1,5,2\n2,3,1\n").unwrap();
    shop.succeed("moments few.csv --quiet --out few.moments");
}

#[cfg(target_os = "linux")]
mod memory {
    use std::process::{Command, Output};

    use super::*;

    /// Under `ulimit -v`, in kilobytes.
    fn limited(shop: &Workshop, kilobytes: u64, words: &str) -> Output {
        let line = format!("ulimit -v {kilobytes}; exec \"$0\" {words}");
        let program = env!("CARGO_BIN_EXE_bregdag");
        let mut shell = Command::new("sh");
        shell.args(["-c", &line, program]).current_dir(shop.path(""));
        shell.output().unwrap()
    }

    #[test]
    fn what_there_is_no_room_for_is_refused_with_the_number() {
        let shop = Workshop::new();
        fs::write(shop.path("wide.csv"), wide(20_000)).unwrap();
        // 20 000² numbers are 3.2 GB: once for the moments, and twice and a bit for the search; refits each more.
        for (line, needed) in [
            ("learn wide.csv --out new.json", "10.0 GB"),
            ("learn wide.csv --method pc", "10.0 GB"),
            ("learn wide.csv --method notears", "118"),
            ("stability wide.csv --folds 2", "10.0 GB"),
            ("moments wide.csv --out new.moments", "3.2 GB"),
        ] {
            let limit = if line.starts_with("moments") { 2_000_000 } else { 4_000_000 };
            let output = limited(&shop, limit, line);
            let said = error(&output);
            assert_eq!(code(&output), Some(2), "{line}: {said}");
            let start = format!(
                "error: wide.csv: there is not enough memory: 20000 columns take at least about {needed}"
            );
            assert!(said.starts_with(&start), "{said}");
            assert!(said.contains("choose some of the columns (--columns, --drop)"), "{said}");
        }
        assert_eq!(shop.files(), ["wide.csv"]);
    }

    #[test]
    fn what_there_is_room_for_is_done() {
        let shop = Workshop::new();
        fs::write(shop.path("rows.csv"), RIVER).unwrap();
        fs::write(shop.path("wide.csv"), wide(1000)).unwrap();
        for line in
            ["learn rows.csv", "stability rows.csv --folds 3", "learn wide.csv --time-limit 5"]
        {
            let output = limited(&shop, 1_000_000, line);
            assert!(matches!(code(&output), Some(0 | 1)), "{line}: {}", error(&output));
        }
    }
}
