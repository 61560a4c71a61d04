//! What the numbers of a column are: decimals that went through single precision, values that stand for none, per cent beside shares.

use std::collections::HashSet;

use crate::words::List;

/// Decimals that were numbers of single precision.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Single {
    /// Each number is exactly a number of single precision, and stays what it is.
    Exact,
    /// Each number is how one of few digits is printed, and is taken for that.
    Decimals(Vec<f64>),
}

/// Powers of ten that doubles hold exactly.
const TENS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// Numbers that are looked at together: each lane has its own extreme, so that the compiler takes several at a time.
const LANES: usize = 8;

/// Returns `true` if no number of a block has more than four decimals: such a block says nothing of single precision.
fn is_plain(block: &[f64]) -> bool {
    /// Adding 1.5 · 2^52 rounds to a whole number.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    const LARGEST: f64 = 1e4;
    let mut off = [0.0f64; LANES];
    let mut size = [0.0f64; LANES];
    let mut look = |lane: usize, value: f64| {
        let scaled = value * 1e4;
        let away = (scaled - ((scaled + ROUND) - ROUND)).abs();
        // A missing score is never greater.
        off[lane] = if away > off[lane] { away } else { off[lane] };
        size[lane] = if value.abs() > size[lane] {
            value.abs()
        } else {
            size[lane]
        };
    };
    let (groups, rest) = block.as_chunks::<LANES>();
    for group in groups {
        for (lane, value) in group.iter().enumerate() {
            look(lane, *value);
        }
    }
    for value in rest {
        look(0, *value);
    }
    off.iter().all(|off| *off < 1e-7) && size.iter().all(|size| *size < LARGEST)
}

/// The smallest and the largest number of a column; infinities the other way round if there is none.
pub(crate) fn bounds(values: &[f64]) -> (f64, f64) {
    let mut low = [f64::INFINITY; LANES];
    let mut high = [f64::NEG_INFINITY; LANES];
    let mut look = |lane: usize, value: f64| {
        low[lane] = if value < low[lane] { value } else { low[lane] };
        high[lane] = if value > high[lane] {
            value
        } else {
            high[lane]
        };
    };
    let (groups, rest) = values.as_chunks::<LANES>();
    for group in groups {
        for (lane, value) in group.iter().enumerate() {
            look(lane, *value);
        }
    }
    for value in rest {
        look(0, *value);
    }
    (
        low.into_iter().fold(f64::INFINITY, f64::min),
        high.into_iter().fold(f64::NEG_INFINITY, f64::max),
    )
}

/// Returns `true` if a number has a fraction, and eight significant digits or more.
fn has_eight_digits(value: f64) -> bool {
    if value.is_nan() || value.fract() == 0.0 {
        return false;
    }
    let (digits, exponent, _) = shortest(value);
    digits >= 8 && exponent < i32::MAX
}

