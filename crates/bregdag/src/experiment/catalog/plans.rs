//! What each experiment fits.
//!
//! The paper speaks of graphs with kn edges, k = 2 and 4, and also of 50 or 100 edges at n = 50, which is kn/2: k may count the
//! edges of a variable in one direction or in both. The second reading of k is the first one of k/2, so that grids with 1, 2 and
//! 4 edges a variable hold both.

use super::Size::{self, Full, Quick};
use super::contenders::{self, LAMBDAS, ONE_LAMBDA, flopsearch, public_notears, strongest};
use crate::experiment::plan::{Block, Case, Contender, Files};
use crate::simulate::GraphKind::{self, ErdosRenyi, ScaleFree};
use crate::simulate::Noise::{Exponential, Gaussian, Gumbel, Laplace, T3, Uniform};
use crate::simulate::WeightKind::{Onion, Positive, Signed, Unit};
use crate::simulate::{Noise, Options, WeightKind};

/// The noises of the paper.
const NOISES: [Noise; 3] = [Gaussian, Exponential, Gumbel];
/// The generator of the paper's public code draws weights that are all one unless told otherwise.
const PAPERS: WeightKind = Unit;
/// As far apart as units may be.
const FACTORS: (f64, f64) = (0.1, 10.0);
/// As many tables of a kind as the paper has, where a fit of NOTEARS takes up to a minute.
const PAPERS_SEEDS: u64 = 2;
/// Few tables for public programs: they take minutes where ours take milliseconds.
const PUBLIC_SEEDS: [u64; 2] = [0, 1];
/// And one of a kind for the public NOTEARS, which takes up to ten minutes with few rows.
const NOTEARS_SEEDS: [u64; 1] = [0];

/// Who and what may take part beside our methods and drawn tables.
#[derive(Debug, Clone, Default)]
pub struct Guests {
    /// The first words of a command that is a public program: the next word says which, then come a table to read and a file to
    /// write. Without it there are none.
    pub rivals: Vec<String>,
    /// A real table.
    pub table: Option<Files>,
}

impl Guests {
    /// Public programs on these tables, if there are any.
    fn on(&self, cases: Vec<Case>, who: fn(&[String]) -> Vec<Contender>) -> Vec<Block> {
        self.drawn_with(&PUBLIC_SEEDS, cases, who)
    }

    /// The same on tables drawn with these seeds.
    fn drawn_with(
        &self,
        seeds: &[u64],
        cases: Vec<Case>,
        who: fn(&[String]) -> Vec<Contender>,
    ) -> Vec<Block> {
        match self.rivals.is_empty() {
            true => vec![],
            false => vec![Block { cases, contenders: who(&self.rivals), seeds: seeds.into() }],
        }
    }
}

fn seeds(size: Size, full: u64) -> Vec<u64> {
    (0..if size == Quick { 2 } else { full }).collect()
}

/// One of two grids.
fn of<T: Clone>(size: Size, full: &[T], quick: &[T]) -> Vec<T> {
    if size == Full { full.to_vec() } else { quick.to_vec() }
}

fn drawn(options: impl IntoIterator<Item = Options>) -> Vec<Case> {
    options.into_iter().map(Case::Simulate).collect()
}

/// Graphs as the paper draws them.
fn papers(graph: GraphKind, degree: usize, nodes: usize, samples: usize, noise: Noise) -> Options {
    let weights = PAPERS;
    Options { graph, degree, nodes, samples, noise, weights, ..Options::default() }
}

/// The same with weights of both signs, and those again in columns of one variance.
fn signed(options: &Options) -> [Options; 2] {
    let signed = Options { weights: Signed, ..options.clone() };
    [signed.clone(), Options { standardize: true, ..signed }]
}

