//! The kurtosis of the noise, from the residuals e_jr of a graph,
//!
//! ```text
//! R = Σ_j q_j / Σ_j v_j²,   q_j = (1/m) Σ_r e_jr⁴,   v_j = (1/m) Σ_r e_jr²,   κ = R (1 − 1/m)/(1 − R/m).
//! ```
//!
//! A ratio of sums, not a mean of ratios: with few rows q_j/v_j² is far too small where tails are heavy, since an
//! outlier is in v_j too. E v_j² = σ_j⁴ (1 + (κ − 1)/m), which the last step undoes. Variances that differ do not
//! raise it.

use crate::data::{Environment, Table};
use crate::linalg::add_scaled;
use crate::parallel::parallel_map;
use crate::watch::{Stop, Watch};

/// With fewer rows fourth moments say nothing.
const FEWEST_ROWS: u64 = 20;
/// Nodes between two looks at the watch.
const CHUNK: usize = 32;
/// Of the uniform distribution. Less is left to noise that takes two values.
const LIGHTEST: f64 = 1.8;
/// The correction at most doubles: beyond, one row makes the kurtosis.
const LEAST_LEFT: f64 = 0.5;

/// The kurtosis of the residuals of these equations, parents and weights of each node. `None` without rows, and with
/// too few.
pub(crate) fn kurtosis(
    data: &Environment<'_>,
    equations: &[(&[usize], &[f64])],
    watch: &dyn Watch,
) -> Result<Option<f64>, Stop> {
    let rows = data.moments.rows();
    let Some(table) = data.rows.filter(|_| rows >= FEWEST_ROWS) else { return Ok(None) };
    let (mut fourth, mut square) = (0.0, 0.0);
    for (c, chunk) in equations.chunks(CHUNK).enumerate() {
        watch.go_on()?;
        for (q, v) in parallel_map(chunk.len(), |k| even_moments(table, c * CHUNK + k, chunk[k])) {
            fourth += q;
            square += v * v;
        }
    }
    let (ratio, m) = (fourth / square, rows as f64);
    let kurtosis = ratio * (1.0 - 1.0 / m) / (1.0 - ratio / m).max(LEAST_LEFT);
    Ok(kurtosis.is_finite().then_some(kurtosis.max(LIGHTEST)))
}

/// q_j and v_j.
fn even_moments(table: &Table, j: usize, (parents, weights): (&[usize], &[f64])) -> (f64, f64) {
    let columns = table.columns();
    let mut residual = columns[j].clone();
    for (&i, weight) in parents.iter().zip(weights) {
        add_scaled(&mut residual, -weight, &columns[i]);
    }
    let mean = average(residual.iter().copied(), table.weights());
    let squares = || residual.iter().map(|x| (x - mean) * (x - mean));
    let fourth = average(squares().map(|s| s * s), table.weights());
    (fourth, average(squares(), table.weights()))
}

fn average(values: impl Iterator<Item = f64>, weights: Option<&[f64]>) -> f64 {
    let (sum, weight) = match weights {
        None => values.fold((0.0, 0.0), |(s, n), x| (s + x, n + 1.0)),
        Some(w) => values.zip(w).fold((0.0, 0.0), |(s, n), (x, w)| (s + w * x, n + w)),
    };
    sum / weight
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Moments;
    use crate::simulate::{Noise, Options, simulate};

    /// The mean over ten seeds of the kurtosis of noise alone.
    fn of_noise(noise: Noise, samples: usize, noise_scale: (f64, f64)) -> f64 {
        let of = |seed| {
            let options =
                Options { degree: 0, noise, samples, noise_scale, seed, ..Options::default() };
            let table = simulate(&options).unwrap().table;
            let moments = Moments::of(&table).unwrap();
            let data = Environment { moments: &moments, rows: Some(&table), targets: &[] };
            kurtosis(&data, &[(&[][..], &[][..]); 50], &()).unwrap().unwrap()
        };
        (0..10).map(of).sum::<f64>() / 10.0
    }

    #[test]
    fn it_is_that_of_the_noise_with_few_rows_too() {
        for (noise, expected) in [
            (Noise::Gaussian, 3.0),
            (Noise::Uniform, 1.8),
            (Noise::Laplace, 6.0),
            (Noise::Exponential, 9.0),
        ] {
            for (samples, spread) in [(50, (1.0, 1.0)), (1000, (1.0, 1.0)), (200, (1.0, 3.0))] {
                let found = of_noise(noise, samples, spread);
                // 25 000 values and more; the eighth moment of exponential noise is large: three standard errors.
                assert!((found / expected - 1.0).abs() < 0.15, "{noise:?} {samples}: {found}");
            }
        }
    }

    #[test]
    fn a_row_of_weight_two_is_two_rows() {
        let names = || vec!["a".to_string(), "b".into()];
        let columns = |rows: &[f64]| vec![rows.to_vec(), rows.iter().map(|x| x * x).collect()];
        let values: Vec<f64> = (0..30).map(|r| (f64::from(r) * 1.7).sin()).collect();
        let twice: Vec<f64> = values.iter().flat_map(|&x| [x, x]).collect();
        let found = |table: Table| {
            let moments = Moments::of(&table).unwrap().counting_as(30);
            let data = Environment { moments: &moments, rows: Some(&table), targets: &[] };
            kurtosis(&data, &[(&[][..], &[][..]), (&[0][..], &[0.5][..])], &()).unwrap().unwrap()
        };
        let weighted =
            Table::new(names(), columns(&values)).unwrap().with_weights(vec![2.0; 30]).unwrap();
        let repeated = Table::new(names(), columns(&twice)).unwrap();
        // Rounding of sums of sixty terms.
        assert!((found(weighted) - found(repeated)).abs() < 1e-12);
    }

    #[test]
    fn without_rows_or_with_few_there_is_none() {
        let table = simulate(&Options { samples: 19, ..Options::default() }).unwrap().table;
        let moments = Moments::of(&table).unwrap();
        let equations = [(&[][..], &[][..]); 50];
        let few = Environment { moments: &moments, rows: Some(&table), targets: &[] };
        assert_eq!(kurtosis(&few, &equations, &()), Ok(None));
        assert_eq!(kurtosis(&Environment { rows: None, ..few }, &equations, &()), Ok(None));
    }
}
