//! The verdict in words: what was seen, what the evidence is, what it does not say.

use restrap_stats::Alternative;

use crate::digits::decimals;
use crate::outcome::{ComparisonOutcome, IntervalOutcome, TestOutcome};
use crate::request::{Request, Test};
use crate::words::{grouped, percent, probability};

/// The words and whether a difference was shown.
pub(crate) fn of(comparison: &ComparisonOutcome, request: &Request) -> (String, bool) {
    let test = &comparison.tests[0];
    let p = test.p_adjusted.unwrap_or(test.pvalue);
    let shown = p <= request.alpha;
    let scale = Scale::of(comparison);
    let mut words = Vec::new();
    let effect = &comparison.effect;
    if effect.better == 0 && effect.worse == 0 {
        let items = grouped(effect.tied);
        words.push(format!(
            "All {items} pairs are tied: no test can tell these systems apart on these items, and that is not \
             evidence that they are equal elsewhere."
        ));
        return (words.join(" "), false);
    }
    if shown {
        words.push(scale.gap_sentence(comparison));
        words.push(evidence(test, p, request));
        words.push("About other test sets or training seeds this says nothing.".to_owned());
    } else {
        words.push(not_shown(comparison, &scale, p, request));
    }
    if let Some(floor) = test.p_floor.filter(|&floor| floor > request.alpha) {
        words.push(format!(
            "This test cannot reach {} here: smallest possible p {}.",
            request.alpha,
            probability(floor)
        ));
    }
    if let Some([low, high]) = test.pvalue_interval
        && low <= request.alpha
        && request.alpha < high
    {
        words.push(format!(
            "p = {} (bounds {} to {}) straddles alpha; raise --resamples or use --exact always.",
            probability(test.pvalue),
            probability(low),
            probability(high)
        ));
    }
    if let Some(interval) = &comparison.interval
        && disagree(interval, test, request)
    {
        words.push("Interval and test disagree near alpha: treat as borderline.".to_owned());
    }
    (words.join(" "), shown)
}

/// Interval and test of the same level point to different sides of alpha.
fn disagree(interval: &IntervalOutcome, test: &TestOutcome, request: &Request) -> bool {
    let same_level = (request.alpha - (1.0 - interval.confidence)).abs() < 1e-9;
    let excludes_zero = interval.low > 0.0 || interval.high < 0.0;
    request.alternative == Alternative::TwoSided
        && same_level
        && excludes_zero != (test.pvalue <= request.alpha)
}

fn evidence(test: &TestOutcome, p: f64, request: &Request) -> String {
    let null = match request.tests[0] {
        Test::Permutation => "If the two were interchangeable item by item, a gap this large",
        Test::Sign | Test::McNemar => {
            "If each differing item were equally likely to favour either, a split this uneven"
        }
        _ => "If the true difference were 0, a gap this large",
    };
    let direction = if request.alternative == Alternative::TwoSided { "" } else { " in this direction" };
    let adjusted = if test.p_adjusted.is_some() { ", adjusted" } else { "" };
    if request.tests[0] == Test::BootstrapPercentile {
        return format!(
            "Of resampled test sets, a share of {} showed no gain (bootstrap-percentile{adjusted}, {}, alpha {}).",
            probability(p),
            crate::recipe::sides(request.alternative),
            request.alpha
        );
    }
    format!(
        "{null}{direction} would occur with probability {} ({} {}{adjusted}, alpha {}).",
        probability(p),
        crate::recipe::sides(request.alternative),
        test.name,
        request.alpha
    )
}

fn not_shown(comparison: &ComparisonOutcome, scale: &Scale, p: f64, request: &Request) -> String {
    let what = match request.alternative {
        Alternative::TwoSided => "No difference was shown",
        Alternative::Greater => "No improvement was shown",
        Alternative::Less => "No worsening was shown",
    };
    let adjusted = if comparison.tests[0].p_adjusted.is_some() { "adjusted " } else { "" };
    let p = format!("({adjusted}p = {})", probability(p));
    match &comparison.interval {
        None => format!("{what} {p}; a large p is not evidence of equality."),
        Some(interval) => {
            let (low, high) = oriented(interval, request.higher_is_better);
            format!(
                "{what} {p}. The interval allows from {} to {}, so this is not evidence of equality.",
                scale.worse_better(low),
                scale.worse_better(high)
            )
        }
    }
}

/// Ends as improvements.
fn oriented(interval: &IntervalOutcome, higher_is_better: bool) -> (f64, f64) {
    if higher_is_better { (interval.low, interval.high) } else { (-interval.high, -interval.low) }
}

/// Units and digits of a difference.
struct Scale {
    factor: f64,
    decimals: usize,
    unit: &'static str,
    higher_is_better: bool,
}

impl Scale {
    fn of(comparison: &ComparisonOutcome) -> Self {
        let effect = &comparison.effect;
        let items = effect.better + effect.worse + effect.tied;
        let decimals = decimals(items, comparison.standard_error.unwrap_or(0.0), comparison.binary);
        let higher_is_better =
            comparison.difference == 0.0 || (comparison.difference > 0.0) == (comparison.improvement > 0.0);
        if comparison.binary {
            // Accuracies are spoken of in percentage points.
            return Self {
                factor: 100.0,
                decimals: decimals.saturating_sub(2),
                unit: " points",
                higher_is_better,
            };
        }
        Self { factor: 1.0, decimals, unit: "", higher_is_better }
    }

    fn number(&self, value: f64) -> String {
        format!("{:.*}", self.decimals, value.abs() * self.factor)
    }

    fn worse_better(&self, improvement: f64) -> String {
        if improvement.is_infinite() {
            return if improvement < 0.0 { "any loss" } else { "any gain" }.to_owned();
        }
        let side = if improvement < 0.0 { "worse" } else { "better" };
        format!("{}{} {side}", self.number(improvement), self.unit)
    }

    fn gap_sentence(&self, comparison: &ComparisonOutcome) -> String {
        let side = if comparison.difference < 0.0 { "below" } else { "above" };
        let sign = if comparison.difference < 0.0 { -1.0 } else { 1.0 };
        let interval = comparison.interval.as_ref().map(|interval| {
            let ends = [sign * interval.low, sign * interval.high];
            let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            let end = |value: f64| {
                let minus = if value < 0.0 && self.number(value).contains(|c| ('1'..='9').contains(&c)) {
                    "−"
                } else {
                    ""
                };
                format!("{minus}{}", self.number(value))
            };
            format!(" ({} CI {} to {})", percent(interval.confidence), end(low), end(high))
        });
        let effect = &comparison.effect;
        let items = effect.better + effect.worse + effect.tied;
        let lower = if self.higher_is_better { "" } else { "; lower is better" };
        format!(
            "{} scored {}{} {side} {}{} on these {} items{lower}.",
            comparison.system,
            self.number(comparison.difference),
            self.unit,
            comparison.baseline,
            interval.unwrap_or_default(),
            grouped(items)
        )
    }
}
