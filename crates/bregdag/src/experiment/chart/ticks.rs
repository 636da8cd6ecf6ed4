//! Round numbers along an axis: 1, 2, 5 of a power of ten, or the powers themselves.
//!
//! A value on an axis is a whole number of powers of ten, and is written from these two numbers: 0.3 is never
//! 0.30000000000000004.

use super::layout::{SMALL, fitted, width};
use super::scale::{Extent, Scale};

/// What is marked on an axis, as places.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Ticks {
    /// Marks with numbers or names.
    pub labelled: Vec<(f64, String)>,
    /// Smaller ones between them.
    pub minor: Vec<f64>,
    /// Names that stand aslant, for want of room.
    pub aslant: bool,
}

/// Which way an axis goes, and how long it is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Along {
    Across(f64),
    Up(f64),
}

/// No more marks than an eye takes in.
const MOST: usize = 8;
/// Equal steps upwards are at least so far apart, if the axis has room for two.
const BETWEEN: f64 = 24.0;
/// No name at an axis is longer.
const LONGEST_NAME: f64 = 120.0;

/// The marks of an axis.
pub(super) fn ticks(scale: &Scale, extent: Extent, along: Along) -> Ticks {
    match scale {
        Scale::Names(names) => {
            let place = |(k, name): (usize, &String)| (k as f64, fitted(name, SMALL, LONGEST_NAME));
            let labelled: Vec<_> = names.iter().enumerate().map(place).collect();
            let labelled: Vec<_> = labelled.into_iter().filter(|(k, _)| extent.holds(*k)).collect();
            let aslant = matches!(along, Along::Across(_)) && !along.holds(&labelled, extent);
            Ticks { labelled, minor: vec![], aslant }
        }
        Scale::Linear => even(scale, extent, along),
        Scale::Log | Scale::Log1p => uneven(scale, extent, along),
    }
}

impl Along {
    /// Whether the labels have room beside one another.
    fn holds(self, labelled: &[(f64, String)], extent: Extent) -> bool {
        let (length, room): (f64, fn(&str) -> f64) = match self {
            Along::Across(length) => (length, |label| label_width(label) + 10.0),
            Along::Up(length) => (length, |_| 1.6 * SMALL),
        };
        labelled.windows(2).all(|pair| {
            let apart = (extent.share(pair[1].0) - extent.share(pair[0].0)) * length;
            apart >= (room(&pair[0].1) + room(&pair[1].1)) / 2.0
        })
    }
}

/// The width of a label; small digits are as wide as ¹, a minus as a plus.
pub(super) fn label_width(label: &str) -> f64 {
    let alike = |c: char| match c {
        '⁰'..='⁻' => '¹',
        '−' => '+',
        c => c,
    };
    width(&label.chars().map(alike).collect::<String>(), SMALL)
}

/// A whole number of powers of ten: 25 · 10⁻¹.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Decimal {
    digits: i64,
    exponent: i32,
}

impl Decimal {
    fn value(self) -> f64 {
        let written = format!("{}e{}", self.digits, self.exponent);
        written.parse().unwrap_or(f64::NAN)
    }

    /// Without powers of ten while few zeros do.
    fn label(self) -> String {
        let (digits, exponent) = (self.digits.unsigned_abs().to_string(), self.exponent);
        let sign = if self.digits < 0 { "−" } else { "" };
        let unsigned = match exponent {
            0 => digits,
            1.. if digits == "0" => digits,
            1.. if digits.len() + exponent as usize <= 6 => digits + &"0".repeat(exponent as usize),
            -6..0 => {
                let decimals = exponent.unsigned_abs() as usize;
                let padded = format!("{digits:0>width$}", width = decimals + 1);
                let (whole, part) = padded.split_at(padded.len() - decimals);
                format!("{whole}.{part}")
            }
            _ if digits == "0" => digits,
            _ if digits == "1" => power(exponent),
            _ => format!("{digits}×{}", power(exponent)),
        };
        sign.to_string() + &unsigned
    }
}

