//! Which of the variables before it act on a variable: the adaptive lasso (Zou 2006,
//! doi:10.1198/016214506000000735) on standardised columns,
//!
//!   min (1/2m)‖y − Xb‖² + λ Σ_i |b_i| / |b̂_i|,   b̂ least squares,
//!
//! at the knot of its path in λ with the least
//!
//!   BIC = RSS / σ̂² + log m · (number of b_i ≠ 0),   σ̂² = RSS(b̂) / (m − k − 1).
//!
//! In b_i/|b̂_i| that is a plain lasso. Required parents bear no penalty: they are regressed out of all others.

use crate::data::Knowledge;
use crate::linalg::{COLLINEAR, Cholesky, Matrix, dot, lasso_path};
use crate::score::most_parents;

/// A residual variance below this share of the variance is rounding.
const EXACT: f64 = 1e-12;

/// What regressions are computed from.
pub struct Pruning<'a> {
    /// Correlations of all variables.
    pub correlations: Matrix,
    /// m.
    pub rows: u64,
    /// What is known beforehand.
    pub known: &'a Knowledge,
}

/// What was found about one variable.
pub struct Family {
    /// Its parents, increasing.
    pub parents: Vec<usize>,
    /// The share of its variance that all that may be parents leave.
    pub left: f64,
}

/// Who takes part in a regression.
struct Predictors {
    /// Those that bear no penalty first.
    kept: Vec<usize>,
    /// How many of these are required.
    required: usize,
    /// Of their correlations.
    factor: Cholesky,
}

impl Pruning<'_> {
    /// The parents of j among those before it.
    pub fn family(&self, j: usize, before: &[usize]) -> Family {
        let Predictors { kept, required, factor } = self.predictors(j, before);
        let target: Vec<f64> = kept.iter().map(|&i| self.correlations[(i, j)]).collect();
        let mut squares = target.clone();
        factor.solve(&mut squares);
        let left = (1.0 - dot(&squares, &target)).max(EXACT);
        let spare = (self.rows as f64 - kept.len() as f64 - 1.0).max(1.0);
        let sizes: Vec<f64> = squares[required..].iter().map(|b| b.abs()).collect();
        let free = self.freed(j, kept.split_at(required));
        let chosen = chosen(&free, &sizes, [spare / left, (self.rows as f64).ln()]);
        let mut parents = self.known.required_parents(j).to_vec();
        parents.extend(chosen.into_iter().map(|k| kept[required + k]));
        parents.sort_unstable();
        Family { parents, left }
    }

    /// All that may be parents, where rows are enough for least squares; else those of the largest correlation with
    /// j. Linear combinations of others stay out.
    fn predictors(&self, j: usize, before: &[usize]) -> Predictors {
        let required = self.known.required_parents(j);
        let mut others: Vec<usize> = before.to_vec();
        others.retain(|&i| self.known.allows(i, j) && !self.known.requires(i, j));
        let size = |i: usize| self.correlations[(i, j)].abs();
        others.sort_by(|&a, &b| size(b).total_cmp(&size(a)));
        let all = required.len() + others.len();
        let enough = self.rows > all as u64 + 1;
        let most = if enough { all } else { most_parents(self.rows).max(required.len()) };
        let (mut kept, mut factor) = (vec![], Cholesky::with_capacity(most));
        let mut take = |kept: &mut Vec<usize>, i: usize| {
            let entry = |k: usize| self.correlations[(kept[k], i)];
            if kept.len() < most && factor.push(entry, 1.0, COLLINEAR).is_ok() {
                kept.push(i);
            }
        };
        required.iter().for_each(|&i| take(&mut kept, i));
        let required = kept.len();
        others.iter().for_each(|&i| take(&mut kept, i));
        Predictors { kept, required, factor }
    }

    /// The problem of the others once the required ones are regressed out.
    fn freed(&self, j: usize, (required, others): (&[usize], &[usize])) -> Free {
        let c = &self.correlations;
        let gram = |a: usize, b: usize| c[(others[a], others[b])];
        let mut free = Free {
            gram: Matrix::from_fn(others.len(), others.len(), gram),
            target: others.iter().map(|&i| c[(i, j)]).collect(),
        };
        let Ok(factor) = Cholesky::of(required.len(), |a, b| c[(required[a], required[b])]) else {
            return free;
        };
        let with = |i: usize| -> Vec<f64> { required.iter().map(|&k| c[(k, i)]).collect() };
        for b in 0..others.len() {
            let mut weights = with(others[b]);
            factor.solve(&mut weights);
            free.target[b] -= dot(&weights, &with(j));
            for a in 0..others.len() {
                free.gram[(a, b)] -= dot(&weights, &with(others[a]));
            }
        }
        free
    }
}

/// Correlations of the predictors whose weights are penalised, and with the target.
struct Free {
    gram: Matrix,
    target: Vec<f64>,
}

/// The places of b_i ≠ 0 at the knot of the least BIC, where RSS/m counts `weight` and each of them `price`.
fn chosen(free: &Free, sizes: &[f64], [weight, price]: [f64; 2]) -> Vec<usize> {
    let n = sizes.len();
    let gram = Matrix::from_fn(n, n, |a, b| sizes[a] * sizes[b] * free.gram[(a, b)]);
    let target: Vec<f64> = free.target.iter().zip(sizes).map(|(c, size)| c * size).collect();
    let (mut best, mut chosen) = (f64::INFINITY, vec![]);
    lasso_path(&gram, &target, |_, b| {
        // RSS/m but for what no b changes.
        let explained: f64 = (0..n)
            .filter(|&i| b[i] != 0.0)
            .map(|i| b[i] * (2.0 * target[i] - dot(gram.col(i), b)))
            .sum();
        let support = b.iter().filter(|&&b| b != 0.0).count();
        let bic = price * support as f64 - weight * explained;
        if bic < best {
            best = bic;
            chosen = (0..n).filter(|&i| b[i] != 0.0).collect();
        }
    });
    chosen
}
