//! Adjusted p-values of a family from draws that all of its hypotheses share, and the critical value of its intervals.
//!
//! Step-down maxima (Westfall & Young 1993, algorithm 4.1): p of a hypothesis is how often the largest statistic of it and all that are less
//! significant reaches its own, and never smaller than that of a more significant one. Sampled p-values are (c + 1)/(R + 1); where every
//! resample is drawn once they are shares. Statistics that differ by one part in 10^12 are tied, and ties count.

use restrap_core::Resampler;
use restrap_engine::{Control, Family, Reached, StepDown, step_down};

use crate::error::Error;
use crate::request::Request;
use crate::request::rank::Correction;
use crate::verb::rank::few::Few;

/// Statistics that close are tied: their integers are exact, roots and quotients are not.
pub(super) const TIED: f64 = 1e-12;
/// Resamples that a thread takes at once.
const SHARD: u64 = 1_024;

/// Where resamples come from.
pub(super) struct Source {
    pub resampler: Box<dyn Resampler>,
    /// How many there are, where each is drawn once.
    pub all: Option<u64>,
}

/// What draws say of a family.
pub(super) struct Drawn {
    /// p-value of each hypothesis alone.
    pub own: Vec<f64>,
    /// In steps, unless [`Self::adjusted_by`] said otherwise.
    pub adjusted: Vec<f64>,
    /// Resamples that count.
    pub completed: u64,
    /// Every resample was drawn once.
    pub exact: bool,
    /// Set where a run was stopped.
    pub interrupted_after: Option<u64>,
    /// The largest statistic of each resample, falling.
    largest: Vec<f64>,
}

/// Draws a family. `observed`: the statistic of each hypothesis; `slack`: by how much rounding may have moved it.
///
/// # Errors
/// Where nothing was finished before a stop, or memory is short.
pub(super) fn drawn<F: Family>(
    family: &F,
    observed: &[f64],
    slack: &[f64],
    source: &Source,
    request: &Request,
    control: &Control,
) -> Result<Drawn, Error> {
    let threshold = |at: usize| (observed[at] * (1.0 - TIED) - slack[at]).max(0.0);
    let mut order: Vec<u32> = (0..observed.len() as u32).collect();
    order.sort_by(|&a, &b| threshold(a as usize).total_cmp(&threshold(b as usize)));
    let resamples = source.all.unwrap_or(request.compute.resamples);
    let plan = StepDown {
        seed: request.compute.seed,
        address: 0,
        resamples,
        thresholds: order.iter().map(|&at| threshold(at as usize)).collect(),
        order,
        shard_size: request.compute.shard_size.unwrap_or(SHARD),
    };
    let Reached {
        completed,
        own,
        stepped,
        mut largest,
    } = step_down(&plan, source.resampler.as_ref(), family, control)?;
    let exact = source.all.is_some();
    if completed == 0 || exact && completed < resamples {
        return Err(Error::Interrupted);
    }
    let p = |count: u64| share(count, completed, exact);
    let mut drawn = Drawn {
        own: vec![1.0; observed.len()],
        adjusted: vec![1.0; observed.len()],
        completed,
        exact,
        interrupted_after: (completed < resamples).then_some(completed),
        largest: Vec::new(),
    };
    let mut running = 0.0_f64;
    for (place, &hypothesis) in plan.order.iter().enumerate().rev() {
        running = running.max(p(stepped[place]));
        drawn.adjusted[hypothesis as usize] = running;
        drawn.own[hypothesis as usize] = p(own[place]);
    }
    largest.sort_unstable_by(|a, b| b.total_cmp(a));
    drawn.largest = largest;
    Ok(drawn)
}

fn share(count: u64, of: u64, exact: bool) -> f64 {
    if exact {
        count as f64 / of as f64
    } else {
        (count + 1) as f64 / (of + 1) as f64
    }
}

impl Drawn {
    /// Adjusts in one step, as intervals are made, or leaves the steps.
    pub fn adjusted_by(mut self, correction: Correction, observed: &[f64], slack: &[f64]) -> Self {
        if !correction.is_in_steps() {
            let all = observed.iter().zip(slack);
            self.adjusted = all
                .map(|(&observed, &slack)| self.single_step(observed, slack))
                .collect();
        }
        self
    }

    /// Of all pairs of a family, where these draws are of the pairs `kept` alone.
    pub fn of_all(&self, kept: &[usize], few: &Few) -> Self {
        let all = few.exact.len();
        let (mut own, mut adjusted) = (vec![1.0; all], vec![1.0; all]);
        for (place, &at) in kept.iter().enumerate() {
            (own[at], adjusted[at]) = (self.own[place], few.adjusted(at, self.adjusted[place]));
        }
        for (at, exact) in few.exact.iter().enumerate() {
            if let Some(exact) = *exact {
                (own[at], adjusted[at]) = (exact, few.adjusted(at, exact));
            }
        }
        Self {
            own,
            adjusted,
            largest: Vec::new(),
            ..*self
        }
    }

    /// The smallest p that there can be.
    pub fn floor(&self) -> f64 {
        share(u64::from(self.exact), self.completed, self.exact)
    }

    /// The single-step p-value of a statistic: how often the largest of all reaches it.
    pub fn single_step(&self, observed: f64, slack: f64) -> f64 {
        let threshold = observed * (1.0 - TIED) - slack;
        share(
            self.largest
                .partition_point(|&largest| largest >= threshold) as u64,
            self.completed,
            self.exact,
        )
    }

    /// The statistic that has to be exceeded for a single-step p of at most `alpha`, which is the critical value of simultaneous
    /// intervals; infinite where none is enough.
    pub fn critical(&self, alpha: f64, slack: f64) -> f64 {
        // The fewest resamples that may not reach it: halving, since shares rise with their counts.
        let (mut few, mut many) = (0, self.completed + 1);
        while few < many {
            let middle = few.midpoint(many);
            if share(middle, self.completed, self.exact) <= alpha {
                few = middle + 1;
            } else {
                many = middle;
            }
        }
        let Some(most) = few.checked_sub(1) else {
            return f64::INFINITY;
        };
        let reached = self.largest.get(most as usize).copied().unwrap_or(0.0);
        (reached + slack) / (1.0 - TIED)
    }
}
