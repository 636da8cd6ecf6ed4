//! The forest of largest mutual information (Chow and Liu 1968, doi:10.1109/TIT.1968.1054142), for Gaussian
//! variables with correlations ρ
//!
//!   max Σ_{i—j} (−m log(1 − ρ_ij²) − p),
//!
//! over the pairs that are worth the price p of an edge. A forest has no colliders, so no direction follows from it.

use serde::{Deserialize, Serialize};

use crate::data::{Dataset, Moments};
use crate::error::Result;
use crate::graph::Dag;
use crate::method::answer::{Answer, Claim, Noise, Record, Stage, Steps};
use crate::method::contract::{Method, Needs, Parameter, Symmetry, no_such_parameter};
use crate::method::order;
use crate::method::price;
use crate::room::Footprint;
use crate::score::{Penalty, Problem, Variances, of_graph};
use crate::watch::{Status, Stop, Watch};

/// The options of the forest.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Price of an edge; default extended BIC.
    pub penalty: Penalty,
    /// The price is multiplied by this, from 1e-6 to 1e6; default 1.
    pub penalty_factor: f64,
}

impl Default for Options {
    fn default() -> Options {
        Options { penalty: Penalty::Ebic, penalty_factor: 1.0 }
    }
}

impl Options {
    fn score(&self) -> order::Options {
        let Options { penalty, penalty_factor } = *self;
        order::Options { penalty, penalty_factor, ..order::Options::default() }
    }
}

/// The forest of Chow and Liu.
///
/// ```
/// use bregdag::simulate::{self, simulate};
/// use bregdag::{Learn, method::ChowLiu};
///
/// let truth = simulate(&simulate::Options { nodes: 20, ..Default::default() })?;
/// let fit = ChowLiu::default().learn(&truth.table)?;
/// // Of 40 pairs, at most 19 make a forest; directions do not follow from it.
/// let graph = fit.answer.claim.graph();
/// assert!(graph.undirected().len() > 10 && graph.directed().is_empty());
/// # Ok::<(), bregdag::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChowLiu(pub Options);

impl Method for ChowLiu {
    fn name(&self) -> &'static str {
        "chow-liu"
    }

    fn footprint(&self) -> Footprint {
        Footprint::squares(1.1, 1.1)
    }

    fn needs(&self) -> Needs {
        Needs {
            rows: false,
            environments: false,
            knowledge: false,
            starts: &[],
            symmetry: Symmetry::Score,
        }
    }

    fn validate(&self) -> Result<()> {
        self.0.score().validate()
    }

    fn answer(&self, data: &Dataset<'_>, watch: &dyn Watch) -> Result<Answer> {
        self.validate()?;
        self.needs().check(self.name(), data)?;
        let score = self.0.score().score(data.moments(), Variances::Free);
        let (dag, ended) = match forest(data, score.worthwhile(1.0), watch) {
            Ok(forest) => (rooted(&forest)?, Ok(())),
            Err(stop) => (Dag::empty(data.variables()), Err(stop)),
        };
        let stage =
            Stage { name: "forest", score: of_graph(data, &dag, &score)?, edges: dag.edges() };
        Ok(Answer {
            steps: Steps { done: stage.edges.len(), unit: "edge" },
            claim: Claim::of(dag, Noise::Free, data.knowledge()),
            noise: Noise::Free,
            stages: vec![stage],
            bound: None,
            record: Record::default(),
            status: ended.map_or_else(Status::from, |()| Status::Converged),
            warnings: vec![],
        })
    }

    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::PenaltyFactor]
    }

    fn values(&self, parameter: Parameter, _moments: &Moments) -> Result<(f64, Vec<f64>)> {
        match parameter {
            Parameter::PenaltyFactor => price::path(self.0.penalty_factor),
            _ => Err(no_such_parameter(self, parameter)),
        }
    }

    fn with(&self, parameter: Parameter, value: f64) -> Result<Box<dyn Method>> {
        match parameter {
            Parameter::PenaltyFactor => {
                Ok(Box::new(ChowLiu(Options { penalty_factor: value, ..self.0 })))
            }
            _ => Err(no_such_parameter(self, parameter)),
        }
    }
}

