//! The order within the layers: few crossings.
//!
//! Layers are swept down and up; each is sorted by the medians of the neighbours in the layer before,
//! then neighbours change places while that saves crossings (Gansner et al. 1993,
//! doi:10.1109/32.221135). The best order met is kept, from several starts, of
//! which more are tried in small graphs.

use super::layered::Layered;
use crate::random::Stream;

/// Pieces of lines times starts, and starts, that may be spent.
const MORE_STARTS: usize = 5_000;
const MOST_STARTS: usize = 48;
/// Sweeps without a better order before giving up, and sweeps in all.
const PATIENCE: usize = 8;
const SWEEPS: usize = 40;
/// Pieces of lines times sweeps that may be spent: bounds the time for large graphs.
const EFFORT: usize = 60_000;

/// Reorders the layers.
pub(super) fn reduce(graph: &mut Layered) {
    let vertices = graph.widths.len();
    let starts = (MORE_STARTS / graph.segments().max(1)).clamp(2, MOST_STARTS);
    let mut best = (usize::MAX, graph.layers.clone());
    for start in 0..starts {
        let preference = match start {
            0 | 1 => (0..vertices).collect(),
            _ => Stream::new(0, start as u64).permutation(vertices),
        };
        graph.layers = depth_first(graph, start % 2 == 0, &preference);
        Arrangement::new(graph).improve(&mut best);
        if best.0 == 0 {
            break;
        }
    }
    graph.layers = best.1;
}

/// Layers in the order in which a walk down, or up, through the graph first meets their vertices,
/// preferred ones first: trees come out without crossings.
fn depth_first(graph: &Layered, down: bool, preference: &[usize]) -> Vec<Vec<usize>> {
    let mut layer_of = vec![0; graph.widths.len()];
    for (number, layer) in graph.layers.iter().enumerate() {
        layer.iter().for_each(|&vertex| layer_of[vertex] = number);
    }
    let last = graph.layers.len();
    let mut starts: Vec<usize> = (0..graph.widths.len()).collect();
    starts.sort_by_key(|&vertex| {
        let layer = layer_of[vertex];
        (if down { layer } else { last - layer }, preference[vertex])
    });
    let mut order = vec![Vec::new(); last];
    let mut met = vec![false; graph.widths.len()];
    for start in starts {
        let mut open = vec![start];
        while let Some(vertex) = open.pop() {
            if !std::mem::replace(&mut met[vertex], true) {
                order[layer_of[vertex]].push(vertex);
                let onward = if down { &graph.below[vertex] } else { &graph.above[vertex] };
                let mut onward = onward.clone();
                onward.sort_by_key(|&next| std::cmp::Reverse(preference[next]));
                open.extend(onward);
            }
        }
    }
    order
}

struct Arrangement<'a> {
    graph: &'a mut Layered,
    position: Vec<usize>,
}

