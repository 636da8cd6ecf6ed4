//! Tables as delimited text: a header with the names, then one line of numbers per row.
//!
//! Comma, semicolon or tab is found from the text. Every error names the line and the column.

use std::io::{Read, Write};

use super::records::Records;
use super::text::{push_line, push_name, push_number};
use crate::data::{Table, check_names};
use crate::error::{Error, Result, quoted};

/// Reads a table. Beside the columns it holds one line in memory.
pub fn read(input: impl Read) -> Result<Table> {
    let mut records = Records::new(input)?;
    let names = records.header()?;
    check_names(&names)?;
    if let [only] = names.as_slice() {
        return Err(Error::TooFewColumns { names: quoted(only) });
    }
    let mut columns = vec![vec![]; names.len()];
    while records.advance()? {
        records.expect_fields(names.len())?;
        for ((column, name), field) in columns.iter_mut().zip(&names).zip(records.fields()) {
            column.push(records.number(field, name)?);
        }
    }
    match columns.first() {
        Some(column) if !column.is_empty() => Table::new(names, columns),
        _ => Err(Error::NoRows),
    }
}

/// Writes a table with commas; numbers read back to the bit. Row weights are not written.
pub fn write_table(table: &Table, out: &mut dyn Write) -> Result<()> {
    let mut line = String::new();
    push_line(&mut line, table.names(), |line, name| push_name(line, name));
    for r in 0..table.rows() {
        out.write_all(line.as_bytes()).map_err(Error::Write)?;
        line.clear();
        push_line(&mut line, table.columns(), |line, column| push_number(line, column[r]));
    }
    out.write_all(line.as_bytes()).map_err(Error::Write)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> String {
        read(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn reads_what_spreadsheets_write() {
        let expected = Table::new(
            vec!["a".into(), "b, or c".into()],
            vec![vec![1.0, -2e3, 0.5], vec![2.0, 3.0, 4.0]],
        )
        .unwrap();
        for text in [
            "a,\"b, or c\"\n1,2\n-2e3,3\n.5,4\n",
            "\u{feff}a;\"b, or c\"\r\n1;2\r\n-2000;+3\r\n0.5;4\r\n\r\n\r\n",
            " a \tb, or c\n1\t2\n\n-2E3\t 3.0 \n5e-1\t\"4\"",
        ] {
            assert_eq!(read(text.as_bytes()).unwrap(), expected, "{text:?}");
        }
    }

    #[test]
    fn places_every_error() {
        for (text, expected) in [
            ("", "the input is empty"),
            ("\n \n", "the input is empty"),
            ("a,b\n", "no rows"),
            ("a,b\n1,2\n", "at least two rows"),
            ("a\n1\n2\n", "at least two columns that vary; here: \"a\""),
            ("a,b\n\n1,2\n3\n", "line 4: expected 2 fields as in the header, found 1"),
            ("a,b\n1,2\n3,x\n", "line 3, column \"b\": \"x\" is not a number"),
            ("a,b\n1,\n", "line 2, column \"b\": the value is missing"),
            ("a,b\n1,2\nNull,2\n", "line 3, column \"a\": the value is missing"),
            ("a,b\n1,-nan\n", "line 2, column \"b\": the value is missing"),
            ("a,b\n1,-Inf\n", "line 2, column \"b\": -Inf is not a finite number"),
            ("a,b\n1,1e999\n", "line 2, column \"b\": 1e999 is not a finite number"),
            ("a;b\n1;3,14\n", "line 2, column \"b\": \"3,14\" has a decimal comma"),
            ("1,2\n3,4\n", "the first line has only numbers (1, …)"),
            ("a,b,a\n1,2,x\n", "columns 1 and 3 are both named \"a\""),
            ("a,,c\n1,2,3\n", "column 2 has no name"),
        ] {
            assert!(problem(text).contains(expected), "{}", problem(text));
        }
        assert!(matches!(read(&b"a,b\n1,2\n3,\xff\n"[..]), Err(Error::NotUtf8 { line: 3 })));
        assert!(matches!(read(&b"a,\xff\n1,2\n"[..]), Err(Error::NotUtf8 { line: 1 })));
    }

    #[test]
    fn shows_foreign_text_short_and_harmless() {
        let text = format!("a,\"b\u{1b}[31m\nc\"\n1,{}\n", "z".repeat(100_000));
        let shown = problem(&text);
        assert!(shown.starts_with("line 3, column \"b\\u{1b}[31m\\nc\": \"zzz"), "{shown}");
        assert!(shown.len() < 200, "{shown}");
    }
}
