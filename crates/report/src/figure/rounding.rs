//! Round ends of an axis.

/// The next 1, 2, 3, 4, 5, 6 or 8 times a power of ten.
pub fn rounded_up(value: f64) -> f64 {
    if value <= 0.0 {
        return 1.0;
    }
    let unit = power_of_ten(value);
    let steps = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0];
    steps.into_iter().map(|step| step * unit).find(|&top| top >= value * (1.0 - 1e-9)).unwrap_or(10.0 * unit)
}

/// The power of ten at or below a number, from its decimal text.
fn power_of_ten(value: f64) -> f64 {
    let text = format!("{value:e}");
    let exponent = text.split_once('e').map_or("0", |(_, exponent)| exponent);
    format!("1e{exponent}").parse().unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_end_at_round_numbers() {
        for (value, top) in [(0.53, 0.6), (1.0, 1.0), (0.05, 0.05), (0.081, 0.1), (7.0, 8.0), (0.0, 1.0)] {
            assert!((rounded_up(value) - top).abs() < 1e-12, "{value}: {}", rounded_up(value));
        }
    }
}