impl<'a> Arrangement<'a> {
    fn new(graph: &'a mut Layered) -> Arrangement<'a> {
        let position = graph.positions();
        Arrangement { graph, position }
    }

    fn improve(&mut self, best: &mut (usize, Vec<Vec<usize>>)) {
        let sweeps = SWEEPS.min(EFFORT / self.graph.segments().max(1)).max(2);
        let mut since_better = 0;
        for sweep in 0..sweeps {
            if sweep > 0 {
                self.sweep(sweep % 2 == 1, sweep % 4 >= 2);
            }
            self.transpose();
            let crossings = self.crossings();
            since_better += 1;
            if crossings < best.0 {
                *best = (crossings, self.graph.layers.clone());
                since_better = 0;
            }
            if best.0 == 0 || since_better > PATIENCE {
                break;
            }
        }
    }

    fn sweep(&mut self, down: bool, turn_ties: bool) {
        let count = self.graph.layers.len();
        let numbers: Vec<usize> =
            if down { (1..count).collect() } else { (0..count - 1).rev().collect() };
        for number in numbers {
            self.sort_by_median(number, down, turn_ties);
        }
    }

    /// Sorts a layer by the medians; vertices without neighbours keep their places.
    fn sort_by_median(&mut self, number: usize, down: bool, turn_ties: bool) {
        let layer = &self.graph.layers[number];
        let fixed = if down { &self.graph.above } else { &self.graph.below };
        let mut movable: Vec<(f64, usize, usize)> = Vec::new();
        for (place, &vertex) in layer.iter().enumerate() {
            if let Some(median) = self.median(&fixed[vertex]) {
                let rank = if turn_ties { layer.len() - place } else { place };
                movable.push((median, rank, vertex));
            }
        }
        movable.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut sorted = movable.iter().map(|&(.., vertex)| vertex);
        let placed: Vec<usize> = layer
            .iter()
            .map(|&vertex| {
                let keeps = fixed[vertex].is_empty();
                if keeps { vertex } else { sorted.next().unwrap_or(vertex) }
            })
            .collect();
        for (place, &vertex) in placed.iter().enumerate() {
            self.position[vertex] = place;
        }
        self.graph.layers[number] = placed;
    }

    /// The middle position of the neighbours; of two middle ones, nearer to the denser side.
    fn median(&self, neighbours: &[usize]) -> Option<f64> {
        let mut at: Vec<f64> = neighbours.iter().map(|&v| self.position[v] as f64).collect();
        at.sort_by(f64::total_cmp);
        let middle = at.len() / 2;
        match at.len() {
            0 => None,
            odd if odd % 2 == 1 => Some(at[middle]),
            2 => Some((at[0] + at[1]) / 2.0),
            count => {
                let left = at[middle - 1] - at[0];
                let right = at[count - 1] - at[middle];
                if left + right == 0.0 {
                    return Some(at[middle]);
                }
                Some((at[middle - 1] * right + at[middle] * left) / (left + right))
            }
        }
    }

    /// Exchanges neighbours while that saves crossings.
    fn transpose(&mut self) {
        const ROUNDS: usize = 10;
        for _ in 0..ROUNDS {
            let mut changed = false;
            for number in 0..self.graph.layers.len() {
                changed |= self.transpose_layer(number);
            }
            if !changed {
                break;
            }
        }
    }

    fn transpose_layer(&mut self, number: usize) -> bool {
        let layer = &mut self.graph.layers[number];
        let ends = |of: &[usize]| {
            let mut ends: Vec<usize> = of.iter().map(|&v| self.position[v]).collect();
            ends.sort_unstable();
            ends
        };
        let mut above: Vec<_> = layer.iter().map(|&v| ends(&self.graph.above[v])).collect();
        let mut below: Vec<_> = layer.iter().map(|&v| ends(&self.graph.below[v])).collect();
        let mut changed = false;
        for right in 1..layer.len() {
            let left = right - 1;
            let crossings = |first: usize, second: usize| {
                inversions(&above[first], &above[second])
                    + inversions(&below[first], &below[second])
            };
            if crossings(right, left) < crossings(left, right) {
                self.position.swap(layer[left], layer[right]);
                layer.swap(left, right);
                above.swap(left, right);
                below.swap(left, right);
                changed = true;
            }
        }
        changed
    }

    /// Crossings between all layers: inversions, counted in a Fenwick tree.
    fn crossings(&self) -> usize {
        let mut total = 0;
        for pair in self.graph.layers.windows(2) {
            let mut tree = vec![0usize; pair[1].len() + 1];
            let mut seen = 0;
            for &vertex in &pair[0] {
                let ends: Vec<usize> =
                    self.graph.below[vertex].iter().map(|&v| self.position[v]).collect();
                for &end in &ends {
                    let mut up_to = end + 1;
                    total += seen;
                    while up_to > 0 {
                        total -= tree[up_to];
                        up_to &= up_to - 1;
                    }
                }
                for end in ends {
                    let mut at = end + 1;
                    seen += 1;
                    while at < tree.len() {
                        tree[at] += 1;
                        at += at & at.wrapping_neg();
                    }
                }
            }
        }
        total
    }
}

/// Pairs of ends, one of each sorted list, of which the left one ends farther right.
fn inversions(left: &[usize], right: &[usize]) -> usize {
    let (mut before, mut total) = (0, 0);
    for end in left {
        while before < right.len() && right[before] < *end {
            before += 1;
        }
        total += before;
    }
    total
}