/// 10⁻³.
fn power(exponent: i32) -> String {
    const SMALL_DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let small = |c: char| c.to_digit(10).map_or('⁻', |digit| SMALL_DIGITS[digit as usize]);
    format!("10{}", exponent.to_string().chars().map(small).collect::<String>())
}

/// Equal steps of 1, 2 or 5 times a power of ten, as many as have room.
fn even(scale: &Scale, extent: Extent, along: Along) -> Ticks {
    let most = match along {
        Along::Up(length) => ((length / BETWEEN) as usize).clamp(1, MOST),
        Along::Across(_) => MOST,
    };
    for wanted in (1..=most).rev() {
        let labelled: Vec<_> = steps(scale.value(extent.low), scale.value(extent.high), wanted)
            .into_iter()
            .filter_map(|tick| Some((scale.place(tick.value())?, tick.label())))
            .filter(|(place, _)| extent.holds(*place))
            .collect();
        if along.holds(&labelled, extent) {
            return Ticks { labelled, ..Ticks::default() };
        }
    }
    Ticks::default()
}

/// The multiples between low and high of the smallest step that makes no more than `wanted` steps.
fn steps(low: f64, high: f64, wanted: usize) -> Vec<Decimal> {
    let least = (high / 2.0 - low / 2.0) / wanted as f64 * 2.0;
    let written = format!("{least:e}");
    let parts = written.split_once('e').and_then(|(m, e)| Some((m.parse().ok()?, e.parse().ok()?)));
    let Some((mantissa, mut exponent)) = parts.filter(|_| least > 0.0) else { return vec![] };
    let mantissa: f64 = mantissa;
    let mut factor = [1, 2, 5, 10].into_iter().find(|&f| f as f64 >= mantissa).unwrap_or(10);
    if factor == 10 {
        (factor, exponent) = (1, exponent + 1);
    }
    let step = Decimal { digits: factor, exponent }.value();
    let (first, last) = ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor());
    // Beyond that the numbers between low and high are too few for any step.
    if !(first.abs() < 1e17 && last.abs() < 1e17) {
        return vec![];
    }
    let digits = (first as i64..=last as i64).take(wanted + 2).map(|k| k * factor);
    digits.map(|digits| Decimal { digits, exponent }).collect()
}

/// Powers of ten with small marks between them; 1, 2, 5 of each where there are few; equal steps where there are fewer.
fn uneven(scale: &Scale, extent: Extent, along: Along) -> Ticks {
    let labels = |factors: &[i64], stride: i32| written(marks(scale, extent, factors, stride));
    let with_minor = |labelled| Ticks { labelled, minor: minor(scale, extent), aslant: false };
    let powers = marks(scale, extent, &[1], 1);
    let decades = powers.iter().filter(|(_, mark)| mark.digits > 0).count();
    if decades < 3 {
        let labelled = labels(&[1, 2, 5], 1);
        if labelled.len() >= 3 && along.holds(&labelled, extent) {
            return with_minor(labelled);
        }
    }
    if *scale == Scale::Log1p && decades < 8 {
        let labelled = thinned(powers, extent, along);
        if labelled.len() >= 3 {
            return with_minor(labelled);
        }
    }
    for stride in [1, 2, 3, 5, 10, 20, 50, 100, 200, 400] {
        let labelled = labels(&[1], stride);
        if labelled.len() < 2 {
            break;
        }
        match along.holds(&labelled, extent) {
            true if stride == 1 => return with_minor(labelled),
            true => return Ticks { labelled, ..Ticks::default() },
            false => {}
        }
    }
    even(scale, extent, along)
}

/// The marks that have room, zero first and then the largest: near zero powers of ten stand close.
fn thinned(marks: Vec<(f64, Decimal)>, extent: Extent, along: Along) -> Vec<(f64, String)> {
    let mut queue = written(marks);
    queue.sort_by(|a, b| (b.0 == 0.0).cmp(&(a.0 == 0.0)).then(b.0.abs().total_cmp(&a.0.abs())));
    let mut kept: Vec<(f64, String)> = vec![];
    for mark in queue {
        let place = kept.partition_point(|other| other.0 < mark.0);
        kept.insert(place, mark);
        if !along.holds(&kept, extent) {
            kept.remove(place);
        }
    }
    kept
}

