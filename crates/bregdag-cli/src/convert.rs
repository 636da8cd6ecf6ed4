//! `bregdag convert` and `bregdag report`: read a fit, check it, write it.

use std::path::{Path, PathBuf};

use bregdag::document::Document;

use crate::args::{Convert, Report};
use crate::output::{self, Output, Places};
use crate::{Ended, input};

pub fn run(args: &Convert) -> anyhow::Result<Ended> {
    write(&args.fit, &args.out, None, args.quiet)
}

pub fn report(args: &Report) -> anyhow::Result<Ended> {
    // Beside the fit if nothing else is asked for; what comes in on a pipe goes out on one.
    let page = match &args.out {
        Some(path) => path.clone(),
        None if input::is_standard(&args.fit) => "-".into(),
        None => args.fit.with_extension("html"),
    };
    write(&args.fit, &[], Some(&page), args.quiet)
}

fn write(
    fit: &Path,
    out: &[PathBuf],
    page: Option<&PathBuf>,
    quiet: bool,
) -> anyhow::Result<Ended> {
    let places = Places::new([fit]).graphs(out, page)?;
    let document = Document::read(&input::read(fit)?).map_err(input::about(fit))?;
    let outputs = Output::graphs(&places, &document);
    output::publish(&outputs)?;
    output::wrote(quiet, &outputs, &document);
    Ok(Ended::Complete)
}
