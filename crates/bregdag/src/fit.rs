//! What a method found in these data: its answer, and the equations that go with it.

use crate::data::{Dataset, Environment, Knowledge, Moments, StartKind, Table};
use crate::error::Result;
use crate::graph::Dag;
use crate::method::{Answer, Noise, Spec};
use crate::model::{Additive, Edge, Equations, Model};
use crate::score::Variances;
use crate::warning::Warning;
use crate::watch::{Status, Watch};

/// |t| below which a required edge may as well be chance.
const WEAK: f64 = 2.0;

/// One learned graph.
#[derive(Debug, Clone)]
pub struct Fit {
    /// The method with all options as they were used.
    pub spec: Spec,
    /// What it found.
    pub answer: Answer,
    /// The linear equations, where there are any: of the claimed DAG, or of a member of the claimed class.
    pub model: Option<Model>,
    /// The curves, where the method takes effects to be curves.
    pub additive: Option<Additive>,
    /// Names of the variables.
    pub variables: Vec<String>,
    /// Variances of the columns.
    pub column_variances: Vec<f64>,
    /// Rows of the data, m.
    pub rows: u64,
    /// Where the search began, if someone said.
    pub start: Option<StartKind>,
    /// What the reader should know.
    pub warnings: Vec<Warning>,
}

impl Spec {
    /// Learns a graph and fits its equations.
    pub fn learn(&self, data: &Dataset<'_>, watch: &dyn Watch) -> Result<Fit> {
        Fit::of(self, self.method().answer(data, watch)?, data)
    }
}

/// Learns from a table in one call.
pub trait Learn {
    /// The method with its options.
    fn spec(&self) -> Spec;

    /// Learns a graph from all rows, with nothing known beforehand and nobody watching.
    fn learn(&self, table: &Table) -> Result<Fit> {
        let moments = Moments::of(table)?;
        let environment = Environment { moments: &moments, rows: Some(table), targets: &[] };
        self.spec().learn(&Dataset::of(environment), &())
    }
}

impl<T: Clone + Into<Spec>> Learn for T {
    fn spec(&self) -> Spec {
        self.clone().into()
    }
}

impl Fit {
    /// The answer of a method with its equations. Parents that these cannot bear are dropped with a
    /// warning, from the claim too.
    pub fn of(spec: &Spec, mut answer: Answer, data: &Dataset<'_>) -> Result<Fit> {
        let (moments, known) = (data.moments(), data.knowledge());
        let (mut model, mut additive, mut warnings) = (None, None, vec![]);
        if let Some(dag) = answer.claim.member() {
            let method = spec.method();
            let kind = (method.effects(), method.signs());
            let (equations, about) = Equations::of(dag, kind, data, known)?;
            if equations.dag() != dag {
                answer.claim = answer.claim.of_part(equations.dag().clone(), answer.noise, known);
            }
            warnings = about;
            match equations {
                Equations::Linear(lines) => model = Some(lines),
                Equations::Smooth(curves) => additive = Some(curves),
            }
        }
        warnings.append(&mut answer.warnings);
        warnings.extend(model.iter().flat_map(|model| weak_edges(model, known)));
        let few = Warning::FewRows { rows: moments.rows(), variables: moments.variables() };
        let wide = moments.rows() <= moments.variables() as u64;
        if wide && answer.claim.graph().edge_count() > 0 && !warnings.contains(&few) {
            warnings.push(few);
        }
        if answer.status != Status::Converged {
            warnings.push(Warning::StoppedEarly { status: answer.status });
        }
        Ok(Fit {
            spec: spec.used(&answer, moments),
            answer,
            model,
            additive,
            variables: moments.names().to_vec(),
            column_variances: moments.variances(),
            rows: moments.rows(),
            start: data.start().map(|start| start.kind()),
            warnings,
        })
    }

    /// The DAG, or a member of the claimed class, if there is one.
    pub fn dag(&self) -> Option<&Dag> {
        self.answer.claim.member()
    }

    /// The edges with their weights, of curves their average slopes; none where there are no equations.
    pub fn edges(&self) -> Vec<Edge> {
        match (&self.model, &self.additive) {
            (Some(model), _) => model.edges(),
            (None, Some(additive)) => additive.edges(),
            (None, None) => vec![],
        }
    }

    /// Whether there are equations, lines or curves.
    pub fn has_equations(&self) -> bool {
        self.model.is_some() || self.additive.is_some()
    }

    /// The kind of noise variances that a likelihood of this fit has.
    pub fn variances(&self) -> Variances {
        match self.answer.noise {
            Noise::Equal => Variances::Equal,
            Noise::Free | Noise::NonGaussian | Noise::Additive | Noise::Unknown => Variances::Free,
        }
    }
}

/// Required edges of which the data show little.
fn weak_edges(model: &Model, known: &Knowledge) -> Vec<Warning> {
    let names = model.names();
    let weak = |edge: Edge| {
        let t = edge.t().filter(|t| t.abs() < WEAK && known.requires(edge.source, edge.target))?;
        let (parent, child) = (names[edge.source].clone(), names[edge.target].clone());
        Some(Warning::WeakRequiredEdge { parent, child, t })
    };
    model.edges().into_iter().filter_map(weak).collect()
}
