//! Pairs → one DAG: those that are joined often enough. A direction is claimed if as many more refits
//! claim it than claim its reverse; the others are open, and point in the more frequent direction unless that closes a cycle.

use super::support::Support;
use crate::error::Result;
use crate::graph::{Dag, Pdag};

/// What the refits agree on.
#[derive(Debug, Clone, PartialEq)]
pub struct Consensus {
    /// The graph.
    pub dag: Dag,
    /// The same with open directions.
    pub graph: Pdag,
    /// (i, j) of pairs that are joined often enough, and i → j claimed, but that would close a cycle
    /// with others of which more refits are sure.
    pub dropped: Vec<(usize, usize)>,
}

/// The graph of the pairs that at least this share of refits joins. Majorities may contradict one
/// another (three refits of a → b → c, b → c → a and c → a → b make a cycle of two in three), so arrows
/// come in by the share that claims them, and one that would close a cycle stays out.
pub fn consensus(
    pairs: &[(usize, usize, Support)],
    nodes: usize,
    frequency: f64,
) -> Result<Consensus> {
    let enough = |share: f64| share >= frequency - ROUNDING;
    let (mut claimed, mut open): (Vec<_>, Vec<_>) = pairs
        .iter()
        .filter(|(_, _, support)| enough(support.frequency))
        .partition(|(_, _, support)| enough(support.forward - support.reverse));
    claimed.sort_by(|a, b| b.2.forward.total_cmp(&a.2.forward));
    open.sort_by(|a, b| b.2.frequency.total_cmp(&a.2.frequency));
    let mut growing = Growing { children: vec![vec![]; nodes] };
    let (mut directed, mut undirected, mut dropped) = (vec![], vec![], vec![]);
    for &&(i, j, _) in &claimed {
        match growing.reaches(j, i) {
            true => dropped.push((i, j)),
            false => {
                growing.children[i].push(j);
                directed.push((i, j));
            }
        }
    }
    for &&(i, j, _) in &open {
        // Both directions cannot close cycles, or there would be one already.
        let (i, j) = if growing.reaches(j, i) { (j, i) } else { (i, j) };
        growing.children[i].push(j);
        undirected.push((i, j));
    }
    let dag = Dag::from_edges(nodes, &[directed.as_slice(), &undirected].concat())?;
    let graph = Pdag::new(nodes, &directed, &undirected)?;
    Ok(Consensus { dag, graph, dropped })
}

/// Shares are quotients of small integers.
const ROUNDING: f64 = 1e-9;

/// A DAG that gains edges.
struct Growing {
    children: Vec<Vec<usize>>,
}

impl Growing {
    /// Whether there is a directed path.
    fn reaches(&self, from: usize, to: usize) -> bool {
        let mut seen = vec![false; self.children.len()];
        let mut waiting = vec![from];
        while let Some(node) = waiting.pop() {
            if node == to {
                return true;
            }
            if !std::mem::replace(&mut seen[node], true) {
                waiting.extend(&self.children[node]);
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Stream;

    fn support(forward: f64, reverse: f64, open: f64) -> Support {
        let frequency = forward + reverse + open;
        let (mean, deviation, calibrated) = (None, None, None);
        let (positive, negative) = (1.0, 0.0);
        Support {
            frequency,
            forward,
            reverse,
            open,
            mean,
            deviation,
            positive,
            negative,
            calibrated,
        }
    }

    #[test]
    fn majorities_that_contradict_one_another_lose_the_weakest() {
        let pairs = [
            (0, 1, support(0.9, 0.1, 0.0)),
            (1, 2, support(0.8, 0.1, 0.0)),
            (2, 0, support(0.7, 0.1, 0.0)),
            (0, 3, support(0.7, 0.3, 0.0)),
            (3, 4, support(0.2, 0.0, 0.0)),
        ];
        let found = consensus(&pairs, 5, 0.6).unwrap();
        assert_eq!(found.dropped, [(2, 0)]);
        assert_eq!(found.dag.edges(), [(0, 1), (0, 3), (1, 2)]);
        assert!(found.graph.is_directed(0, 1) && !found.graph.is_directed(0, 3));
    }

    #[test]
    fn an_open_edge_turns_rather_than_close_a_cycle() {
        let pairs = [
            (0, 1, support(0.9, 0.0, 0.1)),
            (1, 2, support(0.9, 0.0, 0.1)),
            (2, 0, support(0.5, 0.4, 0.1)),
        ];
        let found = consensus(&pairs, 3, 0.6).unwrap();
        assert!(found.dag.has_edge(0, 2) && found.dropped.is_empty());
    }

    #[test]
    fn always_a_dag() {
        let mut stream = Stream::new(11, 0);
        for _ in 0..200 {
            let n = 2 + stream.below(7);
            let mut pairs = vec![];
            for i in 0..n {
                for j in 0..i {
                    let (a, b, c) = (stream.uniform(), stream.uniform(), stream.uniform());
                    let scale = stream.uniform() / (a + b + c);
                    let (i, j) = if stream.below(2) == 0 { (i, j) } else { (j, i) };
                    pairs.push((i, j, support(a.max(b) * scale, a.min(b) * scale, c * scale)));
                }
            }
            let frequency = stream.uniform();
            // `Dag::new` refuses cycles.
            let found = consensus(&pairs, n, frequency).unwrap();
            let enough = pairs.iter().filter(|p| p.2.frequency >= frequency).count();
            assert_eq!(found.dag.edges().len() + found.dropped.len(), enough);
        }
    }
}
