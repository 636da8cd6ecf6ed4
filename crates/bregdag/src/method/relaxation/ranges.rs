//! Checks of options that several relaxations have.

use crate::error::{Error, Result};
use crate::model::Threshold;

fn finite(name: &'static str, value: f64, ok: bool, expected: &'static str) -> Result<()> {
    match ok && value.is_finite() {
        true => Ok(()),
        false => Err(Error::Option { name, value: value.to_string(), expected }),
    }
}

/// A finite number ≥ 0.
pub fn at_least_zero(name: &'static str, x: f64) -> Result<()> {
    finite(name, x, x >= 0.0, "a finite number ≥ 0")
}

/// A finite number > 0.
pub fn positive(name: &'static str, x: f64) -> Result<()> {
    finite(name, x, x > 0.0, "a finite number > 0")
}

/// A number between two others.
pub fn between(
    name: &'static str,
    x: f64,
    range: std::ops::RangeInclusive<f64>,
    expected: &'static str,
) -> Result<()> {
    finite(name, x, range.contains(&x), expected)
}

/// A threshold of a finite number ≥ 0, or automatic.
pub fn threshold(threshold: Threshold) -> Result<()> {
    match threshold {
        Threshold::At(value) => at_least_zero("threshold", value),
        Threshold::Auto => Ok(()),
    }
}

/// A limit of at least one.
pub fn at_least_one(name: &'static str, count: usize) -> Result<()> {
    match count {
        0 => Err(Error::Option { name, value: "0".into(), expected: "a whole number, at least 1" }),
        _ => Ok(()),
    }
}
