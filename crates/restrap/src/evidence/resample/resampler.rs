//! The only place that chooses a resampler: a draw with its columns in memory, ready to run any range.

use std::ops::Range;
use std::sync::Arc;

use restrap_core::{Level, Resampler, Statistic, Sums};
use restrap_engine::{Control, Run, Tally, Threshold, default_shard_size, run};

use crate::data::contest::Summed;
use crate::data::contrast::Contrast;
use crate::data::pair::Pair;
use crate::data::sampled::ItemPair;
use crate::error::Error;
use crate::evidence::resample::deviations::Deviations;
use crate::evidence::resample::draw::{Draw, Drawn, Kept, Resamples, Tail};
use crate::evidence::resample::judge::{Resampled, Swapped};
use crate::evidence::resample::order::{self, Ratios};
use crate::evidence::resample::pooled::{self, Labelled};
use crate::evidence::resample::sampled::{SampledItems, SwappedItems};
use crate::evidence::resample::studentized::{self, Studentized};
use crate::evidence::resample::tilted::Differences;
use crate::evidence::resample::{labels, mean, metric, sampled};
use crate::number::format::grouped;
use crate::request::{Exact, Request};
use restrap_words::asked_as;

/// A draw with its columns in memory, ready to run any range of resamples.
pub(crate) struct Ready<'a> {
    draw: Draw,
    resampler: Box<dyn Resampler>,
    judge: Judge<'a>,
}

