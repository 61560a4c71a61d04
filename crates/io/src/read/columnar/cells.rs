//! Cells of Arrow arrays as scores and as text.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type, Float16Type, Float32Type,
    Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{Array, ArrayAccessor};
use arrow_schema::DataType;

use crate::error::kind::FaultKind;
use crate::format::number;
use crate::frame::tally;
use crate::{Kind, ScoreWords};

/// A row's score, NaN where it is missing.
pub(super) type Scores<'a> = Box<dyn Fn(usize) -> Result<f64, FaultKind> + 'a>;
/// Adds the text of a row's cell; nothing where it is null.
pub(super) type Texts<'a> = Box<dyn Fn(usize, &mut Vec<u8>) + 'a>;

/// What columns of a type hold; `None` where they can be read neither as scores nor as text.
pub(super) fn kind(data_type: &DataType) -> Option<Kind> {
    match data_type {
        DataType::Null => Some(Kind::Nothing),
        DataType::Boolean => Some(Kind::Numbers),
        numeric if numeric.is_numeric() => Some(Kind::Numbers),
        DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        // Old writers of Parquet do not mark text as such.
        | DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView => Some(Kind::Text),
        DataType::Dictionary(_, values) => {
            kind(values).filter(|_| !matches!(**values, DataType::Dictionary(..)))
        }
        _ => None,
    }
}

/// Floats of 32 and of 16 bits.
pub(super) fn is_single(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(_, values) => is_single(values),
        other => matches!(other, DataType::Float16 | DataType::Float32),
    }
}

/// `$body` with `$type` standing for the type of the integers of `$data_type`, else `$otherwise`.
macro_rules! with_integer {
    ($data_type:expr, $type:ident => $body:expr, $otherwise:expr) => {
        match $data_type {
            DataType::Int8 => {
                type $type = Int8Type;
                $body
            }
            DataType::Int16 => {
                type $type = Int16Type;
                $body
            }
            DataType::Int32 => {
                type $type = Int32Type;
                $body
            }
            DataType::Int64 => {
                type $type = Int64Type;
                $body
            }
            DataType::UInt8 => {
                type $type = UInt8Type;
                $body
            }
            DataType::UInt16 => {
                type $type = UInt16Type;
                $body
            }
            DataType::UInt32 => {
                type $type = UInt32Type;
                $body
            }
            DataType::UInt64 => {
                type $type = UInt64Type;
                $body
            }
            _ => $otherwise,
        }
    };
}

/// Runs the code for each type of decimals.
macro_rules! with_decimal {
    ($data_type:expr, $type:ident => $body:expr, $otherwise:expr) => {
        match $data_type {
            DataType::Decimal32(..) => {
                type $type = Decimal32Type;
                $body
            }
            DataType::Decimal64(..) => {
                type $type = Decimal64Type;
                $body
            }
            DataType::Decimal128(..) => {
                type $type = Decimal128Type;
                $body
            }
            DataType::Decimal256(..) => {
                type $type = Decimal256Type;
                $body
            }
            _ => $otherwise,
        }
    };
}

