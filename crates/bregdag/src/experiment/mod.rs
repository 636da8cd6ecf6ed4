//! How methods compare over many graphs: the numbers, the pictures and the tables.
//!
//! * [`statistics`] sums up many runs in a few numbers that say how sure they are.

pub mod statistics;
