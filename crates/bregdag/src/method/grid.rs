//! Geometric paths around the present value of an option.

/// Steps down and up, and the ratio of neighbours.
pub(super) struct Grid {
    pub below: i32,
    pub above: i32,
    pub ratio: f64,
}

impl Grid {
    /// The values around this one, which is among them to the bit.
    pub fn around(&self, value: f64) -> impl Iterator<Item = f64> {
        let Grid { below, above, ratio } = *self;
        (-below..=above).map(move |k| value * power(ratio, k))
    }

    /// The present value and those around it; where it is zero, those around the usual one.
    pub fn path(&self, value: f64, usual: f64) -> (f64, Vec<f64>) {
        let value = if value > 0.0 { value } else { usual };
        (value, self.around(value).filter(|value| value.is_finite()).collect())
    }
}

/// xᵏ by squaring. `powi` may round in another way wherever the compiler knows k, and the values of a path
/// must not depend on that.
fn power(x: f64, k: i32) -> f64 {
    let (mut square, mut power, mut rest) = (x, 1.0, k.unsigned_abs());
    while rest > 0 {
        if rest % 2 == 1 {
            power *= square;
        }
        square *= square;
        rest /= 2;
    }
    if k < 0 { 1.0 / power } else { power }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_by_hand() {
        assert_eq!([0, 1, 2, 5, 10].map(|k| power(2.0, k)), [1.0, 2.0, 4.0, 32.0, 1024.0]);
        assert_eq!([-1, -3].map(|k| power(2.0, k)), [0.5, 0.125]);
        let around: Vec<f64> = Grid { below: 1, above: 2, ratio: 3.0 }.around(0.7).collect();
        assert_eq!(around, [0.7 * (1.0 / 3.0), 0.7, 0.7 * 3.0, 0.7 * 9.0]);
    }
}
