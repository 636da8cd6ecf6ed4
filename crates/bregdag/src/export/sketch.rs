//! What a drawing shows, before anything has a place.

use crate::error::{Error, Result};
use crate::graph::{causal_order, describe_cycle};
use crate::text::quoted;

/// A graph to draw. The links, the open ones too, form a DAG.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sketch {
    /// The name of each node, any text.
    pub labels: Vec<String>,
    /// The lines between them.
    pub links: Vec<Link>,
    /// What the legend explains.
    pub legend: Legend,
}

/// A line from `source` down to `target`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Link {
    /// Number of the node above.
    pub source: usize,
    /// Number of the node below.
    pub target: usize,
    /// Its sign gives the colour: blue ≥ 0, red < 0; grey where there is none.
    pub weight: Option<f64>,
    /// Intensity of the colour, in [0, 1]: the standardised weight beside the largest one shown.
    pub strength: f64,
    /// Width of the line, in [0, 1]; without it all lines have one width.
    pub reliability: Option<f64>,
    /// Direction not claimed: dashed, without an arrow head.
    pub open: bool,
    /// The arrow points up, from target to source: so a graph with cycles can be drawn.
    pub up: bool,
    /// What it looks like beside other graphs, instead of what its weight says.
    pub tone: Option<Tone>,
}

/// What a link is beside other graphs of the same variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// In all graphs, and none points against another.
    Shared,
    /// In all graphs, but they point opposite ways.
    Turned,
    /// In most graphs, but not in all.
    Mostly,
    /// In half of the graphs or fewer.
    Seldom,
    /// Not in this graph, though in most others.
    Lacking,
    /// Not in this graph, and nothing to be seen: it keeps its place.
    Hidden,
}

impl Link {
    /// Cause and effect.
    pub(super) fn ends(&self) -> (usize, usize) {
        if self.up { (self.target, self.source) } else { (self.source, self.target) }
    }
}

/// The numbers in the legend.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Legend {
    /// The size of the standardised weight that is drawn with full intensity.
    pub strongest: f64,
    /// The reliability below which nothing is shown: the thinnest line. 0 if not given.
    pub least_reliability: Option<f64>,
    /// Whether weights are average slopes.
    pub slopes: bool,
}

impl Sketch {
    /// Refuses links that no layers can hold and numbers that no line can show.
    pub(super) fn check(&self) -> Result<()> {
        let nodes = self.labels.len();
        for (number, link) in self.links.iter().enumerate() {
            let end = link.source.max(link.target);
            if end >= nodes {
                let what = format!("nodes for link {} of the drawing", number + 1);
                return Err(Error::Shape { what, expected: end + 1, found: nodes });
            }
            if link.source == link.target {
                return Err(Error::SelfLoop { name: self.labels[end].clone() });
            }
            self.check_numbers(link)?;
        }
        let least = self.legend.least_reliability.unwrap_or(0.0);
        within_unit("least reliability", least, String::new)?;
        if !(self.legend.strongest >= 0.0 && self.legend.strongest.is_finite()) {
            return Err(unsuitable("strongest weight", self.legend.strongest, String::new()));
        }
        self.check_acyclic()
    }

    fn check_numbers(&self, link: &Link) -> Result<()> {
        let place = || {
            let (source, target) = (&self.labels[link.source], &self.labels[link.target]);
            format!(" of {} -> {}", quoted(source), quoted(target))
        };
        if let Some(weight) = link.weight.filter(|weight| !weight.is_finite()) {
            return Err(unsuitable("weight", weight, place()));
        }
        within_unit("strength", link.strength, place)?;
        within_unit("reliability", link.reliability.unwrap_or(0.0), place)
    }

    fn check_acyclic(&self) -> Result<()> {
        let mut parents = vec![vec![]; self.labels.len()];
        self.links.iter().for_each(|link| parents[link.target].push(link.source));
        if causal_order(&parents).is_some() {
            return Ok(());
        }
        let labels: Vec<String> = self.labels.iter().map(|label| quoted(label)).collect();
        Err(Error::Cyclic { cycle: describe_cycle(&parents, &labels) })
    }
}

fn within_unit(what: &'static str, value: f64, place: impl Fn() -> String) -> Result<()> {
    if (0.0..=1.0).contains(&value) { Ok(()) } else { Err(unsuitable(what, value, place())) }
}

fn unsuitable(what: &'static str, value: f64, place: String) -> Error {
    Error::Undrawable { what, value, place }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sketch(links: &[(usize, usize)]) -> Sketch {
        let link = |&(source, target): &(usize, usize)| Link {
            source,
            target,
            weight: Some(1.0),
            strength: 1.0,
            reliability: None,
            open: false,
            up: false,
            tone: None,
        };
        let labels = ["a", "b", "c", "d"].map(String::from).to_vec();
        Sketch { labels, links: links.iter().map(link).collect(), legend: Legend::default() }
    }

    #[test]
    fn cycles_are_named() {
        let error = sketch(&[(3, 0), (0, 1), (1, 2), (2, 0)]).check().unwrap_err().to_string();
        assert_eq!(error, r#"not a DAG: "a" -> "b" -> "c" -> "a""#);
        assert!(sketch(&[(0, 1), (1, 0)]).check().is_err());
        assert!(sketch(&[(3, 0), (0, 1), (1, 2), (3, 2)]).check().is_ok());
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        assert!(matches!(sketch(&[(0, 4)]).check(), Err(Error::Shape { expected: 5, .. })));
        assert!(matches!(sketch(&[(1, 1)]).check(), Err(Error::SelfLoop { .. })));
        let spoil: [fn(&mut Sketch); 6] = [
            |s| s.links[0].weight = Some(f64::NAN),
            |s| s.links[0].weight = Some(f64::INFINITY),
            |s| s.links[0].strength = 1.5,
            |s| s.links[0].reliability = Some(f64::NAN),
            |s| s.legend.strongest = -1.0,
            |s| s.legend.least_reliability = Some(2.0),
        ];
        for (k, spoil) in spoil.iter().enumerate() {
            let mut sketch = sketch(&[(0, 1)]);
            spoil(&mut sketch);
            assert!(matches!(sketch.check(), Err(Error::Undrawable { .. })), "{k}");
        }
    }
}
