//! Rows → an order of the causes → the parents of each variable among those before it.

use super::direct::Direct;
use super::entropy::Rows;
use super::gaussian;
use super::ica::{Components, components};
use super::knowing::Waiting;
use super::prune::{Family, Pruning};
use super::unmixed::causal_order;
use super::{Algorithm, Options};
use crate::data::{Dataset, Moments, Table};
use crate::error::Result;
use crate::graph::Dag;
use crate::linalg::{COLLINEAR, Matrix};
use crate::method::answer::{Answer, Claim, Noise, Record, Steps};
use crate::parallel::for_each_while;
use crate::warning::Warning;
use crate::watch::{Event, Status, Watch, Work};

/// What was found, whole or not.
struct Found {
    /// The family of each variable; none of those that were not come to.
    families: Vec<Option<Family>>,
    /// p of the test that the noise is Gaussian.
    noise: Vec<Option<f64>>,
    status: Status,
    steps: Steps,
}

/// Learns a DAG. Who stops the direct way gets the equations of the variables that have their place; who stops the
/// components gets what they tell so far, and no edges before their first step.
pub fn learn(
    table: &Table,
    data: &Dataset<'_>,
    options: &Options,
    watch: &dyn Watch,
) -> Result<Answer> {
    let moments = data.moments();
    let standardized = table.standardized(moments);
    let correlations = moments.standardized().covariance();
    let input = Input {
        columns: standardized.columns(),
        rows: Rows::new(table.rows(), table.weights()),
        pruning: Pruning { correlations, rows: moments.rows(), known: data.knowledge() },
    };
    let found = match options.algorithm {
        Algorithm::Direct => direct(&input, watch),
        Algorithm::Ica => from_components(&input, &moments.variances(), options, watch),
    };
    answer(data, found, options.algorithm == Algorithm::Ica)
}

struct Input<'a> {
    /// Of mean 0 and variance 1.
    columns: &'a [Vec<f64>],
    rows: Rows,
    pruning: Pruning<'a>,
}

/// Each variable is pruned as soon as it has its place.
fn direct(input: &Input<'_>, watch: &dyn Watch) -> Found {
    let n = input.columns.len();
    let data = (input.columns, &input.pruning.correlations);
    let mut search = Direct::new(data, &input.rows, Waiting::all_of(input.pruning.known), watch);
    let (mut order, mut families): (Vec<usize>, _) = (vec![], none(n));
    let mut noise = vec![];
    let status = loop {
        match search.next() {
            Ok(Some(j)) => {
                families[j] = Some(input.pruning.family(j, &order));
                order.push(j);
                noise.push(search.noise(j).and_then(|u| gaussian::p_value(&input.rows, u)));
                let (work, done) = (Work::Variables, order.len());
                watch.event(&Event::Progress { work, done, wanted: n });
            }
            Ok(None) => break Status::Converged,
            Err(stop) => break stop.into(),
        }
    };
    Found { families, noise, status, steps: Steps { done: order.len(), unit: "variable" } }
}

fn from_components(
    input: &Input<'_>,
    variances: &[f64],
    options: &Options,
    watch: &dyn Watch,
) -> Found {
    let n = input.columns.len();
    let correlations = &input.pruning.correlations;
    let found = components(input.columns, correlations, &input.rows, (options, watch));
    let unit = "iteration";
    let mut families = none(n);
    let Components { unmixing, sources, iterations, mut status } = match found {
        Ok(components) => components,
        Err(stop) => {
            let (noise, steps) = (vec![], Steps { done: 0, unit });
            return Found { families, noise, status: stop.into(), steps };
        }
    };
    // For the columns in their own units, components as rows.
    let own = Matrix::from_fn(n, n, |k, j| unmixing[(j, k)] / variances[j].sqrt());
    let order = causal_order(&own);
    let mut place = vec![0; n];
    order.iter().enumerate().for_each(|(k, &j)| place[j] = k);
    // Who stopped the components wants what they tell, and that is short work.
    let stopped = status.was_stopped();
    let go_on = &mut || if stopped { Ok(()) } else { watch.go_on() };
    let ended = for_each_while(&mut families, go_on, |j, family| {
        *family = Some(input.pruning.family(j, &order[..place[j]]));
    });
    if let Err(stop) = ended {
        status = stop.into();
    }
    let noise = (0..n).map(|k| gaussian::p_value(&input.rows, sources.col(k))).collect();
    Found { families, noise, status, steps: Steps { done: iterations, unit } }
}

fn none(n: usize) -> Vec<Option<Family>> {
    (0..n).map(|_| None).collect()
}

fn answer(data: &Dataset<'_>, found: Found, by_units: bool) -> Result<Answer> {
    let parents = |(j, family): (usize, &Option<Family>)| match family {
        Some(family) => family.parents.clone(),
        None => data.knowledge().required_parents(j).to_vec(),
    };
    let mut warnings = combinations(data.moments(), &found.families);
    warnings.extend(gaussian::concern(&found.noise));
    let dag = Dag::new(found.families.iter().enumerate().map(parents).collect())?;
    Ok(Answer {
        claim: Claim::Dag(dag),
        noise: Noise::NonGaussian,
        stages: vec![],
        bound: None,
        record: Record { by_units, ..Record::default() },
        status: found.status,
        steps: found.steps,
        warnings,
    })
}

/// The variables that others explain but for rounding.
fn combinations(moments: &Moments, families: &[Option<Family>]) -> Vec<Warning> {
    let names = moments.names();
    if moments.rows() <= names.len() as u64 {
        return vec![];
    }
    let explained = |(j, family): (usize, &Option<Family>)| {
        let family = family.as_ref().filter(|family| family.left < COLLINEAR)?;
        let parents = family.parents.iter().map(|&i| names[i].clone()).collect();
        Some(Warning::PerfectFit { child: names[j].clone(), parents })
    };
    families.iter().enumerate().filter_map(explained).collect()
}
