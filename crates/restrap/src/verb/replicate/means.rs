//! The mean over data sets, with a test and an interval of its own, and how much the data sets differ.
//!
//! With n_k items in data set k of K the mean difference is `sum of d/(K n_k)`. The primary test's own null, that the two systems are
//! interchangeable item by item (or cluster by cluster), is tested by swaps within data sets: by law, with the dual of that test as
//! the interval, or by the draws of all data sets together where scores have no law. Of training runs, and where t is the primary
//! test, it is the mean of the estimates with Welch and Satterthwaite's degrees of freedom. A metric of the whole corpus has no item
//! scores: its swaps are drawn data set by data set, the mean is taken resample by resample, and the interval is that of this test.

use restrap_engine::Control;
use restrap_stats::data_sets::{self, MeanOfSets, SwappedSet, Weights};
use restrap_stats::interval::{BootstrapDistribution, Replicates};
use restrap_stats::{Alternative, Interval, MonteCarlo, Probability, TEstimate};
use restrap_words::asked;

use super::cells::{Column, Entry, adjusted as adjust};
use crate::data::contrast::Contrast;
use crate::data::pair::Pair;
use crate::design;
use crate::error::Error;
use crate::evidence::driver::{Asker, Driver, Purpose};
use crate::evidence::family;
use crate::evidence::interval::resampled::{Differences, OfTest};
use crate::evidence::level::{FamilyOf, IntervalLevel};
use crate::evidence::pending::{Pending, Quantity, Spec};
use crate::evidence::resample::bounds::{Resampling, Value};
use crate::evidence::resample::draw::{DrawKind, Resamples};
use crate::evidence::resample::extreme::is_trusted;
use crate::evidence::test::outcome::printed;
use crate::evidence::test::recipe::sides;
use crate::number::digits::rounded;
use crate::number::format::count;
use crate::outcome::replicate::{HeterogeneityOutcome, MeanOutcome};
use crate::outcome::{IntervalKind, IntervalOutcome, Method};
use crate::request::replicate::ReplicateRequest;
use crate::request::{Exact, IntervalMethod, Test};
use crate::verb::claim;
use crate::verb::compare::{metric, paired};

/// Values that differ by less than this share of their size are equal: sums are exact, quotients are not.
const EQUAL: f64 = 1e-12;

/// A mean and its p-value, before those of all means are adjusted together.
pub(super) struct Mean {
    outcome: MeanOutcome,
    p: Option<Probability>,
}

/// A test of a mean, and its interval.
struct Tested {
    p: Option<Probability>,
    method: Method,
    interval: Option<(Interval, IntervalKind)>,
    how: String,
}

