//! The Bregman method, and the order search that goes on from its graph.

use serde::{Deserialize, Serialize};

use super::learn::relax;
use super::{Options, Variant};
use crate::data::{Dataset, Moments, Start, StartKind};
use crate::error::{Error, Result};
use crate::method::answer::{Answer, Noise, Record, Stage};
use crate::method::contract::{Method, Needs, Parameter, Path, Symmetry};
use crate::method::order::{self, Search};
use crate::method::price;
use crate::method::relaxation::{Finish, LAMBDAS, Relaxed, Relaxing, Shared, thresholds};
use crate::model::{Model, Signs, Threshold};
use crate::room::Footprint;
use crate::score::{Variances, of_graph};
use crate::warning::Warning;
use crate::watch::{Status, Watch};

/// The Bregman method.
///
/// ```
/// use bregdag::{Bregman, Learn, Table};
///
/// // y = 2x + noise of the same size as x.
/// let x = vec![-1.3, 0.4, 1.1, -0.2, 0.9, -0.6, 1.8, -1.7, 0.1, -0.5];
/// let e = [0.8, -1.1, 0.3, 1.4, -0.9, 0.2, 0.6, -0.4, -1.2, 0.3];
/// let y = x.iter().zip(&e).map(|(x, e)| 2.0 * x + e).collect();
/// let table = Table::new(vec!["x".into(), "y".into()], vec![x, y])?;
///
/// let fit = Bregman { refine: None, ..Bregman::default() }.learn(&table)?;
/// let edge = fit.edges()[0];
/// assert_eq!((edge.source, edge.target), (0, 1));
/// assert!((edge.weight - 2.0).abs() < 0.5);
/// # Ok::<(), bregdag::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Bregman {
    /// Its options.
    #[serde(flatten)]
    pub options: Options,
    /// The order search that goes on from its graph; `None` leaves that graph as it is. Where the
    /// Bregman method allows no negative weights, neither does the search.
    pub refine: Option<order::Options>,
}

impl Default for Bregman {
    fn default() -> Bregman {
        Bregman { options: Options::default(), refine: Some(order::Options::default()) }
    }
}

impl Method for Bregman {
    fn name(&self) -> &'static str {
        "bregman"
    }

    fn footprint(&self) -> Footprint {
        Footprint::squares(11.0, 11.0)
    }

    fn needs(&self) -> Needs {
        Needs {
            rows: false,
            environments: false,
            knowledge: true,
            starts: &[StartKind::Weights],
            symmetry: Symmetry::Nothing(
                "the nodes of a cycle that is cut at the end are taken in the order of the columns",
            ),
        }
    }

    fn validate(&self) -> Result<()> {
        self.options.validate()?;
        self.refine.as_ref().map_or(Ok(()), order::Options::validate)
    }

    fn signs(&self) -> Signs {
        match &self.refine {
            Some(search) if search.positive => Signs::NonNegative,
            _ => self.options.variant.signs(),
        }
    }

    fn answer(&self, data: &Dataset<'_>, watch: &dyn Watch) -> Result<Answer> {
        let relaxed = self.relax(data, watch)?;
        self.finish(data, &relaxed, watch)
    }

    fn parameters(&self) -> Vec<Parameter> {
        match self.refine {
            Some(_) => vec![Parameter::PenaltyFactor, Parameter::Lambda, Parameter::Threshold],
            None => vec![Parameter::Lambda, Parameter::Threshold],
        }
    }

    fn values(&self, parameter: Parameter, moments: &Moments) -> Result<(f64, Vec<f64>)> {
        self.validate()?;
        match parameter {
            Parameter::PenaltyFactor => match &self.refine {
                Some(search) => price::path(search.penalty_factor),
                None => Err(no_search()),
            },
            Parameter::Lambda => {
                // Around the default where it is zero.
                let lambda = self.options.lambda.filter(|&lambda| lambda > 0.0);
                let options = Options { lambda, ..self.options };
                let value = options.weights(moments.variables(), moments.rows()).lambda;
                Ok((value, LAMBDAS.around(value).collect()))
            }
            Parameter::Threshold => Ok(thresholds(self.options.threshold)),
        }
    }

    fn with(&self, parameter: Parameter, value: f64) -> Result<Box<dyn Method>> {
        Ok(Box::new(self.varied(parameter, value)?))
    }

    /// Where λ stays, the relaxation is solved once.
    fn path<'a>(
        &self,
        parameter: Parameter,
        values: &[f64],
        data: &'a Dataset<'a>,
    ) -> Result<Box<dyn Path + 'a>> {
        Ok(Box::new(Shared::new(self, parameter, values, data)?))
    }
}