/// The neighbours of each node in the forest of the pairs with ρ² above this, by the rule of Prim: of all pairs
/// that join a tree to a new node the largest comes next, and a new tree begins where there is none.
fn forest(
    data: &Dataset<'_>,
    least: f64,
    watch: &dyn Watch,
) -> std::result::Result<Vec<Vec<usize>>, Stop> {
    let correlations = Problem::without_bounds(data, Variances::Free, false).covariance;
    let n = correlations.rows();
    let (mut best, mut from) = (vec![least; n], vec![None::<usize>; n]);
    let mut waiting: Vec<usize> = (0..n).collect();
    let mut neighbours: Vec<Vec<usize>> = vec![vec![]; n];
    while !waiting.is_empty() {
        watch.go_on()?;
        let order = |&a: &usize, &b: &usize| {
            let (a, b) = (waiting[a], waiting[b]);
            best[a].total_cmp(&best[b]).then(b.cmp(&a))
        };
        let Some(next) = (0..waiting.len()).max_by(order) else { break };
        let j = waiting.swap_remove(next);
        if let Some(i) = from[j] {
            neighbours[i].push(j);
            neighbours[j].push(i);
        }
        for &k in &waiting {
            let square = correlations[(k, j)] * correlations[(k, j)];
            if square > best[k] {
                (best[k], from[k]) = (square, Some(j));
            }
        }
    }
    Ok(neighbours)
}

/// The DAG in which every tree grows from its first node.
fn rooted(neighbours: &[Vec<usize>]) -> Result<Dag> {
    let mut parents = vec![vec![]; neighbours.len()];
    let mut seen = vec![false; neighbours.len()];
    for first in 0..neighbours.len() {
        let mut waiting = vec![first];
        while let Some(node) = waiting.pop() {
            if std::mem::replace(&mut seen[node], true) {
                continue;
            }
            for &other in neighbours[node].iter().filter(|&&other| !seen[other]) {
                parents[other] = vec![node];
                waiting.push(other);
            }
        }
    }
    Dag::new(parents)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::{self, simulate};

    /// The node that stands for the tree of this one.
    fn root(tree: &[usize], mut node: usize) -> usize {
        while tree[node] != node {
            node = tree[node];
        }
        node
    }

    /// No other spanning forest of four nodes is worth more.
    #[test]
    fn it_is_the_best_forest() {
        for seed in 0..20 {
            let options =
                simulate::Options { nodes: 4, degree: 1, samples: 60, seed, ..Default::default() };
            let moments = Moments::of(&simulate(&options).unwrap().table).unwrap();
            let data = Dataset::from(&moments);
            let score = ChowLiu::default().0.score().score(&moments, Variances::Free);
            let found = of_graph(
                &data,
                ChowLiu::default().answer(&data, &()).unwrap().claim.member().unwrap(),
                &score,
            )
            .unwrap();
            let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
            for set in 0..1usize << pairs.len() {
                let mut neighbours = vec![vec![]; 4];
                let mut tree: Vec<usize> = (0..4).collect();
                let chosen = pairs.iter().enumerate().filter(|(k, _)| set >> k & 1 == 1);
                let acyclic = chosen.map(|(_, &pair)| pair).all(|(i, j)| {
                    neighbours[i].push(j);
                    neighbours[j].push(i);
                    let (from, to) = (root(&tree, i), root(&tree, j));
                    tree[from] = to;
                    from != to
                });
                if acyclic {
                    let other = of_graph(&data, &rooted(&neighbours).unwrap(), &score).unwrap();
                    // Rounding of numbers of size 100.
                    assert!(found <= other + 1e-9, "seed {seed}: {found} {other}");
                }
            }
        }
    }
}
