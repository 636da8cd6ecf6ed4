//! W as a square table: a header with the n names, then n rows; row i, column j is the weight of
//! i → j.

use super::records::Records;
use crate::data::check_names;
use crate::error::{Error, Result};
use crate::linalg::Matrix;
use crate::text::{count, quoted};

/// Reads a matrix as `export` writes it. The rows may start with their names, in the order of
/// the header, if the header leaves that column unnamed.
pub fn read(bytes: &[u8]) -> Result<(Vec<String>, Matrix)> {
    let mut records = Records::new(bytes);
    let header = records.header()?;
    read_rows(records, header)
}

/// The same with its variables in the order of these, which must be the same.
pub fn read_over(bytes: &[u8], names: &[String]) -> Result<Matrix> {
    let (theirs, weights) = read(bytes)?;
    let place = |name: &String| theirs.iter().position(|other| other == name);
    let places: Option<Vec<usize>> = names.iter().map(place).collect();
    match places.filter(|places| places.len() == theirs.len()) {
        Some(at) => Ok(Matrix::from_fn(at.len(), at.len(), |i, j| weights[(at[i], at[j])])),
        None => {
            let both = ["the starting matrix", "the data"];
            Err(Error::variables_differ(both, [&theirs, names]))
        }
    }
}

/// Reads the rows below a header.
pub(super) fn read_rows(
    mut records: Records,
    mut names: Vec<String>,
) -> Result<(Vec<String>, Matrix)> {
    let labels = usize::from(names.first().is_some_and(String::is_empty));
    names.drain(..labels);
    check_names(&names)?;
    let n = names.len();
    let mut values = vec![];
    let mut rows = 0;
    while records.advance()? {
        records.expect_fields(labels + n)?;
        if rows == n {
            return Err(invalid(format!("line {}: more rows than names ({n})", records.line())));
        }
        if labels == 1 {
            let label = records.text(records.field(0))?;
            if label != names[rows] {
                let (line, found, expected) =
                    (records.line(), quoted(&label), quoted(&names[rows]));
                return Err(invalid(format!(
                    "line {line}: the row is named {found}; expected {expected} as in the header"
                )));
            }
        }
        for (name, field) in names.iter().zip(records.fields().skip(labels)) {
            values.push(records.number(field, name)?);
        }
        rows += 1;
    }
    if rows < n {
        let (rows, names) = (count(rows, "row"), count(n, "name"));
        return Err(invalid(format!("{rows} for {names}; expected a row for each name")));
    }
    Ok((names, Matrix::from_fn(n, n, |i, j| values[i * n + j])))
}

fn invalid(problem: String) -> Error {
    Error::Format { format: "matrix", problem }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_names_may_come_first() {
        let (names, weights) = read(b",a,b\na,0,2\nb,0,0\n").unwrap();
        assert_eq!((names, weights[(0, 1)]), (vec!["a".to_string(), "b".into()], 2.0));
    }

    #[test]
    fn says_what_is_wrong() {
        let problem = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
        assert!(problem("a,b\n0,1\n").contains("1 row for 2 names"));
        assert!(problem("a,b\n0,1\n0,0\n0,0\n").contains("line 4: more rows than names (2)"));
        assert!(problem("a,b\n0,1\n0\n").contains("line 3: expected 2 fields"));
        assert!(problem("a,b\n0,1\n0,NA\n").contains("line 3, column \"b\""));
        assert!(problem("0,1\n0,0\n").contains("only numbers"));
        assert!(problem(",a,b\nb,0,0\na,0,0\n").contains("line 2: the row is named \"b\""));
    }
}
