//! How far down each layer stands, and the lines between the boxes.
//!
//! A line crosses the band of a layer straight, through the free space between two boxes, and bends
//! only in the gaps between the bands, where there are no boxes: it cannot run through a node.

use super::layered::Layered;
use super::{BOX_HEIGHT, Layout, Plan};

/// The gap between two layers, at least and at most: the farther its lines go sideways, the higher.
const LEAST_GAP: f64 = 40.0;
const MOST_GAP: f64 = 110.0;
const GAP_PER_WIDTH: f64 = 0.16;
/// Distance of the ends of two lines at the same side of a box.
const PORT_GAP: f64 = 12.0;
/// The corners of a box are round: no line ends there.
const CORNER: f64 = 8.0;
/// Steepest way to leave or enter a box, sideways per down.
const STEEPEST: f64 = 1.1;
/// Space between a line and a box that it passes.
const CLEARANCE: f64 = 5.0;

/// A place: right, down.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(in crate::export) struct Point {
    pub x: f64,
    pub y: f64,
}

/// A smooth line from the lower side of one box to the upper side of another.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::export) struct Curve {
    /// At the source.
    pub start: Point,
    /// Cubic Béziers: two control points and the end of each.
    pub pieces: Vec<[Point; 3]>,
    /// At the target, where the arrow head ends; the pieces end where it begins.
    pub tip: Point,
}

impl Curve {
    /// The curve moved by an offset.
    pub fn moved(&self, by: Point) -> Curve {
        let shift = |p: Point| Point { x: p.x + by.x, y: p.y + by.y };
        let pieces = self.pieces.iter().map(|piece| piece.map(shift)).collect();
        Curve { start: shift(self.start), pieces, tip: shift(self.tip) }
    }
}

/// The layout of a connected part, given the centres of its vertices, with gaps between the layers
/// `stretch` times the usual.
pub(super) fn draw(plan: &Plan, graph: &Layered, x: &[f64], stretch: f64) -> Layout {
    let tops = tops(graph, x, stretch);
    let mut layer_of = vec![0; x.len()];
    for (number, layer) in graph.layers.iter().enumerate() {
        layer.iter().for_each(|&vertex| layer_of[vertex] = number);
    }
    let left = |node: usize| x[node] - plan.widths[node] / 2.0;
    let boxes = (0..graph.nodes).map(|v| Point { x: left(v), y: tops[layer_of[v]] }).collect();
    let ports = Ports::new(graph, x);
    let free = free_sides(graph, x);
    let curves = (0..graph.chains.len())
        .map(|link| {
            let stops = stops(graph, link, x, &ports, |vertex| tops[layer_of[vertex]]);
            let slopes = slopes(&stops, &graph.chains[link], &free);
            curve(&stops, &slopes, plan.links[link].2)
        })
        .collect();
    let right = |vertex: usize| x[vertex] + graph.widths[vertex] / 2.0;
    let width = (0..x.len()).map(right).fold(0.0, f64::max);
    let height = tops.last().map_or(0.0, |top| top + BOX_HEIGHT);
    Layout { boxes, curves, isolated: None, width, height }
}

/// The top of each layer.
fn tops(graph: &Layered, x: &[f64], stretch: f64) -> Vec<f64> {
    let mut tops = vec![0.0];
    let mut top = 0.0;
    for layer in graph.layers.iter().take(graph.layers.len().saturating_sub(1)) {
        let reach = |&v: &usize| graph.below[v].iter().map(move |&w| (x[w] - x[v]).abs());
        let farthest = layer.iter().flat_map(reach).fold(0.0, f64::max);
        let gap = (LEAST_GAP + GAP_PER_WIDTH * farthest).min(MOST_GAP);
        top += BOX_HEIGHT + stretch * gap;
        tops.push(top);
    }
    tops
}

/// Where the lines of each link leave and enter their boxes.
struct Ports {
    leave: Vec<f64>,
    enter: Vec<f64>,
}

impl Ports {
    /// Spreads the ends at a side of a box in the order of where the lines come from.
    fn new(graph: &Layered, x: &[f64]) -> Ports {
        let mut leaving = vec![Vec::new(); graph.nodes];
        let mut entering = vec![Vec::new(); graph.nodes];
        for (link, chain) in graph.chains.iter().enumerate() {
            if let ([first, second, ..], [.., before, last]) = (&chain[..], &chain[..]) {
                leaving[*first].push((x[*second], link));
                entering[*last].push((x[*before], link));
            }
        }
        let place = |ends: Vec<Vec<(f64, usize)>>| {
            let mut ports = vec![0.0; graph.chains.len()];
            for (node, mut ends) in ends.into_iter().enumerate() {
                ends.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                let steps = ends.len().saturating_sub(1) as f64;
                let room = graph.widths[node] - 2.0 * CORNER;
                let gap = if steps > 0.0 { PORT_GAP.min(room / steps) } else { 0.0 };
                for (number, (_, link)) in ends.into_iter().enumerate() {
                    ports[link] = x[node] + (number as f64 - steps / 2.0) * gap;
                }
            }
            ports
        };
        Ports { leave: place(leaving), enter: place(entering) }
    }
}

