//! What a correction says of each pair.

use restrap_stats::power::PilotSpread;
use restrap_stats::{Alternative, Interval};

use crate::number::digits::rounded;
use crate::outcome::rank::RankedPair;
use crate::outcome::{GateOutcome, GatedSystem, IntervalKind, Method, PlanningOutcome, Unit};
use crate::request::{Forbid, Request};
use crate::say::planning::of_gain;
use crate::verb::claim;

/// Power of the gain that a number of items finds.
const POWER: f64 = 0.8;

/// Units below which swaps of skewed differences mislead whatever their range.
pub(super) const FEW_UNITS: usize = 30;

/// Two systems by their numbers; a difference is second − first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Couple {
    pub first: usize,
    pub second: usize,
}

impl Couple {
    /// All pairs of so many systems, or those with the first.
    pub fn all(systems: usize, against_first: bool) -> Vec<Self> {
        let firsts = if against_first {
            systems.min(1)
        } else {
            systems
        };
        (0..firsts)
            .flat_map(|first| (first + 1..systems).map(move |second| Self { first, second }))
            .collect()
    }
}

/// What a correction says of one pair.
#[derive(Clone, Debug)]
pub(super) struct Judged {
    /// p-value of this pair alone, and how it was computed.
    pub pvalue: Option<f64>,
    pub method: Method,
    /// Adjusted over the family.
    pub adjusted: Option<f64>,
    /// Simultaneous interval of second − first.
    pub interval: Option<Interval>,
    pub standard_error: Option<f64>,
    /// Differences of the units are skewed beyond chance, by more than error rates bear.
    pub skewed: bool,
}

/// What a correction says of the whole family.
pub(super) struct Verdicts {
    pub pairs: Vec<Judged>,
    pub kind: IntervalKind,
    /// Level of a single interval, where it is not that of all.
    pub level: f64,
    pub method: Method,
    /// Resamples that were counted.
    pub resamples: Option<u64>,
    pub floor: Option<f64>,
    pub interrupted_after: Option<u64>,
}

impl Verdicts {
    /// Adjusts for a family with as many pairs of other metrics: `confidence` is that of all intervals together, and these were made at
    /// `1 − (1 − confidence) / metrics`.
    pub fn over_metrics(mut self, metrics: u64, confidence: f64) -> Self {
        if metrics < 2 {
            return self;
        }
        let larger = |p: f64| (p * metrics as f64).min(1.0);
        for pair in &mut self.pairs {
            pair.adjusted = pair.adjusted.map(larger);
        }
        self.floor = self.floor.map(larger);
        if matches!(
            self.kind,
            IntervalKind::MaxT | IntervalKind::BootstrapMaxT | IntervalKind::Hsd
        ) {
            self.level = confidence;
        }
        self
    }
}

/// How the gate went, where one was asked for; `pairs` are those of the baseline (`a`) and each system (`b`); `items`: how many, where more of
/// them may show it.
pub(super) fn gate(
    pairs: &[RankedPair],
    items: Option<u64>,
    request: &Request,
) -> Option<GateOutcome> {
    let (require, forbid) = (request.question.gate, request.question.forbid);
    if require.is_none() && forbid.is_none() {
        return None;
    }
    let sign = if request.question.higher_is_better {
        1.0
    } else {
        -1.0
    };
    let system = |pair: &RankedPair| {
        let alpha = request.question.alpha;
        let [gain, loss] = claim::sided_states(pair.p_adjusted, sign * pair.difference, alpha);
        let passed = claim::passes_by(require.map(|_| gain), forbid.map(|Forbid::Inferior| loss));
        let tail = pair
            .interval
            .as_ref()
            .map(|interval| 0.5 * (1.0 - interval.confidence));
        let known = tail
            .zip(pair.standard_error)
            .zip(items)
            .filter(|_| passed.is_none());
        let settles = known.and_then(|((tail, error), items)| {
            let spread = PilotSpread::from_error(error, items, items as f64 - 1.0)?;
            let gain = spread
                .gain(items, 2.0 * tail, Alternative::TwoSided, POWER)
                .ok()?;
            let planning = PlanningOutcome {
                unit: Unit::Item,
                units: items,
                power: POWER,
                claims: 1,
                variance: rounded(spread.variance),
                units_needed: None,
                units_range: None,
                gain: Some(rounded(gain)),
                is_contradicted: false,
            };
            Some(of_gain(gain, false, &planning))
        });
        GatedSystem {
            name: pair.b.clone(),
            claim: None,
            passed,
            two_sided_p: None,
            items_needed: None,
            settles,
        }
    };
    Some(GateOutcome::new(
        pairs.iter().map(system).collect(),
        request,
    ))
}
