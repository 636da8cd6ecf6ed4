//! What others leave of a variable, as a share of its variance: det C_AA / det C_(A∖i)(A∖i).

use crate::score::Variances;

/// The determinants of all sets, or with free variances their logarithms.
#[derive(Debug, Clone, Copy)]
pub struct Shares<'a> {
    pub minors: &'a [f64],
    pub kind: Variances,
}

impl Shares<'_> {
    /// What the others in a set leave of its member i.
    pub fn of(self, set: usize, i: usize) -> f64 {
        self.back(self.raw(set, i))
    }

    /// The least that all others leave of a variable.
    pub fn least(self) -> f64 {
        let all = self.minors.len() - 1;
        (0..all.count_ones() as usize).map(|i| self.of(all, i)).fold(1.0, f64::min)
    }

    /// The same as `of` where only comparisons count: the logarithm where that costs nothing.
    #[inline(always)]
    pub fn raw(self, set: usize, i: usize) -> f64 {
        let (with, without) = (self.minors[set], self.minors[set ^ (1 << i)]);
        match self.kind {
            Variances::Free => with - without,
            Variances::Equal => with / without,
        }
    }

    /// What `raw` is for a share.
    pub fn raw_of(self, share: f64) -> f64 {
        match self.kind {
            Variances::Free => share.ln(),
            Variances::Equal => share,
        }
    }

    /// The share for which `raw` is this.
    pub fn back(self, raw: f64) -> f64 {
        match self.kind {
            Variances::Free => raw.exp(),
            Variances::Equal => raw,
        }
    }
}
