//! Margins where few units lose: the p-value and the limit of null-tilted resampling beside those of the test that a spread gives
//! (`restrap_stats::tilt`).
//!
//! The p-value is the larger of the two, and each end of the interval the one that is farther out. Where a difference has no spread, as
//! of systems with the same scores, null-tilted resampling answers alone.

use std::cell::RefCell;
use std::sync::Arc;

use restrap_engine::Route;
use restrap_metrics::Losses;
use restrap_stats::special::normal_quantile;
use restrap_stats::tilt::{TiltedRatio, TiltedSamples, Tolerance, lower_limit};
use restrap_stats::{Interval, Margin, MarginTest, Probability};
use restrap_words::asked;

use super::tested::Tested;
use crate::data::contest::{Contest, Summed};
use crate::data::contrast::Samples;
use crate::data::pair::Pair;
use crate::design::Sampled;
use crate::error::Error;
use crate::evidence::pending::{Share, Spec};
use crate::evidence::resample::draw::Resamples;
use crate::evidence::resample::tilted::{NullDraws, Tilted, p_of_values, p_values};
use crate::number::digits::rounded;
use crate::number::format::plain;
use crate::outcome::{IntervalKind, MarginMethod};
use crate::request::{Over, Request};

/// Levels of a scale of scores at most: of finer ones a unit that loses in part is common, and its spread tells.
const MOST_LEVELS: u64 = 21;

/// Null-tilted resampling of the difference, and of the difference with baseline and system exchanged.
pub(crate) struct Tilt<'c> {
    up: Law<'c>,
    down: Law<'c>,
    /// Grid units of a score of 1.
    per_one: f64,
    /// The largest difference that there can be.
    width: f64,
    /// The lowest and the highest score seen, if no scale is declared.
    seen: Option<[f64; 2]>,
}

enum Law<'c> {
    Ratio(TiltedRatio),
    Samples(TiltedSamples),
    Drawn(Drawn<'c>),
}

/// Null-tilted resampling of a metric, by draws.
struct Drawn<'c> {
    tilted: Arc<Tilted<'c>>,
    side: usize,
    /// The null of the claim, and its p-value from the resamples of the comparison.
    known: (f64, Probability),
    address: u16,
    request: &'c Request,
}

/// Resamples by which the limits of an interval are looked for, at most: each limit takes about ten nulls.
const OF_LIMITS: u64 = 10_000;

impl Law<'_> {
    fn p(&self, null: f64) -> Result<Probability, Error> {
        Ok(match self {
            Self::Ratio(ratio) => ratio.p(null).0,
            Self::Samples(samples) => samples.p(null).0,
            Self::Drawn(drawn) if null == drawn.known.0 => drawn.known.1,
            Self::Drawn(drawn) => drawn.p(null, drawn.request.compute.resamples)?,
        })
    }

    fn lower_limit(&self, alpha: f64) -> Result<f64, Error> {
        match self {
            Self::Ratio(ratio) => Ok(ratio.lower_limit(alpha)?),
            Self::Samples(samples) => Ok(samples.lower_limit(alpha)?),
            Self::Drawn(drawn) => drawn.lower_limit(alpha),
        }
    }
}

