//! What published accuracies allow when no per-item scores were published.
//!
//! n and two accuracies leave one number open, the items that the system lost while it won others. p is computed for all of
//! them: its bounds, and how many lost items it stands. And it is asked whether such a test set could show such a gap at
//! all, at the most and at the least agreement.

use std::str::FromStr;

use restrap_stats::power::{Accuracies, Bounds};
use restrap_stats::{Alternative, McNemar, McNemarVariant};
use serde::Serialize;

use crate::error::Error;
use crate::number::digits::rounded;
use crate::number::format::{count, grouped, p_is, plain};
use crate::power::SCHEMA;
use crate::power::plan::answer::{enough, gain_words, power_words, share};
use crate::power::scenario::{Asked, Binary, Disagreement, MOST_ITEMS, Scenario};
use crate::test::told;

/// Points of the curve of p against items lost.
const MOST_POINTS: u64 = 400;
/// Rounding of a printed decimal as a double, in items.
const SLACK: f64 = 1e-9;

/// An accuracy as it was printed: `0.852`, `85.2%` or `426/500`.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    text: String,
    /// The share.
    value: f64,
    /// Half of its last digit; 0 for a count.
    half: f64,
    /// Items of a count.
    of: Option<u64>,
}

/// A word that is no accuracy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a share (0.852), a percentage (85.2%) or a count (426/500), found '{0}'")]
pub struct NoAccuracy(String);

impl FromStr for Published {
    type Err = NoAccuracy;

    fn from_str(text: &str) -> Result<Self, NoAccuracy> {
        let no = || NoAccuracy(text.to_owned());
        let digits = |text: &str| -> Option<u64> {
            (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
        };
        if let Some((right, of)) = text.split_once('/') {
            let (right, of) = (digits(right).ok_or_else(no)?, digits(of).ok_or_else(no)?);
            if of == 0 || right > of {
                return Err(no());
            }
            return Ok(Self {
                text: text.to_owned(),
                value: right as f64 / of as f64,
                half: 0.0,
                of: Some(of),
            });
        }
        let (number, unit) = match text.strip_suffix('%') {
            Some(number) => (number.trim_end(), 100.0),
            None => (text, 1.0),
        };
        let decimals = number.split_once('.').map_or("", |(_, decimals)| decimals);
        let plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let value: f64 = number.parse().ok().filter(|_| plain).ok_or_else(no)?;
        if value > unit || decimals.len() > 12 {
            return Err(no());
        }
        let half = 0.5 * libm::pow(10.0, -(decimals.len() as f64)) / unit;
        Ok(Self { text: text.to_owned(), value: value / unit, half, of: None })
    }
}

impl Published {
    /// Items of a count, `K/N`.
    pub fn items(&self) -> Option<u64> {
        self.of
    }

    /// Counts of right items out of `items` that print so, first and last.
    fn counts(&self, items: u64) -> Result<(u64, u64), Error> {
        let n = items as f64;
        let first = libm::ceil((self.value - self.half) * n - SLACK).max(0.0) as u64;
        let last = libm::floor((self.value + self.half) * n + SLACK).min(n) as u64;
        if self.of.is_some_and(|of| of != items) || first > last {
            let below = libm::floor(self.value * n) as u64;
            let near = [below, (below + 1).min(items)].map(|k| format!("{k} ({})", share(k as f64 / n)));
            return Err(Error::not_applicable(
                "an audit",
                "accuracies that so many items can have",
                format!(
                    "no count of right items out of {} is {}; the nearest are {}",
                    grouped(items),
                    self.text,
                    near.join(" and ")
                ),
                "check the number of items; a score that is no share of right items, such as F1 or BLEU, has no such \
                       bounds",
            ));
        }
        Ok((first, last))
    }

