//! Cells that are written as text → numbers, and the words among them.

use super::coding::Coding;
use super::notation::{Notation, Value};
use super::reading::Reading;
use super::rows::unusable;
use super::words::Noted;
use crate::error::{Error, Result};

/// How the cells of a file become numbers.
pub(super) struct Decoder {
    pub notation: Notation,
    /// The names of the columns of numbers.
    pub names: Vec<String>,
    /// Those whose words have numbers.
    pub codes: Vec<Option<Coding>>,
    /// Which of the columns has the row weights; it may hold no words.
    weights: Option<usize>,
}

impl Decoder {
    pub fn new(names: Vec<String>, weights: Option<usize>, reading: &Reading) -> Decoder {
        let coding = |name: &String| reading.codes.iter().find(|coding| coding.column == *name);
        let mut codes: Vec<Option<Coding>> =
            names.iter().map(|name| coding(name).cloned()).collect();
        if let Some(place) = weights {
            codes[place] = None;
        }
        Decoder { notation: Notation::new(reading), names, codes, weights }
    }

    /// The number in a cell, NaN if there is none. A word is noted; so is its line.
    pub fn cell(&self, column: usize, field: &[u8], line: u64, noted: &mut Noted) -> Result<f64> {
        if let Some(coding) = &self.codes[column] {
            return self.coded(coding, column, field, line, noted);
        }
        let value = self.notation.value(field);
        let text = || String::from_utf8_lossy(field).trim().to_string();
        match value {
            Value::Number(x) => return Ok(x),
            Value::Missing => return Ok(f64::NAN),
            Value::Text if self.weights == Some(column) => {}
            Value::Text => {
                noted.entry(column).or_default().text(&text(), line);
                return Ok(f64::NAN);
            }
            Value::Truth(truth) => {
                noted.entry(column).or_default().truth(&text());
                return Ok(f64::from(truth));
            }
            Value::Grouped(x) => {
                noted.entry(column).or_default().grouped(&text(), line);
                return Ok(x);
            }
            Value::Doubtful => {
                noted.entry(column).or_default().doubtful(&text(), line);
                return Ok(f64::NAN);
            }
            _ => {}
        }
        Err(unusable(value, line, self.names[column].clone(), text()))
    }

    fn coded(
        &self,
        coding: &Coding,
        column: usize,
        field: &[u8],
        line: u64,
        noted: &mut Noted,
    ) -> Result<f64> {
        let Ok(text) = std::str::from_utf8(field) else { return Err(Error::NotUtf8 { line }) };
        let text = text.trim();
        if let Some(x) = coding.number(text) {
            return Ok(x);
        }
        if self.notation.value(field) != Value::Missing {
            noted.entry(column).or_default().text(text, line);
        }
        Ok(f64::NAN)
    }
}
