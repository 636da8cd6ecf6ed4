//! Are the noise variances equal? Each kind has the best graph that the search found for it, with residual
//! variances v_j, and its BIC,
//!
//! ```text
//! equal   m n log(Σ_j v_j / n) + p |E| +   log m
//! free    m Σ_j log v_j        + p |E| + n log m.
//! ```
//!
//! With equal variances the directions are identified (Peters & Bühlmann 2014, doi:10.1093/biomet/ast043), with free
//! ones only the equivalence class is. Three questions, in this order:
//!
//! 1. Can they be expected to be equal? Not where the columns were brought to the same variance.
//! 2. Do they differ? L = m (n log(Σ v_j / n) − Σ log v_j) of the graph of equal variances is what differing ones
//!    explain. By chance alone log v_j has variance s² = (κ − 1)/m, κ the kurtosis of the noise, and L is (κ − 1)/2
//!    times what Gaussian noise makes it, so 2L/(κ − 1) takes its place (Layard 1973, doi:10.2307/2284034).
//! 3. If so, does it matter? F = 2L/((κ − 1)(n − 1)) is how many times more they scatter than chance. Let the log
//!    v_j be normal with any common variance τ² + s²; at the best τ² this costs
//!    (n − 1) c(F), c(F) = F up to one and 1 + log F beyond, and m Σ log v_j + p|E| + (n − 1) c(F) compares both graphs.
//!
//! Only where the second answer is yes, and they differ more than mildly or the third does not speak strongly for the graph of
//! equal variances, they are left free. See docs/mathematics.md, section 15.

mod shape;

use serde::{Deserialize, Serialize};

use crate::data::Moments;
use crate::score::{Variances, in_units};
use crate::text::{number_or_null, significant};
pub(super) use shape::kurtosis;

/// Differences of BIC beyond this are strong evidence (Kass & Raftery 1995, doi:10.1080/01621459.1995.10476572).
const STRONG: f64 = 10.0;
/// Those below this are weak.
const WEAK: f64 = 6.0;
/// Log variances that scatter more than this (their variance, less what chance adds) do not differ mildly: noises of which
/// one has typically half as much variance again as another.
const MILD: f64 = 0.16;
/// Of the Gaussian distribution.
const GAUSSIAN: f64 = 3.0;

/// How the data decided between equal and free noise variances.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct VarianceChoice {
    /// What was chosen.
    pub chosen: Variances,
    /// BIC with equal variances; `None` where they were no candidate.
    #[serde(default)]
    pub equal: Option<f64>,
    /// BIC with free variances.
    #[serde(deserialize_with = "number_or_null")]
    pub free: f64,
    /// Kurtosis of the noise, three for Gaussian noise; `None` where there were no rows to tell.
    #[serde(default)]
    pub kurtosis: Option<f64>,
    /// How much speaks for variances that differ, in units of the BIC: equal less free, corrected for the
    /// kurtosis. Negative if they are equal as far as the data tell.
    #[serde(default)]
    pub differ: Option<f64>,
    /// How much better the graph of free variances is where variances may differ, in units of the BIC;
    /// negative if that of equal variances is better all the same.
    #[serde(default)]
    pub graphs: Option<f64>,
    /// Whether the columns had been brought to the same variance, so that equal ones were no candidate.
    #[serde(default)]
    pub same_scale: bool,
}

/// The graph that the search found for one kind of variances.
pub(super) struct Contender {
    /// Its BIC in the units of the data.
    bic: f64,
    /// L.
    spread: f64,
}

impl Contender {
    /// From the score as the search has it and the residual variances, in the units of the search.
    pub fn new(
        moments: &Moments,
        kind: Variances,
        score: f64,
        residuals: impl Iterator<Item = f64>,
    ) -> Contender {
        let unit = |(j, v): (usize, f64)| match kind {
            Variances::Free if moments.constant(j).is_none() => v * moments.variances()[j],
            _ => v,
        };
        let (sum, logs) = residuals
            .enumerate()
            .map(unit)
            .fold((0.0, 0.0), |(sum, logs), v| (sum + v, logs + v.ln()));
        let n = moments.variables() as f64;
        let spread = moments.rows() as f64 * (n * (sum / n).ln() - logs);
        // Rounding may leave equal ones slightly negative.
        Contender { bic: in_units(moments, kind, score), spread: spread.max(0.0) }
    }
}

