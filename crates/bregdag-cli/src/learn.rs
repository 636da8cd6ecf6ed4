//! `bregdag learn`: read, learn, write, report.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::bail;
use bregdag::document::{Document, Run};
use bregdag::export::{Format, matrix, trace};
use bregdag::method::Spec;
use bregdag::prepare::Options;
use bregdag::select::Criterion;
use bregdag::study::{self, words};
use bregdag::{Error, Status, Study};

use crate::args::{Learn, Shown};
use crate::data;
use crate::output::{self, Output, Place, Places, Writer};
use crate::progress::Progress;
use crate::setup::{self, setup};
use crate::table;
use crate::voice::Flags;
use crate::{Ended, input, next, say};

/// More would be a slip of the keyboard.
const MOST_THREADS: usize = 1024;
/// Sets of rows for cross-validation.
const USUAL_FOLDS: usize = 5;

pub fn run(args: &Learn) -> anyhow::Result<Ended> {
    let flags = [("--raw-matrix", &args.raw_matrix), ("--trace", &args.trace)];
    let flags: Vec<_> = flags.iter().filter(|flag| flag.1.is_some()).map(|flag| flag.0).collect();
    let mut setup = setup(&args.model, &args.known, &flags)?;
    setup.effective_rows = args.effective_rows;
    let options = preparing(args, &setup.spec)?;
    let time_limit = time_limit(args.time_limit)?;
    let outputs = Outputs::check(args)?;
    refuse_standard_twice(inputs(args))?;
    thread_pool(args.threads)?.install(|| {
        let progress = Progress::start(args.quiet)?;
        let prepared = data::prepared(&args.files, &args.prepare, &options, &progress, time_limit)?;
        setup.start = setup::start(&args.model, &setup.spec, prepared.moments.names())?;
        let study = study::learn(prepared, &setup, &progress).map_err(say)?;
        let (seconds, trace) = progress.finish();
        let run = Run { seconds, command: Some(input::command()), trace };
        let document = Document::of(&study, run, &Flags).map_err(say)?;
        let all = outputs.all(&study, &document, args);
        output::publish(&all)?;
        let said = said(&study, &document, &args.shown, next::after_learn(args));
        output::tell(args.quiet, outputs.table.is_some(), &document, &said);
        output::wrote(args.quiet, &all, &document);
        Ok(ended(&study))
    })
}

/// Whether all is done.
pub fn ended(study: &Study) -> Ended {
    match study.status {
        Status::Converged => Ended::Complete,
        _ => Ended::Early,
    }
}

/// How the table is to be prepared.
fn preparing(args: &Learn, spec: &Spec) -> anyhow::Result<Options> {
    if args.folds.is_some() && args.model.select != Some(Criterion::Cv) {
        bail!("--folds is for --select cv");
    }
    let folds = args.model.select.filter(|&criterion| criterion == Criterion::Cv);
    let seed = args.model.seed.unwrap_or(0);
    Ok(Options {
        keep: data::keep([spec]),
        after: spec.method().footprint(),
        folds: folds.map(|_| (args.folds.unwrap_or(USUAL_FOLDS), seed)),
        ..data::options(&args.files, &args.prepare)
    })
}

pub fn time_limit(seconds: Option<f64>) -> anyhow::Result<Option<Duration>> {
    self::seconds("time-limit", seconds)
}

/// A length of time that an option gives.
pub fn seconds(name: &'static str, seconds: Option<f64>) -> anyhow::Result<Option<Duration>> {
    let duration = |seconds: f64| {
        Duration::try_from_secs_f64(seconds).map_err(|_| Error::Option {
            name,
            value: seconds.to_string(),
            expected: "a finite number of seconds ≥ 0",
        })
    };
    seconds.map(duration).transpose().map_err(say)
}

/// The threads of one run.
pub fn thread_pool(threads: Option<usize>) -> anyhow::Result<rayon::ThreadPool> {
    if let Some(threads) = threads.filter(|threads| !(1..=MOST_THREADS).contains(threads)) {
        let (value, expected) = (threads.to_string(), "at least 1 and at most 1024");
        return Err(say(Error::Option { name: "threads", value, expected }));
    }
    // To rayon, zero means all cores.
    Ok(rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build()?)
}

pub fn refuse_standard_twice<'a>(inputs: impl Iterator<Item = &'a Path>) -> anyhow::Result<()> {
    match inputs.filter(|path| input::is_standard(path)).count() {
        0 | 1 => Ok(()),
        _ => bail!("standard input can be read only once"),
    }
}

fn inputs(args: &Learn) -> impl Iterator<Item = &Path> {
    input::all(&args.files, &args.known, &args.model)
}

/// Where the outputs go.
struct Outputs {
    /// The edge table, where nothing else is asked for.
    table: Option<Place>,
    graphs: Vec<(Place, &'static Format)>,
    raw_matrix: Option<Place>,
    effects: Option<Place>,
    trace: Option<Place>,
}

impl Outputs {
    fn check(args: &Learn) -> anyhow::Result<Outputs> {
        let mut places = Places::new(inputs(args));
        let graphs = places.graphs(&args.out, args.report.as_ref())?;
        let mut csv = |path: &Option<_>| path.as_deref().map(|path| places.csv(path)).transpose();
        let (raw_matrix, effects) = (csv(&args.raw_matrix)?, csv(&args.effects)?);
        let trace = csv(&args.trace)?;
        let table = (args.out.is_empty() && places.stdout_is_free()).then_some(Place::Stdout);
        Ok(Outputs { table, graphs, raw_matrix, effects, trace })
    }

    /// Everything to be written.
    fn all<'a>(
        &self,
        study: &'a Study,
        document: &'a Document,
        args: &'a Learn,
    ) -> Vec<Output<'a>> {
        let names = &document.variables;
        let mut outputs: Vec<Output<'a>> = Output::graphs(&self.graphs, document);
        let mut add = |place: &Option<Place>, write: Box<Writer<'a>>| {
            outputs.extend(place.clone().map(|place| Output { place, write }));
        };
        if let Some(relaxation) = &study.fit.answer.record.relaxation {
            let write = move |out: &mut dyn Write| matrix::write(names, &relaxation.raw, out);
            add(&self.raw_matrix, Box::new(write));
        }
        let effects = move |out: &mut dyn Write| matrix::write(names, &study.total_effects()?, out);
        add(&self.effects, Box::new(effects));
        if let Some(course) = &document.course {
            add(&self.trace, Box::new(move |out| trace::write(&course.trace, out)));
        }
        let write = move |out: &mut dyn Write| {
            table::write_edges(document, args.shown.top, out)?;
            let said = said(study, document, &args.shown, next::after_learn(args));
            table::write_lines(&said, out)
        };
        add(&self.table, Box::new(move |out| write(out).map_err(Error::Write)));
        outputs
    }
}

/// What the reader should know, in sentences, and what to try next.
pub fn said(
    study: &Study,
    document: &Document,
    shown: &Shown,
    next: Option<String>,
) -> Vec<String> {
    let first = words::summary(study, document.seconds);
    let rest = match shown.verbose {
        true => std::iter::once(words::ending(study)).chain(document.remarks.clone()).collect(),
        false => document.foremost.clone(),
    };
    std::iter::once(first).chain(rest).chain(next).collect()
}
