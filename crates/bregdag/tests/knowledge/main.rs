//! Prior knowledge in the order search and in equivalence classes, against looks at all graphs.

mod classes;
mod everywhere;
mod exhaustive;
mod refused;
mod tiers;

use bregdag::data::{Dataset, Knowledge, Rules};
use bregdag::graph::Dag;
use bregdag::method::order::Options;
use bregdag::random::Stream;
use bregdag::score::Variances;
use bregdag::simulate::{self, simulate};
use bregdag::{Fit, Moments, Spec, Table};

const BOTH: [Variances; 2] = [Variances::Equal, Variances::Free];

fn of(variances: Variances) -> Options {
    Options { variances: Some(variances), ..Options::default() }
}

fn knowing<'a>(moments: &'a Moments, known: &'a Knowledge) -> Dataset<'a> {
    Dataset::from(moments).knowing(known).unwrap()
}

fn learn(moments: &Moments, known: &Knowledge, options: &Options) -> Fit {
    Spec::Search(*options).learn(&knowing(moments, known), &()).unwrap()
}

/// The graph, which the equations are of.
fn dag(fit: &Fit) -> &Dag {
    let dag = fit.dag().unwrap();
    assert_eq!(dag, fit.model.as_ref().unwrap().dag());
    dag
}

fn names(n: usize) -> Vec<String> {
    (1..=n).map(|j| format!("x{j}")).collect()
}

fn table(columns: Vec<Vec<f64>>) -> Table {
    Table::new(names(columns.len()), columns).unwrap()
}

/// Rules about x1, …, xn, as pairs of positions and the tier of each variable.
#[derive(Debug, Clone, Default)]
struct Draft {
    required: Vec<(usize, usize)>,
    forbidden: Vec<(usize, usize)>,
    tiers: Vec<Option<usize>>,
}

impl Draft {
    /// Rules that some order agrees with: each pair forwards in it is required with one probability,
    /// each pair forbidden with another; now and then some of the variables have tiers along it.
    fn random(n: usize, required: f64, forbidden: f64, stream: &mut Stream) -> Draft {
        let order = stream.permutation(n);
        let mut draft = Draft { tiers: vec![None; n], ..Draft::default() };
        for (a, b) in (0..n).flat_map(|b| (0..b).map(move |a| (a, b))) {
            let (forward, backward) = ((order[a], order[b]), (order[b], order[a]));
            match stream.uniform() {
                u if u < required => draft.required.push(forward),
                u if u < required + forbidden => draft.forbidden.push(forward),
                _ => {}
            }
            if stream.uniform() < forbidden {
                draft.forbidden.push(backward);
            }
        }
        if stream.uniform() < 0.5 {
            let mut tier = 0;
            for &j in &order {
                tier += usize::from(stream.uniform() < 0.4);
                draft.tiers[j] = (stream.uniform() < 0.7).then_some(tier);
            }
        }
        draft
    }

    fn knowledge(&self, names: &[String]) -> Knowledge {
        let named = |edges: &[(usize, usize)]| {
            edges.iter().map(|&(i, j)| (names[i].clone(), names[j].clone())).collect()
        };
        let most = self.tiers.iter().flatten().max().map_or(0, |most| most + 1);
        let members = |tier: usize| {
            let inside = (0..self.tiers.len()).filter(|&j| self.tiers[j] == Some(tier));
            inside.map(|j| names[j].clone()).collect()
        };
        let rules = Rules {
            required_edges: named(&self.required),
            forbidden_edges: named(&self.forbidden),
            tiers: (0..most).map(members).collect(),
            ..Rules::default()
        };
        rules.over(names).unwrap()
    }
}

/// Data of a random linear model with so many edges for each node, or as many as there is room for.
fn simulated(
    nodes: usize,
    degree: usize,
    samples: usize,
    uneven: bool,
    seed: u64,
) -> (Moments, Dag) {
    let degree = degree.min((nodes - 1) / 2);
    let noise_scale = if uneven { (1.0, 3.0) } else { (1.0, 1.0) };
    let options =
        simulate::Options { nodes, degree, samples, noise_scale, seed, ..Default::default() };
    let drawn = simulate(&options).unwrap();
    (Moments::of(&drawn.table).unwrap(), drawn.truth.dag().clone())
}

/// Scores of stages must not rise by more than the rounding of numbers of this size.
fn assert_stages_fall(fit: &Fit) {
    for pair in fit.answer.stages.windows(2) {
        let (before, after) = (pair[0].score, pair[1].score);
        assert!(after <= before + 1e-9 * (1.0 + before.abs()), "{} {before} {after}", pair[1].name);
    }
}
