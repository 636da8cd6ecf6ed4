//! `bregdag learn`: read, moments, learn, write, report.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::bail;
use bregdag::bregman::{self, Iteration, Options, Path as MuPath, Start, Variant};
use bregdag::io::{dot, edges, json, matrix, read_table};
use bregdag::linalg::Matrix;
use bregdag::{Error, Fit, Moments, Status, Warning};

use crate::args::{self, Learn, Preset};
use crate::output::{self, Format, Output, Place, Plan, Writer};
use crate::progress::Watch;
use crate::{Ended, complain, input, table};

/// More would be a slip of the keyboard.
const MOST_THREADS: usize = 1024;

pub fn run(args: &Learn) -> anyhow::Result<Ended> {
    let mut options = options(args)?;
    let time_limit = time_limit(args.time_limit)?;
    let places = Places::check(args)?;
    thread_pool(args.threads)?.install(|| {
        let (moments, mut warnings) = read_moments(&args.data)?;
        if let Some(args::Start::File(path)) = &args.start {
            options.start = Start::Given(read_start(path, moments.names())?);
        }
        let mut watch = Watch::start(time_limit, places.trace.is_some(), args.quiet)?;
        let learned = bregman::learn(&moments, &options, &mut watch);
        let (seconds, trace) = watch.finish();
        let mut fit = learned.map_err(input::about(&args.data))?;
        warnings.append(&mut fit.warnings);
        fit.warnings = warnings;

        output::publish(&places.outputs(&fit, seconds, &trace))?;
        report(args, &places, &fit, seconds);
        Ok(match fit.status {
            Status::Converged => Ended::Complete,
            _ => Ended::Early,
        })
    })
}

/// What the flags mean: the preset, overlaid by what was given.
fn options(args: &Learn) -> anyhow::Result<Options> {
    let preset = match args.preset {
        Preset::Default => Options::default(),
        Preset::Paper => Options::paper(),
    };
    let variant = match (args.positive, args.variant) {
        (true, None | Some(Variant::Positive)) => Variant::Positive,
        (true, Some(_)) => bail!("--positive contradicts --variant; give one of them"),
        (false, variant) => variant.unwrap_or(preset.variant),
    };
    let implied = if variant == Variant::Split { MuPath::Fixed } else { preset.path };
    let options = Options {
        variant,
        path: args.path.unwrap_or(implied),
        start: match &args.start {
            Some(args::Start::Lasso) => Start::Lasso,
            Some(args::Start::Random) => Start::Random,
            // A file has to wait for the names of the variables.
            Some(args::Start::File(_)) | None => preset.start,
        },
        lambda: args.lambda.or(preset.lambda),
        mu: args.mu.or(preset.mu),
        alpha: args.alpha.or(preset.alpha),
        gamma: args.gamma.unwrap_or(preset.gamma),
        gamma_max: args.gamma_max.unwrap_or(preset.gamma_max),
        tolerance: args.tolerance.unwrap_or(preset.tolerance),
        step_tolerance: args.step_tolerance.unwrap_or(preset.step_tolerance),
        max_iterations: args.max_iterations.unwrap_or(preset.max_iterations),
        threshold: args.threshold.unwrap_or(preset.threshold),
        seed: args.seed.unwrap_or(preset.seed),
    };
    options.validate()?;
    Ok(options)
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

/// The moments of the columns that vary, and warnings about those that do not.
fn read_moments(path: &Path) -> anyhow::Result<(Moments, Vec<Warning>)> {
    let file = input::open(path)?;
    let (table, warnings) =
        read_table(file).and_then(|table| table.informative()).map_err(input::about(path))?;
    Ok((Moments::of(&table).map_err(input::about(path))?, warnings))
}

/// The starting matrix, its variables brought into the order of the data.
fn read_start(path: &Path, names: &[String]) -> anyhow::Result<Matrix> {
    let bytes = input::read(path)?;
    let (theirs, weights) = matrix::read(&bytes).map_err(input::about(path))?;
    let only_in = |some: &[String], others: &[String]| {
        let missing = some.iter().filter(|name| !others.contains(name));
        let missing: Vec<String> = missing.map(|name| format!("{name:?}")).collect();
        match missing.is_empty() {
            true => "none of its own".to_string(),
            false => format!("{} of its own", missing.join(", ")),
        }
    };
    let place = |name: &String| theirs.iter().position(|other| other == name);
    let places: Option<Vec<usize>> = names.iter().map(place).collect();
    match places.filter(|places| places.len() == theirs.len()) {
        Some(at) => Ok(Matrix::from_fn(at.len(), at.len(), |i, j| weights[(at[i], at[j])])),
        None => Err(input::about(path)(Error::VariablesDiffer {
            left: "the starting matrix".into(),
            right: "the data".into(),
            only_left: only_in(&theirs, names),
            only_right: only_in(names, &theirs),
        })),
    }
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
        let start = match &args.start {
            Some(args::Start::File(path)) => Some(path.as_path()),
            _ => None,
        };
        let mut plan = Plan::new([args.data.as_path()].into_iter().chain(start));
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
        add(&self.raw_matrix, Box::new(move |out| matrix::write(names, &fit.raw, out)));
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
    if fit.model.edges().is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "Standard errors are conditional on the selected parents: they look better than they are."
    )?;
    writeln!(out, "Directions learned by least squares depend on the scale of the columns.")
}

fn summary(fit: &Fit, seconds: f64) -> String {
    let count = |count: u64, what| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let ended = match fit.status {
        Status::Converged => "converged".into(),
        status => format!("stopped early ({status})"),
    };
    format!(
        "{}, {}, {}; {ended} after {} in {}.",
        count(fit.model.names().len() as u64, "variable"),
        count(fit.rows, "row"),
        count(fit.model.edges().len() as u64, "edge"),
        count(fit.iterations as u64, "iteration"),
        time(seconds),
    )
}

fn time(seconds: f64) -> String {
    match seconds < 1.0 {
        true => format!("{} ms", table::significant(seconds * 1000.0, 2)),
        false => format!("{} s", table::significant(seconds, 3)),
    }
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
