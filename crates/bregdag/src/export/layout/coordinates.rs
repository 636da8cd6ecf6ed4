//! How far right each vertex stands.
//!
//! min Σ w_uv (x_u − x_v)² over the lines, subject to x_b − x_a ≥ s_ab for neighbours a, b in a layer.
//!
//! The layers take turns: with the others fixed, the best places in one are an isotonic regression,
//! solved exactly by pooling neighbours that want to overlap. The problem is convex and no constraint
//! joins two layers, so the turns lead to its minimum. Lines between bends weigh more: long links
//! become straight.

use super::layered::Layered;
use crate::linalg::pools;

/// Free space between two boxes, a box and a line, two lines.
const BOX_GAP: f64 = 20.0;
const BOX_TO_LINE: f64 = 14.0;
const LINE_GAP: f64 = 12.0;

const SWEEPS: usize = 400;
/// Pieces of lines times sweeps that may be spent: bounds the time for large graphs.
const EFFORT: usize = 1_000_000;
/// Movement in a sweep that the eye no longer sees.
const STILL: f64 = 0.02;

/// The centre of each vertex, with gaps `stretch` times the usual; the left end of the leftmost box
/// is 0.
pub(super) fn centres(graph: &Layered, stretch: f64) -> Vec<f64> {
    let mut x = packed(graph, stretch);
    let sweeps = SWEEPS.min(EFFORT / graph.segments().max(1)).max(10);
    for sweep in 0..sweeps {
        // The first turns follow one side only, which carries news through all layers at once.
        let pull = match sweep {
            0 | 2 => Pull { above: true, below: false, stretch },
            1 | 3 => Pull { above: false, below: true, stretch },
            _ => Pull { above: true, below: true, stretch },
        };
        let count = graph.layers.len();
        let mut moved = 0.0f64;
        for step in 0..count {
            let number = if sweep % 2 == 0 { step } else { count - 1 - step };
            moved = moved.max(settle(graph, number, pull, &mut x));
        }
        if sweep > 4 && moved < STILL {
            break;
        }
    }
    let left = |v: usize| x[v] - graph.widths[v] / 2.0;
    let least = (0..x.len()).map(left).fold(f64::INFINITY, f64::min);
    x.iter().map(|at| at - least).collect()
}

#[derive(Clone, Copy)]
/// Which neighbours pull at a vertex, and how wide the gaps are.
struct Pull {
    above: bool,
    below: bool,
    stretch: f64,
}

/// Every layer side by side, its middle at 0.
fn packed(graph: &Layered, stretch: f64) -> Vec<f64> {
    let mut x = vec![0.0; graph.widths.len()];
    for layer in &graph.layers {
        let mut at = 0.0;
        for (place, &vertex) in layer.iter().enumerate() {
            if place > 0 {
                at += separation(graph, layer[place - 1], vertex, stretch);
            }
            x[vertex] = at;
        }
        layer.iter().for_each(|&vertex| x[vertex] -= at / 2.0);
    }
    x
}

/// The least distance of the centres of two neighbours.
fn separation(graph: &Layered, left: usize, right: usize, stretch: f64) -> f64 {
    let gap = match (graph.is_bend(left), graph.is_bend(right)) {
        (false, false) => BOX_GAP,
        (true, true) => LINE_GAP,
        _ => BOX_TO_LINE,
    };
    (graph.widths[left] + graph.widths[right]) / 2.0 + stretch * gap
}

/// What a line weighs: the more, the more bends it has at its ends.
fn weight(graph: &Layered, a: usize, b: usize) -> f64 {
    match (graph.is_bend(a), graph.is_bend(b)) {
        (true, true) => 6.0,
        (false, false) => 1.0,
        _ => 2.0,
    }
}

/// Puts one layer at its best places with the others fixed; how far a vertex moved at most.
fn settle(graph: &Layered, number: usize, pull: Pull, x: &mut [f64]) -> f64 {
    let layer = &graph.layers[number];
    let mut offset = 0.0;
    let mut offsets = Vec::with_capacity(layer.len());
    for (place, &vertex) in layer.iter().enumerate() {
        if place > 0 {
            offset += separation(graph, layer[place - 1], vertex, pull.stretch);
        }
        offsets.push(offset);
    }
    // Neighbours that would come too close stand as close as they may: less their distance from the start
    // of the layer, places increase.
    let wishes = layer.iter().zip(&offsets).map(|(&vertex, offset)| {
        let (wish, weight) = wish(graph, vertex, pull, x);
        (weight * (wish - offset), weight)
    });
    let pools = pools(wishes);
    let wishes = pools.iter().flat_map(|pool| std::iter::repeat_n(pool.value(), pool.members));
    let mut moved = 0.0f64;
    for ((&vertex, offset), wish) in layer.iter().zip(offsets).zip(wishes) {
        moved = moved.max((wish + offset - x[vertex]).abs());
        x[vertex] = wish + offset;
    }
    moved
}

/// The mean place of the neighbours and the weight of this wish. Who has none wishes, faintly, to stay.
fn wish(graph: &Layered, vertex: usize, pull: Pull, x: &[f64]) -> (f64, f64) {
    const FAINT: f64 = 1e-3;
    let above = graph.above[vertex].iter().filter(|_| pull.above);
    let below = graph.below[vertex].iter().filter(|_| pull.below);
    let (mut sum, mut total) = (FAINT * x[vertex], FAINT);
    for &other in above.chain(below) {
        let weight = weight(graph, vertex, other);
        sum += weight * x[other];
        total += weight;
    }
    (sum / total, total)
}
