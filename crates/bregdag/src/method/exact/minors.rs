//! det C_AA of the correlations C, for every set A of at most 28 variables: bit i of an index says whether variable i
//! is in A.
//!
//! The variables are decided from the highest to the lowest. One that is left out is dropped; one that is taken is eliminated,
//!
//! ```text
//! C_kl ← C_kl − C_ka C_al / d,   det ← det · d,   d = C_aa,
//! ```
//!
//! from the variables still to be decided. Most sets are decided in the last levels, where few variables are left, so a
//! set costs some ten operations whatever n.

use super::room::{Halt, reserve};
use crate::linalg::Matrix;
use crate::parallel::for_each_long_while;
use crate::watch::Watch;

/// A pivot below this is rounding: 28 subtractions from one, and some.
pub const ROUNDING: f64 = 1e-14;
/// What such a pivot counts as: so little that the variance of what depends on the others is below every floor.
const NOTHING: f64 = 1e-25;
/// Determinants of sets with several such pivots, which are no parents, stay numbers.
const LEAST: f64 = 1e-300;
/// Portions of the work: the patterns of so many of the highest variables.
pub const HIGHEST: usize = 6;

/// det C_AA for every A, or its logarithm.
pub fn minors(
    correlations: &Matrix,
    logarithms: bool,
    watch: &dyn Watch,
) -> Result<Vec<f64>, Halt> {
    let n = correlations.rows();
    let mut all: Vec<f64> = reserve(1 << n)?;
    all.resize(1 << n, 0.0);
    let packed: Vec<f64> =
        (0..n).flat_map(|i| (0..=i).map(move |j| correlations[(i, j)])).collect();
    let lower = n - HIGHEST.min(n);
    let mut portions: Vec<&mut [f64]> = all.chunks_mut(1 << lower).collect();
    for_each_long_while(&mut portions, &mut || watch.go_on(), |pattern, portion| {
        let (mut block, mut det) = (packed.clone(), 1.0);
        for a in (lower..n).rev() {
            if pattern >> (a - lower) & 1 == 1 {
                let mut next = vec![0.0; a * (a + 1) / 2];
                det *= eliminate(&block, a, &mut next);
                block = next;
            }
        }
        let mut memory = vec![0.0; (lower + 1).pow(3) / 6 + lower + 1];
        fill(&block, lower, det, &mut memory, portion);
        if logarithms {
            portion.iter_mut().for_each(|det| *det = det.ln());
        }
    })?;
    Ok(all)
}

/// The lower triangle of the first a variables, row by row, given variable a too; its pivot.
fn eliminate(block: &[f64], a: usize, next: &mut [f64]) -> f64 {
    let size = a * (a + 1) / 2;
    let (rest, row) = (&block[..size], &block[size..size + a]);
    let pivot = block[size + a];
    if pivot <= ROUNDING {
        // It depends on those taken before it, and tells nothing more.
        next.copy_from_slice(rest);
        return NOTHING;
    }
    let mut start = 0;
    for i in 0..a {
        let factor = row[i] / pivot;
        let (from, to) = (&rest[start..=start + i], &mut next[start..=start + i]);
        for ((to, from), other) in to.iter_mut().zip(from).zip(row) {
            *to = from - factor * other;
        }
        start += i + 1;
    }
    pivot
}

/// The determinants of all sets of the first `open` variables and those taken before, whose determinant is `det`.
fn fill(block: &[f64], open: usize, det: f64, memory: &mut [f64], out: &mut [f64]) {
    match open {
        0 => out[0] = det.max(LEAST),
        2 => {
            let (a, b, c) = (block[0], block[1], kept(block[2]));
            let given = if c > ROUNDING { a - b * b / c } else { a };
            let all = [1.0, kept(a), c, c * kept(given)];
            out.iter_mut().zip(all).for_each(|(out, x)| *out = (det * x).max(LEAST));
        }
        _ => {
            let last = open - 1;
            let (without, with) = out.split_at_mut(1 << last);
            fill(block, last, det, memory, without);
            let (next, memory) = memory.split_at_mut(last * (last + 1) / 2);
            let pivot = eliminate(block, last, next);
            fill(next, last, det * pivot, memory, with);
        }
    }
}

fn kept(pivot: f64) -> f64 {
    if pivot > ROUNDING { pivot } else { NOTHING }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Stream;

    /// By elimination of the set alone, lowest variable first.
    fn directly(c: &Matrix, set: usize) -> f64 {
        let members: Vec<usize> = (0..c.rows()).filter(|i| set >> i & 1 == 1).collect();
        let mut a: Vec<Vec<f64>> =
            members.iter().map(|&i| members.iter().map(|&j| c[(i, j)]).collect()).collect();
        let mut det = 1.0;
        for p in 0..members.len() {
            det *= a[p][p];
            for i in p + 1..members.len() {
                let factor = a[i][p] / a[p][p];
                for j in p..members.len() {
                    a[i][j] -= factor * a[p][j];
                }
            }
        }
        det
    }

    #[test]
    fn every_minor() {
        for n in [1, 2, 3, 7, 9] {
            let mut stream = Stream::new(n as u64, 0);
            let rows: Vec<Vec<f64>> =
                (0..n).map(|_| (0..n + 3).map(|_| stream.normal()).collect()).collect();
            let mut c = Matrix::zeros(n, n);
            for i in 0..n {
                for j in 0..n {
                    c[(i, j)] = rows[i].iter().zip(&rows[j]).map(|(a, b)| a * b).sum();
                }
            }
            let found = minors(&c, false, &()).unwrap_or_default();
            let logs = minors(&c, true, &()).unwrap_or_default();
            assert_eq!(found.len(), 1 << n);
            for set in 0..1 << n {
                let det = directly(&c, set);
                // Rounding of some hundred operations, amplified by pivots that are not small here.
                assert!((found[set] - det).abs() < 1e-10 * det, "{n} {set}");
                assert_eq!(logs[set], found[set].ln());
            }
        }
    }

    #[test]
    fn what_depends_on_others_leaves_nothing() {
        let mut c = Matrix::zeros(3, 3);
        // The third is the sum of the others, all of variance one.
        let entries = [[1.0, -0.5, 0.5], [-0.5, 1.0, 0.5], [0.5, 0.5, 1.0]];
        (0..9).for_each(|k| c[(k / 3, k % 3)] = entries[k / 3][k % 3]);
        let found = minors(&c, false, &()).unwrap_or_default();
        assert!(found[7] < 1e-20 && found[7] > 0.0 && found[6] > 0.7);
    }
}
