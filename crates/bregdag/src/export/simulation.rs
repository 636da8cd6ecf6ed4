//! The true graph of a simulation.

use std::io::Write;

use super::edges::{EdgeRow, write_rows};
use super::{Format, dot, matrix};
use crate::error::{Error, Result};
use crate::simulate::Simulation;

/// Endings of the files that it can be written to.
pub const TRUTH_FORMATS: &[&str] = &[".csv", ".edges.csv", ".dot"];

/// Writes the true graph in one of these formats.
pub fn write_truth(simulation: &Simulation, format: &Format, out: &mut dyn Write) -> Result<()> {
    let (names, truth) = (simulation.table.names(), &simulation.truth);
    match format.ending {
        ".csv" => matrix::write(names, &truth.to_matrix(), out),
        ".dot" => {
            let edge = |(i, j, weight): (usize, usize, f64)| (i, j, Some(weight));
            let edges: Vec<_> = truth.edges().into_iter().map(edge).collect();
            dot::write_graph(names, &edges, &|_, _| false, out)
        }
        ".edges.csv" => {
            let row = |(i, j, weight): (usize, usize, f64)| EdgeRow {
                source: &names[i],
                target: &names[j],
                directed: true,
                weight: Some(weight),
                std_error: None,
                t: None,
            };
            write_rows(truth.edges().into_iter().map(row), out)
        }
        ending => {
            let problem = format!("{ending} holds more than a graph");
            Err(Error::Format { format: "truth", problem })
        }
    }
}
