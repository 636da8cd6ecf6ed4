//! Finds the places: every node in a layer below its causes, few crossings, short and smooth lines.
//!
//! The method of Sugiyama, Tagawa and Toda (1981, doi:10.1109/TSMC.1981.4308636) in its usual steps,
//! one to a file: connected parts, layers, order within the layers, places, curves. Only the four
//! operations and square roots are used, so the places are the same on every machine.

mod coordinates;
mod crossings;
mod curves;
mod layered;
mod layers;
mod parts;
mod simplex;

use crate::error::{Error, Result};

pub(super) use curves::{Curve, Point};

/// Height of the box of a node.
pub(super) const BOX_HEIGHT: f64 = 26.0;

/// Pieces of lines between neighbouring layers beyond which a drawing shows nothing but lines: 1000
/// nodes with 2000 links have about a third of them.
const MOST_SEGMENTS: usize = 60_000;

/// What is to be placed.
pub(super) struct Plan {
    /// Width of the box of each node.
    pub widths: Vec<f64>,
    /// (source, target, room for the arrow head) of each link.
    pub links: Vec<(usize, usize, f64)>,
}

/// Where everything is; the corner at the upper left is (0, 0).
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Layout {
    /// Left end and top of the box of each node.
    pub boxes: Vec<Point>,
    /// The line of each link.
    pub curves: Vec<Curve>,
    /// Where the rows of nodes without links begin, if there are any.
    pub isolated: Option<f64>,
    /// Of the whole.
    pub width: f64,
    /// Of the whole.
    pub height: f64,
}

/// Places the nodes and links of a DAG.
pub(super) fn place(plan: &Plan) -> Result<Layout> {
    let (parts, isolated) = parts::split(plan);
    let mut placed = Vec::new();
    for part in &parts {
        placed.push(place_part(&part.plan)?);
    }
    Ok(parts::pack(plan, &parts, &placed, &isolated))
}

/// Places a connected part, in the layers that give the better drawing.
fn place_part(plan: &Plan) -> Result<Layout> {
    let mut best: Option<(f64, Layout)> = None;
    for ranks in layers::candidates(plan) {
        let segments = plan.links.len() + layered::bends(plan, &ranks);
        if segments > MOST_SEGMENTS {
            continue;
        }
        let mut layered = layered::Layered::new(plan, &ranks);
        crossings::reduce(&mut layered);
        let layout = stretched(plan, &layered);
        // Long lines are hard to follow; a shape that is far from a page is hard to show at all.
        let length = segments as f64 / plan.links.len() as f64;
        let badness = misshape(&layout) * length.sqrt();
        if best.as_ref().is_none_or(|(least, _)| badness < *least) {
            best = Some((badness, layout));
        }
    }
    let (nodes, links) = (plan.widths.len(), plan.links.len());
    best.map(|(_, layout)| layout).ok_or(Error::TooMuchToDraw { nodes, links })
}

/// A width that every page has.
const NARROW: f64 = 560.0;
/// Width to height that a page likes, from a sheet held upright to a screen.
const UPRIGHT: f64 = 0.8;
const FLAT: f64 = 1.8;

/// Places the vertices; if that is far from the shape of a page, once more with wider or narrower gaps.
fn stretched(plan: &Plan, layered: &layered::Layered) -> Layout {
    const WIDEST: f64 = 1.8;
    const NARROWEST: f64 = 0.7;
    let x = coordinates::centres(layered, 1.0);
    let layout = curves::draw(plan, layered, &x, 1.0);
    let aspect = layout.width / layout.height;
    if aspect < UPRIGHT {
        let across = (UPRIGHT / aspect).min(WIDEST);
        let down = (aspect / UPRIGHT).max(NARROWEST);
        let x = coordinates::centres(layered, across);
        return curves::draw(plan, layered, &x, down);
    }
    if aspect > FLAT && layout.width > NARROW {
        return curves::draw(plan, layered, &x, (aspect / FLAT).min(WIDEST));
    }
    layout
}

/// How far a drawing is from the shape of a page: 1 for a page.
fn misshape(layout: &Layout) -> f64 {
    let aspect = layout.width / layout.height;
    (aspect / FLAT).max(UPRIGHT / aspect).max(1.0)
}
