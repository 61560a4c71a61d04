//! Where the variance of a difference comes from, and which gain more of each source could show.

use restrap_stats::StudentT;
use restrap_stats::repeats::ItemVariance;

use crate::data::contrast::Contrast;
use crate::error::Error;
use crate::number::digits::rounded;
use crate::outcome::{AnswersOutcome, MoreOutcome, RunsOutcome, VarianceOutcome};
use crate::request::Request;

/// Runs of each system from which a gain is told.
const FEWEST_RUNS: usize = 3;

/// Parts of the variance of a contrast whose units are more than single items with one score; `floor` is the least p of the primary test.
pub(crate) fn outcome(
    contrast: &Contrast,
    floor: Option<f64>,
    request: &Request,
) -> Result<Option<VarianceOutcome>, Error> {
    let Contrast::Paired(pair) = contrast else {
        return Ok(None);
    };
    let mut variance = VarianceOutcome::default();
    let column = pair.column();
    let plans = pair
        .of
        .variance(&column, pair.repeats, request, &mut variance)?;
    let Some(plans) = plans else { return Ok(None) };
    // Of fewer runs the spread between runs is hardly known, and the median gain that they give has a power of a half.
    let has_few_runs = pair.runs().is_some_and(|of| {
        let fewest = of.iter().map(|runs| runs.run_means().len()).min();
        fewest.is_some_and(|runs| runs < FEWEST_RUNS)
    });
    // Gains are planned by t, and a mean against a number has a test of its own.
    let is_untold = has_few_runs || pair.against.is_some();
    let is_out_of_reach = is_untold || floor.is_some_and(|floor| floor > request.question.alpha);
    variance.detectable = if is_out_of_reach {
        None
    } else {
        plans.own.seen(request)?
    };
    for (of, planned) in &plans.more {
        let standard_error = rounded(planned.error);
        let seen = planned.seen(request)?.filter(|_| !is_untold);
        // More data never see less: degrees of freedom that come out smaller are an estimate's noise.
        let own = variance.detectable.unwrap_or(f64::INFINITY);
        variance.more.push(MoreOutcome {
            of: *of,
            standard_error,
            detectable: seen.map(|seen| seen.min(own)),
        });
    }
    Ok(Some(variance))
}

/// How many runs there are, and what drawing them adds.
pub(crate) fn runs(contrast: &Contrast) -> Result<Option<RunsOutcome>, Error> {
    let Contrast::Paired(pair) = contrast else {
        return Ok(None);
    };
    let Some([system, baseline]) = pair.runs() else {
        return Ok(None);
    };
    let (all, of_items) = (
        pair.t_estimate()?.standard_error(),
        pair.items_estimate()?.standard_error(),
    );
    let share = if all > 0.0 {
        1.0 - (of_items / all).powi(2)
    } else {
        0.0
    };
    Ok(Some(RunsOutcome {
        baseline: baseline.run_means().len() as u64,
        system: system.run_means().len() as u64,
        checkpoints_error: rounded(of_items),
        share_of_runs: rounded(share),
    }))
}

/// What more items and more answers would do.
pub(crate) fn answers(contrast: &Contrast) -> Result<Option<AnswersOutcome>, Error> {
    let Contrast::Paired(pair) = contrast else {
        return Ok(None);
    };
    let Some(repeats) = pair
        .repeats
        .filter(|_| pair.clusters().is_none() && pair.runs().is_none())
    else {
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
