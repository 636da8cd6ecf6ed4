//! `bregdag stability`: read, learn, learn again from rows drawn anew, count, write.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{anyhow, bail};
use bregdag::confidence::{self, Calibration, Kind, Plan, Refit, Support, Task, Units};
use bregdag::data::Rules;
use bregdag::prepare::{Keep, Options, Prepared};
use bregdag::graph::Model;
use bregdag::document::{Document, Edge, Run};
use bregdag::confidence::file::Header;
use bregdag::select::{Criterion, Rule, select};
use bregdag::{Dataset, Error, Fit, Observer, Status, Table};

use crate::args::Stability;
use crate::data::{self, Data};
use crate::formats::{self, Format};
use crate::kept::{self, Keeper};
use crate::knowledge::{self, rules};
use crate::method::{Chosen, Learner};
use crate::output::{self, Output, Place, Plan as Places};
use crate::progress::{ReadingLine, Watch};
use crate::table::{printable, significant};
use crate::{Ended, aligned, complain, input, learn, summary};

/// More would be a slip of the keyboard.
const MOST_TABLES: usize = 1000;

pub fn run(args: &Stability) -> anyhow::Result<Ended> {
    let chosen = Chosen::new(&args.model, &[])?;
    refuse_early(args)?;
    let rules = rules(&args.known)?;
    let time_limit = learn::time_limit(args.time_limit)?;
    let mut places = Places::new(inputs(args));
    let graphs = places.graphs(&args.out, args.report.as_ref())?;
    let table = (args.out.is_empty() && places.stdout_is_free()).then_some(Place::Stdout);
    let kept = kept::path(args, &graphs, &mut places)?;
    let options = preparing(args);
    learn::thread_pool(args.threads)?.install(|| {
        let line = &mut ReadingLine::new(args.quiet);
        let data = Data::read(&args.files, &args.prepare, &options, line)?;
        let mut watch = Watch::start(time_limit, args.quiet)?;
        let prepared = data.finish(&args.files, &options, &mut watch)?;
        let learner = chosen.over(Chosen::start_file(&args.model), prepared.moments.names())?;
        watch.begin_lap();
        let mut fit = refits(args, &learner, &rules, &prepared, kept.as_deref(), &mut watch)?;
        let (seconds, trace) = watch.lap();
        fit.diagnostics = learn::look_at(&prepared, &fit)?;
        watch.finish();
        fit.warnings.splice(0..0, prepared.warnings);
        fit.warnings.extend(knowledge::untiered(&rules, fit.model.names()));
        fit.preparation = Some(prepared.preparation);
        fit.rules = Some(rules).filter(|rules| !rules.is_empty());

        let remarks = summary::remarks(&fit);
        let run = Run { seconds, command: Some(input::command()), trace, remarks };
        let document = Document::of(&fit, run);
        let write = |&(ref place, format): &(Place, Format)| {
            let document = &document;
            Output::new(place.clone(), move |out| formats::write(format, document, out))
        };
        let mut outputs: Vec<Output<'_>> = graphs.iter().map(write).collect();
        let shown = table.is_some();
        outputs.extend(
            table.map(|place| Output::new(place, |out| show(&document, out).map_err(Error::Write))),
        );
        output::publish(&outputs)?;
        report(args, shown, &document);
        match fit.status {
            Status::Converged => {
                // What is in the results is not needed any more, unless someone asked for the file.
                kept::forget(args, kept.as_deref());
                Ok(Ended::Complete)
            }
            _ => Ok(Ended::Early),
        }
    })
}

/// What no data can mend.
fn refuse_early(args: &Stability) -> anyhow::Result<()> {
    if args.model.select == Some(Criterion::Cv) {
        bail!(
            "--select cv deals rows into folds of its own, which refits cannot; use --select ebic"
        );
    }
    if inputs(args).filter(|path| input::is_standard(path)).count() > 1 {
        bail!("standard input can be read only once");
    }
    confidence::check_frequency(args.frequency)?;
    if args.calibrate > 0 && (args.block.is_some() || args.groups.is_some()) {
        bail!(
            "--calibrate draws independent rows from the equations, which says nothing about groups or \
             blocks of rows that hang together"
        );
    }
    if args.calibrate > MOST_TABLES {
        let (value, expected) = (args.calibrate.to_string(), "at most 1000 tables");
        return Err(Error::Option { name: "calibrate", value, expected }.into());
    }
    // Any number of rows will do to find out whether the number of refits is sound.
    let (kind, count) = draws(args);
    Plan::new(kind, count, 0, Units::rows(usize::MAX))?;
    Ok(())
}

