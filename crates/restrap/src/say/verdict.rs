//! The verdict in words: what was seen, what the evidence is, what it does not say.

use restrap_stats::Alternative;
use restrap_words::{asked, asked_as};

use crate::number::digits::{decimals, rounded, supported};
use crate::number::format::{count, grouped, is_zero, number, p_is, percent, plain, probability};
use crate::outcome::{ComparisonOutcome, IntervalOutcome, MarginOutcome, TestOutcome};
use crate::request::{Claim, Exact, Request, Test};

/// The words and whether a difference was shown.
pub(crate) fn of(comparison: &ComparisonOutcome, request: &Request) -> (String, bool) {
    let (mut words, shown) = superiority(comparison, request);
    if let Some(margin) = &comparison.margin {
        words = format!("{words} {}", within(margin, comparison, request));
    }
    (words, shown)
}

/// What the margin test says.
fn within(margin: &MarginOutcome, comparison: &ComparisonOutcome, request: &Request) -> String {
    let scale = Scale::of(comparison);
    // A share of the baseline's score has as many digits as that; a size has those that were typed.
    let of_baseline = margin.asked.ends_with('%');
    let in_units = margin.size * scale.factor;
    let limit = if of_baseline { plain(supported(in_units, 1e-4)) } else { plain(rounded(in_units)) };
    let plural = if scale.unit.is_empty() || limit == "1" { "" } else { "s" };
    let mut size = format!("{limit}{}{plural}", scale.unit);
    if of_baseline {
        size = format!("{size} ({} of the baseline)", margin.asked.replace('%', " %"));
    }
    let (Some(p), Some(interval)) = (margin.p_adjusted.or(margin.pvalue), &margin.interval) else {
        let why = margin.notes.first().map_or("no test is defined", String::as_str);
        return format!("Your margin of {size} was not tested: {why}.");
    };
    let end = |value: f64| number(value * scale.factor, scale.decimals);
    // In the sign of the difference that stands above, with the ends that it may not reach.
    let limit = match (margin.claim, request.question.higher_is_better) {
        (Claim::Equivalent, _) => format!("limits −{limit} and +{limit}"),
        (_, true) => format!("limit −{limit}"),
        (_, false) => format!("limit +{limit}"),
    };
    let interval = format!(
        "{} CI of the difference {} to {}, {limit}",
        percent(interval.confidence),
        end(interval.low),
        end(interval.high)
    );
    let adjusted = if margin.p_adjusted.is_some() { "adjusted " } else { "" };
    let p = format!("{adjusted}{}", p_is(p));
    match (margin.claim, margin.shown) {
        (Claim::Equivalent, true) => format!("Within your margin of {size} ({interval}; {p})."),
        (Claim::Equivalent, false) => {
            format!("Not shown to be within your margin of {size} ({interval}; {p}).")
        }
        (_, true) => format!("Not worse by your margin of {size} ({interval}; {p})."),
        (_, false) => format!("Being worse by your margin of {size} was not ruled out ({interval}; {p})."),
    }
}

fn superiority(comparison: &ComparisonOutcome, request: &Request) -> (String, bool) {
    let test = &comparison.tests[0];
    let p = test.p_adjusted.unwrap_or(test.pvalue);
    let shown = p <= request.question.alpha;
    let scale = Scale::of(comparison);
    let mut words = Vec::new();
    let effect = &comparison.effect;
    if effect.better == 0 && effect.worse == 0 {
        let tied = match effect.tied {
            1 => "The only pair is tied".to_owned(),
            pairs => format!("All {} pairs are tied", grouped(pairs)),
        };
        let verdict = format!(
            "{tied}: no test can tell these systems apart here, and that is not evidence that they are equal elsewhere."
        );
        return (verdict, false);
    }
    if shown {
        words.push(scale.gap_sentence(comparison));
        words.push(evidence(test, request));
        words.push("About other test sets or training seeds this says nothing.".to_owned());
    } else {
        words.push(not_shown(comparison, &scale, p, request));
    }
    if let Some(floor) = test.p_floor.filter(|&floor| floor > request.question.alpha) {
        words.push(format!(
            "This test cannot reach {} here: smallest possible p {}.",
            request.question.alpha,
            probability(floor)
        ));
    }
    if let Some(straddling) = straddling(test, request) {
        words.push(format!("{straddling}."));
    }
    if let Some(interval) = &comparison.interval
        && disagree(interval, test, request)
    {
        let near = test.pvalue <= 3.0 * request.question.alpha && test.pvalue >= request.question.alpha / 3.0;
        let words_of = if near {
            "Interval and test disagree near alpha: treat as borderline."
        } else {
            "Interval and test disagree: their methods see these data differently, so lean on neither alone."
        };
        words.push(words_of.to_owned());
    }
    (words.join(" "), shown)
}

