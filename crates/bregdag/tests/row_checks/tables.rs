//! Tables whose graph is known, with noise of several shapes, and what may be wrong with their rows.

use bregdag::Result;
use bregdag::data::{Block, Blocks};
use bregdag::graph::{Dag, Pdag};
use bregdag::prepare::{Gather, Keep, Options, Outliers, Prepared};
use bregdag::random::Stream;
use bregdag::study::{Setup, Study, learn};

/// A table as a file that is read at once.
pub struct Whole(Vec<String>, Option<Block>);

impl Blocks for Whole {
    fn names(&self) -> &[String] {
        &self.0
    }

    fn next_block(&mut self) -> Result<Option<Block>> {
        Ok(self.1.take())
    }
}

pub fn names(n: usize) -> Vec<String> {
    (1..=n).map(|j| format!("x{j}")).collect()
}

/// Prepared as a command would.
pub fn prepared(columns: &[Vec<f64>], outliers: Outliers) -> Prepared {
    let options = Options { outliers, keep: Keep::IfCheap, ..Options::default() };
    prepared_by(columns, options).unwrap()
}

pub fn prepared_by(columns: &[Vec<f64>], options: Options) -> Result<Prepared> {
    let names = names(columns.len());
    let block = Block { columns: columns.to_vec(), ..Block::default() };
    let mut gather = Gather::new(&names, options)?;
    gather.read(&mut Whole(names, Some(block)), &())?;
    gather.finish(&())
}

pub fn study(columns: &[Vec<f64>], outliers: Outliers) -> Study {
    learn(prepared(columns, outliers), &Setup::default(), &()).unwrap()
}

/// The shape of the noise, of variance one.
#[derive(Debug, Clone, Copy)]
pub enum Noise {
    Gaussian,
    T5,
    Laplace,
    Exponential,
}

impl Noise {
    pub fn draw(self, stream: &mut Stream) -> f64 {
        match self {
            Noise::Gaussian => stream.normal(),
            // Variance 5/3.
            Noise::T5 => stream.normal() / (stream.chi_square(5) / 3.0).sqrt(),
            Noise::Laplace => {
                let sign = if stream.uniform() < 0.5 { -1.0 } else { 1.0 };
                -sign * stream.open_uniform().ln() / 2f64.sqrt()
            }
            Noise::Exponential => -stream.open_uniform().ln() - 1.0,
        }
    }
}

/// A random graph with about as many edges as nodes, and rows of its equations.
pub struct Drawn {
    pub truth: Dag,
    pub columns: Vec<Vec<f64>>,
}

impl Drawn {
    /// `memory` is how far noise goes with that of the row before.
    pub fn new(n: usize, rows: usize, noise: Noise, memory: f64, seed: u64) -> Drawn {
        let mut stream = Stream::new(seed, 77);
        let order = stream.permutation(n);
        let mut parents: Vec<Vec<(usize, f64)>> = vec![vec![]; n];
        let share = 2.0 / (n as f64 - 1.0);
        for (place, &j) in order.iter().enumerate() {
            for &i in &order[..place] {
                if stream.uniform() < share {
                    let sign = if stream.uniform() < 0.5 { -1.0 } else { 1.0 };
                    parents[j].push((i, sign * (0.5 + 1.0 * stream.uniform())));
                }
            }
        }
        let mut columns = vec![vec![0.0; rows]; n];
        for &j in &order {
            let mut before = noise.draw(&mut stream);
            for r in 0..rows {
                let fresh = noise.draw(&mut stream);
                before = memory * before + (1.0 - memory * memory).sqrt() * fresh;
                let explained: f64 = parents[j].iter().map(|&(i, w)| w * columns[i][r]).sum();
                columns[j][r] = explained + before;
            }
        }
        let parents = parents.iter().map(|list| list.iter().map(|&(i, _)| i).collect()).collect();
        Drawn { truth: Dag::new(parents).unwrap(), columns }
    }

    /// Errors of a graph that was learned: pairs missing or extra, since directions may be open.
    pub fn wrong_pairs(&self, found: &Study) -> usize {
        let found = found.fit.answer.claim.graph();
        let truth = Pdag::from(&self.truth);
        wrong_pairs(&truth, &found)
    }
}

/// Pairs joined in one of two graphs.
pub fn wrong_pairs(a: &Pdag, b: &Pdag) -> usize {
    let n = a.nodes();
    let pairs = (0..n).flat_map(|j| (0..j).map(move |i| (i, j)));
    pairs.filter(|&(i, j)| a.is_adjacent(i, j) != b.is_adjacent(i, j)).count()
}

/// What may be wrong with rows.
#[derive(Debug, Clone, Copy)]
pub enum Fault {
    /// One row with a million everywhere.
    Million,
    /// One row, twenty deviations out in two variables.
    Lever,
    /// One row in twenty around a point eight deviations out in every variable.
    Cluster,
    /// One row in twenty, its values ten times as far out and without any relation.
    Scatter,
    /// One row in twenty with −999 in two variables.
    Codes,
}

pub const FAULTS: [Fault; 5] =
    [Fault::Million, Fault::Lever, Fault::Cluster, Fault::Scatter, Fault::Codes];

/// The same rows, some of them spoilt.
pub fn spoil(columns: &[Vec<f64>], fault: Fault, seed: u64) -> Vec<Vec<f64>> {
    let mut stream = Stream::new(seed, 78);
    let (n, rows) = (columns.len(), columns[0].len());
    let spread = |column: &Vec<f64>| {
        let mean = column.iter().sum::<f64>() / rows as f64;
        (column.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / rows as f64).sqrt()
    };
    let spreads: Vec<f64> = columns.iter().map(spread).collect();
    let two = stream.permutation(n);
    let signs: Vec<f64> = (0..n).map(|_| if stream.uniform() < 0.5 { -1.0 } else { 1.0 }).collect();
    let few = stream.permutation(rows);
    let few = &few[..rows / 20];
    let mut out = columns.to_vec();
    match fault {
        Fault::Million => out.iter_mut().for_each(|column| column[few[0]] = 1e6),
        Fault::Lever => two[..2].iter().for_each(|&j| out[j][few[0]] = 20.0 * spreads[j]),
        Fault::Codes => {
            two[..2].iter().for_each(|&j| few.iter().for_each(|&r| out[j][r] = -999.0));
        }
        Fault::Cluster | Fault::Scatter => {
            for j in 0..n {
                for &r in few {
                    let z = match fault {
                        Fault::Cluster => 8.0 * signs[j] + 0.3 * stream.normal(),
                        _ => 10.0 * stream.normal(),
                    };
                    out[j][r] = z * spreads[j];
                }
            }
        }
    }
    out
}
