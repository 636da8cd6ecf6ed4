//! `bregdag convert`: read, check, write.

use bregdag::document::Document;

use crate::args::Convert;
use crate::output::{self, Output, Plan};
use crate::{Ended, formats, input};

pub fn run(args: &Convert) -> anyhow::Result<Ended> {
    let mut plan = Plan::new([args.fit.as_path()]);
    let all = formats::all();
    let places: Vec<_> =
        args.out.iter().map(|path| plan.graph(path, &all)).collect::<Result<_, _>>()?;
    let document = Document::read(&input::read(&args.fit)?).map_err(input::about(&args.fit))?;
    let output = |(place, format)| {
        let document = &document;
        Output::new(place, move |out| formats::write(format, document, out))
    };
    output::publish(&places.into_iter().map(output).collect::<Vec<_>>())?;
    Ok(Ended::Complete)
}
