//! A posterior in words: what its probabilities are of, and what they are not.

use super::scale::Scale;
use crate::number::format::{chance, end, percent};
use crate::outcome::{ComparisonOutcome, PosteriorOutcome};
use crate::request::Request;

/// Sentences about the posterior of a difference.
pub(super) fn words(
    posterior: &PosteriorOutcome,
    comparison: &ComparisonOutcome,
    scale: &Scale,
    request: &Request,
) -> String {
    let unit = if comparison.clusters.is_some() {
        "cluster".to_owned()
    } else {
        request.sample.over.noun().to_owned()
    };
    let system = &comparison.system;
    let end = |value: f64| end(value * scale.factor, scale.decimals);
    let interval = format!(
        "Posterior (Bayesian bootstrap): given these {unit}s, the difference lies between {} and {} with probability {}",
        end(posterior.low),
        scale.with_unit(&end(posterior.high)),
        percent(posterior.probability)
    );
    let chances = match &posterior.rope {
        None => {
            format!(
                "{system} is better with probability {}, worse with {}",
                chance(posterior.better),
                chance(posterior.worse)
            )
        }
        Some(rope) => {
            let [_, size] = scale.margin(rope.size, &rope.asked);
            format!(
                "{system} is better by more than {size} with probability {}, practically equal with {}, worse by more than {size} with {}",
                chance(rope.better),
                chance(rope.equal),
                chance(rope.worse)
            )
        }
    };
    let sure = match (posterior.better, posterior.worse) {
        (better, worse) if better == 1.0 || worse == 1.0 => {
            format!(
                " All {unit}s that differ favour one side, so this posterior is certain, however few they are."
            )
        }
        _ => String::new(),
    };
    format!(
        "{interval}; {chances}.{sure} These are probabilities given these {unit}s, not p-values; no error rate is controlled over \
         comparisons."
    )
}
