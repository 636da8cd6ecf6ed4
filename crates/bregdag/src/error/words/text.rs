//! Columns that hold something else than numbers.

use crate::error::{TextColumn, TextKind};
use crate::text::{agreeing, listed, quoted, shortened, shown};
use crate::voice::Voice;

/// What is in them, where, and what to do; what seems alike together.
pub fn said(columns: &[TextColumn], example: &str, voice: &dyn Voice) -> String {
    let kinds = [
        (TextKind::Text, text as fn(&[&TextColumn], &dyn Voice) -> String),
        (TextKind::TwoValues, two_values),
        (TextKind::Tokens, tokens),
        (TextKind::Amounts, amounts),
        (TextKind::Times, times),
        (TextKind::Other, other),
    ];
    let sentences = kinds.into_iter().filter_map(|(kind, said)| {
        let of: Vec<&TextColumn> = columns.iter().filter(|column| column.kind == kind).collect();
        (!of.is_empty()).then(|| said(&of, voice))
    });
    let sentences: Vec<String> = sentences.collect();
    let example = shown(example, 200);
    let comma = if example.is_empty() { "" } else { "; " };
    format!("{}{comma}{example}", sentences.join("; "))
}

fn text(columns: &[&TextColumn], voice: &dyn Voice) -> String {
    let words = |column: &&TextColumn| {
        let more = if column.more { ", …" } else { "" };
        let words = shortened(
            column.words.iter().take(3).map(|word| quoted(word)),
            column.words.len(),
            ", ",
        );
        format!("{} ({words}{more})", quoted(&column.name))
    };
    let shown_words = shortened(columns.iter().map(words), columns.len(), ", ");
    format!(
        "text instead of numbers in {}: leave {} out ({}), or give the order of {} values ({})",
        shown(&shown_words, 600),
        agreeing(columns.len(), "it", "such columns"),
        voice.option("text", Some("drop")),
        agreeing(columns.len(), "its", "their"),
        voice.option("ordered", None)
    )
}

fn two_values(columns: &[&TextColumn], voice: &dyn Voice) -> String {
    format!(
        "two words instead of numbers in {}: they become 0 and 1 where the table can be read twice; here, say \
         which comes first ({})",
        names(columns),
        voice.option("ordered", None)
    )
}

fn tokens(columns: &[&TextColumn], voice: &dyn Voice) -> String {
    let mut words: Vec<&String> = columns.iter().flat_map(|column| &column.words).collect();
    words.sort();
    words.dedup();
    let count = words.len();
    format!(
        "words among the numbers of {}: {}; if {} for missing values, say so ({}), or else leave the {} out ({})",
        names(columns),
        shown(&listed(words.into_iter(), count), 300),
        agreeing(count, "it stands", "they stand"),
        voice.option("missing_tokens", None),
        agreeing(columns.len(), "column", "columns"),
        voice.column("drop", &columns[0].name)
    )
}

fn amounts(columns: &[&TextColumn], voice: &dyn Voice) -> String {
    let example = columns[0].words.first().map_or_else(String::new, |word| quoted(word));
    format!(
        "signs of percent or of a currency in {} ({example}): write the numbers without them, or leave {} out ({})",
        names(columns),
        agreeing(columns.len(), "it", "such columns"),
        voice.column("drop", &columns[0].name)
    )
}

fn times(columns: &[&TextColumn], voice: &dyn Voice) -> String {
    format!(
        "dates or times in {}: leave {} out ({}), or store numbers, such as days since the first",
        names(columns),
        agreeing(columns.len(), "it", "such columns"),
        voice.column("drop", &columns[0].name)
    )
}

fn other(columns: &[&TextColumn], voice: &dyn Voice) -> String {
    format!(
        "no numbers in {}: leave {} out ({})",
        names(columns),
        agreeing(columns.len(), "it", "such columns"),
        voice.column("drop", &columns[0].name)
    )
}

fn names(columns: &[&TextColumn]) -> String {
    let names = columns.iter().map(|column| &column.name);
    shown(&listed(names, columns.len()), 600)
}