impl VarianceChoice {
    /// Compares both kinds on the same data.
    pub(super) fn between(
        moments: &Moments,
        equal: &Contender,
        free: &Contender,
        kurtosis: Option<f64>,
    ) -> VarianceChoice {
        let correction = 2.0 / (kurtosis.unwrap_or(GAUSSIAN) - 1.0);
        let (log_rows, others) = ((moments.rows() as f64).ln(), moments.variables() as f64 - 1.0);
        let differ = equal.bic - free.bic + (correction - 1.0) * equal.spread;
        let cost = |contender: &Contender| {
            let times = correction * contender.spread / others;
            others * if times <= 1.0 { times } else { 1.0 + times.ln() }
        };
        // The graph of equal variances with free ones.
        let freed = equal.bic - equal.spread + others * log_rows;
        let graphs = freed - free.bic + cost(equal) - cost(free);
        let scatter = 2.0 * equal.spread / (moments.rows() as f64 * others);
        let mild = scatter - 2.0 / (correction * moments.rows() as f64) <= MILD;
        // Written so that numbers that are none leave variances free.
        let chosen = match differ <= 0.0 || (mild && graphs <= -STRONG) {
            true => Variances::Equal,
            false => Variances::Free,
        };
        VarianceChoice {
            chosen,
            equal: Some(equal.bic),
            free: free.bic,
            kurtosis,
            differ: Some(differ),
            graphs: Some(graphs),
            same_scale: false,
        }
    }

    /// Free ones, since the columns were brought to the same variance.
    pub(super) fn of_same_scale(free: &Contender) -> VarianceChoice {
        VarianceChoice {
            chosen: Variances::Free,
            equal: None,
            free: free.bic,
            kurtosis: None,
            differ: None,
            graphs: None,
            same_scale: true,
        }
    }

    /// How far the scores are from another choice.
    pub(super) fn margin(&self) -> f64 {
        let (Some(differ), Some(graphs)) = (self.differ, self.graphs) else { return f64::INFINITY };
        match self.chosen {
            Variances::Equal if differ <= 0.0 => -differ,
            Variances::Equal => -STRONG - graphs,
            // Where variances differ more than mildly the graphs were not asked, whichever is better.
            Variances::Free => differ.min((graphs + STRONG).abs()),
        }
    }

    /// Whether equal variances were chosen although they differ: too little to matter.
    pub fn differ_little(&self) -> bool {
        self.chosen == Variances::Equal && self.differ.is_some_and(|differ| differ > 0.0)
    }

    /// By how much the choice won, in units of the BIC; `None` where there was no other candidate.
    pub fn evidence(&self) -> Option<f64> {
        match self.differ_little() {
            true => self.graphs.map(f64::abs),
            false => self.differ.map(f64::abs),
        }
    }

    /// What speaks for equal variances, in words, where the data chose them.
    pub fn supported(&self) -> Option<String> {
        let strength = self.grade().filter(|_| self.chosen == Variances::Equal)?;
        let what = match self.differ_little() {
            true => "equal noise variances, which differ too little to matter",
            false => "equal noise variances",
        };
        Some(format!("{what}, for which there is {strength}"))
    }

    /// How strong the evidence is.
    fn grade(&self) -> Option<&'static str> {
        Some(match self.evidence()? {
            x if x < WEAK => "weak evidence",
            x if x < STRONG => "some evidence",
            _ => "strong evidence",
        })
    }

    /// The evidence in words: "strong evidence, BIC lower by 48".
    pub fn strength(&self) -> Option<String> {
        let (evidence, strength) = (self.evidence()?, self.grade()?);
        let shape = match self.kurtosis {
            Some(k) if (k - GAUSSIAN).abs() >= 1.0 => {
                format!(" with noise of kurtosis {}", significant(k, 2))
            }
            _ => String::new(),
        };
        Some(format!("{strength}, BIC lower by {}{shape}", significant(evidence, 3)))
    }
}

#[cfg(test)]
mod tests;