/// The mean of one system under one metric; `family`: the means that are adjusted together.
///
/// # Errors
/// For a mean over items of a metric of the whole corpus, and where a run was stopped.
pub(super) fn mean(
    column: &Column,
    family: FamilyOf,
    request: &ReplicateRequest,
    control: &Control,
) -> Result<Mean, Error> {
    let entries = &column.entries;
    let own = entries[0].request;
    let weights = if request.micro {
        Weights::ByItems
    } else {
        Weights::Alike
    };
    let shares = shares(entries, weights);
    if request.micro
        && entries
            .iter()
            .any(|entry| matches!(entry.contrast, Contrast::Metric(_)))
    {
        return Err(Error::not_applicable(
            asked("micro"),
            "scores of items",
            format!("{} is computed from the whole corpus", column.metric),
            format!("drop {}", asked("micro")),
        ));
    }
    let higher_is_better = own.question.higher_is_better;
    let alternative = own.question.alternative;
    let side = if higher_is_better {
        alternative
    } else {
        alternative.swapped()
    };
    let level = IntervalLevel::new(family, side, own);
    let pairs: Option<Vec<&Pair>> = entries.iter().map(Entry::pair).collect();
    let wants_t = own.question.tests[0] == Test::T;
    let by_law = own.compute.exact != Exact::Never;
    let tested = match &pairs {
        Some(pairs) if wants_t => of_estimates(pairs, &shares, side, level)?,
        Some(pairs) => match by_swaps(pairs, weights, side, level)?.filter(|_| by_law) {
            Some(tested) => tested,
            None => by_draws(entries, &shares, side, level, control)?,
        },
        None => by_draws(entries, &shares, side, level, control)?,
    };
    let of = |which: usize| {
        entries
            .iter()
            .zip(&shares)
            .map(|(entry, share)| entry.scores[which] * share)
            .sum()
    };
    let difference: f64 = entries
        .iter()
        .zip(&shares)
        .map(|(entry, share)| entry.contrast.difference() * share)
        .sum();
    let difference = rounded(difference);
    let wanted = own.question.interval != IntervalMethod::None;
    let interval = tested
        .interval
        .filter(|_| wanted)
        .map(|(interval, method)| {
            let confidence = level.of_both_ends();
            level.told(&IntervalOutcome::new(interval, method, confidence))
        });
    let (sets, weigh) = (
        count(entries.len() as u64, "data set"),
        if request.micro { "items" } else { "data sets" },
    );
    let outcome = MeanOutcome {
        metric: column.metric.to_owned(),
        system: column.system.to_owned(),
        baseline: column.baseline.to_owned(),
        n: entries.len() as u64,
        micro: request.micro,
        score: rounded(of(0)),
        baseline_score: rounded(of(1)),
        difference,
        improvement: if higher_is_better {
            difference
        } else {
            rounded(-difference)
        },
        interval,
        pvalue: tested.p.map(printed),
        p_adjusted: None,
        shown: false,
        method: tested.method,
        recipe: format!(
            "{} within {sets}, with equal weights of {weigh}, {}",
            tested.how,
            sides(alternative)
        )
        .into(),
    };
    Ok(Mean {
        outcome,
        p: tested.p,
    })
}

/// Adjusts the means together: a family of their own, since they are made of the cells.
pub(super) fn adjusted(means: Vec<Mean>, request: &ReplicateRequest) -> Vec<MeanOutcome> {
    let question = &request.request.question;
    let p: Vec<Option<Probability>> = means.iter().map(|mean| mean.p).collect();
    let adjusted = adjust(&p, question.adjust);
    let told = means.into_iter().zip(adjusted).map(|(mean, p_adjusted)| {
        let p_adjusted = p_adjusted.map(printed);
        let shown = claim::is_shown(p_adjusted.or(mean.outcome.pvalue), question.alpha);
        MeanOutcome {
            p_adjusted,
            shown,
            ..mean.outcome
        }
    });
    told.collect()
}

/// Returns the family of means with those that are rejected, if intervals depend on their number.
pub(super) fn rejected(means: &[MeanOutcome], request: &ReplicateRequest) -> Option<FamilyOf> {
    family::rejected(
        means.iter().filter_map(|mean| mean.p_adjusted),
        &request.request,
    )
}

/// The heterogeneity of the differences of data sets.
///
/// # Errors
/// For clusters that are none.
pub(super) fn heterogeneity(column: &Column) -> Result<HeterogeneityOutcome, Error> {
    let estimate = |entry: &Entry| {
        if let Some(pair) = entry.pair() {
            return Ok(pair.t_estimate().ok());
        }
        let error = entry.comparison.standard_error;
        let of = |error| {
            TEstimate::new(
                entry.contrast.difference(),
                error,
                entry.contrasts.items as f64,
            )
        };
        error.map(of).transpose().map_err(Error::from)
    };
    let estimates = column
        .entries
        .iter()
        .map(estimate)
        .collect::<Result<Option<Vec<TEstimate>>, Error>>()?;
    let found = estimates.and_then(|estimates| data_sets::heterogeneity(&estimates));
    Ok(HeterogeneityOutcome {
        metric: column.metric.to_owned(),
        system: column.system.to_owned(),
        baseline: column.baseline.to_owned(),
        q: found.map(|found| rounded(found.q)),
        df: column.entries.len() as u64 - 1,
        pvalue: found.map(|found| printed(found.p)),
        i2: found.map(|found| rounded(found.i2)),
        tau2: found.map(|found| rounded(found.tau2)),
    })
}

