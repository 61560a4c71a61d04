//! What the words of a comparison measure a difference in.

use crate::number::digits::{rounded, supported};
use crate::number::format::{end, number, percent, plain};
use crate::outcome::{ComparisonOutcome, IntervalOutcome, MarginOutcome};
use crate::request::Request;

/// Units and digits of a difference.
pub(super) struct Scale {
    pub factor: f64,
    pub decimals: usize,
    /// The table has hundredths of a score, so that points are rounded there already.
    has_decimals: bool,
    pub unit: &'static str,
    pub higher_is_better: bool,
}

impl Scale {
    pub fn of(comparison: &ComparisonOutcome, decimals: usize) -> Self {
        let higher_is_better = comparison.difference == 0.0
            || (comparison.difference > 0.0) == (comparison.improvement > 0.0);
        if comparison.binary || comparison.in_points {
            // Accuracies are spoken of in percentage points.
            return Self {
                factor: 100.0,
                decimals: decimals.saturating_sub(2),
                has_decimals: decimals > 1,
                unit: " point",
                higher_is_better,
            };
        }
        Self {
            factor: 1.0,
            decimals,
            has_decimals: true,
            unit: "",
            higher_is_better,
        }
    }

    /// In its unit: rounded once, as the table rounds it.
    fn scaled(&self, value: f64) -> f64 {
        let hundredths = self.factor == 100.0 && self.has_decimals;
        let shown = number(value, self.decimals + 2)
            .parse::<f64>()
            .ok()
            .filter(|_| hundredths);
        shown.unwrap_or(value) * self.factor
    }

    /// Without its unit.
    pub fn number(&self, value: f64) -> String {
        number(self.scaled(value.abs()), self.decimals)
    }

    /// With its unit.
    pub fn amount(&self, value: f64) -> String {
        self.with_unit(&self.number(value))
    }

    pub fn with_unit(&self, size: &str) -> String {
        let plural = if self.unit.is_empty() || size == "1" {
            ""
        } else {
            "s"
        };
        format!("{size}{}{plural}", self.unit)
    }

    /// Returns an interval of improvements: `0.4 points worse to 1.9 better`.
    pub fn worse_to_better(&self, low: f64, high: f64) -> String {
        let size = |improvement: f64| end(improvement.abs() * self.factor, self.decimals);
        let side = |improvement: f64| if improvement < 0.0 { "worse" } else { "better" };
        match (low.is_finite(), high.is_finite()) {
            (true, true) => {
                // One side is named once, and no change has none.
                let first = match low {
                    0.0 => "no change".to_owned(),
                    _ if high != 0.0 && (low < 0.0) == (high < 0.0) => size(low),
                    _ => format!("{} {}", self.with_unit(&size(low)), side(low)),
                };
                let last = match high {
                    0.0 => "no change".to_owned(),
                    _ if low < 0.0 && high > 0.0 => format!("{} better", size(high)),
                    _ => format!("{} {}", self.with_unit(&size(high)), side(high)),
                };
                format!("{first} to {last}")
            }
            (true, false) if low == 0.0 => "any gain".to_owned(),
            (false, true) if high == 0.0 => "any loss".to_owned(),
            (true, false) => format!(
                "anything from {} {} on",
                self.with_unit(&size(low)),
                side(low)
            ),
            (false, true) => {
                format!(
                    "anything up to {} {}",
                    self.with_unit(&size(high)),
                    side(high)
                )
            }
            (false, false) => "any difference".to_owned(),
        }
    }

    /// Returns the interval in the direction of the difference: `95 % CI 0.4 to 2.0`.
    pub fn range(&self, comparison: &ComparisonOutcome, request: &Request) -> Option<String> {
        let interval = comparison.interval.as_ref()?;
        let sign = if comparison.difference < 0.0 {
            -1.0
        } else {
            1.0
        };
        let ends = [sign * interval.low, sign * interval.high];
        let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        let end = |value: f64| end(value * self.factor, self.decimals);
        let confidence = request.question.confidence;
        let test = comparison.tests.first();
        let family = test.and_then(|test| test.p_adjusted.and(request.question.adjust));
        let joint = interval.level_prefix(confidence, family);
        let level = percent(confidence);
        let quantity = interval.quantity().zip(interval.estimate);
        let of = quantity.map_or_else(String::new, |([name, _], at)| {
            format!("{name} {}, ", end(sign * at))
        });
        let range = match (low.is_finite(), high.is_finite()) {
            (true, true) => format!("{joint}{level} CI {} to {}", end(low), end(high)),
            (true, false) => format!("{joint}{level} bound: at least {}", end(low)),
            (false, true) => format!("{joint}{level} bound: at most {}", end(high)),
            (false, false) => return None,
        };
        Some(of + &range)
    }

    /// Returns the ends of the interval of a margin test, with as many decimals as tell each from the margin: none is rounded onto it.
    pub fn ends_beside(&self, interval: &IntervalOutcome, margin: &MarginOutcome) -> String {
        let limit = if margin.beyond { 0.0 } else { margin.size };
        let side = |value: f64| value.abs().partial_cmp(&(limit * self.factor));
        let printed = |end: f64| {
            let value = end * self.factor;
            let text = |decimals: usize| crate::number::format::end(value, decimals);
            let tells = |decimals: &usize| {
                let read = text(*decimals).replace('−', "-").parse::<f64>();
                read.is_ok_and(|read| side(read) == side(value))
            };
            let enough = (self.decimals..self.decimals + 6).find(tells);
            text(enough.unwrap_or(self.decimals))
        };
        format!("{} to {}", printed(interval.low), printed(interval.high))
    }

    /// A margin in the unit of the words: its size, and the same with its unit and what was typed.
    pub fn margin(&self, size: f64, asked: &str) -> [String; 2] {
        // A share of the baseline's score has as many digits as that; a size has those that were typed.
        let of_baseline = asked.ends_with('%');
        let in_units = size * self.factor;
        let limit = if of_baseline {
            plain(supported(in_units, 1e-4))
        } else {
            plain(rounded(in_units))
        };
        let mut size = self.with_unit(&limit);
        if of_baseline {
            size = format!("{size}, {} of the baseline", asked.replace('%', " %"));
        }
        [limit, size]
    }
}
