//! `bregdag evaluate`: read both graphs, match their variables, count.

use std::io::Write;
use std::path::Path;

use anyhow::{anyhow, bail};
use bregdag::Error;
use bregdag::graph::Metrics;
use bregdag::io::graph_file::{GraphFile, into_dags};

use crate::args::Evaluate;
use crate::output::{self, Output, Place};
use crate::{Ended, input};

pub fn run(args: &Evaluate) -> anyhow::Result<Ended> {
    if input::is_standard(&args.truth) && input::is_standard(&args.estimate) {
        bail!("standard input can be the truth or the estimate, not both");
    }
    let (truth, estimate) = (read(&args.truth)?, read(&args.estimate)?);
    let (_, truth, estimate) = into_dags(truth, estimate).map_err(|error| {
        anyhow!("{} and {}: {error}", input::name(&args.truth), input::name(&args.estimate))
    })?;
    let metrics = Metrics::compare(&truth, &estimate)?;
    output::publish(&[Output::new(Place::Stdout, |out| match args.json {
        true => write_json(&metrics, out),
        false => write_text(&metrics, out).map_err(Error::Write),
    })])?;
    Ok(Ended::Complete)
}

fn read(path: &Path) -> anyhow::Result<GraphFile> {
    GraphFile::read(&input::read(path)?).map_err(input::about(path))
}

fn write_json(metrics: &Metrics, out: &mut dyn Write) -> Result<(), Error> {
    serde_json::to_writer_pretty(&mut *out, metrics).map_err(|error| Error::Write(error.into()))?;
    writeln!(out).map_err(Error::Write)
}

fn write_text(metrics: &Metrics, out: &mut dyn Write) -> std::io::Result<()> {
    let counts = [
        ("true edges", metrics.true_edges),
        ("estimated edges", metrics.estimated_edges),
        ("found", metrics.true_positive),
        ("reversed", metrics.reversed),
        ("missing", metrics.missing),
        ("extra", metrics.extra),
        ("SHD = reversed + missing + extra", metrics.shd),
    ];
    let rates = [
        ("TPR = recall = found / true", metrics.tpr),
        ("precision = found / estimated", metrics.precision),
        ("F1 = 2 found / (true + estimated)", metrics.f1),
        ("FDR of the paper = (reversed + extra) / true", metrics.fdr),
        ("false discovery rate = (reversed + extra) / estimated", metrics.false_discovery_rate),
    ];
    let width = rates.iter().map(|(what, _)| what.len()).max().unwrap_or(0);
    for (what, count) in counts {
        writeln!(out, "{what:width$}  {count:>6}")?;
    }
    writeln!(out)?;
    for (what, rate) in rates {
        let rate = rate.map_or("-".into(), |rate| format!("{rate:.3}"));
        writeln!(out, "{what:width$}  {rate:>6}")?;
    }
    Ok(())
}
