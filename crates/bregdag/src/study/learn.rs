//! What was read → a graph → how far it can be trusted.

use super::second_look::{self, Subject};
use super::{Setup, Study, enough, units, untiered};
use crate::data::{Dataset, Environment, Knowledge};
use crate::diagnose::{Diagnostics, Quantity, RowChecks, diagnose};
use crate::error::{Error, Result};
use crate::fit::Fit;
use crate::graph::Dag;
use crate::prepare::Prepared;
use crate::room;
use crate::select::{Candidates, Criterion, Rule, Selected, select};
use crate::watch::{Event, Phase, Status, Watch};

/// With more variables, the eigenvalues that diagnostics need take longer than the fit.
const DIAGNOSE_UP_TO: usize = 500;
/// Learning once more in other units shows what rests on scale. With more variables that
/// is left to who asks for it.
const RELEARN_UP_TO: usize = 200;

/// Learns a graph and looks at it.
pub fn learn(mut prepared: Prepared, setup: &Setup, watch: &dyn Watch) -> Result<Study> {
    enough::check(&prepared)?;
    let knowledge = setup.knowledge(&prepared)?;
    let (n, m) = (prepared.moments.variables(), prepared.moments.rows());
    room::check(n, m, setup.spec.method().footprint().bytes(n, m), watch)?;
    watch.event(&Event::Phase(Phase::Learning));
    let rows = prepared.moments.rows();
    let mut learned = proved_or_fitted(&prepared, &knowledge, setup, watch)?;
    let mut counted_as = None;
    if setup.effective_rows && !learned.fit.answer.status.was_stopped() {
        let worth = worth(&prepared, learned.fit.dag(), watch)?;
        prepared.moments = prepared.moments.counting_as(worth);
        learned = proved_or_fitted(&prepared, &knowledge, setup, watch)?;
        learned.fit.rows = rows;
        counted_as = Some(worth);
    }
    let Selected { fit, selection } = learned;
    watch.event(&Event::Phase(Phase::Diagnosing));
    let mut diagnostics = look(&prepared, setup, &knowledge, &fit, watch)?;
    diagnostics.iter_mut().for_each(|diagnostics| diagnostics.data.rows = rows);
    let row_checks = look_at_rows(&prepared, setup, &knowledge, &fit, watch)?;
    let row_checks = RowChecks { counted_as, ..row_checks };
    let mut warnings = prepared.warnings;
    warnings.extend(row_checks.warnings());
    warnings.extend(fit.warnings.iter().cloned());
    warnings.extend(untiered(&setup.rules, &knowledge, &fit.variables));
    let study = Study {
        preparation: prepared.preparation,
        rules: setup.rules.clone(),
        status: fit.answer.status,
        fit,
        selection,
        stable: None,
        diagnostics,
        row_checks: Some(row_checks),
        warnings,
    };
    Ok(study.warn_of_arrows())
}

/// Learns, and goes on to prove that there is nothing better where that is wanted and within reach.
fn proved_or_fitted(
    prepared: &Prepared,
    knowledge: &Knowledge,
    setup: &Setup,
    watch: &dyn Watch,
) -> Result<Selected> {
    let data = dataset(prepared, knowledge, setup)?;
    match setup.spec.proving(data.variables()).filter(|_| setup.prove && setup.choose.is_none()) {
        Some(spec) => Ok(Selected { fit: spec.learn(&data, watch)?, selection: None }),
        None => fitted(setup, &data, prepared, watch),
    }
}

/// How many independent rows these are worth, by the residuals of a first graph.
fn worth(prepared: &Prepared, dag: Option<&Dag>, watch: &dyn Watch) -> Result<u64> {
    match second_look::dependence(prepared, dag, watch)? {
        Quantity::Known(found) => Ok(found.worth.round().max(2.0) as u64),
        Quantity::Unknown(why) => Err(Error::NotCounted { why }),
    }
}

