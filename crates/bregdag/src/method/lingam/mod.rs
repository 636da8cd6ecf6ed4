//! LiNGAM: linear equations x_j = Σ_i W_ij x_i + e_j whose noise is not Gaussian. Then the rows tell every
//! direction: only from cause to effect is what regression leaves independent of the cause.
//!
//! ```text
//! direct   first the variable that no other acts on, then the same with what it leaves of the others
//! ica      independent components e = (I − Wᵀ) x, and the order that makes W nearly triangular
//! both     then the adaptive lasso of each variable on those before it
//! ```
//!
//! Shimizu, Hoyer, Hyvärinen and Kerminen 2006 (jmlr.org/papers/v7/shimizu06a.html) for `ica`; Shimizu et al. 2011
//! (jmlr.org/papers/v12/shimizu11a.html) with the measure of Hyvärinen and Smith 2013
//! (jmlr.org/papers/v14/hyvarinen13a.html) for `direct`. See docs/mathematics.md, "LiNGAM".
//!
//! Reader's guide: `entropy` measures how far from Gaussian a column is, on the fast `exponential`; `direct` finds the
//! order with it, among those whom `knowing` lets come next. `ica` finds components, `unmixed` their order.
//! `prune` finds parents, `gaussian` looks at the noise; `learn` puts them together.

mod direct;
mod entropy;
mod exponential;
mod gaussian;
mod ica;
mod knowing;
mod learn;
mod options;
mod prune;
mod unmixed;

#[cfg(test)]
mod tests;

use super::answer::Answer;
use super::contract::{Method, Needs, Symmetry};
use crate::data::Dataset;
use crate::error::{Error, Result};
use crate::room::Footprint;
use crate::watch::Watch;

pub use options::{Algorithm, Options};

/// LiNGAM.
///
/// ```
/// use bregdag::simulate::{self, Noise, simulate};
/// use bregdag::{Learn, Lingam};
///
/// let noise = Noise::Exponential;
/// let truth = simulate(&simulate::Options { nodes: 8, degree: 1, noise, ..Default::default() })?;
/// let fit = Lingam::default().learn(&truth.table)?;
/// // All directions, from one table.
/// assert_eq!(fit.dag().map(|dag| dag.edges()), Some(truth.truth.dag().edges()));
/// # Ok::<(), bregdag::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Lingam(pub Options);

impl Method for Lingam {
    fn name(&self) -> &'static str {
        "lingam"
    }

    fn footprint(&self) -> Footprint {
        Footprint { tables: 2.2, ..Footprint::squares(2.3, 2.3) }
    }

    fn needs(&self) -> Needs {
        let direct = self.0.algorithm == Algorithm::Direct;
        Needs {
            rows: true,
            environments: false,
            knowledge: direct,
            starts: &[],
            symmetry: match direct {
                true => Symmetry::Graph,
                false => Symmetry::Nothing("the first matrix of the components is random"),
            },
        }
    }

    fn validate(&self) -> Result<()> {
        self.0.validate()
    }

    fn answer(&self, data: &Dataset<'_>, watch: &dyn Watch) -> Result<Answer> {
        self.validate()?;
        let refuse = |what| Err(Error::NotForMethod { method: self.name(), what });
        let Some(table) = data.environments()[0].rows else {
            return refuse(
                "moments without rows, since directions come from the shape of the noise, which only rows have",
            );
        };
        if !self.needs().knowledge && !data.knowledge().is_none() {
            return refuse("prior knowledge with algorithm ica; algorithm direct can");
        }
        self.needs().check(self.name(), data)?;
        learn::learn(table, data, &self.0, watch)
    }
}
