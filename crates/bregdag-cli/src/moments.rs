//! `bregdag moments`: read, add up, write.

use std::io::Write;
use std::path::PathBuf;

use bregdag::prepare::moments_file;
use bregdag::study::words;

use crate::args::Moments;
use crate::data;
use crate::output::{self, Output, Places};
use crate::progress::Progress;
use crate::voice::Flags;
use crate::{Ended, complain, learn};

pub fn run(args: &Moments) -> anyhow::Result<Ended> {
    let mut places = Places::new(args.files.data.iter().map(PathBuf::as_path));
    let place = places.any(&args.out)?;
    learn::thread_pool(args.threads)?.install(|| {
        let progress = Progress::start(args.quiet)?;
        let (moments, preparation, warnings) = data::moments(&args.files, args.merge, &progress)?;
        progress.finish();
        let write = |out: &mut dyn Write| moments_file::write(&moments, &preparation, out);
        output::publish(&[Output::new(place, write)])?;
        if !args.quiet {
            let said = warnings.iter().map(|warning| warning.said(&Flags));
            said.for_each(|warning| complain(format_args!("warning: {warning}")));
            let (variables, rows) = (moments.variables(), moments.rows());
            let sizes = words::sizes(variables, rows);
            complain(format_args!("{sizes}."));
            preparation.sentences().iter().for_each(|words| complain(format_args!("{words}")));
        }
        Ok(Ended::Complete)
    })
}
