//! The correlation matrix R = V diag(λ) Vᵀ: its condition number λ_max / λ_min, and from
//! (R⁻¹)_jj = Σ_k V_jk²/λ_k the share R²_j = 1 − 1/(R⁻¹)_jj of column j that all others explain
//! (docs/mathematics.md, section 14).

use super::{Quantity, stopped};
use crate::data::Moments;
use crate::linalg::{Eigen, Matrix};
use crate::parallel::abandonable;
use crate::watch::{Stop, Watch};

/// More columns would make this cost more than the fit it accompanies.
const MOST_COLUMNS: usize = 2000;
/// From so many columns on it takes longer than people like to wait.
const LARGE: usize = 500;
/// Eigenvalues below this share of the largest are rounding: the columns are dependent.
const SINGULAR: f64 = 1e-12;

/// Correlations of the columns and what their eigenvalues tell.
pub(super) struct Spectrum {
    /// R.
    pub correlations: Matrix,
    /// λ_max / λ_min.
    pub condition_number: Quantity<f64>,
    /// R²_j of every column on all others.
    pub r_squared: Quantity<Vec<f64>>,
}

impl Spectrum {
    pub fn of(moments: &Moments, watch: &dyn Watch) -> Spectrum {
        let correlations = moments.standardized().covariance();
        let unknown = |reason: &str| Spectrum {
            correlations: correlations.clone(),
            condition_number: Quantity::Unknown(reason.into()),
            r_squared: Quantity::Unknown(reason.into()),
        };
        // m centred rows span m − 1 dimensions.
        if moments.rows() <= moments.variables() as u64 {
            return unknown(
                "there are not more rows than columns, so every column is a combination of others",
            );
        }
        if moments.variables() > MOST_COLUMNS {
            return unknown("it is left out for more than 2000 columns");
        }
        match eigen(&correlations, watch) {
            Err(stop) => unknown(&stopped(stop)),
            Ok(None) => unknown("the eigenvalues of the correlations could not be computed"),
            Ok(Some(eigen)) => Spectrum {
                condition_number: condition_number(&eigen.values),
                r_squared: Quantity::Known(r_squared(&eigen)),
                correlations,
            },
        }
    }
}

/// The eigenvalues and vectors, which take long where there are many columns.
fn eigen(correlations: &Matrix, watch: &dyn Watch) -> Result<Option<Eigen>, Stop> {
    if correlations.rows() < LARGE {
        watch.go_on()?;
        return Ok(Eigen::of(correlations));
    }
    let correlations = correlations.clone();
    let found = abandonable(move || Eigen::of(&correlations), &mut || watch.go_on())?;
    Ok(found.flatten())
}

fn condition_number(values: &[f64]) -> Quantity<f64> {
    match (values.first(), values.last()) {
        (Some(&least), Some(&most)) if least > SINGULAR * most => Quantity::Known(most / least),
        _ => Quantity::Unknown(
            "some columns are exact linear combinations of others, so it is infinite".into(),
        ),
    }
}

/// Raising tiny eigenvalues to a floor makes R²_j one for what takes part in a dependence and leaves
/// the rest as it is, because V_jk vanishes there.
fn r_squared(eigen: &Eigen) -> Vec<f64> {
    let n = eigen.values.len();
    let floor = SINGULAR * eigen.values.last().copied().unwrap_or(1.0);
    let mut inverse_diagonal = vec![0.0; n];
    for (k, value) in eigen.values.iter().enumerate() {
        for (sum, v) in inverse_diagonal.iter_mut().zip(eigen.vectors.col(k)) {
            *sum += v * v / value.max(floor);
        }
    }
    inverse_diagonal.into_iter().map(|d| (1.0 - 1.0 / d).clamp(0.0, 1.0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnose::tests::{moments, normal_columns};
    use crate::linalg::Cholesky;

    #[test]
    fn two_columns_by_hand() {
        // Correlation 0.8: eigenvalues 1.8 and 0.2, R² = 0.64.
        let spectrum =
            Spectrum::of(&moments(&[vec![0.0, 1.0, 2.0, 3.0], vec![1.0, 3.0, 2.0, 4.0]]), &());
        let condition = *spectrum.condition_number.known().unwrap();
        // Rounding.
        assert!((condition - 9.0).abs() < 1e-12);
        assert!(spectrum.r_squared.known().unwrap().iter().all(|r| (r - 0.64).abs() < 1e-14));
    }

    #[test]
    fn r_squared_is_that_of_the_regression_on_the_others() {
        let mut columns = normal_columns(5, 40, 3);
        columns[4] =
            (0..40).map(|r| columns[0][r] - 0.3 * columns[2][r] + 0.2 * columns[4][r]).collect();
        let spectrum = Spectrum::of(&moments(&columns), &());
        let r = &spectrum.correlations;
        for j in 0..5 {
            let others: Vec<usize> = (0..5).filter(|&i| i != j).collect();
            let factor = Cholesky::of(4, |a, b| r[(others[a], others[b])]).unwrap();
            let mut weights: Vec<f64> = others.iter().map(|&i| r[(i, j)]).collect();
            factor.solve(&mut weights);
            let explained: f64 = others.iter().zip(&weights).map(|(&i, w)| r[(i, j)] * w).sum();
            // Rounding times the condition number.
            assert!((spectrum.r_squared.known().unwrap()[j] - explained).abs() < 1e-12);
        }
    }

    #[test]
    fn dependent_columns_have_r_squared_one_and_leave_the_others_alone() {
        let mut columns = normal_columns(4, 50, 1);
        let alone = Spectrum::of(&moments(&columns[1..4]), &()).r_squared.known().unwrap().clone();
        columns[0] = columns[1].iter().map(|x| 3.0 - 2.0 * x).collect();
        let spectrum = Spectrum::of(&moments(&columns), &());
        assert!(spectrum.condition_number.unknown().unwrap().contains("infinite"));
        let together = spectrum.r_squared.known().unwrap();
        assert!(together[..2].iter().all(|r| *r > 1.0 - 1e-10));
        // The raised eigenvalue disturbs by the square of the rounding over the floor.
        assert!(
            (2..4).all(|j| (together[j] - alone[j - 1]).abs() < 1e-9),
            "{together:?} {alone:?}"
        );
    }

    #[test]
    fn few_rows_are_said() {
        let spectrum = Spectrum::of(&moments(&normal_columns(5, 5, 2)), &());
        assert!(spectrum.r_squared.unknown().unwrap().contains("not more rows than columns"));
    }
}
