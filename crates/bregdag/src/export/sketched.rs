//! The fit as a drawing wants it.

use std::collections::HashMap;

use super::{Legend, Link, Sketch};
use crate::confidence::Support;
use crate::document::Document;
use crate::error::Result;

impl Sketch {
    /// Colours say how strong an edge is, widths how many refits say the same: claim its arrow, or join
    /// the two where the direction is open.
    pub fn of(document: &Document) -> Result<Sketch> {
        let strengths = document.strengths()?;
        let size = |k: usize| strengths[k].unwrap_or(0.0);
        let strongest = (0..strengths.len()).map(size).fold(0.0_f64, f64::max);
        let named = document.order.iter().enumerate().map(|(k, name)| (name.as_str(), k));
        let places: HashMap<&str, usize> = named.collect();
        // An edge without a count is one that no refit has, if there were refits.
        let never = document.stability.is_some().then_some(0.0);
        let link = |(k, (source, target)): (usize, (usize, usize))| {
            let edge = &document.edges[k];
            let said = |support: &Support| match edge.directed {
                true => support.forward,
                false => support.frequency,
            };
            // Only a graph with cycles has arrows against its order.
            let place = |j: usize| places.get(document.variables[j].as_str());
            let up = place(source) > place(target);
            let (source, target) = if up { (target, source) } else { (source, target) };
            Link {
                source,
                target,
                weight: edge.weight,
                strength: if strongest > 0.0 { size(k) / strongest } else { 0.0 },
                reliability: edge.stability.as_ref().map(said).or(never),
                open: !edge.directed,
                up,
                tone: None,
            }
        };
        Ok(Sketch {
            labels: document.variables.clone(),
            links: document.links()?.into_iter().enumerate().map(link).collect(),
            legend: Legend { strongest, least_reliability: None, slopes: !document.is_linear() },
        })
    }
}
