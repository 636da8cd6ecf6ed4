//! What is known beforehand, in files and on the command line.
//!
//! A file of rules is a JSON object; its first keys are those of benchpress, and none must be there:
//!
//! ```json
//! {
//!   "required_edges": [["age", "weight"]],
//!   "forbidden_edges": [["weight", "smokes"]],
//!   "tiers": [["age", "sex"], ["smokes"], ["weight"]],
//!   "roots": ["age", "sex"],
//!   "leaves": ["death"]
//! }
//! ```
//!
//! A file of tiers alone is JSON too, or plain text: a line for each tier, the earliest first, names
//! separated by commas and quoted as in CSV.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::records::Records;
use crate::data::Rules;
use crate::error::{Error, Result};

const RULES: &str = "rules (JSON)";
const TIERS: &str = "tiers";
const NAMES: &str = "names";
const ARROW: &str = "->";

/// Reads rules from JSON.
///
/// ```
/// let rules = bregdag::read::rules::read(br#"{"required_edges": [["age", "weight"]]}"#)?;
/// assert_eq!(rules.required_edges, [("age".into(), "weight".into())]);
/// # Ok::<(), bregdag::Error>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Rules> {
    let text = without_mark(bytes);
    match first(text) {
        Some(b'{') => parse(text, RULES),
        _ => Err(invalid(
            RULES,
            "expected an object with any of the keys required_edges, forbidden_edges, tiers, roots and leaves",
        )),
    }
}

/// Reads tiers: a JSON list of lists, a JSON object with the key `tiers`, or plain text. A first name
/// that starts with `[` or `{` must be quoted in plain text.
///
/// ```
/// let tiers = bregdag::read::rules::read_tiers(b"age, sex\n\"income, net\"\n")?;
/// assert_eq!(tiers, [vec!["age", "sex"], vec!["income, net"]]);
/// # Ok::<(), bregdag::Error>(())
/// ```
pub fn read_tiers(bytes: &[u8]) -> Result<Vec<Vec<String>>> {
    let text = without_mark(bytes);
    let tiers = match first(text) {
        Some(b'[') => parse(text, TIERS)?,
        Some(b'{') => parse::<TiersOnly>(text, TIERS)?.tiers,
        _ => read_lines(text, TIERS)?,
    };
    match tiers.is_empty() {
        true => Err(invalid(TIERS, "it is empty: expected a line of names for each tier")),
        false => Ok(tiers),
    }
}

/// Reads an edge such as `a->b`, blanks around the names left out.
///
/// ```
/// let edge = bregdag::read::rules::parse_edge("age -> weight")?;
/// assert_eq!(edge, ("age".into(), "weight".into()));
/// # Ok::<(), bregdag::Error>(())
/// ```
pub fn parse_edge(text: &str) -> Result<(String, String)> {
    let names: Vec<&str> = text.split(ARROW).map(str::trim).collect();
    match names[..] {
        [from, to] if !from.is_empty() && !to.is_empty() => Ok((from.into(), to.into())),
        _ => Err(Error::NotAnEdge { text: text.into() }),
    }
}

