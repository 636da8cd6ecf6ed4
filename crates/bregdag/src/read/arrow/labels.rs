//! Columns of every type whose values can be told apart, as labels of groups. What is equal as a
//! number has the same label, whatever the type.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Date64Type, Decimal32Type, Decimal64Type, Decimal128Type,
    Decimal256Type, DecimalType, Float16Type, Float32Type, Float64Type, Int8Type, Int16Type,
    Int32Type, Int64Type, TimestampMicrosecondType, TimestampMillisecondType,
    TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, TimeUnit};

use super::numbers;
use crate::data::Label;
use crate::read::notation::Notation;

/// The label of each row.
type Labels<'a> = Box<dyn Fn(usize) -> Label + 'a>;

/// Whether [`of`] knows this type.
pub(super) fn is_label(data_type: &DataType) -> bool {
    use DataType as T;
    match data_type {
        T::Utf8 | T::LargeUtf8 | T::Utf8View | T::Date32 | T::Date64 | T::Timestamp(..) => true,
        T::Dictionary(_, values) => !matches!(**values, T::Dictionary(..)) && is_label(values),
        T::Null => false,
        other => numbers::is_number(other),
    }
}

/// The labels of a column, if it can hold some.
pub(super) fn of(array: &ArrayRef, notation: &Notation) -> Option<Vec<Label>> {
    let label = labels(array.as_ref(), notation)?;
    Some((0..array.len()).map(label).collect())
}

fn labels<'a>(array: &'a dyn Array, notation: &'a Notation) -> Option<Labels<'a>> {
    use DataType as T;
    let label = match *array.data_type() {
        T::Dictionary(..) => in_dictionary(array, notation),
        T::Boolean => {
            let truths = array.as_boolean_opt()?;
            Some(Box::new(|r| Label::of(truths.value(r))) as Labels)
        }
        T::Utf8 | T::LargeUtf8 | T::Utf8View => text(array, notation),
        T::Float16 => real::<Float16Type>(array, notation),
        T::Float32 => real::<Float32Type>(array, notation),
        T::Float64 => real::<Float64Type>(array, notation),
        T::Decimal32(_, scale) => decimal::<Decimal32Type>(array, scale, notation),
        T::Decimal64(_, scale) => decimal::<Decimal64Type>(array, scale, notation),
        T::Decimal128(_, scale) => decimal::<Decimal128Type>(array, scale, notation),
        T::Decimal256(_, scale) => decimal::<Decimal256Type>(array, scale, notation),
        _ => of_whole_numbers(array, notation),
    }?;
    Some(Box::new(move |r| if array.is_null(r) { Label::MISSING } else { label(r) }))
}

/// Only the entries that rows have are looked at: a dictionary may be larger than its column.
fn in_dictionary<'a>(array: &'a dyn Array, notation: &'a Notation) -> Option<Labels<'a>> {
    let dictionary = array.as_any_dictionary_opt()?;
    if dictionary.values().is_empty() {
        return Some(Box::new(|_| Label::MISSING));
    }
    let label = labels(dictionary.values().as_ref(), notation)?;
    let places = dictionary.normalized_keys();
    Some(Box::new(move |r| label(places[r])))
}

fn text<'a>(array: &'a dyn Array, notation: &'a Notation) -> Option<Labels<'a>> {
    Some(match array.data_type() {
        DataType::Utf8 => {
            let text = array.as_string_opt::<i32>()?;
            Box::new(|r| notation.label(text.value(r).as_bytes()))
        }
        DataType::LargeUtf8 => {
            let text = array.as_string_opt::<i64>()?;
            Box::new(|r| notation.label(text.value(r).as_bytes()))
        }
        _ => {
            let text = array.as_string_view_opt()?;
            Box::new(|r| notation.label(text.value(r).as_bytes()))
        }
    })
}

fn real<'a, T: ArrowPrimitiveType<Native: Into<f64>>>(
    array: &'a dyn Array,
    notation: &'a Notation,
) -> Option<Labels<'a>> {
    let numbers = array.as_primitive_opt::<T>()?;
    Some(Box::new(|r| {
        let x: f64 = numbers.value(r).into();
        notation.label_of_number(x, x)
    }))
}

/// Digits tell decimals apart that are one as doubles; zeros at their end do not count.
fn decimal<'a, T: DecimalType + ArrowPrimitiveType>(
    array: &'a dyn Array,
    scale: i8,
    notation: &'a Notation,
) -> Option<Labels<'a>> {
    let numbers = array.as_primitive_opt::<T>()?;
    Some(Box::new(move |r| {
        let digits = T::format_decimal(numbers.value(r), T::MAX_PRECISION, scale);
        let short = match digits.contains('.') {
            true => digits.trim_end_matches('0').trim_end_matches('.'),
            false => &digits,
        };
        notation.label_of_number(short.parse().unwrap_or(f64::INFINITY), short)
    }))
}

fn of_whole_numbers<'a>(array: &'a dyn Array, notation: &'a Notation) -> Option<Labels<'a>> {
    use DataType as T;
    match array.data_type() {
        T::Int8 => whole::<Int8Type>(array, notation),
        T::Int16 => whole::<Int16Type>(array, notation),
        T::Int32 => whole::<Int32Type>(array, notation),
        T::Int64 => whole::<Int64Type>(array, notation),
        T::UInt8 => whole::<UInt8Type>(array, notation),
        T::UInt16 => whole::<UInt16Type>(array, notation),
        T::UInt32 => whole::<UInt32Type>(array, notation),
        T::UInt64 => whole::<UInt64Type>(array, notation),
        T::Date32 => time::<Date32Type>(array),
        T::Date64 => time::<Date64Type>(array),
        T::Timestamp(TimeUnit::Second, _) => time::<TimestampSecondType>(array),
        T::Timestamp(TimeUnit::Millisecond, _) => time::<TimestampMillisecondType>(array),
        T::Timestamp(TimeUnit::Microsecond, _) => time::<TimestampMicrosecondType>(array),
        T::Timestamp(TimeUnit::Nanosecond, _) => time::<TimestampNanosecondType>(array),
        _ => None,
    }
}

fn whole<'a, T: ArrowPrimitiveType<Native: Into<i128>>>(
    array: &'a dyn Array,
    notation: &'a Notation,
) -> Option<Labels<'a>> {
    let numbers = array.as_primitive_opt::<T>()?;
    Some(Box::new(|r| {
        let x: i128 = numbers.value(r).into();
        notation.label_of_number(x as f64, x)
    }))
}

/// No number of days stands for a missing value.
fn time<T: ArrowPrimitiveType<Native: Into<i128>>>(array: &dyn Array) -> Option<Labels<'_>> {
    let times = array.as_primitive_opt::<T>()?;
    Some(Box::new(|r| Label::of(times.value(r).into())))
}
