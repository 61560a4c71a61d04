//! Shares and differences as users write them.

/// Text that cannot be read as an amount of its kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadAmount(&'static str);

/// Reads a share of items: `0.8`, `80%`.
///
/// # Errors
/// [`BadAmount`] outside 0 to 1.
pub fn read_share(text: &str) -> Result<f64, BadAmount> {
    let (number, unit) = match text.strip_suffix('%') {
        Some(number) => (number.trim_end(), 100.0),
        None => (text, 1.0),
    };
    match number.parse::<f64>() {
        Ok(value) if (0.0..=unit).contains(&value) => Ok(value / unit),
        _ => Err(BadAmount(
            "expected a share from 0 to 1, such as 0.8, or a percentage, such as 80%",
        )),
    }
}

/// Reads a difference of scores, or of accuracies in points: `0.02`, `2pt`, and `abs:0.02` as margins are written. `2%` would not say of
/// what.
///
/// # Errors
/// [`BadAmount`] for anything but a finite number.
pub fn read_difference(text: &str) -> Result<f64, BadAmount> {
    let (number, unit) = match text.strip_suffix("pt") {
        Some(number) => (number.trim_end(), 100.0),
        None => (text.strip_prefix("abs:").unwrap_or(text), 1.0),
    };
    match number.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value / unit),
        _ => Err(BadAmount(
            "expected a difference of scores, such as 0.02, or of accuracies in points, such as 2pt",
        )),
    }
}
