//! Memory is asked for before it is taken: what work needs is estimated from the numbers of columns and rows, and refused where
//! that is more than a front end knows to be free ([`Watch::room`]).

use crate::error::{Error, Result};
use crate::watch::Watch;

/// Bytes of a number.
const NUMBER: u64 = 8;

/// Bytes of so many numbers for every pair of columns.
pub fn squares(count: f64, columns: usize) -> u64 {
    (count * NUMBER as f64 * (columns as f64).powi(2)) as u64
}

/// Bytes of every number of a table, so many times.
pub fn tables(count: f64, columns: usize, rows: u64) -> u64 {
    (count * NUMBER as f64 * columns as f64 * rows as f64) as u64
}

/// Work that takes memory.
#[derive(Debug, Clone, Copy)]
pub struct Work {
    /// As in "reading" or "learning from" so many columns.
    pub what: &'static str,
    pub columns: usize,
    /// Of a table that is still read, those so far.
    pub rows: u64,
    /// What it takes beyond what is taken already.
    pub bytes: u64,
}

impl Work {
    /// Refuses the work where there is no room for it.
    pub fn check(self, watch: &dyn Watch) -> Result<()> {
        let Work { what, columns, rows, bytes } = self;
        match watch.room().filter(|&free| bytes > free) {
            Some(free) => Err(Error::TooLarge { what, columns, rows, needed: bytes, free }),
            None => Ok(()),
        }
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
        let bytes = squares(2.0, 20_000);
        assert_eq!((bytes, tables(0.5, 1000, 10)), (6_400_000_000, 40_000));
        let work = Work { what: "learning from", columns: 20_000, rows: 3, bytes };
        let said = |free| work.check(&Room(free)).map_err(|error| error.to_string());
        assert_eq!(said(None), Ok(()));
        assert_eq!(said(Some(bytes)), Ok(()));
        assert_eq!(
            said(Some(4_000_000_000)).unwrap_err(),
            "there is not enough memory: learning from 20000 columns of 3 rows takes about 6.4 GB, and \
             4.0 GB are free; choose some of the columns (`columns`, `drop`), or give it more memory"
        );
        // More than can be counted is more than there is.
        assert_eq!(squares(1.0, usize::MAX), u64::MAX);
    }
}