impl<'s> Entry<'s> {
    fn pair(&self) -> Option<&'s Pair<'s>> {
        if let Contrast::Paired(pair) = self.contrast {
            Some(pair)
        } else {
            None
        }
    }
}

/// Returns the weight of each data set in the mean; weights sum to 1.
fn shares(entries: &[Entry], weights: Weights) -> Vec<f64> {
    let of = |entry: &Entry| {
        if weights == Weights::Alike {
            1.0
        } else {
            entry.contrasts.items as f64
        }
    };
    let all: f64 = entries.iter().map(of).sum();
    entries.iter().map(|entry| of(entry) / all).collect()
}

/// By the law of all swaps; `None` where its error is too large to trust.
fn by_swaps(
    pairs: &[&Pair],
    weights: Weights,
    side: Alternative,
    level: IntervalLevel,
) -> Result<Option<Tested>, Error> {
    let set = |pair: &&Pair| -> Result<SwappedSet, Error> {
        let totals = pair.difference.one_by_one()?;
        let units = match pair.clusters() {
            Some(clusters) => totals
                .iter()
                .copied()
                .zip(clusters.sizes.iter().copied())
                .collect(),
            None => totals.iter().map(|&total| (total, 1)).collect(),
        };
        let grid = pair.grid;
        Ok(SwappedSet {
            units,
            per_one: grid.per_one(),
            is_exact: grid.is_recovered(),
        })
    };
    let sets = pairs
        .iter()
        .map(set)
        .collect::<Result<Vec<SwappedSet>, Error>>()?;
    let mean = MeanOfSets::new(&sets, weights)?;
    let tail = mean.p(side);
    let (p, exact) = (tail.probability, tail.complete);
    if !is_trusted(&Value {
        p,
        relative_error: tail.relative_error,
        exact,
        sampled: None,
    }) {
        return Ok(None);
    }
    let interval = mean
        .interval(level.of_both_ends())?
        .map(|interval| (interval, IntervalKind::Invert));
    let clustered = pairs.iter().any(|pair| pair.clusters().is_some());
    Ok(Some(Tested {
        p: Some(p),
        method: if exact {
            Method::Exact
        } else {
            Method::Inversion
        },
        interval,
        how: format!(
            "random swaps of {}",
            if clustered { "clusters" } else { "items" }
        ),
    }))
}

/// From the estimates of the data sets.
fn of_estimates(
    pairs: &[&Pair],
    shares: &[f64],
    side: Alternative,
    level: IntervalLevel,
) -> Result<Tested, Error> {
    let sets: Vec<_> = pairs.iter().map(|pair| (&pair.of, pair.column())).collect();
    let (estimate, own) = design::over_data_sets(&sets, shares)?;
    let interval = estimate
        .interval(level.of_both_ends())?
        .map(|interval| (interval, own.interval));
    let what = if pairs.iter().all(|pair| pair.runs().is_some()) {
        "items and training runs"
    } else {
        "items"
    };
    Ok(Tested {
        // Without spread there is nothing to measure the mean by.
        p: (estimate.standard_error() > 0.0).then(|| estimate.p(side)),
        method: Method::Exact,
        interval,
        how: format!("t of {what}, Welch and Satterthwaite's degrees of freedom,"),
    })
}

