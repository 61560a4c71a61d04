//! The least number of items, and the least effect, that give a wanted power.
//!
//! Power as a function of n is not quite monotone where p-values are discrete. The answer is a crossing: a number of items
//! with the wanted power whose predecessor lacks it.

/// Least number of items in `1..=most` with at least the wanted power, searched outward from a guess; `None` where `most`
/// items lack it.
pub fn least_items(power: impl Fn(u64) -> f64, wanted: f64, guess: u64, most: u64) -> Option<u64> {
    let enough = |items: u64| power(items) >= wanted;
    let (mut low, mut high) = (0, guess.clamp(1, most));
    let mut step = high / 16 + 1;
    while !enough(high) {
        if high == most {
            return None;
        }
        low = high;
        high = high.saturating_add(step).min(most);
        step *= 2;
    }
    // Narrow from below as far as the guess was too high.
    let mut step = high / 16 + 1;
    while high - low > step && low == 0 && high > step {
        let below = high - step;
        if enough(below) {
            high = below;
            step *= 2;
        } else {
            low = below;
        }
    }
    while high - low > 1 {
        let middle = low.midpoint(high);
        if enough(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(high)
}

/// Least effect in `(low, high]` with at least the wanted power, for a power that grows with the effect; `None` where
/// `high` lacks it. To 12 digits of the range.
pub fn least_effect(power: impl Fn(f64) -> f64, wanted: f64, low: f64, high: f64) -> Option<f64> {
    if power(high) < wanted {
        return None;
    }
    let (mut low, mut high) = (low, high);
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        if power(middle) >= wanted {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crossing_is_found_from_any_guess() {
        for wanted in [1_u64, 2, 17, 1000, 4096] {
            for guess in [1, 16, 900, 1000, 1001, 5000, 100_000] {
                let found = least_items(|n| f64::from(u8::from(n >= wanted)), 0.5, guess, 1 << 20);
                assert_eq!(found, Some(wanted), "from {guess}");
            }
        }
        assert_eq!(least_items(|_| 0.4, 0.5, 10, 1000), None);
    }

    #[test]
    fn the_least_effect_is_that_of_the_power() {
        let found = least_effect(|d| d * d, 0.25, 0.0, 1.0).expect("within reach");
        assert!((found - 0.5).abs() < 1e-11, "{found}");
        assert_eq!(least_effect(|d| d, 0.5, 0.0, 0.4), None);
    }
}
