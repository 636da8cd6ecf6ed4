//! One page with what an experiment found, and how it was run.

use std::fmt::Write as _;

use super::report::Output;
use crate::experiment::markup::markdown_text;
use crate::experiment::row::{Ending, Row};
use crate::text::count;

/// `report.md`: how fits ran, every chart, and where the tables are.
pub fn page(name: &str, about: &str, rows: &[Row], outputs: &[Output]) -> Output {
    let mut text = format!("# {}\n\n", markdown_text(name));
    if !about.is_empty() {
        let _ = write!(text, "{}.\n\n", markdown_text(&capitalised(about)));
    }
    text += &how(rows);
    for Output { name, .. } in outputs.iter().filter(|output| output.name.ends_with(".svg")) {
        let _ = write!(text, "\n![{}]({name})\n", name.trim_end_matches(".svg"));
    }
    let others = outputs.iter().filter(|output| !output.name.ends_with(".svg"));
    let tables = others.map(|Output { name, .. }| format!("[{name}]({name})"));
    let all: Vec<String> = tables.chain(["[rows.csv](rows.csv)".into()]).collect();
    let _ = write!(text, "\nTables: {}.\n", all.join(", "));
    Output { name: "report.md".into(), text }
}

/// How many fits there are, how they ended, and what else ran meanwhile.
fn how(rows: &[Row]) -> String {
    let mut text = format!("{}. ", count(rows.len(), "fit"));
    for ending in [
        Ending::IterationLimit,
        Ending::TimedOut,
        Ending::OutOfMemory,
        Ending::Failed,
        Ending::Died,
    ] {
        let number = rows.iter().filter(|row| row.ending == ending).count();
        if number > 0 {
            let _ = write!(text, "{number}: {}. ", ending.word());
        }
    }
    let alone = rows.iter().filter(|row| row.side_by_side == 1).count();
    text += &match rows.len() - alone {
        0 => "Each ran alone, on one thread, in a process of its own.".to_string(),
        beside => {
            let most = rows.iter().map(|row| row.side_by_side).max().unwrap_or(1);
            format!(
                "Each ran on one thread, in a process of its own; {beside} of them with up to {} beside it, so that \
                 seconds are upper ends.",
                most - 1
            )
        }
    };
    text + "\n"
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
