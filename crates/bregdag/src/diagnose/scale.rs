//! Which directions change when the columns are in other units and the graph is learned again: those rest on the
//! units. Other units are variance one for every column; where all have the same variance already, random ones.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::graph::Dag;

/// Which other units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rescaling {
    /// Every column has variance one.
    #[default]
    Standardized,
    /// Every column has a random unit, drawn several times.
    Random,
}

/// What became of the edges.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScaleCheck {
    /// Who learned the graphs, in words: "bregman with its default options".
    pub learner: String,
    /// In which other units.
    #[serde(default)]
    pub units: Rescaling,
    /// What the data say for directions that rest on scale, in words; `None` where that was not asked of them.
    #[serde(default)]
    pub rests_on: Option<String>,
    /// Edges learned from the columns as they are.
    pub edges: usize,
    /// Of these, always found again with the same direction.
    pub same: usize,
    /// Of these, found again the other way round, at least once.
    pub reversed: usize,
    /// Of the others, not found again at least once.
    pub absent: usize,
    /// Pairs joined in other units only, at least once.
    pub added: usize,
}

/// What becomes of the edges of the first graph in the others.
pub fn compare(
    learner: &str,
    original: &Dag,
    others: &[Dag],
    units: Rescaling,
) -> Result<ScaleCheck> {
    let expected = original.nodes();
    if let Some(found) = others.iter().map(Dag::nodes).find(|&found| found != expected) {
        return Err(Error::Shape { what: "nodes of the graph".into(), expected, found });
    }
    let edges = original.edges();
    let stays = |&&(i, j): &&(usize, usize)| others.iter().all(|other| other.has_edge(i, j));
    let turns = |&&(i, j): &&(usize, usize)| others.iter().any(|other| other.has_edge(j, i));
    let (same, reversed) = (edges.iter().filter(stays).count(), edges.iter().filter(turns).count());
    let new = |&(i, j): &(usize, usize)| !original.has_edge(i, j) && !original.has_edge(j, i);
    let pair = |(i, j): (usize, usize)| (i.min(j), i.max(j));
    let added: BTreeSet<(usize, usize)> =
        others.iter().flat_map(Dag::edges).filter(new).map(pair).collect();
    Ok(ScaleCheck {
        learner: learner.into(),
        units,
        rests_on: None,
        edges: edges.len(),
        same,
        reversed,
        absent: edges.len() - same - reversed,
        added: added.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let original = Dag::new(vec![vec![], vec![0], vec![1], vec![0]]).unwrap();
        let other = Dag::new(vec![vec![], vec![0, 2], vec![], vec![2]]).unwrap();
        let compare = |others: &[Dag]| compare("it", &original, others, Rescaling::Random);
        let check = compare(std::slice::from_ref(&other)).unwrap();
        assert_eq!((check.edges, check.same, check.reversed, check.absent), (3, 1, 1, 1));
        assert_eq!((check.added, check.learner.as_str()), (1, "it"));
        // An edge that turns round in one of several is no longer the same, and new pairs count once.
        let turned = Dag::new(vec![vec![1], vec![], vec![1, 3], vec![0]]).unwrap();
        let check = compare(&[other, turned]).unwrap();
        assert_eq!((check.same, check.reversed, check.absent, check.added), (0, 2, 1, 1));
        assert!(compare(&[Dag::new(vec![]).unwrap()]).is_err());
    }
}
