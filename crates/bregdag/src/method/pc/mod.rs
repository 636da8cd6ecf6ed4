//! PC: two variables are joined unless some set of others makes them independent; then colliders,
//! then what follows.
//!
//! ```text
//! i — j      where no S makes z = √(m − |S| − 3) atanh(ρ_ij.S) so small that P(|N(0, 1)| > |z|) > α
//! i → k ← j  where i — k — j, i and j not joined, and k is in no S that separates them
//! ```
//!
//! Spirtes and Glymour 1991 (doi:10.1177/089443939100900106), with the skeleton that does not depend
//! on the order of the columns of Colombo and Maathuis 2014 (arXiv:1211.3295), and the rules of Meek
//! 1995 (arXiv:1302.4972). See docs/mathematics.md, "PC".
//!
//! Reader's guide: `partial` has the correlations given sets, `skeleton` who stays joined,
//! `colliders` and `rules` the directions on the `marks` of a skeleton; `learn` puts them together.

mod colliders;
mod learn;
mod marks;
mod options;
mod partial;
mod rules;
mod skeleton;

#[cfg(test)]
mod tests;

use super::answer::Answer;
use super::contract::{Method, Needs, Symmetry};
use crate::data::Dataset;
use crate::error::Result;
use crate::room::Footprint;
use crate::watch::Watch;

pub(super) use options::ALPHAS;
pub use options::Options;

/// PC with Fisher's test.
///
/// ```
/// use bregdag::simulate::{self, simulate};
/// use bregdag::{Learn, Pc};
///
/// let truth = simulate(&simulate::Options { nodes: 8, degree: 1, samples: 10_000, ..Default::default() })?;
/// let fit = Pc::default().learn(&truth.table)?;
/// let class = bregdag::graph::Class::of(truth.truth.dag());
/// assert_eq!(&fit.answer.claim.graph(), class.graph());
/// # Ok::<(), bregdag::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Pc(pub Options);

impl Method for Pc {
    fn name(&self) -> &'static str {
        "pc"
    }

    fn footprint(&self) -> Footprint {
        Footprint::squares(2.1, 2.1)
    }

    fn needs(&self) -> Needs {
        Needs {
            rows: false,
            environments: false,
            knowledge: true,
            starts: &[],
            symmetry: Symmetry::Nothing(
                "pairs and colliders are the same in any order of the columns, but where colliders contradict each \
                 other the first one wins",
            ),
        }
    }

    fn validate(&self) -> Result<()> {
        self.0.validate()
    }

    fn answer(&self, data: &Dataset<'_>, watch: &dyn Watch) -> Result<Answer> {
        self.needs().check(self.name(), data)?;
        learn::learn(data, &self.0, watch)
    }
}
