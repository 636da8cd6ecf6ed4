//! Median, mean and standard error.

/// The middle value, or the mean of the two in the middle; NaN if there are none.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match (sorted.len(), sorted.len() / 2) {
        (0, _) => f64::NAN,
        (count, half) if count % 2 == 0 => (sorted[half - 1] + sorted[half]) / 2.0,
        (_, half) => sorted[half],
    }
}

/// Σx/N; NaN if there are none.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// √(Σ(x − mean)²/(N − 1)/N), the standard error of the mean; `None` of fewer than two.
pub fn standard_error(values: &[f64]) -> Option<f64> {
    let (count, mean) = (values.len() as f64, mean(values));
    let squares: f64 = values.iter().map(|x| (x - mean) * (x - mean)).sum();
    (values.len() > 1).then(|| (squares / (count - 1.0) / count).sqrt())
}
