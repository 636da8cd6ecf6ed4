//! What single rows do to a graph: whether edges rest on a few that lie far from all others, whether rows depend on
//! their neighbours, and how many are the same.

use serde::{Deserialize, Serialize};

use super::Quantity;
pub use super::dependence::RowDependence;
use crate::data::Table;
use crate::fingerprint::Fingerprint;
use crate::prepare::Far;
use crate::warning::{Advice, DependentRows, RowsAndEdges, Warning};

/// Why nothing is far where far rows were dropped; their preparation says so.
pub(crate) const LEFT: &str = "rows far from the others have left";
/// Rows that are worth less than this share of their number are warned of.
const LOUD: f64 = 0.8;

/// What single rows do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RowChecks {
    /// Rows that lie far from all others, and the edges that rest on them.
    pub outliers: Quantity<FarRows>,
    /// How far rows depend on those before them.
    pub dependence: Quantity<RowDependence>,
    /// How many rows repeat an earlier one in all columns.
    pub identical: Quantity<u64>,
    /// For how many rows these were taken, where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted_as: Option<u64>,
}

/// Rows that lie far from all others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FarRows {
    /// Rows that were looked at.
    pub looked_at: u64,
    /// Whether these are a sample, because there are too many to keep.
    pub sampled: bool,
    /// Whether columns were also looked at together.
    pub together: bool,
    /// How many are far.
    pub count: u64,
    /// Of these, how many are far only if columns are looked at together.
    pub by_distance: u64,
    /// The numbers of the first of them, from 1.
    pub numbers: Vec<u64>,
    /// What they look like; none where there are none.
    pub advice: Option<Advice>,
    /// The edges that rest on them.
    pub edges: Quantity<RestingEdges>,
}

/// Edges that rest on far rows.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RestingEdges {
    /// Edges of the graph.
    pub edges: usize,
    /// Of these, how many are found without those rows, too.
    pub left: usize,
    /// Pairs that are joined with those rows or without, but not both.
    pub differ: usize,
    /// Pairs that are joined only because of those rows.
    pub made: Vec<(String, String)>,
    /// Pairs that are not joined only because of those rows.
    pub hidden: Vec<(String, String)>,
}

impl FarRows {
    /// With what a second look found.
    pub(crate) fn of(far: &Far, edges: Quantity<RestingEdges>) -> FarRows {
        FarRows {
            looked_at: far.looked_at,
            sampled: far.sampled,
            together: far.together,
            count: far.count,
            by_distance: far.by_distance,
            numbers: far.numbers.clone(),
            advice: far.advice.clone(),
            edges,
        }
    }
}

impl RowChecks {
    /// Whether rows were looked at and none is far.
    pub fn none_is_far(&self) -> bool {
        self.outliers.known().is_some_and(|far| far.count == 0)
    }

    /// What the reader must not miss.
    pub fn warnings(&self) -> Vec<Warning> {
        let mut warnings = vec![];
        if let Some(far) = self.outliers.known() {
            let resting = far.edges.known();
            let rest = resting.filter(|found| !(found.made.is_empty() && found.hidden.is_empty()));
            if let (Some(found), Some(advice)) = (rest, &far.advice) {
                warnings.push(Warning::RowsMakeEdges(RowsAndEdges {
                    rows: far.count,
                    numbers: far.numbers.clone(),
                    edges: found.edges,
                    made: found.made.clone(),
                    hidden: found.hidden.clone(),
                    left: found.left,
                    advice: advice.clone(),
                }));
            }
        }
        warnings.extend(self.loud().map(Warning::RowsDepend));
        warnings
    }

    /// Rows that depend on each other so much that it must be said.
    fn loud(&self) -> Option<DependentRows> {
        let found = self.dependence.known().filter(|_| self.counted_as.is_none())?;
        let loud = found.alarm && found.worth < LOUD * found.rows as f64;
        loud.then(|| DependentRows {
            rows: found.rows,
            worth: found.worth,
            affected: found.affected.clone(),
            columns: found.columns,
            sorted_by: found.sorted_by.clone(),
        })
    }
}

/// How many rows repeat an earlier one.
pub fn identical(table: &Table) -> u64 {
    let columns = table.columns();
    let code = |row: usize| {
        let mut code = Fingerprint::default();
        // 0 and −0 are equal, so they count alike.
        columns.iter().for_each(|column| code.add_word((column[row] + 0.0).to_bits()));
        code.code()
    };
    let mut codes: Vec<(u64, usize)> = (0..table.rows()).map(|row| (code(row), row)).collect();
    codes.sort_unstable();
    let same = |a: usize, b: usize| columns.iter().all(|column| column[a] == column[b]);
    let mut count = 0;
    for group in codes.chunk_by(|a, b| a.0 == b.0) {
        // Of rows with one code, those that equal one that was seen; nearly always there is one kind.
        let mut kinds: Vec<usize> = vec![];
        for &(_, row) in group {
            match kinds.iter().any(|&kind| same(kind, row)) {
                true => count += 1,
                false => kinds.push(row),
            }
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnose::tests::table;

    #[test]
    fn rows_that_repeat_are_counted() {
        let x = vec![1.0, 2.0, 1.0, 0.0, -0.0, 1.0];
        let y = vec![3.0, 3.0, 3.0, 5.0, 5.0, 4.0];
        assert_eq!(identical(&table(&[x, y])), 2);
    }
}
