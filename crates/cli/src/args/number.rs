//! Numbers as users write them: whole ones, shares, percentages, ranges.

use std::str::FromStr;

use restrap::{GridChoice, MarginSize};

pub fn whole(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| "expected a whole number, in digits alone".to_owned())
}

pub fn finite(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|value: &f64| value.is_finite());
    number.ok_or_else(|| "expected a finite number".to_owned())
}

pub fn within(
    text: &str,
    range: std::ops::RangeInclusive<u64>,
    expected: &str,
) -> Result<u64, String> {
    text.parse()
        .ok()
        .filter(|n| range.contains(n))
        .ok_or_else(|| expected.to_owned())
}

pub fn at_least_one(text: &str) -> Result<u64, String> {
    within(
        text,
        1..=u64::MAX,
        "expected a whole number from 1, in digits alone",
    )
}

pub fn threads(text: &str) -> Result<u64, String> {
    within(text, 1..=4096, "expected a whole number from 1 to 4096")
}

pub fn items(text: &str) -> Result<u64, String> {
    within(
        text,
        1..=10_000_000_000,
        "expected a whole number from 1 to 10000000000",
    )
}

/// Bytes, with a unit or without: `500MiB`, `8GB`, `1G`. All units are powers of 1,024: who allows 8 GB has them.
pub fn memory(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == ' ');
    let unit = text[digits.len()..].trim_start().to_ascii_lowercase();
    let unit = unit
        .strip_suffix("ib")
        .or(unit.strip_suffix('b'))
        .unwrap_or(&unit);
    let shift = ["", "k", "m", "g", "t"]
        .iter()
        .position(|known| *known == unit)
        .map(|place| 10 * place);
    let bytes = digits
        .parse::<u64>()
        .ok()
        .zip(shift)
        .and_then(|(size, shift)| size.checked_mul(1 << shift));
    bytes
        .filter(|bytes| *bytes > 0)
        .ok_or_else(|| "expected a size such as 500MiB or 8GiB".to_owned())
}

pub fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value < 1.0 => Ok(value),
        _ => Err("expected a number between 0 and 1, both excluded".to_owned()),
    }
}

pub fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value.is_finite() => Ok(value),
        _ => Err("expected a number above 0".to_owned()),
    }
}

/// A size of a difference; a number alone is in the unit of the scores.
pub fn size(text: &str) -> Result<MarginSize, String> {
    match positive(text) {
        Ok(size) => Ok(MarginSize::Absolute(size)),
        Err(_) => text
            .parse()
            .map_err(|error: restrap::BadMargin| error.to_string()),
    }
}

pub fn real(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|value: &f64| value.is_finite());
    number.ok_or_else(|| "expected a number, such as 0 or 0.5".to_owned())
}

pub fn grid(text: &str) -> Result<GridChoice, String> {
    text.parse()
        .map_err(|error: restrap::BadGrid| error.to_string())
}

/// A share in percent, with or without its sign: `2`, `0.5%`.
pub fn percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).trim_end();
    match number.parse::<f64>() {
        Ok(value) if (0.0..=100.0).contains(&value) => Ok(value),
        _ => Err("expected a percentage from 0 to 100".to_owned()),
    }
}

/// A share of items as a number or in percent: `0.8`, `80%`.
pub fn unit(text: &str) -> Result<f64, String> {
    restrap::power::read_share(text).map_err(|error| error.to_string())
}

/// A difference of scores, or of accuracies in points: `0.02`, `2pt`.
pub fn difference(text: &str) -> Result<f64, String> {
    restrap::power::read_difference(text).map_err(|error| error.to_string())
}

/// Percentages: `FROM:TO[:STEP]`, both ends included, or a list with commas.
#[derive(Clone, Debug, PartialEq)]
pub struct Percentages(pub Vec<f64>);

/// A range that is none.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadRange(String);

impl FromStr for Percentages {
    type Err = BadRange;

    fn from_str(text: &str) -> Result<Self, BadRange> {
        /// Most steps of a range.
        const MOST: f64 = 10_000.0;
        let parts = text
            .split(':')
            .map(percent)
            .collect::<Result<Vec<f64>, _>>();
        match (text.contains(':'), parts) {
            (true, Ok(parts)) if parts.len() <= 3 => {
                let (from, to) = (parts[0], parts[1]);
                let step = parts.get(2).copied().unwrap_or(1.0);
                if from > to || step <= 0.0 || (to - from) / step > MOST {
                    return Err(BadRange(
                        "expected FROM:TO[:STEP] with FROM at most TO and a STEP above 0, 10,000 steps at most".to_owned(),
                    ));
                }
                // Each from its number, so that rounding does not add up; a last step may miss TO by rounding.
                let steps = ((to - from) / step + 1e-9).floor() as u32;
                Ok(Self(
                    (0..=steps).map(|k| from + f64::from(k) * step).collect(),
                ))
            }
            (true, _) => Err(BadRange(
                "expected FROM:TO[:STEP] in percent, such as 0:19 or 0:5:0.5".to_owned(),
            )),
            (false, _) => text
                .split(',')
                .map(percent)
                .collect::<Result<_, _>>()
                .map(Self)
                .map_err(BadRange),
        }
    }
}
