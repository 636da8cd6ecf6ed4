//! The smooth functions of all variables and their products over the rows, each computed once: a regression of any variable on
//! any others then takes no more pass over the rows.

use std::sync::OnceLock;

use super::additive::Regression;
use super::pairs::Pairs;
use super::{Basis, Rows};
use crate::data::Table;
use crate::linalg::{Matrix, product};
use crate::parallel::for_each_long_while;
use crate::watch::{Stop, Watch};

/// The functions of one rank.
pub struct Space {
    bases: Vec<Basis>,
    /// B_iᵀB_j.
    products: Pairs,
    rows: f64,
}

impl Space {
    /// Of all columns of a table. `None` where a column has too few values.
    pub fn new(
        table: &Table,
        rows: &Rows,
        rank: usize,
        watch: &dyn Watch,
    ) -> Result<Option<Space>, Stop> {
        let mut bases = vec![None; table.columns().len()];
        for_each_long_while(&mut bases, &mut || watch.go_on(), |j, basis| {
            *basis = Basis::new(&table.columns()[j], rows, rank);
        })?;
        let n = bases.len();
        let bases: Option<Vec<Basis>> = bases.into_iter().collect();
        Ok(bases.map(|bases| Space { bases, products: Pairs::of(n), rows: rows.count() }))
    }

    /// The functions of a variable.
    pub fn basis(&self, variable: usize) -> &Basis {
        &self.bases[variable]
    }

    /// B_iᵀB_j, i < j.
    fn product(&self, i: usize, j: usize) -> &Matrix {
        let values = |k: usize| self.bases[k].values();
        self.products.get(i, j, || product(&values(i).transpose(), values(j)))
    }

    /// Σ_r w_r b_ia(x_r) b_jb(x_r).
    fn entry(&self, (i, a): (usize, usize), (j, b): (usize, usize)) -> f64 {
        match i.cmp(&j) {
            std::cmp::Ordering::Less => self.product(i, j)[(a, b)],
            std::cmp::Ordering::Greater => self.product(j, i)[(b, a)],
            std::cmp::Ordering::Equal => f64::from(a == b),
        }
    }

    /// The regression of a variable, centred and of length one, on smooth functions of others.
    pub fn regression(&self, target: usize, parents: &[usize]) -> Regression {
        let size = |&i: &usize| self.bases[i].roughness().len();
        let (mut columns, mut terms) = (vec![], vec![]);
        for &i in parents {
            terms.push(columns.len()..columns.len() + size(&i));
            columns.extend((0..size(&i)).map(|a| (i, a)));
        }
        let gram = self.gram(parents, &terms, columns.len());
        // The first function of the target is the target itself.
        let cross = columns.iter().map(|&column| self.entry(column, (target, 0))).collect();
        let roughness = columns.iter().map(|&(i, a)| self.bases[i].roughness()[a]).collect();
        Regression { gram, cross, roughness, terms, rows: self.rows }
    }

    fn gram(&self, parents: &[usize], terms: &[std::ops::Range<usize>], size: usize) -> Matrix {
        let mut gram = Matrix::identity(size);
        for (p, q) in (0..parents.len()).flat_map(|q| (0..q).map(move |p| (p, q))) {
            for (a, row) in terms[p].clone().enumerate() {
                for (b, column) in terms[q].clone().enumerate() {
                    let entry = self.entry((parents[p], a), (parents[q], b));
                    gram[(row, column)] = entry;
                    gram[(column, row)] = entry;
                }
            }
        }
        gram
    }
}

/// The functions of every rank up to the largest, made when they are needed: a regression on many variables
/// has fewer functions of each.
pub struct Spaces<'a> {
    table: &'a Table,
    rows: Rows,
    rank: usize,
    /// Of ranks 3, 4, …
    of_rank: Vec<OnceLock<Option<Space>>>,
}

/// The smallest rank: a line and one curve.
const LEAST_RANK: usize = 3;
/// Rows that each function should have.
const ROWS_EACH: f64 = 3.0;

impl<'a> Spaces<'a> {
    /// With up to `rank` functions of each variable; those of the largest are made at once.
    pub fn new(
        table: &'a Table,
        rows: Rows,
        rank: usize,
        watch: &dyn Watch,
    ) -> Result<Spaces<'a>, Stop> {
        let rank = rank.max(LEAST_RANK);
        let of_rank = (LEAST_RANK..=rank).map(|_| OnceLock::new()).collect();
        let spaces = Spaces { table, rows, rank, of_rank };
        let first = spaces.rank_for(1);
        let made = Space::new(table, &spaces.rows, first, watch)?;
        spaces.of_rank[first - LEAST_RANK].get_or_init(|| made);
        Ok(spaces)
    }

    /// m/(3 p) functions of each of p variables at most, as in the package.
    fn rank_for(&self, parents: usize) -> usize {
        let (m, p) = (self.rows.count(), parents.max(1) as f64);
        match m / p < ROWS_EACH * self.rank as f64 {
            false => self.rank,
            true => ((m / (ROWS_EACH * p)).ceil() as usize).clamp(LEAST_RANK, self.rank),
        }
    }

    /// The functions for a regression on so many variables. `None` where a column has too few values.
    pub fn of(&self, parents: usize) -> Option<&Space> {
        let rank = self.rank_for(parents);
        let place = &self.of_rank[rank - LEAST_RANK];
        if place.get().is_none() {
            // Made outside of the lock: what runs in parallel inside might come back to it.
            let made = Space::new(self.table, &self.rows, rank, &()).ok().flatten();
            place.get_or_init(|| made);
        }
        place.get().and_then(Option::as_ref)
    }
}
