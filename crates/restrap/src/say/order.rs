//! Almost stochastic order in words.

use restrap_stats::Alternative;

use crate::number::format::{number, percent, plain};
use crate::outcome::{ComparisonOutcome, OrderOutcome, TestOutcome};
use crate::request::Request;
use crate::say::method::p_is;
use crate::test::recipe::sides;

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
        "{} is almost stochastically {word} than {}: its violation ratio is {} (epsilon min {} < {} at {} confidence; {}; the units are {}).",
        order.better,
        other(order, comparison),
        number(order.ratio, DIGITS),
        number(order.epsilon_min, DIGITS),
        plain(order.threshold),
        percent(order.confidence),
        evidence(test, request),
        request.sample.over.noun_of_several()
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
        (Alternative::TwoSided, _) => "No almost stochastic order was shown".to_owned(),
        (_, is_higher) => {
            let word = if is_higher { "larger" } else { "smaller" };
            format!(
                "{} was not shown to be almost stochastically {word}",
                order.better
            )
        }
    };
    format!(
        "{what} (violation ratio {} of {} over {}, epsilon min {}, not below {}; {}; the units are {}). That is no evidence that their \
         scores are distributed alike.",
        number(order.ratio, DIGITS),
        order.better,
        other(order, comparison),
        number(order.epsilon_min, DIGITS),
        plain(order.threshold),
        evidence(&comparison.tests[0], request),
        request.sample.over.noun_of_several()
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

fn evidence(test: &TestOutcome, request: &Request) -> String {
    let p = test
        .adjusted_text()
        .map(|text| format!("adjusted {}", p_is(&text)));
    let p = p.unwrap_or_else(|| p_is(&test.p_text()));
    format!(
        "{} {}, {p}, alpha {}",
        sides(request.question.alternative),
        test.name,
        request.question.alpha
    )
}
