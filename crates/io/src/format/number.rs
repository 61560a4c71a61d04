//! From one field to one score.
//!
//! Accepted: a decimal with optional sign, point and exponent, as `fast-float2` and `str::parse` read it (nearest
//! double, ties to even), with spaces and tabs around it. In tables also `true` and `false` (also `True`, `TRUE`),
//! as 1 and 0. Missing: an empty cell, `NaN`, `NA`, `N/A`, `<NA>`, `null`, `None` in any case. Refused: infinities,
//! decimals beyond the largest double, integers beyond 2^53 that a double would round, hexadecimal, and all else.
//! A decimal below the smallest subnormal is 0, as in every language; -0 is kept.

use crate::error::kind::FaultKind;
use crate::words;

/// 2^53: below it every integer is a double, from it on some are rounded to their neighbour.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Reads a score; a missing one is NaN. `words` accepts `true` and `false`.
#[inline]
pub(crate) fn score(field: &[u8], words: bool) -> Result<f64, FaultKind> {
    match fast_float2::parse::<f64, _>(field) {
        Ok(value) if value.abs() < EXACT => Ok(value),
        _ => careful(field, words),
    }
}

/// What the fast path left over: outer spaces, missing scores, large numbers, and everything wrong.
#[cold]
fn careful(field: &[u8], words: bool) -> Result<f64, FaultKind> {
    let field = trim(field);
    if is_missing(field) {
        return Ok(f64::NAN);
    }
    let Ok(value) = fast_float2::parse::<f64, _>(field) else {
        return verdict(field)
            .filter(|_| words)
            .ok_or(FaultKind::NotANumber);
    };
    if !value.is_finite() {
        let spelled = field.iter().any(|byte| matches!(byte, b'n' | b'N'));
        return Err(if spelled {
            FaultKind::Infinite
        } else {
            FaultKind::Overflow
        });
    }
    if value.abs() >= EXACT && !is_exact(field, value) {
        return Err(FaultKind::Inexact);
    }
    Ok(value)
}

/// 1 or 0 for a truth value, in the ways in which languages write one.
pub(crate) fn truth(field: &[u8]) -> Option<f64> {
    if field.eq_ignore_ascii_case(b"true") {
        Some(1.0)
    } else {
        field.eq_ignore_ascii_case(b"false").then_some(0.0)
    }
}

/// Whether a field is such a word and no truth value, which any language writes for 1 and 0.
pub(crate) fn is_verdict(field: &[u8]) -> bool {
    verdict(field).is_some() && truth(field).is_none()
}

/// 1 or 0 for a word that says whether an item was solved, in small or capital letters, or for an output with the mark that promptfoo puts
/// before it.
pub(crate) fn verdict(field: &[u8]) -> Option<f64> {
    if field.first() == Some(&b'[') {
        let is_marked = |mark: &[u8]| field.starts_with(mark);
        return match (is_marked(b"[PASS]"), is_marked(b"[FAIL]")) {
            (true, _) => Some(1.0),
            (_, true) => Some(0.0),
            _ => None,
        };
    }
    words::verdict(field)
}

/// Without the spaces and tabs around it, and without the carriage return of a CRLF line end.
pub(crate) fn trim(field: &[u8]) -> &[u8] {
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t');
    let field = field.strip_suffix(b"\r").unwrap_or(field);
    let start = field
        .iter()
        .position(|byte| !is_space(byte))
        .unwrap_or(field.len());
    let end = field
        .iter()
        .rposition(|byte| !is_space(byte))
        .map_or(start, |last| last + 1);
    &field[start..end]
}

/// Whether a trimmed field says that there is no score.
pub(crate) fn is_missing(field: &[u8]) -> bool {
    const WORDS: [&str; 6] = ["nan", "na", "n/a", "<na>", "null", "none"];
    let unsigned = field
        .strip_prefix(b"-")
        .or(field.strip_prefix(b"+"))
        .unwrap_or(field);
    field.is_empty()
        || unsigned.eq_ignore_ascii_case(b"nan")
        || WORDS
            .iter()
            .any(|word| field.eq_ignore_ascii_case(word.as_bytes()))
}

