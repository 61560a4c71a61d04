//! Resamples of two samples for almost stochastic order: each is drawn with replacement, and its violation ratio kept.

use restrap_core::{Design, IndexedBootstrap, Level, Resampler, Statistic, StreamedBootstrap};
use restrap_engine::Route;
use restrap_stats::ViolationRatio;

use crate::data::contrast::Samples;
use crate::data::scores::Scores;
use crate::error::Error;
use crate::evidence::resample::sampled::Counts;

/// Counts of a batch, at most: 1 MiB.
const MOST_COUNTS: usize = 1 << 17;

/// Draws how often each item is in a resample: the system's, then the baseline's, in the order of their scores.
pub(crate) fn resampler(samples: &Samples, route: Route, level: Level) -> Box<dyn Resampler> {
    let sizes = [samples.system, samples.baseline].map(Scores::items);
    let design = Design {
        strata: sizes.map(|size| (size, size)).to_vec(),
        replacement: true,
    };
    // Counts are of places: what is there does not matter.
    let column = vec![0; samples.items() as usize];
    let inner: Box<dyn Resampler> = match route {
        Route::Streamed => Box::new(StreamedBootstrap::new(&[&column], &design, level)),
        _ => Box::new(IndexedBootstrap::new(&[&column], &design)),
    };
    let batch = 1 << (MOST_COUNTS / column.len()).clamp(1, 64).ilog2();
    Box::new(Counts::new(
        inner,
        (0..column.len()).collect(),
        column.len(),
        batch,
    ))
}

/// The violation ratio of "the system's scores are larger".
pub(crate) struct Ratios {
    system: Vec<f64>,
    baseline: Vec<f64>,
}

impl Ratios {
    /// Sorts the scores of both samples.
    ///
    /// # Errors
    /// For more than 10,000,000 items in rows with counts.
    pub fn new(samples: &Samples) -> Result<Self, Error> {
        let sorted = |scores: &Scores| -> Result<Vec<f64>, Error> {
            let mut values = scores.one_by_one()?.into_owned();
            values.sort_unstable_by(f64::total_cmp);
            Ok(values)
        };
        Ok(Self {
            system: sorted(samples.system)?,
            baseline: sorted(samples.baseline)?,
        })
    }
}

impl Statistic for Ratios {
    type Value = f64;

    fn columns(&self) -> usize {
        self.system.len() + self.baseline.len()
    }

    fn finish(&self, sums: &[i64], values: &mut Vec<f64>) {
        let counted = |values: &[f64], counts: &[i64]| -> Vec<(f64, u64)> {
            let drawn = values.iter().zip(counts).filter(|(_, count)| **count > 0);
            drawn
                .map(|(&value, &count)| (value, count.cast_unsigned()))
                .collect()
        };
        let (system, baseline) = sums.split_at(self.system.len());
        let (system, baseline) = (
            counted(&self.system, system),
            counted(&self.baseline, baseline),
        );
        values.push(ViolationRatio::of_counts(system, baseline).value());
    }
}
