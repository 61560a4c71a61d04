//! Numbers as people read them.

use crate::number::digits::MOST_DECIMALS;

/// From here on a number is written with an exponent.
const LARGEST_PLAIN: f64 = 1e15;

/// `95 %`, `99.9 %`; `99.99999 %` rather than `100 %` for less than the whole.
pub fn percent(share: f64) -> String {
    /// Decimals beyond which a share is as good as 0 or 1.
    const MOST: usize = 12;
    let text = |decimals: usize| {
        let text = format!("{:.decimals$}", share * 100.0);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    // 100 % is said of the whole alone, and 0 % of nothing.
    let is_edge = |text: &str| text == "100" && share < 1.0 || text == "0" && share > 0.0;
    let found = (4..=MOST).map(text).find(|text| !is_edge(text));
    format!("{} %", found.unwrap_or_else(|| text(4)))
}

/// Three significant digits: 0.0498, 3.52e-7, below 1e-300 at the edge.
pub fn probability(p: f64) -> String {
    if p == 0.0 {
        return "0".to_owned();
    }
    if p <= 1e-300 {
        return "below 1e-300".to_owned();
    }
    if p < 1e-4 {
        return format!("{p:.2e}");
    }
    if p > 0.9995 {
        return "1".to_owned();
    }
    let decimals = (2.0 - libm::log10(p).floor()) as usize;
    format!("{p:.decimals$}")
}

/// A posterior probability: four decimals, and never 0 or 1 by rounding alone.
pub fn chance(p: f64) -> String {
    if p == 0.0 || p == 1.0 {
        return plain(p);
    }
    match p {
        ..0.0001 => "< 0.0001".to_owned(),
        0.9999.. => "> 0.9999".to_owned(),
        _ => format!("{p:.4}"),
    }
}

/// `p = 0.0498`, `p < 1e-300`.
pub fn p_is(p: f64) -> String {
    let text = probability(p);
    text.strip_prefix("below ")
        .map_or_else(|| format!("p = {text}"), |bound| format!("p < {bound}"))
}

/// A number with a true minus sign, never "−0"; beyond 15 digits, or below what 12 decimals show, with an exponent.
pub fn number(value: f64, decimals: usize) -> String {
    if value.is_infinite() {
        return if value < 0.0 { "−∞" } else { "∞" }.to_owned();
    }
    let size = value.abs();
    let mut text = format!("{size:.decimals$}");
    let mut zero = is_zero(&text);
    if size >= LARGEST_PLAIN || zero && size > 0.0 && decimals == MOST_DECIMALS {
        text = format!("{size:.2e}");
        zero = false;
    }
    if value < 0.0 && !zero {
        format!("−{text}")
    } else {
        text
    }
}

/// An end of an interval: no end but 0 itself is printed as 0, so that nobody reads it on the wrong side.
pub fn end(value: f64, decimals: usize) -> String {
    let shown = |decimals: &usize| !is_zero(&number(value.abs(), *decimals));
    let enough = (decimals..MOST_DECIMALS)
        .find(shown)
        .unwrap_or(MOST_DECIMALS);
    number(value, if value == 0.0 { decimals } else { enough })
}

/// A number with a plus sign where it is above zero.
pub fn signed(value: f64, decimals: usize) -> String {
    let text = number(value, decimals);
    if value > 0.0 && !is_zero(&text) {
        format!("+{text}")
    } else {
        text
    }
}

/// As short as it reads back, with a true minus sign; an exponent where it would be long.
pub fn plain(value: f64) -> String {
    let size = value.abs();
    let text = if size == 0.0 {
        "0".to_owned()
    } else if (1e-6..LARGEST_PLAIN).contains(&size) {
        size.to_string()
    } else {
        format!("{size:e}")
    };
    if value < 0.0 {
        format!("−{text}")
    } else {
        text
    }
}

/// Nothing but zeros stands there.
pub(crate) fn is_zero(text: &str) -> bool {
    !text.contains(|c| ('1'..='9').contains(&c) || c == '∞')
}

/// `1 item`, `6,980 items`.
pub fn count(n: u64, noun: &str) -> String {
    if n == 1 {
        format!("1 {noun}")
    } else {
        format!("{} {noun}s", grouped(n))
    }
}

/// 1,234,567.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_have_three_digits() {
        for (p, text) in [
            (0.0498, "0.0498"),
            (0.421_732_332, "0.422"),
            (3.522_8e-7, "3.52e-7"),
            (1.0, "1"),
            (0.000_123_4, "0.000123"),
            (1e-300, "below 1e-300"),
            (0.0, "0"),
        ] {
            assert_eq!(probability(p), text);
        }
    }

    #[test]
    fn a_p_value_below_the_smallest_is_a_bound() {
        assert_eq!(p_is(0.0498), "p = 0.0498");
        assert_eq!(p_is(1e-300), "p < 1e-300");
    }

    #[test]
    fn numbers_have_a_true_minus_and_no_minus_zero() {
        assert_eq!(number(-0.123, 2), "−0.12");
        assert_eq!(number(-0.001, 2), "0.00");
        assert_eq!(number(f64::NEG_INFINITY, 2), "−∞");
        assert_eq!(signed(0.5, 1), "+0.5");
        assert_eq!(signed(0.001, 2), "0.00");
        assert_eq!(signed(f64::INFINITY, 2), "+∞");
    }

    #[test]
    fn huge_and_tiny_numbers_have_an_exponent() {
        assert_eq!(number(-2.5e139, 0), "−2.50e139");
        assert_eq!(number(3.1e-20, MOST_DECIMALS), "3.10e-20");
        assert_eq!(plain(1e300), "1e300");
        assert_eq!(plain(-0.0), "0");
        assert_eq!(plain(-1.997), "−1.997");
    }

    #[test]
    fn one_is_singular() {
        assert_eq!(count(1, "item"), "1 item");
        assert_eq!(count(6_980, "item"), "6,980 items");
    }

    #[test]
    fn counts_are_grouped_by_thousands() {
        assert_eq!(grouped(6_980), "6,980");
        assert_eq!(grouped(100_000), "100,000");
        assert_eq!(grouped(7), "7");
    }
}
