//! Along the λ of a path, each from where the one before ended.
//!
//! What is found at a λ depends on the larger λ of the path alone, so one that is asked for by itself has the
//! same answer as on a path.

use super::descent::{Descent, End, Graph};
use super::point::Point;
use super::problem::Problem;
use super::released::{State, Sweeps};
use crate::error::Result;
use crate::graph::Dag;
use crate::linalg::Matrix;
use crate::watch::{Event, Status, Stop, Watch, Work};

/// Where a walk is.
#[derive(Debug, Clone)]
enum Place {
    /// On the way of the objective.
    Descent(Graph),
    /// On the way of the released program.
    Released(State),
}

/// Where one λ led.
struct Reached {
    place: Place,
    point: Point,
    /// Whether there are more edges than a path may have.
    too_many: bool,
    stop: Option<Stop>,
}

/// A walk along a path.
pub struct Walk<'a> {
    problem: Problem<'a>,
    lambdas: Vec<f64>,
    first: Place,
    /// The points so far.
    reached: Vec<Reached>,
    /// Whether the next point would have too many edges.
    ended: bool,
}

/// A point, and who stopped the walk there, if someone did.
pub type Arrived = (Point, Option<Stop>);

impl<'a> Walk<'a> {
    pub fn new(problem: Problem<'a>) -> Walk<'a> {
        let lambdas = problem.options.path(problem.rows as u64);
        let first = match problem.options.as_released {
            true => Place::Released(State::first(&problem)),
            false => Place::Descent(Graph::first(&problem, problem.penalty(lambdas[0]))),
        };
        Walk { problem, lambdas, first, reached: vec![], ended: false }
    }

    /// The whole path. If it is stopped before its first point is complete, that point as it is.
    pub fn all(&mut self, watch: &dyn Watch) -> Result<(Vec<Point>, Option<Stop>)> {
        let mut stopped = None;
        while stopped.is_none() && self.goes_on() {
            stopped = self.advance(watch)?;
        }
        let mut points: Vec<Point> = self.reached.iter().map(|r| r.point.clone()).collect();
        let stop = stopped.as_ref().map(|(_, stop)| *stop);
        points.extend(stopped.map(|(point, _)| point).filter(|_| self.reached.is_empty()));
        Ok((points, stop))
    }

    /// The point at one λ. Where the path ends before, its last point, with a status that says so.
    pub fn at(&mut self, lambda: f64, watch: &dyn Watch) -> Result<Arrived> {
        while self.goes_on() && self.lambdas[self.reached.len()] >= lambda {
            if let Some((unfinished, stop)) = self.advance(watch)? {
                return Ok((unfinished, Some(stop)));
            }
        }
        let above = self.reached.iter().rfind(|reached| reached.point.lambda >= lambda);
        if let Some(reached) = above.filter(|reached| reached.point.lambda == lambda) {
            return Ok((reached.point.clone(), None));
        }
        let from = above.map_or(&self.first, |reached| &reached.place);
        let here = self.step(from, lambda, watch)?;
        let point = match above.filter(|_| here.too_many) {
            Some(last) => Point { status: Status::IterationLimit, ..last.point.clone() },
            None => here.point,
        };
        Ok((point, here.stop))
    }

    fn goes_on(&self) -> bool {
        !self.ended && self.reached.len() < self.lambdas.len()
    }

    /// To the next λ; if someone stops it, what there is then.
    fn advance(&mut self, watch: &dyn Watch) -> Result<Option<(Point, Stop)>> {
        let done = self.reached.len();
        watch.event(&Event::Progress { work: Work::Fits, done, wanted: self.lambdas.len() });
        let from = self.reached.last().map_or(&self.first, |reached| &reached.place);
        let next = self.step(from, self.lambdas[done], watch)?;
        if let Some(stop) = next.stop {
            return Ok(Some((next.point, stop)));
        }
        match next.too_many && done > 0 {
            true => self.ended = true,
            false => self.reached.push(next),
        }
        Ok(None)
    }

    fn step(&self, from: &Place, lambda: f64, watch: &dyn Watch) -> Result<Reached> {
        match from {
            Place::Descent(graph) => self.descend(graph, lambda, watch),
            Place::Released(state) => self.sweep(state, lambda, watch),
        }
    }

    fn descend(&self, from: &Graph, lambda: f64, watch: &dyn Watch) -> Result<Reached> {
        let (problem, penalty) = (&self.problem, self.problem.penalty(lambda));
        let mut descent = Descent::new(problem, from.clone(), penalty, watch);
        let ended = descent.run();
        let Descent { graph, rounds, .. } = descent;
        let n = problem.variables();
        let mut phi = Matrix::zeros(n, n);
        for (j, node) in graph.nodes.iter().enumerate() {
            node.parents.iter().zip(&node.phi).for_each(|(&i, &value)| phi[(i, j)] = value);
        }
        let point = Point {
            lambda,
            dag: Dag::new(graph.nodes.iter().map(|node| node.parents.clone()).collect())?,
            phi,
            rho: graph.nodes.iter().map(|node| node.rho).collect(),
            objective: graph.objective(),
            status: match ended {
                Ok(End::AtRest) => Status::Converged,
                Ok(End::TooMany | End::Rounds) => Status::IterationLimit,
                Err(stop) => stop.into(),
            },
            rounds,
        };
        let too_many = ended == Ok(End::TooMany);
        Ok(Reached { place: Place::Descent(graph), point, too_many, stop: ended.err() })
    }

    fn sweep(&self, from: &State, lambda: f64, watch: &dyn Watch) -> Result<Reached> {
        let mut sweeps = Sweeps::new(&self.problem, from.clone(), self.problem.penalty(lambda));
        let ended = sweeps.run(watch);
        let State { phi, rho, .. } = &sweeps.state;
        let point = Point {
            lambda,
            dag: Dag::of_pattern(phi)?,
            phi: phi.clone(),
            rho: rho.clone(),
            objective: sweeps.objective(),
            status: match ended {
                Ok(true) => Status::Converged,
                Ok(false) => Status::IterationLimit,
                Err(stop) => stop.into(),
            },
            rounds: sweeps.rounds,
        };
        let too_many = sweeps.state.edges() > self.problem.most_edges();
        Ok(Reached { place: Place::Released(sweeps.state), point, too_many, stop: ended.err() })
    }
}
