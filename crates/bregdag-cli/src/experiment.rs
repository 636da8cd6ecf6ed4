//! `bregdag experiment`: a plan of fits, each in a process of its own.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use bregdag::experiment::catalog::{self, EXPERIMENTS, Experiment, Guests, Markup, Output, Size};
use bregdag::experiment::{Files, Plan, Row};
use bregdag::{Error, Watch};
use bregdag_run::{Audience, Runner};

use crate::args::{self, FIT};
use crate::output::{self, Place};
use crate::progress::Progress;
use crate::{Ended, learn, say};

/// A fit that takes longer is ended.
const FIT_LIMIT: f64 = 600.0;

pub fn run(args: &args::Experiment) -> anyhow::Result<Ended> {
    let limit = learn::seconds("fit-limit", args.fit_limit.or(Some(FIT_LIMIT)))?;
    let threads = learn::thread_pool(args.threads)?.current_num_threads();
    let known = args.plan.to_str().and_then(|name| Experiment::of(name).ok());
    let plan = match known {
        Some(experiment) => {
            experiment.plan(if args.quick { Size::Quick } else { Size::Full }, &guests(args)?)
        }
        None => read(args)?,
    };
    let runner = Runner {
        program: program()?,
        side_by_side: threads,
        together: args.together,
        fit_limit: limit,
    };
    let progress = Progress::start(args.quiet)?;
    let ended = bregdag_run::run(&runner, &plan, &args.out, &Seats(&progress)).map_err(say)?;
    progress.finish();
    if ended.complete {
        let markup = if args.tables == "latex" { Markup::Latex } else { Markup::Markdown };
        let outputs = match known {
            Some(experiment) => experiment.report(&ended.rows, markup),
            None => catalog::report(&plan.name, &ended.rows, markup),
        };
        for Output { name, text } in outputs {
            bregdag_run::write(&args.out.join(name), text.as_bytes()).map_err(say)?;
        }
    }
    let text = summary(&ended.rows, ended.complete, &args.out);
    output::publish(&[output::Output::new(Place::Stdout, |out| {
        out.write_all(text.as_bytes()).map_err(Error::Write)
    })])?;
    Ok(if ended.complete { Ended::Complete } else { Ended::Early })
}

/// The plan in a file.
fn read(args: &args::Experiment) -> anyhow::Result<Plan> {
    let (path, name) = (&args.plan, output::name(&args.plan));
    if args.quick {
        bail!("--quick is for experiments that have names: {}", names());
    }
    if !path.exists() {
        bail!("{name}: no such file, and no experiment of that name; there are {}", names());
    }
    let bytes = std::fs::read(path).with_context(|| name.clone())?;
    let plan = Plan::read(&bytes).map_err(say).with_context(|| name)?;
    let Guests { rivals, table } = guests(args)?;
    if !rivals.is_empty() {
        bail!("--rivals is for experiments that have names; a plan names other programs itself");
    }
    Ok(match &table {
        Some(table) => catalog::with_table(plan, table),
        None => plan,
    })
}

/// Who and what takes part beside our methods and drawn tables.
fn guests(args: &args::Experiment) -> anyhow::Result<Guests> {
    let text = |path: &Path| {
        let text = path.to_str().map(String::from);
        text.with_context(|| {
            format!("{}: a plan is text, and this name is not", output::name(path))
        })
    };
    let files = |data: &PathBuf| -> anyhow::Result<Files> {
        Ok(Files {
            name: data.file_stem().map_or("table".into(), |stem| stem.to_string_lossy().into()),
            data: text(data)?,
            truth: args.truth.as_deref().map(text).transpose()?,
            ..Files::default()
        })
    };
    let rivals = args.rivals.iter().flat_map(|command| command.split_whitespace());
    Ok(Guests {
        rivals: rivals.map(String::from).collect(),
        table: args.table.as_ref().map(files).transpose()?,
    })
}

/// All experiments that have names.
fn names() -> String {
    EXPERIMENTS.iter().map(|experiment| experiment.name).collect::<Vec<_>>().join(", ")
}

/// This program, with the verb that does one fit.
fn program() -> anyhow::Result<Vec<OsString>> {
    let own = std::env::current_exe().context("could not find the program itself")?;
    Ok(vec![own.into_os_string(), FIT.into()])
}

/// What came of it, in a few lines.
fn summary(rows: &[Row], complete: bool, folder: &Path) -> String {
    let without = rows.iter().filter(|row| !row.has_graph());
    let mut text = format!("{} fit{}, ", rows.len(), if rows.len() == 1 { "" } else { "s" });
    text += &format!("{} without a graph. ", without.count());
    text += &match complete {
        true => format!("Rows: {}\n", output::name(&folder.join("rows.csv"))),
        false => "Stopped early: the same command goes on from here.\n".into(),
    };
    text
}

/// Who watches a run.
struct Seats<'a>(&'a Progress);

impl Audience for Seats<'_> {
    fn begins(&self, wanted: usize, done: usize) {
        self.0.count("fits", wanted, done);
    }

    fn finished(&self, _row: &Row) {
        self.0.one_more();
    }

    fn wants_to_stop(&self) -> bool {
        self.0.stop().is_some()
    }
}
