//! What is a frequency worth? Tables are drawn from the learned equations, whose graph is then the
//! truth; the same refits of these tell how often a pair of such a frequency is true.
//!
//! ```text
//! X* = E* (I − W)⁻¹,   column j of E* drawn with replacement from the residuals of equation j
//! p(f) = share of true pairs among those of frequency f, increasing in f
//! ```
//!
//! p is the isotonic regression (`linalg/monotone.rs`). It knows the number of rows, the weights and the shape of the noise as
//! far as the fit does, and nothing of what the fit cannot see: hidden causes, bent relations.

use super::count::count;
use super::refit::{Refit, Task};
use crate::data::Table;
use crate::error::Result;
use crate::linalg::{Pool, add_scaled, dot, pools};
use crate::model::Model;
use crate::parallel::parallel_map;
use crate::random::{Purpose, Stream};
use crate::simulate::propagate;

impl Task<'_> {
    /// A table of as many rows, drawn from the equations of a model: the one of this number.
    pub fn draw_table(&self, model: &Model, number: usize) -> Result<Table> {
        table_from(self.table, model, self.plan.seed(), number)
    }
}

fn table_from(table: &Table, model: &Model, seed: u64, number: usize) -> Result<Table> {
    let n = table.names().len();
    let sampler = Sampler::new(table);
    let mut columns = parallel_map(n, |j| {
        let mut residual = table.columns()[j].clone();
        for (i, weight) in model.weighted().parents(j) {
            add_scaled(&mut residual, -weight, &table.columns()[i]);
        }
        let mean = sampler.mean(&residual);
        let mut stream = Stream::of(seed, Purpose::Residuals(number * n + j));
        (0..residual.len()).map(|_| residual[sampler.row(&mut stream)] - mean).collect()
    });
    propagate(model.weighted(), &mut columns);
    let drawn = Table::new(table.names().to_vec(), columns)?;
    match table.weights() {
        Some(weights) => drawn.with_weights(weights.to_vec()),
        None => Ok(drawn),
    }
}

/// Draws rows as often as they count.
struct Sampler<'a> {
    rows: usize,
    weights: Option<&'a [f64]>,
    /// Sums of the weights so far, if there are any.
    sums: Vec<f64>,
}

impl<'a> Sampler<'a> {
    fn new(table: &'a Table) -> Sampler<'a> {
        let weights = table.weights();
        let sum = |total: &mut f64, &weight: &f64| {
            *total += weight;
            Some(*total)
        };
        let sums = weights.map_or(vec![], |weights| weights.iter().scan(0.0, sum).collect());
        Sampler { rows: table.rows(), weights, sums }
    }

    fn row(&self, stream: &mut Stream) -> usize {
        match self.sums.last() {
            None => stream.below(self.rows),
            Some(total) => {
                let at = stream.uniform() * total;
                self.sums.partition_point(|&sum| sum <= at).min(self.rows - 1)
            }
        }
    }

    fn mean(&self, values: &[f64]) -> f64 {
        match (self.weights, self.sums.last()) {
            (Some(weights), Some(total)) => dot(values, weights) / total,
            _ => values.iter().sum::<f64>() / values.len() as f64,
        }
    }
}

/// Which share of the pairs of a frequency is true.
#[derive(Debug, Clone, PartialEq)]
pub struct Calibration {
    /// For two variables that are joined.
    pub joined: Increasing,
    /// For a direction that is claimed.
    pub forward: Increasing,
}

impl Calibration {
    /// From the refits of tables that were drawn from this model.
    pub fn of(model: &Model, refits: &[Vec<Refit>]) -> Calibration {
        let (dag, n) = (model.dag(), model.names().len());
        let pairs: Vec<_> = refits.iter().flat_map(|of_table| count(of_table, n)).collect();
        let points = pairs.iter().map(|(i, j, s)| (s.frequency, dag.is_adjacent(*i, *j)));
        let claims = pairs.iter().filter(|(_, _, s)| s.forward > 0.0);
        let claims = claims.map(|(i, j, s)| (s.forward, dag.has_edge(*i, *j)));
        Calibration { joined: Increasing::of(points), forward: Increasing::of(claims) }
    }
}

/// An increasing function: level between, and linear from one level to the next.
#[derive(Debug, Clone, PartialEq)]
pub struct Increasing {
    /// From, to, level.
    steps: Vec<(f64, f64, f64)>,
}

/// With half a truth and half an error more, so that nothing is certain.
fn cautious(pool: &Pool) -> f64 {
    (pool.sum + 0.5) / (pool.weight + 1.0)
}

impl Increasing {
    fn of(points: impl Iterator<Item = (f64, bool)>) -> Increasing {
        let mut points: Vec<(f64, bool)> = points.collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let levels: Vec<&[(f64, bool)]> = points.chunk_by(|a, b| a.0 == b.0).collect();
        let counted = |same: &&[(f64, bool)]| {
            let truths = same.iter().filter(|(_, truth)| *truth).count();
            (truths as f64, same.len() as f64)
        };
        let (mut steps, mut first, mut highest) = (vec![], 0, 0.0_f64);
        for pool in pools(levels.iter().map(counted)) {
            let last = first + pool.members - 1;
            // A small pool may fall behind a large one of a lower share.
            highest = highest.max(cautious(&pool));
            steps.push((levels[first][0].0, levels[last][0].0, highest));
            first = last + 1;
        }
        Increasing { steps }
    }

