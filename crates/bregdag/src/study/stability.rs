//! What was read → a graph of all rows, many of rows drawn anew → what they agree on.

use super::learn::{chosen, dataset, look_at, look_at_rows};
use super::{Setup, Stable, Study, enough, untiered};
use crate::confidence::file::Header;
use crate::confidence::{
    self, Calibration, Keeper, Kind, Plan, Refit, Stability, Task, Units, check_frequency,
};
use crate::data::{Dataset, Table};
use crate::diagnose::{Diagnostics, Quantity};
use crate::error::{Error, Result};
use crate::fit::Fit;
use crate::model::Equations;
use crate::parallel;
use crate::prepare::Prepared;
use crate::room;
use crate::select::{Criterion, Rule, Selected};
use crate::voice::Voice;
use crate::watch::{Event, Phase, Status, Watch};

/// More would be a slip of the keyboard.
const MOST_TABLES: usize = 1000;

/// Which rows stay together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Together {
    /// None.
    Rows,
    /// Those of the same group, as the table was prepared.
    Groups,
    /// Blocks of so many consecutive ones.
    Blocks(usize),
}

/// How rows are drawn anew, and what is made of the refits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Resampling {
    /// How rows are changed.
    pub kind: Kind,
    /// How many refits, or folds.
    pub refits: usize,
    /// Seed of the draws.
    pub seed: u64,
    /// Which rows stay together.
    pub together: Together,
    /// The consensus has the pairs that at least this share of refits joins, above 0 to 1.
    pub frequency: f64,
    /// Tables drawn from the learned equations to tell what frequencies are worth.
    pub tables: usize,
}

impl Resampling {
    /// Refuses what no data can mend.
    pub fn validate(&self, setup: &Setup) -> Result<()> {
        if setup.choose.is_some_and(|choose| choose.by == Criterion::Cv) {
            return Err(Error::Option {
                name: "select",
                value: "cv".into(),
                expected: "ebic: cross-validation deals rows into folds of its own, which refits cannot",
            });
        }
        check_frequency(self.frequency)?;
        if self.tables > 0 && self.together != Together::Rows {
            return Err(Error::Option {
                name: "calibrate",
                value: self.tables.to_string(),
                expected: "0 where groups or blocks of rows hang together: tables drawn from the \
                           equations have independent rows",
            });
        }
        if self.tables > MOST_TABLES {
            let (value, expected) = (self.tables.to_string(), "at most 1000 tables");
            return Err(Error::Option { name: "calibrate", value, expected });
        }
        // Any number of rows will do to find out whether the number of refits is sound.
        Plan::new(self.kind, self.refits, 0, Units::rows(usize::MAX)).map(|_| ())
    }

    fn plan(&self, rows: &Table, groups: Option<&[u64]>) -> Result<Plan> {
        let units = match (self.together, groups) {
            (Together::Groups, Some(groups)) => Units::groups(groups),
            (Together::Blocks(length), _) => Units::blocks(rows.rows(), length)?,
            (Together::Rows, _) => Units::rows(rows.rows()),
            (Together::Groups, None) => {
                return Err(Error::Option {
                    name: "groups",
                    value: "none".into(),
                    expected: "the column of the groups, named when the table is prepared",
                });
            }
        };
        Plan::new(self.kind, self.refits, self.seed, units)
    }
}

