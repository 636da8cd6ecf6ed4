//! What each experiment fits.

use super::Size::{self, Full, Quick};
use super::contenders;
use crate::experiment::plan::{Block, Case};
use crate::simulate::GraphKind::{self, ErdosRenyi, ScaleFree};
use crate::simulate::Noise::{Exponential, Gaussian, Gumbel, Laplace, T3, Uniform};
use crate::simulate::WeightKind::{Onion, Positive, Signed, Unit};
use crate::simulate::{Noise, Options, WeightKind};

/// The noises of the paper.
const NOISES: [Noise; 3] = [Gaussian, Exponential, Gumbel];
/// The generator of the paper's public code draws weights that are all one unless told otherwise.
const PAPERS: WeightKind = Unit;

fn seeds(size: Size, full: u64) -> Vec<u64> {
    (0..if size == Quick { 2 } else { full }).collect()
}

/// One of two grids.
fn of<T: Clone>(size: Size, full: &[T], quick: &[T]) -> Vec<T> {
    if size == Full { full.to_vec() } else { quick.to_vec() }
}

/// Graphs as the paper draws them.
fn papers(graph: GraphKind, degree: usize, nodes: usize, samples: usize, noise: Noise) -> Case {
    let weights = PAPERS;
    Case::Simulate(Options { graph, degree, nodes, samples, noise, weights, ..Options::default() })
}

/// SHD, FDR and TPR against n for two numbers of rows, three noises, two kinds of graphs.
pub fn figure1(size: Size) -> Vec<Block> {
    let mut cases = vec![];
    for nodes in of(size, &[10, 20, 50, 100], &[10, 20]) {
        for (graph, degree) in [(ErdosRenyi, 2), (ScaleFree, 4)] {
            for samples in [50, 200] {
                cases.extend(NOISES.map(|noise| papers(graph, degree, nodes, samples, noise)));
            }
        }
    }
    vec![Block { cases, contenders: contenders::all(), seeds: seeds(size, 5) }]
}

/// One point for each table and method, n = 50.
pub fn figure2(size: Size) -> Vec<Block> {
    let nodes = if size == Full { 50 } else { 12 };
    let mut cases = vec![];
    for samples in of(size, &[20, 50, 100, 200, 500, 1000], &[50, 200]) {
        for degree in [2, 4] {
            cases.extend(NOISES.map(|noise| papers(ErdosRenyi, degree, nodes, samples, noise)));
        }
    }
    vec![Block { cases, contenders: contenders::all(), seeds: seeds(size, 2) }]
}

/// The twelve kinds of data.
pub fn supplement(size: Size) -> Vec<Block> {
    let nodes = if size == Full { 50 } else { 12 };
    let mut cases = vec![];
    for graph in [ErdosRenyi, ScaleFree] {
        for (degree, samples) in [(2, 50), (2, 200), (4, 50), (4, 200)] {
            cases.extend(NOISES.map(|noise| papers(graph, degree, nodes, samples, noise)));
        }
    }
    vec![Block { cases, contenders: contenders::all(), seeds: seeds(size, 5) }]
}

/// Weights of three kinds, and variants of the method that allow other signs.
pub fn signs(size: Size) -> Vec<Block> {
    let nodes = if size == Full { 50 } else { 12 };
    let mut cases = vec![];
    for weights in [Unit, Positive, Signed] {
        for samples in [200, 1000] {
            cases.push(Case::Simulate(Options { nodes, samples, weights, ..Options::default() }));
        }
    }
    let mut contenders = contenders::named(&["search", "notears"]);
    for variant in ["positive", "split", "signed"] {
        let label = format!("bregman, {variant} (paper)");
        contenders.push(contenders::published(variant, &label, 1e-6));
    }
    vec![Block { cases, contenders, seeds: seeds(size, 10) }]
}

/// The same graphs with columns as they are, of one variance, of random variances, and with weights that leave no trace in them.
pub fn scale(size: Size) -> Vec<Block> {
    let nodes = if size == Full { 50 } else { 12 };
    let raw = Options { nodes, samples: 1000, ..Options::default() };
    let cases = vec![
        raw.clone(),
        Options { standardize: true, ..raw.clone() },
        Options { rescale: Some((0.1, 10.0)), ..raw.clone() },
        Options { weights: Onion, ..raw },
    ];
    let cases = cases.into_iter().map(Case::Simulate).collect();
    vec![Block { cases, contenders: contenders::by_default(), seeds: seeds(size, 10) }]
}

/// Six noises of equal, mildly and widely different variances.
pub fn noise(size: Size) -> Vec<Block> {
    let nodes = if size == Full { 30 } else { 12 };
    let mut cases = vec![];
    for noise in [Gaussian, Exponential, Gumbel, Uniform, Laplace, T3] {
        for noise_scale in [(1.0, 1.0), (0.8, 1.25), (0.5, 2.0)] {
            let options = Options { nodes, samples: 500, noise, noise_scale, ..Options::default() };
            cases.push(Case::Simulate(options));
        }
    }
    vec![Block { cases, contenders: contenders::by_default(), seeds: seeds(size, 10) }]
}

/// As many variables as each can bear.
pub fn growth(size: Size) -> Vec<Block> {
    let drawn = |nodes: usize| {
        Case::Simulate(Options { nodes, samples: (2 * nodes).max(1000), ..Options::default() })
    };
    let block = |names: &[&str], sizes: &[usize]| Block {
        cases: sizes.iter().map(|&nodes| drawn(nodes)).collect(),
        contenders: contenders::named(names),
        seeds: seeds(size, 3),
    };
    let (slow, middling) = (["cam", "golem", "lingam"], ["notears", "dagma", "ccdr", "bregman"]);
    let fast = ["ges", "pc", "sort", "chow-liu"];
    match size {
        Full => vec![
            block(&slow, &[10, 20, 50, 100]),
            block(&middling, &[10, 20, 50, 100, 200]),
            block(&fast, &[10, 20, 50, 100, 200, 500, 1000]),
            block(&["search"], &[10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]),
        ],
        Quick => [&slow[..], &middling, &fast, &["search"]]
            .map(|names| block(names, &[8, 12, 20]))
            .to_vec(),
    }
}

/// From a fifth of the variables to five times as many rows.
pub fn few(size: Size) -> Vec<Block> {
    let (nodes, rows) = match size {
        Full => (100, vec![20, 50, 100, 200, 500]),
        Quick => (20, vec![10, 20, 50]),
    };
    let drawn = |samples: usize| Options { nodes, samples, ..Options::default() };
    let cases = rows.into_iter().map(|samples| Case::Simulate(drawn(samples))).collect();
    vec![Block { cases, contenders: contenders::by_default(), seeds: seeds(size, 5) }]
}
