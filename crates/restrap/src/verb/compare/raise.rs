//! The pair of a claim that a system is better by a share of its baseline.

use std::sync::Arc;

use crate::data::contest::{Raised, share};
use crate::data::pair::{Pair, Surveyed};
use crate::data::scores::Scores;
use crate::design::PartDesign;
use crate::design::scheme::Scheme;
use crate::error::Error;
use crate::request::{GridChoice, Request};

/// The pair of a claim that a system is better by a share of the baseline; `None` of any other claim, and of a single item.
///
/// # Errors
/// For fewer than two clusters, and scores whose squares no double holds.
pub(crate) fn raised(
    (baseline, system): (&Scores, Surveyed),
    design: &Arc<Scheme>,
    units: &PartDesign,
    request: &Request,
) -> Result<Option<Raised>, Error> {
    let Some(share) = share(request) else {
        return Ok(None);
    };
    if baseline.items() < 2 {
        return Ok(None);
    }
    let better = if request.question.higher_is_better {
        share
    } else {
        -share
    };
    let sum: f64 = baseline
        .each()
        .map(|(score, times)| score * times as f64)
        .sum();
    let own = sum / baseline.items() as f64;
    // A share of the size of the mean, whose sign log-likelihoods turn round.
    let factor = 1.0 + better * own.signum();
    let rows: Vec<f64> = baseline.rows().iter().map(|score| factor * score).collect();
    let scores = Scores::counted(&baseline.name, rows, baseline.times().clone());
    let systems = [Surveyed::new(&scores), system];
    let pair = Pair::new(systems, GridChoice::Auto, design, (units, [0, 1]))?;
    let has_spread = pair.moments.sd().is_some_and(|sd| sd > 0.0);
    let (estimate, per_one) = (pair.t_estimate()?, pair.grid.per_one());
    Ok(Some(Raised {
        column: pair.difference,
        per_one,
        has_spread,
        estimate,
    }))
}