/// The scores of a column of numbers, booleans or texts that are such; of any other, faults.
pub(super) fn scores<'a>(array: &'a dyn Array, words: Option<&'a ScoreWords>) -> Scores<'a> {
    let present: Scores<'_> = match array.data_type() {
        DataType::Boolean => {
            let array = array.as_boolean();
            Box::new(|row| Ok(f64::from(u8::from(array.value(row)))))
        }
        DataType::Float16 => {
            let array = array.as_primitive::<Float16Type>();
            Box::new(|row| finite(array.value(row).to_f64()))
        }
        DataType::Float32 => {
            let array = array.as_primitive::<Float32Type>();
            Box::new(|row| finite(f64::from(array.value(row))))
        }
        DataType::Float64 => {
            let array = array.as_primitive::<Float64Type>();
            Box::new(|row| finite(array.value(row)))
        }
        DataType::Dictionary(keys, _) => {
            return with_integer!(**keys, K => {
                let array = array.as_dictionary::<K>();
                let values = scores(array.values().as_ref(), words);
                Box::new(move |row| array.key(row).map_or(Ok(f64::NAN), &values))
            }, Box::new(|_| Err(FaultKind::NotANumber)));
        }
        DataType::Null => return Box::new(|_| Ok(f64::NAN)),
        other if kind(other) == Some(Kind::Text) => {
            let text = texts(array);
            return Box::new(move |row| {
                let mut cell = Vec::new();
                text(row, &mut cell);
                tally::score(&cell, words)
            });
        }
        other => with_integer!(other, T => {
            let array = array.as_primitive::<T>();
            Box::new(|row| exact(i128::from(array.value(row))))
        }, with_decimal!(other, T => {
            let array = array.as_primitive::<T>();
            // Through its digits, so that the double is the nearest one.
            Box::new(|row| number::score(array.value_as_string(row).as_bytes(), false))
        }, Box::new(|_| Err(FaultKind::NotANumber)))),
    };
    Box::new(move |row| {
        if array.is_null(row) {
            Ok(f64::NAN)
        } else {
            present(row)
        }
    })
}

/// Returns the numbers of a column of doubles, if all are there and finite.
pub(super) fn finite_doubles(array: &dyn Array) -> Option<&[f64]> {
    let doubles = array.as_primitive_opt::<Float64Type>()?;
    let values = &doubles.values()[..];
    (doubles.null_count() == 0 && values.iter().all(|value| value.is_finite())).then_some(values)
}

fn finite(value: f64) -> Result<f64, FaultKind> {
    if value.is_infinite() {
        Err(FaultKind::Infinite)
    } else {
        Ok(value)
    }
}

fn exact(number: i128) -> Result<f64, FaultKind> {
    let value = number as f64;
    if value as i128 == number {
        Ok(value)
    } else {
        Err(FaultKind::Inexact)
    }
}

/// The text of a column's cells, as it would stand in a table: numbers in the fewest digits that read back.
pub(super) fn texts(array: &dyn Array) -> Texts<'_> {
    let present: Texts<'_> = match array.data_type() {
        DataType::Boolean => {
            let array = array.as_boolean();
            Box::new(|row, out| out.extend(array.value(row).to_string().bytes()))
        }
        DataType::Utf8 => bytes(array.as_string::<i32>()),
        DataType::LargeUtf8 => bytes(array.as_string::<i64>()),
        DataType::Utf8View => bytes(array.as_string_view()),
        DataType::Binary => bytes(array.as_binary::<i32>()),
        DataType::LargeBinary => bytes(array.as_binary::<i64>()),
        DataType::BinaryView => bytes(array.as_binary_view()),
        DataType::Float16 => printed(array.as_primitive::<Float16Type>()),
        DataType::Float32 => printed(array.as_primitive::<Float32Type>()),
        DataType::Float64 => printed(array.as_primitive::<Float64Type>()),
        DataType::Dictionary(keys, _) => {
            return with_integer!(**keys, K => {
                let array = array.as_dictionary::<K>();
                let values = texts(array.values().as_ref());
                Box::new(move |row, out| array.key(row).map_or((), |key| values(key, out)))
            }, Box::new(|_, _| ()));
        }
        other => {
            with_integer!(other, T => printed(array.as_primitive::<T>()), with_decimal!(other, T => {
            let array = array.as_primitive::<T>();
            Box::new(|row, out| out.extend(array.value_as_string(row).bytes()))
        }, return Box::new(|_, _| ())))
        }
    };
    Box::new(move |row, out| {
        if !array.is_null(row) {
            present(row, out);
        }
    })
}

fn bytes<'a, A>(array: A) -> Texts<'a>
where
    A: ArrayAccessor + 'a,
    A::Item: AsRef<[u8]>,
{
    Box::new(move |row, out| out.extend_from_slice(array.value(row).as_ref()))
}

fn printed<'a, A>(array: A) -> Texts<'a>
where
    A: ArrayAccessor + 'a,
    A::Item: ToString,
{
    Box::new(move |row, out| out.extend(array.value(row).to_string().bytes()))
}
