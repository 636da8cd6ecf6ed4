//! How far an answer is from the truth, whether it is a DAG or a class.

use bregdag::graph::{Class, Dag, Pdag};
use bregdag::method::Claim;
use serde::{Deserialize, Serialize};

use super::rivals::{Graph, Kind};

/// A learned graph.
pub struct Answer {
    /// What was returned: directed edges, and undirected ones if it stands for a class.
    pub graph: Pdag,
    /// The CPDAG it amounts to; `None` if the answer has a cycle.
    pub class: Option<Pdag>,
}

impl Answer {
    /// What we claim: one DAG, all its directions meant, or only a class.
    pub fn ours(claim: &Claim) -> Answer {
        let class = match claim {
            Claim::Dag(dag) | Claim::Class { member: dag, .. } => Class::of(dag).graph().clone(),
            Claim::Partial(graph) => graph.clone(),
        };
        Answer { graph: claim.graph(), class: Some(class) }
    }

    /// What a rival returned. Both i → j and j → i count as i — j: no pair is judged twice.
    pub fn of_rival(nodes: usize, found: &Graph) -> anyhow::Result<Answer> {
        let is_double = |&(i, j): &(usize, usize)| found.directed.contains(&(j, i));
        let (double, single): (Vec<_>, Vec<_>) = found.directed.iter().partition(|e| is_double(e));
        let mut undirected = found.undirected.clone();
        undirected.extend(double.iter().filter(|(i, j)| i < j));
        let graph = Pdag::new(nodes, &single, &undirected)?;
        let class = match found.kind {
            Kind::Class => Some(graph.clone()),
            Kind::Dag => {
                let dag = Dag::from_edges(nodes, &found.directed);
                dag.ok().map(|dag| Class::of(&dag).graph().clone())
            }
        };
        Ok(Answer { graph, class })
    }
}

/// The distances of an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Distances {
    /// Edges of the true DAG.
    pub true_edges: usize,
    /// Edges of the answer, directed or not.
    pub edges: usize,
    /// Pairs missing, extra or reversed; an undirected edge is right if the truth has it.
    pub shd: usize,
    /// Pairs whose relation differs from that in the true class; `None` if there was a cycle.
    pub class_shd: Option<usize>,
    /// Most parents of any node of the true DAG.
    pub hub: usize,
    /// How many of these are joined to that node in the answer.
    pub hub_found: usize,
}

impl Distances {
    /// From the answer to the true DAG and its class.
    pub fn new(truth: &Dag, answer: &Answer) -> anyhow::Result<Distances> {
        let (graph, class) = (&answer.graph, Class::of(truth));
        let true_class = class.graph();
        let hub = (0..truth.nodes()).max_by_key(|&j| truth.parents(j).len()).unwrap_or_default();
        let parents = truth.parents(hub);
        Ok(Distances {
            true_edges: truth.edges().len(),
            edges: graph.edge_count(),
            shd: graph.mistakes(truth)?,
            class_shd: answer.class.as_ref().map(|class| class.shd(true_class)).transpose()?,
            hub: parents.len(),
            hub_found: parents.iter().filter(|&&i| graph.is_adjacent(i, hub)).count(),
        })
    }
}

#[cfg(test)]
mod tests {
    use bregdag::Knowledge;
    use bregdag::graph::Metrics;
    use bregdag::method::Noise;
    use bregdag::simulate::{self, simulate};

    use super::*;

    fn random_dag(seed: u64) -> Dag {
        let options = simulate::Options { nodes: 8, samples: 2, seed, ..Default::default() };
        simulate(&options).unwrap().truth.dag().clone()
    }

    #[test]
    fn of_a_dag_it_is_the_usual_shd() {
        for seed in 0..50 {
            let (truth, estimate) = (random_dag(seed), random_dag(seed + 1000));
            let found = Distances::new(&truth, &Answer::ours(&Claim::Dag(estimate.clone())));
            let (found, metrics) = (found.unwrap(), Metrics::compare(&truth, &estimate).unwrap());
            assert_eq!((found.shd, found.class_shd), (metrics.shd, Some(metrics.class_shd)));
        }
    }

    #[test]
    fn the_true_class_is_at_distance_zero() {
        for seed in 0..50 {
            let truth = random_dag(seed);
            let claim = Claim::of(truth.clone(), Noise::Free, &Knowledge::none(8));
            let found = Distances::new(&truth, &Answer::ours(&claim)).unwrap();
            assert_eq!((found.shd, found.class_shd), (0, Some(0)));
            assert_eq!(found.hub, found.hub_found);
        }
    }

    #[test]
    fn a_cycle_has_no_class_but_a_distance() {
        let truth = Dag::new(vec![vec![], vec![0], vec![1]]).unwrap();
        let (directed, undirected) = (vec![(0, 1), (1, 0), (2, 1)], vec![]);
        let graph = Graph { kind: Kind::Dag, directed, undirected };
        let found = Distances::new(&truth, &Answer::of_rival(3, &graph).unwrap()).unwrap();
        // 0 — 1 passes, 2 → 1 is reversed.
        assert_eq!((found.edges, found.shd, found.class_shd), (2, 1, None));
    }
}
