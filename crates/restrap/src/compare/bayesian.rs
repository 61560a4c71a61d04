//! What a posterior cannot be combined with.

use restrap_words::asked;

use crate::compare::data::{Data, Systems};
use crate::error::Error;
use crate::request::Request;

/// Refuses a posterior of anything but the mean of paired scores, whose items or clusters have one weight each.
///
/// # Errors
/// [`Error::NotApplicable`] with the option.
pub(super) fn check(data: &Data, request: &Request) -> Result<(), Error> {
    if request.question.bayesian.is_none() {
        return Ok(());
    }
    let refused = [
        ("metric", !matches!(data.systems, Systems::Scores(_)), "has no score per item"),
        ("over", request.sample.over.is_independent(), "has runs that are not pairs"),
        ("unpaired", request.sample.unpaired, "compares different items"),
        ("human", data.human.is_some(), "has a weight of its own for people's scores"),
        ("seed-col", data.runs().is_some(), "draws training runs, too"),
        ("stratum", data.strata.is_some(), "keeps the sizes of groups"),
        ("cluster", data.is_crossed(), "crosses two kinds of clusters"),
        ("over", request.sample.over.overlaps(), "has values that share training items"),
    ];
    let Some((option, _, why)) = refused.into_iter().find(|(_, is_given, _)| *is_given) else {
        return Ok(());
    };
    Err(Error::not_applicable(
        asked("bayesian"),
        "paired scores of items, or of clusters of one kind",
        format!("{} {why}", asked(option)),
        format!("drop {}", asked("bayesian")),
    ))
}
