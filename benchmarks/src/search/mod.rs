//! Our order search next to its rivals.

mod cases;
mod tables;

use crate::contest::Contest;

pub fn run(words: impl Iterator<Item = String>) -> anyhow::Result<()> {
    Contest { name: "search", cases: cases::all(), text: tables::text }.run(words)
}
