//! One column rewritten: log x, log (1 + x), or the rank of x. Missing values (NaN) stay missing.

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

/// What is done to each value of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Transform {
    /// The natural logarithm, of values above 0.
    Log,
    /// log (1 + x), of values above −1.
    Log1p,
    /// The rank among the observed values, from 1; equal values share the mean of their ranks.
    Rank,
}

impl Transform {
    /// The name people give it.
    pub fn name(self) -> &'static str {
        match self {
            Transform::Log => "log",
            Transform::Log1p => "log1p",
            Transform::Rank => "rank",
        }
    }

    /// Whether a value cannot be rewritten before all rows are known.
    pub fn needs_all_rows(self) -> bool {
        self == Transform::Rank
    }

    /// Rewrites some values of the column of this name. `first_row` is the number of the first of them
    /// in the table, from 1; ranks are among the values given.
    pub fn apply(self, values: &mut [f64], column: &str, first_row: u64) -> Result<()> {
        match self {
            Transform::Log => log(values, column, first_row),
            Transform::Log1p => log1p(values, column, first_row),
            Transform::Rank => {
                rank(values);
                Ok(())
            }
        }
    }
}

/// x ← log x. Fails at the first value that is not above 0; then the values before it are rewritten.
pub fn log(values: &mut [f64], column: &str, first_row: u64) -> Result<()> {
    let remedy = "log1p takes values above -1, or leave the column out";
    rewrite(values, 0.0, libm::log).map_err(|(row, value)| Error::Logarithm {
        column: column.into(),
        row: first_row + row,
        value,
        transform: Transform::Log.name(),
        remedy,
    })
}

/// x ← log (1 + x). Fails at the first value that is not above −1; then the values before it are
/// rewritten.
pub fn log1p(values: &mut [f64], column: &str, first_row: u64) -> Result<()> {
    let remedy = "rank takes any values, or leave the column out";
    rewrite(values, -1.0, libm::log1p).map_err(|(row, value)| Error::Logarithm {
        column: column.into(),
        row: first_row + row,
        value,
        transform: Transform::Log1p.name(),
        remedy,
    })
}

/// Rewrites values above `bound`; the place, from 0, and the value of the first that is not.
fn rewrite(
    values: &mut [f64],
    bound: f64,
    f: impl Fn(f64) -> f64,
) -> std::result::Result<(), (u64, f64)> {
    for (r, x) in values.iter_mut().enumerate() {
        if *x <= bound {
            return Err((r as u64, *x));
        }
        *x = f(*x);
    }
    Ok(())
}

/// x ← its rank among the observed values, 1, …, k; equal values share the mean of their ranks.
pub fn rank(column: &mut [f64]) {
    let mut order: Vec<usize> = (0..column.len()).filter(|&r| !column[r].is_nan()).collect();
    // 0 and −0 are the same number; adding 0 makes them the same bits.
    order.sort_unstable_by(|&a, &b| (column[a] + 0.0).total_cmp(&(column[b] + 0.0)));
    let mut start = 0;
    while start < order.len() {
        let value = column[order[start]];
        let equal = order[start..].iter().take_while(|&&r| column[r] == value).count();
        // The mean of start + 1, …, start + equal.
        let mean = start as f64 + (equal as f64 + 1.0) / 2.0;
        order[start..start + equal].iter().for_each(|&r| column[r] = mean);
        start += equal;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_taken_in_place_and_missing_stays_missing() {
        let mut x = [1.0, f64::NAN, std::f64::consts::E];
        log(&mut x, "a", 1).unwrap();
        assert!(x[0] == 0.0 && x[1].is_nan() && (x[2] - 1.0).abs() < 1e-15);
        let mut x = [0.0, 1e-20, -0.5, f64::NAN];
        log1p(&mut x, "a", 1).unwrap();
        // Of a tiny x, log (1 + x) is x itself.
        assert!(x[0] == 0.0 && x[1] == 1e-20 && (x[2] + 2f64.ln()).abs() < 1e-15);
        assert!(x[3].is_nan());
    }

    #[test]
    fn what_has_no_logarithm_is_named_with_its_row_and_a_remedy() {
        let problem = |transform: Transform, x: f64| {
            transform.apply(&mut [1.0, x], "income", 100).unwrap_err().to_string()
        };
        for (text, x) in [("-3", -3.0), ("0", 0.0)] {
            let message = problem(Transform::Log, x);
            for part in ["row 101", "\"income\"", &format!("log of {text}"), "log1p"] {
                assert!(message.contains(part), "{message}");
            }
        }
        for x in [-1.0, -7.0] {
            assert!(problem(Transform::Log1p, x).contains("leave the column out"));
        }
    }

    #[test]
    fn ties_share_their_ranks_and_missing_values_have_none() {
        let mut x = [5.0, f64::NAN, -0.0, 0.0, 7.0, 5.0, 5.0];
        rank(&mut x);
        assert_eq!([x[0], x[2], x[3], x[4], x[5], x[6]], [4.0, 1.5, 1.5, 6.0, 4.0, 4.0]);
        assert!(x[1].is_nan());
        rank(&mut []);
    }

    #[test]
    fn names_are_those_of_the_options() {
        let names = ["log", "log1p", "rank"];
        for (name, transform) in
            names.iter().zip([Transform::Log, Transform::Log1p, Transform::Rank])
        {
            assert_eq!(serde_json::to_value(transform).unwrap(), *name);
            assert_eq!(transform.needs_all_rows(), *name == "rank");
        }
    }
}
