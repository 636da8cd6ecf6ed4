//! No edge but those that are required: what learning nothing scores.

use serde::{Deserialize, Serialize};

use crate::data::Dataset;
use crate::error::Result;
use crate::graph::Dag;
use crate::method::answer::{Answer, Claim, Noise, Record, Stage, Steps};
use crate::method::contract::{Method, Needs, Symmetry};
use crate::method::order;
use crate::room::Footprint;
use crate::score::{Variances, of_graph};
use crate::watch::{Status, Watch};

/// There are none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {}

/// The empty graph.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Empty(pub Options);

impl Method for Empty {
    fn name(&self) -> &'static str {
        "empty"
    }

    fn footprint(&self) -> Footprint {
        Footprint::squares(1.1, 1.1)
    }

    fn needs(&self) -> Needs {
        Needs {
            rows: false,
            environments: false,
            knowledge: true,
            starts: &[],
            symmetry: Symmetry::Graph,
        }
    }

    fn validate(&self) -> Result<()> {
        Ok(())
    }

    fn answer(&self, data: &Dataset<'_>, watch: &dyn Watch) -> Result<Answer> {
        self.needs().check(self.name(), data)?;
        let ended = watch.go_on();
        let required = |j: usize| data.knowledge().required_parents(j).to_vec();
        let dag = Dag::new((0..data.variables()).map(required).collect())?;
        let score = order::Options::default().score(data.moments(), Variances::Free);
        let stage =
            Stage { name: "empty", score: of_graph(data, &dag, &score)?, edges: dag.edges() };
        Ok(Answer {
            claim: Claim::of(dag, Noise::Free, data.knowledge()),
            noise: Noise::Free,
            stages: vec![stage],
            bound: None,
            record: Record::default(),
            status: ended.map_or_else(Status::from, |()| Status::Converged),
            steps: Steps { done: 0, unit: "edge" },
            warnings: vec![],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Moments, Rules};
    use crate::simulate::{self, simulate};

    #[test]
    fn only_what_is_required() {
        let options = simulate::Options { nodes: 5, degree: 1, ..Default::default() };
        let moments = Moments::of(&simulate(&options).unwrap().table).unwrap();
        let names = moments.names();
        let pair = (names[3].clone(), names[1].clone());
        let rules = Rules { required_edges: vec![pair], ..Rules::default() };
        let known = rules.over(names).unwrap();
        let data = Dataset::from(&moments).knowing(known).unwrap();
        let claim = Empty::default().answer(&data, &()).unwrap().claim;
        assert_eq!(claim.graph().directed(), [(3, 1)]);
        assert_eq!(claim.graph().undirected(), []);
    }
}
