//! Columns of text, also in dictionaries, whose cells are read as in a text file; and words of numbers, where somebody
//! gave them an order.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;

use super::numbers;
use crate::error::Result;
use crate::read::decoder::Decoder;
use crate::read::words::Noted;

/// The text of a row.
type Texts<'a> = Box<dyn Fn(usize) -> &'a str + 'a>;

/// Whether a column of this type holds text.
pub(super) fn is_text(data_type: &DataType) -> bool {
    use DataType as T;
    match data_type {
        T::Utf8 | T::LargeUtf8 | T::Utf8View => true,
        T::Dictionary(_, values) => !matches!(**values, T::Dictionary(..)) && is_text(values),
        _ => false,
    }
}

/// The numbers that the text of a column stands for, if it is text; `row` is how many came before.
pub(super) fn of(
    array: &ArrayRef,
    decoder: &Decoder,
    column: usize,
    row: u64,
    noted: &mut Noted,
) -> Result<Option<Vec<f64>>> {
    let rows = || (0..array.len()).zip(row + 1..);
    if let Some(text) = texts(array.as_ref()) {
        let cell = |(r, row)| match array.is_null(r) {
            true => Ok(f64::NAN),
            false => decoder.cell(column, text(r).as_bytes(), row, noted),
        };
        return rows().map(cell).collect::<Result<_>>().map(Some);
    }
    if decoder.codes[column].is_none() {
        return Ok(None);
    }
    let Some(numbers) = numbers::of(array) else { return Ok(None) };
    let cell = |(r, row): (usize, u64)| match numbers[r].is_nan() {
        true => Ok(f64::NAN),
        false => decoder.cell(column, numbers[r].to_string().as_bytes(), row, noted),
    };
    rows().map(cell).collect::<Result<_>>().map(Some)
}

fn texts(array: &dyn Array) -> Option<Texts<'_>> {
    Some(match array.data_type() {
        DataType::Utf8 => {
            let text = array.as_string_opt::<i32>()?;
            Box::new(|r| text.value(r))
        }
        DataType::LargeUtf8 => {
            let text = array.as_string_opt::<i64>()?;
            Box::new(|r| text.value(r))
        }
        DataType::Utf8View => {
            let text = array.as_string_view_opt()?;
            Box::new(|r| text.value(r))
        }
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary_opt()?;
            let values = dictionary.values().as_ref();
            if !is_text(values.data_type()) {
                return None;
            }
            if values.is_empty() {
                return Some(Box::new(|_| ""));
            }
            let text = texts(values)?;
            let places = dictionary.normalized_keys();
            Box::new(move |r| if values.is_null(places[r]) { "" } else { text(places[r]) })
        }
        _ => return None,
    })
}
