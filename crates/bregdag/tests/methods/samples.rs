//! Data for all methods.

use bregdag::data::{Environment, Rules};
use bregdag::prepare::{Preparation, Prepared};
use bregdag::random::Stream;
use bregdag::simulate::{self, simulate};
use bregdag::{Dataset, Moments, Table};

/// A table and its moments.
pub struct Sample {
    pub table: Table,
    pub moments: Moments,
}

impl Sample {
    pub fn of(table: Table) -> Sample {
        let moments = Moments::of(&table).unwrap();
        Sample { table, moments }
    }

    /// Columns x1, x2, …
    pub fn new(columns: Vec<Vec<f64>>) -> Sample {
        Sample::of(Table::new(names(columns.len()), columns).unwrap())
    }

    /// Rows of a random linear model with two edges for each node, if there is room. Noise variances
    /// are equal, or `uneven`.
    pub fn drawn(n: usize, rows: usize, uneven: bool, seed: u64) -> Sample {
        let degree = 2.min((n - 1) / 2);
        let noise_scale = if uneven { (1.0, 3.0) } else { (1.0, 1.0) };
        let (nodes, samples) = (n, rows);
        let options =
            simulate::Options { nodes, degree, samples, noise_scale, seed, ..Default::default() };
        Sample::of(simulate(&options).unwrap().table)
    }

    pub fn environment(&self) -> Environment<'_> {
        Environment { moments: &self.moments, rows: Some(&self.table), targets: &[] }
    }

    pub fn data(&self) -> Dataset<'_> {
        Dataset::of(self.environment())
    }

    pub fn prepared(&self) -> Prepared {
        Prepared {
            moments: self.moments.clone(),
            table: Some(self.table.clone()),
            groups: None,
            folds: vec![],
            preparation: Preparation::default(),
            warnings: vec![],
            look: Default::default(),
            sampled: None,
        }
    }

    /// The same columns with other names.
    pub fn renamed(&self, names: Vec<String>) -> Sample {
        Sample::of(Table::new(names, self.table.columns().to_vec()).unwrap())
    }

    /// The columns in another order: first column `order[0]`, and so on.
    pub fn permuted(&self, order: &[usize]) -> Sample {
        let (names, columns) = (self.table.names(), self.table.columns());
        let names = order.iter().map(|&j| names[j].clone()).collect();
        let columns = order.iter().map(|&j| columns[j].clone()).collect();
        Sample::of(Table::new(names, columns).unwrap())
    }
}

pub fn names(n: usize) -> Vec<String> {
    (1..=n).map(|j| format!("x{j}")).collect()
}

pub fn normals(stream: &mut Stream, rows: usize) -> Vec<f64> {
    (0..rows).map(|_| stream.normal()).collect()
}

/// Rules about x1, …, xn that some order agrees with: some pairs forwards in it are required, some of
/// all pairs forbidden, and for even seeds some variables are in tiers along it.
pub fn rules(n: usize, seed: u64) -> Rules {
    let mut stream = Stream::new(seed, 40);
    let (names, order) = (names(n), stream.permutation(n));
    let mut rules = Rules::default();
    for (a, b) in (0..n).flat_map(|b| (0..b).map(move |a| (a, b))) {
        let (first, second) = (names[order[a]].clone(), names[order[b]].clone());
        match stream.uniform() {
            u if u < 0.12 => rules.required_edges.push((first.clone(), second.clone())),
            u if u < 0.35 => rules.forbidden_edges.push((first.clone(), second.clone())),
            _ => {}
        }
        if stream.uniform() < 0.2 {
            rules.forbidden_edges.push((second, first));
        }
    }
    if seed.is_multiple_of(2) {
        rules.tiers = vec![vec![]; 3];
        for (k, &j) in order.iter().enumerate().filter(|_| stream.uniform() < 0.7) {
            rules.tiers[3 * k / n].push(names[j].clone());
        }
    }
    rules
}