/// The statistic of a resample.
enum Judge<'a> {
    Sums(Sums),
    Resampled(Resampled<'a>),
    Swapped(Swapped<'a>),
    SampledItems(SampledItems<'a>),
    SwappedItems(SwappedItems<'a>),
    Labelled(Labelled<'a>),
    Ratios(Ratios),
    Studentized(Box<Studentized<'a>>),
    Tilted(Differences<'a>),
}

/// Items of rows with counts whose resamples are drawn: a table of binomial numbers has some 17 √n entries.
const MOST_ITEMS: u64 = 1_000_000_000_000;

/// # Errors
/// For rows that stand for more than 1,000,000,000,000 items.
fn check_items(contrast: Option<&Contrast>, resamples: &Resamples) -> Result<(), Error> {
    let items = match (resamples, contrast) {
        (Resamples::System(alone, _) | Resamples::SystemDeviations(alone), _) => {
            alone.scores.units()
        }
        (_, Some(Contrast::Paired(pair))) => pair.items(),
        (_, Some(Contrast::Metric(contest))) => contest.items(),
        (_, Some(Contrast::Unpaired(samples))) => samples.items(),
        (_, None) => 0,
    };
    if items <= MOST_ITEMS {
        return Ok(());
    }
    Err(Error::not_applicable(
        "a resample",
        "1,000,000,000,000 items at most",
        format!("the counts add up to {}", grouped(items)),
        format!(
            "means of scores have exact results at any size: use {}",
            asked_as("exact", Exact::Auto)
        ),
    ))
}

impl<'a> Ready<'a> {
    /// Chooses the resampler and the statistic of a draw.
    ///
    /// # Errors
    /// For a draw of contrasts that these data do not have.
    pub fn new(
        draw: Draw,
        contrasts: &[Contrast<'a>],
        resamples: &Resamples<'a>,
        request: &Request,
    ) -> Result<Self, Error> {
        let level = request.compute.level.unwrap_or_else(Level::detected);
        let swaps = matches!(resamples, Resamples::Swaps);
        let foreign = || {
            let found = format!("{} of {:?}", draw.kind, draw.of);
            Error::BadParameter {
                expected: "draws of these data",
                found,
            }
        };
        let contrasts = match resamples {
            Resamples::System(..) | Resamples::SystemDeviations(_) | Resamples::Tilted(_) => {
                Vec::new()
            }
            _ => {
                let of = draw.of.iter();
                let contrasts = of.map(|&place| contrasts.get(usize::from(place)));
                contrasts
                    .collect::<Option<Vec<&Contrast<'a>>>>()
                    .ok_or_else(foreign)?
            }
        };
        check_items(contrasts.first().copied(), resamples)?;
        let (resampler, judge): (Box<dyn Resampler>, Judge) = match (resamples, contrasts.first()) {
            (Resamples::Swaps | Resamples::Items, Some(Contrast::Paired(_))) => {
                let pairs: Vec<&Pair> = contrasts
                    .iter()
                    .filter_map(|one| {
                        if let Contrast::Paired(pair) = one {
                            Some(pair)
                        } else {
                            None
                        }
                    })
                    .collect();
                let judge = Judge::Sums(Sums(pairs.len()));
                (mean::resampler(&pairs, swaps, draw.route, level)?, judge)
            }
            (Resamples::Swaps | Resamples::Items, Some(Contrast::Metric(_))) => {
                let contests: Vec<_> = contrasts
                    .iter()
                    .filter_map(|one| {
                        if let Contrast::Metric(contest) = one {
                            Some(contest)
                        } else {
                            None
                        }
                    })
                    .collect();
                let rule = request.variants.rule;
                let summed: Vec<&Summed> = contests
                    .iter()
                    .filter_map(|contest| contest.summed())
                    .collect();
                let pairs: Vec<ItemPair> = contests
                    .iter()
                    .filter_map(|contest| contest.pair().cloned())
                    .collect();
                match (pairs.first(), swaps) {
                    (None, true) => {
                        let judge = Judge::Swapped(Swapped::of(&summed));
                        (metric::swaps(&summed, draw.route, level), judge)
                    }
                    (None, false) => {
                        let judge = Judge::Resampled(Resampled::of(&summed, rule));
                        let strata = contests[0].strata.as_deref();
                        (
                            metric::items(&summed, strata, rule, draw.route, level),
                            judge,
                        )
                    }
                    (Some(_), true) => {
                        let resampler = sampled::swaps(&pairs, draw.route, level);
                        (resampler, Judge::SwappedItems(SwappedItems(pairs)))
                    }
                    (Some(first), false) => {
                        let resampler = sampled::items(first, rule, draw.route, level);
                        (resampler, Judge::SampledItems(SampledItems(pairs)))
                    }
                }
            }
            (Resamples::Labels, Some(Contrast::Unpaired(samples))) => (
                labels::resampler(samples, draw.route, level)?,
                Judge::Sums(Sums(1)),
            ),
            (Resamples::Samples, Some(Contrast::Unpaired(samples))) => {
                let ratios = Ratios::new(samples)?;
                let resampler = order::resampler(samples, draw.route, level);
                (resampler, Judge::Ratios(ratios))
            }
            (Resamples::Labels, Some(Contrast::Metric(contest))) => {
                let (Some(summed), Some(of)) = (contest.summed(), &contest.apart) else {
                    return Err(foreign());
                };
                let judge = Labelled {
                    metric: summed.metric,
                    apart: Arc::clone(of),
                };
                (
                    pooled::resampler(of, draw.route, level),
                    Judge::Labelled(judge),
                )
            }
            (Resamples::Deviations(column), Some(Contrast::Paired(_))) => {
                let deviations = Deviations::of(column);
                (
                    deviations.resampler(draw.route, level),
                    Judge::Sums(Sums(2)),
                )
            }
            (Resamples::MetricDeviations, Some(Contrast::Metric(contest))) => {
                let judge = Studentized::new(contest, contest.summed().ok_or_else(foreign)?);
                (
                    studentized::resampler(contest, draw.route, level),
                    Judge::Studentized(Box::new(judge)),
                )
            }
            (Resamples::Tilted(draws), _) => {
                let (resampler, judge) = draws.parts();
                (Box::new(resampler), Judge::Tilted(judge))
            }
            (Resamples::SystemDeviations(alone), _) => {
                let deviations = Deviations::of(&alone.scores);
                (
                    deviations.resampler(draw.route, level),
                    Judge::Sums(Sums(2)),
                )
            }
            (Resamples::System(alone, design), _) => (
                mean::of_column(&alone.scores, design, draw.route, level),
                Judge::Sums(Sums(1)),
            ),
            _ => return Err(foreign()),
        };
        Ok(Self {
            draw,
            resampler,
            judge,
        })
    }

    /// Draws a range of resamples, or the prefix of it that was finished before a stop.
    ///
    /// # Errors
    /// For kept values that memory cannot hold.
    pub fn run(
        &self,
        range: Range<u64>,
        request: &Request,
        control: &Control,
    ) -> Result<Drawn, Error> {
        match &self.judge {
            Judge::Sums(statistic) => {
                let tail = |tail: &Tail| {
                    if let Tail::Sum(of, from) = *tail {
                        Some((of, from))
                    } else {
                        None
                    }
                };
                self.tally(statistic, tail, Kept::Sums, range, request, control)
            }
            Judge::Resampled(statistic) => {
                self.tally(statistic, value, Kept::Values, range, request, control)
            }
            Judge::Swapped(statistic) => {
                self.tally(statistic, value, Kept::Values, range, request, control)
            }
            Judge::SampledItems(statistic) => {
                self.tally(statistic, value, Kept::Values, range, request, control)
            }
            Judge::SwappedItems(statistic) => {
                self.tally(statistic, value, Kept::Values, range, request, control)
            }
            Judge::Studentized(statistic) => self.tally(
                statistic.as_ref(),
                value,
                Kept::Values,
                range,
                request,
                control,
            ),
            Judge::Ratios(statistic) => {
                self.tally(statistic, value, Kept::Values, range, request, control)
            }
            Judge::Labelled(statistic) => {
                self.tally(statistic, value, Kept::Values, range, request, control)
            }
            Judge::Tilted(statistic) => {
                self.tally(statistic, value, Kept::Values, range, request, control)
            }
        }
    }

    fn tally<S: Statistic>(
        &self,
        statistic: &S,
        tail: impl Fn(&Tail) -> Option<(usize, Threshold<S::Value>)>,
        kept: impl Fn(Vec<S::Value>) -> Kept,
        range: Range<u64>,
        request: &Request,
        control: &Control,
    ) -> Result<Drawn, Error>
    where
        S::Value: Default,
    {
        let default = || default_shard_size(self.resampler.cost(), self.resampler.batch());
        let plan = Run {
            seed: request.compute.seed,
            comparison: self.draw.address,
            range,
            shard_size: request.compute.shard_size.unwrap_or_else(default),
            thresholds: self.draw.tails.iter().filter_map(tail).collect(),
            keep: self.draw.keep.clone(),
        };
        let Tally {
            range,
            counts,
            values,
        } = run(&plan, self.resampler.as_ref(), statistic, control)?;
        Ok(Drawn {
            range,
            counts,
            kept: values.into_iter().map(kept).collect(),
        })
    }
}

fn value(tail: &Tail) -> Option<(usize, Threshold<f64>)> {
    if let Tail::Value(of, from) = *tail {
        Some((of, from))
    } else {
        None
    }
}
