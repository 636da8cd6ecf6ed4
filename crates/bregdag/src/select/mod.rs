//! Which λ, which threshold, which penalty? The values of a path are compared by
//!
//! ```text
//! extended BIC        −2 log likelihood + (log m + 2 log n) |E| + log m · (noise variances)
//! cross-validation    −2 log likelihood, per row, of rows that the fit has not seen
//! ```
//!
//! and the whole path is kept in the result ([`Selection`]). The extended BIC asks which graph is
//! true and takes one fit for each value; cross-validation asks which equations predict and takes
//! one for each value and fold. For prediction a few edges too many cost next to nothing, so
//! cross-validation takes the sparsest graph that predicts as well as the best one, up to one standard
//! error. See docs/mathematics.md, section 16.
//!
//! `candidates` has the values of a path, `splits` the rows of a cross-validation; `choice` decides between
//! the points, `run` puts it together.
//!
//! ```
//! use bregdag::select::{Candidates, Rule, select};
//! use bregdag::simulate::{self, simulate};
//! use bregdag::{Moments, Spec};
//!
//! let table = simulate(&simulate::Options { nodes: 10, samples: 200, ..Default::default() })?.table;
//! let (moments, folds) = (Moments::of(&table)?, Moments::of_folds(&table, 5, 0)?);
//! let spec = Spec::default();
//! let candidates = Candidates::of(&*spec.method(), None, &moments)?;
//! let selected = select(&spec, &(&moments).into(), &candidates, Rule::Cv(&folds), &())?;
//! let selection = selected.selection.ok_or("stopped early")?;
//! println!("{} = {}", selection.parameter.name(), selection.chosen_point().value);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod candidates;
mod choice;
mod run;
mod splits;

use serde::{Deserialize, Serialize};

use crate::data::Moments;
use crate::method::Parameter;

pub use candidates::Candidates;
pub use run::{Selected, select};

/// What the values of a path are compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Criterion {
    /// Extended BIC.
    Ebic,
    /// Cross-validated −2 log likelihood per row.
    Cv,
}

/// A criterion and the data it needs beside those that are learned from.
#[derive(Debug, Clone, Copy)]
pub enum Rule<'a> {
    /// The lowest extended BIC.
    Ebic,
    /// Cross-validation over these disjoint sets of rows, together all rows
    /// ([`Moments::of_folds`]). A fold without whose rows a column hardly varies is left out with a
    /// warning: nothing can be learned about that column there.
    Cv(&'a [Moments]),
}

/// One value of a path.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// The value.
    pub value: f64,
    /// Edges of the graph that all rows give with it.
    pub edges: usize,
    /// The criterion; lower is better.
    pub criterion: f64,
    /// Standard error over the folds of the difference between the criterion here and at its lowest
    /// point, where that is zero; `None` for the extended BIC.
    pub std_error: Option<f64>,
}

/// A path of values and the one that was chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Selection {
    /// What they were compared by.
    pub criterion: Criterion,
    /// The option that varies.
    pub parameter: Parameter,
    /// Folds of the cross-validation, those left out not counted.
    pub folds: Option<usize>,
    /// The points, by their values. After an early stop, only those that were complete.
    pub path: Vec<Point>,
    /// Index in the path of the value chosen.
    pub chosen: usize,
}

impl Selection {
    /// The point that was chosen.
    pub fn chosen_point(&self) -> &Point {
        &self.path[self.chosen]
    }
}
