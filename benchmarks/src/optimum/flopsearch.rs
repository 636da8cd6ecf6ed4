//! Where proofs do not reach: the score of our graph and that of flopsearch's, on the same tables.

use std::time::Duration;

use anyhow::{Context, bail};
use bregdag::graph::Pdag;
use bregdag::method::order::Options;
use bregdag::score::{Penalty, Variances, of_graph};
use bregdag::simulate::{self, GraphKind, simulate};
use bregdag::{Dataset, Moments, Search, Table};
use serde_json::json;

use super::{Bench, reached};
use crate::contest::rivals::{Fit, Reply, Rivals, write_npy};
use crate::processor;
use crate::report::Report;

/// Tables, the seed of the first and the runs on each, of which the best counts: flopsearch has no seed.
pub const RECORD: (u64, u64, usize) = (30, 3000, 3);
/// To try something out: others and fewer.
pub const TRY: (u64, u64, usize) = (6, 4000, 1);

const NODES: [usize; 5] = [40, 50, 60, 80, 110];
const ROWS: [usize; 3] = [200, 1000, 500];
/// Strong and weak effects.
const WEIGHTS: (f64, f64) = (0.1, 2.0);
const RESTARTS: usize = 50;
const LIMIT: Duration = Duration::from_secs(300);

/// Scores differ if they do by so many points; both are computed by the same function.
const DIFFERENT: f64 = 0.01;

/// One table, and the price of an edge.
struct Case {
    table: Table,
    penalty: Penalty,
    words: String,
}

impl Case {
    fn new(k: u64, seed: u64) -> anyhow::Result<Case> {
        let k = usize::try_from(k)?;
        let (nodes, samples, degree) = (NODES[k % 5], ROWS[k % 3], 2 + k / 2 % 2);
        let graph = GraphKind::ErdosRenyi;
        let options = simulate::Options {
            graph,
            nodes,
            degree,
            samples,
            seed,
            weight_range: WEIGHTS,
            ..Default::default()
        };
        let (penalty, name) =
            if k / 5 % 2 == 0 { (Penalty::Bic, "BIC") } else { (Penalty::Ebic, "extended BIC") };
        let words = format!("{nodes} | ER{degree} | {samples} | {name}");
        Ok(Case { table: simulate(&options)?.table, penalty, words })
    }
}

/// Both on every table, on one thread each.
pub fn compare(
    report: &mut Report,
    bench: &Bench,
    (tables, first, runs): (u64, u64, usize),
) -> anyhow::Result<()> {
    report.line(&format!(
        "## Beyond proofs: flopsearch\n\nFree variances, weights ±[{}, {}], seeds from {first} on. flopsearch has {RESTARTS} restarts and the same price of an edge; it has no seed, \
         so the best of {runs} runs counts, and the time of one. A negative difference means that our graph scores better.\n",
        WEIGHTS.0, WEIGHTS.1
    ));
    report.line("| n | graph | m | penalty | difference | s, ours | s, flopsearch |");
    report.line("|---|---|---|---|---|---|---|");
    let file = std::env::temp_dir().join(format!("bregdag-optimum-{}.npy", std::process::id()));
    let mut rivals = Rivals::new(1, LIMIT);
    let (mut lost, mut won, mut seconds) = (0, 0, (0.0, 0.0));
    for k in 0..tables {
        let case = Case::new(k, first + k)?;
        let moments = Moments::of(&case.table)?;
        let options = Options {
            variances: Some(Variances::Free),
            penalty: case.penalty,
            ..Default::default()
        };
        let before = processor::used();
        let ours = bench.alone.install(|| reached(&Search(options).into(), &moments, false))?;
        let own = (processor::used() - before).as_secs_f64();
        write_npy(&case.table, &file)?;
        let (theirs, other) = best_of(&mut rivals, runs, &file, &moments, &options)?;
        let difference = ours - theirs;
        lost += usize::from(difference > DIFFERENT);
        won += usize::from(difference < -DIFFERENT);
        seconds = (seconds.0 + own, seconds.1 + other);
        report.line(&format!("| {} | {difference:.2} | {own:.2} | {other:.2} |", case.words));
    }
    let _ = std::fs::remove_file(&file);
    report.line(&format!(
        "\nOf {tables} tables ours is better on {won} and worse on {lost}, at 1/{:.1} of the processor time of one run ({:.1} s against {:.1} s).\n",
        seconds.1 / seconds.0, seconds.0, seconds.1
    ));
    Ok(())
}

/// The best score of several runs, and the time of one.
fn best_of(
    rivals: &mut Rivals,
    runs: usize,
    file: &std::path::Path,
    moments: &Moments,
    options: &Options,
) -> anyhow::Result<(f64, f64)> {
    let (data, score) = (Dataset::from(moments), options.score(moments, Variances::Free));
    // flopsearch's price of an edge is λ log m.
    let lambda = score.price() / (moments.rows() as f64).ln();
    let request = json!({ "restarts": RESTARTS, "lambda_bic": lambda });
    let (mut best, mut seconds) = (f64::INFINITY, 0.0);
    for _ in 0..runs {
        let Fit { graph, cpu_seconds, .. } = match rivals.fit("flopsearch", &request, file)?.0 {
            Reply::Fit(fit) => fit,
            Reply::Error { error } => bail!("flopsearch: {error}"),
            Reply::Timeout => bail!("flopsearch takes longer than {LIMIT:?}"),
        };
        let class = Pdag::new(moments.variables(), &graph.directed, &graph.undirected)?;
        let dag = class.extension().context("flopsearch's class has no DAG")?;
        best = best.min(of_graph(&data, &dag, &score)?);
        seconds += cpu_seconds / runs as f64;
    }
    Ok((best, seconds))
}
