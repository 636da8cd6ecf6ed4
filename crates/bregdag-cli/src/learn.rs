//! `bregdag learn`: read, moments, learn, write, report.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use bregdag::diagnose::{Diagnostics, Quantity, diagnose, scale};
use bregdag::io::{dot, edges, json, matrix, read_table};
use bregdag::{Error, Fit, Iteration, Moments, Status, Table, Warning};

use crate::args::{Learn, Start};
use crate::method::{Chosen, again};
use crate::output::{self, Format, Output, Place, Plan, Writer};
use crate::progress::Watch;
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

pub fn run(args: &Learn) -> anyhow::Result<Ended> {
    let chosen = Chosen::new(args)?;
    let time_limit = time_limit(args.time_limit)?;
    let places = Places::check(args)?;
    thread_pool(args.threads)?.install(|| {
        let about = input::about(&args.data);
        let (table, mut warnings) = read_informative(&args.data)?;
        let moments = Moments::of(&table).map_err(&about)?;
        let method = chosen.over(start_file(args), moments.names())?;
        let mut watch = Watch::start(time_limit, places.trace.is_some(), args.quiet)?;
        let learned = method.learn((&moments).into(), &mut watch);
        let (seconds, trace) = watch.lap();
        let mut fit = learned.map_err(&about)?;
        warnings.append(&mut fit.warnings);
        fit.warnings = warnings;
        if moments.variables() <= DIAGNOSE_UP_TO {
            fit.diagnostics = Some(look(&table, &moments, &fit, &mut watch).map_err(&about)?);
        }
        watch.finish();

        output::publish(&places.outputs(&fit, seconds, &trace))?;
        report(args, &places, &fit, seconds);
        Ok(match fit.status {
            Status::Converged => Ended::Complete,
            _ => Ended::Early,
        })
    })
}

/// The file that the search starts from.
fn start_file(args: &Learn) -> Option<&Path> {
    match &args.start {
        Some(Start::File(path)) => Some(path),
        _ => None,
    }
}

fn time_limit(seconds: Option<f64>) -> Result<Option<Duration>, Error> {
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

/// The columns that vary, and warnings about those that do not.
fn read_informative(path: &Path) -> anyhow::Result<(Table, Vec<Warning>)> {
    let file = input::open(path)?;
    read_table(file).and_then(|table| table.informative()).map_err(input::about(path))
}

/// What the data allow and how far the graph can be trusted.
fn look(
    table: &Table,
    moments: &Moments,
    fit: &Fit,
    watch: &mut Watch,
) -> Result<Diagnostics, Error> {
    let mut diagnostics = diagnose(moments, Some(table), Some(fit.model.dag()))?;
    // Free variances do not see the scale, and who stopped the fit does not want another.
    let relearn = fit.class.is_none()
        && fit.status == Status::Converged
        && moments.variables() <= RELEARN_UP_TO;
    if let (Some(graph), Some(_)) = (&mut diagnostics.graph, &fit.class) {
        graph.scale = Quantity::Unknown(UNITS_DO_NOT_MATTER.into());
    }
    let method = again(fit.method, fit.options.clone()).filter(|_| relearn);
    if let (Some(graph), Some(method)) = (&mut diagnostics.graph, method) {
        let again = method.learn((&moments.standardized()).into(), watch)?;
        let name = format!("{} with the same options", fit.method);
        let check = scale::compare(&name, fit.model.dag(), again.model.dag())?;
        graph.scale = match again.status {
            Status::Converged => Quantity::Known(check),
            stopped => Quantity::Unknown(format!("learning again was stopped ({stopped})")),
        };
    }
    Ok(diagnostics)
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
        const FORMATS: [Format; 4] = [Format::Json, Format::Edges, Format::Matrix, Format::Dot];
        let mut plan = Plan::new([args.data.as_path()].into_iter().chain(start_file(args)));
        let graphs =
            args.out.iter().map(|path| plan.graph(path, &FORMATS)).collect::<Result<_, _>>()?;
        let mut csv = |path: &Option<_>| path.as_deref().map(|path| plan.csv(path)).transpose();
        let (raw_matrix, effects) = (csv(&args.raw_matrix)?, csv(&args.effects)?);
        let trace = csv(&args.trace)?;
        let table = (args.out.is_empty() && plan.stdout_is_free()).then_some(Place::Stdout);
        Ok(Places { table, graphs, raw_matrix, effects, trace })
    }

    /// Everything to be written.
    fn outputs<'a>(&self, fit: &'a Fit, seconds: f64, trace: &'a [Iteration]) -> Vec<Output<'a>> {
        let names = fit.model.names();
        let graph = |(place, format): &(Place, Format)| {
            let format = *format;
            Output::new(place.clone(), move |out| write_graph(format, fit, seconds, out))
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
        add(&self.trace, Box::new(move |out| write_trace(trace, out)));
        add(&self.table, Box::new(move |out| write_table(fit, seconds, out).map_err(Error::Write)));
        outputs
    }
}

fn write_graph(format: Format, fit: &Fit, seconds: f64, out: &mut dyn Write) -> Result<(), Error> {
    let (model, names) = (&fit.model, fit.model.names());
    match format {
        Format::Json => json::write(fit, seconds, out),
        Format::Matrix => matrix::write(names, &model.dag().to_matrix(), out),
        Format::Dot => dot::write(names, &model.dag().edges(), fit.class.as_ref(), out),
        Format::Edges => {
            let row = |edge: bregdag::graph::Edge| edges::EdgeRow {
                source: &names[edge.source],
                target: &names[edge.target],
                directed: fit.is_directed(&edge),
                weight: edge.weight,
                std_error: edge.std_error,
                t: edge.t(),
            };
            edges::write(model.edges().into_iter().map(row), out)
        }
    }
}

fn write_trace(trace: &[Iteration], out: &mut dyn Write) -> Result<(), Error> {
    let mut lines = csv::Writer::from_writer(out);
    let written = trace.iter().try_for_each(|iteration| lines.serialize(iteration));
    written.map_err(|error| Error::Write(error.into()))?;
    lines.flush().map_err(Error::Write)
}

fn write_table(fit: &Fit, seconds: f64, out: &mut dyn Write) -> std::io::Result<()> {
    table::write(fit, out)?;
    writeln!(out)?;
    writeln!(out, "{}", summary(fit, seconds))?;
    summary::remarks(fit).iter().try_for_each(|remark| writeln!(out, "{remark}"))
}

/// What the reader should know, on standard error.
fn report(args: &Learn, places: &Places, fit: &Fit, seconds: f64) {
    if args.quiet {
        return;
    }
    fit.warnings.iter().for_each(|warning| complain(format_args!("warning: {warning}")));
    if places.table.is_none() {
        complain(format_args!("{}", summary(fit, seconds)));
    }
}
