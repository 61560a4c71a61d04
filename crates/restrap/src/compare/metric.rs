//! What is specific to a metric of the whole corpus: F1, MCC, BLEU, chrF, TER, ratios, formulas.
//!
//! Every item is a row of integer statistics, a resample is their sum, and the metric is computed once per resample, from the
//! sums. It is never a mean of per-item scores. Swaps exchange whole rows, so that what one system gains the other loses.

use std::cell::LazyCell;

use restrap_stats::interval::{BootstrapDistribution, Scale};
use restrap_stats::{Alternative, Interval, Probability, effect};
use restrap_words::asked_as;

use crate::compare::{areas, marginals};
use crate::data::contest::{Contest, Of};
use crate::error::Error;
use crate::interval::mean::outcome;
use crate::interval::metric as intervals;
use crate::interval::studentized::{Replicates as Replicated, of_replicates};
use crate::number::digits::rounded;
use crate::outcome::{Beside, Effect, IntervalOutcome, SystemOutcome, TestOutcome};
use crate::request::rule::rescaled;
use crate::request::{Exact, IntervalMethod, Request, Test};
use crate::resample::bounds::Value;
use crate::resample::draw::{Drawn, Kept};
use crate::resample::event::ExtremeValues;
use crate::resample::studentized::Studentized;
use crate::resample::{pooled, swaps};
use crate::test::observed::Observed;
use crate::test::outcome;

/// The extreme values of a test; none of one that resamples nothing.
///
/// # Errors
/// For tests that need one score per item.
pub(crate) fn event(
    test: Test,
    side: Alternative,
    contest: &Contest,
    request: &Request,
) -> Result<Option<ExtremeValues>, Error> {
    if test == Test::DeLong {
        return match areas::of(contest) {
            Some(_) => Ok(None),
            None => Err(Error::not_applicable(
                asked_as("test", test),
                "areas under the ROC curve",
                format!(
                    "this metric is {}",
                    if contest.pair().is_some() {
                        "another"
                    } else {
                        "of sums"
                    }
                ),
                format!("use {}", asked_as("test", Test::Permutation)),
            )),
        };
    }
    if test == Test::StuartMaxwell {
        return marginals::closed_form(contest, side).map(|_| None);
    }
    ExtremeValues::new(test, side, contest, request)
        .map(Some)
        .ok_or_else(|| {
            Error::not_applicable(
                asked_as("test", test),
                "one score an item",
                "this metric is a function of the whole corpus",
                format!(
                    "use {}, bootstrap or bootstrap-percentile",
                    asked_as("test", Test::Permutation)
                ),
            )
        })
}

/// The p-value by law, where one can be computed, with the law where it is to be kept.
pub(crate) fn by_law(
    event: &ExtremeValues,
    contest: &Contest,
    request: &Request,
    keeps: bool,
) -> Result<Option<swaps::ByLaw>, Error> {
    // Where ties do not count nothing may be as extreme: the recipe then has 1/(R + 1), not 0.
    let stands = |(value, _): &swaps::ByLaw| {
        value.p != Probability::ZERO
            || request.variants.raw_p
            || request.compute.exact == Exact::Always
    };
    let law = match request.compute.exact {
        Exact::Never => None,
        Exact::Auto | Exact::Always => match (&contest.apart, contest.summed()) {
            (Some(of), Some(summed)) if event.of_labels => {
                pooled::law(summed.metric, of, event, keeps)
            }
            _ => swaps::law(contest, event, keeps),
        }
        .filter(stands),
    };
    if law.is_none() && request.compute.exact == Exact::Always {
        return Err(Error::not_applicable(
            asked_as("exact", Exact::Always),
            if event.of_labels {
                "at most 200,000 ways to give the items to the two systems"
            } else {
                "a permutation test of counts in at most two dimensions, or of at most 18 items that differ"
            },
            "this test of this metric has no law that can be computed",
            format!(
                "use {}, which samples where no law is known",
                asked_as("exact", Exact::Auto)
            ),
        ));
    }
    Ok(law)
}

