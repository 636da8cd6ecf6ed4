//! Named numeric columns of equal length, with optional row weights.

use std::borrow::Cow;
use std::collections::HashMap;

use super::same_variance;
use crate::error::{Error, Result};
use crate::fingerprint::Fingerprint;
use crate::warning::Warning;

/// A table of named numeric columns. Every value is finite; names are unique and not empty.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    names: Vec<String>,
    columns: Vec<Vec<f64>>,
    weights: Option<Vec<f64>>,
}

impl Table {
    /// Checks names and values and takes them over.
    ///
    /// ```
    /// let table = bregdag::Table::new(
    ///     vec!["age".into(), "income".into()],
    ///     vec![vec![31.0, 45.0, 52.0], vec![2.1, 3.0, 2.8]],
    /// )?;
    /// assert_eq!((table.rows(), table.names()[1].as_str()), (3, "income"));
    /// # Ok::<(), bregdag::Error>(())
    /// ```
    pub fn new(names: Vec<String>, columns: Vec<Vec<f64>>) -> Result<Table> {
        check_names(&names)?;
        if names.len() != columns.len() {
            return Err(Error::Shape {
                what: "number of columns".into(),
                expected: names.len(),
                found: columns.len(),
            });
        }
        let rows = columns.first().map_or(0, Vec::len);
        for (name, column) in names.iter().zip(&columns) {
            if column.len() != rows {
                let what = format!("rows of column \"{name}\"");
                return Err(Error::Shape { what, expected: rows, found: column.len() });
            }
            if let Some(row) = column.iter().position(|x| !x.is_finite()) {
                return Err(Error::NotFinite {
                    place: format!("row {}", row + 1),
                    column: name.clone(),
                    value: column[row].to_string(),
                });
            }
        }
        if rows < 2 {
            return Err(Error::TooFewRows { rows });
        }
        if names.len() < 2 {
            return Err(Error::TooFewColumns { names: quoted(&names) });
        }
        Ok(Table { names, columns, weights: None })
    }

    /// The same table, row i counting `weights[i]` times.
    pub fn with_weights(self, weights: Vec<f64>) -> Result<Table> {
        if weights.len() != self.rows() {
            let what = "number of row weights".into();
            return Err(Error::Shape { what, expected: self.rows(), found: weights.len() });
        }
        if let Some(row) = weights.iter().position(|w| !(w.is_finite() && *w >= 0.0)) {
            return Err(Error::BadWeight { row: row + 1, weight: weights[row] });
        }
        if weights.iter().all(|&w| w == 0.0) {
            return Err(Error::BadWeight { row: 1, weight: 0.0 });
        }
        Ok(Table { weights: Some(weights), ..self })
    }

    /// Variable names, in column order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The columns.
    pub fn columns(&self) -> &[Vec<f64>] {
        &self.columns
    }

    /// Row weights, if any.
    pub fn weights(&self) -> Option<&[f64]> {
        self.weights.as_deref()
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }

    /// Some of the columns.
    pub fn select(self, kept: &[usize]) -> Table {
        let Table { names, mut columns, weights } = self;
        Table {
            names: kept.iter().map(|&j| names[j].clone()).collect(),
            columns: kept.iter().map(|&j| std::mem::take(&mut columns[j])).collect(),
            weights,
        }
    }

    /// The table of some of its rows, at least one.
    pub(crate) fn select_rows(&self, rows: &[usize]) -> Table {
        let select = |column: &Vec<f64>| rows.iter().map(|&row| column[row]).collect();
        Table {
            names: self.names.clone(),
            columns: self.columns.iter().map(select).collect(),
            weights: self.weights.as_ref().map(select),
        }
    }

    /// The same columns brought to mean 0 and variance 1, as [`Moments::standardized`](super::Moments::standardized)
    /// has them; those that do not vary are only centred.
    pub fn standardized(&self, moments: &super::Moments) -> Table {
        let of_column = |(column, (mean, variance)): (&Vec<f64>, (&f64, f64))| {
            let deviation = if variance > 0.0 { variance.sqrt() } else { 1.0 };
            column.iter().map(|x| (x - mean) / deviation).collect()
        };
        let spread = moments.means().iter().zip(moments.variances());
        let columns = self.columns.iter().zip(spread).map(of_column).collect();
        Table { names: self.names.clone(), columns, weights: self.weights.clone() }
    }

    /// The same columns, each divided by its unit.
    pub(crate) fn rescaled(&self, units: &[f64]) -> Table {
        let of_column =
            |(column, unit): (&Vec<f64>, &f64)| column.iter().map(|x| x / unit).collect();
        let columns = self.columns.iter().zip(units).map(of_column).collect();
        Table { names: self.names.clone(), columns, weights: self.weights.clone() }
    }

    /// Whether the columns were evidently brought to the same variance, each row counting once.
    pub(super) fn same_variance(&self) -> bool {
        let m = self.rows() as f64;
        let variance = |column: &Vec<f64>| {
            let mean = column.iter().sum::<f64>() / m;
            column.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / m
        };
        same_variance(self.columns.iter().map(variance).collect(), self.rows() as u64)
    }

