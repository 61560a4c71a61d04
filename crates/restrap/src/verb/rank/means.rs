//! Corrections of means by draws: max-T of random swaps, the studentised bootstrap, HSD.

use rayon::prelude::*;
use restrap_core::{
    CompressedBootstrap, CompressedFlips, Design, EverySwap, IndexedBootstrap, JointRows, Level,
    Resampler, StreamedBootstrap, StreamedFlips, WithinItems,
};
use restrap_engine::{Control, Route, joint_route};
use restrap_stats::{Interval, Skewness};
use restrap_words::asked_as;

use super::columns::Field;
use super::drawn::{Drawn, Source, drawn};
use super::families::{
    Best, Bootstrapped, BootstrappedByCounts, ClustersDrawn, Range, Residuals, Swapped, studentised,
};
use super::few::Few;
use super::verdicts::{Couple, Judged, Verdicts};
use crate::error::Error;
use crate::evidence::level::decided;
use crate::evidence::resample::deviations::Deviations;
use crate::outcome::{IntervalKind, Method};
use crate::request::rank::Correction;
use crate::request::{Exact, Request};
use crate::say::guard::is_telling;

/// Units that differ up to which every swap is drawn once: 65,536 resamples.
const FEW_UNITS: usize = 17;
/// Units beyond which skewness no longer moves error rates.
const MANY_UNITS: usize = 2_000;
/// Resamples that say who scores best: two digits of a share.
const OF_THE_BEST: u64 = 10_000;

/// What is known of a pair without a draw, in grid units.
pub(super) struct Sums {
    total: i64,
    squares: f64,
    /// Differences times items, summed over units.
    crossed: f64,
    pub standard_error: Option<f64>,
    pub skewed: bool,
}

impl Sums {
    /// Mean difference of every pair, with its standard error.
    pub fn of(field: &Field, couples: &[Couple]) -> Vec<Self> {
        couples
            .par_iter()
            .map(|couple| Self::new(field, *couple))
            .collect()
    }

    fn new(field: &Field, Couple { first, second }: Couple) -> Self {
        let differences = field.differences(first, second);
        let total: i64 = differences.clone().sum();
        let squares: u128 = differences
            .clone()
            .map(|d| u128::from(d.unsigned_abs()).pow(2))
            .sum();
        let units = field.units();
        let sizes = |unit: usize| field.sizes.as_ref().map_or(1.0, |sizes| sizes[unit]);
        let mean = total as f64 / field.items as f64;
        let crossed = differences
            .clone()
            .enumerate()
            .map(|(unit, d)| d as f64 * sizes(unit))
            .sum();
        let variance = if let Some(sets) = &field.sets {
            sets.variance_of_sum(differences.clone().map(|d| d as f64))
        } else {
            let residuals = differences.clone().enumerate();
            let squares = residuals.map(|(unit, d)| (d as f64 - mean * sizes(unit)).powi(2));
            // CR1, as of the resamples of clusters (`cr1`); the digits of answers depend on the order of these operations.
            squares.sum::<f64>() * units as f64 / (units as f64 - 1.0)
        };
        let standard_error =
            (units > 1).then(|| variance.sqrt() / (field.items as f64 * field.per_one));
        let skewed = units <= MANY_UNITS && {
            let values: Vec<f64> = differences.map(|d| d as f64).collect();
            Skewness::of(&values)
                .ok()
                .flatten()
                .is_some_and(|skewness| is_telling(&skewness, units as u64))
        };
        Self {
            total,
            squares: squares as f64,
            crossed,
            standard_error,
            skewed,
        }
    }

    /// The observed statistic of swaps.
    fn observed(&self) -> f64 {
        self.total.abs() as f64 * self.weight()
    }

    fn weight(&self) -> f64 {
        if self.squares > 0.0 {
            1.0 / self.squares.sqrt()
        } else {
            0.0
        }
    }

