//! What the output says about training runs and sampled answers.

use restrap_stats::StudentT;
use restrap_stats::repeats::ItemVariance;

use crate::data::contrast::Contrast;
use crate::data::pair::Pair;
use crate::error::Error;
use crate::number::digits::rounded;
use crate::outcome::{AnswersOutcome, RunsOutcome};

/// How many runs there are, and what drawing them adds.
pub(crate) fn runs(contrast: &Contrast) -> Result<Option<RunsOutcome>, Error> {
    let Contrast::Paired(pair @ Pair { runs: Some([system, baseline]), .. }) = contrast else {
        return Ok(None);
    };
    let (all, of_items) = (pair.t_estimate()?.standard_error(), pair.items_estimate()?.standard_error());
    let share = if all > 0.0 { 1.0 - (of_items / all).powi(2) } else { 0.0 };
    Ok(Some(RunsOutcome {
        baseline: baseline.run_means().len() as u64,
        system: system.run_means().len() as u64,
        checkpoints_error: rounded(of_items),
        share_of_runs: rounded(share),
    }))
}

/// What more items and more answers would do.
pub(crate) fn answers(contrast: &Contrast) -> Result<Option<AnswersOutcome>, Error> {
    let Contrast::Paired(pair) = contrast else { return Ok(None) };
    let Some(repeats) = pair.repeats.filter(|_| pair.clusters.is_none() && pair.runs.is_none()) else {
        return Ok(None);
    };
    let estimate = StudentT::of_moments(pair.moments)?.estimate();
    let error = estimate.standard_error();
    Ok(ItemVariance::new(&estimate, repeats).map(|variance| {
        // Answers of few items may seem to spread more than their means do.
        let share = variance.share_of_answers().min(1.0);
        AnswersOutcome {
            share_of_answers: rounded(share),
            error_with_twice_the_items: rounded(variance.with_more_items(2.0)),
            error_with_twice_the_answers: rounded(error * libm::sqrt(1.0 - 0.5 * share)),
        }
    }))
}
