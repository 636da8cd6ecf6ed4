//! What a file holds, by its first bytes and, for delimited text, by its shape: for messages to who gave one kind of
//! file where another is wanted.

use super::records::Records;
use super::{Reading, Source, edge_list, open};
use crate::error::Content;

/// The first bytes of a file of moments.
pub const MOMENTS: &[u8; 8] = b"BREGDAGM";
/// As many bytes as tell one kind of JSON from another: the keys that do stand first.
pub(super) const HEAD: usize = 1 << 14;

/// What these bytes of a whole file hold, where that can be told.
pub fn content(bytes: &[u8]) -> Option<Content> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if text.trim_ascii_start().starts_with(b"{") {
        return of_json(text);
    }
    of_start(text).or_else(|| of_table(bytes))
}

/// By the first bytes alone.
fn of_start(text: &[u8]) -> Option<Content> {
    const PNG: &[u8] = b"\x89PNG";
    let head = text[..text.len().min(256)].trim_ascii_start().to_ascii_lowercase();
    if text.starts_with(MOMENTS) {
        Some(Content::Moments)
    } else if text.starts_with(PNG) || memchr::memmem::find(&head, b"<svg").is_some() {
        Some(Content::Drawing)
    } else if head.starts_with(b"<!doctype") || head.starts_with(b"<html") {
        Some(Content::Page)
    } else {
        None
    }
}

/// JSON by the keys in it, or in its first part: ours has those that tell at its beginning.
pub(super) fn of_json(head: &[u8]) -> Option<Content> {
    let has = |key: &str| memchr::memmem::find(head, format!("\"{key}\"").as_bytes()).is_some();
    // A fit may hold what the others are made of, so it comes before them.
    let kinds: [(&[&str], Content); 10] = [
        (&["refits_version"], Content::Refits),
        (&["schema_version", "method", "options"], Content::Fit),
        (&["schema_version", "effective_rows"], Content::Diagnostics),
        (&["methods", "pairs_shared"], Content::Comparison),
        (&["true_edges", "estimated_edges"], Content::Evaluation),
        (&["variables", "edges"], Content::Graph),
        (&["required_edges"], Content::Knowledge),
        (&["forbidden_edges"], Content::Knowledge),
        (&["tiers"], Content::Knowledge),
        (&["roots"], Content::Knowledge),
    ];
    kinds.iter().find(|(keys, _)| keys.iter().all(|key| has(key))).map(|&(_, content)| content)
}

/// A graph as text is a table too, but not every table is a graph.
fn of_table(bytes: &[u8]) -> Option<Content> {
    if edge_list::read(bytes).is_ok() {
        return Some(Content::Graph);
    }
    let source = Source::Stream(Box::new(std::io::Cursor::new(bytes.to_vec())));
    let is_table = match open(source, &Reading::default()) {
        Ok(_) => true,
        // Names and more rows than a matrix of them would have.
        Err(_) => looks_like_rows(bytes),
    };
    is_table.then_some(Content::Table)
}

/// Whether below a header of two names or more there are rows of as many fields.
fn looks_like_rows(bytes: &[u8]) -> bool {
    let mut records = Records::new(bytes);
    let Ok(header) = records.header() else { return false };
    header.len() > 1
        && records.advance().is_ok_and(|any| any)
        && records.expect_fields(header.len()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_apart() {
        for (text, expected) in [
            ("a,b\n1,2\n3,4\n5,6\n7,8\n", Some(Content::Table)),
            ("name,b\nx,2\ny,4\nz,6\n", Some(Content::Table)),
            ("a,b\n0,2\n0,0\n", Some(Content::Graph)),
            ("source,target\na,b\n", Some(Content::Graph)),
            ("BREGDAGM\0\0", Some(Content::Moments)),
            (
                "\u{feff} {\"schema_version\": 6, \"method\": 1, \"options\": {}}",
                Some(Content::Fit),
            ),
            (
                "{\"schema_version\": 1, \"data\": {\"effective_rows\": 1}}",
                Some(Content::Diagnostics),
            ),
            ("{\"refits_version\":1,", Some(Content::Refits)),
            ("{\"variables\": [], \"edges\": []}", Some(Content::Graph)),
            ("{\"tiers\": []}", Some(Content::Knowledge)),
            ("{\"methods\":[{\"pairs_shared\":1}]}", Some(Content::Comparison)),
            ("{\"true_edges\": 1, \"estimated_edges\": 2}", Some(Content::Evaluation)),
            ("{\"a\": 1}", None),
            ("  <!DOCTYPE html>", Some(Content::Page)),
            ("<svg xmlns", Some(Content::Drawing)),
            ("hello", None),
            ("", None),
        ] {
            assert_eq!(content(text.as_bytes()), expected, "{text}");
        }
    }

    proptest::proptest! {
        /// Whatever comes, an answer.
        #[test]
        fn no_bytes_are_too_strange(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..60)) {
            let _ = content(&bytes);
        }
    }
}
