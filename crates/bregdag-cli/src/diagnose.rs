//! `bregdag diagnose`: read, look, learn again on standardised columns, say.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::bail;
use bregdag::data::Rules;
use bregdag::prepare::{Collinear, Keep, Options, Prepared};
use bregdag::diagnose::{Dependence, Diagnostics, Quantity, ScaleCheck, Shape, diagnose, scale};
use bregdag::read::graphs::GraphFile;
use bregdag::{Dataset, Error, Method, Moments, Search, Warning};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::args::Diagnose;
use crate::data::{self, Data};
use crate::formats::Format;
use crate::method::{again, default};
use crate::output::{self, Output, Place, Plan};
use crate::progress::ReadingLine;
use crate::table::significant;
use crate::{Ended, aligned, complain, input, learn};

/// Version of the JSON's structure.
const SCHEMA_VERSION: u32 = 1;

pub fn run(args: &Diagnose) -> anyhow::Result<Ended> {
    let graph = args.graph.as_deref();
    let standard = args.files.data.iter().filter(|path| input::is_standard(path)).count();
    if standard > 0 && graph.is_some_and(input::is_standard) {
        bail!("standard input can be the data or the graph, not both");
    }
    let mut plan = Plan::new(args.files.data.iter().map(PathBuf::as_path).chain(graph));
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
    let options = Options {
        scale: args.prepare.scale.unwrap_or_default(),
        // That is a finding here, not a mistake.
        collinear: args.prepare.collinear.unwrap_or(Collinear::Keep),
        keep: Keep::IfCheap,
        ..data::options(&args.files)
    };
    let data = Data::read(&args.files, &args.prepare, &options, &mut ReadingLine::new(false))?;
    let Prepared { moments, table, warnings, .. } = data.finish(&args.files, &options, &mut ())?;
    let Some(path) = &args.graph else {
        return Ok((diagnose(&moments, table.as_ref(), None)?, warnings));
    };
    let bytes = input::read(path)?;
    let graph = GraphFile::read(&bytes).and_then(|graph| graph.over_columns(moments.names()));
    let dag = graph.map_err(input::about(path))?;
    let mut diagnostics = diagnose(&moments, table.as_ref(), Some(&dag))?;
    if let Some(graph) = &mut diagnostics.graph {
        graph.scale = rests_on_scale(&Learner::of(&bytes), &moments).map_err(input::about(path))?;
    }
    Ok((diagnostics, warnings))
}

/// What becomes of the directions when the columns are standardised.
fn rests_on_scale(learner: &Learner, moments: &Moments) -> Result<Quantity<ScaleCheck>, Error> {
    let known = learner.rules.as_ref().map(|rules| rules.over(moments.names())).transpose()?;
    let learn = |moments: &Moments| {
        let data = Dataset { moments, knowledge: known.as_ref() };
        learner.method.learn(data, &mut ())
    };
    let original = learn(moments)?;
    if original.class.is_some() {
        return Ok(Quantity::Unknown(learn::UNITS_DO_NOT_MATTER.into()));
    }
    let standardised = learn(&moments.standardized())?;
    let check = scale::compare(&learner.name, original.model.dag(), standardised.model.dag())?;
    Ok(Quantity::Known(check))
}

/// How a graph is learned again.
struct Learner {
    method: Box<dyn Method>,
    rules: Option<Rules>,
    /// How to speak of it.
    name: String,
}

impl Learner {
    /// As a fit's JSON tells; the default method for any other file.
    fn of(bytes: &[u8]) -> Learner {
        #[derive(Deserialize)]
        struct Fit {
            method: String,
            options: Value,
            knowledge: Option<Rules>,
        }
        let Ok(Fit { method, options, knowledge }) = serde_json::from_slice(bytes) else {
            let name = "the default method, as the graph's file does not tell its own".into();
            return Learner { method: Box::new(Search::default()), rules: None, name };
        };
        let as_it_was = again(&method, options);
        let which = match as_it_was {
            Some(_) => "the options of the graph's file",
            None => "its default options",
        };
        let method = as_it_was.unwrap_or_else(|| default(&method));
        let name = format!("{} with {which}", method.name());
        Learner { method, rules: knowledge, name }
    }
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
    aligned::write(&heading, shapes.iter().map(row), 1, out)?;
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
    aligned::write(&heading, failing.iter().map(row), 2, out)?;
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
        Learner::of(file.as_bytes()).name
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
