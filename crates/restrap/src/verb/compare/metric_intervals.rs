//! Intervals of a corpus metric from bootstrap replicates, studentized replicates, or the jackknife.

use restrap_words::{Code, Note};
use std::borrow::Cow;
use std::cell::LazyCell;

use restrap_stats::interval::{BootstrapDistribution, Scale};
use restrap_stats::{Interval, Sample};

use crate::data::contest::Contest;
use crate::error::Error;
use crate::evidence::interval::all_right::all_right;
use crate::evidence::interval::mean::outcome;
use crate::evidence::interval::metric as intervals;
use crate::evidence::interval::studentized::of_replicates;
use crate::evidence::pending::Share;
use crate::evidence::resample::deviations::Replicates as Replicated;
use crate::evidence::resample::studentized::Studentized;
use crate::number::digits::rounded;
use crate::request::rule::rescaled;
use crate::request::{IntervalMethod, Request};
use crate::verb::compare::evidence::Intervals;

/// Bootstrap replicates of one comparison.
pub(crate) struct Replicates<'d> {
    /// Empty if the baseline is described by another comparison.
    baseline: Cow<'d, [f64]>,
    system: Cow<'d, [f64]>,
    difference: Cow<'d, [f64]>,
}

impl<'d> Replicates<'d> {
    /// Takes the values of a bootstrap, without those of resamples that have none; `None` if these are too many.
    pub fn new(contest: &Contest, share: &Share<'d>, describes_baseline: bool) -> Option<Self> {
        if has_too_few(contest, share) {
            return None;
        }
        let [baseline, system, difference] = [0, 1, 2].map(|at| Cow::Borrowed(share.values(at)));
        let mut replicates = Self {
            baseline: if describes_baseline {
                baseline
            } else {
                Cow::default()
            },
            system,
            difference,
        };
        if contest.is_of_items() && share.lost > 0 {
            replicates.leave_out(share.lost);
        }
        Some(replicates)
    }

    /// Leaves the resamples without a value out, which are 0 for both systems and so many; all stay where others are 0 too.
    fn leave_out(&mut self, lost: u64) {
        let both = self.system.iter().zip(self.difference.iter());
        let have: Vec<bool> = both.map(|(of, by)| *of != 0.0 || *by != 0.0).collect();
        if have.iter().filter(|have| !**have).count() as u64 != lost {
            return;
        }
        for values in [&mut self.baseline, &mut self.system, &mut self.difference] {
            let mut have = have.iter();
            values.to_mut().retain(|_| have.next() == Some(&true));
        }
    }
}

/// Scales replicates of subsamples to the spread of all items (m out of n bootstrap), for intervals, margins and standard errors. Tests
/// count the values as they were drawn.
pub(crate) fn scaled(
    contest: &Contest,
    observed: f64,
    drawn: &[f64],
    request: &Request,
) -> Vec<f64> {
    let scaling = request.variants.rule.scaling(contest.items());
    let values = drawn.iter();
    values
        .map(|&value| rescaled(observed, value, scaling))
        .collect()
}