    /// The count nearest to what was printed.
    fn nearest(&self, items: u64) -> u64 {
        libm::round(self.value * items as f64) as u64
    }
}

/// Published numbers and the test to audit.
#[derive(Clone, Debug)]
pub struct AuditRequest {
    /// Items of the test set.
    pub items: u64,
    /// Accuracy of the baseline.
    pub baseline: Published,
    /// Accuracy of the system.
    pub system: Published,
    /// Side of the test.
    pub alternative: Alternative,
    /// Level of the test.
    pub alpha: f64,
    /// Wanted power.
    pub power: f64,
}

/// One accuracy.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Accuracy {
    /// As printed.
    pub published: String,
    /// Counts of right items that print so, first and last.
    pub right: [u64; 2],
}

/// One end of what is possible.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct End {
    /// Items that only the system has right.
    pub won: u64,
    /// Items that only the baseline has right.
    pub lost: u64,
    /// Exact McNemar p-value, the permutation test of 0/1 scores.
    pub pvalue: f64,
}

/// p at so many lost items, for the counts nearest to what was printed.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AuditPoint {
    /// Items that the one behind has right and the one ahead has not.
    pub lost: u64,
    /// Share of items on which both agree.
    pub agreement: f64,
    /// The p-value.
    pub pvalue: f64,
}

/// The answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AuditOutcome {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// `audit`.
    pub kind: &'static str,
    /// Version of restrap.
    pub version: &'static str,
    /// Items of the test set.
    pub items: u64,
    /// The baseline.
    pub baseline: Accuracy,
    /// The system.
    pub system: Accuracy,
    /// system − baseline of the nearest counts.
    pub difference: f64,
    /// Side of the test.
    pub alternative: &'static str,
    /// Level of the test.
    pub alpha: f64,
    /// Wanted power of the scenarios.
    pub power: f64,
    /// The table with the smallest p.
    pub least: End,
    /// The table with the largest p.
    pub largest: End,
    /// Most items lost by the one ahead while p <= alpha, at the nearest counts; null where none may be.
    pub significant_up_to: Option<u64>,
    /// p over all agreements, at the nearest counts.
    pub points: Vec<AuditPoint>,
    /// Power for a true gap as large, at the most and the least agreement; empty without a gap, or where a
    /// one-sided test looks the other way.
    pub scenarios: Vec<Scenario>,
    /// `significant`, `not significant` or `undecided`: whatever the agreement, or depending on it.
    pub verdict: &'static str,
    /// In words.
    pub answer: String,
    /// One line for the paper.
    pub report: String,
}

