//! Our methods next to the public programs of the same name, each with its usual options.

mod cases;
mod tables;

use crate::contest::Contest;

pub fn run(words: impl Iterator<Item = String>) -> anyhow::Result<()> {
    Contest { name: "methods", cases: cases::all(), text: tables::text }.run(words)
}
