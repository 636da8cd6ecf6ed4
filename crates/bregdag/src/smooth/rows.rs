//! How much each row counts: sums over rows are Σ_r w_r a_r b_r with Σ_r w_r = m.

use crate::data::{Moments, Table};

/// What each row of a table counts.
#[derive(Debug, Clone)]
pub struct Rows {
    /// √w_r; none where all are one.
    roots: Option<Vec<f64>>,
    /// m.
    count: f64,
}

impl Rows {
    /// Of a table whose rows all count, and of its moments, which may say that it is worth fewer: rows drawn twice say
    /// less. They also count rows of weight zero, which are not here.
    pub fn of(table: &Table, moments: &Moments) -> Rows {
        let rows = moments.rows().min(table.rows() as u64);
        let count = rows as f64;
        let roots = match table.weights() {
            None if rows == table.rows() as u64 => None,
            None => Some(vec![(count / table.rows() as f64).sqrt(); table.rows()]),
            Some(weights) => {
                let each = count / weights.iter().sum::<f64>();
                Some(weights.iter().map(|weight| (weight * each).sqrt()).collect())
            }
        };
        Rows { roots, count }
    }

    /// m.
    pub fn count(&self) -> f64 {
        self.count
    }

    /// √w_r a_r, so that sums over rows become plain sums.
    pub fn scaled(&self, values: impl Iterator<Item = f64>) -> Vec<f64> {
        match &self.roots {
            None => values.collect(),
            Some(roots) => values.zip(roots).map(|(value, root)| value * root).collect(),
        }
    }

    /// w_r of row r.
    pub fn weight(&self, row: usize) -> f64 {
        self.roots.as_ref().map_or(1.0, |roots| roots[row].powi(2))
    }

    /// Σ_r w_r a_r / m.
    pub fn mean(&self, values: impl Iterator<Item = f64>) -> f64 {
        let sum: f64 = match &self.roots {
            None => values.sum(),
            Some(roots) => values.zip(roots).map(|(value, root)| value * root * root).sum(),
        };
        sum / self.count
    }
}
