//! Memory for many sets, asked for before it is used.

use crate::watch::Stop;

/// Why a proof ended before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// Someone stopped it.
    Stop(Stop),
    /// There is not enough memory.
    Memory,
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stop(stop)
    }
}

/// An empty list with room for so many.
pub fn reserve<T>(count: usize) -> Result<Vec<T>, Halt> {
    let mut list = vec![];
    list.try_reserve_exact(count).map_err(|_| Halt::Memory)?;
    Ok(list)
}

/// A list of so many of the same.
pub fn filled<T: Clone>(count: usize, value: T) -> Result<Vec<T>, Halt> {
    let mut list = reserve(count)?;
    list.resize(count, value);
    Ok(list)
}
