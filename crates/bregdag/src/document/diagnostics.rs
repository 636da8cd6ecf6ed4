//! Diagnostics as JSON.

use std::io::Write;

use serde::Serialize;

use crate::diagnose::Diagnostics;
use crate::error::{Error, Result};
use crate::voice::Voice;

/// Version of the structure.
const SCHEMA_VERSION: u32 = 1;

#[derive(Serialize)]
struct File<'a> {
    schema_version: u32,
    bregdag_version: &'static str,
    #[serde(flatten)]
    diagnostics: &'a Diagnostics,
    sentences: Vec<String>,
}

/// Writes all numbers, and the sentences in the words of a front end.
pub fn write_diagnostics(
    diagnostics: &Diagnostics,
    voice: &dyn Voice,
    out: &mut dyn Write,
) -> Result<()> {
    let file = File {
        schema_version: SCHEMA_VERSION,
        bregdag_version: env!("CARGO_PKG_VERSION"),
        diagnostics,
        sentences: diagnostics.sentences(voice),
    };
    serde_json::to_writer_pretty(&mut *out, &file).map_err(|error| Error::Write(error.into()))?;
    writeln!(out).map_err(Error::Write)
}
