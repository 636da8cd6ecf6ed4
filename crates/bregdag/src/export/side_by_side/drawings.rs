//! One layout for all graphs: that of every pair that any of them joins.

use std::collections::HashMap;

use crate::error::Result;
use crate::export::sketch::{Legend, Link, Sketch, Tone};
use crate::export::svg::Placed;
use crate::graph::Pdag;
use crate::study::SideBySide;

pub(super) struct Drawings<'a> {
    compared: &'a SideBySide,
    /// (upper, lower) of every pair.
    pairs: Vec<(usize, usize)>,
    placed: Placed,
}

impl<'a> Drawings<'a> {
    pub fn new(compared: &'a SideBySide) -> Result<Drawings<'a>> {
        let height = heights(compared);
        let down = |(i, j)| if height[i] < height[j] { (i, j) } else { (j, i) };
        let pairs: Vec<_> = compared.pairs().into_iter().map(down).collect();
        // Room for a head at every line; what it looks like does not matter for the places.
        let links = pairs.iter().map(|&(source, target)| Link {
            source,
            target,
            weight: None,
            strength: 0.0,
            reliability: None,
            open: false,
            up: false,
            tone: Some(Tone::Shared),
        });
        let sketch = sketch(compared, links.collect());
        Ok(Drawings { compared, pairs, placed: Placed::new(&sketch)? })
    }

    /// The `<svg>` of one graph.
    pub fn of(&self, graph: &Pdag) -> Result<String> {
        let link = |&(source, target): &(usize, usize)| {
            let tone = self.tone(graph, source, target);
            Link {
                source,
                target,
                weight: None,
                strength: on_top(tone),
                reliability: None,
                open: graph.neighbours(target).contains(&source),
                up: graph.is_directed(target, source),
                tone: Some(tone),
            }
        };
        let links = self.pairs.iter().map(link).collect();
        Ok(self.placed.document(&sketch(self.compared, links))?.0)
    }

    fn tone(&self, graph: &Pdag, i: usize, j: usize) -> Tone {
        let agreed = self.compared.agreed((i.min(j), i.max(j)));
        let joined = self.compared.voices().filter(|other| other.is_adjacent(i, j)).count();
        let most = 2 * joined > self.compared.voices().count();
        match (graph.is_adjacent(i, j), agreed.joined, agreed.opposed, most) {
            (false, _, _, true) => Tone::Lacking,
            (false, _, _, false) => Tone::Hidden,
            (true, true, false, _) => Tone::Shared,
            (true, true, true, _) => Tone::Turned,
            (true, false, _, true) => Tone::Mostly,
            (true, false, _, false) => Tone::Seldom,
        }
    }
}

/// What differs is drawn over what does not.
fn on_top(tone: Tone) -> f64 {
    match tone {
        Tone::Hidden | Tone::Lacking => 0.0,
        Tone::Shared => 0.3,
        Tone::Mostly => 0.5,
        Tone::Seldom => 0.7,
        Tone::Turned => 1.0,
    }
}

fn sketch(compared: &SideBySide, links: Vec<Link>) -> Sketch {
    Sketch { labels: compared.variables.clone(), links, legend: Legend::default() }
}

/// The place of every node from top to bottom: the mean of its places in the orders of all graphs, so that most
/// arrows point down.
fn heights(compared: &SideBySide) -> Vec<usize> {
    let n = compared.variables.len();
    let mut sums = vec![0; n];
    let truth = compared.truth.as_ref().map(Pdag::from);
    for graph in compared.graphs().chain(&truth) {
        graph.order().into_iter().enumerate().for_each(|(place, node)| sums[node] += place);
    }
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by_key(|&node| (sums[node], node));
    let places: HashMap<usize, usize> =
        order.into_iter().enumerate().map(|(place, node)| (node, place)).collect();
    (0..n).map(|node| places[&node]).collect()
}