/// Computes the intervals of both systems and of the difference from bootstrap replicates.
pub(crate) fn intervals(
    contest: &Contest,
    method: IntervalMethod,
    drawn: Replicates,
    level: f64,
    request: &Request,
) -> Result<Intervals, Error> {
    let mut notes = Vec::new();
    let scaled = |observed: f64, drawn: &[f64]| scaled(contest, observed, drawn, request);
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
        let drawn = scaled(observed, &drawn);
        let made = {
            let level = request.question.confidence;
            intervals::of(
                observed,
                drawn,
                method,
                (without, contest.times()),
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
    let drawn = scaled(observed, &drawn.difference);
    let made = intervals::of(
        observed,
        drawn,
        method,
        (without, contest.times()),
        scale.of_difference(),
        level,
        &mut notes,
    )?;
    let standard_error = made
        .as_ref()
        .map(|(_, replicates)| rounded(replicates.standard_error()));
    Ok(Intervals {
        systems,
        difference: made.map(|(interval, _)| interval),
        standard_error,
        notes,
        ..Intervals::default()
    })
}

/// Computes the studentized intervals of both systems and of the difference; none for metrics that are not functions of sums.
pub(crate) fn studentized(
    contest: &Contest,
    drawn: &Share,
    level: f64,
    request: &Request,
) -> Result<Intervals, Error> {
    let Some(summed) = contest.summed() else {
        return Ok(Intervals::default());
    };
    let observed = Studentized::new(contest, summed).observed();
    let made = |at: usize, level: f64| {
        let pairs = drawn
            .values(2 * at)
            .iter()
            .zip(drawn.values(2 * at + 1))
            .map(|(&value, &error)| (value, error))
            .collect();
        let replicates = Replicated {
            observed: (observed[2 * at], observed[2 * at + 1]),
            replicates: pairs,
        };
        of_replicates(&replicates, IntervalMethod::Bca, level)
    };
    let scale = request.sample.scale();
    let told = |made: Option<(Interval, Option<Note>)>, scale: Scale, value: f64, level: f64| {
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
            Some(Code::NoSpread.says("no item changes the difference, so there is no interval"))
        }
    };
    let standard_error = Some(rounded(observed[5]));
    let difference = told(
        difference,
        scale.of_difference(),
        contest.difference(),
        level,
    );
    Ok(Intervals {
        systems,
        difference,
        standard_error,
        notes: note.into_iter().collect(),
        ..Intervals::default()
    })
}

/// Computes the intervals of both systems and the standard error of the difference by the jackknife.
pub(crate) fn by_jackknife(contest: &Contest, request: &Request) -> Result<Intervals, Error> {
    let (level, scale) = (request.question.confidence, request.sample.scale());
    if contest.pair().is_some_and(|pair| pair.metric.is_costly()) {
        return Ok(Intervals {
            // A standard error by leaving items out would take as many calls as there are items; the bootstrap has one.
            ..Intervals::default()
        });
    }
    let [baseline, system] = contest.leave_one_out();
    let right = |at: usize| {
        let summed = contest.summed()?;
        let system = [summed.baseline, summed.system][at];
        // Clusters that were summed up hold no single items.
        let is_of_items = contest.clusters.is_none();
        is_of_items.then(|| all_right(summed.metric, system, None, level))
    };
    let times = contest.times().counts();
    let of = |at: usize, without: &[f64]| {
        if let Some(interval) = right(at).transpose()?.flatten() {
            return Ok(Some(interval));
        }
        let without = Sample::new(without, times);
        intervals::by_jackknife(contest.values[at], without, scale, level)
    };
    let systems = [of(0, &baseline)?, of(1, &system)?];
    let both: Vec<f64> = system
        .iter()
        .zip(&baseline)
        .map(|(system, baseline)| system - baseline)
        .collect();
    let standard_error = Some(rounded(intervals::jackknife(Sample::new(&both, times))));
    Ok(Intervals {
        systems,
        standard_error,
        ..Intervals::default()
    })
}

/// Returns `true` if so few resamples have a value that they make no interval.
pub(crate) fn has_too_few(contest: &Contest, share: &Share) -> bool {
    contest.is_of_items() && are_too_many(share.lost, share.completed())
}

/// Returns `true` if more than 5 % of the resamples have no value.
fn are_too_many(lost: u64, completed: u64) -> bool {
    const MOST: f64 = 0.05;
    lost as f64 > MOST * completed as f64
}

/// Returns the warning about resamples that lost a class or have no value.
pub(crate) fn said_of_lost(contest: &Contest, lost: u64, completed: u64) -> String {
    let of = format!(
        "{}: {lost} of {completed} bootstrap resamples",
        contest.names[1]
    );
    if contest.has_classes() {
        return format!("{of} lack a class, which then counts as 0, so their averages are too low");
    }
    if !contest.is_of_items() {
        return format!(
            "{of} leave the metric undefined, which then counts as 0, so the interval is too wide on that side"
        );
    }
    if are_too_many(lost, completed) {
        return format!(
            "{of} leave the metric undefined: there is no interval if more than 5 % do"
        );
    }
    format!("{of} leave the metric undefined, and are left out of the interval")
}
