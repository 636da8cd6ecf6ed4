//! The score of a graph, −2 log likelihood of Gaussian noise plus a price for every edge:
//!
//! ```text
//! equal variances   m n log(Σ_j v_j / n) + p |E|
//! free variances    m Σ_j log v_j        + p |E|        p = f (log m + 4γ log n)
//! ```
//!
//! v_j is the residual variance of node j given its parents (both sides divided by m). γ = 0 is the
//! BIC (Schwarz 1978, doi:10.1214/aos/1176344136), γ = ½ the extended BIC for many variables (Foygel
//! & Drton 2010, arXiv:1011.6640), f the penalty factor.
//!
//! The first form does not split over nodes. With σ² = Σ v_j / n held fixed it lies below its tangent
//!
//! ```text
//! m n log(Σ v_j / n) ≤ m n log σ² + m Σ_j v_j / σ² − m n,      equal where Σ v_j / n = σ²,
//! ```
//!
//! which does: whatever lowers the tangent lowers the score. See docs/mathematics.md, section 15.

use super::{Penalty, Variances};

/// The score of one node given its parents: m v/σ² or m log v, and a price for every parent.
#[derive(Debug, Clone, Copy)]
pub struct Score {
    variances: Variances,
    /// m.
    rows: f64,
    /// p.
    price: f64,
    /// σ², where variances are equal.
    sigma2: f64,
    /// 1 − e^(−p/m) and e^(p/m) − 1: the shares of v that one parent must explain.
    shares: (f64, f64),
}

impl Score {
    /// The score for m rows of n variables, with σ² = 1 where that matters.
    pub fn new(variances: Variances, penalty: Penalty, factor: f64, rows: u64, n: usize) -> Score {
        let rows = rows as f64;
        let extended = match penalty {
            Penalty::Bic => 0.0,
            Penalty::Ebic => 2.0 * (n as f64).ln(),
        };
        let price = factor * (rows.ln() + extended);
        let shares = (-(-price / rows).exp_m1(), (price / rows).exp_m1());
        Score { variances, rows, price, sigma2: 1.0, shares }
    }

    /// The tangent at another σ².
    pub fn tangent_at(self, sigma2: f64) -> Score {
        Score { sigma2, ..self }
    }

    /// σ² of the tangent.
    pub(crate) fn sigma2(&self) -> f64 {
        self.sigma2
    }

    /// The same prices for free variances.
    pub fn with_free_variances(self) -> Score {
        Score { variances: Variances::Free, ..self }
    }

    /// Whether noise variances are equal or free.
    pub fn variances(&self) -> Variances {
        self.variances
    }

    /// m.
    pub(crate) fn rows(&self) -> f64 {
        self.rows
    }

    /// p, the price of an edge.
    pub fn price(&self) -> f64 {
        self.price
    }

    /// What a node with residual variance v and k parents adds to the score.
    pub fn local(&self, v: f64, k: usize) -> f64 {
        let log = if self.variances == Variances::Free { v.ln() } else { 0.0 };
        self.local_of(v, log, k)
    }

    /// The same where log v is known.
    pub fn local_of(&self, v: f64, log_v: f64, k: usize) -> f64 {
        let fit = match self.variances {
            Variances::Equal => v / self.sigma2,
            Variances::Free => log_v,
        };
        self.rows * fit + self.price * k as f64
    }

    /// The δ for which lowering v by δ pays for exactly one parent.
    pub fn worthwhile(&self, v: f64) -> f64 {
        match self.variances {
            Variances::Equal => self.price / self.rows * self.sigma2,
            Variances::Free => v * self.shares.0,
        }
    }

    /// The δ for which raising v by δ costs as much as one parent.
    pub fn tolerable(&self, v: f64) -> f64 {
        match self.variances {
            Variances::Equal => self.worthwhile(v),
            Variances::Free => v * self.shares.1,
        }
    }

    /// The score itself, not its tangent, of a graph with these residual variances.
    pub fn total(&self, variances: impl Iterator<Item = f64>, edges: usize) -> f64 {
        let fit = match self.variances {
            Variances::Free => variances.map(f64::ln).sum(),
            Variances::Equal => {
                let (sum, n) = variances.fold((0.0, 0.0), |(sum, n), v| (sum + v, n + 1.0));
                n * (sum / n).ln()
            }
        };
        self.rows * fit + self.price * edges as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [Variances; 2] = [Variances::Equal, Variances::Free];

    fn score(variances: Variances) -> Score {
        Score::new(variances, Penalty::Ebic, 1.0, 500, 20).tangent_at(1.3)
    }

    #[test]
    fn a_worthwhile_reduction_pays_for_one_parent() {
        for variances in BOTH {
            let score = score(variances);
            let v = 1.7;
            let (before, after) = (score.local(v, 3), score.local(v - score.worthwhile(v), 4));
            // Rounding of numbers of size 1000.
            assert!((before - after).abs() < 1e-10, "{before} {after}");
        }
    }

    #[test]
    fn the_tangent_lies_above_and_touches() {
        let score = score(Variances::Equal);
        let tangent = |v: &[f64]| {
            let s: f64 = v.iter().map(|&v| score.local(v, 0)).sum();
            s + 500.0 * v.len() as f64 * (1.3f64.ln() - 1.0)
        };
        for v in [[1.3, 1.3, 1.3], [0.3, 1.3, 2.3], [1.0, 0.5, 0.7], [3.0, 2.0, 2.5]] {
            let mean = v.iter().sum::<f64>() / 3.0;
            let gap = tangent(&v) - score.total(v.into_iter(), 0);
            // Rounding of numbers of size 1000.
            assert!(gap >= -1e-10 && (gap < 1e-10) == ((mean - 1.3).abs() < 1e-9), "{v:?}: {gap}");
        }
    }

    #[test]
    fn with_free_variances_the_parts_sum_to_the_whole() {
        let (score, v) = (score(Variances::Free), [0.4, 1.0, 2.5]);
        let parts: f64 = v.iter().zip([0, 1, 2]).map(|(&v, k)| score.local(v, k)).sum();
        assert!((parts - score.total(v.into_iter(), 3)).abs() < 1e-10);
    }
}
