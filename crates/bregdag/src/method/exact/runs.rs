//! One run over all parts: the least Σ_j s_j(P_j) of all graphs, for one measure.

use super::families::{Families, Measure};
use super::program;
use super::room::Halt;
use super::tables::Ruler;
use crate::parallel::for_each_long_while;
use crate::watch::{Event, Watch, Work};

/// What the best graph known is above the bases, in steps: far below `CAP`, so that graphs somewhat worse are told apart.
const KNOWN: f64 = (1u64 << 30) as f64;

/// The parents of every node, in the order of the variables.
pub type Parents = Vec<Vec<usize>>;

/// What a run found.
#[derive(Debug)]
pub struct Found {
    /// No graph has less.
    pub bound: f64,
    /// A graph that has no more than that, up to rounding to steps; none if only worse than the one known.
    pub parents: Option<Parents>,
}

/// All parts, and how much memory their tables may take.
#[derive(Debug)]
pub struct Runs {
    /// The scores of each part.
    pub parts: Vec<Families>,
    /// Of each part, how many nodes are split off (see `program`).
    pub splits: Vec<usize>,
    /// m.
    pub rows: f64,
    /// p.
    pub price: f64,
}

impl Runs {
    /// How many variables.
    pub fn nodes(&self) -> usize {
        self.parts.iter().map(Families::inner).sum()
    }

    /// Rows divided by σ².
    pub fn measure(&self, sigma2: f64) -> Measure {
        Measure::new(self.rows / sigma2, self.price)
    }

    /// Σ_j s_j(P_j) of a graph.
    pub fn score(&self, measure: &Measure, parents: &Parents) -> f64 {
        self.parts.iter().map(|part| part_score(part, measure, parents)).sum()
    }

    /// Σ_j v_j and |E| of a graph.
    pub fn variance_and_edges(&self, parents: &Parents) -> (f64, f64) {
        let of_part = |part: &Families| -> f64 {
            let nodes = part.part.inner.iter().enumerate();
            nodes.map(|(k, &j)| part.variance(k, part.part.set(&parents[j]))).sum()
        };
        let edges: usize = parents.iter().map(Vec::len).sum();
        (self.parts.iter().map(of_part).sum(), edges as f64)
    }

    /// The least of all graphs. `known` is a good one; `reached` is told the bound before the orders are looked at, when
    /// every node has the parents that are best for it.
    pub fn least(
        &self,
        measure: &Measure,
        known: &Parents,
        watch: &dyn Watch,
        reached: &mut dyn FnMut(f64),
    ) -> Result<Found, Halt> {
        let mut bases: Vec<Vec<f64>> = vec![];
        for part in &self.parts {
            let mut least = vec![0.0; part.inner()];
            for_each_long_while(&mut least, &mut || watch.go_on(), |j, least| {
                *least = part.least(measure, j);
            })?;
            bases.push(least);
        }
        let relaxed: f64 = bases.iter().flatten().sum();
        reached(relaxed);
        let wanted = self.parts.iter().zip(&self.splits).map(|(part, t)| part.inner() << t).sum();
        let done = std::sync::atomic::AtomicUsize::new(0);
        let tell = || {
            let done = done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            watch.event(&Event::Progress { work: Work::Proof, done, wanted });
        };
        let mut found = Found { bound: 0.0, parents: Some(vec![vec![]; self.nodes()]) };
        for ((part, bases), &split) in self.parts.iter().zip(bases).zip(&self.splits) {
            let base: f64 = bases.iter().sum();
            let above = part_score(part, measure, known) - base;
            // Where nothing is above the bases, any step will do.
            let step = above.max(1e-3 * self.price) / KNOWN;
            let ruler = Ruler { bases, step };
            let best = program::best(part, (measure, &ruler), split, watch, &tell)?;
            // Each node's score was rounded by half a step at most.
            let steps = f64::from(best.steps) - 0.5 * part.inner() as f64;
            found.bound += base + (step * steps).max(0.0);
            match (&mut found.parents, best.parents) {
                (Some(all), Some(sets)) => {
                    for (&j, set) in part.part.inner.iter().zip(sets) {
                        all[j] = part.part.members(set);
                    }
                }
                _ => found.parents = None,
            }
        }
        Ok(found)
    }
}

fn part_score(part: &Families, measure: &Measure, parents: &Parents) -> f64 {
    let nodes = part.part.inner.iter().enumerate();
    nodes.map(|(k, &j)| part.score(measure, k, part.part.set(&parents[j]))).sum()
}