/// The Monte Carlo bounds of a p-value, adjusted with it, lie on both sides of alpha: in words, with what settles it.
pub(crate) fn straddling(test: &TestOutcome, request: &Request) -> Option<String> {
    let bounds = test.pvalue_interval?;
    let adjusted = test.p_adjusted.filter(|_| test.pvalue > 0.0);
    let factor = adjusted.map_or(1.0, |p| p / test.pvalue);
    let [low, high] = bounds.map(|bound| (bound * factor).min(1.0));
    if low > request.question.alpha || request.question.alpha >= high {
        return None;
    }
    let kind = if adjusted.is_some() { "adjusted " } else { "" };
    let law = if request.compute.exact == Exact::Never {
        format!(" or use {}", asked_as("exact", "always"))
    } else {
        String::new()
    };
    Some(format!(
        "{kind}{} (bounds {} to {}) straddles alpha; raise {resamples}{law}",
        p_is(adjusted.unwrap_or(test.pvalue)),
        probability(low),
        probability(high),
        resamples = asked("resamples")
    ))
}

/// Interval and test of the same level point to different sides of alpha.
fn disagree(interval: &IntervalOutcome, test: &TestOutcome, request: &Request) -> bool {
    let same_level = (request.question.alpha - (1.0 - interval.confidence)).abs() < 1e-9;
    let excludes_zero = interval.low > 0.0 || interval.high < 0.0;
    request.question.alternative == Alternative::TwoSided
        && same_level
        && excludes_zero != (test.pvalue <= request.question.alpha)
}

fn evidence(test: &TestOutcome, request: &Request) -> String {
    let null = match request.question.tests[0] {
        _ if request.is_unconditional() => {
            "If neither were ahead on items drawn as these were, a gap this large"
        }
        Test::Permutation if request.sample.unpaired => {
            "If the items were interchangeable between the two, a gap this large"
        }
        Test::MannWhitney => "If both sets of scores came from one distribution, a rank sum this uneven",
        Test::Permutation => "If the two were interchangeable item by item, a gap this large",
        Test::Sign | Test::McNemar => {
            "If each differing item were equally likely to favour either, a split this uneven"
        }
        Test::Wilcoxon => "If the differences were symmetric about 0, a rank sum this uneven",
        _ => "If the true difference were 0, a gap this large",
    };
    let direction =
        if request.question.alternative == Alternative::TwoSided { "" } else { " in this direction" };
    // What is adjusted is no probability of these data.
    let adjusted = test.p_adjusted.map_or_else(String::new, |p| format!("; adjusted p {}", probability(p)));
    let p = test.pvalue;
    if request.question.tests[0] == Test::BootstrapPercentile {
        let share = match request.question.alternative {
            Alternative::Greater => {
                format!("Of resampled test sets, a share of {} showed no gain", probability(p))
            }
            Alternative::Less => {
                format!("Of resampled test sets, a share of {} showed no loss", probability(p))
            }
            Alternative::TwoSided => {
                format!("Twice the share of resampled test sets on the other side of 0 is {}", probability(p))
            }
        };
        let sides = crate::test::recipe::sides(request.question.alternative);
        return format!(
            "{share} ({sides} bootstrap-percentile{adjusted}, alpha {}).",
            request.question.alpha
        );
    }
    let chance = match test.resamples {
        // c/R of a recipe without the added one.
        _ if request.is_unconditional() => {
            format!("with probability at most {}, whatever share of items differs", probability(p))
        }
        Some(resamples) if p == 0.0 => format!("in fewer than 1 of {} resamples", grouped(resamples)),
        _ => format!("with probability {}", probability(p)),
    };
    format!(
        "{null}{direction} would occur {chance} ({} {}{adjusted}, alpha {}).",
        crate::test::recipe::sides(request.question.alternative),
        test.name,
        request.question.alpha
    )
}

