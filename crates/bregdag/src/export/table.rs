//! A table as delimited text.

use std::io::Write;

use super::delimited::{push_line, push_name, push_number};
use crate::data::Table;
use crate::error::{Error, Result};

/// Writes a table with commas; numbers read back to the bit. Row weights are not written.
pub fn write(table: &Table, out: &mut dyn Write) -> Result<()> {
    let mut line = String::new();
    push_line(&mut line, table.names(), |line, name| push_name(line, name));
    for r in 0..table.rows() {
        out.write_all(line.as_bytes()).map_err(Error::Write)?;
        line.clear();
        push_line(&mut line, table.columns(), |line, column| push_number(line, column[r]));
    }
    out.write_all(line.as_bytes()).map_err(Error::Write)
}
