//! Moments → first order → best insertions → restarts → DAG.

use super::parents::{Candidates, IMPROVEMENT, Selector};
use super::restart::{Plan, restart};
use super::search::descend;
use super::state::State;
use super::{FirstOrder, Options, precedence, start};
use crate::data::{Dataset, Start};
use crate::error::Result;
use crate::graph::Dag;
use crate::method::answer::{Answer, Claim, Noise, Record, Stage, Steps};
use crate::method::concerns::concerns;
use crate::method::variances::{Contender, VarianceChoice, kurtosis};
use crate::random::{Purpose, Stream};
use crate::score::{Problem, Score, Variances};
use crate::watch::{Status, Stop, Watch};

/// Where the BIC of equal and free variances differ by less than the prices of so many edges, restarts
/// may change which is better.
const CLOSE: f64 = 50.0;

/// With no more variables than this, the first order is there before anyone can stop it.
const AT_ONCE: usize = 200;

/// Learns a DAG from moments by the order search. It agrees with what is known beforehand: forbidden
/// edges are never there, required ones always, whatever their weight, and their price is not charged.
pub fn learn(data: &Dataset<'_>, options: &Options, watch: &dyn Watch) -> Result<Answer> {
    options.validate()?;
    if let Some(variances) = options.variances {
        let (mut attempt, ended) = Attempt::begin(data, variances, options, watch);
        let ended = ended
            .and_then(|()| attempt.descend_first(watch))
            .and_then(|()| attempt.restart(options, watch));
        return attempt.answer(data, None, ended);
    }
    decide(data, options, watch)
}

/// The graph that one order gives, and no search: each node has the parents among those before it that pay
/// for themselves. Variances are free, so that scale decides nothing here.
pub fn along(
    data: &Dataset<'_>,
    order: Vec<usize>,
    options: &Options,
    watch: &dyn Watch,
) -> Result<Answer> {
    options.validate()?;
    let problem = Problem::without_bounds(data, Variances::Free, options.positive);
    let score = options.score(data.moments(), Variances::Free);
    let order = precedence::agreeing(order, problem.knowledge);
    let ended = watch.go_on();
    let state = match ended {
        Ok(()) => State::new(&problem, &score, order),
        Err(_) => State::of(&problem, &Dag::empty(order.len()), order),
    };
    let mut attempt = Attempt::at(problem, score, state);
    attempt.stage("regression");
    attempt.answer(data, None, ended)
}

/// The share of its variance that the others leave of each node. Where there are too few rows for all others,
/// those count that pay for themselves.
pub fn shares_left(
    data: &Dataset<'_>,
    options: &Options,
    watch: &dyn Watch,
) -> std::result::Result<Vec<f64>, Stop> {
    let problem = Problem::new(data, Variances::Free, false, watch)?;
    if problem.by_variance.is_some() {
        return Ok(problem.least);
    }
    let score = options.score(data.moments(), Variances::Free);
    let mut selector = Selector::new(&problem);
    let others = |j: usize| (0..problem.nodes()).filter(|&i| i != j).collect::<Vec<_>>();
    let mut left = |j: usize| {
        watch.go_on()?;
        Ok(selector.select(&score, j, &[], Candidates::all(&others(j))).variance)
    };
    (0..problem.nodes()).map(&mut left).collect()
}

