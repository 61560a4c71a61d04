//! The element types of arrays, and their exact conversion to a double.

use crate::error::kind::FaultKind;
use crate::error::npy::NpyProblem;
use crate::frame::parsed::Precision;

/// A number type of NumPy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Type {
    F64,
    F32,
    F16,
    Signed,
    Unsigned,
    Bool,
}

/// An element: its type, size in bytes, and byte order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Element {
    kind: Type,
    size: usize,
    big: bool,
}

impl Element {
    /// Reads a `descr` such as `<f8`.
    pub(crate) fn parse(descr: &[u8]) -> Result<Self, NpyProblem> {
        let unknown = || NpyProblem::Type {
            descr: crate::error::quote::plain(descr),
        };
        let (order, rest) = descr.split_first().ok_or_else(unknown)?;
        let (kind, size) = match rest {
            b"f8" => (Type::F64, 8),
            b"f4" => (Type::F32, 4),
            b"f2" => (Type::F16, 2),
            b"b1" => (Type::Bool, 1),
            [b'i', size @ (b'1' | b'2' | b'4' | b'8')] => (Type::Signed, usize::from(size - b'0')),
            [b'u', size @ (b'1' | b'2' | b'4' | b'8')] => {
                (Type::Unsigned, usize::from(size - b'0'))
            }
            _ => return Err(unknown()),
        };
        let big = match order {
            b'<' => false,
            b'>' => true,
            b'|' if size == 1 => false,
            _ => return Err(unknown()),
        };
        Ok(Self { kind, size, big })
    }

    /// Bytes.
    pub(crate) fn size(self) -> usize {
        self.size
    }

    pub(crate) fn precision(self) -> Precision {
        match self.kind {
            Type::F32 | Type::F16 => Precision::Single,
            _ => Precision::Double,
        }
    }

    /// `f8`, `i4`, ... as NumPy names it, without the byte order.
    pub(crate) fn name(self) -> String {
        let letter = match self.kind {
            Type::F64 | Type::F32 | Type::F16 => 'f',
            Type::Signed => 'i',
            Type::Unsigned => 'u',
            Type::Bool => 'b',
        };
        format!("{letter}{}", self.size)
    }

    /// Whether an element needs no more than its bits: a double in this machine's order.
    pub(crate) fn is_native_double(self) -> bool {
        self.kind == Type::F64 && self.big == cfg!(target_endian = "big")
    }

    /// One element as a double; NaN stays NaN, infinities and rounded integers are faults.
    #[inline]
    pub(crate) fn value(self, bytes: &[u8]) -> Result<f64, FaultKind> {
        let bits = self.bits(bytes);
        let value = match self.kind {
            Type::F64 => f64::from_bits(bits),
            Type::F32 => f64::from(f32::from_bits(bits as u32)),
            Type::F16 => half(bits as u16),
            Type::Signed => return signed(bits, self.size),
            Type::Unsigned => {
                let value = bits as f64;
                return if value as u128 == u128::from(bits) {
                    Ok(value)
                } else {
                    Err(FaultKind::Inexact)
                };
            }
            Type::Bool if bits <= 1 => bits as f64,
            Type::Bool => return Err(FaultKind::NotBoolean),
        };
        if value.is_infinite() {
            Err(FaultKind::Infinite)
        } else {
            Ok(value)
        }
    }

    /// The element's bits, in the low bytes.
    #[inline]
    fn bits(self, bytes: &[u8]) -> u64 {
        let mut word = [0; 8];
        let size = self.size.min(bytes.len());
        word[..size].copy_from_slice(&bytes[..size]);
        if self.big {
            word[..size].reverse();
        }
        u64::from_le_bytes(word)
    }

    /// One element in decimal, for a message.
    pub(crate) fn describe(self, bytes: &[u8]) -> String {
        let bits = self.bits(bytes);
        match self.kind {
            Type::F64 => f64::from_bits(bits).to_string(),
            Type::F32 => f32::from_bits(bits as u32).to_string(),
            Type::F16 => half(bits as u16).to_string(),
            Type::Signed => extend(bits, self.size).to_string(),
            Type::Unsigned | Type::Bool => bits.to_string(),
        }
    }
}

