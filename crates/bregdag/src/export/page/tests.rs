use super::*;
use crate::data::{Moments, Table};
use crate::document::Run;
use crate::prepare::{Options, Preparation, of_moments};
use crate::study::{Setup, learn};
use crate::voice::Plain;

const HOSTILE: [&str; 4] =
    ["<script>hacked()</script>", "\"><img src=x onerror=hacked()>", "</script>", "__proto__"];

/// A chain of columns with these names.
fn document(names: &[&str]) -> Document {
    let mut columns: Vec<Vec<f64>> = vec![];
    let mut state = 1_u64;
    for _ in names {
        // A small generator is noise enough for a test.
        let mut noise = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as f64 / f64::from(1_u32 << 30) - 1.0
        };
        let cause = columns.last().cloned().unwrap_or_else(|| vec![0.0; 200]);
        columns.push(cause.iter().map(|x| 0.9 * x + noise()).collect());
    }
    let names = names.iter().map(ToString::to_string).collect();
    let moments = Moments::of(&Table::new(names, columns).unwrap()).unwrap();
    let prepared = of_moments(moments, Preparation::default(), &Options::default(), &()).unwrap();
    let study = learn(prepared, &Setup::default(), &()).unwrap();
    let mut document = Document::of(&study, Run::default(), &Plain).unwrap();
    document.remarks.push("a < b & c".into());
    document
}

fn page(document: &Document) -> String {
    let mut out = vec![];
    write(document, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn hostile_names_stay_text() {
    let page = page(&document(&HOSTILE));
    assert!(!page.contains("<script>hacked") && !page.contains("<img"));
    let elements = ["<script>", "<script type=\"application/json\""];
    assert_eq!(elements.map(|start| page.matches(start).count()), [1, 2]);
    assert_eq!(page.matches("</script>").count(), 3);
}

#[test]
fn the_document_is_inside() {
    let document = document(&HOSTILE);
    let page = page(&document);
    let (_, after) = page.split_once("id=\"document\">").unwrap();
    let (json, _) = after.split_once("</script>").unwrap();
    assert_eq!(Document::read(json.as_bytes()).unwrap(), document);
}

#[test]
fn the_same_document_gives_the_same_bytes() {
    let document = document(&["a", "b", "c"]);
    assert_eq!(page(&document), page(&document));
}

#[test]
fn weights_of_zero_are_drawn() {
    let mut document = document(&["a", "b", "c"]);
    document.edges.iter_mut().for_each(|edge| edge.weight = Some(0.0));
    let page = page(&document);
    assert!(page.contains("data-edge=\"1\"") && !page.contains("There is no drawing"));
}

#[test]
fn options_are_listed_as_text() {
    let options = serde_json::json!({"seed": u64::MAX, "start": "lasso", "threshold": {"at": 0.5}});
    let mut list = vec![];
    list_options("", &options, &mut list);
    let expected = [("seed", "18446744073709551615"), ("start", "lasso"), ("threshold at", "0.5")];
    assert_eq!(list, expected.map(|(name, text)| (name.to_string(), text.to_string())));
}