/// SHD, FDR and TPR against n for two numbers of rows, three noises, two kinds of graphs in both readings of k. The paper's text
/// does not name the n; these are ours.
pub fn figure1(size: Size, guests: &Guests) -> Vec<Block> {
    let (mut blocks, mut plain) = (vec![], vec![]);
    for (nodes, tables) in of(size, &[(10, 10), (20, 10), (50, PAPERS_SEEDS)], &[(10, 2), (20, 2)])
    {
        let mut cases = of_figure1(nodes, &NOISES);
        cases.extend([(ErdosRenyi, 2), (ScaleFree, 4)].iter().flat_map(|&(graph, degree)| {
            [50, 200].iter().flat_map(move |&m| signed(&papers(graph, degree, nodes, m, Gaussian)))
        }));
        plain.extend([50, 200].map(|samples| papers(ErdosRenyi, 2, nodes, samples, Gaussian)));
        let (cases, contenders) = (drawn(cases), contenders::all(&LAMBDAS));
        blocks.push(Block { cases, contenders, seeds: seeds(size, tables) });
    }
    if size == Full {
        // NOTEARS takes minutes here, so that only what the paper shows is there, and one noise.
        let mut contenders = contenders::named(&["search", "bregman"]);
        contenders.extend(contenders::of_the_paper(&LAMBDAS));
        contenders.extend(contenders::named(&["ges", "cam"]));
        let cases = drawn(of_figure1(100, &[Gaussian]));
        blocks.push(Block { cases, contenders, seeds: seeds(size, PAPERS_SEEDS) });
    }
    blocks.extend(guests.on(drawn(plain), strongest));
    blocks
}

/// Its graphs in both readings of k, and its numbers of rows.
fn of_figure1(nodes: usize, noises: &[Noise]) -> Vec<Options> {
    let mut cases = vec![];
    for (graph, degree) in [(ErdosRenyi, 1), (ErdosRenyi, 2), (ScaleFree, 2), (ScaleFree, 4)] {
        for samples in [50, 200] {
            let at = |&noise| papers(graph, degree, nodes, samples, noise);
            cases.extend(noises.iter().map(at));
        }
    }
    cases
}

/// One point for each table and method, n = 50.
pub fn figure2(size: Size, guests: &Guests) -> Vec<Block> {
    let nodes = if size == Full { 50 } else { 12 };
    let (mut cases, mut timed) = (vec![], vec![]);
    let (mut strong, mut others) = (vec![], vec![]);
    for samples in of(size, &[20, 50, 100, 200, 500, 1000], &[50, 200]) {
        let at = |degree, noise| papers(ErdosRenyi, degree, nodes, samples, noise);
        for degree in [1, 2, 4] {
            cases.extend(NOISES.map(|noise| at(degree, noise)));
        }
        others.extend(signed(&at(2, Gaussian)));
        strong.push(at(2, Gaussian));
        // Both readings of k = 2. With more edges the public NOTEARS takes ten minutes and more.
        timed.extend([at(1, Gaussian), at(2, Gaussian)]);
    }
    strong.extend(others.iter().cloned());
    cases.extend(others);
    let some = drawn(strong);
    let mut blocks = guests.on(some.clone(), strongest);
    let public = |command: &[String]| vec![public_notears(command)];
    blocks.extend(guests.drawn_with(&NOTEARS_SEEDS, drawn(timed), public));
    // With the paper's settings NOTEARS is everywhere; with its defaults, which take as long, where the public programs are.
    let (notears, contenders) =
        contenders::all(&ONE_LAMBDA).into_iter().partition(|one| one.label() == "notears");
    let seeds = seeds(size, PAPERS_SEEDS);
    blocks.push(Block { cases: drawn(cases), contenders, seeds: seeds.clone() });
    blocks.push(Block { cases: some, contenders: notears, seeds });
    blocks
}

/// The twelve kinds of data, in both readings of k.
pub fn supplement(size: Size, guests: &Guests) -> Vec<Block> {
    let nodes = if size == Full { 50 } else { 12 };
    let (mut cases, mut some) = (vec![], vec![]);
    for graph in [ErdosRenyi, ScaleFree] {
        for degree in of(size, &[1, 2, 4], &[1, 2]) {
            for samples in [50, 200] {
                let at = |noise| papers(graph, degree, nodes, samples, noise);
                cases.extend(NOISES.map(at));
                some.extend((degree == 2).then(|| at(Exponential)));
            }
        }
    }
    let contenders = contenders::all(&LAMBDAS);
    let seeds = seeds(size, PAPERS_SEEDS);
    let mut blocks = vec![Block { cases: drawn(cases), contenders, seeds }];
    blocks.extend(guests.on(drawn(some), strongest));
    blocks
}

