//! `bregdag compare`: read, let every method learn, write.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::bail;
use bregdag::export::{self, Format};
use bregdag::method::{Info, METHODS, Spec};
use bregdag::prepare::{Options, Prepared};
use bregdag::read::graphs::GraphFile;
use bregdag::room::Footprint;
use bregdag::study::{self, Contender, Contest, Outcome, Referee, SideBySide};
use bregdag::watch::Work;
use bregdag::{Error, Event, Stop, Watch};

use crate::args::Compare;
use crate::output::{self, Output, Place, Places};
use crate::progress::Progress;
use crate::table::{self, printable};
use crate::voice::Flags;
use crate::{Ended, complain, data, input, learn, say, setup};

/// What stands for every method.
const ALL: &str = "all";

pub fn run(args: &Compare) -> anyhow::Result<Ended> {
    let specs = specs(args)?;
    let rules = setup::known_rules(&args.known)?;
    let time_limit = learn::time_limit(args.time_limit)?;
    learn::refuse_standard_twice(inputs(args))?;
    let truth = args.truth.as_deref().map(read_truth).transpose()?;
    let mut places = Places::new(inputs(args));
    let report = places.graphs(&[], args.report.as_ref())?;
    let table = places.stdout_is_free().then_some(Place::Stdout);
    if args.json && table.is_none() {
        bail!("--json and --report - cannot both go to standard output; give the report a file");
    }
    let options = preparing(args, &specs);
    learn::thread_pool(args.threads)?.install(|| {
        let progress = Progress::start(args.quiet)?;
        let intake = data::read(&args.files, &args.prepare, &options, &progress)?;
        let prepared = data::finish(&args.files, intake, &progress)?;
        let truth = over_columns(args, truth.as_ref(), &prepared)?;
        let contest = Contest { specs, rules, truth };
        let clock = Clock { progress: &progress, time_limit, began: Instant::now() };
        let compared = study::compare(&prepared, &contest, &clock, &Flags).map_err(say)?;
        progress.finish();
        if compared.graphs().next().is_none() {
            bail!("no method could learn: {}", failures(&compared).join("; "));
        }
        output::publish(&outputs(args, &compared, report, table))?;
        if !args.quiet {
            let of_data = prepared.warnings.iter().map(|warning| warning.said(&Flags));
            let of_methods = compared.contenders.iter().flat_map(|contender| {
                let said = contender.learned().map_or(&[][..], |learned| &learned.warnings);
                said.iter().map(|warning| format!("{}: {warning}", contender.name()))
            });
            of_data
                .chain(of_methods)
                .for_each(|warning| complain(format_args!("warning: {warning}")));
        }
        Ok(if compared.was_stopped() { Ended::Early } else { Ended::Complete })
    })
}

/// Why methods have no graph.
fn failures(compared: &SideBySide) -> Vec<String> {
    let why = |contender: &Contender| match &contender.outcome {
        Outcome::Failed(why) => Some(format!("{}: {why}", contender.name())),
        Outcome::NotRun => Some(format!("{}: not run", contender.name())),
        Outcome::Learned(_) => None,
    };
    compared.contenders.iter().filter_map(why).collect()
}

fn inputs(args: &Compare) -> impl Iterator<Item = &Path> {
    let more = [&args.known.tiers, &args.known.knowledge, &args.truth];
    let more = more.into_iter().filter_map(|path| path.as_deref());
    args.files.data.iter().map(|path| path.as_path()).chain(more)
}