/// Whether an integer in plain digits survives as a double; numbers with a point or exponent are measurements, which
/// are rounded anyway.
fn is_exact(field: &[u8], value: f64) -> bool {
    let digits = field
        .strip_prefix(b"-")
        .or(field.strip_prefix(b"+"))
        .unwrap_or(field);
    if !digits.iter().all(u8::is_ascii_digit) {
        return true;
    }
    // 2^127 bounds the cast below; a longer integer is never worth its digits.
    let number = std::str::from_utf8(digits)
        .ok()
        .and_then(|digits| digits.parse::<i128>().ok());
    number.is_some_and(|number| value.abs() < 2f64.powi(126) && value.abs() as i128 == number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn spaces_signs_exponents_and_carriage_returns_are_accepted() {
        for (text, value) in [
            ("0.5", 0.5),
            ("+0.5", 0.5),
            (" \t0.5 \t", 0.5),
            ("0.5\r", 0.5),
            (".5", 0.5),
            ("5.", 5.0),
            ("1e-3", 0.001),
            ("-1E+3", -1000.0),
            ("5e-324", 5e-324),
            ("1e-400", 0.0),
            ("1.7976931348623157e308", f64::MAX),
            ("9007199254740992", EXACT),
            ("-9007199254740994", -EXACT - 2.0),
            ("100000000000000000000", 1e20),
            ("1e300", 1e300),
        ] {
            assert_eq!(score(text.as_bytes(), false), Ok(value), "{text}");
        }
        assert!(score(b"-0.0", false).unwrap().is_sign_negative());
    }

    #[test]
    fn missing_words_are_missing_in_any_case() {
        for text in [
            "", " ", "\r", "nan", "NaN", "-nan", "+NaN", "NA", "n/a", "<NA>", "null", "None",
            " NULL ",
        ] {
            assert!(score(text.as_bytes(), false).unwrap().is_nan(), "{text:?}");
        }
    }

    #[test]
    fn what_is_not_a_finite_number_is_refused_with_its_kind() {
        for (text, kind) in [
            ("inf", FaultKind::Infinite),
            ("-Infinity", FaultKind::Infinite),
            ("1e400", FaultKind::Overflow),
            ("-1e400", FaultKind::Overflow),
            ("9007199254740993", FaultKind::Inexact),
            ("18446744073709551615", FaultKind::Inexact),
            (&"9".repeat(400), FaultKind::Overflow),
            (&"9".repeat(60), FaultKind::Inexact),
            ("0x1p3", FaultKind::NotANumber),
            ("0,5", FaultKind::NotANumber),
            ("1_000", FaultKind::NotANumber),
            ("1 2", FaultKind::NotANumber),
            ("1e", FaultKind::NotANumber),
            (".", FaultKind::NotANumber),
            ("-", FaultKind::NotANumber),
            ("-na", FaultKind::NotANumber),
            ("true", FaultKind::NotANumber),
            ("1\0", FaultKind::NotANumber),
            ("\u{a0}1", FaultKind::NotANumber),
        ] {
            assert_eq!(score(text.as_bytes(), false), Err(kind), "{text}");
        }
    }

    #[test]
    fn booleans_are_one_and_zero_in_tables_only() {
        for text in ["true", "True", "TRUE"] {
            assert_eq!(score(text.as_bytes(), true), Ok(1.0));
        }
        assert_eq!(score(b" false ", true), Ok(0.0));
        assert_eq!(score(b"Yes", true), Ok(1.0));
        assert_eq!(score(b"lose", true), Ok(0.0));
        assert_eq!(score(b"maybe", true), Err(FaultKind::NotANumber));
    }

    proptest! {
        #[test]
        fn every_finite_double_reads_back_bit_for_bit(bits: u64) {
            let value = f64::from_bits(bits);
            prop_assume!(value.is_finite());
            for text in [format!("{value:e}"), format!("{value:?}")] {
                prop_assert_eq!(score(text.as_bytes(), false).map(f64::to_bits), Ok(value.to_bits()));
            }
        }

        #[test]
        fn a_number_is_what_the_standard_library_reads(text in "[+-]?[0-9]{0,20}[.]?[0-9]{0,20}(e[+-]?[0-9]{1,3})?") {
            let ours = score(text.as_bytes(), false);
            match text.parse::<f64>() {
                Ok(value) if value.is_finite() => prop_assert!(ours == Ok(value) || ours == Err(FaultKind::Inexact)),
                Ok(_) => prop_assert_eq!(ours, Err(FaultKind::Overflow)),
                Err(_) if text.is_empty() => prop_assert!(ours.is_ok_and(f64::is_nan)),
                Err(_) => prop_assert_eq!(ours, Err(FaultKind::NotANumber)),
            }
        }
    }
}