impl Drawn<'_> {
    fn p(&self, null: f64, resamples: u64) -> Result<Probability, Error> {
        let draws = self.tilted.draws(&[(self.side, null)]);
        let all = p_values(
            &self.tilted,
            &draws,
            (self.address, resamples),
            self.request,
        )?;
        Ok(largest(&all, null, self.tilted.sides[self.side].observed))
    }

    /// The limit by fewer resamples, on the side of the null of the claim where its p-value puts it.
    fn lower_limit(&self, alpha: f64) -> Result<f64, Error> {
        let side = &self.tilted.sides[self.side];
        let resamples = self.request.compute.resamples.min(OF_LIMITS);
        let failed = RefCell::new(None);
        let p = |null: f64| {
            self.p(null, resamples).unwrap_or_else(|error| {
                *failed.borrow_mut() = Some(error);
                Probability::ONE
            })
        };
        // Below what the draws tell: a quarter of a standard error of p at alpha.
        let level = normal_quantile(alpha);
        let density = libm::exp(-0.5 * level * level) / libm::sqrt(2.0 * std::f64::consts::PI);
        let tolerance = Tolerance {
            relative: 1e-4,
            ordinate: 0.25 * libm::sqrt(alpha * (1.0 - alpha) / resamples as f64) / density,
        };
        // The p of the claim tells about how far its null is, in standard errors.
        let (known, of_known) = (self.known.0, normal_quantile(self.known.1.value().min(0.5)));
        let guess = if known < side.observed && of_known < -0.1 {
            side.observed - (side.observed - known) * level / of_known
        } else {
            side.observed - (side.observed - side.lowest) / 256.0
        };
        let ends = (side.lowest, side.observed);
        let limit = lower_limit(ends, alpha, tolerance, Some(guess.max(side.lowest)), p)?;
        if let Some(error) = failed.take() {
            return Err(error);
        }
        let (null, p) = self.known;
        Ok(if p.value() > alpha {
            limit.min(null)
        } else {
            limit.max(null + 1e-9 * null.abs().max(1e-9))
        })
    }
}

/// Returns the largest p-value under the laws of a null; 1 if none reaches it because every unit gains less, else 0.
fn largest(p: &[Probability], null: f64, observed: f64) -> Probability {
    let all = p.iter().copied().reduce(Probability::max);
    all.unwrap_or(if null > observed {
        Probability::ONE
    } else {
        Probability::ZERO
    })
}

/// Null-tilted resampling of a metric, before its resamples are drawn.
pub(crate) enum MetricTilt<'c> {
    /// It does not apply.
    None,
    /// By law: nothing is drawn.
    Known(Box<Tilt<'c>>),
    /// By draws under the laws of the nulls of both sides.
    Drawn(Arc<Tilted<'c>>, Arc<NullDraws<'c>>, [f64; 2]),
}

impl<'c> MetricTilt<'c> {
    /// Returns null-tilted resampling of a metric whose units can lose so much and not more.
    ///
    /// # Errors
    /// Never for units of a contest.
    pub fn new(contest: &'c Contest<'_>, margin: Margin) -> Result<Self, Error> {
        let Some(summed) = contest.summed() else {
            return Ok(Self::None);
        };
        if contest.strata.is_some() || contest.apart.is_some() {
            return Ok(Self::None);
        }
        if let Losses::Ratio { factor } = summed.metric.losses() {
            return Ok(match of_ratio(summed, factor)? {
                Some(tilt) => Self::Known(Box::new(tilt)),
                None => Self::None,
            });
        }
        let Some(tilted) = Tilted::new(contest) else {
            return Ok(Self::None);
        };
        let (tilted, nulls) = (Arc::new(tilted), [margin.low(), -margin.high()]);
        let draws = tilted.draws(&[(0, nulls[0]), (1, nulls[1])]);
        Ok(Self::Drawn(tilted, Arc::new(draws), nulls))
    }

    /// Returns the resamples that it needs.
    pub fn spec(&self) -> Option<Spec<'c>> {
        match self {
            Self::Drawn(_, draws, _) if !draws.laws.is_empty() => Some(Spec::columns(
                Resamples::Tilted(Arc::clone(draws)),
                Route::Compressed,
                draws.laws.len(),
            )),
            _ => None,
        }
    }

    /// Returns it with the p-values of its resamples.
    pub fn with_draws(self, share: Option<&Share>, request: &'c Request) -> Option<Box<Tilt<'c>>> {
        let (tilted, draws, nulls) = match self {
            Self::None => return None,
            Self::Known(tilt) => return Some(tilt),
            Self::Drawn(tilted, draws, nulls) => (tilted, draws, nulls),
        };
        let all = share.map_or_else(Vec::new, |share| {
            p_of_values(&tilted, &draws, |law| share.values(law))
        });
        let law = |side: usize| {
            let own = all.iter().zip(&draws.laws).filter(|(_, of)| **of == side);
            let own: Vec<Probability> = own.map(|(p, _)| *p).collect();
            let known = largest(&own, nulls[side], tilted.sides[side].observed);
            Law::Drawn(Drawn {
                tilted: Arc::clone(&tilted),
                side,
                known: (nulls[side], known),
                address: share.map_or(0, |share| share.address),
                request,
            })
        };
        Some(Box::new(Tilt {
            up: law(0),
            down: law(1),
            per_one: 1.0,
            width: f64::INFINITY,
            seen: None,
        }))
    }
}

