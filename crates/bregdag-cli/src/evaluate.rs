//! `bregdag evaluate`: read both graphs, match their variables, count.

use std::io::Write;
use std::path::Path;

use anyhow::{anyhow, bail};
use bregdag::Error;
use bregdag::graph::{Class, Dag, Distance, Distances, Metrics};
use bregdag::read::graphs::{GraphFile, into_dags};
use serde::Serialize;

use crate::args::Evaluate;
use crate::output::{self, Output, Place};
use crate::{Ended, input};

/// Distances that may take more steps are left out: this many are at worst a minute, mostly a second.
const MOST_STEPS: u64 = 2_000_000_000;

pub fn run(args: &Evaluate) -> anyhow::Result<Ended> {
    if input::is_standard(&args.truth) && input::is_standard(&args.estimate) {
        bail!("standard input can be the truth or the estimate, not both");
    }
    let (truth, estimate) = (read(&args.truth)?, read(&args.estimate)?);
    let undirected = [&truth, &estimate].map(|graph| graph.undirected.len());
    let (_, truth, estimate) = into_dags(truth, estimate).map_err(|error| {
        anyhow!("{} and {}: {error}", input::name(&args.truth), input::name(&args.estimate))
    })?;
    let report = Report::new(&truth, &estimate, undirected)?;
    output::publish(&[Output::new(Place::Stdout, |out| match args.json {
        true => report.write_json(out),
        false => report.write_text(out).map_err(Error::Write),
    })])?;
    Ok(Ended::Complete)
}

fn read(path: &Path) -> anyhow::Result<GraphFile> {
    GraphFile::read(&input::read(path)?).map_err(input::about(path))
}

/// All there is to say about the two graphs. A distance that would take too long is `None`.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    edges: Metrics,
    /// Edges whose direction the files leave open.
    undirected_true_edges: usize,
    undirected_estimated_edges: usize,
    sid: Option<Distance>,
    #[serde(flatten)]
    dags: Distances,
    classes: Distances,
}

impl Report {
    fn new(truth: &Dag, estimate: &Dag, undirected: [usize; 2]) -> Result<Report, Error> {
        let dags = Distances::within(MOST_STEPS, truth, estimate)?;
        let (true_class, estimated_class) = (Class::of(truth), Class::of(estimate));
        Ok(Report {
            edges: Metrics::compare(truth, estimate)?,
            undirected_true_edges: undirected[0],
            undirected_estimated_edges: undirected[1],
            // Between DAGs the two are the same.
            sid: dags.parent_aid,
            dags,
            classes: Distances::within(MOST_STEPS, &true_class, &estimated_class)?,
        })
    }

    fn write_json(&self, out: &mut dyn Write) -> Result<(), Error> {
        serde_json::to_writer_pretty(&mut *out, self)
            .map_err(|error| Error::Write(error.into()))?;
        writeln!(out).map_err(Error::Write)
    }

    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let metrics = &self.edges;
        let count = |count: usize| count.to_string();
        let rate = |rate: Option<f64>| rate.map_or("-".into(), |rate| format!("{rate:.3}"));
        write_lines(
            out,
            [
                ("true edges", count(metrics.true_edges)),
                ("estimated edges", count(metrics.estimated_edges)),
                ("found", count(metrics.true_positive)),
                ("reversed", count(metrics.reversed)),
                ("missing", count(metrics.missing)),
                ("extra", count(metrics.extra)),
                ("SHD = reversed + missing + extra", count(metrics.shd)),
            ],
        )?;
        writeln!(out)?;
        write_lines(
            out,
            [
                ("TPR = recall = found / true", rate(metrics.tpr)),
                ("precision = found / estimated", rate(metrics.precision)),
                ("F1 = 2 found / (true + estimated)", rate(metrics.f1)),
                ("FDR of the paper = (reversed + extra) / true", rate(metrics.fdr)),
                (
                    "false discovery rate = (reversed + extra) / estimated",
                    rate(metrics.false_discovery_rate),
                ),
            ],
        )?;
        writeln!(out)?;
        write_lines(
            out,
            [
                ("wrong effects: their number, and as a share of all pairs", String::new()),
                ("  SID = parent-AID", wrong(self.sid)),
                ("  ancestor-AID", wrong(self.dags.ancestor_aid)),
                ("  Oset-AID", wrong(self.dags.oset_aid)),
            ],
        )?;
        writeln!(out)?;
        write_lines(
            out,
            [
                ("between the equivalence classes", String::new()),
                ("  SHD", count(metrics.class_shd)),
                ("  parent-AID", wrong(self.classes.parent_aid)),
                ("  ancestor-AID", wrong(self.classes.ancestor_aid)),
                ("  Oset-AID", wrong(self.classes.oset_aid)),
            ],
        )?;
        self.write_notes(out)
    }

    /// What the numbers do not say themselves.
    fn write_notes(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let open =
            [("truth", self.undirected_true_edges), ("estimate", self.undirected_estimated_edges)];
        for (which, count) in open.into_iter().filter(|&(_, count)| count > 0) {
            let edges = if count == 1 { "edge" } else { "edges" };
            writeln!(out)?;
            writeln!(out, "The {which} leaves the direction of {count} {edges} open: compare the")?;
            writeln!(out, "classes. The other numbers are those of one DAG of its class.")?;
        }
        let Distances { parent_aid, ancestor_aid, oset_aid } = self.dags;
        let of_classes = &self.classes;
        let all = [parent_aid, ancestor_aid, oset_aid, of_classes.parent_aid, of_classes.oset_aid];
        if all.iter().any(Option::is_none) {
            writeln!(out)?;
            writeln!(out, "skipped: would take too long on graphs of this size.")?;
        }
        Ok(())
    }
}

/// Number and share of the wrong effects.
fn wrong(distance: Option<Distance>) -> String {
    distance.map_or("skipped".into(), |distance| {
        format!("{:>6}  {:.3}", distance.mistakes, distance.normalised)
    })
}

/// Labels to the left, numbers to the right.
fn write_lines<const N: usize>(
    out: &mut dyn Write,
    lines: [(&str, String); N],
) -> std::io::Result<()> {
    const WIDTH: usize = "false discovery rate = (reversed + extra) / estimated".len();
    for (what, number) in lines {
        writeln!(out, "{}", format!("{what:WIDTH$}  {number:>6}").trim_end())?;
    }
    Ok(())
}
