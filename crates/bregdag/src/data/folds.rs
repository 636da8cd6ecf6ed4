//! Rows to folds, one after another, without knowing how many rows will come.
//!
//! Of every K consecutive rows each goes to another of K folds, in a random order of its own. So the
//! folds differ by one row at most, and rows that come in groups (one day after the other, one clinic
//! after the other) are spread over all of them.

use crate::error::{Error, Result};
use crate::random::{Purpose, Stream};

/// More would be a slip of the keyboard: each fold is learned anew for every value of a path.
const MOST: usize = 1000;

/// The fold of every row.
#[derive(Debug, Clone)]
pub struct Folds {
    count: usize,
    seed: u64,
    /// The K rows asked for last, and their folds.
    group: Option<(u64, Vec<usize>)>,
}

impl Folds {
    /// K = `count` folds, from 2 to 1000.
    pub fn new(count: usize, seed: u64) -> Result<Folds> {
        if !(2..=MOST).contains(&count) {
            let (value, expected) = (count.to_string(), "a number from 2 to 1000");
            return Err(Error::Option { name: "folds", value, expected });
        }
        Ok(Folds { count, seed, group: None })
    }

    /// What to say where there are fewer rows than folds.
    pub(crate) fn more_than_rows(&self) -> Error {
        let (value, expected) = (self.count.to_string(), "no more folds than rows");
        Error::Option { name: "folds", value, expected }
    }

    /// How many there are, K.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The fold, from 0, of a row, from 0. It depends on K and the seed alone; asking in the order of
    /// the rows is fastest.
    pub fn of(&mut self, row: u64) -> usize {
        let count = self.count as u64;
        let (wanted, place) = (row / count, (row % count) as usize);
        match &self.group {
            Some((group, folds)) if *group == wanted => folds[place],
            _ => {
                let mut stream = Stream::of(self.seed, Purpose::Folds(wanted));
                let folds = stream.permutation(self.count);
                let fold = folds[place];
                self.group = Some((wanted, folds));
                fold
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_are_balanced_random_and_the_same_in_any_order() {
        let mut folds = Folds::new(5, 3).unwrap();
        let forward: Vec<usize> = (0..1003).map(|row| folds.of(row)).collect();
        for end in [5, 500, 1003] {
            let sizes = [0, 1, 2, 3, 4].map(|k| forward[..end].iter().filter(|&&f| f == k).count());
            assert!(sizes.iter().all(|&size| size == end / 5 || size == end / 5 + 1), "{sizes:?}");
        }
        assert!((0..1003).rev().all(|row| folds.of(row) == forward[row as usize]));
        let firsts: Vec<usize> = forward.chunks(5).map(|group| group[0]).collect();
        let zeros = firsts.iter().filter(|&&fold| fold == 0).count();
        // 201 groups, a fifth of them each: mean 40, standard deviation 5.7; four of them.
        assert!(zeros.abs_diff(40) < 23, "{zeros}");
        let mut other = Folds::new(5, 4).unwrap();
        assert!((0..1003).any(|row| other.of(row) != forward[row as usize]));
    }

    #[test]
    fn one_fold_or_very_many_are_refused() {
        assert!(Folds::new(2, 0).is_ok());
        for count in [0, 1, 1001, usize::MAX] {
            assert!(Folds::new(count, 0).is_err(), "{count}");
        }
    }
}
