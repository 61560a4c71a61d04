//! Digits that a number's error supports.

use restrap_stats::Sample;

/// Significant digits of values known up to rounding.
const ROUNDED: i32 = 12;

/// `value` rounded to the digits that a relative error supports: at most 12, at least 3.
pub(crate) fn supported(value: f64, relative_error: f64) -> f64 {
    let digits = if relative_error > 0.0 {
        correct_digits(relative_error)
    } else {
        ROUNDED
    };
    significant(value, digits.clamp(3, ROUNDED))
}

/// `⌊−log10 error⌋`, read from the decimal text: logarithms differ between machines in the last place, and an error of
/// exactly 1e-12 must not.
fn correct_digits(error: f64) -> i32 {
    let text = format!("{error:e}");
    let Some((mantissa, exponent)) = text.split_once('e') else {
        return 0;
    };
    exponent
        .parse::<i32>()
        .map_or(0, |exponent| -exponent - i32::from(mantissa != "1"))
}

/// Returns the confidence of an interval that belongs to tests at this level: 0.82 of 0.18, without the noise of the subtraction.
pub fn confidence_of(alpha: f64) -> f64 {
    rounded(1.0 - alpha)
}

/// `value` rounded to 12 significant digits: the noise of the last places does not reach the JSON.
pub fn rounded(value: f64) -> f64 {
    significant(value, ROUNDED)
}

fn significant(value: f64, digits: i32) -> f64 {
    if value == 0.0 || !value.is_finite() {
        // Also turns -0 into 0.
        return if value == 0.0 { 0.0 } else { value };
    }
    // Through the decimal text: the result is the double nearest to a short decimal, and prints as such.
    format!("{value:.*e}", (digits - 1) as usize)
        .parse()
        .unwrap_or(value)
}

/// Decimals printed at most.
pub(crate) const MOST_DECIMALS: usize = 12;
/// Decimals at least of 0/1 scores (whole percentage points), and of scores whose error is not known.
const FEWEST: f64 = 2.0;

/// Decimals to print for a score with standard error `error`: two digits of the error; for 0/1 scores also no more than
/// one item can move, but whole percentage points at least. 63 of 123 is 0.51; a mean reciprocal rank over 6,980 queries
/// has four decimals.
pub fn decimals(items: u64, error: f64, binary: bool) -> usize {
    let by_items = libm::log10(items.max(1) as f64).round();
    let by_error = if error > 0.0 {
        1.0 - libm::log10(error).floor()
    } else {
        by_items.max(FEWEST)
    };
    let decimals = if binary {
        by_items.min(by_error).max(FEWEST)
    } else {
        by_error
    };
    decimals.clamp(0.0, MOST_DECIMALS as f64) as usize
}

/// Decimals that a score with error bars of `± half_width` deserves: the last one is the power of ten nearest to the
/// error, so that 630 of 1,230 with ± 10 is 0.51 and not 0.512. For 0/1 scores whole percentage points at least, and no
/// more than one item can move.
pub fn quoted_decimals(items: u64, half_width: f64, binary: bool) -> usize {
    if half_width <= 0.0 {
        return decimals(items, half_width, binary);
    }
    let by_error = (-libm::log10(half_width)).round();
    let least = if binary { FEWEST } else { 0.0 };
    let most = if binary {
        libm::log10(items.max(1) as f64).round().max(FEWEST)
    } else {
        MOST_DECIMALS as f64
    };
    by_error.clamp(least, most) as usize
}

/// The standard error of a mean; 0 of one value. Digits ask for no more than plain sums: of differences from one of the values, whose
/// own difference from the mean keeps the rounding of `n` items below `n` times the last place.
pub fn standard_error<'a>(scores: impl Into<Sample<'a>>) -> f64 {
    let scores = scores.into();
    let (items, rows) = (scores.items() as f64, scores.rows());
    if items < 2.0 {
        return 0.0;
    }
    let add = |(sum, squares), (value, times): (f64, u64)| {
        let (difference, times) = (value - rows[0], times as f64);
        (
            sum + difference * times,
            squares + difference * difference * times,
        )
    };
    let (sum, squares): (f64, f64) = scores.each().fold((0.0, 0.0), add);
    libm::sqrt((squares - sum * sum / items).max(0.0) / (items * (items - 1.0)))
}