    /// The shifts that leave the statistic at most `critical`: where `(D - theta N)^2 <= c^2 sum (d - theta n)^2`.
    fn interval(&self, field: &Field, critical: f64) -> (f64, f64) {
        let everything = (f64::NEG_INFINITY, f64::INFINITY);
        if critical.is_infinite() {
            return everything;
        }
        let items = field.items as f64;
        let sizes: f64 = match &field.sizes {
            Some(sizes) => sizes.iter().map(|size| size.powi(2)).sum(),
            None => items,
        };
        let (total, c2) = (self.total as f64, critical * critical);
        let a = items * items - c2 * sizes;
        let half_b = total * items - c2 * self.crossed;
        let c = total * total - c2 * self.squares;
        if a <= 0.0 {
            return everything;
        }
        let root = (half_b * half_b - a * c).max(0.0).sqrt();
        let large = half_b + if half_b < 0.0 { -root } else { root };
        let ends = [large / a, if large == 0.0 { 0.0 } else { c / large }];
        let scaled = ends.map(|end| end / field.per_one);
        (scaled[0].min(scaled[1]), scaled[0].max(scaled[1]))
    }

    /// Second − first, in units of the score.
    pub fn difference(&self, field: &Field) -> f64 {
        self.total as f64 / (field.items as f64 * field.per_one)
    }
}

fn level(request: &Request) -> Level {
    request.compute.level.unwrap_or_else(Level::detected)
}

/// Random swaps of columns: every one where few units differ, else draws by the route of the data.
///
/// # Errors
/// Where laws alone were asked for and too many units differ.
pub(super) fn swaps(
    columns: &[&[i64]],
    differing: usize,
    request: &Request,
) -> Result<Source, Error> {
    let exact = request.compute.exact;
    let most = if exact == Exact::Always {
        EverySwap::MOST_ITEMS
    } else {
        FEW_UNITS
    };
    if exact != Exact::Never
        && differing <= most
        && let Some(every) = EverySwap::new(columns)
    {
        return Ok(Source {
            all: Some(every.number()),
            resampler: Box::new(every),
        });
    }
    if exact == Exact::Always {
        return Err(Error::not_applicable(
            asked_as("exact", Exact::Always),
            "every swap of at most 20 differing units, or a correction of exact p-values",
            format!("{differing} differ"),
            format!(
                "use {}, or {}",
                asked_as("exact", Exact::Auto),
                asked_as("adjust", "holm")
            ),
        ));
    }
    let most = joint_route::most_groups(true, differing as u64, columns.len() as u64);
    let compressed = matches!(request.compute.route, None | Some(Route::Compressed));
    let groups = if request.compute.route.is_some() {
        u64::MAX
    } else {
        most
    };
    let rows = if compressed {
        JointRows::of_differences(columns, groups as usize)
    } else {
        None
    };
    let resampler: Box<dyn Resampler> = match rows {
        Some(rows) => Box::new(CompressedFlips::new(rows, level(request))),
        None => Box::new(StreamedFlips::new(columns, level(request))),
    };
    Ok(Source {
        resampler,
        all: None,
    })
}

/// The bootstrap of columns.
fn items(columns: &[&[i64]], request: &Request) -> Source {
    let units = columns[0].len() as u64;
    let most = joint_route::most_groups(false, units, columns.len() as u64);
    let resampler: Box<dyn Resampler> = match JointRows::of_columns(columns, most as usize) {
        Some(rows) => Box::new(CompressedBootstrap::new(rows, units, level(request))),
        None if joint_route::beyond(false, units) == Route::Indexed => {
            Box::new(IndexedBootstrap::new(columns, &Design::full(units)))
        }
        None => Box::new(StreamedBootstrap::new(
            columns,
            &Design::full(units),
            level(request),
        )),
    };
    Source {
        resampler,
        all: None,
    }
}

/// Maxima of random swaps, in one step or in several.
///
/// # Errors
/// As [`drawn`].
pub(super) fn max_t(
    field: &Field,
    couples: &[Couple],
    sums: &[Sums],
    correction: Correction,
    request: &Request,
    control: &Control,
) -> Result<Verdicts, Error> {
    let family = Swapped {
        systems: field.columns.len(),
        pairs: couples
            .iter()
            .map(|couple| (couple.first, couple.second))
            .collect(),
        weights: sums.iter().map(Sums::weight).collect(),
    };
    let observed: Vec<f64> = sums.iter().map(Sums::observed).collect();
    let slack: Vec<f64> = family
        .weights
        .iter()
        .map(|weight| 2.0 * field.slack * weight)
        .collect();
    let source = swaps(&field.slices(), field.differing(), request)?;
    let found = drawn(&family, &observed, &slack, &source, request, control)?;
    let found = found.adjusted_by(correction, &observed, &slack);
    let alpha = 1.0 - request.question.confidence;
    let scale = request.sample.scale().of_difference();
    let interval = |at: usize| {
        let critical = found.critical(alpha, slack[at]);
        let excludes = found.single_step(observed[at], slack[at]) <= alpha;
        decided(
            sums[at].interval(field, critical),
            excludes,
            sums[at].difference(field),
            scale,
        )
    };
    Ok(told(&found, sums, IntervalKind::MaxT, interval, request))
}

