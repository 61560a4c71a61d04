//! One published claim, as it stands in a table: text, and what the text says.

use serde::{Deserialize, Serialize};

use crate::audit::Published;

/// What a paper says of a comparison. Empty text is what it does not say.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Claim {
    /// What it is called.
    pub claim: String,
    /// The paper that makes it.
    pub paper: String,
    /// The task.
    pub task: String,
    /// The evaluation measure; accuracy where none is named.
    pub measure: String,
    /// Items of the test set.
    pub items: String,
    /// Score of the baseline: `0.852`, `85.2`, `85.2%` or `426/500`.
    pub baseline: String,
    /// Score of the system.
    pub system: String,
    /// The gain, in the unit of the scores, or in points: `2.4pt`.
    pub gap: String,
    /// The significance test.
    pub test: String,
    /// Its p-value: `0.03`, `<0.05`, `n.s.`.
    pub p: String,
    /// Whether the gain is called significant: `yes` or `no`.
    pub significant: String,
}

/// What a p-value, as printed, may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StatedP {
    pub low: f64,
    pub high: f64,
}

/// Half of the last digit of a decimal.
fn half_of_last_digit(number: &str) -> f64 {
    let (digits, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let decimals = digits
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len());
    0.5 * libm::pow(
        10.0,
        exponent.parse::<f64>().unwrap_or(0.0) - decimals as f64,
    )
}

impl StatedP {
    /// `None` for text that is not a p-value; a number outside [0, 1] is one that cannot be.
    pub fn of(text: &str) -> Option<Self> {
        let text = text.trim().trim_start_matches(['p', 'P']).trim();
        if matches!(text.to_lowercase().as_str(), "n.s." | "ns" | "n.s") {
            return Some(Self {
                low: 0.05,
                high: 1.0,
            });
        }
        let (sign, number) = match text.chars().next()? {
            sign @ ('<' | '>' | '=' | '≤' | '≥') => {
                (sign, text[sign.len_utf8()..].trim_start_matches('=').trim())
            }
            _ => ('=', text),
        };
        let value: f64 = number
            .parse()
            .ok()
            .filter(|value: &f64| value.is_finite())?;
        let half = half_of_last_digit(number);
        // What a program prints of a zero; 0.000 is what a paper prints of a small number.
        let is_zero = value == 0.0 && half > 0.01;
        Some(match sign {
            '<' | '≤' => Self {
                low: 0.0,
                high: value,
            },
            '>' | '≥' => Self {
                low: value,
                high: 1.0,
            },
            // A whole 0 or 1 is not rounded from a half.
            _ if is_zero || !number.contains(['.', 'e', 'E']) => Self {
                low: value,
                high: value,
            },
            _ => Self {
                low: (value - half).max(0.0).min(value),
                high: value + half,
            },
        })
    }
}

/// A score as a share of right items: a bare number above 1 is a percentage.
pub(super) fn share(text: &str) -> Option<Published> {
    let text = text.trim();
    let is_percentage = text.parse::<f64>().is_ok_and(|value| value > 1.0);
    let text = if is_percentage {
        format!("{text}%")
    } else {
        text.to_owned()
    };
    text.parse().ok()
}

/// A number of any unit, with half of its last digit: what a gap or a score that is not a share says.
pub(super) fn number(text: &str) -> Option<(f64, f64)> {
    let text = text.trim().trim_start_matches('+').replace('−', "-");
    let digits = text.trim_end_matches("pt").trim_end_matches('%').trim();
    let value: f64 = digits
        .parse()
        .ok()
        .filter(|value: &f64| value.is_finite())?;
    Some((value, half_of_last_digit(digits)))
}

/// The gap as a share of items, with half of its last digit: points where it says so, or where the scores are percentages, or where it
/// is above 1.
pub(super) fn gap(text: &str, scores_are_percentages: bool) -> Option<(f64, f64)> {
    let (value, half) = number(text)?;
    let is_points =
        text.contains("pt") || text.contains('%') || scores_are_percentages || value.abs() > 1.0;
    let unit = if is_points { 100.0 } else { 1.0 };
    Some((value / unit, half / unit))
}

impl Claim {
    /// A score is printed as a percentage.
    pub(super) fn is_in_percent(&self) -> bool {
        [&self.baseline, &self.system].iter().any(|score| {
            score.contains('%') || score.trim().parse::<f64>().is_ok_and(|value| value > 1.0)
        })
    }

    /// The gain is called significant, by a word or by a p-value.
    pub(super) fn is_called_significant(&self, alpha: f64) -> bool {
        let word = self.significant.trim().to_lowercase();
        match word.as_str() {
            "yes" | "y" | "true" | "1" | "significant" => true,
            "no" | "n" | "false" | "0" => false,
            _ => StatedP::of(&self.p).is_some_and(|p| p.high <= alpha),
        }
    }

    /// It says anything of significance.
    pub(super) fn reports_significance(&self) -> bool {
        [&self.p, &self.test, &self.significant]
            .iter()
            .any(|text| !is_nothing(text))
    }
}

/// Words for what is not said.
pub(super) fn is_nothing(text: &str) -> bool {
    matches!(
        text.trim().to_lowercase().as_str(),
        "" | "-" | "−" | "–" | "none" | "n/a" | "na" | "?"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_printed_p_stands_for_what_prints_so() {
        let of = |text: &str| StatedP::of(text).map(|p| (p.low, p.high));
        assert_eq!(of("<0.05"), Some((0.0, 0.05)));
        assert_eq!(of("p < .01"), Some((0.0, 0.01)));
        assert_eq!(of("n.s."), Some((0.05, 1.0)));
        assert_eq!(
            (of("0"), of("0.0"), of("0.000")),
            (Some((0.0, 0.0)), Some((0.0, 0.0)), Some((0.0, 0.0005)))
        );
        let (low, high) = of("0.03").expect("a p");
        assert!((low - 0.025).abs() < 1e-12 && (high - 0.035).abs() < 1e-12);
        let (low, high) = of("2.1e-4").expect("a p");
        assert!((low - 2.05e-4).abs() < 1e-12 && (high - 2.15e-4).abs() < 1e-12);
        for text in ["", "x", "*", "NaN"] {
            assert_eq!(of(text), None, "{text}");
        }
    }

    #[test]
    fn gaps_are_shares_in_any_unit() {
        for (text, percent, share) in [
            ("2.4", true, 0.024),
            ("+2.4", false, 0.024),
            ("0.024", false, 0.024),
            ("0.5pt", false, 0.005),
            ("−1.0", false, -1.0),
        ] {
            let (value, _) = gap(text, percent).expect("a gap");
            assert!((value - share).abs() < 1e-12, "{text}: {value}");
        }
        assert!((gap("2.4", true).expect("a gap").1 - 0.0005).abs() < 1e-12);
    }
}
