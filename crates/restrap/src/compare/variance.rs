//! Where the variance of a difference comes from, and which gain more of each source could show.

use restrap_stats::power::{seen_by_flips, seen_by_t};
use restrap_stats::repeats::{ItemVariance, Repeats};
use restrap_stats::seeds::{Recipes, Runs, recipe_df};
use restrap_stats::{Alternative, StudentT};

use crate::data::basis::Basis;
use crate::data::contrast::Contrast;
use crate::data::pair::{ErrorOf, Pair};
use crate::error::Error;
use crate::number::digits::rounded;
use crate::outcome::{AnswersOutcome, More, MoreOutcome, RunsOutcome, VarianceOutcome};
use crate::request::{Request, Test};

/// Power of the least gain that is told.
const POWER: f64 = 0.8;
/// Runs of each system from which a gain is told.
const FEWEST_RUNS: usize = 3;
/// Items whose flips are enumerated; of more t is as good.
const FEW: u64 = 12;

/// What a difference is held against: a standard error, and the law of the test under a difference.
struct Planned {
    error: f64,
    law: Planning,
}

/// The law of a test.
enum Planning {
    /// Student's t with so many degrees of freedom.
    T(f64),
    /// Flips of units, with the standard deviation of each and what it weighs.
    Flips(Vec<f64>, Vec<f64>),
}

impl Planned {
    /// The least difference that this test sees; none where its least p is above the level, or nothing varies.
    fn seen(&self, request: &Request) -> Result<Option<f64>, Error> {
        let alpha = request.question.alpha;
        let tail = if request.question.alternative == Alternative::TwoSided {
            0.5 * alpha
        } else {
            alpha
        };
        if self.error == 0.0 || !self.error.is_finite() {
            return Ok(None);
        }
        let reach = match &self.law {
            Planning::T(df) => Some(seen_by_t(*df, tail, POWER)?),
            Planning::Flips(spreads, weights) => seen_by_flips(spreads, weights, tail, POWER)?,
        };
        Ok(reach.map(|reach| rounded(reach * self.error)))
    }
}

