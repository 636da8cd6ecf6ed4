//! Other units: columns X'_j = c_j X_j satisfy X' = X'W' + E' with W'_ij = W_ij·c_j/c_i.

use super::weights::uniform_in;
use crate::error::{Error, Result};
use crate::model::WeightedDag;
use crate::random::{Purpose, Stream};

/// Brings the columns to mean 0 and variance 1: c_j = 1/sd_j.
pub(super) fn standardize(
    names: &[String],
    columns: &mut [Vec<f64>],
    truth: &WeightedDag,
) -> Result<WeightedDag> {
    let mut deviations = Vec::with_capacity(names.len());
    for (name, column) in names.iter().zip(columns) {
        deviations.push(standardize_one(name, column)?);
    }
    with_weights(truth, |i, j| deviations[i] / deviations[j])
}

/// Brings a column to mean 0 and variance 1 and returns the standard deviation it had.
fn standardize_one(name: &str, column: &mut [f64]) -> Result<f64> {
    let m = column.len() as f64;
    let mean = column.iter().sum::<f64>() / m;
    column.iter_mut().for_each(|x| *x -= mean);
    let variance = column.iter().map(|x| x * x).sum::<f64>() / m;
    if !variance.is_normal() {
        return Err(Error::BadScale { column: name.to_string(), variance });
    }
    let deviation = variance.sqrt();
    column.iter_mut().for_each(|x| *x /= deviation);
    Ok(deviation)
}

/// Multiplies every column by a factor of its own, log c_j uniform on [log a, log b].
pub(super) fn rescale(
    range: (f64, f64),
    seed: u64,
    columns: &mut [Vec<f64>],
    truth: &WeightedDag,
) -> Result<WeightedDag> {
    let mut stream = Stream::of(seed, Purpose::Factors);
    let factors: Vec<f64> = columns.iter().map(|_| log_uniform(range, &mut stream)).collect();
    for (column, factor) in columns.iter_mut().zip(&factors) {
        column.iter_mut().for_each(|x| *x *= factor);
    }
    let rescaled = with_weights(truth, |i, j| factors[j] / factors[i])?;
    // A weight of zero would be an edge that no file can show.
    let fits = columns.iter().flatten().all(|x| x.is_finite())
        && rescaled.edges().iter().all(|(_, _, weight)| weight.is_normal());
    let error = || {
        let expected = "factors closer together: a column or a weight overflows";
        let (a, b) = range;
        Error::Option { name: "rescale", value: format!("{a},{b}"), expected }
    };
    fits.then_some(rescaled).ok_or_else(error)
}

/// exp of a number that is uniform on [log a, log b]; a if both are equal.
fn log_uniform((a, b): (f64, f64), stream: &mut Stream) -> f64 {
    // Rounding of the logarithms may carry the factor past an end.
    libm::exp(uniform_in((libm::log(a), libm::log(b)), stream)).clamp(a, b)
}

/// The DAG with the weights W_ij·ratio(i, j).
fn with_weights(truth: &WeightedDag, ratio: impl Fn(usize, usize) -> f64) -> Result<WeightedDag> {
    let scaled = |j: usize| truth.parents(j).map(|(i, weight)| (i, weight * ratio(i, j))).collect();
    WeightedDag::new((0..truth.nodes()).map(scaled).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_of_factors_are_uniform() {
        let mut stream = Stream::new(1, 0);
        let mut draw = || log_uniform((0.1, 10.0), &mut stream);
        let factors: Vec<f64> = (0..3000).map(|_| draw()).collect();
        assert!(factors.iter().all(|c| (0.1..=10.0).contains(c)));
        // A third of [log 0.1, log 10] each; standard deviation 26; five of them.
        let (low, high) = (libm::exp(-libm::log(10.0) / 3.0), libm::exp(libm::log(10.0) / 3.0));
        let small = factors.iter().filter(|&&c| c < low).count();
        let large = factors.iter().filter(|&&c| c > high).count();
        assert!(small.abs_diff(1000) < 130 && large.abs_diff(1000) < 130, "{small} {large}");
        assert_eq!(log_uniform((0.3, 0.3), &mut stream), 0.3);
    }
}
