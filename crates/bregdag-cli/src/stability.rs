//! `bregdag stability`: read, learn, learn again from rows drawn anew, count, write.

use std::io::{self, Write};
use std::path::Path;

use bregdag::confidence::{Kind, Support};
use bregdag::document::{Document, Edge, Run};
use bregdag::prepare::{Keep, Options};
use bregdag::study::{self, Resampling, Together, words};
use bregdag::{Error, Status};

use crate::args::Stability;
use crate::data::{self, Data};
use crate::kept::Keeper;
use crate::output::{self, Output, Place, Plan};
use crate::progress::Progress;
use crate::setup::{self, setup};
use crate::table::{self, ends, printable, significant};
use crate::voice::Flags;
use crate::{Ended, complain, input, kept, learn, say};

pub fn run(args: &Stability) -> anyhow::Result<Ended> {
    let mut setup = setup(&args.model, &args.known, &[])?;
    let resampling = resampling(args);
    resampling.validate(&setup).map_err(say)?;
    learn::refuse_standard_twice(inputs(args))?;
    let time_limit = learn::time_limit(args.time_limit)?;
    let mut places = Plan::new(inputs(args));
    let graphs = places.graphs(&args.out, args.report.as_ref())?;
    let table = (args.out.is_empty() && places.stdout_is_free()).then_some(Place::Stdout);
    let kept = kept::path(args, &graphs, &mut places)?;
    let options = preparing(args);
    learn::thread_pool(args.threads)?.install(|| {
        let keeper = Keeper::new(Progress::start(args.quiet)?, kept, args.refits.is_some());
        let data = Data::read(&args.files, &args.prepare, &options, &keeper.progress)?;
        keeper.progress.limit(time_limit);
        let prepared = data.finish(&args.files, &options, &keeper.progress)?;
        setup.start = setup::start(&args.model, &setup.spec, prepared.moments.names())?;
        let study = study::stability(prepared, &setup, &resampling, &keeper, &Flags)
            .map_err(|error| keeper.explain(error))?;
        let (seconds, trace) = keeper.progress.finish();
        let run = Run { seconds, command: Some(input::command()), trace };
        let document = Document::of(&study, run, &Flags).map_err(say)?;
        let mut outputs = Output::graphs(&graphs, &document);
        let shown = table.is_some();
        outputs.extend(
            table.map(|place| Output::new(place, |out| show(&document, out).map_err(Error::Write))),
        );
        output::publish(&outputs)?;
        report(args, shown, &document);
        if study.status == Status::Converged {
            // What is in the results is not needed any more, unless someone asked for the file.
            keeper.forget();
        }
        Ok(learn::ended(&study))
    })
}

fn inputs(args: &Stability) -> impl Iterator<Item = &Path> {
    input::all(&args.files, &args.known, &args.model)
}

fn resampling(args: &Stability) -> Resampling {
    let (kind, refits) = match (args.folds, args.bootstrap, args.subsample) {
        (Some(folds), ..) => (Kind::Folds, folds),
        (_, Some(refits), _) => (Kind::Bootstrap, refits),
        (_, _, refits) => (Kind::Subsample, refits.unwrap_or(0)),
    };
    let together = match (&args.groups, args.block) {
        (Some(_), _) => Together::Groups,
        (None, Some(length)) => Together::Blocks(length),
        (None, None) => Together::Rows,
    };
    let seed = args.model.seed.unwrap_or(0);
    let (frequency, tables) = (args.frequency, args.calibrate);
    Resampling { kind, refits, seed, together, frequency, tables }
}

fn preparing(args: &Stability) -> Options {
    Options {
        keep: Keep::Always,
        groups: args.groups.clone(),
        ..data::options(&args.files, &args.prepare)
    }
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
    if document.stability.as_ref().is_some_and(|stability| stability.tables > 0) {
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
    table::write(&heading, rows, 3, out)?;
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
    let mut cells = ends(edge).to_vec();
    cells.extend([
        significant(edge.weight, 4),
        optional(support.and_then(|s| s.mean)),
        optional(support.and_then(|s| s.deviation)),
        share(|s| s.frequency),
        share(|s| s.forward),
        share(|s| s.reverse),
        share(|s| s.positive),
        worth.and_then(|w| w.joined).map_or("-".into(), percent),
        worth.and_then(|w| w.forward).map_or("-".into(), percent),
    ]);
    cells
}

/// What the reader should know, in sentences.
fn said(document: &Document) -> Vec<String> {
    let ended = match document.status {
        Status::Converged => String::new(),
        status => format!("stopped early ({status}), "),
    };
    let first = format!(
        "{}, {} in the consensus; {ended}{}.",
        words::sizes(document.variables.len(), document.rows),
        words::count(document.edges.len() as u64, "edge"),
        words::time(document.seconds)
    );
    std::iter::once(first).chain(document.remarks.iter().cloned()).collect()
}
