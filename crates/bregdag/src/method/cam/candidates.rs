//! Which variables may act on which: those that boosting chooses in more than 2 % of its steps, and of these at most
//! ten, fewer where the eleventh is chosen as often.

use crate::data::Table;
use crate::parallel::for_each_long_while;
use crate::smooth::{Learners, Rows, STEPS};
use crate::watch::{Stop, Watch};

/// Steps that do not count, of a hundred.
const BY_CHANCE: usize = STEPS / 50;
const MOST: usize = 10;

/// For each variable the others that may act on it. `None` where a column does not vary.
pub fn neighbours(
    table: &Table,
    rows: &Rows,
    straight: bool,
    watch: &dyn Watch,
) -> Result<Option<Vec<Vec<usize>>>, Stop> {
    let Some(learners) = Learners::new(table, rows, straight, watch)? else { return Ok(None) };
    let mut found = vec![vec![]; table.columns().len()];
    for_each_long_while(&mut found, &mut || watch.go_on(), |j, found| {
        *found = often(&learners.chosen(j));
    })?;
    Ok(Some(found))
}

/// Those that are chosen often.
fn often(counts: &[usize]) -> Vec<usize> {
    let mut sorted = counts.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let least = sorted.get(MOST).map_or(BY_CHANCE, |&eleventh| eleventh.max(BY_CHANCE));
    (0..counts.len()).filter(|&i| counts[i] > least).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_at_the_end_of_the_list_go() {
        assert_eq!(often(&[0, 2, 3, 95]), [2, 3]);
        let mut counts = vec![9; 12];
        assert!(often(&counts).is_empty());
        counts[3] = 10;
        assert_eq!(often(&counts), [3]);
    }
}