/// Returns the law of an error rate, or of another ratio of which a part is lost by 1; `None` of a denominator of each system's own,
/// and of ratios that parts do not bound.
fn of_ratio(summed: &Summed, factor: f64) -> Result<Option<Tilt<'static>>, Error> {
    let [base, new] = [summed.baseline, summed.system].map(|system| {
        let [numerator, denominator] = [0, 1].map(|at| system.columns[at].whole());
        (numerator, denominator)
    });
    let is_of_parts = summed.metric.per_one().is_none()
        && base.1 == new.1
        && base.1.iter().all(|&parts| parts >= 0)
        && base.0.iter().chain(new.0.iter()).all(|&number| number >= 0);
    // Edits may be more than the words of the reference; other numerators are parts of the denominator.
    let is_rate = !summed.metric.name().starts_with("ratio:");
    let of = |numerator: &[i64]| {
        numerator
            .iter()
            .zip(base.1.iter())
            .all(|(number, parts)| number <= parts)
    };
    if !is_of_parts || !(is_rate || of(&base.0) && of(&new.0)) || base.1.iter().sum::<i64>() == 0 {
        return Ok(None);
    }
    let of_row = |row: usize| {
        let parts = base.1[row].cast_unsigned();
        (new.0[row] - base.0[row], parts, summed.times().of(row))
    };
    let units = merged((0..base.1.len()).map(of_row).collect());
    let turned: Vec<(i64, u64, u64)> = units.iter().map(|&(d, n, times)| (-d, n, times)).collect();
    Ok(Some(Tilt {
        up: Law::Ratio(TiltedRatio::new(&units, 1.0)?),
        down: Law::Ratio(TiltedRatio::new(&turned, 1.0)?),
        per_one: 1.0 / factor,
        width: factor,
        seen: None,
    }))
}

/// Units of one loss and size, with their numbers added up.
fn merged(mut units: Vec<(i64, u64, u64)>) -> Vec<(i64, u64, u64)> {
    units.sort_unstable();
    let same = units.chunk_by(|one, next| (one.0, one.1) == (next.0, next.1));
    same.map(|same| (same[0].0, same[0].1, same.iter().map(|unit| unit.2).sum()))
        .collect()
}

/// A scale of few levels, in grid units.
struct Levels {
    low: i64,
    high: i64,
    is_declared: bool,
}

/// What margins of these scores need.
pub(super) enum Found {
    /// Scores that are not on a scale of few levels.
    Other,
    /// All scores are one value, and no scale is declared.
    OneValue,
    Tilt(Box<Tilt<'static>>),
}

impl Levels {
    /// Returns the scale of these scores, if it has few levels; `None` of others.
    fn new(columns: [&[f64]; 2], per_one: f64, request: &Request) -> Option<Self> {
        // The few values of training runs and folds are means: printed alike, and on no scale.
        if !matches!(request.sample.over, Over::Items | Over::Votes) {
            return None;
        }
        let scale = request.sample.scale();
        let in_grid = |score: f64| {
            let steps = score * per_one;
            let nearest = libm::round(steps);
            ((steps - nearest).abs() <= 1e-6 && nearest.abs() < 1e15).then_some(nearest as i64)
        };
        let declared = if scale.is_bounded() {
            Some((in_grid(scale.low())?, in_grid(scale.high())?))
        } else {
            None
        };
        let first = in_grid(*columns.into_iter().flatten().next()?)?;
        let (mut low, mut high) = declared.unwrap_or((first, first));
        let levels = |low: i64, high: i64, step: u64| low.abs_diff(high) / step.max(1) + 1;
        let mut step = divisor(low.abs_diff(first), high.abs_diff(first));
        for &score in columns.into_iter().flatten() {
            let at = in_grid(score)?;
            (low, high) = (low.min(at), high.max(at));
            step = divisor(step, at.abs_diff(first));
            if step == 1 && levels(low, high, step) > MOST_LEVELS {
                return None;
            }
        }
        (levels(low, high, step) <= MOST_LEVELS).then_some(Self {
            low,
            high,
            is_declared: declared.is_some(),
        })
    }

