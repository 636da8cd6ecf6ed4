//! Every method of the list, in several settings, through the same tests. A new method adds its entry to
//! `METHODS` and inherits all of them.
//!
//! `settings` makes the cases, `samples` the data, `sound` says what every fit must be, `watches` has who
//! watches. The others have one subject each.

mod claims;
mod columns;
mod degenerate;
mod documents;
mod knowledge;
mod refusals;
mod revisions;
mod samples;
mod settings;
mod sound;
mod stopping;
mod studies;
mod symmetry;
#[cfg(feature = "parallel")]
mod threads;
mod watches;

use bregdag::{Dataset, Fit, Watch};

use samples::Sample;
use settings::{Case, cases};
use sound::{bits, sound};

impl Case {
    /// Learns from data that every method can take.
    fn learn(&self, data: &Dataset<'_>, watch: &dyn Watch) -> Fit {
        match self.spec.learn(data, watch) {
            Ok(fit) => fit,
            Err(error) => panic!("{}: {error}", self.label),
        }
    }
}