/// Reads names or patterns separated by commas, quoted as in CSV where a name has a comma in it.
///
/// ```
/// let names = bregdag::read::rules::parse_names("age,\"income, net\", birth_*")?;
/// assert_eq!(names, ["age", "income, net", "birth_*"]);
/// # Ok::<(), bregdag::Error>(())
/// ```
pub fn parse_names(text: &str) -> Result<Vec<String>> {
    let lines = read_lines(text.as_bytes(), NAMES)?;
    match lines.is_empty() {
        true => Err(invalid(NAMES, "it is empty: expected names separated by commas")),
        false => Ok(lines.concat()),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TiersOnly {
    tiers: Vec<Vec<String>>,
}

/// Errors of `serde_json` name the key, the line and the column.
fn parse<T: DeserializeOwned>(text: &[u8], format: &'static str) -> Result<T> {
    serde_json::from_slice(text).map_err(|e| invalid(format, e.to_string()))
}

fn read_lines(text: &[u8], format: &'static str) -> Result<Vec<Vec<String>>> {
    let mut records = Records::separated(text, b',');
    let mut tiers = vec![];
    while records.advance()? {
        let names =
            records.fields().map(|field| records.text(field)).collect::<Result<Vec<_>>>()?;
        if names.iter().any(String::is_empty) {
            let line = records.line();
            let problem = format!("line {line}: a name is empty; remove the comma beside it");
            return Err(invalid(format, problem));
        }
        tiers.push(names);
    }
    Ok(tiers)
}

fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

fn first(text: &[u8]) -> Option<u8> {
    text.trim_ascii_start().first().copied()
}

fn invalid(format: &'static str, problem: impl Into<String>) -> Error {
    Error::Format { format, problem: problem.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn rules_read() {
        let text = br#" {"tiers": [["a"], [], ["b", "c"]], "forbidden_edges": [["b->", "c"]]}"#;
        let rules = read(text).unwrap();
        assert!(rules.required_edges.is_empty());
        assert_eq!(rules.forbidden_edges, [("b->".to_string(), "c".to_string())]);
        assert_eq!(rules.tiers, [vec!["a"], vec![], vec!["b", "c"]]);
        assert!(read(b"\xef\xbb\xbf{}").unwrap().is_empty());
        // What is written reads back.
        assert_eq!(read(&serde_json::to_vec(&rules).unwrap()).unwrap(), rules);
    }

    #[test]
    fn problems_are_named() {
        let rules = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
        let tiers = |text: &str| read_tiers(text.as_bytes()).unwrap_err().to_string();
        let edge = |text: &str| parse_edge(text).unwrap_err().to_string();
        for (problem, expected) in [
            (rules("{\"tier\": []}"), "unknown field `tier`, expected one of `required_edges`"),
            (rules("{\n \"tiers\": [1]}"), "line 2 column"),
            (rules("{\"required_edges\": [[\"a\"]]}"), "2"),
            (rules("{\"required_edges\": [[\"a\", \"b\", \"c\"]]}"), "line 1 column"),
            (rules("{\"tiers\": [], \"tiers\": []}"), "duplicate field `tiers`"),
            (rules("[[], [], []]"), "expected an object with any of the keys required_edges"),
            (rules(""), "expected an object"),
            (rules("{} {}"), "trailing characters"),
            (tiers("{\"required_edges\": []}"), "unknown field `required_edges`"),
            (tiers("[\"a\"]"), "line 1 column"),
            (tiers(" \n"), "it is empty"),
            (tiers("[]"), "it is empty"),
            (tiers("a,b\n\n\nc,,d\n"), "line 4: a name is empty"),
            (tiers("a,b,\r\n"), "line 1: a name is empty"),
            (edge("a"), "\"a\" is no edge"),
            (edge("a->b->c"), "knowledge = FILE"),
            (edge("a-> "), "two names"),
        ] {
            assert!(problem.contains(expected), "{problem}");
        }
        let problem = read_tiers(b"a\n\xff,b\n").unwrap_err().to_string();
        assert!(problem.contains("line 2: not valid UTF-8"), "{problem}");
    }

    #[test]
    fn tiers_read_in_every_form() {
        let expected = [vec!["a b", "c"], vec!["d,e", "f"]];
        for text in [
            "a b,c\n\"d,e\",f",
            "\u{feff}\r\n a b , c\r\n  \r\n\"d,e\" , f\r\n\r\n",
            "[[\"a b\", \"c\"], [\"d,e\", \"f\"]]",
            " {\"tiers\": [[\"a b\", \"c\"], [\"d,e\", \"f\"]]}\n",
        ] {
            assert_eq!(read_tiers(text.as_bytes()).unwrap(), expected, "{text}");
        }
    }

    proptest! {
        /// Whatever comes, an answer.
        #[test]
        fn no_bytes_are_too_strange(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let _ = (read(&bytes), read_tiers(&bytes));
        }

        #[test]
        fn no_text_is_too_strange(text in "[\\[\\]{}\",:a\n\r -]{0,30}") {
            let _ = (read(text.as_bytes()), read_tiers(text.as_bytes()), parse_edge(&text));
        }
    }
}