/// Weights of three kinds, and variants of the method that allow other signs.
pub fn signs(size: Size, guests: &Guests) -> Vec<Block> {
    let nodes = if size == Full { 50 } else { 12 };
    let mut cases = vec![];
    for weights in [Unit, Positive, Signed] {
        for samples in [200, 1000] {
            cases.push(Options { nodes, samples, weights, ..Options::default() });
        }
    }
    let mut contenders = contenders::named(&["search", "bregman", "notears"]);
    for variant in ["positive", "split", "signed"] {
        let label = format!("bregman, {variant} (paper)");
        contenders.push(contenders::published(variant, &label, 1e-6));
    }
    let some = drawn(cases.iter().filter(|options| options.samples == 200).cloned());
    let mut blocks = vec![Block { cases: drawn(cases), contenders, seeds: seeds(size, 10) }];
    blocks.extend(guests.on(some, strongest));
    blocks
}

/// The same graphs with columns as they are, of one variance, of random variances, and with weights that leave no trace in them;
/// a real table likewise.
pub fn scale(size: Size, guests: &Guests) -> Vec<Block> {
    let nodes = if size == Full { 50 } else { 12 };
    let raw = Options { nodes, samples: 1000, ..Options::default() };
    let cases = vec![
        raw.clone(),
        Options { standardize: true, ..raw.clone() },
        Options { rescale: Some(FACTORS), ..raw.clone() },
        Options { weights: Onion, ..raw },
    ];
    let mut blocks = guests.on(drawn(cases.clone()), strongest);
    let contenders = contenders::by_default();
    blocks.push(Block { cases: drawn(cases), contenders, seeds: seeds(size, 10) });
    blocks.extend(guests.table.iter().flat_map(|table| in_other_units(table, guests, size)));
    blocks
}

/// A real table as it is, with columns of one variance, and in random units.
fn in_other_units(table: &Files, guests: &Guests, size: Size) -> [Block; 2] {
    let standardized = Files { standardize: true, ..table.clone() };
    let rescaled = Files { rescale: Some(FACTORS), ..table.clone() };
    let mut contenders = contenders::by_default();
    if !guests.rivals.is_empty() {
        contenders.extend(strongest(&guests.rivals));
    }
    let cases = vec![Case::Table(table.clone()), Case::Table(standardized)];
    [
        Block { cases, contenders: contenders.clone(), seeds: vec![0] },
        Block { cases: vec![Case::Table(rescaled)], contenders, seeds: seeds(size, 10) },
    ]
}

/// Six noises of equal, mildly and widely different variances.
pub fn noise(size: Size, guests: &Guests) -> Vec<Block> {
    let nodes = if size == Full { 30 } else { 12 };
    let mut cases = vec![];
    for noise in [Gaussian, Exponential, Gumbel, Uniform, Laplace, T3] {
        for noise_scale in [(1.0, 1.0), (0.8, 1.25), (0.5, 2.0)] {
            cases.push(Options { nodes, samples: 500, noise, noise_scale, ..Options::default() });
        }
    }
    let some = |options: &&Options| [Gaussian, Exponential].contains(&options.noise);
    let mut blocks = guests.on(drawn(cases.iter().filter(some).cloned()), strongest);
    let contenders = contenders::by_default();
    blocks.push(Block { cases: drawn(cases), contenders, seeds: seeds(size, 10) });
    blocks
}

/// So many rows has a table of `growth` with these variables.
pub(super) fn rows_of(nodes: usize) -> usize {
    (2 * nodes).max(1000)
}

/// In `growth`, tables with more and more rows have so many variables.
const WITH_MANY_ROWS: [(Size, usize); 2] = [(Full, 50), (Quick, 12)];

