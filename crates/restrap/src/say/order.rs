//! Almost stochastic order in words.

use restrap_stats::Alternative;

use crate::number::format::{number, percent, plain};
use crate::outcome::{ComparisonOutcome, OrderOutcome, TestOutcome};
use crate::request::Request;
use crate::say::method::p_is;

/// Digits of a ratio.
const DIGITS: usize = 3;

/// The claim, where it was shown.
pub(super) fn shown(
    order: &OrderOutcome,
    comparison: &ComparisonOutcome,
    request: &Request,
) -> String {
    let word = if request.question.higher_is_better {
        "larger"
    } else {
        "smaller"
    };
    let test = &comparison.tests[0];
    format!(
        "{} is almost stochastically {word} than {} (violation ratio {}; epsilon min {} < {} at {} confidence; {}).",
        order.better,
        other(order, comparison),
        number(order.ratio, DIGITS),
        number(order.epsilon_min, DIGITS),
        plain(order.threshold),
        percent(order.confidence),
        evidence(test)
    )
}

/// That it was not, and what that does not say.
pub(super) fn not_shown(
    order: &OrderOutcome,
    comparison: &ComparisonOutcome,
    request: &Request,
) -> String {
    let what = match (
        request.question.alternative,
        request.question.higher_is_better,
    ) {
        (Alternative::TwoSided, _) => "no almost stochastic order".to_owned(),
        (_, is_higher) => {
            let word = if is_higher { "larger" } else { "smaller" };
            format!(
                "{} is not significantly almost stochastically {word}",
                order.better
            )
        }
    };
    format!(
        "{what} (violation ratio {} of {} over {}; epsilon min {} ≥ {}; {}); this is not evidence of equal distributions.",
        number(order.ratio, DIGITS),
        order.better,
        other(order, comparison),
        number(order.epsilon_min, DIGITS),
        plain(order.threshold),
        evidence(&comparison.tests[0])
    )
}

/// The one that the claim is not about.
fn other<'c>(order: &OrderOutcome, comparison: &'c ComparisonOutcome) -> &'c str {
    if order.better == comparison.system {
        &comparison.baseline
    } else {
        &comparison.system
    }
}

fn evidence(test: &TestOutcome) -> String {
    let p = test
        .adjusted_text()
        .map(|text| format!("adjusted {}", p_is(&text)));
    let p = p.unwrap_or_else(|| p_is(&test.p_text()));
    format!("ASO test, {p}")
}
