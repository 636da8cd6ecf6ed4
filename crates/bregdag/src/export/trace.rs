//! The steps of a method as a table, one line each below the names of the numbers.

use std::io::Write;

use super::delimited::{push_line, push_name, push_number};
use crate::document::Trace;
use crate::error::{Error, Result};

/// Writes the steps; where there is no number, nothing.
pub fn write(trace: &Trace, out: &mut dyn Write) -> Result<()> {
    let mut lines = String::new();
    if !trace.columns.is_empty() {
        push_line(&mut lines, &trace.columns, |line, name| push_name(line, name));
    }
    for row in &trace.rows {
        push_line(&mut lines, row, |line, number| {
            number.iter().for_each(|&x| push_number(line, x));
        });
    }
    out.write_all(lines.as_bytes()).map_err(Error::Write)
}
