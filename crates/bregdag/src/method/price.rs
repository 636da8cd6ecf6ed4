//! The factor of the price of an edge: its range, and the values of its path.

use super::grid::Grid;
use crate::error::{Error, Result};

/// An eighth to eight times the price of an edge, by √2.
const FACTORS: Grid = Grid { below: 6, above: 6, ratio: std::f64::consts::SQRT_2 };

/// Refuses a factor beyond its range: there, prices drown in rounding or drown everything else.
pub(super) fn check(factor: f64) -> Result<()> {
    if (1e-6..=1e6).contains(&factor) {
        return Ok(());
    }
    let (value, expected) = (factor.to_string(), "a number from 1e-6 to 1e6");
    Err(Error::Option { name: "penalty-factor", value, expected })
}

/// The factor, and others around it as far as their range goes.
pub(super) fn path(factor: f64) -> Result<(f64, Vec<f64>)> {
    check(factor)?;
    Ok((factor, FACTORS.around(factor).filter(|&value| check(value).is_ok()).collect()))
}