/// The methods that are asked for, with their options.
fn specs(args: &Compare) -> anyhow::Result<Vec<Spec>> {
    let mut infos: Vec<&Info> = vec![];
    for name in &args.methods {
        match name.trim() {
            ALL => infos.extend(METHODS),
            name => infos.push(Info::of(name).map_err(say)?),
        }
    }
    let twice =
        (1..infos.len()).find(|&k| infos[..k].iter().any(|other| other.name == infos[k].name));
    if let Some(k) = twice {
        bail!("--methods: {} is listed twice", infos[k].name);
    }
    let mut settings: Vec<(&str, &str, &str)> = vec![];
    for text in &args.set {
        let parts = text.split_once('=').and_then(|(key, value)| {
            let (method, key) = key.trim().split_once('.')?;
            Some((method, key, value.trim()))
        });
        let Some((method, key, value)) = parts else {
            bail!("--set {text}: expected METHOD.KEY=VALUE, as in pc.alpha=0.001");
        };
        if !infos.iter().any(|info| info.name == method) {
            bail!("--set {text}: {method} is not one of --methods");
        }
        settings.push((method, key, value));
    }
    let seed = args.seed.map(|seed| seed.to_string());
    let spec = |info: &&Info| {
        let seeds = ["seed", "refine.seed"].into_iter().filter_map(|key| {
            let there = info.options.iter().any(|setting| setting.key == key);
            Some((key, seed.as_deref()?)).filter(|_| there)
        });
        let own = settings.iter().filter(|(method, ..)| *method == info.name);
        let own = own.map(|&(_, key, value)| (key, value));
        info.spec().with_all(seeds.chain(own)).map_err(say)
    };
    infos.iter().map(spec).collect()
}

fn preparing(args: &Compare, specs: &[Spec]) -> Options {
    let footprints = specs.iter().map(|spec| spec.method().footprint());
    Options {
        keep: data::keep(specs),
        after: footprints.fold(Default::default(), Footprint::and),
        ..data::options(&args.files, &args.prepare)
    }
}

fn read_truth(path: &Path) -> anyhow::Result<GraphFile> {
    GraphFile::read(&input::read(path)?).map_err(input::about(path))
}

fn over_columns(
    args: &Compare,
    truth: Option<&GraphFile>,
    prepared: &Prepared,
) -> anyhow::Result<Option<bregdag::graph::Dag>> {
    let path = args.truth.as_deref().unwrap_or(Path::new("-"));
    let over = |truth: &GraphFile| truth.over_columns(prepared.moments.names());
    truth.map(over).transpose().map_err(input::about(path))
}

fn outputs<'a>(
    args: &Compare,
    compared: &'a SideBySide,
    report: Vec<(Place, &'static Format)>,
    table: Option<Place>,
) -> Vec<Output<'a>> {
    let page = |(place, _)| {
        Output::new(place, move |out: &mut dyn Write| export::write_side_by_side(compared, out))
    };
    let json = args.json;
    let shown = table.map(|place| {
        Output::new(place, move |out| match json {
            true => {
                let text = serde_json::to_string_pretty(&compared.json());
                let text = text.map_err(|error| Error::Write(error.into()))?;
                writeln!(out, "{text}").map_err(Error::Write)
            }
            false => show(compared, out).map_err(Error::Write),
        })
    });
    report.into_iter().map(page).chain(shown).collect()
}

fn show(compared: &SideBySide, out: &mut dyn Write) -> std::io::Result<()> {
    let heading = compared.heading();
    let heading: Vec<&str> = heading.iter().map(String::as_str).collect();
    table::write(&heading, compared.table().into_iter(), 2, out)?;
    writeln!(out)?;
    compared.notes().iter().try_for_each(|note| writeln!(out, "{}", printable(note)))
}

/// The progress of each method, its time, and its end.
struct Clock<'a> {
    progress: &'a Progress,
    time_limit: Option<Duration>,
    began: Instant,
}

impl Watch for Clock<'_> {
    fn event(&self, event: &Event) {
        self.progress.event(event);
    }

    fn stop(&self) -> Option<Stop> {
        self.progress.stop()
    }

    fn room(&self) -> Option<u64> {
        self.progress.room()
    }
}

impl Referee for Clock<'_> {
    fn begins(&self, _: &Spec, done: usize, wanted: usize) {
        self.progress.limit(self.time_limit);
        self.progress.event(&Event::Progress { work: Work::Fits, done, wanted });
    }

    fn seconds(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }
}
