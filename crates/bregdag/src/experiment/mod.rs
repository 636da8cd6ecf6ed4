//! How methods compare over many graphs: the numbers, the pictures and the tables.
//!
//! * [`statistics`] sums up many runs in a few numbers that say how sure they are.
//! * [`chart`] draws them as SVG, panel beside panel.
//! * [`table`] writes them for a README or for a paper.

pub mod statistics;
pub mod chart;
mod markup;
pub mod table;
