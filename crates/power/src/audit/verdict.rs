//! Audits in words.

use restrap_stats::Alternative;

use super::outcome::{AuditOutcome, AuditVerdict};
use crate::format::{enough, gain_words, power_words, share};
use restrap_lib::number::format::{count, grouped, p_is, plain, probability};

/// A test on this side can see a gap in this direction.
pub(super) fn looks_at(alternative: Alternative, gap: f64) -> bool {
    match alternative {
        Alternative::TwoSided => true,
        Alternative::Greater => gap >= 0.0,
        Alternative::Less => gap <= 0.0,
    }
}

/// The verdict and what it rests on.
pub(super) fn words(outcome: &AuditOutcome) -> String {
    let items = count(outcome.items, "item");
    let (low, high) = (outcome.least.pvalue, outcome.largest.pvalue);
    if outcome.difference == 0.0
        && outcome.verdict == AuditVerdict::NotSignificant
        && high >= 1.0
        && low >= 1.0
    {
        return format!("Equal accuracies on {items}: p = 1 whatever the agreement.");
    }
    let ahead = if outcome.difference < 0.0 {
        "baseline"
    } else {
        "system"
    };
    let gap = gain_words(outcome.difference.abs(), true);
    let gap = gap.trim_start_matches("a gain of ");
    let bounds = format!(
        "p is between {} and {}",
        probability(low),
        probability(high)
    );
    let opposed = !looks_at(outcome.alternative, outcome.difference);
    let mut words = vec![match outcome.verdict {
        _ if opposed => format!(
            "The test asks whether the system is {}, and it is {gap} {} on {items}: {bounds}, whatever the systems' \
             agreement.",
            outcome.alternative,
            if outcome.difference > 0.0 {
                "ahead"
            } else {
                "behind"
            },
        ),
        _ if outcome.difference == 0.0 && outcome.verdict == AuditVerdict::NotSignificant => {
            format!(
                "Equal accuracies on {items} are not significant whatever the systems' agreement: {bounds}."
            )
        }
        AuditVerdict::Significant => {
            format!(
                "A gap of {gap} on {items} is significant whatever the systems' agreement: {bounds}."
            )
        }
        AuditVerdict::NotSignificant => format!(
            "A gap of {gap} on {items} is not significant whatever the systems' agreement: even if the {ahead} lost nothing, \
             {}.",
            p_is(low)
        ),
        AuditVerdict::Undecided => {
            format!(
                "The published numbers do not decide: {bounds}, depending on which items were right."
            )
        }
    }];
    if let (Some(lost), AuditVerdict::Undecided, false) =
        (outcome.significant_up_to, outcome.verdict, opposed)
    {
        let single = [&outcome.baseline, &outcome.system]
            .iter()
            .all(|a| a.right[0] == a.right[1]);
        let nearest = if single {
            ""
        } else {
            ", for the counts nearest to the printed scores,"
        };
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
            let range = if low == high {
                high
            } else {
                format!("{low} to {high}")
            };
            words.push(format!(
                "If the true gap is that large, the power on such a test set is {range}."
            ));
        }
        if let (Some(high), low) = (high.least_gain, low.least_gain) {
            let low = low.map_or_else(|| "none at the lowest agreement".to_owned(), points_words);
            words.push(format!(
                "The smallest gap with power {} is {} at the highest agreement and {low} at the lowest.",
                plain(outcome.power),
                points_words(high)
            ));
        }
    }
    words.join(" ")
}

fn points_words(gain: f64) -> String {
    gain_words(enough(gain), true)
        .trim_start_matches("a gain of ")
        .to_owned()
}

/// All that determines the figures.
pub(super) fn report(outcome: &AuditOutcome) -> String {
    format!(
        "bounds of the exact McNemar (permutation) test over all agreements of {} items with accuracies {} and {}, {}, alpha \
         {}; restrap {}.",
        grouped(outcome.items),
        outcome.baseline.published,
        outcome.system.published,
        outcome.alternative,
        outcome.alpha,
        outcome.run.version
    )
}
