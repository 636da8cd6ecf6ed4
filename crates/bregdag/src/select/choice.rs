//! From what was measured at each value to one of them.

use super::Point;

/// Differences of the criterion below this are rounding: of the extended BIC far below the price of an
/// edge, of a likelihood per row far below what any edge may add.
const EQUAL: f64 = 1e-9;

/// What was measured at one value: the extended BIC, or a loss per row for each fold.
pub enum Measured {
    Ebic(f64),
    Folds(Vec<f64>),
}

/// A value, the edges it gives, and what was measured.
pub struct Trial {
    pub value: f64,
    pub edges: usize,
    pub measured: Measured,
}

/// The points of a path. `weights` are those of the folds.
pub fn points(trials: &[&Trial], weights: &[f64]) -> Vec<Point> {
    let criterion = |trial: &Trial| match &trial.measured {
        Measured::Ebic(value) => *value,
        Measured::Folds(losses) => mean(losses, weights),
    };
    let best = trials.iter().min_by(|a, b| criterion(a).total_cmp(&criterion(b)));
    let std_error = |trial: &Trial| match (&trial.measured, best.map(|best| &best.measured)) {
        (Measured::Folds(losses), Some(Measured::Folds(best))) => {
            let beyond: Vec<f64> =
                losses.iter().zip(best).map(|(loss, best)| loss - best).collect();
            Some(std_error(&beyond, weights))
        }
        _ => None,
    };
    let point = |trial: &&Trial| Point {
        value: trial.value,
        edges: trial.edges,
        criterion: criterion(trial),
        std_error: std_error(trial),
    };
    trials.iter().map(point).collect()
}

/// The lowest criterion; with standard errors, the fewest edges whose criterion is above the lowest by
/// no more than one of them. `rank` breaks ties.
pub fn choose(path: &[Point], rank: impl Fn(usize) -> usize) -> Option<usize> {
    let lowest = path.iter().map(|point| point.criterion).min_by(f64::total_cmp)?;
    let eligible = |k: &usize| {
        let point = &path[*k];
        point.criterion - lowest <= point.std_error.unwrap_or(0.0) + EQUAL * lowest.abs().max(1.0)
    };
    let edges = |k: usize| if path[k].std_error.is_some() { path[k].edges } else { 0 };
    (0..path.len()).filter(eligible).min_by_key(|&k| (edges(k), rank(k)))
}

/// Σ w x / Σ w.
fn mean(values: &[f64], weights: &[f64]) -> f64 {
    let sum: f64 = values.iter().zip(weights).map(|(x, w)| w * x).sum();
    sum / weights.iter().sum::<f64>()
}

/// The standard error of the mean over K folds, √(Σ w (x − x̄)² / Σ w / (K − 1)).
fn std_error(values: &[f64], weights: &[f64]) -> f64 {
    let centre = mean(values, weights);
    let squares: Vec<f64> = values.iter().map(|x| (x - centre) * (x - centre)).collect();
    (mean(&squares, weights) / (values.len() as f64 - 1.0)).sqrt()
}
