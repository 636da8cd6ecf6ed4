//! Random DAGs of two kinds, as edges between labels drawn at random.
//!
//! ER-k: kn of the n(n−1)/2 pairs, or any other number, every such set equally likely, directed along
//! a random order.
//! SF-k: nodes arrive one by one and point to k older ones, P(i is next) ∝ in-degree(i) + 1
//! (Barabási and Albert 1999, doi:10.1126/science.286.5439.509).
//! Both take time and memory proportional to the number of edges, not to n².

use std::collections::HashSet;

use super::{GraphKind, Options};
use crate::random::Stream;

/// The edges (i, j), meaning i → j, of a random DAG, in increasing order.
pub(super) fn draw(options: &Options, stream: &mut Stream) -> Vec<(usize, usize)> {
    let &Options { nodes, degree, .. } = options;
    let edges = match options.graph {
        GraphKind::ErdosRenyi => {
            erdos_renyi(nodes, options.edges.unwrap_or(degree * nodes), stream)
        }
        GraphKind::ScaleFree => scale_free(nodes, degree, stream),
    };
    let label = stream.permutation(nodes);
    let mut edges: Vec<_> = edges.into_iter().map(|(i, j)| (label[i], label[j])).collect();
    edges.sort_unstable();
    edges
}

/// `count` different pairs i < j < `nodes` by Floyd's method: the step with bound r adds a number
/// ≤ r to a uniform subset of {0, …, r − 1} and leaves a uniform subset of {0, …, r}
/// (Bentley and Floyd 1987, doi:10.1145/30401.315746).
fn erdos_renyi(nodes: usize, count: usize, stream: &mut Stream) -> Vec<(usize, usize)> {
    let pairs = nodes * (nodes - 1) / 2;
    // Asked only for membership, so its random iteration order never shows.
    let mut taken = HashSet::with_capacity(count);
    let mut edges = Vec::with_capacity(count);
    for bound in pairs - count..pairs {
        let drawn = stream.below(bound + 1);
        let number = if taken.contains(&drawn) { bound } else { drawn };
        taken.insert(number);
        edges.push(pair(number));
    }
    edges
}

/// Pair number t in the list (0,1), (0,2), (1,2), (0,3), …: j = ⌊(1 + √(8t + 1))/2⌋ is the largest
/// number with j(j−1)/2 ≤ t.
fn pair(t: usize) -> (usize, usize) {
    let j = (8 * t + 1).isqrt().div_ceil(2);
    (t - j * (j - 1) / 2, j)
}