/// The free space beside each bend, up to the nearer of the boxes left and right of it.
fn free_sides(graph: &Layered, x: &[f64]) -> Vec<f64> {
    let mut free = vec![f64::INFINITY; x.len()];
    for layer in &graph.layers {
        let mut border = f64::NEG_INFINITY;
        for &vertex in layer {
            free[vertex] = x[vertex] - border - CLEARANCE;
            if !graph.is_bend(vertex) {
                border = x[vertex] + graph.widths[vertex] / 2.0;
            }
        }
        border = f64::INFINITY;
        for &vertex in layer.iter().rev() {
            free[vertex] = free[vertex].min(border - x[vertex] - CLEARANCE);
            if !graph.is_bend(vertex) {
                border = x[vertex] - graph.widths[vertex] / 2.0;
            }
        }
    }
    free
}

/// Where a line stands above and below the middle of the band of a layer.
struct Stop {
    x: f64,
    top: f64,
    bottom: f64,
}

fn stops(
    graph: &Layered,
    link: usize,
    x: &[f64],
    ports: &Ports,
    top_of: impl Fn(usize) -> f64,
) -> Vec<Stop> {
    let chain = &graph.chains[link];
    let last = chain.len() - 1;
    let stop = |(place, &vertex): (usize, &usize)| {
        let (top, bottom) = (top_of(vertex), top_of(vertex) + BOX_HEIGHT);
        match place {
            0 => Stop { x: ports.leave[link], top: bottom, bottom },
            place if place == last => Stop { x: ports.enter[link], top, bottom: top },
            _ => Stop { x: x[vertex], top, bottom },
        }
    };
    chain.iter().enumerate().map(stop).collect()
}

/// How far sideways per down a line goes at each of its stops: at a bend the harmonic mean of both
/// sides, which does not overshoot (Fritsch and Butland 1984, doi:10.1137/0905021), and never so much
/// that it would touch a box beside it.
fn slopes(stops: &[Stop], chain: &[usize], free: &[f64]) -> Vec<f64> {
    let middle = |stop: &Stop| (stop.top + stop.bottom) / 2.0;
    let chords: Vec<f64> = stops
        .windows(2)
        .map(|pair| (pair[1].x - pair[0].x) / (middle(&pair[1]) - middle(&pair[0])))
        .collect();
    let end = |chord: f64| (0.8 * chord).clamp(-STEEPEST, STEEPEST);
    let mut slopes = vec![end(chords[0])];
    for place in 1..stops.len() - 1 {
        let (before, after) = (chords[place - 1], chords[place]);
        let smooth =
            if before * after > 0.0 { 2.0 * before * after / (before + after) } else { 0.0 };
        let most = (free[chain[place]] / (BOX_HEIGHT / 2.0)).max(0.0);
        slopes.push(smooth.clamp(-most, most));
    }
    slopes.push(end(chords[chords.len() - 1]));
    slopes
}

/// The curve through the stops, shortened by the arrow head.
fn curve(stops: &[Stop], slopes: &[f64], head: f64) -> Curve {
    let at = |stop: &Stop, slope: f64, y: f64| {
        let middle = (stop.top + stop.bottom) / 2.0;
        Point { x: stop.x + slope * (y - middle), y }
    };
    let last = stops.len() - 1;
    let tip = Point { x: stops[last].x, y: stops[last].top };
    let slope = slopes[last];
    let down = head / (1.0 + slope * slope).sqrt();
    let mut pieces = Vec::new();
    let start = Point { x: stops[0].x, y: stops[0].bottom };
    let mut from = start;
    for place in 1..=last {
        let slope = slopes[place];
        let mut to = at(&stops[place], slope, stops[place].top);
        if place == last {
            to = Point { x: tip.x - slope * down, y: tip.y - down };
        }
        pieces.push(bezier(from, slopes[place - 1], to, slope));
        from = to;
        if place < last {
            let below = at(&stops[place], slope, stops[place].bottom);
            pieces.push(bezier(from, slope, below, slope));
            from = below;
        }
    }
    Curve { start, pieces, tip }
}

/// A cubic from one point to another with given slopes, going down all the way.
fn bezier(from: Point, leave: f64, to: Point, enter: f64) -> [Point; 3] {
    const REACH: f64 = 0.45;
    let reach = REACH * (to.y - from.y);
    [
        Point { x: from.x + leave * reach, y: from.y + reach },
        Point { x: to.x - enter * reach, y: to.y - reach },
        to,
    ]
}