/// Maxima of the studentised bootstrap, in one step or in several; pairs that differ on few units stand apart.
///
/// # Errors
/// As [`drawn`].
pub(super) fn bootstrapped(
    field: &Field,
    couples: &[Couple],
    sums: &[Sums],
    correction: Correction,
    request: &Request,
    control: &Control,
) -> Result<Verdicts, Error> {
    let question = &request.question;
    let few = Few::of(
        field,
        couples,
        question.alpha.max(1.0 - question.confidence),
    );
    let kept: Vec<usize> = (0..couples.len())
        .filter(|&at| few.exact[at].is_none())
        .collect();
    let slack = vec![0.0; kept.len()];
    let differences = |at: &usize| {
        let couple = couples[*at];
        field
            .differences(couple.first, couple.second)
            .collect::<Vec<i64>>()
    };
    // Mean and standard error in units of the score.
    let of_sums = |sums: &Sums| (sums.difference(field), sums.standard_error.unwrap_or(0.0));
    let mut estimates: Vec<(f64, f64)> = sums.iter().map(of_sums).collect();
    let found = if let Some(sizes) = &field.sizes {
        let pairs: Vec<Residuals> = kept
            .par_iter()
            .map(|at| Residuals::new(&differences(at), sizes))
            .collect();
        let sizes: Vec<i64> = sizes.iter().map(|&size| size as i64).collect();
        let squares: Vec<i64> = sizes.iter().map(|size| size * size).collect();
        let columns: Vec<&[i64]> = pairs
            .iter()
            .flat_map(Residuals::columns)
            .chain([&sizes[..], &squares])
            .collect();
        let family = ClustersDrawn {
            pairs: pairs.len(),
            clusters: sizes.len() as f64,
        };
        drawn(
            &family,
            &observed(&kept, &estimates),
            &slack,
            &items(&columns, request),
            request,
            control,
        )?
    } else {
        let pairs: Vec<Deviations> = kept
            .par_iter()
            .map(|at| Deviations::of(&differences(at).into()))
            .collect();
        for (pair, &at) in pairs.iter().zip(&kept) {
            let (mean, error) = pair.observed();
            estimates[at] = (mean / field.per_one, error / field.per_one);
        }
        let own = observed(&kept, &estimates);
        match BootstrappedByCounts::new(pairs, field.units()) {
            Ok(family) => {
                let units = family.units();
                let columns: Vec<&[i64]> = units.iter().map(Vec::as_slice).collect();
                drawn(
                    &family,
                    &own,
                    &slack,
                    &items(&columns, request),
                    request,
                    control,
                )?
            }
            Err(pairs) => {
                let family = Bootstrapped { pairs };
                let columns: Vec<&[i64]> = family.pairs.iter().flat_map(Deviations::both).collect();
                drawn(
                    &family,
                    &own,
                    &slack,
                    &items(&columns, request),
                    request,
                    control,
                )?
            }
        }
    };
    let found = found.adjusted_by(correction, &observed(&kept, &estimates), &slack);
    let alpha = 1.0 - question.confidence;
    let critical = found.critical(alpha * few.share, 0.0);
    let scale = request.sample.scale().of_difference();
    let interval = |at: usize| {
        let (mean, error) = estimates[at];
        let (ends, p) = if let Some(exact) = few.exact[at] {
            let own = few
                .interval((mean, error), field.units(), alpha)
                .ok()
                .flatten()?;
            ((own.low, own.high), exact)
        } else {
            let half = if error == 0.0 { 0.0 } else { critical * error };
            (
                (mean - half, mean + half),
                found.single_step(studentised(mean, error), 0.0),
            )
        };
        decided(ends, few.adjusted(at, p) <= alpha, mean, scale)
    };
    Ok(told(
        &found.of_all(&kept, &few),
        sums,
        IntervalKind::BootstrapMaxT,
        interval,
        request,
    ))
}

