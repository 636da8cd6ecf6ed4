//! The class at which the search is, one of its members, and their score.

use super::graph::Graph;
use super::operator::Move;
use crate::data::Knowledge;
use crate::error::Result;
use crate::graph::{Class, Dag, Pdag};
use crate::score::LocalScores;

/// A class that has a member which agrees with what is known.
#[derive(Debug, Clone)]
pub struct State {
    pub graph: Graph,
    /// The member.
    pub member: Dag,
    /// Σ_j s(j, Pa(j)) of the member.
    pub score: f64,
}

impl State {
    /// The class of the edges that must be there.
    pub fn first(known: &Knowledge, local: &mut LocalScores<'_>) -> Result<State> {
        let parents = |j: usize| known.required_parents(j).to_vec();
        let member = Dag::new((0..known.variables()).map(parents).collect())?;
        let graph = Graph::new(Class::of(&member).graph().clone());
        // What is required is admissible.
        let score = score(&member, local).unwrap_or(f64::INFINITY);
        Ok(State { graph, member, score })
    }

    /// The class to which an operator leads, if one of its members agrees with what is known and has a score,
    /// and that is lower by more than `least`.
    pub fn after(
        &self,
        operator: &Move,
        known: &Knowledge,
        local: &mut LocalScores<'_>,
        least: f64,
    ) -> Option<State> {
        let member = operator.result(&self.graph).ok()?;
        let class = Class::of(&member);
        let member = if known.is_none() { member } else { agreeing(&class, known)? };
        let score = score(&member, local)?;
        let graph = || Graph::new(class.graph().clone());
        (score < self.score - least).then(|| State { graph: graph(), member, score })
    }
}

/// Σ_j s(j, Pa(j)); `None` if some set of parents is not admissible.
fn score(dag: &Dag, local: &mut LocalScores<'_>) -> Option<f64> {
    (0..dag.nodes()).map(|j| Some(local.get(j, dag.parents(j))?.score)).sum()
}

/// A member that agrees with what is known; `None` if there is none. A member that agrees is an extension of
/// the graph whose known edges are directed, so where there is one, an extension is found. It belongs to
/// the class unless what is known makes another collider, and then none does.
fn agreeing(class: &Class, known: &Knowledge) -> Option<Dag> {
    let mut graph: Pdag = class.graph().clone();
    for (i, j) in class.graph().undirected() {
        for (a, b) in [(i, j), (j, i)] {
            if known.settles(a, b) {
                graph.direct(a, b);
            }
        }
    }
    let member = graph.extension().ok()?;
    (known.is_satisfied_by(&member) && Class::of(&member) == *class).then_some(member)
}