/// Each node points to `degree` older ones, or to all while there are no more than that.
fn scale_free(nodes: usize, degree: usize, stream: &mut Stream) -> Vec<(usize, usize)> {
    let mut edges: Vec<(usize, usize)> = Vec::with_capacity(degree * nodes);
    // Holds each node in-degree + 1 times, so an even draw from the urn is a preferential one.
    let mut urn = Vec::with_capacity((degree + 1) * nodes);
    // The last node that pointed here.
    let mut latest_parent = vec![None; nodes];
    for new in 0..nodes {
        let first = edges.len();
        if new <= degree {
            edges.extend((0..new).map(|old| (new, old)));
        }
        while edges.len() < first + degree.min(new) {
            let old = urn[stream.below(urn.len())];
            if latest_parent[old] != Some(new) {
                latest_parent[old] = Some(new);
                edges.push((new, old));
            }
        }
        urn.extend(edges[first..].iter().map(|&(_, old)| old));
        urn.push(new);
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    fn degrees(nodes: usize, ends: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut degrees = vec![0; nodes];
        ends.for_each(|node| degrees[node] += 1);
        degrees
    }

    fn draw_k(graph: GraphKind, nodes: usize, degree: usize, seed: u64) -> Vec<(usize, usize)> {
        let options = Options { graph, nodes, degree, ..Options::default() };
        draw(&options, &mut Stream::new(seed, 0))
    }

    #[test]
    fn pairs_are_numbered_without_gap() {
        let listed = (0..200).flat_map(|j| (0..j).map(move |i| (i, j)));
        assert!(listed.enumerate().all(|(t, expected)| pair(t) == expected));
    }

    #[test]
    fn erdos_renyi_has_exactly_kn_different_edges() {
        for (nodes, degree) in [(2, 0), (3, 1), (9, 4), (50, 2), (10_000, 4)] {
            let edges = draw_k(GraphKind::ErdosRenyi, nodes, degree, 1);
            let pairs: HashSet<_> = edges.iter().map(|&(i, j)| (i.min(j), i.max(j))).collect();
            assert_eq!(pairs.len(), degree * nodes);
            assert!(pairs.iter().all(|&(i, j)| i < j && j < nodes));
        }
    }

    #[test]
    fn erdos_renyi_has_as_many_edges_as_asked_for() {
        for (nodes, edges) in [(2, 0), (2, 1), (50, 50), (50, 51), (50, 1225)] {
            let options = Options { nodes, edges: Some(edges), degree: 7, ..Options::default() };
            let drawn = draw(&options, &mut Stream::new(1, 0));
            let pairs: HashSet<_> = drawn.iter().map(|&(i, j)| (i.min(j), i.max(j))).collect();
            assert_eq!((pairs.len(), drawn.len()), (edges, edges));
        }
        // kn edges by either name are the same edges.
        let by_number = Options { edges: Some(100), ..Options::default() };
        let by_degree = draw_k(GraphKind::ErdosRenyi, 50, 2, 4);
        assert_eq!(draw(&by_number, &mut Stream::new(4, 0)), by_degree);
    }

    #[test]
    fn erdos_renyi_takes_every_edge_equally_often() {
        let (nodes, draws) = (6, 5000);
        let mut counts = vec![0usize; nodes * nodes];
        for seed in 0..draws {
            for (i, j) in draw_k(GraphKind::ErdosRenyi, nodes, 1, seed) {
                counts[i * nodes + j] += 1;
            }
        }
        // 6 edges on 30 ordered pairs: 1000 each, standard deviation 28; five of them.
        let off_diagonal = (0..nodes * nodes).filter(|at| at % (nodes + 1) != 0);
        assert!(off_diagonal.map(|at| counts[at]).all(|c| c.abs_diff(1000) < 142), "{counts:?}");
    }

    #[test]
    fn scale_free_nodes_point_to_k_older_ones() {
        let (nodes, degree) = (300, 4);
        let edges = scale_free(nodes, degree, &mut Stream::new(2, 0));
        assert!(edges.iter().all(|&(new, old)| old < new));
        assert_eq!(edges.iter().collect::<HashSet<_>>().len(), edges.len());
        let out = degrees(nodes, edges.iter().map(|&(new, _)| new));
        assert!((0..nodes).all(|new| out[new] == degree.min(new)));
    }

    #[test]
    fn scale_free_prefers_nodes_with_parents() {
        // With k = 1 node 2 sees in-degrees 1 and 0, so it takes node 0 two times in three.
        let draws = 9000;
        let hits = (0..draws)
            .filter(|&seed| scale_free(3, 1, &mut Stream::new(seed, 0)).contains(&(2, 0)))
            .count();
        // Standard deviation 45; five of them.
        assert!(hits.abs_diff(6000) < 224, "{hits}");
    }

    #[test]
    fn scale_free_graphs_have_hubs() {
        let most_parents = |kind| {
            let edges = draw_k(kind, 1000, 2, 3);
            degrees(1000, edges.iter().map(|&(_, j)| j)).into_iter().max()
        };
        let (hub, ordinary) =
            (most_parents(GraphKind::ScaleFree), most_parents(GraphKind::ErdosRenyi));
        assert!(hub > ordinary.map(|d| 3 * d), "{hub:?} against {ordinary:?}");
    }
}