    /// The rows that count: all but those of weight zero.
    pub(crate) fn counted(&self) -> Cow<'_, Table> {
        let weights = self.weights.as_deref().unwrap_or_default();
        if weights.iter().all(|&weight| weight > 0.0) {
            return Cow::Borrowed(self);
        }
        let counts: Vec<usize> = (0..self.rows()).filter(|&row| weights[row] > 0.0).collect();
        Cow::Owned(self.select_rows(&counts))
    }

    /// The table without its constant columns, which no graph can say anything about, and a
    /// warning for each. Two identical columns are an error: no method can tell them apart.
    pub fn informative(self) -> Result<(Table, Vec<Warning>)> {
        let Table { names, columns, weights } = self;
        let mut kept = Table { names: vec![], columns: vec![], weights };
        let mut warnings = vec![];
        for (name, column) in names.into_iter().zip(columns) {
            if varies(&column) {
                kept.names.push(name);
                kept.columns.push(column);
            } else {
                warnings.push(Warning::ConstantColumn { column: name, value: column[0] });
            }
        }
        if kept.names.len() < 2 {
            return Err(Error::TooFewColumns { names: quoted(&kept.names) });
        }
        kept.refuse_identical_columns()?;
        Ok((kept, warnings))
    }

    fn refuse_identical_columns(&self) -> Result<()> {
        let mut seen: HashMap<u64, Vec<usize>> = HashMap::new();
        for (j, column) in self.columns.iter().enumerate() {
            let same_hash = seen.entry(fingerprint(column)).or_default();
            if let Some(&i) = same_hash.iter().find(|&&i| self.columns[i] == *column) {
                return Err(Error::IdenticalColumns {
                    first: self.names[i].clone(),
                    second: self.names[j].clone(),
                });
            }
            same_hash.push(j);
        }
        Ok(())
    }
}

/// Whether the values differ by more than the rounding of their decimal text.
fn varies(column: &[f64]) -> bool {
    let least = column.iter().copied().fold(f64::INFINITY, f64::min);
    let most = column.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    differ(least, most)
}

/// Refuses empty and repeated names.
pub(crate) fn check_names(names: &[String]) -> Result<()> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for (j, name) in names.iter().enumerate() {
        if name.trim().is_empty() {
            return Err(Error::EmptyName { column: j + 1 });
        }
        if let Some(i) = seen.insert(name, j) {
            let name = name.clone();
            return Err(Error::DuplicateName { name, first: i + 1, second: j + 1 });
        }
    }
    Ok(())
}

/// A code of the values; 0 and −0 are equal, so they count alike.
fn fingerprint(column: &[f64]) -> u64 {
    let mut fingerprint = Fingerprint::default();
    column.iter().for_each(|&x| fingerprint.add_word((x + 0.0).to_bits()));
    fingerprint.code()
}

fn quoted(names: &[String]) -> String {
    match names {
        [] => "none".into(),
        _ => names.iter().map(|n| format!("\"{n}\"")).collect::<Vec<_>>().join(", "),
    }
}

/// Whether two values differ by more than the rounding of their decimal text.
pub(crate) fn differ(least: f64, most: f64) -> bool {
    most - least > 4.0 * f64::EPSILON * most.abs().max(least.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(columns: &[(&str, &[f64])]) -> Result<Table> {
        let names = columns.iter().map(|(name, _)| name.to_string()).collect();
        Table::new(names, columns.iter().map(|(_, column)| column.to_vec()).collect())
    }

    #[test]
    fn bad_tables_are_refused() {
        let good: &[f64] = &[1.0, 2.0];
        let of = |name: &'static str, column: &'static [f64]| {
            table(&[("a", good), (name, column)]).unwrap_err()
        };
        assert!(matches!(of("a", &[1.0, 3.0]), Error::DuplicateName { first: 1, second: 2, .. }));
        assert!(matches!(of(" ", &[1.0, 3.0]), Error::EmptyName { column: 2 }));
        assert!(matches!(of("b", &[1.0]), Error::Shape { expected: 2, found: 1, .. }));
        assert!(matches!(of("b", &[1.0, f64::NAN]), Error::NotFinite { .. }));
        assert!(matches!(table(&[("a", good)]), Err(Error::TooFewColumns { .. })));
        let one_row = table(&[("a", &[1.0]), ("b", &[2.0])]);
        assert!(matches!(one_row, Err(Error::TooFewRows { rows: 1 })));
    }

    #[test]
    fn bad_weights_are_refused() {
        let weighted = |weights: &[f64]| {
            let table = table(&[("a", &[1.0, 2.0]), ("b", &[2.0, 1.0])]).unwrap();
            table.with_weights(weights.to_vec())
        };
        assert!(weighted(&[1.0, 0.0]).is_ok());
        for bad in [&[1.0][..], &[1.0, -1.0], &[1.0, f64::NAN], &[f64::INFINITY, 1.0], &[0.0, 0.0]]
        {
            assert!(weighted(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn constant_columns_are_left_out_by_name() {
        let columns: [(&str, &[f64]); 3] =
            [("a", &[1.0, 2.0]), ("b", &[7.0, 7.0]), ("c", &[2.0, 1.0])];
        let (kept, warnings) = table(&columns).unwrap().informative().unwrap();
        assert_eq!(kept.names(), ["a", "c"]);
        assert_eq!(warnings, [Warning::ConstantColumn { column: "b".into(), value: 7.0 }]);
        assert!(table(&columns[..2]).unwrap().informative().is_err());
    }

    #[test]
    fn identical_columns_are_refused_by_name() {
        // 0 and −0 are the same number.
        let same = table(&[("a", &[0.0, 1.0]), ("b", &[1.0, 0.0]), ("c", &[-0.0, 1.0])]).unwrap();
        let error = same.informative().unwrap_err();
        assert!(
            matches!(&error, Error::IdenticalColumns { first, second } if first == "a" && second == "c"),
            "{error}"
        );
    }
}
