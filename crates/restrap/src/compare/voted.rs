//! What the output says about votes: how many were won, and the effect of the order of two outputs.

use restrap_stats::votes::Position;

use crate::data::contrast::Contrast;
use crate::data::voted::Voted;
use crate::error::Error;
use crate::number::digits::rounded;
use crate::outcome::{IntervalKind, IntervalOutcome, PositionOutcome, VotesOutcome};
use crate::request::Request;

/// Of a contrast.
pub(crate) fn outcome(
    contrast: &Contrast,
    voted: Option<&Voted>,
    request: &Request,
) -> Result<Option<VotesOutcome>, Error> {
    let (Contrast::Paired(pair), Some(voted)) = (contrast, voted) else { return Ok(None) };
    let shares = &pair.system.values;
    let number = |of: f64| shares.iter().filter(|share| **share == of).count() as u64;
    let own: Vec<u32> = (0..shares.len() as u32).collect();
    let clusters = pair.clusters.as_ref().map_or(&own[..], |clusters| clusters.places());
    let confidence = request.question.confidence;
    let position = match Position::new(shares, &voted.first, clusters)? {
        None => None,
        Some(position) => Some(PositionOutcome {
            shown_first: position.votes[0],
            shown_second: position.votes[1],
            first_share: rounded(position.first.estimate()),
            interval: request.sample.scale().interval_of_estimate(&position.first, confidence)?.map(
                |interval| {
                    let kind = if pair.clusters.is_some() { IntervalKind::ClusterT } else { IntervalKind::T };
                    IntervalOutcome::new(interval, kind, confidence)
                },
            ),
            balanced: rounded(position.balanced.estimate()),
        }),
    };
    Ok(Some(VotesOutcome {
        won: number(1.0),
        lost: number(0.0),
        tied: number(0.5),
        missing: voted.missing,
        judges: voted.judges,
        win_rate: rounded(shares.iter().sum::<f64>() / shares.len() as f64),
        position,
    }))
}
