//! Axes: where a value stands, and from where to where an axis goes.

/// An axis of all panels.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Axis {
    /// What is measured.
    pub title: String,
    /// How values are laid out.
    pub scale: Scale,
    /// From where to where it goes.
    pub range: Range,
}

impl Axis {
    /// An axis that all panels share.
    pub fn new(title: &str, scale: Scale) -> Axis {
        Axis { title: title.into(), scale, range: Range::Shared }
    }
}

/// How values are laid out on an axis.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Scale {
    /// Equal differences are equal lengths.
    #[default]
    Linear,
    /// Equal ratios are equal lengths; only values above zero can be shown.
    Log,
    /// log(1 + x), for counts that may be zero; the same downwards for values below zero.
    Log1p,
    /// Names at 0, 1, 2, …
    Names(Vec<String>),
}

/// From where to where an axis goes.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Range {
    /// The same in all panels, wide enough for all values.
    #[default]
    Shared,
    /// In each panel as wide as its values.
    Own,
    /// The same in all panels, from low to high. What lies outside is cut off, and counted below the chart.
    Fixed {
        /// Where it begins.
        low: f64,
        /// Where it ends.
        high: f64,
    },
}

impl Scale {
    /// The place of a value on the axis, in units of the scale.
    pub(super) fn place(&self, value: f64) -> Option<f64> {
        match self {
            _ if !value.is_finite() => None,
            Scale::Linear | Scale::Names(_) => Some(value),
            Scale::Log => (value > 0.0).then(|| libm::log10(value)),
            Scale::Log1p => Some(libm::copysign(libm::log1p(value.abs()), value)),
        }
    }

    /// The value at a place.
    pub(super) fn value(&self, place: f64) -> f64 {
        match self {
            Scale::Linear | Scale::Names(_) => place,
            Scale::Log => libm::pow(10.0, place),
            Scale::Log1p => libm::copysign(libm::expm1(place.abs()), place),
        }
    }

    /// Said after the title of the axis.
    pub(super) fn words(&self) -> &'static str {
        match self {
            Scale::Linear | Scale::Names(_) => "",
            Scale::Log => " (logarithmic)",
            Scale::Log1p => " (logarithm of one more)",
        }
    }
}

/// The two ends of an axis, as places.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Extent {
    pub low: f64,
    pub high: f64,
}

/// This share of the axis stays free at each end, so that no point sits on the frame.
const FREE: f64 = 0.04;

impl Extent {
    /// Wide enough for these values.
    pub fn of(scale: &Scale, values: impl Iterator<Item = f64>) -> Extent {
        if let Scale::Names(names) = scale {
            return Extent { low: -0.5, high: names.len().max(1) as f64 - 0.5 };
        }
        let ends = |(low, high): (f64, f64), place: f64| (low.min(place), high.max(place));
        let none = (f64::INFINITY, f64::NEG_INFINITY);
        let (mut low, mut high) = values.filter_map(|value| scale.place(value)).fold(none, ends);
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        // What begins near zero begins at zero.
        if *scale != Scale::Log && low >= 0.0 && low <= high / 2.0 {
            low = 0.0;
        }
        if *scale != Scale::Log && low == 0.0 && high == 0.0 {
            high = 1.0;
        }
        // Around a single value there is half of it each way, or half a power of ten.
        let free = match high / 2.0 - low / 2.0 {
            half if half > 0.0 => half * 2.0 * FREE,
            _ if *scale == Scale::Log => 0.5,
            _ => low.abs() / 2.0,
        };
        Extent { low: (low - free).max(-f64::MAX), high: (high + free).min(f64::MAX) }
    }

    /// From low to high, if that is an axis.
    pub fn fixed(scale: &Scale, low: f64, high: f64) -> Option<Extent> {
        let (low, high) = (scale.place(low)?, scale.place(high)?);
        (low < high).then_some(Extent { low, high })
    }

    /// How far along the axis a place is: 0 at its beginning, 1 at its end.
    pub fn share(&self, place: f64) -> f64 {
        // In halves, so that the range of numbers does not overflow.
        let share = (place / 2.0 - self.low / 2.0) / (self.high / 2.0 - self.low / 2.0);
        if share.is_finite() { share.clamp(-1e6, 1e6) } else { 0.5 }
    }

    /// Whether a place is on the axis, up to what rounding moves.
    pub fn holds(&self, place: f64) -> bool {
        (-1e-9..=1.0 + 1e-9).contains(&self.share(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn logarithms_are_those_of_the_definition() {
        assert_eq!(Scale::Log.place(1000.0), Some(3.0));
        assert!((Scale::Log.place(2.0).unwrap() - std::f64::consts::LOG10_2).abs() < 1e-16);
        assert!((Scale::Log1p.place(1.0).unwrap() - std::f64::consts::LN_2).abs() < 1e-16);
        assert_eq!(Scale::Log1p.place(-3.0), Scale::Log1p.place(3.0).map(|place| -place));
        assert_eq!(Scale::Log1p.place(0.0), Some(0.0));
        for bad in [0.0, -0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(Scale::Log.place(bad), None, "{bad}");
        }
        assert_eq!(Scale::Linear.place(f64::NEG_INFINITY), None);
        // Halfway between 1 and 100 is 10.
        let extent = Extent::fixed(&Scale::Log, 1.0, 100.0).unwrap();
        assert_eq!(extent.share(Scale::Log.place(10.0).unwrap()), 0.5);
    }

    #[test]
    fn an_axis_is_fixed_only_from_low_to_high() {
        assert_eq!(Extent::fixed(&Scale::Linear, 1.0, 1.0), None);
        assert_eq!(Extent::fixed(&Scale::Linear, 2.0, 1.0), None);
        assert_eq!(Extent::fixed(&Scale::Log, 0.0, 1.0), None);
        assert_eq!(Extent::fixed(&Scale::Linear, f64::NAN, 1.0), None);
    }

    #[test]
    fn axes_begin_at_zero_if_values_begin_near_it() {
        let low = |values: &[f64]| {
            let extent = Extent::of(&Scale::Linear, values.iter().copied());
            assert!(values.iter().all(|&x| extent.low < x && x < extent.high), "{extent:?}");
            extent.low
        };
        assert!((low(&[2.0, 10.0]) + 0.4).abs() < 1e-12);
        assert!(low(&[8.0, 10.0]) > 7.9);
        assert!(low(&[-8.0, 10.0]) < -8.0);
        assert!((low(&[0.0]) + 0.04).abs() < 1e-12);
        assert!((low(&[7.0]) - 3.5).abs() < 1e-12);
    }

    fn any_scale() -> impl Strategy<Value = Scale> {
        prop_oneof![Just(Scale::Linear), Just(Scale::Log), Just(Scale::Log1p)]
    }

    proptest! {
        #[test]
        fn every_value_that_has_a_place_lies_within(
            scale in any_scale(),
            values in prop::collection::vec(any::<f64>(), 0..8),
        ) {
            let extent = Extent::of(&scale, values.iter().copied());
            prop_assert!(extent.low.is_finite() && extent.high.is_finite());
            for place in values.iter().filter_map(|&value| scale.place(value)) {
                prop_assert!(extent.low <= place && place <= extent.high);
                prop_assert!((0.0..=1.0).contains(&extent.share(place)));
            }
        }

        #[test]
        fn values_come_back_from_their_places(scale in any_scale(), value in 1e-9..1e9_f64) {
            let again = scale.value(scale.place(value).unwrap());
            prop_assert!((again / value - 1.0).abs() < 1e-12);
        }
    }
}