fn inputs(args: &Stability) -> impl Iterator<Item = &Path> {
    input::all(&args.files, &args.known, &args.model)
}

fn draws(args: &Stability) -> (Kind, usize) {
    match (args.folds, args.bootstrap, args.subsample) {
        (Some(folds), ..) => (Kind::Folds, folds),
        (_, Some(refits), _) => (Kind::Bootstrap, refits),
        (_, _, refits) => (Kind::Subsample, refits.unwrap_or_default()),
    }
}

fn preparing(args: &Stability) -> Options {
    Options {
        scale: args.prepare.scale.unwrap_or_default(),
        collinear: args.prepare.collinear.unwrap_or_default(),
        keep: Keep::Always,
        groups: args.groups.clone(),
        ..data::options(&args.files)
    }
}

/// The fit of all rows, with the graph and the shares of the refits in place of its own.
fn refits(
    args: &Stability,
    learner: &Learner,
    rules: &Rules,
    prepared: &Prepared,
    kept: Option<&Path>,
    watch: &mut Watch,
) -> anyhow::Result<Fit> {
    let Some(rows) = &prepared.table else {
        bail!("moments have no rows to draw from: give the table they were made of");
    };
    let plan = plan(args, rows, prepared.groups.as_deref())?;
    let knowledge = knowledge::over(rules, prepared)?;
    let learn = |data: Dataset<'_>, watch: &mut dyn Observer| match args.model.select {
        None => learner.method().learn(data, watch),
        Some(_) => {
            let candidates = learner.candidates(args.model.select_over, data.moments)?;
            select(data, &candidates, Rule::Ebic, watch)
        }
    };
    let data = Dataset { moments: &prepared.moments, knowledge: knowledge.as_ref() };
    // Whatever is wrong with the data or the options is said here, once.
    let whole = learn(data, watch)?;
    let task = Task::new(rows, knowledge.as_ref(), &plan, &learn)?;
    let settings = learner.settings(args.model.select.map(|_| args.model.select_over));
    let header = Header::new(rows, &plan, settings, Some(rules).filter(|r| !r.is_empty()));
    let (earlier, file) = match kept {
        Some(path) => kept::open(path, &header)?,
        None => (vec![], None),
    };
    let wanted = plan.refits() * (1 + args.calibrate);
    let done = earlier.iter().filter(|refit| plan.wants(refit, args.calibrate)).count();
    let keeper = Keeper { watch: watch.refits(wanted, done), file };
    let found = confidence::run(&task, &earlier, &keeper)
        .and_then(|found| Ok((found, calibration(args, &task, &whole, &earlier, &keeper)?)));
    let stopped = keeper.watch.finish();
    let (found, calibration) = found.map_err(|error| match kept {
        Some(path) => anyhow!("{}: {error}; what was finished before is in it", output::name(path)),
        None => error.into(),
    })?;
    if found.is_empty() {
        if earlier.is_empty() {
            kept::forget(args, kept);
        }
        bail!("stopped before the first refit was finished");
    }
    // If no refit found a graph, none would the next time.
    let (mut stability, consensus) = confidence::Stability::of(&task, &found, args.frequency)
        .inspect_err(|_| kept::forget(args, kept))?;
    if let Some(calibration) = &calibration {
        stability.calibrate(calibration, args.calibrate);
    }
    let known = knowledge.as_ref();
    let (dag, signs) = (&consensus.dag, learner.signs());
    let (model, warnings) = Model::refit(&prepared.moments, dag, signs, known)?;
    stability.compare_signs(&model);
    stability.remarks.extend(summary::variances(&whole));
    let mut fit = whole;
    fit.status = stopped.map_or(fit.status, Status::from);
    fit.warnings.retain(|warning| !warning.is_about_equations());
    fit.warnings.extend(warnings);
    let (class, stability) = (Some(consensus.class), Some(stability));
    Ok(Fit { model, class, stability, ..fit })
}

