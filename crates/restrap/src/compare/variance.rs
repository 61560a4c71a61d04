//! Where the variance of a difference comes from, and which gain more of each source could show.

use restrap_stats::StudentT;
use restrap_stats::repeats::{ItemVariance, Repeats};
use restrap_stats::seeds::{Recipes, Runs};
use restrap_stats::special::normal_quantile;

use crate::data::basis::Basis;
use crate::data::contrast::Contrast;
use crate::data::pair::Pair;
use crate::error::Error;
use crate::number::digits::rounded;
use crate::outcome::{More, MoreOutcome, VarianceOutcome};
use crate::request::Request;

/// Power of the least gain that is told.
const POWER: f64 = 0.8;

/// Of a contrast whose units are more than single items with one score.
pub(crate) fn outcome(contrast: &Contrast, request: &Request) -> Result<Option<VarianceOutcome>, Error> {
    let Contrast::Paired(pair) = contrast else { return Ok(None) };
    let mut variance = VarianceOutcome::default();
    match pair.basis() {
        Basis::Clusters => of_clusters(pair, &mut variance)?,
        Basis::Crossed => of_crossed(pair, &mut variance),
        Basis::Runs => of_runs(pair, &mut variance)?,
        Basis::Items => of_answers(pair, &mut variance)?,
        _ => {}
    }
    if variance.more.is_empty() {
        return Ok(None);
    }
    let error = pair.t_estimate()?.standard_error();
    let reach = normal_quantile(1.0 - 0.5 * request.question.alpha) + normal_quantile(POWER);
    variance.detectable = rounded(reach * error);
    for more in &mut variance.more {
        more.detectable = rounded(reach * more.standard_error);
        more.standard_error = rounded(more.standard_error);
    }
    Ok(Some(variance))
}

fn more(of: More, variance: f64) -> MoreOutcome {
    MoreOutcome { of, standard_error: libm::sqrt(variance.max(0.0)), detectable: 0.0 }
}

/// Twice the clusters halve the variance; twice the items of each leave what they share.
fn of_clusters(pair: &Pair, variance: &mut VarianceOutcome) -> Result<(), Error> {
    let Some(sums) = pair.cluster_sums()? else { return Ok(()) };
    let Some(within) = sums.components().within else { return Ok(()) };
    variance.clusters = Some(rounded(within.variance_between));
    variance.items = Some(rounded(within.square));
    let error = pair.t_estimate()?.standard_error();
    let all = error * error;
    // What single items add to the variance of a mean of clusters.
    let of_items = (within.square / sums.items() as f64).min(all);
    variance.more = vec![more(More::Clusters, 0.5 * all), more(More::ItemsPerCluster, all - 0.5 * of_items)];
    Ok(())
}

/// Twice the clusters of one kind leave what the clusters that cross them share.
fn of_crossed(pair: &Pair, variance: &mut VarianceOutcome) {
    let Some(crossed) = &pair.crossed else { return };
    let Some(parts) = &crossed.parts else { return };
    [variance.clusters, variance.crossed, variance.items] = parts.variances.map(|part| Some(rounded(part)));
    // A part that came out negative adds nothing; what all parts predict is scaled to the error that is reported.
    let adds: [f64; 3] = std::array::from_fn(|part| (parts.variances[part] * parts.shares[part]).max(0.0));
    let predicted: f64 = adds.iter().sum();
    if predicted > 0.0 {
        let scale = crossed.variance() / predicted;
        let halved = |kind: usize| scale * (predicted - 0.5 * (adds[kind] + adds[2]));
        variance.more = vec![more(More::Clusters, halved(0)), more(More::Crossed, halved(1))];
    }
}

fn of_runs(pair: &Pair, variance: &mut VarianceOutcome) -> Result<(), Error> {
    let Some([system, baseline]) = pair.runs else { return Ok(()) };
    let all = pair.t_estimate()?.standard_error().powi(2);
    let of_items = pair.items_estimate()?.standard_error().powi(2);
    let parts = [system, baseline].map(Runs::variances);
    variance.seeds = Some(rounded(parts[0].seeds + parts[1].seeds));
    // Runs of other items each leave something of their own in every item's mean; clusters do not tell how much.
    let mut of_interaction = 0.0;
    if pair.clusters.is_none() {
        variance.items = Some(rounded(Recipes::new(system, baseline)?.variance_of_items()?));
        let rest = |runs: &Runs| runs.mean_squares().residual / runs.run_means().len() as f64;
        of_interaction = ((rest(system) + rest(baseline)) / pair.items() as f64).min(of_items);
    }
    let of_runs = all - of_items;
    let units = if pair.clusters.is_some() { More::Clusters } else { More::Items };
    variance.more =
        vec![more(units, of_runs + 0.5 * of_items), more(More::Runs, all - 0.5 * (of_runs + of_interaction))];
    Ok(())
}

fn of_answers(pair: &Pair, variance: &mut VarianceOutcome) -> Result<(), Error> {
    let Some(repeats) = pair.repeats else { return Ok(()) };
    let estimate = StudentT::of_moments(pair.moments)?.estimate();
    let Some(parts) = ItemVariance::new(&estimate, repeats) else { return Ok(()) };
    let within = repeats.map(Repeats::variance_within);
    variance.repeats = within.into_iter().sum::<Option<f64>>().map(rounded);
    variance.items = Some(rounded(parts.between()));
    let all = estimate.standard_error().powi(2);
    let share = parts.share_of_answers().min(1.0);
    variance.more = vec![more(More::Items, 0.5 * all), more(More::Answers, all * (1.0 - 0.5 * share))];
    Ok(())
}
