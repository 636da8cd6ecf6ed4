//! f(x) = (1/12) Σ_i v_i |x − t_i|³, whose fourth derivative is Σ_i v_i at t_i: with Σ v_i = Σ v_i t_i = 0 it is a natural
//! cubic spline, and ∫ f''² = Σ_i v_i f(t_i).

/// f and f' at the knots themselves, in O(knots): the sums Σ (x − t_i)^k over the knots to the left, and over
/// those to the right, are carried from knot to knot.
pub fn at_knots(knots: &[f64], v: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let mut values = vec![0.0; knots.len()];
    let mut slopes = vec![0.0; knots.len()];
    let forwards = (0..knots.len()).map(|k| (k, 1.0));
    let backwards = (0..knots.len()).rev().map(|k| (k, -1.0));
    carry(knots, v, forwards, &mut values, &mut slopes);
    carry(knots, v, backwards, &mut values, &mut slopes);
    (values, slopes)
}

fn carry(
    knots: &[f64],
    v: &[f64],
    order: impl Iterator<Item = (usize, f64)>,
    values: &mut [f64],
    slopes: &mut [f64],
) {
    let mut sums = [0.0; 4];
    let mut before: Option<f64> = None;
    for (k, sign) in order {
        let h = before.map_or(0.0, |t| (knots[k] - t).abs());
        let [s0, s1, s2, s3] = sums;
        sums[3] = s3 + h * (3.0 * s2 + h * (3.0 * s1 + h * s0));
        sums[2] = s2 + h * (2.0 * s1 + h * s0);
        sums[1] = s1 + h * s0;
        values[k] += sums[3] / 12.0;
        slopes[k] += sign * sums[2] / 4.0;
        sums[0] += v[k];
        before = Some(knots[k]);
    }
}

/// f anywhere.
pub fn at(knots: &[f64], v: &[f64], x: f64) -> f64 {
    let terms = knots.iter().zip(v).map(|(t, v)| v * (x - t).abs().powi(3));
    terms.sum::<f64>() / 12.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carried_sums_are_the_sums() {
        let knots = [-1.3, -1.2, 0.0, 0.1, 0.7, 2.0];
        let v = [0.3, -1.0, 0.5, 0.25, 2.0, -0.7];
        let (values, slopes) = at_knots(&knots, &v);
        for (k, &t) in knots.iter().enumerate() {
            // Rounding of six terms of size ten.
            assert!((values[k] - at(&knots, &v, t)).abs() < 1e-13);
            let h = 1e-5;
            let difference = (at(&knots, &v, t + h) - at(&knots, &v, t - h)) / (2.0 * h);
            // The third derivative times h².
            assert!((slopes[k] - difference).abs() < 1e-8, "{} {difference}", slopes[k]);
        }
    }
}
