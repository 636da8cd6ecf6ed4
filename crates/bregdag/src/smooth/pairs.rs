//! One matrix for each pair of variables, made when it is first asked for.

use std::sync::OnceLock;

use crate::linalg::Matrix;

pub struct Pairs(Vec<OnceLock<Matrix>>);

impl Pairs {
    /// Of so many variables.
    pub fn of(variables: usize) -> Pairs {
        let count = variables * variables.saturating_sub(1) / 2;
        Pairs((0..count).map(|_| OnceLock::new()).collect())
    }

    /// That of i < j.
    pub fn get(&self, i: usize, j: usize, make: impl FnOnce() -> Matrix) -> &Matrix {
        let place = &self.0[j * (j - 1) / 2 + i];
        if let Some(made) = place.get() {
            return made;
        }
        // Made outside of the lock: what runs in parallel inside might come back to it.
        let made = make();
        place.get_or_init(|| made)
    }
}
