//! Moments → first order → best insertions → restarts → DAG → equations.

use super::concerns::{concerns, weak_edges};
use super::problem::Problem;
use super::restart::restart;
use super::score::Score;
use super::search::descend;
use super::state::State;
use super::{Options, Start, VarianceChoice, Variances, precedence, start};
use crate::data::{Dataset, Knowledge};
use crate::error::{Error, Result};
use crate::fit::{Fit, Stage};
use crate::graph::{Class, Dag, Model, Signs};
use crate::observer::{Observer, Stop};
use crate::random::Stream;
use crate::status::{Status, Warning};

/// The name of the method.
const METHOD: &str = "search";

/// Streams of the seed; the first ones belong to the simulation and to the Bregman method.
const FIRST_ORDER: u64 = 4;
const RESTARTS: u64 = 5;

/// Where the BIC of equal and free variances differ by less than the prices of so many edges, restarts
/// may change which is better.
const CLOSE: f64 = 50.0;

/// Learns a DAG from moments by the order search. It agrees with what is known beforehand: forbidden
/// edges are never there, required ones always, whatever their weight, and their price is not charged.
///
/// ```
/// use bregdag::simulate::{self, simulate};
/// use bregdag::{Moments, order};
///
/// let truth = simulate(&simulate::Options { nodes: 20, ..Default::default() })?;
/// let fit = order::learn(&Moments::of(&truth.table)?, &order::Options::default(), &mut ())?;
/// assert_eq!(fit.model.dag().edges().len(), truth.truth.edges().len());
/// # Ok::<(), bregdag::Error>(())
/// ```
pub fn learn<'a>(
    data: impl Into<Dataset<'a>>,
    options: &Options,
    watch: &mut dyn Observer,
) -> Result<Fit> {
    let data = data.into();
    options.validate()?;
    options.validate_start(data.moments.variables())?;
    data.check()?;
    if let Some(variances) = options.variances {
        let mut search = Search::new(data, variances, options);
        let ended = search.descend_first(watch).and_then(|()| search.restart(options, watch));
        return search.finish(data, options, ended);
    }
    decide(data, options, watch)
}

/// Searches with both kinds of variances. Free ones come first: who stops early should not be told
/// directions that were never compared.
fn decide(data: Dataset<'_>, options: &Options, watch: &mut dyn Observer) -> Result<Fit> {
    let moments = data.moments;
    let mut free = Search::new(data, Variances::Free, options);
    if let Err(stop) = free.descend_first(watch) {
        return free.finish(data, options, Err(stop));
    }
    if let Some(stop) = watch.stop() {
        return free.finish(data, options, Err(stop));
    }
    let mut equal = Search::new(data, Variances::Equal, options);
    let mut ended = equal.descend_first(watch);
    let choice = VarianceChoice::between(moments, &equal.stages, &free.stages);
    // Restarts change the scores by some edges. Where the two are further apart, they are for the better one alone.
    let close = (choice.equal - choice.free).abs() < CLOSE * free.score.price();
    for search in [&mut free, &mut equal] {
        if ended.is_ok() && (close || search.score.variances() == choice.chosen) {
            ended = search.restart(options, watch);
        }
    }
    let choice = VarianceChoice::between(moments, &equal.stages, &free.stages);
    let chosen = match choice.chosen {
        Variances::Equal => equal,
        Variances::Free => free,
    };
    let fit = chosen.finish(data, options, ended)?;
    Ok(Fit { variance_choice: Some(choice), ..fit })
}

/// The score of a graph: −2 log likelihood plus the price of its edges, up to a constant that
/// depends on the data and the kind of variances alone. Edges that are required beforehand have no
/// price; apart from that, what is known plays no part.
pub fn score<'a>(
    data: impl Into<Dataset<'a>>,
    dag: &Dag,
    variances: Variances,
    options: &Options,
) -> Result<f64> {
    let data = data.into();
    options.validate()?;
    data.check()?;
    let Dataset { moments, knowledge } = data;
    if dag.nodes() != moments.variables() {
        let (expected, found) = (moments.variables(), dag.nodes());
        return Err(Error::Shape { what: "nodes of the graph".into(), expected, found });
    }
    let problem = Problem::without_bounds(moments.into(), variances, false);
    let score = Score::of(moments, variances, options);
    let has = |(i, j, _): &(usize, usize, f64)| knowledge.is_some_and(|k| k.requires(*i, *j));
    let free = dag.edges().iter().filter(|edge| has(edge)).count();
    let state = State::of(&problem, dag, dag.order().to_vec());
    Ok(state.total(&score) - score.price() * free as f64)
}

/// Done, or stopped by the observer.
type Ended = std::result::Result<(), Stop>;

struct Search<'a> {
    problem: Problem<'a>,
    score: Score,
    state: State,
    stages: Vec<Stage>,
    /// Where restarts ended.
    restarts: Vec<f64>,
    /// Nodes moved.
    moved: usize,
}

