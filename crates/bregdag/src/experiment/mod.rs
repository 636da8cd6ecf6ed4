//!
//! * [`statistics`] sums up many runs in a few numbers that say how sure they are.
//! * [`chart`] draws them as SVG, panel beside panel.

pub mod statistics;
pub mod chart;
