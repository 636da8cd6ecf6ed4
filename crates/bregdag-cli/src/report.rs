//! `bregdag report`: read a fit, write its page.

use std::path::PathBuf;

use bregdag::document::Document;

use crate::args::Report;
use crate::formats::{self, Format};
use crate::output::{self, Output, Plan};
use crate::{Ended, input};

pub fn run(args: &Report) -> anyhow::Result<Ended> {
    let mut plan = Plan::new([args.fit.as_path()]);
    let (place, format) = plan.graph(&place(args), &[Format::Page])?;
    let document = Document::read(&input::read(&args.fit)?).map_err(input::about(&args.fit))?;
    let write = |out: &mut dyn std::io::Write| formats::write(format, &document, out);
    output::publish(&[Output::new(place, write)])?;
    Ok(Ended::Complete)
}

/// Beside the fit if nothing else is asked for; what comes in on a pipe goes out on one.
fn place(args: &Report) -> PathBuf {
    match &args.out {
        Some(path) => path.clone(),
        None if input::is_standard(&args.fit) => "-".into(),
        None => args.fit.with_extension("html"),
    }
}