    fn width(&self) -> f64 {
        (self.high - self.low) as f64
    }

    fn seen(&self, per_one: f64) -> Option<[f64; 2]> {
        let ends = [self.low, self.high].map(|end| rounded(end as f64 / per_one));
        (!self.is_declared).then_some(ends)
    }
}

/// Returns the greatest common divisor.
fn divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Tilt<'_> {
    /// Returns the law of the clusters of 0/1 scores, and of items or clusters on a scale of few levels.
    ///
    /// # Errors
    /// Never for units of these scores.
    pub(super) fn of_pair(pair: &Pair, request: &Request) -> Result<Found, Error> {
        let per_one = pair.grid.per_one();
        let sizes = match &pair.of {
            Sampled::Items => None,
            Sampled::Clusters(map) => Some(&map.sizes),
            Sampled::Crossed(..) | Sampled::Seeds(..) | Sampled::Folds(_) | Sampled::Human(_) => {
                return Ok(Found::Other);
            }
        };
        let is_exact = pair.binary || pair.against.is_some() || pair.raised.is_some();
        if is_exact || request.question.bounded.is_some() || !pair.grid.is_recovered() {
            return Ok(Found::Other);
        }
        let columns = [pair.baseline.rows(), pair.system.rows()];
        let levels = if pair.are_trials && per_one == 1.0 {
            Some(Levels {
                low: 0,
                high: 1,
                is_declared: true,
            })
        } else {
            Levels::new(columns, per_one, request)
        };
        let Some(levels) = levels else {
            return Ok(Found::Other);
        };
        if levels.low == levels.high {
            return Ok(Found::OneValue);
        }
        let differences = pair.difference.each();
        let units: Vec<(i64, u64, u64)> = match sizes {
            Some(sizes) => differences
                .zip(sizes)
                .map(|((d, times), size)| (d, *size, times))
                .collect(),
            None => differences.map(|(d, times)| (d, 1, times)).collect(),
        };
        let units = merged(units);
        let turned: Vec<(i64, u64, u64)> =
            units.iter().map(|&(d, n, times)| (-d, n, times)).collect();
        let width = levels.width();
        Ok(Found::Tilt(Box::new(Tilt {
            up: Law::Ratio(TiltedRatio::new(&units, width)?),
            down: Law::Ratio(TiltedRatio::new(&turned, width)?),
            per_one,
            width: width / per_one,
            seen: levels.seen(per_one),
        })))
    }

    /// Returns the law of two samples on a scale of few levels.
    ///
    /// # Errors
    /// Never for scores.
    pub(super) fn of_samples(samples: &Samples, request: &Request) -> Result<Found, Error> {
        let columns = [samples.baseline.rows(), samples.system.rows()];
        if samples.binary || samples.clusters.is_some() || request.question.bounded.is_some() {
            return Ok(Found::Other);
        }
        let per_one = samples.per_one;
        let Some(levels) = Levels::new(columns, per_one, request) else {
            return Ok(Found::Other);
        };
        if levels.low == levels.high {
            return Ok(Found::OneValue);
        }
        let [system, baseline] = samples.distinct_apart();
        let ends = (levels.low, levels.high);
        Ok(Found::Tilt(Box::new(Tilt {
            up: Law::Samples(TiltedSamples::new(&system, &baseline, ends)?),
            down: Law::Samples(TiltedSamples::new(&baseline, &system, ends)?),
            per_one,
            width: levels.width() / per_one,
            seen: levels.seen(per_one),
        })))
    }

