//! `bregdag stability`: read, learn, learn again from rows drawn anew, count, write.

use std::io::{self, Write};
use std::path::Path;

use bregdag::confidence::Kind;
use bregdag::document::{Document, Run};
use bregdag::method::Spec;
use bregdag::prepare::{Keep, Options};
use bregdag::study::{self, Resampling, Together, words};
use bregdag::{Error, Status};

use crate::args::Stability;
use crate::data;
use crate::kept::Keeper;
use crate::output::{self, Output, Place, Places};
use crate::progress::Progress;
use crate::setup::{self, setup};
use crate::table::{self, printable};
use crate::voice::Flags;
use crate::{Ended, input, kept, learn, say};

pub fn run(args: &Stability) -> anyhow::Result<Ended> {
    let mut setup = setup(&args.model, &args.known, &[])?;
    let resampling = resampling(args);
    resampling.validate(&setup).map_err(say)?;
    learn::refuse_standard_twice(inputs(args))?;
    let time_limit = learn::time_limit(args.time_limit)?;
    let mut places = Places::new(inputs(args));
    let graphs = places.graphs(&args.out, args.report.as_ref())?;
    let table = (args.out.is_empty() && places.stdout_is_free()).then_some(Place::Stdout);
    let kept = kept::path(args, &graphs, &mut places)?;
    let options = preparing(args, &setup.spec);
    learn::thread_pool(args.threads)?.install(|| {
        let keeper = Keeper::new(Progress::start(args.quiet)?, kept, args.refits.is_some());
        let intake = data::read(&args.files, &args.prepare, &options, &keeper.progress)?;
        keeper.progress.limit(time_limit);
        let prepared = data::finish(&args.files, intake, &keeper.progress)?;
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
        output::tell(args.quiet, shown, &document, &said(&document));
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

fn preparing(args: &Stability, spec: &Spec) -> Options {
    Options {
        after: spec.method().footprint(),
        keep: Keep::Always,
        groups: args.groups.clone(),
        ..data::options(&args.files, &args.prepare)
    }
}

fn show(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    table::write_edges(document, out)?;
    writeln!(out)?;
    said(document).iter().try_for_each(|line| writeln!(out, "{}", printable(line)))
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