/// Learns a graph from all rows and many from rows drawn anew, and shows what these agree on.
pub fn stability(
    prepared: Prepared,
    setup: &Setup,
    resampling: &Resampling,
    keeper: &dyn Keeper,
    voice: &dyn Voice,
) -> Result<Study> {
    resampling.validate(setup)?;
    enough::check(&prepared)?;
    let knowledge = setup.knowledge(&prepared)?;
    let Some(rows) = &prepared.table else { return Err(Error::NoRowsToDraw) };
    let plan = resampling.plan(rows, prepared.groups.as_deref())?;
    let watch: &dyn Watch = keeper;
    ask_for_room(rows, &plan, setup, watch)?;
    watch.event(&Event::Phase(Phase::Learning));
    // Whatever is wrong with the data or the options is said here, once.
    let Selected { fit: whole, selection } =
        chosen(setup, &dataset(&prepared, &knowledge, setup)?, Rule::Ebic, watch)?;
    if resampling.tables > 0 && whole.model.is_none() {
        let what = "tables to calibrate by";
        return Err(match whole.additive {
            Some(_) => Error::NotLinear { what },
            None => Error::NoEquations { what },
        });
    }
    let learn = |data: &Dataset<'_>, watch: &dyn Watch| match &setup.start {
        Some(start) if data.variables() == knowledge.variables() => {
            let data = data.clone().starting(start)?;
            Ok(chosen(setup, &data, Rule::Ebic, watch)?.fit)
        }
        _ => Ok(chosen(setup, data, Rule::Ebic, watch)?.fit),
    };
    let uses_rows = setup.spec.method().needs().rows || setup.spec.decides_variances();
    let task = Task::new(rows, &knowledge, &plan, &learn)?.with_rows(uses_rows);
    watch.event(&Event::Phase(Phase::Refitting));
    let drawn = drawn(&task, &header(rows, &plan, setup), &whole, resampling.tables, keeper)?;
    let (mut stability, consensus) = Stability::of(&task, &drawn.refits, resampling.frequency)?;
    if let Some(calibration) = &drawn.calibration {
        stability.calibrate(calibration, resampling.tables);
    }
    let method = setup.spec.method();
    let kind = (method.effects(), method.signs());
    let data = dataset(&prepared, &knowledge, setup)?;
    let (equations, about) = Equations::of(&consensus.dag, kind, &data, &knowledge)?;
    if equations.linear().is_some() {
        stability.compare_signs(&whole.variables, &equations.edges());
    }
    stability.remarks.extend(super::words::variances(&whole, voice).map(|remark| remark.text));
    watch.event(&Event::Phase(Phase::Diagnosing));
    let why = "the refits were not repeated in other units";
    let mut diagnostics = look_at(&prepared, Some(equations.dag()), Some(why), watch)?;
    diagnostics
        .iter_mut()
        .filter(|_| equations.smooth().is_some())
        .for_each(Diagnostics::of_curves);
    let mut row_checks = look_at_rows(&prepared, setup, &knowledge, &whole, watch)?;
    if resampling.together != Together::Rows {
        let why = "rows that belong together are drawn together";
        row_checks.dependence = Quantity::Unknown(why.into());
    }
    let mut warnings = prepared.warnings;
    warnings.extend(row_checks.warnings());
    // What is said of the equations of all rows is not about the graph that is shown.
    let kept = whole.warnings.iter().filter(|warning| !warning.is_about_equations());
    warnings.extend(kept.cloned().chain(about));
    warnings.extend(untiered(&setup.rules, &knowledge, &whole.variables));
    let complete = drawn.refits.len() == plan.refits();
    let status = match watch.stop().filter(|_| !complete || drawn.cut_short) {
        Some(stop) => stop.into(),
        None if complete => whole.answer.status,
        None => Status::Interrupted,
    };
    let study = Study {
        preparation: prepared.preparation,
        rules: setup.rules.clone(),
        fit: whole,
        selection,
        stable: Some(Stable { stability, consensus, equations }),
        diagnostics,
        row_checks: Some(row_checks),
        status,
        warnings,
    };
    Ok(study.warn_of_arrows())
}

/// Refuses refits for which there is no room: as many at a time as there are threads, each with moments of its own and those
/// of the columns that vary in its rows.
fn ask_for_room(rows: &Table, plan: &Plan, setup: &Setup, watch: &dyn Watch) -> Result<()> {
    let (n, m) = (rows.names().len(), rows.rows() as u64);
    let each = setup.spec.method().footprint().bytes(n, m) + room::squares(2.0, n);
    let at_a_time = parallel::threads().min(plan.refits()) as u64;
    room::check(n, m, each.saturating_mul(at_a_time.max(1)), watch)
}

/// What refits must have in common to be counted together.
fn header(rows: &Table, plan: &Plan, setup: &Setup) -> Header {
    let settings = serde_json::json!({
        "spec": setup.spec,
        "start": setup.start.as_ref().map(|start| format!("{start:?}")),
        "select": setup.choose.map(|choose| choose.over.map_or("default", |over| over.name())),
    });
    Header::new(rows, plan, settings, Some(&setup.rules).filter(|rules| !rules.is_empty()))
}

/// What became of the rows drawn anew.
struct Drawn {
    refits: Vec<Refit>,
    calibration: Option<Calibration>,
    /// Whether tables that were wanted are missing.
    cut_short: bool,
}

fn drawn(
    task: &Task<'_>,
    header: &Header,
    whole: &Fit,
    tables: usize,
    keeper: &dyn Keeper,
) -> Result<Drawn> {
    let wanted = task.plan().refits() * (1 + tables);
    let earlier = keeper.earlier(header, wanted)?;
    let refits = confidence::run(task, &earlier, keeper)?;
    let calibration = calibration(task, whole, &earlier, tables, keeper)?;
    if refits.is_empty() {
        let status = keeper.stop().map_or(Status::Interrupted, Status::from);
        return Err(Error::Stopped { status, before: "before the first refit was finished" });
    }
    Ok(Drawn { refits, cut_short: tables > 0 && calibration.is_none(), calibration })
}

/// What frequencies are worth, from tables drawn from the equations of all rows; nothing if that was
/// not asked for, or stopped.
fn calibration(
    task: &Task<'_>,
    whole: &Fit,
    earlier: &[Refit],
    tables: usize,
    keeper: &dyn Keeper,
) -> Result<Option<Calibration>> {
    let Some(model) = whole.model.as_ref().filter(|_| tables > 0) else { return Ok(None) };
    let mut refits = vec![];
    for number in 0..tables {
        if keeper.stop().is_some() {
            return Ok(None);
        }
        let drawn = task.draw_table(model, number)?;
        refits.push(confidence::run(&task.of_drawn(&drawn, number)?, earlier, keeper)?);
    }
    let wanted = task.plan().refits();
    let complete = refits.iter().all(|found| found.len() == wanted);
    Ok(complete.then(|| Calibration::of(model, &refits)))
}
