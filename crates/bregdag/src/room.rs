//! Memory is asked for before it is taken: what work needs is estimated from the numbers of columns and rows ([`Footprint`]),
//! and refused where that is more than the front end knows to be free ([`Watch::room`]).

use crate::error::{Error, Result};
use crate::watch::Watch;

/// Bytes of a number.
const NUMBER: f64 = 8.0;

/// Bytes of so many matrices with a number for every pair of columns.
pub(crate) fn squares(count: f64, columns: usize) -> u64 {
    (count * NUMBER * (columns as f64).powi(2)) as u64
}

/// Bytes of all numbers of a table, so many times.
pub(crate) fn tables(count: f64, columns: usize, rows: u64) -> u64 {
    (count * NUMBER * columns as f64 * rows as f64) as u64
}

/// What a method takes of memory beside its data, at its height; with its equations. A test compares it with what is taken.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Footprint {
    /// Matrices of n × n numbers where there are not more rows than columns.
    pub wide: f64,
    /// The same where there are.
    pub long: f64,
    /// Copies of the rows.
    pub tables: f64,
    /// Bytes for each column.
    pub per_column: u64,
    /// Bytes whatever the columns; with fewer rows than columns, in proportion less: these bear fewer edges.
    pub base: u64,
}

impl Footprint {
    /// So many matrices, and two kilobytes and a half for each column: its name, its equation and the like.
    pub(crate) fn squares(wide: f64, long: f64) -> Footprint {
        Footprint { wide, long, per_column: 2500, ..Footprint::default() }
    }

    /// Bytes for so many columns and rows.
    pub fn bytes(&self, columns: usize, rows: u64) -> u64 {
        let count = if rows <= columns as u64 { self.wide } else { self.long };
        let beside = self.per_column.saturating_mul(columns as u64);
        let filled = (rows as f64 / (columns as f64).max(1.0)).min(1.0);
        let beside = beside.saturating_add((self.base as f64 * filled) as u64);
        let whole = squares(count, columns).saturating_add(tables(self.tables, columns, rows));
        whole.saturating_add(beside)
    }

    /// What each takes the more of.
    pub fn and(self, other: Footprint) -> Footprint {
        Footprint {
            wide: self.wide.max(other.wide),
            long: self.long.max(other.long),
            tables: self.tables.max(other.tables),
            per_column: self.per_column.max(other.per_column),
            base: self.base.max(other.base),
        }
    }
}

/// Refuses work on so many columns and rows for which there is no room. Of a table that is not read yet, `rows` is 0.
pub(crate) fn check(columns: usize, rows: u64, needed: u64, watch: &dyn Watch) -> Result<()> {
    match watch.room().filter(|&free| needed > free) {
        Some(free) => Err(Error::TooLarge { columns, rows, needed, free }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Room(Option<u64>);

    impl Watch for Room {
        fn room(&self) -> Option<u64> {
            self.0
        }
    }

    #[test]
    fn work_is_refused_where_there_is_no_room() {
        let needed = squares(2.0, 20_000);
        assert_eq!((needed, tables(0.5, 1000, 10)), (6_400_000_000, 40_000));
        let said = |rows, free| {
            check(20_000, rows, needed, &Room(free)).map_err(|error| error.to_string())
        };
        assert_eq!(said(3, None), Ok(()));
        assert_eq!(said(3, Some(needed)), Ok(()));
        assert_eq!(
            said(3, Some(4_000_000_000)).unwrap_err(),
            "there is not enough memory: 20000 columns of 3 rows take about 6.4 GB, and 4.0 GB are free; \
             choose some of the columns (`columns`, `drop`), or give it more memory"
        );
        assert!(
            said(0, Some(0))
                .unwrap_err()
                .contains("20000 columns take at least about 6.4 GB, and 0 kB")
        );
        // More than can be counted is more than there is.
        assert_eq!(squares(1.0, usize::MAX), u64::MAX);
        let footprint = Footprint::squares(1.0, 2.0);
        assert_eq!(footprint.bytes(usize::MAX, 1), u64::MAX);
        assert!(footprint.bytes(10, 11) > footprint.bytes(10, 10));
    }
}
