//! Which node goes into which layer.
//!
//! The layers with the shortest links come first. Where they are much wider than a page (a cause with
//! sixty effects), layers of bounded width are tried as well.

use super::simplex::{self, longest_paths};
use super::{BOX_HEIGHT, NARROW, Plan};

/// Room for a box and the gap beside it.
const BESIDE: f64 = 18.0;
/// Height of a layer with the gap below, roughly.
const LAYER: f64 = BOX_HEIGHT + 50.0;
/// Width to height that a page likes.
const PAGE: f64 = 1.5;
/// Wider than this, other layers are tried.
const WIDE: f64 = 2.4;
/// More nodes than this take long enough to place once.
const MANY: usize = 300;

/// Layers to try, the preferred ones first.
pub(super) fn candidates(plan: &Plan) -> Vec<Vec<usize>> {
    let nodes = plan.widths.len();
    let links: Vec<(usize, usize)> = plan.links.iter().map(|&(i, j, _)| (i, j)).collect();
    let mut ranks = simplex::ranks(nodes, &links);
    balance(plan, &links, &mut ranks);
    let loads = loads(plan, &ranks);
    let widest = loads.iter().copied().fold(0.0, f64::max);
    let wide = widest > (WIDE * LAYER * loads.len() as f64).max(NARROW);
    let mut candidates = vec![ranks];
    if wide {
        let room: f64 = plan.widths.iter().map(|width| width + BESIDE).sum();
        let page = (PAGE * room * LAYER).sqrt().max(NARROW);
        let parts: &[f64] = if nodes > MANY { &[1.0] } else { &[1.5, 1.0, 0.7] };
        candidates.extend(parts.iter().map(|part| bounded(plan, &links, part * page)));
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
fn balance(plan: &Plan, links: &[(usize, usize)], ranks: &mut [usize]) {
    let mut loads = loads(plan, ranks);
    let neighbours = Neighbours::new(ranks.len(), links);
    for node in 0..ranks.len() {
        let (above, below) = (&neighbours.above[node], &neighbours.below[node]);
        if above.len() != below.len() {
            continue;
        }
        let (here, width) = (ranks[node], plan.widths[node] + BESIDE);
        loads[here] -= width;
        let first = above.iter().map(|&i| ranks[i] + 1).max().unwrap_or(here);
        let last = below.iter().map(|&j| ranks[j] - 1).min().unwrap_or(here);
        let emptiest = (first..=last).min_by(|&a, &b| loads[a].total_cmp(&loads[b]));
        ranks[node] = emptiest.unwrap_or(here);
        loads[ranks[node]] += width;
    }
}

/// Layers no wider than `bound`: from the top, each is filled with nodes whose causes are all above,
/// those with the longest way down first (Coffman and Graham 1972, doi:10.1007/BF00288685).
fn bounded(plan: &Plan, links: &[(usize, usize)], bound: f64) -> Vec<usize> {
    let nodes = plan.widths.len();
    let reversed: Vec<(usize, usize)> = links.iter().map(|&(i, j)| (j, i)).collect();
    let way_down = longest_paths(nodes, &reversed);
    let neighbours = Neighbours::new(nodes, links);
    let mut causes: Vec<usize> = neighbours.above.iter().map(Vec::len).collect();
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
        for &target in taken.iter().flat_map(|&node| &neighbours.below[node]) {
            causes[target] -= 1;
            if causes[target] == 0 {
                waiting.push(target);
            }
        }
        ready = waiting;
        layer += 1;
    }
    tighten(plan, links, bound, ranks)
}

/// Moves nodes towards the side on which they have more links, as far as the layers have room.
fn tighten(plan: &Plan, links: &[(usize, usize)], bound: f64, mut ranks: Vec<usize>) -> Vec<usize> {
    const ROUNDS: usize = 8;
    let mut loads = loads(plan, &ranks);
    let neighbours = Neighbours::new(ranks.len(), links);
    for _ in 0..ROUNDS {
        let mut moved = false;
        for node in 0..ranks.len() {
            let (here, width) = (ranks[node], plan.widths[node] + BESIDE);
            let (above, below) = (&neighbours.above[node], &neighbours.below[node]);
            let has_room = |&rank: &usize| loads[rank] + width <= bound;
            let better = if below.len() > above.len() {
                let last = below.iter().map(|&j| ranks[j] - 1).min().unwrap_or(here);
                (here + 1..=last).rev().find(has_room)
            } else if above.len() > below.len() {
                let first = above.iter().map(|&i| ranks[i] + 1).max().unwrap_or(here);
                (first..here).find(has_room)
            } else {
                None
            };
            if let Some(rank) = better {
                loads[here] -= width;
                loads[rank] += width;
                ranks[node] = rank;
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
    ranks
}

/// The nodes joined to each node.
struct Neighbours {
    above: Vec<Vec<usize>>,
    below: Vec<Vec<usize>>,
}

impl Neighbours {
    fn new(nodes: usize, links: &[(usize, usize)]) -> Neighbours {
        let (mut above, mut below) = (vec![Vec::new(); nodes], vec![Vec::new(); nodes]);
        for &(source, target) in links {
            below[source].push(target);
            above[target].push(source);
        }
        Neighbours { above, below }
    }
}
