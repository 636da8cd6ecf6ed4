//! `bregdag simulate`: draw, write.

use std::io::Write;

use bregdag::Error;
use bregdag::graph::Dag;
use bregdag::read::{csv, dot, edges, matrix};
use bregdag::simulate::{Options, simulate};

use crate::Ended;
use crate::args::Simulate;
use crate::formats::Format;
use crate::output::{self, Output, Plan};

/// Numbers in the table or in the matrix of weights: 32 GiB. More would be a slip of the keyboard.
const MOST_NUMBERS: usize = 1 << 32;

pub fn run(args: &Simulate) -> anyhow::Result<Ended> {
    let options = options(args)?;
    let mut plan = Plan::new([]);
    let data = plan.csv(&args.out)?;
    let formats = [Format::Matrix, Format::Edges, Format::Dot];
    let truth = args.truth.as_deref().map(|path| plan.graph(path, &formats)).transpose()?;

    let simulation = simulate(&options)?;
    let mut outputs = vec![Output::new(data, |out| csv::write_table(&simulation.table, out))];
    if let Some((place, format)) = truth {
        let (names, dag) = (simulation.table.names(), &simulation.truth);
        outputs.push(Output::new(place, move |out| write_truth(format, names, dag, out)));
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
        samples: args.samples.unwrap_or(default.samples),
        weights: args.weights.unwrap_or(default.weights),
        weight_range: args.weight_range.unwrap_or(default.weight_range),
        noise: args.noise.unwrap_or(default.noise),
        noise_scale: args.noise_scale.unwrap_or(default.noise_scale),
        standardize: args.standardize,
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

fn write_truth(
    format: Format,
    names: &[String],
    dag: &Dag,
    out: &mut dyn Write,
) -> Result<(), Error> {
    match format {
        Format::Matrix => matrix::write(names, &dag.to_matrix(), out),
        Format::Dot => dot::write(names, &dag.edges(), &|_, _| false, out),
        // `Plan` has refused what holds more than a graph.
        _ => {
            let row = |(i, j, weight): (usize, usize, f64)| edges::EdgeRow {
                source: &names[i],
                target: &names[j],
                directed: true,
                weight,
                std_error: None,
                t: None,
            };
            edges::write(dag.edges().into_iter().map(row), out)
        }
    }
}