    /// Refuses a margin that no difference can exceed.
    ///
    /// # Errors
    /// [`Error::NotApplicable`] for a margin at or above the width of the scale.
    pub(super) fn check(&self, size: f64, margin: &str) -> Result<(), Error> {
        if size < self.width {
            return Ok(());
        }
        let seen = self.seen.map_or_else(String::new, |[low, high]| {
            format!(" ({} to {} as seen)", plain(low), plain(high))
        });
        Err(Error::not_applicable(
            format!("a margin of {margin}"),
            "a margin below the width of the scale",
            format!("it is {} wide{seen}", plain(self.width)),
            format!(
                "give a smaller margin, or the range that scores can have by {}",
                asked("range")
            ),
        ))
    }

    /// Joins a test that a spread gives with null-tilted resampling: the larger p-value, and the farther ends. `needs_interval` is `false`
    /// for a test of which only p is read. `claimed` is the p-value of the claim, by which the test is called.
    ///
    /// # Errors
    /// When `alpha` is outside (0, 1/2).
    pub(super) fn join(
        &self,
        tested: Tested,
        margin: Margin,
        alpha: f64,
        needs_interval: bool,
        claimed: impl Fn(&MarginTest) -> Probability,
    ) -> Result<Tested, Error> {
        if tested.test.is_none() && !tested.is_without_spread {
            return Ok(tested);
        }
        let null = |limit: f64| limit * self.per_one;
        let p_low = self.up.p(null(margin.low()))?;
        let p_high = self.down.p(null(-margin.high()))?;
        let own = tested.test;
        let larger = |own: Option<Probability>, tilted: Probability| {
            own.map_or(tilted, |own| own.max(tilted))
        };
        let interval = if let (false, Some(own)) = (needs_interval, own) {
            own.interval
        } else {
            let low = self.up.lower_limit(alpha)? / self.per_one;
            let high = -self.down.lower_limit(alpha)? / self.per_one;
            let own = own.map(|own| own.interval);
            Interval::new(
                own.map_or(low, |own| own.low.min(low)),
                own.map_or(high, |own| own.high.max(high)),
            )?
        };
        let is_wider = own.is_none_or(|own| interval != own.interval);
        let joined = MarginTest {
            p_low: larger(own.map(|own| own.p_low), p_low),
            p_high: larger(own.map(|own| own.p_high), p_high),
            interval,
        };
        let is_larger = own.is_none_or(|own| claimed(&joined) != claimed(&own));
        let is_drawn = matches!(self.up, Law::Drawn(_));
        let (how, method) = if is_drawn {
            (", p = (c + 1)/(R + 1)", MarginMethod::TiltedBootstrap)
        } else {
            (", exact", MarginMethod::Tilted)
        };
        let tilted = format!("null-tilted resampling (Efron 1981; DiCiccio & Romano 1990){how}");
        Ok(Tested {
            recipe: match own {
                Some(_) => {
                    format!("{}; the larger p of this and of {tilted}", tested.recipe).into()
                }
                None => tilted.into(),
            },
            test: Some(joined),
            method: if is_larger {
                Some(method)
            } else {
                tested.method
            },
            interval: if is_wider {
                IntervalKind::Tilted
            } else {
                tested.interval
            },
            note: tested.note.filter(|_| own.is_some()),
            scale_seen: self.seen,
            is_tilted: true,
            is_without_spread: false,
            beyond: tested.beyond,
        })
    }
}

/// Returns the reason why a margin of scores that are all equal is not tested.
pub(super) fn one_value() -> String {
    format!(
        "all scores are one value, so that their scale is unknown: give {}",
        asked("range")
    )
}
