//! How values are written: what is a number, a truth value, a missing value.

use std::borrow::Cow;
use std::fmt::Display;

use super::reading::{Reading, Selection};
use crate::data::{Block, Label};
use crate::error::{Error, Result};

/// What people write where there is no number, in any case, beside nothing at all.
const MISSING: [&str; 13] =
    ["na", "n/a", "#n/a", "<na>", "nan", "null", "nil", "none", ".", "?", "-", "--", "missing"];

/// What stands for all of them beside words of one's own.
pub(super) const USUAL: &str = "usual";

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Value {
    /// A finite number.
    Number(f64),
    /// A word such as yes or no, for 1 or 0.
    Truth(bool),
    /// A number with separators between thousands.
    Grouped(f64),
    /// A number such as 1,234, whose comma may part thousands or be a decimal mark.
    Doubtful,
    Missing,
    Infinite,
    /// A number with a decimal comma where a point is the rule.
    DecimalComma,
    /// A number with a decimal point where a comma is the rule.
    DecimalPoint,
    Text,
    NotUtf8,
}

/// What parts thousands and nothing else: apostrophes and blanks, also the narrow and unbreakable ones.
const SEPARATORS: [char; 6] = ['\'', '\u{2019}', ' ', '\u{a0}', '\u{2009}', '\u{202f}'];

/// What a binary file has in a column that is read.
pub(super) enum Column {
    Variable(Vec<f64>),
    Weights(Vec<f64>),
    Groups(Vec<Label>),
}

/// The rules for one file.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Notation {
    decimal_comma: bool,
    /// Whether the other mark parts thousands also where it need not.
    thousands: bool,
    /// In lower case.
    missing: Vec<String>,
    missing_numbers: Vec<f64>,
}

impl Notation {
    pub fn new(reading: &Reading) -> Notation {
        let decimal_comma = reading.decimal_comma;
        let usual = || MISSING.map(String::from).into_iter();
        let mut missing: Vec<String> = match &reading.missing {
            Some(tokens) => tokens.iter().map(|token| token.trim().to_lowercase()).collect(),
            None => usual().collect(),
        };
        if let Some(place) = missing.iter().position(|token| token == USUAL) {
            missing.splice(place..=place, usual());
        }
        let number = |token: &String| {
            let pointed = || token.replacen(',', ".", 1).parse().ok().filter(|_| decimal_comma);
            token.parse::<f64>().ok().or_else(pointed)
        };
        let missing_numbers = missing.iter().filter_map(number).filter(|x| !x.is_nan()).collect();
        Notation { decimal_comma, thousands: reading.thousands, missing, missing_numbers }
    }

    /// Whether numbers are written as Rust does, so that they need no translation.
    pub fn is_plain(&self) -> bool {
        !self.decimal_comma
    }

    /// The number, or NaN if it stands for a missing value.
    #[inline]
    pub fn known(&self, x: f64) -> f64 {
        if self.missing_numbers.is_empty() || !self.missing_numbers.contains(&x) {
            return x;
        }
        f64::NAN
    }

    /// What a field holds.
    pub fn value(&self, field: &[u8]) -> Value {
        let field = field.trim_ascii();
        if field.is_empty() {
            return Value::Missing;
        }
        if let Some(x) = self.number(field).filter(|x| x.is_finite()) {
            return number_or_missing(self.known(x));
        }
        match std::str::from_utf8(field) {
            Ok(text) => self.word(text.trim()),
            Err(_) => Value::NotUtf8,
        }
    }

    /// A number in this notation, finite or not.
    fn number(&self, field: &[u8]) -> Option<f64> {
        if self.is_plain() {
            return fast_float2::parse(field).ok();
        }
        if field.contains(&b'.') {
            return None;
        }
        match field.iter().position(|&byte| byte == b',') {
            None => fast_float2::parse(field).ok(),
            Some(comma) => {
                let mut pointed = Cow::Borrowed(field);
                pointed.to_mut()[comma] = b'.';
                fast_float2::parse(&pointed).ok()
            }
        }
    }

    /// Text that is no plain number; only foreign blanks may have hidden one.
    fn word(&self, text: &str) -> Value {
        if self.is_missing(text) {
            return Value::Missing;
        }
        match self.number(text.as_bytes()).map(|x| self.known(x)) {
            Some(x) if x.is_infinite() => return Value::Infinite,
            Some(x) => return number_or_missing(x),
            None => {}
        }
        if let Some(truth) = truth_value(text) {
            return Value::Truth(truth);
        }
        if let Some(value) = self.grouped(text) {
            return value;
        }
        let with_point = text.replacen(',', ".", 1);
        match fast_float2::parse::<f64, _>(&with_point) {
            Ok(_) if self.is_plain() => Value::DecimalComma,
            Ok(_) if with_point == text => Value::DecimalPoint,
            _ => Value::Text,
        }
    }

