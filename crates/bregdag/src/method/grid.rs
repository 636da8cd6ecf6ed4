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
        (-below..=above).map(move |k| value * ratio.powi(k))
    }
}