fn no_search() -> Error {
    let (value, expected) = ("none".into(), "search: the penalty factor is an option of it");
    Error::Option { name: "refine", value, expected }
}

impl Relaxing for Bregman {
    fn varied(&self, parameter: Parameter, value: f64) -> Result<Bregman> {
        let Bregman { options, refine } = *self;
        Ok(match parameter {
            Parameter::PenaltyFactor => {
                let refine = refine.ok_or_else(no_search)?.with_factor(value);
                Bregman { options, refine: Some(refine) }
            }
            Parameter::Lambda => {
                Bregman { options: Options { lambda: Some(value), ..options }, refine }
            }
            Parameter::Threshold => {
                let threshold = Threshold::At(value);
                Bregman { options: Options { threshold, ..options }, refine }
            }
        })
    }

    fn relax(&self, data: &Dataset<'_>, watch: &dyn Watch) -> Result<Relaxed> {
        self.validate()?;
        self.needs().check(self.name(), data)?;
        relax(data, &self.options, watch)
    }

    /// Threshold, and the search.
    fn finish(&self, data: &Dataset<'_>, relaxed: &Relaxed, watch: &dyn Watch) -> Result<Answer> {
        let Options { threshold, variant, path, .. } = self.options;
        // The fixed path has its weights from the paper, whatever the units.
        let units_matter = path == super::Path::Continuation;
        let finish =
            Finish { threshold, signs: variant.signs(), noise: Noise::Equal, units_matter };
        let relaxed = relaxed.answer(data, finish)?;
        match &self.refine {
            // Whoever stopped the relaxation does not want to wait for more.
            Some(refine) if relaxed.status == Status::Converged => {
                self.refined(data, relaxed, refine, watch)
            }
            _ => Ok(relaxed),
        }
    }

    /// Where λ stays, the matrix does.
    fn keeps_matrix(parameter: Parameter) -> bool {
        parameter != Parameter::Lambda
    }
}

impl Bregman {
    /// As in the paper: its options, and nothing goes on from its graph.
    pub fn paper() -> Bregman {
        Bregman { options: Options::paper(), refine: None }
    }

    fn refined(
        &self,
        data: &Dataset<'_>,
        relaxed: Answer,
        refine: &order::Options,
        watch: &dyn Watch,
    ) -> Result<Answer> {
        let Some(dag) = relaxed.claim.member() else { return Ok(relaxed) };
        // The search begins with the parents that the equations can bear.
        let signs = self.options.variant.signs();
        let (model, _) = Model::refit(data.moments(), dag, signs, data.knowledge())?;
        let dag = model.dag();
        let start = Start::Graph(dag.clone());
        let positive = refine.positive || self.options.variant == Variant::Positive;
        let refine = order::Options { positive, ..*refine };
        let from_graph = data.clone().starting(&start)?;
        let found = Search(refine).answer(&from_graph, watch)?;
        let variances = if found.noise == Noise::Free { Variances::Free } else { Variances::Equal };
        let score = of_graph(data, dag, &refine.score(data.moments(), variances))?;
        let mut stages = vec![Stage { name: self.name(), score, edges: dag.edges() }];
        // The start of the search is the same graph, its parents looked at once more.
        stages.extend(found.stages.into_iter().filter(|stage| stage.name != "start"));
        let mut warnings = relaxed.warnings;
        // The search decides ties, and with free variances units do not matter.
        warnings.retain(|warning| match warning {
            Warning::Tie { .. } => false,
            Warning::UnevenScales { .. } => variances == Variances::Equal,
            _ => true,
        });
        warnings.extend(found.warnings);
        let Record { variance_choice, restarts, chains, .. } = found.record;
        Ok(Answer {
            claim: found.claim,
            noise: found.noise,
            stages,
            bound: None,
            record: Record {
                relaxation: relaxed.record.relaxation,
                variance_choice,
                restarts,
                chains,
                ..Record::default()
            },
            status: found.status,
            steps: relaxed.steps,
            warnings,
        })
    }
}
