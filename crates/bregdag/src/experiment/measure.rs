//! Lets a contender learn, and measures what it found.

use super::plan::Contender;
use super::row::{Ending, Errors, Row};
use super::task::{Data, Task};
use crate::data::{Dataset, Environment, Moments};
use crate::diagnose::diagnose;
use crate::error::{Error, Result};
use crate::fit::Fit;
use crate::graph::{Adjustment, Class, Dag, Pdag, aid};
use crate::watch::{Status, Watch};

/// With more variables sortabilities and wrong effects take longer than many a fit.
const MEASURED_UP_TO: usize = 500;

/// A watch with a clock and a scale.
pub trait Timekeeper: Watch {
    /// Seconds since some moment.
    fn seconds(&self) -> f64;
    /// Seconds of the processor since some moment, where that is known.
    fn cpu_seconds(&self) -> Option<f64>;
    /// From now on, [`peak_mb`](Timekeeper::peak_mb) is about what comes.
    fn forget_peak(&self) {}
    /// The most memory that the process had, where that is known.
    fn peak_mb(&self) -> Option<f64> {
        None
    }
}

/// What one of our methods finds. What it cannot do is a row too.
pub fn fit(task: &Task, data: &Data, clock: &dyn Timekeeper) -> Row {
    let row = blank(task, data);
    learned(task, data, clock, row.clone()).unwrap_or_else(|error| Row {
        ending: Ending::Failed,
        problem: Some(error.to_string()),
        ..row
    })
}

fn learned(task: &Task, data: &Data, clock: &dyn Timekeeper, row: Row) -> Result<Row> {
    let Contender::Method(entry) = &task.contender else {
        let (value, expected) = (task.contender.label().into(), "one of our methods");
        return Err(Error::Option { name: "contender", value, expected });
    };
    let spec = entry.spec()?;
    // Drawing or reading the table may have taken more than the fit does.
    clock.forget_peak();
    let (began, used) = (clock.seconds(), clock.cpu_seconds());
    // Other programs begin at the rows, so moments are part of the fit.
    let moments = Moments::of(&data.table)?;
    let rows = Some(&data.table);
    let fit =
        spec.learn(&Dataset::of(Environment { moments: &moments, rows, targets: &[] }), clock)?;
    let seconds = clock.seconds() - began;
    let cpu_seconds = clock.cpu_seconds().zip(used).map(|(now, then)| now - then);
    // Before anything is measured, which takes memory too.
    let peak_mb = clock.peak_mb();
    let ending = match fit.answer.status {
        Status::Converged => Ending::Done,
        Status::IterationLimit => Ending::IterationLimit,
        Status::TimeLimit | Status::Interrupted => Ending::TimedOut,
    };
    let errors = match &data.truth {
        Some(truth) => {
            let claim = &fit.answer.claim;
            let mut errors = errors(truth, &claim.graph(), claim.member())?;
            signs(&mut errors, data, &fit);
            Some(errors)
        }
        None => None,
    };
    let iterations = Some(fit.answer.steps.done);
    Ok(Row { ending, errors, seconds: Some(seconds), cpu_seconds, peak_mb, iterations, ..row })
}

/// What another program found.
pub fn found(task: &Task, data: &Data, graph: &Pdag) -> Result<Row> {
    let member = graph.extension().ok();
    let measured = data.truth.as_ref().map(|truth| errors(truth, graph, member.as_ref()));
    Ok(Row { errors: measured.transpose()?, ..blank(task, data) })
}

/// A row of these data without a graph yet.
pub fn blank(task: &Task, data: &Data) -> Row {
    let (varsortability, r2_sortability) = sortabilities(data).unwrap_or_default();
    Row {
        ending: Ending::Done,
        problem: None,
        n: data.table.names().len(),
        m: data.table.rows(),
        varsortability,
        r2_sortability,
        ..Row::without_graph(task, Ending::Done, String::new())
    }
}

/// How far variances and R² rise along the true graph.
fn sortabilities(data: &Data) -> Option<(Option<f64>, Option<f64>)> {
    let truth = data.truth.as_ref().filter(|truth| truth.nodes() <= MEASURED_UP_TO)?;
    let moments = Moments::of(&data.table).ok()?;
    let seen = diagnose(&moments, None, Some(truth), &()).ok()?.graph?;
    Some((seen.varsortability.known().copied(), seen.r2_sortability.known().copied()))
}

/// Edge by edge, between classes, and effect by effect.
fn errors(truth: &Dag, graph: &Pdag, member: Option<&Dag>) -> Result<Errors> {
    let shd = graph.mistakes(truth)?;
    let true_edges = truth.edges();
    let missing = true_edges.iter().filter(|&&(i, j)| !graph.is_adjacent(i, j)).count();
    let reversed = true_edges.iter().filter(|&&(i, j)| graph.is_directed(j, i)).count();
    let class = Class::of(truth);
    let class_shd = match member {
        Some(dag) => Class::of(dag).graph().shd(class.graph())?,
        None => graph.shd(class.graph())?,
    };
    let affordable = truth.nodes() <= MEASURED_UP_TO && member.is_some();
    let sid = match affordable {
        true => Some(aid(Adjustment::Parents, truth, graph)?.mistakes),
        false => None,
    };
    Ok(Errors {
        true_edges: true_edges.len(),
        found_edges: graph.edge_count(),
        missing,
        extra: shd - missing - reversed,
        reversed,
        shd,
        class_shd,
        sid,
        right_signs: None,
        positive: None,
    })
}

/// The signs of the weights of right edges, as the method estimated them: of its matrix where it has one, otherwise of
/// least squares.
fn signs(errors: &mut Errors, data: &Data, fit: &Fit) {
    let Some(weights) = &data.weights else { return };
    let record = &fit.answer.record;
    let own = record.relaxation.as_ref().filter(|_| fit.answer.stages.is_empty()).map(|r| &r.raw);
    let own = own.or(record.weights.as_ref());
    let (mut right, mut positive, mut all) = (0, 0, 0);
    for edge in fit.edges() {
        let (i, j) = (edge.source, edge.target);
        let Some((_, truth)) = weights.parents(j).find(|(p, _)| *p == i) else { continue };
        let estimate = own.map_or(edge.weight, |matrix| matrix[(i, j)]);
        all += 1;
        right += usize::from(estimate * truth > 0.0);
        positive += usize::from(estimate > 0.0);
    }
    let share = |part: usize| (all > 0).then(|| part as f64 / all as f64);
    (errors.right_signs, errors.positive) = (share(right), share(positive));
}
