//! Cells that several sheets have: intervals, numbers that may be missing.

use restrap::Outcome;
use restrap::number::{end, percent};
use restrap::outcome::{ComparisonOutcome, IntervalKind, IntervalOutcome};

/// What is printed where a number is not defined.
pub(crate) fn dash() -> String {
    "−".to_owned()
}

/// All digits of a number, or a name; nothing where there is none.
pub(crate) fn known(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// Both ends of an interval, or nothing.
pub(crate) fn ends(interval: Option<&IntervalOutcome>, decimals: usize) -> String {
    interval.map_or_else(String::new, |i| format!("{} to {}", end(i.low, decimals), end(i.high, decimals)))
}

/// A column of intervals: its header, and its cells, which name their method where the methods differ.
pub(crate) struct Intervals {
    pub header: String,
    differ: bool,
}

impl Intervals {
    pub fn of<'a>(intervals: impl Iterator<Item = Option<&'a IntervalOutcome>>, confidence: f64) -> Self {
        let methods: Vec<IntervalKind> = intervals.flatten().map(|interval| interval.method).collect();
        let Some(first) = methods.first() else { return Self { header: String::new(), differ: false } };
        let differ = methods.iter().any(|method| method != first);
        let of_all = if differ { String::new() } else { format!(" ({first})") };
        Self { header: format!("{} CI{of_all}", percent(confidence)), differ }
    }

    pub fn cell(&self, interval: Option<&IntervalOutcome>, decimals: usize) -> String {
        let method = interval.filter(|_| self.differ).map(|interval| format!(" ({})", interval.method));
        ends(interval, decimals) + &method.unwrap_or_default()
    }
}

/// All digits of a probability that is known, with an exponent where zeros would hide it.
pub(crate) fn digits(p: Option<f64>) -> String {
    known(p.map(|p| if p > 0.0 && p < 1e-5 { format!("{p:e}") } else { p.to_string() }))
}

/// The header of intervals of differences: their level, which several hold together.
pub(crate) fn ci<'a>(
    comparisons: impl IntoIterator<Item = &'a ComparisonOutcome>,
    outcome: &Outcome,
) -> String {
    let mut intervals = comparisons.into_iter().filter_map(|comparison| comparison.interval.as_ref());
    let joint = intervals.any(|interval| interval.confidence > outcome.confidence);
    format!("{}{} CI", if joint { "joint " } else { "" }, percent(outcome.confidence))
}
