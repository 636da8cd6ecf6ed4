//! Connected parts of a graph are placed apart and then packed side by side; nodes without links go
//! into rows below.

use super::curves::{Curve, Point};
use super::{BOX_HEIGHT, FLAT, Layout, Plan, UPRIGHT};

/// Space between two parts.
const PART_GAP: f64 = 44.0;
/// Space between boxes of nodes without links.
const ROW_GAP: f64 = 12.0;
/// Space above the rows of nodes without links, for their caption.
const CAPTION: f64 = 30.0;

/// A connected part with its own numbers.
pub(super) struct Part {
    pub plan: Plan,
    /// The number in the whole of each node.
    nodes: Vec<usize>,
    /// The number in the whole of each link.
    links: Vec<usize>,
}

/// The connected parts, in the order of their first nodes, and the nodes without links.
pub(super) fn split(plan: &Plan) -> (Vec<Part>, Vec<usize>) {
    let nodes = plan.widths.len();
    let mut beside = vec![Vec::new(); nodes];
    for &(source, target, _) in &plan.links {
        beside[source].push(target);
        beside[target].push(source);
    }
    let mut part_of: Vec<Option<usize>> = vec![None; nodes];
    let mut parts: Vec<Part> = Vec::new();
    let mut isolated = Vec::new();
    for start in 0..nodes {
        if beside[start].is_empty() {
            isolated.push(start);
        } else if part_of[start].is_none() {
            part_of[start] = Some(parts.len());
            let members = reach(start, &beside, &mut part_of);
            parts.push(cut_out(plan, members));
        }
    }
    for (number, &(source, target, head)) in plan.links.iter().enumerate() {
        let Some(part) = part_of[source].and_then(|part| parts.get_mut(part)) else { continue };
        let within = |node| part.nodes.binary_search(&node).unwrap_or(0);
        let link = (within(source), within(target), head);
        part.plan.links.push(link);
        part.links.push(number);
    }
    (parts, isolated)
}

/// Every node joined to `start`, in increasing order, marked with its part.
fn reach(start: usize, beside: &[Vec<usize>], part_of: &mut [Option<usize>]) -> Vec<usize> {
    let part = part_of[start];
    let (mut members, mut open) = (Vec::new(), vec![start]);
    while let Some(node) = open.pop() {
        members.push(node);
        for &next in &beside[node] {
            if part_of[next].is_none() {
                part_of[next] = part;
                open.push(next);
            }
        }
    }
    members.sort_unstable();
    members
}

fn cut_out(plan: &Plan, nodes: Vec<usize>) -> Part {
    let widths = nodes.iter().map(|&node| plan.widths[node]).collect();
    Part { plan: Plan { widths, links: Vec::new() }, nodes, links: Vec::new() }
}

/// Puts the placed parts and the isolated nodes onto one page.
pub(super) fn pack(plan: &Plan, parts: &[Part], placed: &[Layout], isolated: &[usize]) -> Layout {
    let mut page = Layout {
        boxes: vec![Point::default(); plan.widths.len()],
        curves: vec![Curve::default(); plan.links.len()],
        ..Layout::default()
    };
    let (corners, width, height) = best_shelves(placed);
    for ((part, layout), &corner) in parts.iter().zip(placed).zip(&corners) {
        for (&node, at) in part.nodes.iter().zip(&layout.boxes) {
            page.boxes[node] = Point { x: corner.x + at.x, y: corner.y + at.y };
        }
        for (&link, curve) in part.links.iter().zip(&layout.curves) {
            page.curves[link] = curve.moved(corner);
        }
    }
    (page.width, page.height) = (width, height);
    add_rows(plan, isolated, &mut page);
    page
}

/// The corner of each part, and the width and height of all, in shelves as wide as gives a small
/// page of good shape.
fn best_shelves(placed: &[Layout]) -> (Vec<Point>, f64, f64) {
    let mut order: Vec<usize> = (0..placed.len()).collect();
    order.sort_by(|&a, &b| placed[b].height.total_cmp(&placed[a].height).then(a.cmp(&b)));
    let mut best = (Vec::new(), 0.0, 0.0);
    let mut least = f64::INFINITY;
    let mut limit = 0.0;
    for &last in &order {
        limit += placed[last].width + PART_GAP;
        let shelves = shelves(placed, &order, limit);
        let aspect = shelves.1 / shelves.2;
        let misshape = (aspect / FLAT).max(UPRIGHT / aspect).max(1.0);
        let badness = shelves.1 * shelves.2 * misshape * misshape;
        if badness < least {
            (best, least) = (shelves, badness);
        }
    }
    best
}

/// Fills shelves of at most this width from the top, in the given order.
fn shelves(placed: &[Layout], order: &[usize], limit: f64) -> (Vec<Point>, f64, f64) {
    let mut corners = vec![Point::default(); placed.len()];
    let (mut right, mut top, mut bottom, mut width) = (0.0f64, 0.0, 0.0f64, 0.0f64);
    for &part in order {
        if right > 0.0 && right + placed[part].width > limit {
            (right, top) = (0.0, bottom + PART_GAP);
        }
        corners[part] = Point { x: right, y: top };
        width = width.max(right + placed[part].width);
        bottom = bottom.max(top + placed[part].height);
        right += placed[part].width + PART_GAP;
    }
    (corners, width, bottom)
}

/// Rows of nodes without links, below everything else.
fn add_rows(plan: &Plan, isolated: &[usize], page: &mut Layout) {
    if isolated.is_empty() {
        return;
    }
    let room: f64 = isolated.iter().map(|&node| plan.widths[node] + ROW_GAP).sum();
    let alone = (2.0 * room * (BOX_HEIGHT + ROW_GAP)).sqrt();
    let limit = page.width.max(alone);
    let start = if page.height > 0.0 { page.height + ROW_GAP } else { 0.0 };
    page.isolated = Some(start);
    let (mut right, mut top) = (0.0, start + CAPTION);
    for &node in isolated {
        let width = plan.widths[node];
        if right > 0.0 && right + width > limit {
            (right, top) = (0.0, top + BOX_HEIGHT + ROW_GAP);
        }
        page.boxes[node] = Point { x: right, y: top };
        page.width = page.width.max(right + width);
        right += width + ROW_GAP;
    }
    page.height = top + BOX_HEIGHT;
}