/// Searches with both kinds of variances. Free ones come first: who stops early should not be told
/// directions that were never compared. On columns of the same variance they are the only candidate.
fn decide(data: &Dataset<'_>, options: &Options, watch: &dyn Watch) -> Result<Answer> {
    let (mut free, ended) = Attempt::begin(data, Variances::Free, options, watch);
    let ended = ended.and_then(|()| free.descend_first(watch)).and_then(|()| watch.go_on());
    if let Err(stop) = ended {
        return free.answer(data, None, Err(stop));
    }
    if data.same_scale() {
        let ended = free.restart(options, watch);
        let choice = VarianceChoice::of_same_scale(&free.contender(data));
        return free.answer(data, Some(choice), ended);
    }
    let (mut equal, ended) = Attempt::begin(data, Variances::Equal, options, watch);
    // Without a first graph of equal variances there is nothing to compare.
    if let Err(stop) = ended {
        return free.answer(data, None, Err(stop));
    }
    let ended = equal.descend_first(watch);
    let (mut choice, asked) = equal.against(&free, data, watch);
    let mut ended = ended.and(asked);
    // Restarts change the scores by some edges. Where the two are further apart, they are for the better one alone.
    let close = choice.margin() < CLOSE * free.score.price();
    for attempt in [&mut free, &mut equal] {
        if ended.is_ok() && (close || attempt.score.variances() == choice.chosen) {
            ended = attempt.restart(options, watch);
        }
    }
    // A stop leaves the choice as it was: without the shape of the noise it might be another.
    if ended.is_ok() {
        let (later, asked) = equal.against(&free, data, watch);
        ended = asked.map(|()| choice = later);
    }
    let chosen = match choice.chosen {
        Variances::Equal => equal,
        Variances::Free => free,
    };
    chosen.answer(data, Some(choice), ended)
}

/// Done, or stopped.
type Ended = std::result::Result<(), Stop>;

struct Attempt<'a> {
    problem: Problem<'a>,
    score: Score,
    state: State,
    stages: Vec<Stage>,
    /// Where restarts ended.
    restarts: Vec<f64>,
    /// How many chains they were.
    chains: usize,
    /// Nodes moved.
    moved: usize,
}

impl<'a> Attempt<'a> {
    /// The first order; where that was stopped, as it came.
    fn begin(
        data: &'a Dataset<'_>,
        variances: Variances,
        options: &Options,
        watch: &dyn Watch,
    ) -> (Attempt<'a>, Ended) {
        let watch = if data.variables() <= AT_ONCE { &() } else { watch };
        let (mut problem, ended) = match Problem::new(data, variances, options.positive, watch) {
            Ok(problem) => (problem, Ok(())),
            Err(stop) => (Problem::without_bounds(data, variances, options.positive), Err(stop)),
        };
        let score = options.score(data.moments(), variances);
        let n = problem.nodes();
        let order = match (data.start(), options.start) {
            (Some(Start::Graph(dag)), _) => {
                return (Attempt::from_graph(problem, score, dag), ended);
            }
            (Some(Start::Order(order)), _) => Ok(order.clone()),
            (_, _) if ended.is_err() => Ok((0..n).collect()),
            (_, FirstOrder::Variance) => match problem.by_variance.take() {
                Some(order) => Ok(order),
                None => start::sparse(&problem, &score, watch),
            },
            (_, FirstOrder::Random) => {
                Ok(Stream::of(options.seed, Purpose::FirstOrder).permutation(n))
            }
        };
        let (order, ended) = match order {
            Ok(order) => (order, ended),
            Err(stop) => ((0..n).collect(), Err(stop)),
        };
        let order = precedence::agreeing(order, problem.knowledge);
        let state = match ended {
            Ok(()) => State::new(&problem, &score, order),
            // Whoever stopped it does not want to wait for more.
            Err(_) => State::of(&problem, &Dag::empty(n), order),
        };
        (Attempt::at(problem, score, state), ended)
    }