/// What frequencies are worth, from tables drawn from the equations of all rows; nothing if that was
/// not asked for, or stopped.
fn calibration(
    args: &Stability,
    task: &Task<'_>,
    whole: &Fit,
    earlier: &[Refit],
    keeper: &Keeper,
) -> bregdag::Result<Option<Calibration>> {
    let mut refits = vec![];
    for number in 0..args.calibrate {
        if confidence::Keeper::stop(keeper).is_some() {
            return Ok(None);
        }
        let drawn = task.draw_table(&whole.model, number)?;
        refits.push(confidence::run(&task.of_drawn(&drawn, number)?, earlier, keeper)?);
    }
    let wanted = task.plan().refits();
    let complete = args.calibrate > 0 && refits.iter().all(|found| found.len() == wanted);
    Ok(complete.then(|| Calibration::of(&whole.model, &refits)))
}

fn plan(args: &Stability, rows: &Table, groups: Option<&[u64]>) -> anyhow::Result<Plan> {
    let (kind, count) = draws(args);
    let units = match (args.block, groups) {
        (_, Some(groups)) => Units::groups(groups),
        (Some(length), None) => Units::blocks(rows.rows(), length)?,
        (None, None) => Units::rows(rows.rows()),
    };
    Ok(Plan::new(kind, count, args.model.seed.unwrap_or(0), units)?)
}

fn show(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    write_edges(document, out)?;
    writeln!(out)?;
    said(document).iter().try_for_each(|line| writeln!(out, "{}", printable(line)))
}

fn report(args: &Stability, shown: bool, document: &Document) {
    if args.quiet {
        return;
    }
    document.warnings.iter().for_each(|warning| complain(format_args!("warning: {warning}")));
    if !shown {
        said(document).iter().for_each(|line| complain(format_args!("{}", printable(line))));
    }
}

/// The consensus and what the refits say of its edges.
fn write_edges(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    if document.edges.is_empty() {
        return writeln!(out, "no edges");
    }
    let mut heading = vec!["source", "", "target", "weight", "mean", "spread"];
    heading.extend(["found", "this way", "reverse", "positive"]);
    let calibrated = document.stability.as_ref().is_some_and(|stability| stability.tables > 0);
    if calibrated {
        heading.extend(["true pair", "true arrow"]);
    }
    let mut edges: Vec<&Edge> = document.edges.iter().collect();
    let found = |edge: &Edge| edge.stability.as_ref().map_or(0.0, |support| support.frequency);
    let t = |edge: &Edge| edge.t.map_or(0.0, f64::abs);
    edges.sort_by(|a, b| found(b).total_cmp(&found(a)).then(t(b).total_cmp(&t(a))));
    let rows = edges.iter().map(|edge| {
        let mut cells = cells(edge);
        cells.truncate(heading.len());
        cells
    });
    aligned::write(&heading, rows, 3, out)?;
    if edges.iter().any(|edge| !edge.directed) {
        writeln!(out)?;
        writeln!(out, "-- too few refits claim a direction: the edge may point either way.")?;
    }
    Ok(())
}

/// An edge, and what the refits say of it.
fn cells(edge: &Edge) -> Vec<String> {
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let optional = |x: Option<f64>| x.map_or("-".into(), |x| significant(x, 3));
    let support = edge.stability.as_ref();
    let worth = support.and_then(|s| s.calibrated);
    let share = |of: fn(&Support) -> f64| support.map_or("-".into(), |s| percent(of(s)));
    vec![
        edge.source.clone(),
        if edge.directed { "->" } else { "--" }.into(),
        edge.target.clone(),
        significant(edge.weight, 4),
        optional(support.and_then(|s| s.mean)),
        optional(support.and_then(|s| s.deviation)),
        share(|s| s.frequency),
        share(|s| s.forward),
        share(|s| s.reverse),
        share(|s| s.positive),
        worth.and_then(|w| w.joined).map_or("-".into(), percent),
        worth.and_then(|w| w.forward).map_or("-".into(), percent),
    ]
}

/// What the reader should know, in sentences.
fn said(document: &Document) -> Vec<String> {
    let sizes = summary::sizes(document.variables.len(), document.rows);
    let edges = document.edges.len();
    let ended = match document.status {
        Status::Converged => String::new(),
        status => format!("stopped early ({status}), "),
    };
    let first = format!(
        "{sizes}, {edges} edge{} in the consensus; {ended}{}.",
        if edges == 1 { "" } else { "s" },
        summary::time(document.seconds)
    );
    std::iter::once(first).chain(document.remarks.iter().cloned()).collect()
}