/// Tests the mean by resamples of every data set, added up one by one.
fn by_draws(
    entries: &[Entry],
    shares: &[f64],
    side: Alternative,
    level: IntervalLevel,
    control: &Control,
) -> Result<Tested, Error> {
    let swapped = added(entries, shares, Resampling::Swaps, control)?;
    let observed: f64 = entries
        .iter()
        .zip(shares)
        .map(|(entry, share)| entry.contrast.difference() * share)
        .sum();
    let size: f64 = entries
        .iter()
        .map(|entry| entry.scores[0].abs() + entry.scores[1].abs())
        .sum();
    let tied = EQUAL * size;
    let is_extreme = |value: &&f64| match side {
        Alternative::TwoSided => value.abs() >= observed.abs() - tied,
        Alternative::Greater => **value >= observed - tied,
        Alternative::Less => **value <= observed + tied,
    };
    let p = |swapped: &[f64]| {
        let extreme = swapped.iter().filter(is_extreme).count() as u64;
        Ok::<_, Error>(MonteCarlo::new(extreme, swapped.len() as u64)?.add_one())
    };
    let p = swapped.as_deref().map(p).transpose()?;
    let pairs: Option<Vec<&Pair>> = entries.iter().map(Entry::pair).collect();
    let interval = match pairs {
        _ if entries[0].request.question.interval == IntervalMethod::None => None,
        // The interval of the test: it contains 0 exactly where p is above its error.
        _ if entries[0].request.question.interval == IntervalMethod::Auto => {
            let of_test = OfTest {
                test: Test::Permutation,
                difference: observed,
                p,
                scale: entries[0].request.sample.scale().of_difference(),
            };
            let drawn = swapped.as_deref().map(Differences::Drawn);
            let interval = drawn.map(|drawn| of_test.pair(&drawn, level)).transpose()?;
            let ends = interval
                .and_then(Result::ok)
                .map(|one| Ok::<_, Error>((one.ends()?, one.method)));
            ends.transpose()?
        }
        Some(pairs) => of_estimates(&pairs, shares, side, level)?.interval,
        None => {
            let percentile = |values| {
                let interval =
                    Replicates::new(observed, values)?.percentile(level.of_both_ends())?;
                Ok::<_, Error>((interval, IntervalKind::Percentile))
            };
            let values = added(entries, shares, Resampling::Items, control)?;
            values.map(percentile).transpose()?
        }
    };
    let resamples = count(entries[0].request.compute.resamples, "resample");
    Ok(Tested {
        p,
        method: Method::Sampled,
        interval,
        how: format!("random swaps ({resamples})"),
    })
}

/// The mean difference in each resample; `None` if other processes draw some of them.
fn added(
    entries: &[Entry],
    shares: &[f64],
    resampling: Resampling,
    control: &Control,
) -> Result<Option<Vec<f64>>, Error> {
    let resamples = entries[0].request.compute.resamples;
    let mut sums = Some(vec![0.0; usize::try_from(resamples).unwrap_or(usize::MAX)]);
    for (entry, share) in entries.iter().zip(shares) {
        let values = values(entry, resampling, control)?;
        sums = sums.zip(values).map(|(mut sums, values)| {
            sums.iter_mut()
                .zip(values)
                .for_each(|(sum, value)| *sum += share * value);
            sums
        });
    }
    Ok(sums)
}

/// The difference on one data set in each resample; `None` if other processes draw some of them.
fn values(
    entry: &Entry,
    resampling: Resampling,
    control: &Control,
) -> Result<Option<Vec<f64>>, Error> {
    let request = entry.request;
    let (resamples, kind) = match resampling {
        Resampling::Swaps => (Resamples::Swaps, DrawKind::Swaps),
        Resampling::Items => (Resamples::Items, DrawKind::Items),
    };
    let route = match entry.contrast {
        Contrast::Metric(contest) => metric::route(contest, kind, request),
        Contrast::Paired(pair) => paired::route(pair, resampling, request),
        Contrast::Unpaired(_) => return Err(Error::Empty),
    };
    let spec = Spec::keeping(resamples, route, [Quantity::Difference]);
    let mut differences = Pending::draws(spec, |share| {
        Ok(match entry.contrast {
            Contrast::Paired(pair) if resampling == Resampling::Swaps => share
                .sums(0)
                .iter()
                .map(|&sum| sum as f64 / pair.divisor())
                .collect(),
            Contrast::Paired(pair) => pair.replicates(share.sums(0)),
            _ => share.values(0).to_vec(),
        })
    });
    let driver = Driver {
        contrasts: std::slice::from_ref(entry.contrast),
        population: 0,
        from: entry.from + entry.place,
        purpose: Purpose::Values,
        request,
        control,
    };
    let mut askers = [Asker {
        place: 0,
        asks: &mut differences,
    }];
    if driver.run(&mut askers, kind)?.is_stopped {
        return Err(Error::Interrupted);
    }
    Ok(differences.into_known())
}
