//! Values of a corpus metric in a resample with their standard errors, by the jackknife of that resample (Efron & Tibshirani 1993,
//! chapters 11 and 12).
//!
//! A resample is how often each unit was drawn. Without one of a unit's draws both metrics are computed anew, from sums: as many
//! values as distinct rows were drawn, so that labels cost little and texts one value per segment. Within strata, and of systems
//! that scored different items, deviations are from the mean of a unit's own stratum.

use std::collections::HashMap;

use restrap_core::{Design, IndexedBootstrap, Level, Resampler, Statistic, StreamedBootstrap};
use restrap_engine::{Route, joint_route};
use restrap_metrics::Metric;

use crate::data::contest::{Contest, Summed};
use crate::data::rows::Rows;
use crate::data::scores::Counted;
use crate::design::scheme::Scheme;
use crate::evidence::resample::sampled::Counts;

/// Values of a resample: of the baseline, the system and their difference, each with its standard error.
pub(crate) const VALUES: usize = 6;

/// Units that a resample draws alike: equal rows of one stratum.
struct Group {
    /// One of its units.
    unit: usize,
    stratum: usize,
}

/// What a resample is judged by.
pub(crate) struct Studentized<'a> {
    metric: &'a dyn Metric,
    systems: [&'a Counted; 2],
    rows: [Rows; 2],
    groups: Vec<Group>,
    /// The group of each unit.
    group_of: Vec<usize>,
    /// For each stratum, what the sum of its squared deviations is multiplied with.
    factors: Vec<f64>,
}

/// The route: counts are of units, one by one.
pub(crate) fn route(contest: &Contest, asked_for: Option<Route>) -> Route {
    let by_items = || joint_route::beyond(false, contest.items());
    asked_for
        .filter(|route| *route != Route::Compressed)
        .unwrap_or_else(by_items)
}

/// Draws how often each unit is in a resample, with replacement.
pub(crate) fn resampler(contest: &Contest, route: Route, level: Level) -> Box<dyn Resampler> {
    let units = contest.items() as usize;
    let column = vec![0; units];
    let strata = contest
        .strata
        .as_deref()
        .filter(|design| !design.is_compressible());
    let whole = Design::full(units as u64);
    let design = strata.map_or(&whole, Scheme::drawn);
    let inner: Box<dyn Resampler> = match route {
        Route::Indexed => Box::new(IndexedBootstrap::new(&[&column], design)),
        _ => Box::new(StreamedBootstrap::new(&[&column], design, level)),
    };
    let order = strata.and_then(Scheme::order);
    let places = order.map_or_else(
        || (0..units).collect(),
        |order| order.iter().map(|&at| at as usize).collect(),
    );
    Box::new(Counts::new(inner, places, units, 16))
}

impl<'a> Studentized<'a> {
    pub fn new(contest: &Contest<'a>, summed: &Summed<'a>) -> Self {
        let systems = [0, 1].map(|which| summed.system(which));
        let units = contest.items() as usize;
        let strata = contest
            .strata
            .as_deref()
            .filter(|design| !design.is_compressible());
        let sizes: Vec<u64> = strata.map_or_else(
            || vec![units as u64],
            |design| {
                design
                    .drawn()
                    .strata
                    .iter()
                    .map(|stratum| stratum.0)
                    .collect()
            },
        );
        let mut stratum_of = vec![0; units];
        if let Some(order) = strata.and_then(Scheme::order) {
            let mut places = order.iter();
            for (stratum, &size) in sizes.iter().enumerate() {
                places
                    .by_ref()
                    .take(size as usize)
                    .for_each(|&unit| stratum_of[unit as usize] = stratum);
            }
        }
        let all = units as f64;
        let factor = |&size: &u64| {
            let size = size as f64;
            match &contest.apart {
                // A sample of its own, whatever the others are.
                _ if size < 2.0 => 0.0,
                Some(_) => (size - 1.0) / size,
                None => ((all - 1.0) / all).powi(2) * size / (size - 1.0),
            }
        };
        let rows = systems.map(|system| Rows::new(&system.columns));
        let mut known = HashMap::new();
        let (mut groups, mut group_of) = (Vec::new(), Vec::with_capacity(units));
        for (unit, &stratum) in stratum_of.iter().enumerate() {
            let row = (stratum, rows[0].of(unit), rows[1].of(unit));
            let group = *known.entry(row).or_insert_with(|| {
                groups.push(Group { unit, stratum });
                groups.len() - 1
            });
            group_of.push(group);
        }
        drop(known);
        let factors = sizes.iter().map(factor).collect();
        Self {
            metric: summed.metric,
            systems,
            rows,
            groups,
            group_of,
            factors,
        }
    }

