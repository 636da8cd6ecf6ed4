//! What the command prints, case by case. `TRYCMD=overwrite cargo test` records it anew.

#[test]
fn snapshots() {
    trycmd::TestCases::new().env("COLUMNS", "100").case("tests/cmd/*.md");
}