/// What the digits of a number depend on.
#[derive(Clone, Copy, Debug)]
pub struct Spread {
    /// Items that it is of.
    pub items: u64,
    /// Its standard error; 0 where it is not known.
    pub error: f64,
    /// All scores are 0 or 1.
    pub binary: bool,
}

/// Decimals of a column of scores, and of the sentences about them: those of the least certain one. This is the one rule of all
/// commands; `asked` is what a user wants instead.
pub fn of_scores(asked: Option<u8>, spreads: impl IntoIterator<Item = Spread>) -> usize {
    let each = spreads
        .into_iter()
        .map(|spread| decimals(spread.items, spread.error, spread.binary));
    asked.map_or_else(|| each.min().unwrap_or(FEWEST as usize), usize::from)
}

/// Decimals of a column of differences: those of the most certain one, but one more than the least certain has at most. Systems
/// that never differ have no error and no say.
pub fn of_differences(asked: Option<u8>, spreads: impl IntoIterator<Item = Spread>) -> usize {
    let all: Vec<Spread> = spreads.into_iter().collect();
    let known = all.iter().filter(|spread| spread.error > 0.0);
    let each: Vec<usize> = known
        .map(|spread| decimals(spread.items, spread.error, spread.binary))
        .collect();
    match (asked, each.iter().min(), each.iter().max()) {
        (Some(asked), ..) => usize::from(asked),
        (None, Some(least), Some(most)) => *most.min(&(least + 1)),
        _ => of_scores(None, all),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quoted_score_has_no_digit_below_its_error() {
        let quoted = |right: u64, of: u64, error: f64| {
            format!(
                "{:.*}",
                quoted_decimals(of, error / of as f64, true),
                right as f64 / of as f64
            )
        };
        assert_eq!(quoted(63, 123, 11.0), "0.51");
        assert_eq!(quoted(630, 1_230, 10.0), "0.51");
        // Without error bars three digits would stand there; with smaller ones they do.
        assert_eq!(quoted(630, 1_230, 0.0), "0.512");
        assert_eq!(quoted(630, 1_230, 1.0), "0.512");
        assert_eq!(quoted(5, 10, 3.0), "0.50");
        assert_eq!(
            (
                quoted_decimals(50, 12.0, false),
                quoted_decimals(50, 0.03, false)
            ),
            (0, 2)
        );
    }

    #[test]
    fn columns_share_their_decimals() {
        let spread = |error| Spread {
            items: 6_980,
            error,
            binary: false,
        };
        assert_eq!(of_scores(None, [0.0045, 0.012].map(spread)), 3);
        assert_eq!(of_differences(None, [0.0045, 0.012].map(spread)), 4);
        assert_eq!(of_differences(None, [0.012, 1e-7, 0.0].map(spread)), 4);
        assert_eq!(of_differences(None, [0.0].map(spread)), 4);
        assert_eq!(
            (
                of_scores(Some(1), [spread(0.0045)]),
                of_differences(Some(6), [spread(0.0045)])
            ),
            (1, 6)
        );
    }

    #[test]
    fn digits_follow_the_error() {
        assert_eq!(supported(0.123_456_789_012_345, 1e-5), 0.12346);
        assert_eq!(supported(0.123_456_789_012_345, 0.0), 0.123_456_789_012);
        assert_eq!(supported(0.123_456_789_012_345, 1e-12), 0.123_456_789_012);
        assert_eq!(supported(0.123_456_789_012_345, 1.01e-12), 0.123_456_789_01);
        assert_eq!(supported(0.123_456_789_012_345, f64::INFINITY), 0.123);
        assert_eq!(rounded(0.999_999_999_999_999_8), 1.0);
        assert_eq!(rounded(3.072_651_4e-202), 3.072_651_4e-202);
        assert_eq!(rounded(-0.0).to_bits(), 0);
    }

    #[test]
    fn scores_show_two_digits_of_their_error_and_what_one_item_can_move() {
        assert_eq!(decimals(123, 0.045, true), 2);
        assert_eq!(decimals(10, 0.15, true), 2);
        assert_eq!(decimals(1_000_000, 0.0005, true), 5);
        assert_eq!(decimals(6_980, 0.0045, false), 4);
        assert_eq!(decimals(50, 0.0156, false), 3);
        assert_eq!(decimals(1_000, 17.0, false), 0);
        assert_eq!(decimals(1, 0.0, false), 2);
    }
}
