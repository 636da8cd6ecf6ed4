//! `bregdag learn`: read, moments, learn, write, report.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::bail;
use bregdag::data::Rules;
use bregdag::prepare::{Keep, Options, Prepared};
use bregdag::diagnose::{Diagnostics, Quantity, diagnose, scale};
use bregdag::document::{Document, Run};
use bregdag::read::matrix;
use bregdag::select::{Criterion, Rule, select};
use bregdag::{Dataset, Error, Fit, Iteration, Status};

use crate::args::Learn;
use crate::data::{self, Data};
use crate::formats::{self, Format};
use crate::knowledge::{self, rules};
use crate::method::{Chosen, Learner, again};
use crate::output::{self, Output, Place, Plan, Writer};
use crate::progress::{ReadingLine, Watch};
use crate::summary::{self, summary};
use crate::{Ended, complain, input, table};

/// Why directions of a class are not checked against the units.
pub const UNITS_DO_NOT_MATTER: &str = "with free noise variances the units do not matter";
/// More would be a slip of the keyboard.
const MOST_THREADS: usize = 1024;
/// With more variables, the eigenvalues that diagnostics need take longer than the fit.
const DIAGNOSE_UP_TO: usize = 500;
/// Learning once more from standardised columns shows what rests on scale. With more variables that
/// is left to `bregdag diagnose`.
const RELEARN_UP_TO: usize = 200;
/// Sets of rows for cross-validation.
const USUAL_FOLDS: usize = 5;

pub fn run(args: &Learn) -> anyhow::Result<Ended> {
    let outputs = [("--raw-matrix", &args.raw_matrix), ("--trace", &args.trace)];
    let outputs: Vec<_> = outputs.iter().filter(|o| o.1.is_some()).map(|o| o.0).collect();
    let chosen = Chosen::new(&args.model, &outputs)?;
    let options = preparing(args)?;
    let rules = rules(&args.known)?;
    let time_limit = time_limit(args.time_limit)?;
    let places = Places::check(args)?;
    if inputs(args).filter(|path| input::is_standard(path)).count() > 1 {
        bail!("standard input can be read only once");
    }
    thread_pool(args.threads)?.install(|| {
        let line = &mut ReadingLine::new(args.quiet);
        let data = Data::read(&args.files, &args.prepare, &options, line)?;
        let mut watch = Watch::start(time_limit, args.quiet)?;
        let mut prepared = data.finish(&args.files, &options, &mut watch)?;
        let learner = chosen.over(Chosen::start_file(&args.model), prepared.moments.names())?;
        watch.begin_lap();
        let mut fit = fit(args, &learner, &rules, &prepared, &mut watch)?;
        let (seconds, trace) = watch.lap();
        fit.diagnostics = look(&prepared, &rules, &fit, &mut watch)?;
        watch.finish();
        prepared.warnings.append(&mut fit.warnings);
        fit.warnings = prepared.warnings;
        fit.warnings.extend(knowledge::untiered(&rules, fit.model.names()));
        fit.preparation = Some(prepared.preparation);
        fit.rules = Some(rules).filter(|rules| !rules.is_empty());

        let document = document(&fit, seconds, trace);
        output::publish(&places.outputs(&fit, &document))?;
        report(args, &places, &fit, &document);
        Ok(match fit.status {
            Status::Converged => Ended::Complete,
            _ => Ended::Early,
        })
    })
}

/// Learns with the options given, or with those that are chosen from a path.
fn fit(
    args: &Learn,
    learner: &Learner,
    rules: &Rules,
    prepared: &Prepared,
    watch: &mut Watch,
) -> anyhow::Result<Fit> {
    let moments = &prepared.moments;
    let knowledge = knowledge::over(rules, prepared)?;
    let data = Dataset { moments, knowledge: knowledge.as_ref() };
    Ok(match args.model.select {
        None => learner.method().learn(data, watch)?,
        Some(criterion) => {
            let candidates = learner.candidates(args.model.select_over, moments)?;
            let rule = match criterion {
                Criterion::Ebic => Rule::Ebic,
                Criterion::Cv => Rule::Cv(&prepared.folds),
            };
            select(data, &candidates, rule, watch)?
        }
    })
}

/// How the table is to be prepared.
fn preparing(args: &Learn) -> anyhow::Result<Options> {
    if args.folds.is_some() && args.model.select != Some(Criterion::Cv) {
        bail!("--folds is for --select cv");
    }
    let folds = args.model.select.filter(|&criterion| criterion == Criterion::Cv);
    let seed = args.model.seed.unwrap_or(0);
    Ok(Options {
        scale: args.prepare.scale.unwrap_or_default(),
        collinear: args.prepare.collinear.unwrap_or_default(),
        keep: Keep::IfCheap,
        folds: folds.map(|_| (args.folds.unwrap_or(USUAL_FOLDS), seed)),
        ..data::options(&args.files)
    })
}

pub fn time_limit(seconds: Option<f64>) -> Result<Option<Duration>, Error> {
    let duration = |seconds: f64| {
        Duration::try_from_secs_f64(seconds).map_err(|_| Error::Option {
            name: "time-limit",
            value: seconds.to_string(),
            expected: "a finite number of seconds ≥ 0",
        })
    };
    seconds.map(duration).transpose()
}

/// The threads of one run.
pub fn thread_pool(threads: Option<usize>) -> anyhow::Result<rayon::ThreadPool> {
    if let Some(threads) = threads.filter(|threads| !(1..=MOST_THREADS).contains(threads)) {
        let (value, expected) = (threads.to_string(), "at least 1 and at most 1024");
        return Err(Error::Option { name: "threads", value, expected }.into());
    }
    // To rayon, zero means all cores.
    Ok(rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build()?)
}

