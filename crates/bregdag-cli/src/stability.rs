//! `bregdag stability`: read, learn, learn again from rows drawn anew, count, write.

use std::io::Write;
use std::path::Path;

use bregdag::confidence::Kind;
use bregdag::document::{Document, Run};
use bregdag::method::Spec;
use bregdag::prepare::{Keep, Options};
use bregdag::study::{self, Resampling, Together};
use bregdag::{Error, Status};

use crate::args::Stability;
use crate::data;
use crate::kept::Keeper;
use crate::output::{self, Output, Place, Places};
use crate::progress::Progress;
use crate::setup::{self, setup};
use crate::table;
use crate::voice::Flags;
use crate::{Ended, input, kept, learn, next, say};

/// Halves that are drawn where nobody says how rows change.
const USUAL_REFITS: usize = 100;

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
        let (files, progress) = (&args.files, &keeper.progress);
        let prepared = data::prepared(files, &args.prepare, &options, progress, time_limit)?;
        setup.start = setup::start(&args.model, &setup.spec, prepared.moments.names())?;
        let study = study::stability(prepared, &setup, &resampling, &keeper, &Flags)
            .map_err(|error| keeper.explain(error))?;
        let (seconds, trace) = keeper.progress.finish();
        let run = Run { seconds, command: Some(input::command()), trace };
        let document = Document::of(&study, run, &Flags).map_err(say)?;
        let shown = table.is_some();
        let said = learn::said(&study, &document, &args.shown, next::after_stability(args));
        let show = |out: &mut dyn Write| {
            table::write_edges(&document, args.shown.top, out)?;
            table::write_lines(&said, out)
        };
        let mut outputs = Output::graphs(&graphs, &document);
        outputs
            .extend(table.map(|place| Output::new(place, |out| show(out).map_err(Error::Write))));
        output::publish(&outputs)?;
        output::tell(args.quiet, shown, &document, &said);
        output::wrote(args.quiet, &outputs, &document);
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
        (_, _, refits) => (Kind::Subsample, refits.unwrap_or(USUAL_REFITS)),
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
