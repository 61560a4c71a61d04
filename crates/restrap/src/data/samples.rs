//! Two samples of different items on one grid.

use restrap_stats::TwoSamples;

use crate::data::pair::{Alone, Surveyed};
use crate::data::scores::Scores;
use crate::error::Error;
use crate::request::GridChoice;

/// Two samples of different items.
pub(crate) struct Samples<'a> {
    pub baseline: &'a Scores<'a>,
    pub system: &'a Scores<'a>,
    /// The system's items, then the baseline's, in grid units.
    pub pooled: Vec<i64>,
    pub t: TwoSamples,
    pub grid: String,
    /// Distinct scores of both.
    pub distinct: u64,
    /// All scores are 0 or 1.
    pub binary: bool,
}

impl<'a> Samples<'a> {
    pub fn new(baseline: Surveyed<'a>, system: Surveyed<'a>, grid: GridChoice) -> Result<Self, Error> {
        let binary = baseline.is_binary() && system.is_binary();
        let (baseline, system) = (baseline.scores, system.scores);
        let values: Vec<f64> = system.values.iter().chain(baseline.values.iter()).copied().collect();
        let pool = Scores { name: system.name.clone(), values: values.into(), precision: system.precision };
        let alone = Alone::new(Surveyed::new(&pool), grid)?;
        let (grid, distinct) = (alone.encoded.grid.to_string(), alone.distinct());
        let t = TwoSamples::new(&system.values, &baseline.values)?;
        Ok(Self { baseline, system, pooled: alone.encoded.difference, t, grid, distinct, binary })
    }

    /// The system's items and the baseline's.
    pub fn split(&self) -> (&[i64], &[i64]) {
        self.pooled.split_at(self.system.values.len())
    }
}