    /// A number whose thousands are parted, such as 1,234,567.8.
    fn grouped(&self, text: &str) -> Option<Value> {
        let (decimal, other) = if self.decimal_comma { (',', '.') } else { ('.', ',') };
        let (sign, digits) = match text.strip_prefix(['-', '+']) {
            Some(digits) => (&text[..1], digits),
            None => ("", text),
        };
        let (whole, fraction) = digits.split_once(decimal).unwrap_or((digits, ""));
        let mark = whole.chars().find(|c| !c.is_ascii_digit())?;
        let mut groups = whole.split(mark);
        let are_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let starts = |first: &str| matches!(first.len(), 1..=3) && !first.starts_with('0');
        let first = groups.next().filter(|first| starts(first) && are_digits(first))?;
        let mut bare = format!("{sign}{first}");
        let mut count = 0;
        for group in groups {
            if group.len() != 3 || !are_digits(group) {
                return None;
            }
            bare.push_str(group);
            count += 1;
        }
        if !are_digits(fraction) || !(mark == other || SEPARATORS.contains(&mark)) {
            return None;
        }
        if mark == other && count == 1 && digits.len() == whole.len() && !self.thousands {
            return Some(Value::Doubtful);
        }
        let x = self.known(format!("{bare}.{fraction}").parse().ok()?);
        Some(if x.is_nan() { Value::Missing } else { Value::Grouped(x) })
    }

    /// Whether the text is nothing or a word for nothing.
    fn is_missing(&self, text: &str) -> bool {
        text.is_empty() || self.missing.iter().any(|token| is_same(token, text))
    }

    /// The label that is written in a field. What it means does not matter, so it need not be UTF-8.
    pub fn label(&self, field: &[u8]) -> Label {
        let Ok(text) = std::str::from_utf8(field) else {
            return Label::of_bytes(field.trim_ascii());
        };
        let text = text.trim();
        let number = || self.number(text.as_bytes());
        match self.is_missing(text) || number().is_some_and(|x| self.known(x).is_nan()) {
            true => Label::MISSING,
            false => Label::of_bytes(text.as_bytes()),
        }
    }

    /// The label that is this number, and exactly `content`: as a double it may have been rounded.
    pub fn label_of_number(&self, x: f64, content: impl Display) -> Label {
        match self.known(x) {
            x if x.is_nan() => Label::MISSING,
            // It may have a sign.
            0.0 => Label::of(0),
            _ => Label::of(content),
        }
    }

    /// A block of what a binary file has in the columns that are read.
    pub fn block(
        &self,
        columns: Vec<Column>,
        selection: &Selection,
        first_row: u64,
    ) -> Result<Block> {
        let mut block = Block::default();
        for column in columns {
            match column {
                Column::Variable(mut numbers) => {
                    let name = &selection.names[block.columns.len()];
                    self.check(&mut numbers, name, first_row)?;
                    block.columns.push(numbers);
                }
                Column::Weights(mut numbers) => {
                    self.check(&mut numbers, &selection.weights_name, first_row)?;
                    block.weights = Some(numbers);
                }
                Column::Groups(labels) => block.groups = Some(labels),
            }
        }
        Ok(block)
    }

    /// Makes NaN of what stands for missing in numbers of a binary file, and refuses infinity.
    fn check(&self, column: &mut [f64], name: &str, first_row: u64) -> Result<()> {
        for (row, x) in (first_row..).zip(column) {
            if !self.missing_numbers.is_empty() {
                *x = self.known(*x);
            }
            if x.is_infinite() {
                return Err(Error::NotFinite {
                    place: format!("row {row}"),
                    column: name.into(),
                    value: x.to_string(),
                });
            }
        }
        Ok(())
    }
}

fn number_or_missing(x: f64) -> Value {
    if x.is_nan() { Value::Missing } else { Value::Number(x) }
}

fn is_same(lower: &str, text: &str) -> bool {
    lower.eq_ignore_ascii_case(text) || !text.is_ascii() && text.to_lowercase() == lower
}

