//! Where the draws of a test stop: a function of the counts of its first resamples, never of who drew them, or in which pieces.
//!
//! Counts are looked at where chunks end, after fixed numbers of resamples (`restrap_stats::sequential`), so that the stop of a run
//! that drew all of them, in one piece or in parts, is that of one which drew no more than it needed.

use crate::error::Error;
use crate::request::goes_with::{self, Given};
use crate::request::{Adaptive, Request};
use crate::resample::bounds::{Sampled, Stopped, Value};
use crate::resample::event::Event;
use restrap_engine::CHUNK;
use restrap_stats::sequential::{BesagClifford, Gandy, Look, RISK, Side, looks, robbins};
use restrap_stats::{Adjustment, MonteCarlo, Probability};

/// Level of the bounds of p.
const CONFIDENCE: f64 = 0.95;

/// When the draws of one test stop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopping {
    rule: Adaptive,
    threshold: f64,
    risk: f64,
    most: u64,
}

/// What a test has where its draws stop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    /// Resamples that count.
    pub resamples: u64,
    extreme: u64,
    /// Resamples at the look before.
    before: u64,
    /// Which boundary was reached; none where there are no more resamples.
    pub reached: Option<Side>,
}

impl Stopping {
    /// When the draws of one of `family` tests stop that are adjusted together; `None` where all resamples are drawn.
    ///
    /// By Bonferroni each is held against its share of alpha, with its share of the risk, so that each stops by itself.
    pub fn new(family: usize, request: &Request) -> Option<Self> {
        let rule = request.compute.adaptive?;
        let together = if request.question.adjust.is_some() {
            family.max(1) as f64
        } else {
            1.0
        };
        let (threshold, risk) = (request.question.alpha / together, RISK / together);
        Some(Self {
            rule,
            threshold,
            risk,
            most: request.compute.resamples,
        })
    }

    /// A decision, and other p-values that have a say in it.
    pub fn given(family: usize, request: &Request) -> Vec<Given> {
        let adjust = request.question.adjust;
        goes_with::of(&[
            (
                Given::DecidedApart,
                request.compute.adaptive == Some(Adaptive::Decision),
            ),
            (
                Given::DecidedTogether,
                family > 1 && adjust.is_some_and(|adjust| adjust != Adjustment::Bonferroni),
            ),
        ])
    }

    /// When counts are looked at, and which ones stop.
    ///
    /// # Errors
    /// For a level outside (0, 1).
    pub fn looks(&self) -> Result<Box<dyn Iterator<Item = Look>>, Error> {
        let at = looks(CHUNK, self.most);
        Ok(match self.rule {
            Adaptive::Decision => Box::new(Gandy::new(self.threshold, self.risk)?.at(at)),
            Adaptive::P => Box::new(at.map(|draws| Look {
                draws,
                upper: BesagClifford::ENOUGH,
                lower: None,
            })),
        })
    }

    /// Where draws of so many resamples stop, by what they counted in each chunk of the tails of an event.
    ///
    /// # Errors
    /// As [`Self::looks`].
    pub fn stop(&self, event: &Event, tails: &[Vec<u16>], completed: u64) -> Result<Stop, Error> {
        let mut before = 0;
        for look in self.looks()?.take_while(|look| look.draws <= completed) {
            let extreme = extreme(event, tails, look.draws);
            let reached = look.side(extreme);
            if reached.is_some() {
                return Ok(Stop {
                    resamples: look.draws,
                    extreme,
                    before,
                    reached,
                });
            }
            // The last look does not come before another one.
            if look.draws < completed {
                before = look.draws;
            }
        }
        let extreme = extreme(event, tails, completed);
        Ok(Stop {
            resamples: completed,
            extreme,
            before,
            reached: None,
        })
    }

    /// The p-value at a stop, and bounds that hold wherever draws stop.
    ///
    /// # Errors
    /// For no resamples.
    pub fn value(&self, stop: Stop) -> Result<Value, Error> {
        let Stop {
            resamples,
            extreme,
            before,
            reached,
        } = stop;
        let counted = MonteCarlo::new(extreme, resamples)?;
        let p: Probability = match self.rule {
            Adaptive::Decision => counted.add_one(),
            Adaptive::P => BesagClifford::new(BesagClifford::ENOUGH).p(extreme, resamples, before),
        };
        let bounds = robbins(extreme, resamples, CONFIDENCE)?;
        let Self {
            rule,
            threshold,
            most,
            ..
        } = *self;
        let stopped = Some(Stopped {
            rule,
            threshold,
            most,
            side: reached,
        });
        let sampled = Some(Sampled {
            resamples,
            extreme,
            bounds: [bounds.low, bounds.high],
            stopped,
        });
        Ok(Value {
            p,
            relative_error: 0.0,
            exact: false,
            sampled,
        })
    }
}

/// Extreme resamples among the first ones, which end with a chunk or with all.
pub(crate) fn extreme(event: &Event, tails: &[Vec<u16>], resamples: u64) -> u64 {
    let chunks = resamples.div_ceil(CHUNK) as usize;
    let first = |counts: &Vec<u16>| {
        counts
            .iter()
            .take(chunks)
            .map(|&count| u64::from(count))
            .sum()
    };
    let totals: Vec<u64> = tails.iter().map(first).collect();
    event.combined(&totals, resamples).0
}
