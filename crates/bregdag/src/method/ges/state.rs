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
    /// s(j, Pa(j)) of the member.
    parts: Vec<f64>,
    /// Their sum.
    pub score: f64,
}

impl State {
    /// The class of the edges that must be there.
    pub fn first(known: &Knowledge, local: &mut LocalScores<'_>) -> Result<State> {
        let parents = |j: usize| known.required_parents(j).to_vec();
        let member = Dag::new((0..known.variables()).map(parents).collect())?;
        let graph = Graph::new(Class::of(&member).graph().clone());
        // What is required is admissible.
        let part = |j| local.get(j, member.parents(j)).map_or(f64::INFINITY, |local| local.score);
        let parts: Vec<f64> = (0..member.nodes()).map(part).collect();
        Ok(State { graph, member, score: parts.iter().sum(), parts })
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
        let part = |j: usize| match member.parents(j) == self.member.parents(j) {
            true => Some(self.parts[j]),
            false => local.get(j, member.parents(j)).map(|local| local.score),
        };
        let parts: Vec<f64> = (0..member.nodes()).map(part).collect::<Option<_>>()?;
        let score: f64 = parts.iter().sum();
        if score >= self.score - least {
            return None;
        }
        Some(State { graph: Graph::new(class.graph().clone()), member, parts, score })
    }
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