impl<'a> Search<'a> {
    fn new(data: Dataset<'a>, variances: Variances, options: &Options) -> Search<'a> {
        let mut problem = Problem::new(data, variances, options.positive);
        let score = Score::of(data.moments, variances, options);
        let order = match &options.start {
            Start::Variance => match problem.by_variance.take() {
                Some(order) => order,
                None => start::sparse(&problem, &score),
            },
            Start::Random => Stream::new(options.seed, FIRST_ORDER).permutation(problem.nodes()),
            Start::Order(order) => order.clone(),
            Start::Graph(dag) => return Search::from_graph(problem, score, dag),
        };
        let order = precedence::agreeing(order, problem.knowledge);
        let state = State::new(&problem, &score, order);
        Search { problem, score, state, stages: vec![], restarts: vec![], moved: 0 }
    }

    fn from_graph(problem: Problem<'a>, score: Score, dag: &Dag) -> Search<'a> {
        let order = precedence::of_graph(dag, problem.knowledge);
        let mut state = State::of(&problem, dag, order);
        // The search looks only at parents that a move may change. Equal variances wait for σ², see
        // `balance`.
        if score.variances() == Variances::Free {
            state.reselect(&problem, &score);
        }
        Search { problem, score, state, stages: vec![], restarts: vec![], moved: 0 }
    }

    /// From the first order to its minimum.
    fn descend_first(&mut self, watch: &mut dyn Observer) -> Ended {
        let ended = self.balance(watch);
        self.stage("start");
        let ended = ended.and_then(|_| self.descend(watch));
        self.stage("search");
        ended
    }

    fn restart(&mut self, options: &Options, watch: &mut dyn Observer) -> Ended {
        if options.restarts == 0 {
            return Ok(());
        }
        let stream = Stream::new(options.seed, RESTARTS);
        let (problem, score) = (&self.problem, &self.score);
        let wanted = (options.restarts, stream);
        let ended = restart(problem, score, &mut self.state, wanted, &mut self.restarts, watch);
        let required = self.price_of_required();
        self.restarts.iter_mut().for_each(|score| *score -= required);
        let ended = ended.and_then(|()| {
            // The tangent must touch where a descent begins, or the score may rise.
            self.balance(watch)?;
            self.descend(watch)
        });
        self.stage("restarts");
        ended
    }

    /// Best insertions until neither the order nor σ² changes.
    fn descend(&mut self, watch: &mut dyn Observer) -> Ended {
        loop {
            self.moved += descend(&self.problem, &mut self.score, &mut self.state, watch)?;
            if !self.balance(watch)? {
                return Ok(());
            }
        }
    }

    /// Where variances are equal: σ² ← mean residual variance, and all parents again, until nothing
    /// changes; whether anything did. Each round lowers the score, so there is an end.
    fn balance(&mut self, watch: &mut dyn Observer) -> std::result::Result<bool, Stop> {
        let mut any = false;
        while self.score.variances() == Variances::Equal {
            if let Some(stop) = watch.stop() {
                return Err(stop);
            }
            self.score = self.score.tangent_at(self.state.mean_variance());
            if !self.state.reselect(&self.problem, &self.score) {
                break;
            }
            any = true;
        }
        Ok(any)
    }

    fn stage(&mut self, name: &'static str) {
        let parents = |j: usize| self.state.families[j].parents.iter().map(move |&i| (i, j));
        let mut edges: Vec<(usize, usize)> = (0..self.problem.nodes()).flat_map(parents).collect();
        edges.sort_unstable();
        let score = self.state.total(&self.score) - self.price_of_required();
        self.stages.push(Stage { name, score, edges });
    }

    /// Every graph has the edges that are required, so their price would say nothing.
    fn price_of_required(&self) -> f64 {
        self.score.price() * self.problem.knowledge.map_or(0, Knowledge::required_edges) as f64
    }

    fn finish(self, data: Dataset<'_>, options: &Options, ended: Ended) -> Result<Fit> {
        let Dataset { moments, knowledge } = data;
        let variances = self.score.variances();
        let options = Options { variances: Some(variances), ..options.clone() };
        let signs = if options.positive { Signs::NonNegative } else { Signs::Any };
        let (model, mut warnings) = Model::refit(moments, &self.state.dag()?, signs, knowledge)?;
        let status = ended.map_or_else(Status::from, |()| Status::Converged);
        warnings.extend(concerns(moments, &model, self.problem.singular));
        warnings.extend(knowledge.into_iter().flat_map(|known| weak_edges(&model, known)));
        if status != Status::Converged {
            warnings.push(Warning::StoppedEarly { status });
        }
        Ok(Fit {
            class: (variances == Variances::Free).then(|| match knowledge {
                Some(known) => Class::with_knowledge(model.dag(), known),
                None => Class::of(model.dag()),
            }),
            model,
            relaxation: None,
            variance_choice: None,
            selection: None,
            stages: self.stages,
            restarts: self.restarts,
            status,
            iterations: self.moved,
            rows: moments.rows(),
            method: METHOD,
            // Plain numbers and names always have a JSON form.
            options: serde_json::to_value(&options).unwrap_or_default(),
            preparation: None,
            rules: None,
            stability: None,
            diagnostics: None,
            warnings,
        })
    }
}