/// Significant digits, decimal exponent and decimals of a number as it is printed with the fewest digits.
fn shortest(value: f64) -> (usize, i32, i32) {
    let text = format!("{value:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = mantissa.bytes().filter(u8::is_ascii_digit).count();
    let exponent: i32 = exponent.parse().unwrap_or(0);
    (digits, exponent, digits as i32 - 1 - exponent)
}

/// A number at so many significant digits.
fn at_digits(value: f64, digits: usize) -> f64 {
    format!("{value:.*e}", digits - 1).parse().unwrap_or(value)
}

/// A bound that every number of six digits in single precision keeps, however it is printed: cheap, and it ends most columns at once.
fn may_be_printed_single(value: f64) -> bool {
    let size = value.abs();
    if value.is_nan() || size == 0.0 {
        return true;
    }
    // 10^(5 − exponent) makes six digits in front of the point.
    let exponent = libm::log10(size).floor() as i32;
    let scale = 5 - exponent;
    let short = match usize::try_from(scale) {
        Ok(scale) if scale < TENS.len() => (size * TENS[scale]).round() / TENS[scale],
        _ => at_digits(size, 6),
    };
    let back = f64::from(short as f32);
    (back - size).abs() <= 1.01 * f64::max(0.5e-8, 0.5e-7 * size)
}

/// Zeros at the end of the 24 bits of a number of single precision.
fn zeros_at_end(value: f64) -> u32 {
    // The mantissa of a double has 52 bits behind the first, of which these numbers use 23.
    let bits = value.to_bits() & ((1 << 52) - 1);
    if bits == 0 {
        23
    } else {
        bits.trailing_zeros().saturating_sub(29)
    }
}

/// The nearest number of half precision.
fn half(value: f64) -> f64 {
    let size = value.abs();
    if size == 0.0 {
        return value;
    }
    let exponent = libm::log2(size).floor().max(-14.0);
    let unit = 2f64.powi(exponent as i32 - 10);
    (size / unit).round_ties_even() * unit * value.signum()
}

/// Returns how the numbers of a column were numbers of single precision, `None` if they were not.
///
/// (a) Each is exactly of single precision, with twelve digits or more somewhere and no few bits; (b) each is what a number of six digits in
/// single precision prints as, with 8 to 16 digits; (c) each is what a number of at most three digits is in half precision, which would be
/// so by chance with 2^−20 at most.
pub(crate) fn single_precision(values: &[f64]) -> Option<Single> {
    const BLOCK: usize = 256;
    let first = values
        .chunks(BLOCK)
        .filter(|block| !is_plain(block))
        .find_map(|block| block.iter().copied().find(|value| has_eight_digits(*value)))?;
    let is_single =
        |value: f64| value.is_nan() || f64::from(value as f32).to_bits() == value.to_bits();
    let all_single = is_single(first) && values.iter().all(|value| is_single(*value));
    let there = || values.iter().copied().filter(|value| !value.is_nan());
    if all_single {
        let has_twelve = there().any(|value| shortest(value).0 >= 12);
        let is_full = |value: f64| shortest(value).0 > 8 && zeros_at_end(value) < 4;
        if has_twelve && there().any(is_full) {
            return Some(Single::Exact);
        }
    }
    if may_be_printed_single(first)
        && values.iter().all(|value| may_be_printed_single(*value))
        && let Some(decimals) = printed_single(values)
    {
        return Some(Single::Decimals(decimals));
    }
    half_precision(values).map(Single::Decimals)
}

/// The decimals of six digits that a column prints in single precision.
fn printed_single(values: &[f64]) -> Option<Vec<f64>> {
    /// Digits beyond the sixth, over all distinct numbers: fewer could be so by chance.
    const FEWEST: usize = 4;
    let there = || values.iter().copied().filter(|value| !value.is_nan());
    let (mut decimals, mut digits) = (0, 0);
    for value in there().filter(|value| value.fract() != 0.0) {
        let (own_digits, _, own_decimals) = shortest(value);
        decimals = decimals.max(own_decimals);
        digits = digits.max(own_digits);
    }
    let decimals = usize::try_from(decimals).ok()?;
    let is_printed = |width: usize, print: &dyn Fn(f64) -> String| {
        let (mut evidence, mut seen) = (0, HashSet::new());
        let mut all = there();
        let is_good = (8..=16).contains(&width)
            && all.all(|value| {
                let short = at_digits(value, 6);
                if short.to_bits() != value.to_bits() && seen.insert(value.to_bits()) {
                    evidence += width.min(shortest(value).0).saturating_sub(6);
                }
                print(f64::from(short as f32)).parse() == Ok(value)
            });
        is_good && evidence >= FEWEST
    };
    let by_decimals = |value: f64| format!("{value:.decimals$}");
    let by_digits = |value: f64| format!("{value:.*e}", digits.max(1) - 1);
    let is_either = is_printed(decimals, &by_decimals) || is_printed(digits, &by_digits);
    is_either.then(|| shortened(values, 6))
}

/// The decimals of at most three digits that a column holds in half precision.
fn half_precision(values: &[f64]) -> Option<Vec<f64>> {
    const LARGEST: f64 = 100.0;
    /// The chance that another column looks like one of such decimals, as a power of two.
    const BITS: f64 = 20.0;
    let there = || values.iter().copied().filter(|value| !value.is_nan());
    if !there().all(|value| value.abs() <= LARGEST && half(value).to_bits() == value.to_bits()) {
        return None;
    }
    let of = |digits: &usize| there().all(|value| half(at_digits(value, *digits)) == value);
    let digits = (1..=3).find(of)?;
    let mut seen = HashSet::new();
    let mut bits = 0.0;
    for value in
        there().filter(|value| at_digits(*value, digits) != *value && seen.insert(value.to_bits()))
    {
        let low = 2f64.powi(libm::log2(value.abs()).floor() as i32);
        let unit = 10f64.powi(libm::log10(value.abs()).floor() as i32 - digits as i32 + 1);
        bits -= libm::log2((low / unit / 1024.0).min(1.0));
    }
    (bits >= BITS).then(|| shortened(values, digits))
}

fn shortened(values: &[f64], digits: usize) -> Vec<f64> {
    let short = |value: &f64| {
        if value.is_nan() {
            *value
        } else {
            at_digits(*value, digits)
        }
    };
    values.iter().map(short).collect()
}

/// The hundredth part of a decimal, as a decimal: 0.853 of 85.3, which a division of doubles may miss.
pub(crate) fn hundredth(value: f64) -> f64 {
    let text = format!("{value:e}");
    let shifted = text.split_once('e').and_then(|(mantissa, exponent)| {
        let exponent: i32 = exponent.parse().ok()?;
        format!("{mantissa}e{}", exponent - 2).parse().ok()
    });
    shifted.unwrap_or(value / 100.0)
}

/// A value of a column that may stand for none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Sentinel {
    /// It is asked about: the value, and how many rows have it.
    Asked(f64, usize),
    /// −1 is a score, in so many rows.
    MinusOne(usize),
}