/// What this design sees, and what it would see with twice as much of each source.
struct Plans {
    own: Planned,
    more: Vec<(More, Planned)>,
}

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
    let plans = match pair.basis() {
        Basis::Clusters => of_clusters(pair, request, &mut variance)?,
        Basis::Crossed => of_crossed(pair, &mut variance)?,
        Basis::Runs => of_runs(pair, &mut variance)?,
        Basis::Items => of_answers(pair, request, &mut variance)?,
        _ => None,
    };
    let Some(plans) = plans else { return Ok(None) };
    // Of fewer runs the spread between runs is hardly known, and the median gain that they give has a power of a half.
    let has_few_runs = pair.runs().is_some_and(|of| {
        let fewest = of.iter().map(|runs| runs.run_means().len()).min();
        fewest.is_some_and(|runs| runs < FEWEST_RUNS)
    });
    let is_out_of_reach = has_few_runs || floor.is_some_and(|floor| floor > request.question.alpha);
    variance.detectable = if is_out_of_reach {
        None
    } else {
        plans.own.seen(request)?
    };
    for (of, planned) in &plans.more {
        let standard_error = rounded(planned.error);
        let seen = planned.seen(request)?.filter(|_| !has_few_runs);
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

fn error(variance: f64) -> f64 {
    libm::sqrt(variance.max(0.0))
}

/// The primary test swaps units.
fn is_of_swaps(request: &Request) -> bool {
    request.question.tests[0] != Test::T
}

/// Twice the clusters halve the variance; twice the items of each leave what they share.
fn of_clusters(
    pair: &Pair,
    request: &Request,
    variance: &mut VarianceOutcome,
) -> Result<Option<Plans>, Error> {
    let (Some(sums), Some(map)) = (pair.cluster_sums()?, &pair.clusters) else {
        return Ok(None);
    };
    let Some(within) = sums.components().within else {
        return Ok(None);
    };
    variance.clusters = Some(rounded(within.variance_between));
    variance.items = Some(rounded(within.square));
    let estimate = pair.t_estimate()?;
    let all = estimate.standard_error().powi(2);
    // What single items add to the variance of a mean of clusters.
    let of_items = (within.square / sums.items() as f64).min(all);
    let between = within.variance_between.max(0.0);
    let planned = |copies: usize, items: f64, of_all: f64| {
        let sizes = map.sizes.iter().map(|&size| size as f64 * items);
        let sizes: Vec<f64> = std::iter::repeat_n(sizes, copies).flatten().collect();
        let law = if is_of_swaps(request) {
            let spreads = sizes
                .iter()
                .map(|size| error(size * size * between + size * within.square));
            Planning::Flips(spreads.collect(), sizes)
        } else {
            Planning::T(estimate.df() * copies as f64 + copies as f64 - 1.0)
        };
        Planned {
            error: error(of_all),
            law,
        }
    };
    Ok(Some(Plans {
        own: planned(1, 1.0, all),
        more: vec![
            (More::Clusters, planned(2, 1.0, 0.5 * all)),
            (More::ItemsPerCluster, planned(1, 2.0, all - 0.5 * of_items)),
        ],
    }))
}

/// Twice the clusters of one kind leave what the clusters that cross them share.
fn of_crossed(pair: &Pair, variance: &mut VarianceOutcome) -> Result<Option<Plans>, Error> {
    let ErrorOf::Crossed(crossed) = &pair.error else {
        return Ok(None);
    };
    let Some(parts) = &crossed.parts else {
        return Ok(None);
    };
    [variance.clusters, variance.crossed, variance.items] =
        parts.variances.map(|part| Some(rounded(part)));
    // A part that came out negative adds nothing; what all parts predict is scaled to the error that is reported.
    let adds: [f64; 3] =
        std::array::from_fn(|part| (parts.variances[part] * parts.shares[part]).max(0.0));
    let predicted: f64 = adds.iter().sum();
    if predicted <= 0.0 {
        return Ok(None);
    }
    let estimate = pair.t_estimate()?;
    let planned = |of_all: f64| Planned {
        error: error(of_all),
        law: Planning::T(estimate.df()),
    };
    let scale = crossed.variance() / predicted;
    let halved = |kind: usize| planned(scale * (predicted - 0.5 * (adds[kind] + adds[2])));
    Ok(Some(Plans {
        own: planned(crossed.variance()),
        more: vec![(More::Clusters, halved(0)), (More::Crossed, halved(1))],
    }))
}

fn of_runs(pair: &Pair, variance: &mut VarianceOutcome) -> Result<Option<Plans>, Error> {
    let Some([system, baseline]) = pair.runs() else {
        return Ok(None);
    };
    let (estimate, items) = (pair.t_estimate()?, pair.items_estimate()?);
    let (all, of_items) = (
        estimate.standard_error().powi(2),
        items.standard_error().powi(2),
    );
    let parts = [system, baseline].map(Runs::variances);
    variance.seeds = Some(rounded(parts[0].seeds + parts[1].seeds));
    // Runs of other items each leave something of their own in every item's mean; clusters do not tell how much.
    let mut of_interaction = 0.0;
    if pair.clusters.is_none() {
        variance.items = Some(rounded(
            Recipes::new(system, baseline)?.variance_of_items()?,
        ));
        let rest = |runs: &Runs| runs.mean_squares().residual / runs.run_means().len() as f64;
        of_interaction = ((rest(system) + rest(baseline)) / pair.items() as f64).min(of_items);
    }
    let of_runs = all - of_items;
    let units = if pair.clusters.is_some() {
        More::Clusters
    } else {
        More::Items
    };
    let planned = |of_all: f64, of_items: f64, of_units: f64, runs: f64| {
        let df_items = (items.df() + 1.0) * of_units - 1.0;
        let seeds = [system, baseline].map(|of| {
            let (share, df) = of.part_of_seeds();
            (share / runs, (df + 1.0) * runs - 1.0)
        });
        let df = recipe_df(of_all, (of_items, df_items), &seeds);
        Planned {
            error: error(of_all),
            law: Planning::T(df),
        }
    };
    let of_more_runs = all - 0.5 * (of_runs + of_interaction);
    Ok(Some(Plans {
        own: Planned {
            error: error(all),
            law: Planning::T(estimate.df()),
        },
        more: vec![
            (
                units,
                planned(of_runs + 0.5 * of_items, 0.5 * of_items, 2.0, 1.0),
            ),
            (
                More::Runs,
                planned(of_more_runs, of_items - 0.5 * of_interaction, 1.0, 2.0),
            ),
        ],
    }))
}

fn of_answers(
    pair: &Pair,
    request: &Request,
    variance: &mut VarianceOutcome,
) -> Result<Option<Plans>, Error> {
    let Some(repeats) = pair.repeats else {
        return Ok(None);
    };
    let estimate = StudentT::of_moments(pair.moments)?.estimate();
    let Some(parts) = ItemVariance::new(&estimate, repeats) else {
        return Ok(None);
    };
    let within = repeats.map(Repeats::variance_within);
    variance.repeats = within.into_iter().sum::<Option<f64>>().map(rounded);
    variance.items = Some(rounded(parts.between()));
    let all = estimate.standard_error().powi(2);
    let share = parts.share_of_answers().min(1.0);
    let planned = |items: u64, of_all: f64| {
        let law = if is_of_swaps(request) && items <= FEW {
            Planning::Flips(vec![1.0; items as usize], vec![1.0; items as usize])
        } else {
            Planning::T(items as f64 - 1.0)
        };
        Planned {
            error: error(of_all),
            law,
        }
    };
    let items = pair.items();
    Ok(Some(Plans {
        own: planned(items, all),
        more: vec![
            (More::Items, planned(2 * items, 0.5 * all)),
            (More::Answers, planned(items, all * (1.0 - 0.5 * share))),
        ],
    }))
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
        .filter(|_| pair.clusters.is_none() && pair.runs().is_none())
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