/// 2, 3, …, 9 of each power of ten.
fn minor(scale: &Scale, extent: Extent) -> Vec<f64> {
    const FACTORS: [i64; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    marks(scale, extent, &FACTORS, 1).into_iter().map(|(place, _)| place).collect()
}

/// These multiples of every `stride`-th power of ten on the axis, in its order; where the scale has one, zero.
fn marks(scale: &Scale, extent: Extent, factors: &[i64], stride: i32) -> Vec<(f64, Decimal)> {
    let far = scale.value(extent.low).abs().max(scale.value(extent.high).abs());
    let highest = libm::log10(far.min(f64::MAX)).ceil() as i32;
    let lowest = match (scale, stride) {
        (Scale::Log, _) => extent.low.floor() as i32,
        (_, 1) => 0,
        // Beside zero one has no room where not even all powers have.
        _ => 1,
    };
    let exponents = (lowest..=highest).filter(|exponent| exponent % stride == 0);
    let above =
        exponents.flat_map(|e| factors.iter().map(move |&f| Decimal { digits: f, exponent: e }));
    let above: Vec<Decimal> = above.collect();
    let below = above.iter().rev().map(|mark| Decimal { digits: -mark.digits, ..*mark });
    let zero = Decimal { digits: 0, exponent: 0 };
    let all = below.chain([zero]).chain(above.iter().copied());
    let placed = all.filter_map(|mark| Some((scale.place(mark.value())?, mark)));
    placed.filter(|(place, _)| extent.holds(*place)).collect()
}

/// With zeros while all are short, otherwise all as powers.
fn written(marks: Vec<(f64, Decimal)>) -> Vec<(f64, String)> {
    let short = marks.iter().all(|(_, mark)| (-3..=4).contains(&mark.exponent));
    let label = |mark: Decimal| match (short, mark.digits) {
        (true, _) | (_, 0) => mark.label(),
        (false, 1) => power(mark.exponent),
        (false, -1) => format!("−{}", power(mark.exponent)),
        (false, digits) => format!("{digits}×{}", power(mark.exponent)).replace('-', "−"),
    };
    marks.into_iter().map(|(place, mark)| (place, label(mark))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn labels(scale: Scale, low: f64, high: f64, along: Along) -> Vec<String> {
        let extent = Extent::fixed(&scale, low, high).unwrap();
        ticks(&scale, extent, along).labelled.into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn numbers_are_written_as_people_do() {
        let label = |digits, exponent| Decimal { digits, exponent }.label();
        assert_eq!([label(3, -1), label(0, -1), label(-25, -2)], ["0.3", "0.0", "−0.25"]);
        assert_eq!([label(2, 4), label(-2, 7), label(1, 9)], ["20000", "−2×10⁷", "10⁹"]);
        assert_eq!(
            [label(0, 9), label(15, -12), label(1_234_567, 0)],
            ["0", "15×10⁻¹²", "1234567"]
        );
    }

    #[test]
    fn marks_are_where_people_expect_them() {
        let (wide, high) = (Along::Across(300.0), Along::Up(150.0));
        assert_eq!(
            labels(Scale::Linear, 0.0, 1.0, wide),
            ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]
        );
        assert_eq!(labels(Scale::Linear, -3.0, 41.0, high), ["0", "10", "20", "30", "40"]);
        assert_eq!(labels(Scale::Log, 0.001, 1000.0, wide).len(), 7);
        assert_eq!(labels(Scale::Log, 80.0, 12_000.0, wide), ["100", "1000", "10000"]);
        assert_eq!(labels(Scale::Log, 1e-5, 10.0, high)[..2], ["10⁻⁵", "10⁻⁴"]);
        assert_eq!(labels(Scale::Log, 4.0, 60.0, wide), ["5", "10", "20", "50"]);
        assert_eq!(
            labels(Scale::Log, 31.0, 39.0, wide),
            ["31", "32", "33", "34", "35", "36", "37", "38", "39"]
        );
        assert_eq!(labels(Scale::Log1p, 0.0, 1000.0, high), ["0", "10", "100", "1000"]);
        assert_eq!(labels(Scale::Log1p, 0.0, 1000.0, Along::Up(200.0)).len(), 5);
        assert_eq!(
            labels(Scale::Log1p, -12.0, 12.0, Along::Across(400.0)),
            ["−10", "−5", "−2", "−1", "0", "1", "2", "5", "10"]
        );
        assert_eq!(labels(Scale::Log1p, 0.0, 100.0, Along::Up(100.0)), ["0", "10", "100"]);
        assert_eq!(labels(Scale::Log1p, 0.0, 0.5, wide)[1], "0.1");
        assert_eq!(labels(Scale::Log1p, 0.0, 5e7, Along::Up(160.0)), ["0", "10²", "10⁴", "10⁶"]);
        assert_eq!(labels(Scale::Log1p, -0.96, 4e7, Along::Up(160.0)), ["0", "10²", "10⁴", "10⁶"]);
    }

    #[test]
    fn small_marks_stand_between_powers() {
        let extent = Extent::fixed(&Scale::Log, 1.0, 1000.0).unwrap();
        let ticks = ticks(&Scale::Log, extent, Along::Up(200.0));
        assert_eq!((ticks.labelled.len(), ticks.minor.len()), (4, 28));
    }

    #[test]
    fn names_stand_aslant_where_they_must() {
        let scale = Scale::Names(vec!["a long name".into(), "another long name".into()]);
        let extent = Extent::of(&scale, std::iter::empty());
        assert!(ticks(&scale, extent, Along::Across(100.0)).aslant);
        assert!(!ticks(&scale, extent, Along::Across(400.0)).aslant);
        assert!(!ticks(&scale, extent, Along::Up(40.0)).aslant);
    }

    fn any_scale() -> impl Strategy<Value = Scale> {
        prop_oneof![Just(Scale::Linear), Just(Scale::Log), Just(Scale::Log1p)]
    }

    proptest! {
        /// Any two numbers at all.
        #[test]
        fn marks_rise_within_the_axis_and_do_not_touch(
            scale in any_scale(),
            ends in (any::<f64>(), any::<f64>()),
            length in 60.0..500.0_f64,
            up in any::<bool>(),
        ) {
            let extent = Extent::of(&scale, [ends.0, ends.1].into_iter());
            let along = if up { Along::Up(length) } else { Along::Across(length) };
            let ticks = ticks(&scale, extent, along);
            prop_assert!(ticks.labelled.iter().all(|(place, _)| extent.holds(*place)));
            prop_assert!(ticks.labelled.windows(2).all(|pair| pair[0].0 < pair[1].0));
            prop_assert!(along.holds(&ticks.labelled, extent));
            prop_assert!(ticks.minor.len() < 3000);
        }

        /// Numbers as they occur: there are at least two marks, and each reads as its value.
        #[test]
        fn numbers_read_as_their_places(
            scale in any_scale(),
            low in 1e-6..1e6_f64,
            ratio in 1.01..1e4_f64,
        ) {
            let extent = Extent::of(&scale, [low, low * ratio].into_iter());
            let ticks = ticks(&scale, extent, Along::Up(160.0));
            prop_assert!((2..=12).contains(&ticks.labelled.len()), "{ticks:?}");
            for (place, label) in &ticks.labelled {
                if let Ok(read) = label.replace('−', "-").parse::<f64>() {
                    let there = scale.place(read).unwrap();
                    prop_assert!((extent.share(there) - extent.share(*place)).abs() < 1e-9);
                }
            }
        }

        /// The step is 1, 2 or 5 of a power of ten, and there are no more steps than wanted.
        #[test]
        fn steps_are_round(low in -1e6..1e6_f64, span in 1e-3..1e6_f64, wanted in 1..9_usize) {
            let marks = steps(low, low + span, wanted);
            prop_assert!(marks.len() <= wanted + 1);
            prop_assert!(wanted < 5 || marks.len() >= 2, "{marks:?}");
            for pair in marks.windows(2) {
                let step = (pair[1].digits - pair[0].digits).to_string();
                prop_assert!(["1", "2", "5"].contains(&step.as_str()), "{step}");
            }
        }
    }
}
