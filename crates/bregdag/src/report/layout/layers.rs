//! Which node goes into which layer.
//!
//! The layers with the shortest links come first. Where they are much wider than a page (a cause with
//! sixty effects), layers of bounded width are tried as well.

use super::simplex::{self, longest_paths};
use super::{BOX_HEIGHT, Plan};

/// Room for a box and the gap beside it.
const BESIDE: f64 = 18.0;
/// Height of a layer with the gap below, roughly.
const LAYER: f64 = BOX_HEIGHT + 50.0;
/// Width to height that a page likes.
const PAGE: f64 = 1.5;
/// Wider than this, other layers are tried.
const WIDE: f64 = 2.4;

/// Layers to try, the preferred ones first.
pub(super) fn candidates(plan: &Plan) -> Vec<Vec<usize>> {
    let nodes = plan.widths.len();
    let links: Vec<(usize, usize)> = plan.links.iter().map(|&(i, j, _)| (i, j)).collect();
    let mut ranks = simplex::ranks(nodes, &links);
    balance(plan, &mut ranks);
    let loads = loads(plan, &ranks);
    let widest = loads.iter().copied().fold(0.0, f64::max);
    let wide = widest > WIDE * LAYER * loads.len() as f64;
    let mut candidates = vec![ranks];
    if wide {
        let room: f64 = plan.widths.iter().map(|width| width + BESIDE).sum();
        let page = (PAGE * room * LAYER).sqrt();
        candidates.push(bounded(plan, &links, page));
        candidates.push(bounded(plan, &links, 0.75 * page));
    }
    candidates
}

/// The width of the boxes in each layer.
fn loads(plan: &Plan, ranks: &[usize]) -> Vec<f64> {
    let mut loads = vec![0.0; ranks.iter().max().map_or(0, |last| last + 1)];
    for (node, &rank) in ranks.iter().enumerate() {
        loads[rank] += plan.widths[node] + BESIDE;
    }
    loads
}

/// Moves nodes with as many links above as below, where all places cost the same, to the emptiest of
/// the layers open to them.
fn balance(plan: &Plan, ranks: &mut [usize]) {
    let mut loads = loads(plan, ranks);
    for node in 0..ranks.len() {
        let above = plan.links.iter().filter(|link| link.1 == node).map(|link| link.0);
        let below = plan.links.iter().filter(|link| link.0 == node).map(|link| link.1);
        if above.clone().count() != below.clone().count() {
            continue;
        }
        let first = above.map(|i| ranks[i] + 1).max().unwrap_or(ranks[node]);
        let last = below.map(|j| ranks[j] - 1).min().unwrap_or(ranks[node]);
        let here = ranks[node];
        let width = plan.widths[node] + BESIDE;
        let load = |rank: usize| if rank == here { loads[rank] - width } else { loads[rank] };
        let emptiest = (first..=last).min_by(|&a, &b| load(a).total_cmp(&load(b))).unwrap_or(here);
        loads[here] -= width;
        loads[emptiest] += width;
        ranks[node] = emptiest;
    }
}

/// Layers no wider than `bound`: from the top, each is filled with nodes whose causes are all above,
/// those with the longest way down first (Coffman and Graham 1972, doi:10.1007/BF00288685).
fn bounded(plan: &Plan, links: &[(usize, usize)], bound: f64) -> Vec<usize> {
    let nodes = plan.widths.len();
    let reversed: Vec<(usize, usize)> = links.iter().map(|&(i, j)| (j, i)).collect();
    let way_down = longest_paths(nodes, &reversed);
    let mut causes = vec![0usize; nodes];
    for &(_, target) in links {
        causes[target] += 1;
    }
    let mut ranks = vec![0; nodes];
    let mut ready: Vec<usize> = (0..nodes).filter(|&node| causes[node] == 0).collect();
    let mut layer = 0;
    while !ready.is_empty() {
        ready.sort_by_key(|&node| (std::cmp::Reverse(way_down[node]), node));
        let (mut load, mut waiting, mut taken) = (0.0, Vec::new(), Vec::new());
        for &node in &ready {
            let width = plan.widths[node] + BESIDE;
            if taken.is_empty() || load + width <= bound {
                load += width;
                ranks[node] = layer;
                taken.push(node);
            } else {
                waiting.push(node);
            }
        }
        for &(source, target) in links.iter().filter(|link| taken.contains(&link.0)) {
            debug_assert_eq!(ranks[source], layer);
            causes[target] -= 1;
            if causes[target] == 0 {
                waiting.push(target);
            }
        }
        ready = waiting;
        layer += 1;
    }
    lower(plan, links, bound, ranks)
}

/// Lowers nodes that have more links below than above as far as their layers have room.
fn lower(plan: &Plan, links: &[(usize, usize)], bound: f64, mut ranks: Vec<usize>) -> Vec<usize> {
    let mut loads = loads(plan, &ranks);
    let mut order: Vec<usize> = (0..ranks.len()).collect();
    order.sort_by_key(|&node| (std::cmp::Reverse(ranks[node]), node));
    for node in order {
        let above = links.iter().filter(|link| link.1 == node).count();
        let below = links.iter().filter(|link| link.0 == node).map(|link| ranks[link.1]);
        if above >= below.clone().count() {
            continue;
        }
        let (here, width) = (ranks[node], plan.widths[node] + BESIDE);
        let last = below.min().map_or(here, |nearest| nearest - 1);
        if let Some(lowest) = (here + 1..=last).rev().find(|&l| loads[l] + width <= bound) {
            loads[here] -= width;
            loads[lowest] += width;
            ranks[node] = lowest;
        }
    }
    ranks
}