/// Audits them.
///
/// # Errors
/// When no count of right items prints as published, or a number lies outside its range.
pub fn audit(asked: &AuditRequest) -> Result<AuditOutcome, Error> {
    if !(1..=MOST_ITEMS).contains(&asked.items) {
        return Err(Error::BadParameter {
            expected: "1 to 10,000,000 items",
            found: asked.items.to_string(),
        });
    }
    let (items, alternative, alpha) = (asked.items, asked.alternative, asked.alpha);
    let (baseline, system) = (asked.baseline.counts(items)?, asked.system.counts(items)?);
    let accuracies = Accuracies::new(items, baseline, system)?;
    let clamped = |nearest: u64, (first, last): (u64, u64)| nearest.clamp(first, last);
    let right_baseline = clamped(asked.baseline.nearest(items), baseline);
    let right_system = clamped(asked.system.nearest(items), system);
    let gap = right_system as f64 / items as f64 - right_baseline as f64 / items as f64;
    let (least, largest) = (accuracies.least(alternative), accuracies.largest(alternative));
    let verdict = match (least.p.value() <= alpha, largest.p.value() <= alpha) {
        (_, true) => "significant",
        (false, _) => "not significant",
        _ => "undecided",
    };
    let mut scenarios = Vec::new();
    if right_baseline != right_system && items >= 2 && looks_at(alternative, gap) {
        // A gap of a system behind is a gain in errors: the same table, with its sides exchanged.
        let (accuracy, alternative) = match (right_baseline as f64 / items as f64, gap > 0.0) {
            (right, true) => (right, alternative),
            (right, false) => (1.0 - right, alternative.swapped()),
        };
        let (gain, items) = (Some(gap.abs()), Some(items));
        let variant = McNemarVariant::Exact;
        let wanted = Asked { gain, items, power: asked.power, alpha, alternative, variant };
        for (part, name) in [(0.0, "most agreement"), (1.0, "least agreement")] {
            let binary = Binary { baseline: accuracy, disagreement: Disagreement::Within(part) };
            scenarios.push(binary.scenario(name.to_owned(), &wanted)?);
        }
    }
    let printed = |published: &Published, right: (u64, u64)| Accuracy {
        published: published.text.clone(),
        right: [right.0, right.1],
    };
    let end = |bounds: Bounds| End {
        won: bounds.discordant.b,
        lost: bounds.discordant.c,
        pvalue: told::printed(bounds.p),
    };
    let mut outcome = AuditOutcome {
        schema: SCHEMA,
        kind: "audit",
        version: env!("CARGO_PKG_VERSION"),
        items,
        baseline: printed(&asked.baseline, baseline),
        system: printed(&asked.system, system),
        difference: rounded(gap),
        alternative: alternative.name(),
        alpha,
        power: asked.power,
        least: end(least),
        largest: end(largest),
        significant_up_to: up_to(&accuracies, right_baseline, right_system, asked),
        points: points(right_baseline, right_system, asked),
        scenarios,
        verdict,
        answer: String::new(),
        report: String::new(),
    };
    outcome.answer = words(&outcome, alternative);
    outcome.report = format!(
        "bounds of the exact McNemar (permutation) test over all agreements of {} items with accuracies {} and {}, {}, alpha \
         {}; restrap {}.",
        grouped(items),
        asked.baseline.text,
        asked.system.text,
        outcome.alternative,
        alpha,
        outcome.version
    );
    Ok(outcome)
}

/// A test on this side can see a gap in this direction.
fn looks_at(alternative: Alternative, gap: f64) -> bool {
    match alternative {
        Alternative::TwoSided => true,
        Alternative::Greater => gap >= 0.0,
        Alternative::Less => gap <= 0.0,
    }
}

/// Items lost by the one ahead.
fn up_to(accuracies: &Accuracies, baseline: u64, system: u64, asked: &AuditRequest) -> Option<u64> {
    let lost = accuracies.significant_up_to(baseline, system, asked.alpha, asked.alternative)?;
    // Of a system behind, the baseline's losses count: its own gains less the gap.
    Some(lost - baseline.saturating_sub(system))
}

fn points(baseline: u64, system: u64, asked: &AuditRequest) -> Vec<AuditPoint> {
    let gap = system.abs_diff(baseline);
    let (behind, ahead) = (baseline.min(system), baseline.max(system));
    let most = behind.min(asked.items - ahead);
    let step = most.div_ceil(MOST_POINTS).max(1);
    let at = |lost: u64| {
        let (won, lost_too) = (lost + gap, lost);
        let test = if system >= baseline {
            McNemar { b: won, c: lost_too }
        } else {
            McNemar { b: lost_too, c: won }
        };
        AuditPoint {
            lost,
            agreement: rounded(1.0 - (gap + 2 * lost) as f64 / asked.items as f64),
            pvalue: told::printed(test.p(McNemarVariant::Exact, asked.alternative)),
        }
    };
    let mut points: Vec<AuditPoint> = (0..=most).step_by(step as usize).map(at).collect();
    if points.last().is_some_and(|point| point.lost != most) {
        points.push(at(most));
    }
    points
}