/// Whether tables of `growth` with so many variables have more and more rows.
pub(super) fn has_many_rows(nodes: usize) -> bool {
    WITH_MANY_ROWS.iter().any(|(_, many)| *many == nodes)
}

/// As many variables, and as many rows, as each can bear.
pub fn growth(size: Size, guests: &Guests) -> Vec<Block> {
    let wide = |&nodes: &usize| Options { nodes, samples: rows_of(nodes), ..Options::default() };
    let nodes = WITH_MANY_ROWS.iter().find(|(of, _)| *of == size).map_or(0, |(_, nodes)| *nodes);
    let long = |&samples: &usize| Options { nodes, samples, ..Options::default() };
    let block = |names: &[&str], tables: u64, cases: Vec<Options>| Block {
        cases: drawn(cases),
        contenders: contenders::named(names),
        seeds: seeds(size, tables),
    };
    // By speed.
    let (slow, middling) = (["cam", "notears"], ["golem", "lingam", "dagma", "ccdr", "bregman"]);
    let fast = ["ges", "pc", "sort", "chow-liu", "search"];
    let all = [&slow[..], &middling, &fast].concat();
    if size == Quick {
        let wider: Vec<Options> = [8, 12, 20].iter().map(wide).collect();
        let longer = [100, 200, 400].iter().map(long).collect();
        let public = guests.on(drawn(wider.clone()), strongest);
        return [vec![block(&all, 2, wider), block(&all, 2, longer)], public].concat();
    }
    let rows = |most: usize| [100, 1000, 10_000, 100_000].into_iter().filter(move |&m| m <= most);
    let at_sizes = |names: &[&str], tables, nodes: &[usize]| {
        block(names, tables, nodes.iter().map(wide).collect())
    };
    // Each as far as a fit stays below ten minutes and half the memory of a laptop, or to 10 000 variables. Where one stops, its
    // growth until there says that the next size would take more.
    let mut blocks = vec![
        at_sizes(&all, 2, &[10, 20, 50]),
        at_sizes(&all, 1, &[100, 200]),
        at_sizes(&middling, 1, &[500]),
        at_sizes(&["cam"], 1, &[500, 1000]),
        at_sizes(&["bregman", "ccdr", "dagma"], 1, &[1000]),
        at_sizes(&["ccdr"], 1, &[2000, 5000]),
        at_sizes(&fast, 1, &[500, 1000, 2000]),
        at_sizes(&fast, 1, &[5000]),
        // The search begins again from other orders longer than that; one descent is below.
        at_sizes(&["pc", "sort", "chow-liu"], 1, &[10_000]),
        block(&all, 1, rows(10_000).map(|m| long(&m)).collect()),
        block(&all[1..], 1, rows(100_000).map(|m| long(&m)).collect()),
    ];
    let largest: Vec<Options> = [1000, 2000, 5000, 10_000].iter().map(wide).collect();
    let contenders = vec![contenders::one_descent()];
    blocks.push(Block { cases: drawn(largest), contenders, seeds: seeds(size, 1) });
    let public: Vec<Options> = [10, 20, 50].iter().map(wide).collect();
    blocks.extend(guests.on(drawn(public), strongest));
    let more: Vec<Options> = [100, 200, 500].iter().map(wide).collect();
    blocks.extend(guests.on(drawn(more), |command| vec![flopsearch(command)]));
    blocks
}

/// From a fifth of the variables to five times as many rows.
pub fn few(size: Size, guests: &Guests) -> Vec<Block> {
    let (nodes, rows) = match size {
        Full => (100, vec![20, 50, 100, 200, 500]),
        Quick => (20, vec![10, 20, 50]),
    };
    let at = |samples: usize| Options { nodes, samples, ..Options::default() };
    let cases: Vec<Options> = rows.into_iter().map(at).collect();
    let as_many = drawn([at(nodes)]);
    let mut blocks = guests.on(as_many, strongest);
    let only = |command: &[String]| vec![flopsearch(command)];
    blocks.extend(guests.on(drawn(cases.clone()), only));
    let contenders = contenders::by_default();
    blocks.push(Block { cases: drawn(cases), contenders, seeds: seeds(size, 3) });
    blocks
}