/// A test as an outcome.
pub(crate) fn tested(
    test: Test,
    value: &Value,
    contest: &Contest,
    request: &Request,
) -> TestOutcome {
    outcome::resampled(test, value, &Observed::of_metric(contest), request)
}

/// Replicates of one comparison: of the baseline where it is described here, of the system, and of their difference.
pub(crate) struct Replicates {
    pub baseline: Vec<f64>,
    pub system: Vec<f64>,
    pub difference: Vec<f64>,
}

/// What intervals come from replicates.
pub(crate) struct Intervals {
    pub systems: [Option<IntervalOutcome>; 2],
    pub difference: Option<IntervalOutcome>,
    pub standard_error: Option<f64>,
}

/// Tests count what was drawn; intervals, margins and standard errors are of replicates scaled for subsamples.
pub(crate) fn scaled(
    contest: &Contest,
    observed: f64,
    mut drawn: Vec<f64>,
    request: &Request,
) -> Vec<f64> {
    let scaling = request.variants.rule.scaling(contest.items());
    for value in &mut drawn {
        *value = rescaled(observed, *value, scaling);
    }
    drawn
}

/// The intervals of both systems and of the difference.
pub(crate) fn intervals(
    contest: &Contest,
    method: IntervalMethod,
    drawn: Replicates,
    level: f64,
    request: &Request,
    notes: &mut Vec<String>,
) -> Result<Intervals, Error> {
    let scaled = |observed: f64, drawn: Vec<f64>| scaled(contest, observed, drawn, request);
    let scale = request.sample.scale();
    let mut systems = [None, None];
    // BCa alone needs them.
    let of_both = LazyCell::new(|| contest.leave_one_out());
    let both = [drawn.baseline, drawn.system];
    for (at, drawn) in both
        .into_iter()
        .enumerate()
        .filter(|(_, drawn)| !drawn.is_empty())
    {
        let observed = contest.values[at];
        let without = || of_both[at].clone();
        let drawn = scaled(observed, drawn);
        let made = {
            let level = request.question.confidence;
            intervals::of(
                observed,
                drawn,
                method,
                without,
                scale,
                level,
                &mut Vec::new(),
            )?
        };
        systems[at] = made.map(|(interval, _)| interval);
    }
    let observed = contest.difference();
    let without = || {
        let [b, s] = &*of_both;
        s.iter().zip(b).map(|(s, b)| s - b).collect()
    };
    let drawn = scaled(observed, drawn.difference);
    let made = intervals::of(
        observed,
        drawn,
        method,
        without,
        scale.of_difference(),
        level,
        notes,
    )?;
    let standard_error = made
        .as_ref()
        .map(|(_, replicates)| rounded(replicates.standard_error()));
    Ok(Intervals {
        systems,
        difference: made.map(|(interval, _)| interval),
        standard_error,
    })
}

/// The studentized intervals of both systems and of the difference, and what a reader must know of the last; `None` of metrics that
/// no sums determine.
pub(crate) fn studentized(
    contest: &Contest,
    drawn: &Drawn,
    level: f64,
    request: &Request,
) -> Result<Option<(Intervals, Option<String>)>, Error> {
    let Some(summed) = contest.summed() else {
        return Ok(None);
    };
    let observed = Studentized::new(contest, summed).observed();
    let kept = |at: usize| {
        if let Kept::Values(values) = &drawn.kept[at] {
            &values[..]
        } else {
            &[]
        }
    };
    let made = |at: usize, level: f64| {
        let pairs = kept(2 * at)
            .iter()
            .zip(kept(2 * at + 1))
            .map(|(&value, &error)| (value, error))
            .collect();
        let replicates = Replicated {
            observed: (observed[2 * at], observed[2 * at + 1]),
            replicates: pairs,
        };
        of_replicates(&replicates, IntervalMethod::Bca, level)
    };
    let scale = request.sample.scale();
    let told = |made: Option<(Interval, Option<String>)>, scale: Scale, value: f64, level: f64| {
        made.map(|(interval, _)| {
            outcome(
                interval.within(scale, value),
                IntervalMethod::Studentized,
                level,
            )
        })
    };
    let own = request.question.confidence;
    let [baseline, system] = contest.values;
    let systems = [
        told(made(0, own)?, scale, baseline, own),
        told(made(1, own)?, scale, system, own),
    ];
    let difference = made(2, level)?;
    let note = match &difference {
        Some((_, note)) => note.clone(),
        None => {
            Some("no item moves the difference: without spread there is no interval".to_owned())
        }
    };
    let standard_error = Some(rounded(observed[5]));
    let difference = told(
        difference,
        scale.of_difference(),
        contest.difference(),
        level,
    );
    Ok(Some((
        Intervals {
            systems,
            difference,
            standard_error,
        },
        note,
    )))
}

