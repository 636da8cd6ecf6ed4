//! Columns of every numeric type as doubles; NaN where there is no value. Integers beyond 2⁵³ are
//! rounded to the nearest.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type, Float16Type,
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;

/// Whether [`of`] knows this type.
pub(super) fn is_number(data_type: &DataType) -> bool {
    use DataType as T;
    let decimal = matches!(
        data_type,
        T::Decimal32(..) | T::Decimal64(..) | T::Decimal128(..) | T::Decimal256(..)
    );
    match data_type {
        T::Dictionary(_, values) => !matches!(**values, T::Dictionary(..)) && is_number(values),
        T::Boolean | T::Null => true,
        other => decimal || other.is_integer() || other.is_floating(),
    }
}

/// The numbers of a column, if it holds numbers.
pub(super) fn of(array: &ArrayRef) -> Option<Vec<f64>> {
    use DataType as T;
    match *array.data_type() {
        T::Float64 => map::<Float64Type>(array, |x| x),
        T::Float32 => map::<Float32Type>(array, f64::from),
        T::Float16 => map::<Float16Type>(array, |x| x.to_f64()),
        T::Int8 => map::<Int8Type>(array, f64::from),
        T::Int16 => map::<Int16Type>(array, f64::from),
        T::Int32 => map::<Int32Type>(array, f64::from),
        T::Int64 => map::<Int64Type>(array, |x| x as f64),
        T::UInt8 => map::<UInt8Type>(array, f64::from),
        T::UInt16 => map::<UInt16Type>(array, f64::from),
        T::UInt32 => map::<UInt32Type>(array, f64::from),
        T::UInt64 => map::<UInt64Type>(array, |x| x as f64),
        T::Decimal32(_, scale) => map::<Decimal32Type>(array, |x| shifted(f64::from(x), scale)),
        T::Decimal64(_, scale) => map::<Decimal64Type>(array, |x| shifted(x as f64, scale)),
        T::Decimal128(_, scale) => map::<Decimal128Type>(array, |x| shifted(x as f64, scale)),
        T::Decimal256(_, scale) => map::<Decimal256Type>(array, |x| {
            // Through its digits: there is no conversion without a further dependency.
            shifted(x.to_string().parse().unwrap_or(f64::NAN), scale)
        }),
        T::Boolean => {
            let array = array.as_boolean_opt()?;
            Some(array.iter().map(|x| x.map_or(f64::NAN, f64::from)).collect())
        }
        T::Null => Some(vec![f64::NAN; array.len()]),
        T::Dictionary(..) => in_dictionary(array),
        _ => None,
    }
}

/// Each row has one of a few numbers.
fn in_dictionary(array: &ArrayRef) -> Option<Vec<f64>> {
    let dictionary = array.as_any_dictionary_opt()?;
    if matches!(dictionary.values().data_type(), DataType::Dictionary(..)) {
        return None;
    }
    let values = of(dictionary.values())?;
    if values.is_empty() {
        return Some(vec![f64::NAN; array.len()]);
    }
    let places = dictionary.normalized_keys();
    let number = |r: usize| if array.is_null(r) { f64::NAN } else { values[places[r]] };
    Some((0..array.len()).map(number).collect())
}

/// x · 10^(−scale). Powers up to 10²² are exact, so the result is then the nearest double.
fn shifted(x: f64, scale: i8) -> f64 {
    let power = 10f64.powi(i32::from(scale).abs());
    if scale < 0 { x * power } else { x / power }
}

fn map<T: ArrowPrimitiveType>(array: &ArrayRef, f: impl Fn(T::Native) -> f64) -> Option<Vec<f64>> {
    let array = array.as_primitive_opt::<T>()?;
    Some(match array.null_count() {
        0 => array.values().iter().map(|&x| f(x)).collect(),
        _ => array.iter().map(|x| x.map_or(f64::NAN, &f)).collect(),
    })
}
