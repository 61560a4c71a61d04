//! Numbers as people read them.

use crate::outcome::{Method, TestOutcome};

/// `95 %`, `99.9 %`.
pub fn percent(share: f64) -> String {
    let text = format!("{:.4}", share * 100.0);
    format!("{} %", text.trim_end_matches('0').trim_end_matches('.'))
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
    let decimals = (2.0 - p.log10().floor()) as usize;
    format!("{p:.decimals$}")
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

/// How a test's p-value is told beside its method.
pub fn method_words(test: &TestOutcome) -> String {
    match test.method {
        Method::Exact => "exact".to_owned(),
        Method::Inversion => {
            test.error.map_or_else(|| "inversion".to_owned(), |error| format!("inversion, error {error:.0e}"))
        }
        Method::Asymptotic => "asymptotic".to_owned(),
        Method::Sampled => match (test.resamples, test.pvalue_interval) {
            (Some(resamples), Some([low, high])) => {
                format!("{} resamples, {} to {}", grouped(resamples), probability(low), probability(high))
            }
            _ => "sampled".to_owned(),
        },
    }
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
    fn counts_are_grouped_by_thousands() {
        assert_eq!(grouped(6_980), "6,980");
        assert_eq!(grouped(100_000), "100,000");
        assert_eq!(grouped(7), "7");
    }
}