/// What single rows do to the graph of all of them.
pub(super) fn look_at_rows(
    prepared: &Prepared,
    setup: &Setup,
    known: &Knowledge,
    fit: &Fit,
    watch: &dyn Watch,
) -> Result<RowChecks> {
    let alone = match fit.answer.status {
        // Who stopped the fit does not want another.
        Status::Converged if setup.start.is_none() => None,
        Status::Converged => Some("the graph was not learned again, since its start was given"),
        _ => Some("the graph was not learned again, since learning was stopped"),
    };
    let graph = fit.answer.claim.graph();
    let subject = Subject { graph: &graph, dag: fit.dag(), spec: &fit.spec, known, alone };
    second_look::look(prepared, &subject, watch)
}

/// What the method receives.
pub(super) fn dataset<'a>(
    prepared: &'a Prepared,
    knowledge: &'a Knowledge,
    setup: &'a Setup,
) -> Result<Dataset<'a>> {
    let (moments, rows) = (&prepared.moments, prepared.table.as_ref());
    let data = Dataset::of(Environment { moments, rows, targets: &[] }).knowing(knowledge)?;
    match &setup.start {
        Some(start) => data.starting(start),
        None => Ok(data),
    }
}

/// Learns with the options given, or with those that are chosen from a path.
fn fitted(
    setup: &Setup,
    data: &Dataset<'_>,
    prepared: &Prepared,
    watch: &dyn Watch,
) -> Result<Selected> {
    let rule = match setup.choose.map(|choose| choose.by) {
        Some(Criterion::Cv) => Rule::Cv(&prepared.folds),
        Some(Criterion::Ebic) | None => Rule::Ebic,
    };
    chosen(setup, data, rule, watch)
}

/// The same by this rule, where anything is chosen.
pub(super) fn chosen(
    setup: &Setup,
    data: &Dataset<'_>,
    rule: Rule<'_>,
    watch: &dyn Watch,
) -> Result<Selected> {
    match setup.choose {
        None => Ok(Selected { fit: setup.spec.learn(data, watch)?, selection: None }),
        Some(choose) => {
            let method = setup.spec.method();
            let candidates = Candidates::of(&*method, choose.over, data.moments())?;
            select(&setup.spec, data, &candidates, rule, watch)
        }
    }
}

/// What the data allow and how far the graph can be trusted.
fn look(
    prepared: &Prepared,
    setup: &Setup,
    knowledge: &Knowledge,
    fit: &Fit,
    watch: &dyn Watch,
) -> Result<Option<Diagnostics>> {
    let unchecked = units::needless(&fit.answer);
    let mut diagnostics = look_at(prepared, fit.dag(), unchecked, watch)?;
    diagnostics.iter_mut().filter(|_| fit.additive.is_some()).for_each(Diagnostics::of_curves);
    // Who stopped the fit does not want another.
    let relearn = unchecked.is_none()
        && fit.answer.status == Status::Converged
        && setup.start.is_none()
        && prepared.moments.variables() <= RELEARN_UP_TO;
    let graph = diagnostics.as_mut().and_then(|diagnostics| diagnostics.graph.as_mut());
    if let (Some(graph), true) = (graph, relearn) {
        let name = format!("{} with the same options", fit.spec.with_few_restarts().name());
        graph.scale = units::check(&name, &fit.answer, (&fit.spec, knowledge), prepared, watch)?;
    }
    Ok(diagnostics)
}

/// The same without learning anything again; nothing where there are too many variables.
pub(super) fn look_at(
    prepared: &Prepared,
    dag: Option<&Dag>,
    unchecked: Option<&str>,
    watch: &dyn Watch,
) -> Result<Option<Diagnostics>> {
    let Prepared { moments, table, .. } = prepared;
    if moments.variables() > DIAGNOSE_UP_TO {
        return Ok(None);
    }
    let mut diagnostics = diagnose(moments, table.as_ref(), dag, watch)?;
    if let (Some(graph), Some(reason)) = (&mut diagnostics.graph, unchecked) {
        graph.scale = Quantity::Unknown(reason.into());
    }
    Ok(Some(diagnostics))
}