    fn at(problem: Problem<'a>, score: Score, state: State) -> Attempt<'a> {
        Attempt { problem, score, state, stages: vec![], restarts: vec![], chains: 0, moved: 0 }
    }

    fn from_graph(problem: Problem<'a>, score: Score, dag: &Dag) -> Attempt<'a> {
        let order = precedence::of_graph(dag, problem.knowledge);
        let mut state = State::of(&problem, dag, order);
        // The search looks only at parents that a move may change. Equal variances wait for σ², see
        // `balance`.
        if score.variances() == Variances::Free {
            state.reselect(&problem, &score);
        }
        Attempt::at(problem, score, state)
    }

    /// From the first order to its minimum.
    fn descend_first(&mut self, watch: &dyn Watch) -> Ended {
        let ended = self.balance(watch);
        self.stage("start");
        let ended = ended.and_then(|_| self.descend(watch));
        self.stage("search");
        ended
    }

    fn restart(&mut self, options: &Options, watch: &dyn Watch) -> Ended {
        if options.restarts == Some(0) {
            return Ok(());
        }
        let mut ended = Ok(());
        // Parents that pay only together change σ², and with it what others are worth.
        while ended.is_ok() && self.score.variances() == Variances::Equal {
            let (before, polish) = (self.state.total(&self.score), Plan::polish(options.seed));
            ended = self.chains(polish, watch).and_then(|()| self.balance(watch).map(|_| ()));
            if self.state.total(&self.score) >= before - IMPROVEMENT * self.score.price() {
                break;
            }
        }
        let plan = Plan { restarts: options.restarts, seed: options.seed };
        let ended = ended.and_then(|()| self.chains(plan, watch));
        let ended = ended.and_then(|()| {
            // The tangent must touch where a descent begins, or the score may rise.
            self.balance(watch)?;
            self.descend(watch)
        });
        self.stage("restarts");
        ended
    }

    fn chains(&mut self, plan: Plan, watch: &dyn Watch) -> Ended {
        let (ends, ended) = restart(&self.problem, &self.score, &mut self.state, plan, watch);
        let required = self.price_of_required();
        self.restarts = ends.into_iter().map(|score| score - required).collect();
        self.chains = if plan.restarts.is_some() { 1 } else { self.restarts.len() };
        ended
    }

    /// Best insertions until neither the order nor σ² changes.
    fn descend(&mut self, watch: &dyn Watch) -> Ended {
        loop {
            let (moved, ended) = descend(&self.problem, &mut self.score, &mut self.state, watch);
            self.moved += moved;
            ended?;
            if !self.balance(watch)? {
                return Ok(());
            }
        }
    }

    /// Where variances are equal: σ² ← mean residual variance, and all parents again, until nothing
    /// changes; whether anything did. Each round lowers the score, so there is an end.
    fn balance(&mut self, watch: &dyn Watch) -> std::result::Result<bool, Stop> {
        let mut any = false;
        while self.score.variances() == Variances::Equal {
            watch.go_on()?;
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

    /// The score of the last stage.
    fn reached(&self) -> f64 {
        self.stages.last().map_or(f64::INFINITY, |stage| stage.score)
    }

    /// What it says for its kind of variances.
    fn contender(&self, data: &Dataset<'_>) -> Contender {
        let residuals = self.state.families.iter().map(|family| family.variance);
        Contender::new(data.moments(), self.score.variances(), self.reached(), residuals)
    }

    /// Equal variances against free ones. The shape of the noise is that of the equal ones' residuals, unless someone
    /// stops that.
    fn against(
        &self,
        free: &Attempt<'_>,
        data: &Dataset<'_>,
        watch: &dyn Watch,
    ) -> (VarianceChoice, Ended) {
        let equations = self.state.families.iter().map(|f| (&f.parents[..], &f.weights[..]));
        let kurtosis = kurtosis(&data.environments()[0], &equations.collect::<Vec<_>>(), watch);
        let (equal, free) = (self.contender(data), free.contender(data));
        let shape = kurtosis.ok().flatten();
        let choice = VarianceChoice::between(data.moments(), &equal, &free, shape);
        (choice, kurtosis.map(|_| ()))
    }

    /// Every graph has the edges that are required, so their price would say nothing.
    fn price_of_required(&self) -> f64 {
        self.score.price() * self.problem.knowledge.required_edges() as f64
    }

    fn answer(
        mut self,
        data: &Dataset<'_>,
        variance_choice: Option<VarianceChoice>,
        ended: Ended,
    ) -> Result<Answer> {
        if self.stages.is_empty() {
            self.stage("start");
        }
        let noise = match self.score.variances() {
            Variances::Equal => Noise::Equal,
            Variances::Free => Noise::Free,
        };
        let families = self.state.families.iter().map(|f| (f.parents.as_slice(), f.variance));
        Ok(Answer {
            claim: Claim::of(self.state.dag()?, noise, data.knowledge()),
            noise,
            warnings: concerns(data.moments(), &self.problem, families),
            stages: self.stages,
            bound: None,
            record: Record {
                relaxation: None,
                variance_choice,
                restarts: self.restarts,
                chains: self.chains,
                ..Record::default()
            },
            status: ended.map_or_else(Status::from, |()| Status::Converged),
            steps: Steps { done: self.moved, unit: "move" },
        })
    }
}
