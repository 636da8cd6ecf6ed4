//! `bregdag simulate`: draw, write.

use bregdag::Error;
use bregdag::export::{TRUTH_FORMATS, table, write_truth};
use bregdag::simulate::{Options, simulate};

use crate::args::Simulate;
use crate::output::{self, Output, Places};
use crate::{Ended, say};

/// Numbers in the table or in the matrix of weights: 32 GiB. More would be a slip of the keyboard.
const MOST_NUMBERS: usize = 1 << 32;

pub fn run(args: &Simulate) -> anyhow::Result<Ended> {
    let options = options(args).map_err(say)?;
    let mut places = Places::new([]);
    let data = places.csv(&args.out)?;
    let truth = args.truth.as_deref().map(|path| places.graph(path, TRUTH_FORMATS)).transpose()?;

    let simulation = simulate(&options).map_err(say)?;
    let mut outputs = vec![Output::new(data, |out| table::write(&simulation.table, out))];
    if let Some((place, format)) = truth {
        let simulation = &simulation;
        outputs.push(Output::new(place, move |out| write_truth(simulation, format, out)));
    }
    output::publish(&outputs)?;
    Ok(Ended::Complete)
}

/// What the flags mean.
fn options(args: &Simulate) -> Result<Options, Error> {
    let default = Options::default();
    let options = Options {
        graph: args.graph.unwrap_or(default.graph),
        nodes: args.nodes.unwrap_or(default.nodes),
        degree: args.degree.unwrap_or(default.degree),
        edges: args.edges,
        samples: args.samples.unwrap_or(default.samples),
        weights: args.weights.unwrap_or(default.weights),
        weight_range: args.weight_range.unwrap_or(default.weight_range),
        noise: args.noise.unwrap_or(default.noise),
        noise_scale: args.noise_scale.unwrap_or(default.noise_scale),
        standardize: args.standardize,
        rescale: args.rescale,
        seed: args.seed.unwrap_or(default.seed),
    };
    options.validate()?;
    let numbers = options.nodes.saturating_mul(options.nodes.max(options.samples));
    if numbers > MOST_NUMBERS {
        let expected = "nodes × samples and nodes × nodes of at most 2^32";
        return Err(Error::Option { name: "nodes", value: options.nodes.to_string(), expected });
    }
    Ok(options)
}