/// Numbers that programs write for none: each with the largest score beside which it does.
const SENTINELS: [(f64, f64); 7] = [
    (99.0, 11.0),
    (-99.0, 11.0),
    (999.0, 101.0),
    (-999.0, 101.0),
    (9999.0, 1001.0),
    (-9999.0, 1001.0),
    (-9.0, 5.0),
];

/// Looks for a value that stands for none among the scores of a system, with their bounds; a number is none only because it is a known one.
pub(crate) fn sentinel(name: &str, values: &[f64], (low, high): (f64, f64)) -> Option<Sentinel> {
    if low >= 0.0 && !SENTINELS.iter().any(|(value, _)| *value == high) {
        return None;
    }
    let rows = |value: f64| values.iter().filter(|other| **other == value).count();
    let others = |value: f64| {
        values
            .iter()
            .copied()
            .filter(move |other| *other != value && !other.is_nan())
    };
    let distinct = |value: f64| {
        others(value)
            .map(f64::to_bits)
            .collect::<HashSet<_>>()
            .len()
    };
    let least = |value: f64| others(value).fold(f64::INFINITY, f64::min);
    let most = |value: f64| others(value).fold(f64::NEG_INFINITY, f64::max);
    let is_lone = low == -1.0 && least(-1.0) >= 0.0 && distinct(-1.0) > 0;
    if List::Signed.holds_word(name) {
        return is_lone.then(|| Sentinel::MinusOne(rows(-1.0)));
    }
    if is_lone {
        let found = rows(-1.0);
        if distinct(-1.0) >= 3 && (least(-1.0) >= 1.0 || found >= 2) {
            return Some(Sentinel::Asked(-1.0, found));
        }
        if others(-1.0).all(|value| value == 0.0 || value == 1.0) {
            return Some(Sentinel::MinusOne(found));
        }
    }
    SENTINELS.iter().find_map(|&(value, largest)| {
        let found = rows(value);
        let is_none =
            found >= 2 && least(value) >= 0.0 && most(value) <= largest && distinct(value) >= 2;
        is_none.then_some(Sentinel::Asked(value, found))
    })
}

