//! The edges as a table: source,target,weight,std_error,t,directed.

use std::io::Write;

use super::delimited::{push_name, push_number};
use crate::document::{Document, Edge};
use crate::error::{Error, Result};

/// One edge and what is known about its weight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct EdgeRow<'a> {
    /// Name of the cause.
    pub source: &'a str,
    /// Name of the effect.
    pub target: &'a str,
    /// Whether cause and effect are told apart; if not, the edge may point the other way.
    pub directed: bool,
    /// The weight, if there is one.
    pub weight: Option<f64>,
    /// Its standard error, if there is one.
    pub std_error: Option<f64>,
    /// The weight divided by its standard error.
    pub t: Option<f64>,
}

/// Writes the edges of a study.
pub fn write(document: &Document, out: &mut dyn Write) -> Result<()> {
    fn row(edge: &Edge) -> EdgeRow<'_> {
        EdgeRow {
            source: &edge.source,
            target: &edge.target,
            directed: edge.directed,
            weight: edge.weight,
            std_error: edge.std_error,
            t: edge.t,
        }
    }
    write_rows(document.edges.iter().map(row), out)
}

/// Writes one line per edge below a header; what is absent is left empty.
pub(super) fn write_rows<'a>(
    rows: impl Iterator<Item = EdgeRow<'a>>,
    out: &mut dyn Write,
) -> Result<()> {
    let mut line = String::from("source,target,weight,std_error,t,directed\n");
    for row in rows {
        push_name(&mut line, row.source);
        line.push(',');
        push_name(&mut line, row.target);
        for number in [row.weight, row.std_error, row.t] {
            line.push(',');
            number.into_iter().for_each(|x| push_number(&mut line, x));
        }
        line.push_str(if row.directed { ",true\n" } else { ",false\n" });
        out.write_all(line.as_bytes()).map_err(Error::Write)?;
        line.clear();
    }
    out.write_all(line.as_bytes()).map_err(Error::Write)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_numbers_are_empty() {
        let edge = EdgeRow {
            source: "a",
            target: "b\"",
            directed: true,
            weight: Some(2.0),
            std_error: Some(0.5),
            t: Some(4.0),
        };
        let open = EdgeRow { directed: false, std_error: None, t: None, ..edge };
        let rows = [edge, open, EdgeRow { weight: None, ..open }];
        let mut file = vec![];
        write_rows(rows.into_iter(), &mut file).unwrap();
        let expected = "source,target,weight,std_error,t,directed\n\
            a,\"b\"\"\",2,0.5,4,true\na,\"b\"\"\",2,,,false\na,\"b\"\"\",,,,false\n";
        assert_eq!(String::from_utf8_lossy(&file), expected);
    }

    #[test]
    fn no_edges_leave_the_header() {
        let mut file = vec![];
        write_rows([].into_iter(), &mut file).unwrap();
        assert_eq!(file, b"source,target,weight,std_error,t,directed\n");
    }
}