/// The intervals of both systems by the jackknife, and the standard error of the difference.
pub(crate) fn by_jackknife(
    contest: &Contest,
    request: &Request,
) -> Result<([Option<IntervalOutcome>; 2], f64), Error> {
    let (level, scale) = (request.question.confidence, request.sample.scale());
    if contest.pair().is_some_and(|pair| pair.metric.is_costly()) {
        return Ok(([None, None], 0.0));
    }
    let [baseline, system] = contest.leave_one_out();
    let of = |at: usize, without: &[f64]| {
        intervals::by_jackknife(contest.values[at], without, scale, level)
    };
    let systems = [of(0, &baseline)?, of(1, &system)?];
    let both: Vec<f64> = system
        .iter()
        .zip(&baseline)
        .map(|(system, baseline)| system - baseline)
        .collect();
    Ok((systems, intervals::jackknife(&both)))
}

/// One of the two systems on its own: 0 is the baseline.
pub(crate) fn system(
    contest: &Contest,
    which: usize,
    interval: Option<IntervalOutcome>,
) -> SystemOutcome {
    let beside = match &contest.of {
        Of::Sums(summed) => summed.metric.beside(&summed.system(which).sums()),
        Of::Items(_) => Vec::new(),
    };
    SystemOutcome {
        name: contest.names[which].to_owned(),
        score: rounded(contest.values[which]),
        interval,
        beside: beside
            .into_iter()
            .map(|(name, value)| Beside {
                name,
                value: rounded(value),
            })
            .collect(),
    }
}

/// Items for and against.
pub(crate) fn effects(contest: &Contest, request: &Request) -> Effect {
    let counts = if request.question.higher_is_better {
        contest.counts
    } else {
        contest.counts.swapped()
    };
    Effect {
        cohen_ds: None,
        cohen_dz: None,
        superiority: rounded(effect::superiority(counts)),
        better: counts.better,
        worse: counts.worse,
        tied: counts.tied,
    }
}

/// Whether so few resamples have a value that they make no interval.
pub fn are_too_many(lost: u64, completed: u64) -> bool {
    const MOST: f64 = 0.05;
    lost as f64 > MOST * completed as f64
}

/// What a reader should know of resamples that lost a class or have no value.
pub fn said_of_lost(contest: &Contest, lost: u64, completed: u64) -> String {
    let of = format!(
        "{}: {lost} of {completed} bootstrap resamples",
        contest.names[1]
    );
    if contest.has_classes() {
        return format!(
            "{of} lost a class, which then counts as 0: the average is biased downwards in them"
        );
    }
    if !contest.is_of_items() {
        return format!(
            "{of} left the metric undefined, which then counts as 0: the interval is too wide on that side"
        );
    }
    if are_too_many(lost, completed) {
        return format!(
            "{of} left the metric undefined: with more than 5 % of them there is no interval"
        );
    }
    format!("{of} left the metric undefined: the interval is of the others")
}

impl Replicates {
    /// Leaves the resamples without a value out, which are 0 for both systems and so many; all stay where others are 0 too.
    pub fn leave_out(&mut self, lost: u64) {
        let have = self
            .system
            .iter()
            .zip(&self.difference)
            .map(|(of, by)| *of != 0.0 || *by != 0.0);
        let have: Vec<bool> = have.collect();
        if have.iter().filter(|have| !**have).count() as u64 != lost {
            return;
        }
        for values in [&mut self.baseline, &mut self.system, &mut self.difference] {
            let mut have = have.iter();
            values.retain(|_| have.next() == Some(&true));
        }
    }
}
