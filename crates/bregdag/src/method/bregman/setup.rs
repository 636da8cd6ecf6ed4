//! The Bregman method, and the order search that goes on from its graph.

use serde::{Deserialize, Serialize};

use super::learn::{Relaxed, relax};
use super::{Options, Variant};
use crate::data::{Dataset, Moments, Start, StartKind};
use crate::error::{Error, Result};
use crate::method::answer::{Answer, Noise, Record, Stage};
use crate::method::contract::{Method, Needs, Parameter, Path, Symmetry};
use crate::method::grid::Grid;
use crate::method::order::{self, Search};
use crate::method::price;
use crate::model::{Model, Signs, Threshold};
use crate::score::{Variances, of_graph};
use crate::warning::Warning;
use crate::watch::{Event, Status, Stop, Watch};

/// A hundredth to ten times λ, by ∛10.
const LAMBDAS: Grid = Grid { below: 6, above: 3, ratio: 2.154_434_690_031_884 };
/// A sixth to three times the threshold, by √2: from 0.3, these are 0.053 to 0.85.
const THRESHOLDS: Grid = Grid { below: 5, above: 3, ratio: std::f64::consts::SQRT_2 };
/// Where the threshold is automatic or zero, the path is around its usual value.
const USUAL_THRESHOLD: f64 = 0.3;

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
            Parameter::Threshold => {
                let value = match self.options.threshold {
                    Threshold::At(value) if value > 0.0 => value,
                    _ => USUAL_THRESHOLD,
                };
                Ok((value, THRESHOLDS.around(value).collect()))
            }
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
        let methods = values.iter().map(|&value| self.varied(parameter, value));
        let methods = methods.collect::<Result<Vec<_>>>()?;
        let shares = parameter != Parameter::Lambda;
        Ok(Box::new(Shared { methods, data, shares, relaxed: None }))
    }
}

fn no_search() -> Error {
    let (value, expected) = ("none".into(), "search: the penalty factor is an option of it");
    Error::Option { name: "refine", value, expected }
}

impl Bregman {
    /// As in the paper: its options, and nothing goes on from its graph.
    pub fn paper() -> Bregman {
        Bregman { options: Options::paper(), refine: None }
    }

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

    /// The first half of a fit, the same whatever the threshold and the search that goes on.
    fn relax<'a>(&self, data: &'a Dataset<'_>, watch: &dyn Watch) -> Result<Relaxed<'a>> {
        self.validate()?;
        self.needs().check(self.name(), data)?;
        relax(data, &self.options, watch)
    }

    /// The second half, from the same data: threshold, and the search.
    fn finish(
        &self,
        data: &Dataset<'_>,
        relaxed: &Relaxed<'_>,
        watch: &dyn Watch,
    ) -> Result<Answer> {
        let relaxed = relaxed.answer(self.options.threshold)?;
        match &self.refine {
            // Whoever stopped the relaxation does not want to wait for more.
            Some(refine) if relaxed.status == Status::Converged => {
                self.refined(data, relaxed, refine, watch)
            }
            _ => Ok(relaxed),
        }
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
        let from_graph =
            Dataset::from(data.moments()).knowing(data.knowledge())?.starting(&start)?;
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
        let Record { variance_choice, restarts, .. } = found.record;
        Ok(Answer {
            claim: found.claim,
            noise: found.noise,
            stages,
            bound: None,
            record: Record { relaxation: relaxed.record.relaxation, variance_choice, restarts },
            status: found.status,
            steps: relaxed.steps,
            warnings,
        })
    }
}

/// Answers that share a relaxation.
struct Shared<'a> {
    methods: Vec<Bregman>,
    data: &'a Dataset<'a>,
    /// Whether all have the same one.
    shares: bool,
    /// The relaxation, once it is solved, and its steps.
    relaxed: Option<(Relaxed<'a>, Vec<Event>)>,
}

impl Path for Shared<'_> {
    fn answer(&mut self, k: usize, watch: &dyn Watch) -> Result<Answer> {
        let method = self.methods[k];
        if !self.shares {
            return method.answer(self.data, watch);
        }
        let (relaxed, steps) = match self.relaxed.take() {
            Some(known) => {
                known.1.iter().for_each(|event| watch.event(event));
                known
            }
            None => {
                let recorder = Recorder { watch, events: std::sync::Mutex::default() };
                let relaxed = method.relax(self.data, &recorder)?;
                (relaxed, recorder.events.into_inner().unwrap_or_default())
            }
        };
        let answer = method.finish(self.data, &relaxed, watch);
        // One that was stopped is not what the other values have in common.
        if !relaxed.was_stopped() {
            self.relaxed = Some((relaxed, steps));
        }
        answer
    }
}

/// Passes on what happens, and remembers it.
struct Recorder<'a> {
    watch: &'a dyn Watch,
    events: std::sync::Mutex<Vec<Event>>,
}

impl Watch for Recorder<'_> {
    fn event(&self, event: &Event) {
        self.watch.event(event);
        if let Ok(mut events) = self.events.lock() {
            events.push(event.clone());
        }
    }

    fn stop(&self) -> Option<Stop> {
        self.watch.stop()
    }
}
