//! `bregdag evaluate`: read both graphs, compare, say.

use std::path::Path;

use anyhow::{anyhow, bail};
use bregdag::Error;
use bregdag::read::graphs::GraphFile;
use bregdag::study::evaluate;

use crate::args::Evaluate;
use crate::output::{self, Output, Place};
use crate::{Ended, input, say};

pub fn run(args: &Evaluate) -> anyhow::Result<Ended> {
    if input::is_standard(&args.truth) && input::is_standard(&args.estimate) {
        bail!("standard input can be the truth or the estimate, not both");
    }
    let (truth, estimate) = (read(&args.truth)?, read(&args.estimate)?);
    let evaluation = evaluate(truth, estimate).map_err(|error| {
        let (truth, estimate) = (input::name(&args.truth), input::name(&args.estimate));
        anyhow!("{truth} and {estimate}: {}", say(error))
    })?;
    output::publish(&[Output::new(Place::Stdout, |out| {
        let text = match args.json {
            true => {
                serde_json::to_string_pretty(&evaluation).map_err(|e| Error::Write(e.into()))?
                    + "\n"
            }
            false => evaluation.text(),
        };
        out.write_all(text.as_bytes()).map_err(Error::Write)
    })])?;
    Ok(Ended::Complete)
}

fn read(path: &Path) -> anyhow::Result<GraphFile> {
    GraphFile::read(&input::read(path)?).map_err(input::about(path))
}