/// Returns `true` if the second column is per cent beside shares in the first.
pub(crate) fn is_percent_of(shares: &[f64], percent: &[f64]) -> bool {
    const LEAST: f64 = 1.5;
    const TIMES: f64 = 10.0;
    let ((low, high), (percent_low, percent_high)) = (bounds(shares), bounds(percent));
    if low < 0.0 || high > 1.0 || percent_low < 0.0 || percent_high <= LEAST || percent_high > 100.0
    {
        return false;
    }
    let median = |values: &[f64]| {
        let mut positive: Vec<f64> = values
            .iter()
            .copied()
            .filter(|value| *value > 0.0)
            .collect();
        positive.sort_by(f64::total_cmp);
        let middle = positive.len() / 2;
        match positive.len() {
            0 => None,
            count if count % 2 == 1 => Some(positive[middle]),
            _ => Some(0.5 * (positive[middle - 1] + positive[middle])),
        }
    };
    let (Some(of_shares), Some(of_percent)) = (median(shares), median(percent)) else {
        return false;
    };
    percent_high >= TIMES * high && of_percent >= TIMES * of_shares
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random decimals of so many digits, from a fixed seed.
    fn decimals(digits: usize, count: usize, seed: u64) -> Vec<f64> {
        let mut state = seed;
        let mut next = move || {
            // SplitMix64.
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        };
        let scale = 10u64.pow(digits as u32);
        let one = |_| {
            format!("0.{:0digits$}", next() % scale)
                .parse()
                .expect("a decimal")
        };
        (0..count).map(one).collect()
    }

    /// What a program prints that holds these in single precision.
    fn printed(values: &[f64], print: impl Fn(f32) -> String) -> Vec<f64> {
        let one = |value: &f64| print(*value as f32).parse().expect("a number");
        values.iter().map(one).collect()
    }

    #[test]
    fn decimals_that_went_through_single_precision_come_back() {
        for digits in 1..=6 {
            for seed in 0..20 {
                let values = decimals(digits, 12, seed);
                let exact = printed(&values, |value| format!("{}", f64::from(value)));
                assert_eq!(
                    single_precision(&exact),
                    Some(Single::Exact),
                    "{digits} {seed} {exact:?}"
                );
                for width in [8, 9, 10] {
                    let short = printed(&values, |value| format!("{:.width$}", f64::from(value)));
                    let found = single_precision(&short);
                    let is_changed = short.iter().zip(&values).filter(|(a, b)| a != b).count() >= 3;
                    if is_changed {
                        assert_eq!(
                            found,
                            Some(Single::Decimals(values.clone())),
                            "{width} {short:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn decimals_of_half_precision_come_back() {
        for digits in 1..=3 {
            for seed in 0..20 {
                let values = decimals(digits, 40, seed);
                let stored: Vec<f64> = values.iter().map(|value| half(*value)).collect();
                let found = single_precision(&stored);
                assert_eq!(
                    found,
                    Some(Single::Decimals(values)),
                    "{digits} {seed} {stored:?}"
                );
            }
        }
    }

    #[test]
    fn true_doubles_fractions_and_exact_p_values_stay_what_they_are() {
        for seed in 0..restrap_testing::effort(500, 10_000) {
            let count = 5 + (seed % 30) as usize;
            let numbers = decimals(16, count, seed);
            let of = 3.0 + (seed % 97) as f64;
            let fractions: Vec<f64> = numbers
                .iter()
                .map(|value| (value * of).round() / of)
                .collect();
            let halves = 2f64.powi((seed % 21) as i32);
            let p_values: Vec<f64> = numbers
                .iter()
                .map(|value| (value * halves).round() / halves)
                .collect();
            let short: Vec<f64> = decimals(1 + (seed % 7) as usize, count, seed);
            for column in [numbers, fractions, p_values, short] {
                assert_eq!(single_precision(&column), None, "{seed}: {column:?}");
            }
        }
    }

    #[test]
    fn a_number_is_none_only_if_programs_write_it_so() {
        let asked = |values: &[f64]| sentinel("a", values, bounds(values));
        assert_eq!(
            asked(&[-1.0, 0.2, 0.4, 0.6, -1.0]),
            Some(Sentinel::Asked(-1.0, 2))
        );
        assert_eq!(
            asked(&[-1.0, 2.0, 3.0, 4.0]),
            Some(Sentinel::Asked(-1.0, 1))
        );
        assert_eq!(asked(&[-1.0, 0.2, 0.4, 0.6]), None);
        assert_eq!(
            asked(&[-1.0, 0.0, 1.0, 1.0, -1.0]),
            Some(Sentinel::MinusOne(2))
        );
        let rewards = [-1.0, 0.2, 0.4, 0.6, -1.0];
        assert_eq!(
            sentinel("reward", &rewards, bounds(&rewards)),
            Some(Sentinel::MinusOne(2))
        );
        assert_eq!(
            asked(&[999.0, 10.0, 55.0, 999.0]),
            Some(Sentinel::Asked(999.0, 2))
        );
        assert_eq!(asked(&[999.0, 10.0, 555.0, 999.0]), None);
        assert_eq!(asked(&[0.0, 0.0, 1.0]), None);
        assert_eq!(asked(&[-0.5, 0.25, 3.0, 99.0, 99.0]), None);
    }
}
