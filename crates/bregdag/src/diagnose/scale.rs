//! Which directions change when every column is brought to variance one and the graph is learned
//! again: those rest on the units.

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::graph::Dag;

/// What became of the edges.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScaleCheck {
    /// Who learned both graphs, in words: "bregman with its default options".
    pub learner: String,
    /// Edges learned from the columns as they are.
    pub edges: usize,
    /// Of these, found again with the same direction.
    pub same: usize,
    /// Of these, found again the other way round.
    pub reversed: usize,
    /// Of these, not found again.
    pub absent: usize,
    /// Edges found only on the standardised columns.
    pub added: usize,
}

/// What becomes of the edges of the first graph in the second.
pub fn compare(learner: &str, original: &Dag, standardised: &Dag) -> Result<ScaleCheck> {
    let (expected, found) = (original.nodes(), standardised.nodes());
    if expected != found {
        return Err(Error::Shape { what: "nodes of the graph".into(), expected, found });
    }
    let edges = original.edges();
    let same = edges.iter().filter(|&&(i, j)| standardised.has_edge(i, j)).count();
    let reversed = edges.iter().filter(|&&(i, j)| standardised.has_edge(j, i)).count();
    Ok(ScaleCheck {
        learner: learner.into(),
        edges: edges.len(),
        same,
        reversed,
        absent: edges.len() - same - reversed,
        added: standardised.edges().len() - same - reversed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let original = Dag::new(vec![vec![], vec![0], vec![1], vec![0]]).unwrap();
        let other = Dag::new(vec![vec![], vec![0, 2], vec![], vec![2]]).unwrap();
        let check = compare("it", &original, &other).unwrap();
        assert_eq!((check.edges, check.same, check.reversed, check.absent), (3, 1, 1, 1));
        assert_eq!((check.added, check.learner.as_str()), (1, "it"));
        assert!(compare("it", &original, &Dag::new(vec![]).unwrap()).is_err());
    }
}
