//! Causal additive models: x_j = Σ_i f_ij(x_i) + e_j with Gaussian e_j. The graph is looked for by
//!
//! ```text
//! max over DAGs   − Σ_j log v_j,        v_j = variance of x_j − Σ_i f_ij(x_i)
//! ```
//!
//! in three steps (Bühlmann, Peters and Ernest 2014, arXiv:1310.1533): boosting chooses for each variable those that may act on
//! it; then the edge that gains most is added, again and again, as long as it closes no cycle; in the end edges whose
//! functions are not significantly different from zero go. See docs/mathematics.md, "Causal additive models".
//!
//! `regressions` has what a variable is regressed by, `candidates` the first step, `greedy` the second, `learn` puts
//! them together.

mod candidates;
mod greedy;
mod learn;
mod options;
mod regressions;

#[cfg(test)]
mod tests;

use super::answer::Answer;
use super::contract::{Method, Needs, Symmetry};
use crate::data::Dataset;
use crate::error::Result;
use crate::model::Effects;
use crate::room::Footprint;
use crate::watch::Watch;

pub(crate) use options::BASES;
pub use options::{Functions, Options};

/// Causal additive models.
///
/// ```
/// use bregdag::random::Stream;
/// use bregdag::{Learn, Table, method::Cam};
///
/// let mut stream = Stream::new(1, 0);
/// let x: Vec<f64> = (0..300).map(|_| stream.normal()).collect();
/// let y: Vec<f64> = x.iter().map(|x| (2.0 * x).sin() + 0.3 * stream.normal()).collect();
/// let fit = Cam::default().learn(&Table::new(vec!["x".into(), "y".into()], vec![x, y])?)?;
/// // A sine can be a function of its argument, but not the other way round.
/// assert!(fit.dag().is_some_and(|dag| dag.has_edge(0, 1)));
/// # Ok::<(), bregdag::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Cam(pub Options);

impl Method for Cam {
    fn name(&self) -> &'static str {
        "cam"
    }

    fn footprint(&self) -> Footprint {
        // Splines of every column, and what every pair gains; measured for 150 to 600 columns of 60 to 1800 rows.
        Footprint { tables: 60.0, ..Footprint::squares(280.0, 280.0) }
    }

    fn needs(&self) -> Needs {
        Needs {
            rows: true,
            environments: false,
            knowledge: true,
            starts: &[],
            symmetry: Symmetry::Nothing(
                "where an effect is straight, both directions gain the same, and the numbers of the columns decide",
            ),
        }
    }

    fn validate(&self) -> Result<()> {
        self.0.validate()
    }

    fn effects(&self) -> Effects {
        match self.0.model {
            Functions::Additive => Effects::Smooth { basis: self.0.basis },
            Functions::Linear => Effects::Linear,
        }
    }

    fn least_rows(&self) -> usize {
        match self.0.model {
            Functions::Additive => self.0.basis,
            Functions::Linear => 2,
        }
    }

    fn answer(&self, data: &Dataset<'_>, watch: &dyn Watch) -> Result<Answer> {
        self.validate()?;
        self.needs().check(self.name(), data)?;
        learn::learn(self, data, watch)
    }
}
