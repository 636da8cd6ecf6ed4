//! What a method learns from.

use super::{Knowledge, Moments};
use crate::error::{Error, Result, quoted};
use crate::linalg::{COLLINEAR, Cholesky};

/// What required parents must leave of each other: with a margin, since the search works on
/// correlations, whose rounding differs.
const INDEPENDENT: f64 = 20.0 * COLLINEAR;
/// The share of its variance from which on another parent takes part in a linear combination.
const TAKES_PART: f64 = 1e-8;

/// The moments of a table, and what is known beforehand about the graph.
#[derive(Debug, Clone, Copy)]
pub struct Dataset<'a> {
    /// The moments.
    pub moments: &'a Moments,
    /// Required and forbidden edges among the same variables, if any.
    pub knowledge: Option<&'a Knowledge>,
}

/// Nothing is known beforehand.
impl<'a> From<&'a Moments> for Dataset<'a> {
    fn from(moments: &'a Moments) -> Dataset<'a> {
        Dataset { moments, knowledge: None }
    }
}

impl Dataset<'_> {
    /// Refuses knowledge about other variables, and required parents that the data cannot tell apart.
    pub(crate) fn check(&self) -> Result<()> {
        let Some(known) = self.knowledge else { return Ok(()) };
        let (expected, found) = (self.moments.variables(), known.variables());
        if found != expected {
            let what = "variables of the prior knowledge".into();
            return Err(Error::Shape { what, expected, found });
        }
        (0..found).try_for_each(|j| independent(self.moments, j, known.required_parents(j)))
    }
}

/// Refuses a required parent of j that is a linear combination of those before it.
fn independent(moments: &Moments, j: usize, required: &[usize]) -> Result<()> {
    let (c, names) = (moments.comoments(), moments.names());
    let mut factor = Cholesky::with_capacity(required.len());
    for (count, &p) in required.iter().enumerate() {
        if factor.push(|k| c[(required[k], p)], c[(p, p)], INDEPENDENT).is_ok() {
            continue;
        }
        let mut weights: Vec<f64> = required[..count].iter().map(|&i| c[(i, p)]).collect();
        factor.solve(&mut weights);
        let takes_part = |(&i, w): (&usize, &f64)| {
            (w * w * c[(i, i)] > TAKES_PART * c[(p, p)]).then(|| quoted(&names[i]))
        };
        let others: Vec<String> = required.iter().zip(&weights).filter_map(takes_part).collect();
        let (parent, child) = (quoted(&names[p]), quoted(&names[j]));
        let why = match others.is_empty() {
            true => "it is constant".into(),
            false => format!("it is a linear combination of {}, required too", others.join(", ")),
        };
        let problem = format!(
            "{parent} -> {child} is required, but {why}; the data cannot tell its weight: require \
             one edge fewer into {child}"
        );
        return Err(Error::Knowledge { problem });
    }
    Ok(())
}