fn not_shown(comparison: &ComparisonOutcome, scale: &Scale, p: f64, request: &Request) -> String {
    let what = match request.question.alternative {
        Alternative::TwoSided => "No difference was shown",
        Alternative::Greater => "No improvement was shown",
        Alternative::Less => "No worsening was shown",
    };
    let is_adjusted = comparison.tests[0].p_adjusted.is_some();
    let p = format!("({}{})", if is_adjusted { "adjusted " } else { "" }, p_is(p));
    match &comparison.interval {
        None => format!("{what} {p}; a large p is not evidence of equality."),
        Some(interval) => {
            let (low, high) = oriented(interval, request.question.higher_is_better);
            // An interval of one comparison may leave 0 out where the adjusted test does not.
            let alone =
                if is_adjusted && (low > 0.0 || high < 0.0) { ", which is not adjusted," } else { "" };
            format!(
                "{what} {p}. The interval{alone} allows from {} to {}, so this is not evidence of equality.",
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
        let decimals =
            decimals(comparison.items(), comparison.standard_error.unwrap_or(0.0), comparison.binary);
        let higher_is_better =
            comparison.difference == 0.0 || (comparison.difference > 0.0) == (comparison.improvement > 0.0);
        if comparison.binary {
            // Accuracies are spoken of in percentage points.
            return Self {
                factor: 100.0,
                decimals: decimals.saturating_sub(2),
                unit: " point",
                higher_is_better,
            };
        }
        Self { factor: 1.0, decimals, unit: "", higher_is_better }
    }

    /// Without a sign.
    fn size(&self, value: f64) -> String {
        number(value.abs() * self.factor, self.decimals)
    }

    /// With its unit.
    fn amount(&self, value: f64) -> String {
        let size = self.size(value);
        let plural = if self.unit.is_empty() || size == "1" { "" } else { "s" };
        format!("{size}{}{plural}", self.unit)
    }

    fn worse_better(&self, improvement: f64) -> String {
        if improvement.is_infinite() {
            return if improvement < 0.0 { "any loss" } else { "any gain" }.to_owned();
        }
        if is_zero(&self.size(improvement)) {
            return "no change".to_owned();
        }
        let side = if improvement < 0.0 { "worse" } else { "better" };
        format!("{} {side}", self.amount(improvement))
    }

    fn gap_sentence(&self, comparison: &ComparisonOutcome) -> String {
        let side = if comparison.difference < 0.0 { "below" } else { "above" };
        let sign = if comparison.difference < 0.0 { -1.0 } else { 1.0 };
        let interval = comparison.interval.as_ref().map(|interval| {
            let ends = [sign * interval.low, sign * interval.high];
            let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            let end = |value: f64| number(value * self.factor, self.decimals);
            format!(" ({} CI {} to {})", percent(interval.confidence), end(low), end(high))
        });
        let items = comparison.items();
        let lower = if self.higher_is_better { "" } else { "; lower is better" };
        format!(
            "{} scored {} {side} {}{} on {} {}{lower}.",
            comparison.system,
            self.amount(comparison.difference),
            comparison.baseline,
            interval.unwrap_or_default(),
            if items == 1 { "this" } else { "these" },
            count(items, "item")
        )
    }
}