pub(super) fn truth_value(text: &str) -> Option<bool> {
    let is = |words: [&str; 3]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    match (is(["true", "t", "yes"]), is(["false", "f", "no"])) {
        (false, false) => None,
        (truth, _) => Some(truth),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notation(decimal_comma: bool, missing: Option<&[&str]>) -> Notation {
        let missing = missing.map(|tokens| tokens.iter().map(|t| t.to_string()).collect());
        Notation::new(&Reading { decimal_comma, missing, ..Reading::default() })
    }

    #[test]
    fn usual_values() {
        let plain = notation(false, None);
        for (field, expected) in [
            ("1", Value::Number(1.0)),
            (" -2.5e3\t", Value::Number(-2500.0)),
            ("\u{a0}7\u{a0}", Value::Number(7.0)),
            ("+.5", Value::Number(0.5)),
            ("TRUE", Value::Truth(true)),
            ("f", Value::Truth(false)),
            ("Yes", Value::Truth(true)),
            ("no", Value::Truth(false)),
            ("", Value::Missing),
            ("  ", Value::Missing),
            ("\u{a0}", Value::Missing),
            ("NA", Value::Missing),
            ("-NaN", Value::Missing),
            ("Null", Value::Missing),
            ("-", Value::Missing),
            ("-Inf", Value::Infinite),
            ("1e999", Value::Infinite),
            ("3,14", Value::DecimalComma),
            ("0,123", Value::DecimalComma),
            ("1,234", Value::Doubtful),
            ("1,234,567", Value::Grouped(1_234_567.0)),
            ("-12,345.5", Value::Grouped(-12_345.5)),
            ("1,2345", Value::DecimalComma),
            ("1,234,56", Value::Text),
            ("1234,567", Value::DecimalComma),
            ("1,234'567", Value::Text),
            ("1'234.5", Value::Grouped(1234.5)),
            ("1\u{202f}234", Value::Grouped(1234.0)),
            ("1.5.2", Value::Text),
            ("0x10", Value::Text),
            ("1 000", Value::Grouped(1000.0)),
            ("1 00", Value::Text),
            ("Berlin", Value::Text),
            ("yess", Value::Text),
        ] {
            assert_eq!(plain.value(field.as_bytes()), expected, "{field}");
        }
        assert_eq!(plain.value(b"M\xfcnchen"), Value::NotUtf8);
    }

    #[test]
    fn decimal_commas() {
        let comma = notation(true, Some(&["-99,9"]));
        for (field, expected) in [
            ("3,25", Value::Number(3.25)),
            (" -,5e-1 ", Value::Number(-0.05)),
            ("12", Value::Number(12.0)),
            ("-99,90", Value::Missing),
            ("3.25", Value::DecimalPoint),
            ("1.234,5", Value::Grouped(1234.5)),
            ("1.234", Value::Doubtful),
            ("1.234.567", Value::Grouped(1_234_567.0)),
            ("1,2,3", Value::Text),
            ("inf", Value::Infinite),
            ("t", Value::Truth(true)),
        ] {
            assert_eq!(comma.value(field.as_bytes()), expected, "{field}");
        }
    }

    #[test]
    fn separators_on_request() {
        let sure = |decimal_comma| {
            Notation::new(&Reading { decimal_comma, thousands: true, ..Reading::default() })
        };
        assert_eq!(sure(false).value(b"1,234"), Value::Grouped(1234.0));
        assert_eq!(sure(true).value(b"1.234"), Value::Grouped(1234.0));
        assert_eq!(sure(false).value(b"3,14"), Value::DecimalComma);
    }

    #[test]
    fn the_usual_words_can_have_company() {
        let both = notation(false, Some(&["usual", "unknown"]));
        for field in ["NA", "Unknown", "-"] {
            assert_eq!(both.value(field.as_bytes()), Value::Missing, "{field}");
        }
        assert_eq!(both.value(b"usually"), Value::Text);
    }

    #[test]
    fn labels_are_trimmed_text() {
        let plain = notation(false, None);
        let berlin = plain.label(b"Berlin");
        assert_eq!(berlin, Label::of("Berlin"));
        assert_eq!(plain.label(b"  Berlin\t"), berlin);
        assert_eq!(plain.label("\u{a0}Berlin\u{a0}".as_bytes()), berlin);
        for other in [&b"berlin"[..], b"Berlin 2", b"1", b"M\xfcnchen", "München".as_bytes()] {
            assert!(!plain.label(other).is_missing());
            assert_ne!(plain.label(other), berlin);
        }
        // Codes are text: zeros in front matter.
        assert_ne!(plain.label(b"007"), plain.label(b"7"));
        assert_eq!(plain.label(b"7"), plain.label_of_number(7.0, 7));
        for missing in [&b""[..], b" \t", b"NA", b"null", b"NaN", "\u{a0}".as_bytes()] {
            assert!(plain.label(missing).is_missing(), "{missing:?}");
        }
        let own = notation(true, Some(&["-9,5", "0"]));
        assert!(own.label(b"-9,50").is_missing() && own.label(b"0").is_missing());
        assert!(own.label_of_number(-9.5, "").is_missing());
        assert!(own.label_of_number(-0.0, "-0").is_missing());
        assert!(!own.label(b"NA").is_missing());
        assert_eq!(plain.label_of_number(-0.0, -0.0), plain.label_of_number(0.0, 0.0));
        assert!(plain.label_of_number(f64::NAN, f64::NAN).is_missing());
    }

    #[test]
    fn own_words_for_missing_replace_the_usual_ones() {
        let own = notation(false, Some(&["-999", "Fehlt", "ÄH", "inf", "t"]));
        for field in ["", "-999", "-999.0", "-9.99e2", "FEHLT", "äh", "Äh", "Infinity", "T", "nan"]
        {
            assert_eq!(own.value(field.as_bytes()), Value::Missing, "{field}");
        }
        assert_eq!(own.value(b"NA"), Value::Text);
        assert_eq!(own.value(b"-inf"), Value::Infinite);
        assert!(own.known(-999.0).is_nan());
        let mut column = [1.0, -999.0, f64::INFINITY, f64::NAN, 2.0];
        own.check(&mut column, "a", 1).unwrap();
        assert_eq!(column.map(f64::is_nan), [false, true, true, true, false]);
        let error = own.check(&mut [1.0, f64::NEG_INFINITY], "a", 10).unwrap_err();
        assert!(error.to_string().starts_with("row 11, column \"a\": -inf is not"), "{error}");
    }
}
