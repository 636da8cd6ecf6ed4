//! What the fit of one node adds to its score, from the determinants with and without it.

use crate::score::PERFECT;

/// m log v or m S_jj v / σ².
pub trait Fit: Copy {
    /// From the determinants (their logarithms where variances are free) with and without the node.
    fn value(self, with: f64, without: f64) -> f64;
}

/// m log v, at least that of a perfect fit.
#[derive(Clone, Copy)]
pub struct Free {
    pub rows: f64,
    pub floor: f64,
}

impl Fit for Free {
    #[inline(always)]
    fn value(self, with: f64, without: f64) -> f64 {
        let log = with - without;
        self.rows * if log > self.floor { log } else { self.floor }
    }
}

/// m S_jj v / σ², at least that of a perfect fit.
#[derive(Clone, Copy)]
pub struct Equal {
    pub scale: f64,
}

impl Fit for Equal {
    #[inline(always)]
    fn value(self, with: f64, without: f64) -> f64 {
        let share = with / without;
        self.scale * if share > PERFECT { share } else { PERFECT }
    }
}
