//! `bregdag diagnose`: read, look, learn again on standardised columns, say.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::bail;
use bregdag::diagnose::Diagnostics;
use bregdag::document::{TextTable, write_diagnostics};
use bregdag::prepare::{Collinear, Options, Taking};
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
            Output::new(place, |out| write_text(&diagnostics, &said, out).map_err(Error::Write))
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
    said: Vec<String>,
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
    let taking = taking(args, options, origin.as_ref(), progress);
    let prepared = data::prepared_by(taking, &args.files, &args.prepare, progress, None)?;
    let (Some((path, bytes)), Some(origin)) = (given, origin) else {
        let diagnostics = study::diagnose(&prepared, None, progress).map_err(say)?;
        return Ok(Looked { diagnostics, said: vec![], warnings: prepared.warnings });
    };
    let names = prepared.moments.names();
    let graph = GraphFile::read(&bytes).and_then(|graph| graph.over_columns(names));
    let dag = graph.map_err(input::about(path))?;
    let diagnostics = study::diagnose(&prepared, Some((&dag, &origin)), progress);
    let diagnostics = diagnostics.map_err(input::about(path))?;
    Ok(Looked { diagnostics, said: origin.said(), warnings: prepared.warnings })
}

/// What the flags ask for, and for the rest as the graph's data were prepared, if its file tells.
fn taking<'a>(
    args: &Diagnose,
    asked: Options,
    origin: Option<&Origin>,
    watch: &'a Progress,
) -> Taking<'a> {
    let Diagnose { files, prepare, .. } = args;
    let given = data::reading(files);
    let Some((record, variables)) = origin.and_then(|origin| origin.prepared.as_ref()) else {
        return Taking { reading: given, options: asked, asked: None, joins: false, watch };
    };
    let (then, done) = record.again(variables);
    let chosen = !files.columns.is_empty() || !files.drop.is_empty();
    let reading = given.clone().or(then, chosen);
    let mut options = asked.clone();
    if files.transform.is_empty() {
        options.transforms = done.transforms;
    }
    options.missing = files.missing.unwrap_or(done.missing);
    options.weights = files.weights_column.clone().or(done.weights);
    options.scale = prepare.scale.unwrap_or(done.scale);
    Taking { reading, options, asked: Some((given, asked)), joins: false, watch }
}

fn write_text(diagnostics: &Diagnostics, said: &[String], out: &mut dyn Write) -> io::Result<()> {
    for TextTable { heading, rows, names, .. } in diagnostics.tables() {
        table::write(&heading, rows.into_iter(), names, out)?;
        writeln!(out)?;
    }
    let sentences = diagnostics.sentences(&Flags);
    said.iter().chain(&sentences).try_for_each(|sentence| writeln!(out, "{sentence}"))
}