/// Sign-extends the low `size` bytes.
fn extend(bits: u64, size: usize) -> i64 {
    let unused = 64 - 8 * size as u32;
    ((bits << unused) as i64) >> unused
}

fn signed(bits: u64, size: usize) -> Result<f64, FaultKind> {
    let number = extend(bits, size);
    let value = number as f64;
    if value as i128 == i128::from(number) {
        Ok(value)
    } else {
        Err(FaultKind::Inexact)
    }
}

/// A 16-bit float (IEEE 754 binary16), widened exactly.
fn half(bits: u16) -> f64 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let exponent = i32::from(bits >> 10 & 31);
    let fraction = f64::from(bits & 1023);
    match exponent {
        0 => sign * fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => sign * f64::INFINITY,
        31 => f64::NAN,
        _ => sign * (1024.0 + fraction) * 2f64.powi(exponent - 25),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(descr: &str, bytes: &[u8]) -> Result<f64, FaultKind> {
        Element::parse(descr.as_bytes()).unwrap().value(bytes)
    }

    #[test]
    fn every_type_and_byte_order_gives_its_exact_value() {
        assert_eq!(value("<f8", &0.1f64.to_le_bytes()), Ok(0.1));
        assert_eq!(value(">f8", &0.1f64.to_be_bytes()), Ok(0.1));
        assert_eq!(value("<f4", &0.1f32.to_le_bytes()), Ok(f64::from(0.1f32)));
        assert_eq!(value(">f4", &(-0.5f32).to_be_bytes()), Ok(-0.5));
        assert_eq!(value("|i1", &[0x80]), Ok(-128.0));
        assert_eq!(value("<i2", &(-2i16).to_le_bytes()), Ok(-2.0));
        assert_eq!(value(">i4", &i32::MIN.to_be_bytes()), Ok(-2_147_483_648.0));
        assert_eq!(
            value("<i8", &i64::MIN.to_le_bytes()),
            Ok(-9_223_372_036_854_775_808.0)
        );
        assert_eq!(value(">u2", &[1, 0]), Ok(256.0));
        assert_eq!(value("|u1", &[255]), Ok(255.0));
        assert_eq!(value("|b1", &[1]), Ok(1.0));
    }

    #[test]
    fn sixteen_bit_floats_widen_exactly() {
        for (bits, expected) in [
            (0x3c00, 1.0),
            (0x0001, 2f64.powi(-24)),
            (0x7bff, 65504.0),
            (0xc000, -2.0),
            (0x3555, 0.333_251_953_125),
        ] {
            assert_eq!(half(bits), expected);
        }
        assert!(half(0x7e00).is_nan());
        assert!(half(0x8000).is_sign_negative());
        assert_eq!(value("<f2", &[0, 0xfc]), Err(FaultKind::Infinite));
    }

    #[test]
    fn integers_that_a_double_would_round_are_faults() {
        let big = (1i64 << 53) + 1;
        assert_eq!(value("<i8", &big.to_le_bytes()), Err(FaultKind::Inexact));
        assert_eq!(value("<i8", &(big - 1).to_le_bytes()), Ok((big - 1) as f64));
        assert_eq!(
            value("<i8", &i64::MAX.to_le_bytes()),
            Err(FaultKind::Inexact)
        );
        assert_eq!(
            value("<u8", &u64::MAX.to_le_bytes()),
            Err(FaultKind::Inexact)
        );
        assert_eq!(value("|b1", &[2]), Err(FaultKind::NotBoolean));
    }

    #[test]
    fn types_that_are_not_numbers_are_refused() {
        for descr in [
            "|O", "<U5", "|S3", "<c16", "<M8[ns]", "<f16", "=f8", "|f8", "", "<f", "|i3",
        ] {
            assert!(Element::parse(descr.as_bytes()).is_err(), "{descr}");
        }
    }
}
