//! How names, numbers and counts are written, so that the same thing reads the same everywhere.

use serde::{Deserialize, Deserializer};

/// A name or text from outside, as messages show it: in quotes, short, nothing unprintable.
pub fn quoted(text: &str) -> String {
    const LIMIT: usize = 40;
    match text.char_indices().nth(LIMIT) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}…", &text[..end]),
    }
}

/// The first of `count` names, quoted, and how many more there are.
pub fn listed<'a>(names: impl Iterator<Item = &'a String>, count: usize) -> String {
    shortened(names.map(|name| quoted(name)), count, ", ")
}

/// The first of `count` items, as many as a sentence bears, and how many more there are.
pub fn shortened(items: impl Iterator<Item = String>, count: usize, comma: &str) -> String {
    const SHOWN: usize = 8;
    let shown: Vec<String> = items.take(SHOWN).collect();
    match count - shown.len() {
        0 if shown.is_empty() => "none".into(),
        0 => shown.join(comma),
        more => format!("{} and {more} more", shown.join(comma)),
    }
}

/// The first `limit` characters of a text, control characters escaped.
pub fn shown(text: &str, limit: usize) -> String {
    let mut shown = String::new();
    for (count, c) in text.chars().enumerate() {
        match c {
            _ if count == limit => {
                shown.push('…');
                break;
            }
            c if c.is_control() => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
    }
    shown
}

/// `1 row`, `2 rows`.
pub fn count(count: impl TryInto<u64>, what: &str) -> String {
    let count = count.try_into().unwrap_or(u64::MAX);
    format!("{count} {what}{}", plural(count))
}

/// A size of memory: `6.4 GB`, `35 MB`, in powers of ten.
pub fn bytes(bytes: u64) -> String {
    let megabytes = bytes as f64 / 1e6;
    match megabytes {
        1000.0.. => format!("{:.1} GB", megabytes / 1000.0),
        1.0.. => format!("{megabytes:.0} MB"),
        _ => format!("{} kB", bytes / 1000),
    }
}

/// What a noun ends in where there are so many.
pub fn plural(count: impl TryInto<u64>) -> &'static str {
    agreeing(count, "", "s")
}

/// The word that goes with one, or the one that goes with another number.
pub fn agreeing<'a>(count: impl TryInto<u64>, one: &'a str, many: &'a str) -> &'a str {
    if count.try_into().is_ok_and(|count| count == 1) { one } else { many }
}

/// The number with so many significant digits, in powers of ten where zeros would pile up.
pub fn significant(x: f64, digits: usize) -> String {
    let scientific = format!("{x:.*e}", digits.saturating_sub(1));
    let exponent = scientific.split_once('e').and_then(|(_, e)| e.parse::<i32>().ok());
    match exponent {
        Some(exponent @ -4..6) => {
            let decimals = usize::try_from(digits as i32 - 1 - exponent).unwrap_or(0);
            format!("{x:.decimals$}")
        }
        _ => scientific,
    }
}

/// JSON has no word for a number that is not finite.
pub fn number_or_null<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    Ok(Option::<f64>::deserialize(from)?.unwrap_or(f64::NAN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_significant_digits() {
        let shown = [0.0, 1.0, -0.123_456, 1234.56, 99_999.6, 12_345_678.0, 0.000_012_345]
            .map(|x| significant(x, 4));
        let expected = ["0.000", "1.000", "-0.1235", "1235", "100000", "1.235e7", "1.234e-5"];
        assert_eq!(shown, expected);
    }

    #[test]
    fn one_is_not_many() {
        assert_eq!([0, 1, 2].map(|k| count(k as u64, "row")), ["0 rows", "1 row", "2 rows"]);
    }
}
