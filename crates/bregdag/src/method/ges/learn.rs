//! Moments → forward, backward, turning → class.

use std::collections::BTreeSet;

use super::Options;
use super::operator::{Changes, Kind, Move, Obstacle, Tools};
use super::queue::Queue;
use super::state::State;
use crate::data::{Dataset, Knowledge};
use crate::error::Result;
use crate::method::answer::{Answer, Claim, Noise, Record, Stage, Steps};
use crate::method::concerns::concerns;
use crate::score::{LocalScores, Problem, Regression, Score, Variances};
use crate::warning::Warning;
use crate::watch::{Event, Status, Stop, Watch, Work};

/// Changes of the score below this share of m are rounding: m log v with a relative error of v.
const ROUNDING: f64 = 1e-10;

/// Done, or stopped.
type Ended = std::result::Result<(), Stop>;

/// Learns a class from moments. One of its members agrees with what is known beforehand: a class without
/// such a member is never entered, and the price of required edges is not charged.
pub fn learn(data: &Dataset<'_>, options: &Options, watch: &dyn Watch) -> Result<Answer> {
    options.validate()?;
    // Scores are those of a class, and do not know what is known.
    let bare = Dataset::from(data.moments());
    let (problem, ended) = match Problem::new(&bare, Variances::Free, false, watch) {
        Ok(problem) => (problem, Ok(())),
        Err(stop) => (Problem::without_bounds(&bare, Variances::Free, false), Err(stop)),
    };
    let score = options.score(data.moments());
    let mut search = Greedy::new(&problem, score, data.knowledge(), watch)?;
    let ended = ended.and_then(|()| search.run(options));
    search.answer(data, ended)
}

/// A search under way.
pub(super) struct Greedy<'a> {
    pub tools: Tools<'a>,
    /// What a move must lower the score by.
    pub least: f64,
    pub state: State,
    pub stages: Vec<Stage>,
    pub moves: Vec<Move>,
    /// Nodes at which operators were left out, being too many.
    pub cut: BTreeSet<usize>,
}

impl<'a> Greedy<'a> {
    /// At the class of the edges that must be there.
    pub fn new(
        problem: &'a Problem<'a>,
        score: Score,
        known: &'a Knowledge,
        watch: &'a dyn Watch,
    ) -> Result<Greedy<'a>> {
        let mut local = LocalScores::new(problem, score);
        let state = State::first(known, &mut local)?;
        let regression = Regression::new(problem);
        Ok(Greedy {
            tools: Tools { problem, score, known, local, regression, watch },
            least: ROUNDING * score.rows(),
            state,
            stages: vec![],
            moves: vec![],
            cut: BTreeSet::new(),
        })
    }

    /// The phases in turn, once or until none of them finds a move.
    pub fn run(&mut self, options: &Options) -> Ended {
        let phases: &[Kind] = match options.turning {
            false => &[Kind::Insert, Kind::Delete],
            true => &[Kind::Insert, Kind::Delete, Kind::Turn],
        };
        // Phases that have nothing to do in the present class.
        let mut idle = 0;
        for (k, &kind) in phases.iter().cycle().enumerate() {
            let before = self.moves.len();
            let ended = self.phase(kind);
            let moved = self.moves.len() > before;
            if moved || k < phases.len() {
                self.stage(kind.phase());
            }
            ended?;
            idle = if moved { 1 } else { idle + 1 };
            if idle == phases.len() || (k + 1 == phases.len() && !options.iterate) {
                break;
            }
        }
        Ok(())
    }

    /// The best operator of one kind, as long as there is one.
    fn phase(&mut self, kind: Kind) -> Ended {
        let mut queue = Queue::new(kind, &self.state.graph, &mut self.tools)?;
        loop {
            self.cut.extend(queue.cut());
            let Some(changes) = self.step(&mut queue)? else { return Ok(()) };
            queue.refresh(&self.state.graph, &changes, &mut self.tools)?;
        }
    }

    /// Makes the best move; what it changes. `None` if there is no move.
    pub fn step(&mut self, queue: &mut Queue) -> std::result::Result<Option<Changes>, Stop> {
        let Greedy { tools, least, state, .. } = self;
        let best = queue.first(|operator| {
            tools.watch.go_on()?;
            if let Some(obstacle) = operator.obstacle(&state.graph) {
                return Ok(Err(obstacle));
            }
            let admissible = operator.is_admissible(&state.graph, &mut tools.local);
            let next = || state.after(operator, tools.known, &mut tools.local, *least);
            Ok(admissible.then(next).flatten().ok_or(Obstacle::Passing))
        })?;
        let Some((operator, next)) = best else { return Ok(None) };
        let before = std::mem::replace(&mut self.state, next);
        let nodes = self.state.graph.changed_from(&before.graph).collect();
        let pair = [operator.x, operator.y];
        self.moves.push(operator);
        let progress = Event::Progress { work: Work::Moves, done: self.moves.len(), wanted: 0 };
        self.tools.watch.event(&progress);
        Ok(Some(Changes { nodes, pair }))
    }

    fn stage(&mut self, name: &'static str) {
        // Every graph has the edges that are required, so their price would say nothing.
        let required = self.tools.score.price() * self.tools.known.required_edges() as f64;
        let (score, edges) = (self.state.score - required, self.state.member.edges());
        self.stages.push(Stage { name, score, edges });
    }

    fn answer(mut self, data: &Dataset<'_>, ended: Ended) -> Result<Answer> {
        if self.stages.is_empty() {
            self.stage(Kind::Insert.phase());
        }
        let member = self.state.member;
        let local = &mut self.tools.local;
        let variances = (0..member.nodes())
            .map(|j| local.get(j, member.parents(j)).map_or(0.0, |local| local.variance));
        let variances: Vec<f64> = variances.collect();
        let families = variances.iter().enumerate().map(|(j, &v)| (member.parents(j), v));
        let mut warnings = concerns(data.moments(), self.tools.problem, families);
        if !self.cut.is_empty() {
            let names = data.moments().names();
            let columns = self.cut.iter().map(|&j| names[j].clone()).collect();
            warnings.push(Warning::MovesLeftOut { columns });
        }
        Ok(Answer {
            claim: Claim::of(member, Noise::Free, data.knowledge()),
            noise: Noise::Free,
            stages: self.stages,
            bound: None,
            record: Record::default(),
            status: ended.map_or_else(Status::from, |()| Status::Converged),
            steps: Steps { done: self.moves.len(), unit: "move" },
            warnings,
        })
    }
}
