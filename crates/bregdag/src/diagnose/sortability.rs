//! How far a score of the columns rises along the graph:
//!
//!   Σ_k Σ_{i ⇝ j by a path of length k} incr(s_i, s_j)  /  Σ_k Σ_{i ⇝ j by a path of length k} 1,
//!
//! where incr is 1 if s_i < s_j, ½ if they are equal and 0 otherwise; a pair counts once for every k
//! for which there is a directed path of length k. With s the variance this is the varsortability
//! of Reisach, Seiler and Weichwald (2021, doi:10.48550/arXiv.2102.13647, section 3.1), with s the
//! R² on all other columns the R²-sortability of Reisach, Tami, Seiler, Chambaz and Weichwald (2023,
//! doi:10.48550/arXiv.2303.18211, equation 3). Near 1 the score alone gives the order away, near 0
//! its reverse does, at ½ it says nothing.

use super::Quantity;
use crate::graph::Dag;

/// Scores closer than this, relative to the larger, are equal: rounding.
const EQUAL: f64 = 1e-9;
/// Unions of 64 nodes; more would make this cost more than the fit it accompanies.
const MOST_WORK: usize = 1 << 31;
const WORD: usize = u64::BITS as usize;

/// Sets of nodes, one for each node.
struct Sets {
    words: usize,
    bits: Vec<u64>,
}

impl Sets {
    fn of(n: usize, contains: impl Fn(usize, usize) -> bool) -> Sets {
        let words = n.div_ceil(WORD);
        let mut bits = vec![0; n * words];
        for (j, i) in (0..n).flat_map(|j| (0..n).map(move |i| (j, i))) {
            bits[j * words + i / WORD] |= u64::from(contains(i, j)) << (i % WORD);
        }
        Sets { words, bits }
    }

    fn get(&self, j: usize) -> &[u64] {
        &self.bits[j * self.words..(j + 1) * self.words]
    }

    fn get_mut(&mut self, j: usize) -> &mut [u64] {
        &mut self.bits[j * self.words..(j + 1) * self.words]
    }
}

/// The share of paths along which the score rises.
pub(super) fn sortability(dag: &Dag, scores: &[f64]) -> Quantity<f64> {
    let n = dag.nodes();
    let edges = dag.edge_count();
    if edges == 0 {
        return Quantity::Unknown("the graph has no edges".into());
    }
    let work = edges.saturating_mul(n.div_ceil(WORD)).saturating_mul(longest_path(dag));
    if work > MOST_WORK {
        return Quantity::Unknown("the graph has too many long paths to count them".into());
    }
    let equal = |i: usize, j: usize| {
        (scores[i] - scores[j]).abs() <= EQUAL * scores[i].abs().max(scores[j].abs())
    };
    let lower = Sets::of(n, |i, j| scores[i] < scores[j] && !equal(i, j));
    let ties = Sets::of(n, equal);
    // `from.get(j)`: the nodes from which a path of the present length leads to j.
    let mut from = Sets::of(n, |i, j| dag.has_edge(i, j));
    let (mut pairs, mut rising, mut level) = (0, 0, 0);
    loop {
        let mut found = 0;
        for j in 0..n {
            found += overlap(from.get(j), from.get(j));
            rising += overlap(from.get(j), lower.get(j));
            level += overlap(from.get(j), ties.get(j));
        }
        if found == 0 {
            break;
        }
        pairs += found;
        from = one_longer(dag, &from);
    }
    Quantity::Known((rising as f64 + level as f64 / 2.0) / pairs as f64)
}

/// A path to j that is one edge longer is a path to a parent of j.
fn one_longer(dag: &Dag, from: &Sets) -> Sets {
    let mut longer = Sets { words: from.words, bits: vec![0; from.bits.len()] };
    for j in 0..dag.nodes() {
        for &parent in dag.parents(j) {
            let union = longer.get_mut(j).iter_mut().zip(from.get(parent));
            union.for_each(|(word, more)| *word |= more);
        }
    }
    longer
}

fn overlap(a: &[u64], b: &[u64]) -> u64 {
    a.iter().zip(b).map(|(a, b)| u64::from((a & b).count_ones())).sum()
}

/// Edges on the longest directed path.
fn longest_path(dag: &Dag) -> usize {
    let mut length = vec![0; dag.nodes()];
    for &j in dag.order() {
        length[j] = dag.parents(j).iter().map(|&i| length[i] + 1).max().unwrap_or(0);
    }
    length.into_iter().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::{Matrix, product};
    use crate::random::Stream;

    fn dag(n: usize, edges: &[(usize, usize)]) -> Dag {
        Dag::from_edges(n, edges).unwrap()
    }

    fn known(dag: &Dag, scores: &[f64]) -> f64 {
        *sortability(dag, scores).known().unwrap()
    }

    #[test]
    fn by_hand() {
        // 0 → 1 → 2 and 0 → 2: pairs of length one 01, 12, 02; of length two 02.
        let triangle = dag(3, &[(0, 1), (1, 2), (0, 2)]);
        assert_eq!(known(&triangle, &[1.0, 2.0, 3.0]), 1.0);
        assert_eq!(known(&triangle, &[3.0, 2.0, 1.0]), 0.0);
        assert_eq!(known(&triangle, &[1.0, 3.0, 2.0]), 0.75);
        // 01 is even, 12 falls, 02 falls twice.
        assert_eq!(known(&triangle, &[2.0, 2.0 + 1e-12, 1.0]), 0.125);
        assert!(sortability(&dag(3, &[]), &[1.0; 3]).unknown().is_some());
    }

    /// The definition with powers of the adjacency matrix, on more than one word of nodes.
    #[test]
    fn equals_the_powers_of_the_adjacency_matrix() {
        let mut stream = Stream::new(4, 0);
        for n in [2, 9, 63, 65, 130] {
            let mut edges: Vec<_> = (0..n).flat_map(|j| (0..j).map(move |i| (i, j))).collect();
            edges.retain(|_| stream.uniform() < 3.0 / n as f64);
            edges.push((0, n - 1));
            edges.dedup();
            edges.sort_unstable();
            edges.dedup();
            let dag = dag(n, &edges);
            let scores: Vec<f64> = (0..n).map(|_| (5.0 * stream.uniform()).floor()).collect();
            let adjacency = Matrix::from_fn(n, n, |i, j| f64::from(edges.contains(&(i, j))));
            let mut power = adjacency.clone();
            let (mut pairs, mut rising) = (0.0, 0.0);
            for _ in 1..n {
                for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
                    if power[(i, j)] > 0.0 {
                        pairs += 1.0;
                        rising += match scores[i].total_cmp(&scores[j]) {
                            std::cmp::Ordering::Less => 1.0,
                            std::cmp::Ordering::Equal => 0.5,
                            std::cmp::Ordering::Greater => 0.0,
                        };
                    }
                }
                power = product(&power, &adjacency).map(|x| f64::from(x > 0.0));
            }
            assert_eq!(known(&dag, &scores), rising / pairs, "n = {n}");
        }
    }

    #[test]
    fn too_much_work_is_said() {
        let n = 1200;
        let parents = (0..n).map(|j| (0..j).collect()).collect();
        let complete = Dag::new(parents).unwrap();
        assert_eq!(longest_path(&complete), n - 1);
        let scores = vec![1.0; n];
        assert!(sortability(&complete, &scores).unknown().unwrap().contains("too many"));
    }
}