/// What the data allow and how far the graph can be trusted.
fn look(
    prepared: &Prepared,
    rules: &Rules,
    fit: &Fit,
    watch: &mut Watch,
) -> anyhow::Result<Option<Diagnostics>> {
    let moments = &prepared.moments;
    let mut diagnostics = look_at(prepared, fit)?;
    // Free variances do not see the scale, and who stopped the fit does not want another.
    let relearn = fit.class.is_none()
        && fit.status == Status::Converged
        && moments.variables() <= RELEARN_UP_TO;
    let method = again(fit.method, fit.options.clone()).filter(|_| relearn);
    let graph = diagnostics.as_mut().and_then(|diagnostics| diagnostics.graph.as_mut());
    if let (Some(graph), Some(method)) = (graph, method) {
        let knowledge = knowledge::over(rules, prepared)?;
        let data = Dataset { moments: &moments.standardized(), knowledge: knowledge.as_ref() };
        let again = method.learn(data, watch)?;
        let name = format!("{} with the same options", fit.method);
        let check = scale::compare(&name, fit.model.dag(), again.model.dag())?;
        graph.scale = match again.status {
            Status::Converged => Quantity::Known(check),
            stopped => Quantity::Unknown(format!("learning again was stopped ({stopped})")),
        };
    }
    Ok(diagnostics)
}

/// The same without learning anything again; nothing where there are too many variables.
pub fn look_at(prepared: &Prepared, fit: &Fit) -> anyhow::Result<Option<Diagnostics>> {
    let Prepared { moments, table, .. } = prepared;
    if moments.variables() > DIAGNOSE_UP_TO {
        return Ok(None);
    }
    let mut diagnostics = diagnose(moments, table.as_ref(), Some(fit.model.dag()))?;
    let unchecked = match (&fit.stability, &fit.class) {
        (Some(_), _) => Some("the refits were not repeated on standardised columns"),
        (None, Some(_)) => Some(UNITS_DO_NOT_MATTER),
        (None, None) => None,
    };
    if let (Some(graph), Some(reason)) = (&mut diagnostics.graph, unchecked) {
        graph.scale = Quantity::Unknown(reason.into());
    }
    Ok(Some(diagnostics))
}

/// All there is to save.
fn document(fit: &Fit, seconds: f64, trace: Vec<Iteration>) -> Document {
    let remarks = summary::remarks(fit);
    Document::of(fit, Run { seconds, command: Some(input::command()), trace, remarks })
}

fn inputs(args: &Learn) -> impl Iterator<Item = &Path> {
    input::all(&args.files, &args.known, &args.model)
}

/// Where the outputs go.
struct Places {
    /// The edge table, where nothing else is asked for.
    table: Option<Place>,
    graphs: Vec<(Place, Format)>,
    raw_matrix: Option<Place>,
    effects: Option<Place>,
    trace: Option<Place>,
}

impl Places {
    fn check(args: &Learn) -> anyhow::Result<Places> {
        let mut plan = Plan::new(inputs(args));
        let graphs = plan.graphs(&args.out, args.report.as_ref())?;
        let mut csv = |path: &Option<_>| path.as_deref().map(|path| plan.csv(path)).transpose();
        let (raw_matrix, effects) = (csv(&args.raw_matrix)?, csv(&args.effects)?);
        let trace = csv(&args.trace)?;
        let table = (args.out.is_empty() && plan.stdout_is_free()).then_some(Place::Stdout);
        Ok(Places { table, graphs, raw_matrix, effects, trace })
    }

    /// Everything to be written.
    fn outputs<'a>(&self, fit: &'a Fit, document: &'a Document) -> Vec<Output<'a>> {
        let names = fit.model.names();
        let graph = |(place, format): &(Place, Format)| {
            let format = *format;
            Output::new(place.clone(), move |out| formats::write(format, document, out))
        };
        let mut outputs: Vec<Output<'a>> = self.graphs.iter().map(graph).collect();
        let mut add = |place: &Option<Place>, write: Box<Writer<'a>>| {
            outputs.extend(place.clone().map(|place| Output { place, write }));
        };
        if let Some(relaxation) = &fit.relaxation {
            let write = move |out: &mut dyn Write| matrix::write(names, &relaxation.raw, out);
            add(&self.raw_matrix, Box::new(write));
        }
        add(
            &self.effects,
            Box::new(move |out| matrix::write(names, &fit.model.total_effects(), out)),
        );
        add(&self.trace, Box::new(move |out| write_trace(&document.trace, out)));
        let write =
            move |out: &mut dyn Write| write_table(fit, document, out).map_err(Error::Write);
        add(&self.table, Box::new(write));
        outputs
    }
}

fn write_trace(trace: &[Iteration], out: &mut dyn Write) -> Result<(), Error> {
    let mut lines = csv::Writer::from_writer(out);
    let written = trace.iter().try_for_each(|iteration| lines.serialize(iteration));
    written.map_err(|error| Error::Write(error.into()))?;
    lines.flush().map_err(Error::Write)
}

fn write_table(fit: &Fit, document: &Document, out: &mut dyn Write) -> std::io::Result<()> {
    table::write(fit, out)?;
    writeln!(out)?;
    writeln!(out, "{}", summary(fit, document.seconds))?;
    document.remarks.iter().try_for_each(|remark| writeln!(out, "{remark}"))
}

/// What the reader should know, on standard error.
fn report(args: &Learn, places: &Places, fit: &Fit, document: &Document) {
    if args.quiet {
        return;
    }
    document.warnings.iter().for_each(|warning| complain(format_args!("warning: {warning}")));
    if places.table.is_none() {
        complain(format_args!("{}", summary(fit, document.seconds)));
        document.remarks.iter().for_each(|remark| complain(format_args!("{remark}")));
    }
}
