//! Sets of parents of which some would have a negative weight. The variables are decided as for the determinants, from
//! the highest to the lowest, and every other variable x keeps its regression on those taken: taking a with residual
//! covariances c and regression γ of its own is
//!
//! ```text
//! β_x ← (β_x − b γ, b),   c_xu ← c_xu − b c_au,   b = c_xa / c_aa.
//! ```

use super::minors::{HIGHEST, ROUNDING};
use super::part::Part;
use super::room::Halt;
use crate::parallel::for_each_long_while;
use crate::score::Problem;
use crate::watch::Watch;

/// Blocks for every child the sets that would give a parent that is not required a negative weight.
pub fn block_negative(
    problem: &Problem<'_>,
    part: &Part,
    blocked: &mut [u32],
    watch: &dyn Watch,
) -> Result<(), Halt> {
    let bits = part.bits();
    let lower = bits - HIGHEST.min(bits);
    let required: Vec<usize> = part.inner.iter().map(|&j| part.set(problem.required(j))).collect();
    let mut portions: Vec<&mut [u32]> = blocked.chunks_mut(1 << lower).collect();
    for_each_long_while(&mut portions, &mut || watch.go_on(), |pattern, portion| {
        let mut regressions = Regressions::new(problem, part, &required);
        for a in (lower..bits).rev().filter(|a| pattern >> (a - lower) & 1 == 1) {
            if !regressions.take(a) {
                return portion.fill(u32::MAX);
            }
        }
        regressions.fill(lower, portion);
    })?;
    Ok(())
}

/// Every variable's regression on those taken.
struct Regressions<'a> {
    required: &'a [usize],
    children: usize,
    bits: usize,
    variances: Vec<f64>,
    taken: Vec<usize>,
    /// c, row by row.
    covariances: Vec<f64>,
    /// β, row by row, in the order in which variables were taken.
    weights: Vec<f64>,
    /// Both before the last variables were taken.
    before: Vec<(Vec<f64>, Vec<f64>)>,
    depth: usize,
}

impl<'a> Regressions<'a> {
    fn new(problem: &Problem<'_>, part: &Part, required: &'a [usize]) -> Regressions<'a> {
        let (bits, s) = (part.bits(), &problem.covariance);
        let covariances =
            part.variables().flat_map(|i| part.variables().map(move |j| s[(i, j)])).collect();
        Regressions {
            required,
            children: part.inner.len(),
            bits,
            variances: part.variables().map(|i| s[(i, i)]).collect(),
            taken: vec![],
            covariances,
            weights: vec![0.0; bits * bits],
            before: vec![Default::default(); bits],
            depth: 0,
        }
    }

    /// Takes a; whether it does not depend on those taken. Sets that do are blocked whatever their signs.
    fn take(&mut self, a: usize) -> bool {
        let (n, taken) = (self.bits, self.taken.len());
        let (pivot, c) = (self.covariances[a * n + a], &mut self.covariances);
        if pivot <= ROUNDING * self.variances[a] {
            return false;
        }
        for x in (0..n).filter(|&x| x != a && !self.taken.contains(&x)) {
            let b = c[x * n + a] / pivot;
            for u in 0..a {
                c[x * n + u] -= b * c[a * n + u];
            }
            for k in 0..taken {
                self.weights[x * n + k] -= b * self.weights[a * n + k];
            }
            self.weights[x * n + taken] = b;
        }
        self.taken.push(a);
        true
    }

    /// Looks at all sets of the first `open` variables and those taken.
    fn fill(&mut self, open: usize, out: &mut [u32]) {
        let Some(a) = open.checked_sub(1) else {
            out[0] |= self.negative();
            return;
        };
        let (without, with) = out.split_at_mut(1 << a);
        self.fill(a, without);
        let depth = self.depth;
        let (c, w) = &mut self.before[depth];
        c.clone_from(&self.covariances);
        w.clone_from(&self.weights);
        self.depth += 1;
        if self.take(a) {
            self.fill(a, with);
            self.taken.pop();
        } else {
            with.fill(u32::MAX);
        }
        self.depth -= 1;
        let (c, w) = &mut self.before[depth];
        std::mem::swap(c, &mut self.covariances);
        std::mem::swap(w, &mut self.weights);
    }

    /// The children of which a parent that is not required has a negative weight.
    fn negative(&self) -> u32 {
        let negative = |j: usize| {
            let weights = &self.weights[j * self.bits..][..self.taken.len()];
            let free = |(&i, &w): (&usize, &f64)| w < 0.0 && self.required[j] >> i & 1 == 0;
            self.taken.iter().zip(weights).any(free)
        };
        let open = (0..self.children).filter(|j| !self.taken.contains(j));
        open.map(|j| u32::from(negative(j)) << j).sum()
    }
}