    /// Values and standard errors where every unit is drawn once.
    pub fn observed(&self) -> [f64; VALUES] {
        self.of(&vec![1; self.group_of.len()])
    }

    /// Values and standard errors of a resample.
    fn of(&self, counts: &[i64]) -> [f64; VALUES] {
        let mut times = vec![0; self.groups.len()];
        self.group_of
            .iter()
            .zip(counts)
            .for_each(|(&group, count)| times[group] += count);
        let drawn: Vec<usize> = (0..times.len()).filter(|&group| times[group] > 0).collect();
        let [baseline, system] = [0, 1].map(|which| self.without_each(which, &times, &drawn));
        let of_both: Vec<f64> = system
            .1
            .iter()
            .zip(&baseline.1)
            .map(|(s, b)| s - b)
            .collect();
        let error = |without: &[f64]| self.error(without, &times, &drawn);
        let errors = [error(&baseline.1), error(&system.1), error(&of_both)];
        [
            baseline.0,
            errors[0],
            system.0,
            errors[1],
            system.0 - baseline.0,
            errors[2],
        ]
    }

    /// The value of a system, and that without one draw of each of some groups.
    fn without_each(&self, which: usize, times: &[i64], drawn: &[usize]) -> (f64, Vec<f64>) {
        let (metric, rows) = (self.metric, &self.rows[which]);
        let mut sums = vec![0; self.systems[which].columns.len()];
        let entries = |group: usize| rows.of(self.groups[group].unit);
        for &group in drawn {
            for &(column, value) in entries(group) {
                sums[column as usize] += times[group] * value;
            }
        }
        let mut rest = Vec::with_capacity(sums.len());
        let mut without = |group: usize| {
            rest.clone_from(&sums);
            for &(column, value) in entries(group) {
                rest[column as usize] -= value;
            }
            metric.finish(&rest)
        };
        // What has no value counts as nothing, and without it nothing moves.
        let value = Some(metric.finish(&sums))
            .filter(|value| value.is_finite())
            .unwrap_or(0.0);
        let all = drawn.iter().map(|&group| {
            Some(without(group))
                .filter(|value| value.is_finite())
                .unwrap_or(value)
        });
        (value, all.collect())
    }

    /// The jackknife's standard error of values without one draw of each group.
    fn error(&self, without: &[f64], times: &[i64], drawn: &[usize]) -> f64 {
        let mut sums = vec![(0.0, 0.0); self.factors.len()];
        for (&group, value) in drawn.iter().zip(without) {
            let (sum, number) = &mut sums[self.groups[group].stratum];
            *sum += times[group] as f64 * value;
            *number += times[group] as f64;
        }
        let mut squares = vec![0.0; self.factors.len()];
        for (&group, value) in drawn.iter().zip(without) {
            let stratum = self.groups[group].stratum;
            let gap = value - sums[stratum].0 / sums[stratum].1;
            squares[stratum] += times[group] as f64 * gap * gap;
        }
        let variance: f64 = squares
            .iter()
            .zip(&self.factors)
            .map(|(square, factor)| square * factor)
            .sum();
        libm::sqrt(variance)
    }
}

impl Statistic for Studentized<'_> {
    type Value = f64;

    fn columns(&self) -> usize {
        self.group_of.len()
    }

    fn values(&self) -> usize {
        VALUES
    }

    fn finish(&self, sums: &[i64], values: &mut Vec<f64>) {
        values.extend(self.of(sums));
    }
}
