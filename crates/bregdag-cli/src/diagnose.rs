//! `bregdag diagnose`: read, look, learn again on standardised columns, say.

use std::io::{self, Write};

use anyhow::bail;
use bregdag::diagnose::{Dependence, Diagnostics, Quantity, ScaleCheck, Shape, diagnose, scale};
use bregdag::io::graph_file::GraphFile;
use bregdag::io::read_table;
use bregdag::{Error, Method, Moments, Search, Warning};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::args::Diagnose;
use crate::method::{again, default};
use crate::output::{self, Format, Output, Place, Plan};
use crate::table::significant;
use crate::{Ended, aligned, complain, input, learn};

/// Version of the JSON's structure.
const SCHEMA_VERSION: u32 = 1;

pub fn run(args: &Diagnose) -> anyhow::Result<Ended> {
    let graph = args.graph.as_deref();
    if input::is_standard(&args.data) && graph.is_some_and(input::is_standard) {
        bail!("standard input can be the data or the graph, not both");
    }
    let mut plan = Plan::new([args.data.as_path()].into_iter().chain(graph));
    let json = args.out.as_deref().map(|path| plan.graph(path, &[Format::Json])).transpose()?;
    let text = plan.stdout_is_free().then_some(Place::Stdout);
    learn::thread_pool(args.threads)?.install(|| {
        let (diagnostics, warnings) = look(args)?;
        let mut outputs = vec![];
        outputs
            .extend(json.map(|(place, _)| Output::new(place, |out| write_json(&diagnostics, out))));
        outputs.extend(text.map(|place| {
            Output::new(place, |out| write_text(&diagnostics, out).map_err(Error::Write))
        }));
        output::publish(&outputs)?;
        warnings.iter().for_each(|warning| complain(format_args!("warning: {warning}")));
        Ok(Ended::Complete)
    })
}

fn look(args: &Diagnose) -> anyhow::Result<(Diagnostics, Vec<Warning>)> {
    let about = input::about(&args.data);
    let file = input::open(&args.data)?;
    let (table, warnings) =
        read_table(file).and_then(|table| table.informative()).map_err(&about)?;
    let moments = Moments::of(&table).map_err(&about)?;
    let Some(path) = &args.graph else {
        return Ok((diagnose(&moments, Some(&table), None).map_err(&about)?, warnings));
    };
    let bytes = input::read(path)?;
    let graph = GraphFile::read(&bytes).and_then(|graph| graph.over_columns(moments.names()));
    let dag = graph.map_err(input::about(path))?;
    let mut diagnostics = diagnose(&moments, Some(&table), Some(&dag)).map_err(&about)?;
    if let Some(graph) = &mut diagnostics.graph {
        let (learner, name) = learner(&bytes);
        graph.scale = rests_on_scale(learner.as_ref(), &name, &moments).map_err(&about)?;
    }
    Ok((diagnostics, warnings))
}

/// What becomes of the directions when the columns are standardised.
fn rests_on_scale(
    learner: &dyn Method,
    name: &str,
    moments: &Moments,
) -> Result<Quantity<ScaleCheck>, Error> {
    let original = learner.learn(moments.into(), &mut ())?;
    if original.class.is_some() {
        return Ok(Quantity::Unknown(learn::UNITS_DO_NOT_MATTER.into()));
    }
    let standardised = learner.learn((&moments.standardized()).into(), &mut ())?;
    let check = scale::compare(name, original.model.dag(), standardised.model.dag())?;
    Ok(Quantity::Known(check))
}

/// The method and options of a fit's JSON, and how to speak of them; the default method for any other
/// file.
fn learner(bytes: &[u8]) -> (Box<dyn Method>, String) {
    #[derive(Deserialize)]
    struct Fit {
        method: String,
        options: Value,
    }
    let Ok(Fit { method, options }) = serde_json::from_slice(bytes) else {
        let name = "the default method, as the graph's file does not tell its own";
        return (Box::new(Search::default()), name.into());
    };
    let learner = again(&method, options);
    let which = match learner {
        Some(_) => "the options of the graph's file",
        None => "its default options",
    };
    let learner = learner.unwrap_or_else(|| default(&method));
    let name = format!("{} with {which}", learner.name());
    (learner, name)
}

#[derive(Serialize)]
struct Document<'a> {
    schema_version: u32,
    bregdag_version: &'static str,
    #[serde(flatten)]
    diagnostics: &'a Diagnostics,
    sentences: Vec<String>,
}

fn write_json(diagnostics: &Diagnostics, out: &mut dyn Write) -> Result<(), Error> {
    let document = Document {
        schema_version: SCHEMA_VERSION,
        bregdag_version: env!("CARGO_PKG_VERSION"),
        diagnostics,
        sentences: diagnostics.sentences(),
    };
    serde_json::to_writer_pretty(&mut *out, &document).map_err(|e| Error::Write(e.into()))?;
    writeln!(out).map_err(Error::Write)
}

fn write_text(diagnostics: &Diagnostics, out: &mut dyn Write) -> io::Result<()> {
    if let Quantity::Known(shapes) = &diagnostics.data.shapes {
        write_shapes("column", shapes, out)?;
    }
    if let Some(graph) = &diagnostics.graph {
        if let Quantity::Known(shapes) = &graph.residual_shapes {
            write_shapes("residual of", shapes, out)?;
        }
        if let Quantity::Known(found) = &graph.independences {
            let failing: Vec<&Dependence> = found.largest.iter().filter(|d| d.fails).collect();
            write_dependences(&failing, out)?;
        }
    }
    diagnostics.sentences().iter().try_for_each(|sentence| writeln!(out, "{sentence}"))
}

fn write_shapes(what: &str, shapes: &[Shape], out: &mut dyn Write) -> io::Result<()> {
    let heading = [what, "mean", "sd", "skewness", "excess kurtosis", "p Gaussian"];
    let optional = |x: Option<f64>| x.map_or("-".into(), |x| format!("{x:.2}"));
    let row = |shape: &Shape| {
        [
            shape.column.clone(),
            significant(shape.mean, 3),
            significant(shape.deviation, 3),
            optional(shape.skewness),
            optional(shape.excess_kurtosis),
            shape.p.map_or("-".into(), probability),
        ]
    };
    aligned::write(heading, shapes.iter().map(row), 1, out)?;
    writeln!(out)
}

fn write_dependences(failing: &[&Dependence], out: &mut dyn Write) -> io::Result<()> {
    if failing.is_empty() {
        return Ok(());
    }
    let heading = ["should be independent", "of", "partial correlation", "p"];
    let row = |d: &&Dependence| {
        let correlation = format!("{:.3}", d.partial_correlation);
        [d.later.clone(), d.earlier.clone(), correlation, probability(d.p)]
    };
    aligned::write(heading, failing.iter().map(row), 2, out)?;
    writeln!(out)
}

/// Two digits; below 0.0001 it hardly matters how far.
fn probability(p: f64) -> String {
    if p < 1e-4 { "<0.0001".into() } else { significant(p, 2) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(file: &str) -> String {
        learner(file.as_bytes()).1
    }

    #[test]
    fn a_fit_is_learned_again_as_it_was() {
        assert!(name("source,target\na,b\n").starts_with("the default method"));
        assert!(name("{\"variables\": [], \"edges\": []}").starts_with("the default method"));
        let same = "search with the options of the graph's file";
        assert_eq!(name(r#"{"method": "search", "options": {"variances": "free"}}"#), same);
        let given = r#"{"method": "search", "options": {"start": "order"}}"#;
        assert_eq!(name(given), "search with its default options");
    }
}
