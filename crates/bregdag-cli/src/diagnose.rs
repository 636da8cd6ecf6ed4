//! `bregdag diagnose`: read, look, learn again on standardised columns, say.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::bail;
use bregdag::diagnose::Diagnostics;
use bregdag::document::{TextTable, write_diagnostics};
use bregdag::prepare::{Collinear, Options};
use bregdag::read::graphs::GraphFile;
use bregdag::study::{self, Origin};
use bregdag::{Error, Warning, Watch};

use crate::args::Diagnose;
use crate::data;
use crate::output::{self, Output, Place, Places};
use crate::progress::Progress;
use crate::voice::Flags;
use crate::{Ended, complain, input, learn, say, table};

pub fn run(args: &Diagnose) -> anyhow::Result<Ended> {
    let graph = args.graph.as_deref();
    let standard = args.files.data.iter().filter(|path| input::is_standard(path)).count();
    if standard > 0 && graph.is_some_and(input::is_standard) {
        bail!("standard input can be the data or the graph, not both");
    }
    let mut places = Places::new(args.files.data.iter().map(PathBuf::as_path).chain(graph));
    let json = args.out.as_deref().map(|path| places.graph(path, &[".json"])).transpose()?;
    let text = places.stdout_is_free().then_some(Place::Stdout);
    learn::thread_pool(args.threads)?.install(|| {
        let progress = Progress::start(false)?;
        let Looked { diagnostics, said, warnings } = look(args, &progress)?;
        progress.finish();
        let mut outputs = vec![];
        outputs.extend(json.map(|(place, _)| {
            Output::new(place, |out| write_diagnostics(&diagnostics, &Flags, out))
        }));
        outputs.extend(text.map(|place| {
            Output::new(place, |out| write_text(&diagnostics, said, out).map_err(Error::Write))
        }));
        output::publish(&outputs)?;
        let warned = warnings.iter().map(|warning| warning.said(&Flags));
        warned.for_each(|warning| complain(format_args!("warning: {warning}")));
        Ok(if progress.stop().is_some() { Ended::Early } else { Ended::Complete })
    })
}

/// What was seen.
struct Looked {
    diagnostics: Diagnostics,
    /// What the file of the graph says.
    said: Option<&'static str>,
    warnings: Vec<Warning>,
}

fn look(args: &Diagnose, progress: &Progress) -> anyhow::Result<Looked> {
    let given =
        args.graph.as_deref().map(|path| Ok::<_, anyhow::Error>((path, input::read(path)?)));
    let given = given.transpose()?;
    let origin = given.as_ref().map(|(_, bytes)| Origin::read(bytes));
    let options = Options {
        // That is a finding here, not a mistake.
        collinear: args.prepare.collinear.unwrap_or(Collinear::Keep),
        keep: data::keep(origin.iter().map(|origin| &origin.spec)),
        ..data::options(&args.files, &args.prepare)
    };
    let prepared = data::prepared(&args.files, &args.prepare, &options, progress, None)?;
    let (Some((path, bytes)), Some(origin)) = (given, origin) else {
        let diagnostics = study::diagnose(&prepared, None, progress).map_err(say)?;
        return Ok(Looked { diagnostics, said: None, warnings: prepared.warnings });
    };
    let names = prepared.moments.names();
    let graph = GraphFile::read(&bytes).and_then(|graph| graph.over_columns(names));
    let dag = graph.map_err(input::about(path))?;
    let diagnostics = study::diagnose(&prepared, Some((&dag, &origin)), progress);
    let diagnostics = diagnostics.map_err(input::about(path))?;
    Ok(Looked { diagnostics, said: origin.said(), warnings: prepared.warnings })
}

fn write_text(
    diagnostics: &Diagnostics,
    said: Option<&str>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for TextTable { heading, rows, names, .. } in diagnostics.tables() {
        table::write(&heading, rows.into_iter(), names, out)?;
        writeln!(out)?;
    }
    let sentences = diagnostics.sentences(&Flags);
    let sentences = said.into_iter().chain(sentences.iter().map(String::as_str));
    sentences.into_iter().try_for_each(|sentence| writeln!(out, "{sentence}"))
}