/// The statistics of the pairs that are kept.
fn observed(kept: &[usize], estimates: &[(f64, f64)]) -> Vec<f64> {
    kept.iter()
        .map(|&at| studentised(estimates[at].0, estimates[at].1))
        .collect()
}

/// Randomised HSD: the range of all means under shuffles within units.
///
/// # Errors
/// As [`drawn`].
pub(super) fn hsd(
    field: &Field,
    sums: &[Sums],
    request: &Request,
    control: &Control,
) -> Result<Verdicts, Error> {
    let source = Source {
        resampler: Box::new(WithinItems::new(&field.slices())),
        all: None,
    };
    let family = Range {
        systems: field.columns.len(),
    };
    let slack = 2.0 * field.slack;
    let mut found = drawn(&family, &[0.0], &[0.0], &source, request, control)?;
    let size = |sums: &Sums| sums.total.abs() as f64;
    found.adjusted = sums
        .iter()
        .map(|pair| found.single_step(size(pair), slack))
        .collect();
    found.own.clone_from(&found.adjusted);
    let alpha = 1.0 - request.question.confidence;
    let scale_of_sums = field.items as f64 * field.per_one;
    let critical = found.critical(alpha, slack);
    let scale = request.sample.scale().of_difference();
    let interval = |at: usize| {
        let total = sums[at].total as f64;
        let ends = (
            (total - critical) / scale_of_sums,
            (total + critical) / scale_of_sums,
        );
        decided(
            ends,
            found.adjusted[at] <= alpha,
            total / scale_of_sums,
            scale,
        )
    };
    let mut verdicts = told(&found, sums, IntervalKind::Hsd, interval, request);
    // It has no p-values of single pairs.
    verdicts
        .pairs
        .iter_mut()
        .for_each(|pair| pair.pvalue = None);
    Ok(verdicts)
}

/// p-values of pairs alone from draws that they share.
///
/// # Errors
/// As [`drawn`].
pub(super) fn own(
    field: &Field,
    couples: &[Couple],
    sums: &[Sums],
    request: &Request,
    control: &Control,
) -> Result<Verdicts, Error> {
    let mut verdicts = max_t(
        field,
        couples,
        sums,
        Correction::MaxTStepDown,
        request,
        control,
    )?;
    for pair in &mut verdicts.pairs {
        (pair.adjusted, pair.interval) = (None, None);
    }
    Ok(verdicts)
}

fn told(
    found: &Drawn,
    sums: &[Sums],
    kind: IntervalKind,
    interval: impl Fn(usize) -> Option<Interval>,
    request: &Request,
) -> Verdicts {
    let method = if found.exact {
        Method::Exact
    } else {
        Method::Sampled
    };
    let wanted = request.question.interval != crate::request::IntervalMethod::None;
    let pairs = sums.iter().enumerate().map(|(at, pair)| Judged {
        pvalue: Some(found.own[at]),
        method,
        adjusted: Some(found.adjusted[at]),
        interval: if wanted { interval(at) } else { None },
        standard_error: pair.standard_error,
        skewed: pair.skewed,
    });
    Verdicts {
        pairs: pairs.collect(),
        kind,
        level: request.question.confidence,
        method,
        resamples: Some(found.completed),
        floor: Some(found.floor()),
        interrupted_after: found.interrupted_after,
    }
}

/// Share of bootstrap resamples in which each system scores best.
///
/// # Errors
/// As [`drawn`].
pub(super) fn best_shares(
    field: &Field,
    request: &Request,
    control: &Control,
) -> Result<Vec<f64>, Error> {
    let systems = field.columns.len();
    let mut few = request.clone();
    few.compute.resamples = few.compute.resamples.min(OF_THE_BEST);
    let family = Best {
        systems,
        higher_is_better: request.question.higher_is_better,
    };
    let halves = vec![0.5; systems];
    let quiet = Control {
        progress: None,
        ..control.clone()
    };
    let found = drawn(
        &family,
        &halves,
        &vec![0.0; systems],
        &items(&field.slices(), &few),
        &few,
        &quiet,
    )?;
    let resamples = found.completed as f64;
    // (c + 1)/(R + 1) back to c/R.
    Ok(found
        .own
        .iter()
        .map(|p| ((p * (resamples + 1.0) - 1.0).round() / resamples).max(0.0))
        .collect())
}