    /// Its value; `None` if nothing is known.
    pub fn at(&self, x: f64) -> Option<f64> {
        let next = self.steps.partition_point(|step| step.0 <= x);
        let before = next.checked_sub(1).map(|k| self.steps[k]);
        Some(match (before, self.steps.get(next)) {
            (Some((_, to, a)), Some(&(from, _, b))) if x > to => {
                a + (b - a) * (x - to) / (from - to)
            }
            (Some((_, _, level)), _) => level,
            (None, Some(&(_, _, level))) => level,
            (None, None) => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Learn, Search};

    #[test]
    fn the_function_increases_and_passes_through_its_points() {
        let points =
            [(0.1, false), (0.1, false), (0.5, true), (0.5, false), (0.9, true), (0.7, false)];
        let increasing = Increasing::of(points.into_iter());
        // 0.5 and 0.7 are pooled: one of three, and half of one more.
        assert_eq!(increasing.at(0.5), Some(1.5 / 4.0));
        assert_eq!((increasing.at(0.6), increasing.at(0.7)), (Some(1.5 / 4.0), Some(1.5 / 4.0)));
        assert_eq!((increasing.at(0.0), increasing.at(1.0)), (Some(0.5 / 3.0), Some(0.75)));
        let between = increasing.at(0.3).unwrap();
        assert!((between - (0.5 / 3.0 + 1.5 / 4.0) / 2.0).abs() < 1e-12, "{between}");
        assert_eq!(Increasing::of([].into_iter()).at(0.5), None);
    }

    #[test]
    fn drawn_tables_have_the_equations_of_the_model() {
        let options =
            crate::simulate::Options { nodes: 5, degree: 1, samples: 4000, ..Default::default() };
        let table = crate::simulate::simulate(&options).unwrap().table;
        let learn = |table: &Table| Search::default().learn(table).unwrap().model.unwrap();
        let model = learn(&table);
        let drawn = table_from(&table, &model, 3, 0).unwrap();
        assert_ne!(drawn, table_from(&table, &model, 3, 1).unwrap());
        let again = learn(&drawn);
        assert_eq!(again.dag().edges().len(), model.dag().edges().len());
        for (ours, theirs) in model.edges().iter().zip(again.edges()) {
            assert_eq!((ours.source, ours.target), (theirs.source, theirs.target));
            // Five standard errors.
            assert!((ours.weight - theirs.weight).abs() < 5.0 * theirs.std_error.unwrap());
        }
    }
}