fn words(outcome: &AuditOutcome, asked: Alternative) -> String {
    let items = count(outcome.items, "item");
    let (low, high) = (outcome.least.pvalue, outcome.largest.pvalue);
    if outcome.difference == 0.0 && outcome.verdict == "not significant" && high >= 1.0 && low >= 1.0 {
        return format!("Equal accuracies on {items}: p = 1 whatever the agreement.");
    }
    let ahead = if outcome.difference < 0.0 { "baseline" } else { "system" };
    let gap = gain_words(outcome.difference.abs(), true);
    let gap = gap.trim_start_matches("a gain of ");
    let bounds = format!("p is between {} and {}", p_text(low), p_text(high));
    let opposed = !looks_at(asked, outcome.difference);
    let mut words = vec![match outcome.verdict {
        _ if opposed => format!(
            "The test asks whether the system is {}, and it is {gap} {} on {items}: {bounds}, whatever the systems' \
             agreement.",
            outcome.alternative,
            if outcome.difference > 0.0 { "ahead" } else { "behind" },
        ),
        _ if outcome.difference == 0.0 && outcome.verdict == "not significant" => {
            format!(
                "Equal accuracies on {items} are not significant whatever the systems' agreement: {bounds}."
            )
        }
        "significant" => {
            format!("A gap of {gap} on {items} is significant whatever the systems' agreement: {bounds}.")
        }
        "not significant" => format!(
            "A gap of {gap} on {items} is not significant whatever the systems' agreement: even if the {ahead} lost nothing, \
             {}.",
            p_is(low)
        ),
        _ => format!("The published numbers do not decide: {bounds}, depending on which items were right."),
    }];
    if let (Some(lost), "undecided", false) = (outcome.significant_up_to, outcome.verdict, opposed) {
        let single = [&outcome.baseline, &outcome.system].iter().all(|a| a.right[0] == a.right[1]);
        let nearest = if single { "" } else { ", for the counts nearest to the printed scores," };
        let gap_items = (outcome.difference.abs() * outcome.items as f64).round() as u64;
        let agreement = 1.0 - (gap_items + 2 * lost) as f64 / outcome.items as f64;
        words.push(format!(
            "It is significant at {}{nearest} if the {ahead} got at most {} wrong that the other had right: an agreement of {} \
             or more.",
            outcome.alpha,
            count(lost, "item"),
            // Rounded up: what is printed is still enough.
            share((agreement * 1e4 - 1e-6).ceil() / 1e4)
        ));
    }
    if let [first, last] = outcome.scenarios.as_slice() {
        let (high, low) = (first.quoted(), last.quoted());
        if let (Some(high), Some(low)) = (high.power, low.power) {
            let (low, high) = (power_words(low), power_words(high));
            let range = if low == high { high } else { format!("{low} to {high}") };
            words.push(format!(
                "If the true gap is that large, such a test set shows it with probability {range}."
            ));
        }
        if let (Some(high), low) = (high.least_gain, low.least_gain) {
            let low = low.map_or_else(|| "none at the least agreement".to_owned(), points_words);
            words.push(format!(
                "The least gap that it shows with power {} is {} at the most agreement and {low} at the least.",
                plain(outcome.power),
                points_words(high)
            ));
        }
    }
    words.join(" ")
}

fn points_words(gain: f64) -> String {
    gain_words(enough(gain), true).trim_start_matches("a gain of ").to_owned()
}

fn p_text(p: f64) -> String {
    crate::number::format::probability(p)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn published(text: &str) -> Published {
        text.parse().expect("an accuracy")
    }

    #[test]
    fn a_printed_accuracy_stands_for_the_counts_that_print_so() {
        assert_eq!(published("85.2%").counts(500).expect("counts"), (426, 426));
        assert_eq!(
            published("0.85").counts(500).expect("counts"),
            (423, 427),
            "0.845 and 0.855 round either way"
        );
        assert_eq!(published("426/500").counts(500).expect("counts"), (426, 426));
        assert_eq!(published("100%").counts(10).expect("counts"), (10, 10));
        assert_eq!(published("0").counts(10).expect("counts"), (0, 5), "0 or 1 of a whole number is rough");
    }

    #[test]
    fn what_no_count_prints_is_refused() {
        assert!(published("85.3%").counts(500).is_err());
        assert!(published("426/500").counts(499).is_err());
        for text in ["85.2", "-0.1", "1e-3", "7/5", "0/0", "", "%", "x", "NaN", "inf"] {
            assert!(text.parse::<Published>().is_err(), "{text}");
        }
    }
}
