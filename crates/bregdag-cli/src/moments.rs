//! `bregdag moments`: read, add up, write.

use std::io::Write;
use std::path::PathBuf;

use bregdag::prepare::moments_file;

use crate::args::Moments;
use crate::data::{merged, options, refuse_twice, summed};
use crate::output::{self, Output, Plan};
use crate::progress::ReadingLine;
use crate::{Ended, complain, learn, summary};

pub fn run(args: &Moments) -> anyhow::Result<Ended> {
    let mut plan = Plan::new(args.files.data.iter().map(PathBuf::as_path));
    let place = plan.any(&args.out)?;
    refuse_twice(&args.files.data)?;
    learn::thread_pool(args.threads)?.install(|| {
        let (moments, preparation, warnings) = match args.merge {
            true => merged(&args.files)?,
            false => summed(&args.files, &options(&args.files), &mut ReadingLine::new(args.quiet))?,
        };
        let write = |out: &mut dyn Write| moments_file::write(&moments, &preparation, out);
        output::publish(&[Output::new(place, write)])?;
        if !args.quiet {
            warnings.iter().for_each(|warning| complain(format_args!("warning: {warning}")));
            let (variables, rows) = (moments.variables(), moments.rows());
            let sizes = summary::sizes(variables, rows);
            complain(format_args!("{sizes}."));
            preparation.sentences().iter().for_each(|words| complain(format_args!("{words}")));
        }
        Ok(Ended::Complete)
    })
}
