//! Resamples of a metric that items determine: which of them each holds, in place of sums.

use restrap_core::{
    CoinFlips, Design, IndexedBootstrap, Level, Resampler, Statistic, StreamedBootstrap,
    StreamedFlips,
};
use restrap_engine::Route;

use crate::data::sampled::ItemPair;
use crate::request::rule::Rule;

/// The counts of a resample as its sums, one for every unit.
pub(super) struct Counts {
    inner: Box<dyn Resampler>,
    /// The unit of each count, and the others have none; `None` where each unit has its own.
    places: Option<Vec<usize>>,
    units: usize,
    batch: u64,
}

impl Counts {
    /// Draws as `inner` does, whose places stand for these units; `batch` resamples at once.
    pub fn new(inner: Box<dyn Resampler>, places: Vec<usize>, units: usize, batch: u64) -> Self {
        let is_each = places.iter().copied().eq(0..units);
        Self {
            inner,
            places: (!is_each).then_some(places),
            units,
            batch,
        }
    }
}

impl Resampler for Counts {
    fn columns(&self) -> usize {
        self.units
    }

    fn sums(&self, seed: u64, comparison: u16, first: u64, sums: &mut [i64]) {
        for (resample, sums) in (first..).zip(sums.chunks_exact_mut(self.units)) {
            let counts = self.inner.counts(seed, comparison, resample);
            if let Some(places) = &self.places {
                sums.fill(0);
                for (&place, count) in places.iter().zip(counts) {
                    sums[place] = count.cast_signed();
                }
            } else {
                for (sum, count) in sums.iter_mut().zip(&counts) {
                    *sum = count.cast_signed();
                }
            }
        }
    }

    fn batch(&self) -> u64 {
        self.batch
    }

    fn counts(&self, seed: u64, comparison: u16, resample: u64) -> Vec<u64> {
        self.inner.counts(seed, comparison, resample)
    }

    fn cost(&self) -> u64 {
        self.units as u64
    }
}

/// Draws units with or without replacement.
pub(crate) fn items(pair: &ItemPair, rule: Rule, route: Route, level: Level) -> Box<dyn Resampler> {
    let units = pair.units.number();
    let draws = rule.draws(units as u64);
    let design = Design {
        replacement: rule.replaces(),
        ..Design::draws(units as u64, draws)
    };
    // Counts are of places: what is there does not matter.
    let column = vec![0; units];
    let inner: Box<dyn Resampler> = match route {
        Route::Indexed => Box::new(IndexedBootstrap::new(&[&column], &design)),
        _ => Box::new(StreamedBootstrap::new(&[&column], &design, level)),
    };
    Box::new(Counts::new(
        inner,
        (0..units).collect(),
        units,
        pair.batch() as u64,
    ))
}

/// Swaps units that differ in some pair.
pub(crate) fn swaps(pairs: &[ItemPair], route: Route, level: Level) -> Box<dyn Resampler> {
    let columns: Vec<Vec<i64>> = pairs.iter().map(ItemPair::differing).collect();
    let slices: Vec<&[i64]> = columns.iter().map(Vec::as_slice).collect();
    let units = pairs[0].units.number();
    let places = (0..units)
        .filter(|&unit| slices.iter().any(|column| column[unit] != 0))
        .collect();
    let inner: Box<dyn Resampler> = match route {
        Route::Indexed => Box::new(CoinFlips::new(&slices)),
        _ => Box::new(StreamedFlips::new(&slices, level)),
    };
    Box::new(Counts::new(inner, places, units, pairs[0].batch() as u64))
}

/// Values of a bootstrap resample, in the places of [`Resampled`](crate::evidence::resample::judge::Resampled).
pub(crate) struct SampledItems<'a>(pub Vec<ItemPair<'a>>);

impl Statistic for SampledItems<'_> {
    type Value = f64;

    fn columns(&self) -> usize {
        self.0[0].units.number()
    }

    fn values(&self) -> usize {
        2 * (self.0.len() + 1)
    }

    fn finish(&self, sums: &[i64], values: &mut Vec<f64>) {
        let first = &self.0[0];
        let systems: Vec<usize> = first
            .places
            .into_iter()
            .chain(self.0[1..].iter().map(|pair| pair.places[1]))
            .collect();
        let found = first.of_samples(&systems, sums);
        for resample in 0..found[0].len() {
            let lost = found.iter().any(|values| !values[resample].is_finite());
            // All are 0 then, which tells such a resample: what is made of the values leaves it out.
            let value = |system: usize| if lost { 0.0 } else { found[system][resample] };
            values.extend([f64::from(u8::from(lost)), value(0)]);
            values.extend(
                (1..systems.len()).flat_map(|system| [value(system), value(system) - value(0)]),
            );
        }
    }

    fn finish_all<'v>(&self, sums: &'v [i64], values: &'v mut Vec<f64>) -> &'v [f64] {
        values.clear();
        self.finish(sums, values);
        values
    }
}

/// Differences after random swaps, one a comparison.
pub(crate) struct SwappedItems<'a>(pub Vec<ItemPair<'a>>);

impl Statistic for SwappedItems<'_> {
    type Value = f64;

    fn columns(&self) -> usize {
        self.0[0].units.number()
    }

    fn values(&self) -> usize {
        self.0.len()
    }

    fn finish(&self, sums: &[i64], values: &mut Vec<f64>) {
        let found: Vec<Vec<f64>> = self.0.iter().map(|pair| pair.of_swaps(sums)).collect();
        // What has no value is as far from the baseline as nothing.
        let value = |values: &Vec<f64>, at: usize| {
            Some(values[at])
                .filter(|value| value.is_finite())
                .unwrap_or(0.0)
        };
        values.extend(
            (0..found[0].len()).flat_map(|at| found.iter().map(move |values| value(values, at))),
        );
    }

    fn finish_all<'v>(&self, sums: &'v [i64], values: &'v mut Vec<f64>) -> &'v [f64] {
        values.clear();
        self.finish(sums, values);
        values
    }
}
