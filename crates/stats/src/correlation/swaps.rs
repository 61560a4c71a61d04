//! Permutation tests of two metrics: what a swap of their standardised scores makes of the difference.

use super::coefficient::Coefficient;
use super::matrix::{Level, Matrix, rounded};
use crate::{Alternative, StatsError};

/// Differences nearer than this are equal.
const EQUAL: f64 = 1e-10;

/// Two metrics' tables, standardised, beside the gold table.
///
/// Under the null that the metrics are exchangeable, their standardised scores may be swapped: of every cell on its own
/// (PERM-BOTH), of whole segments (PERM-INPUTS) or of whole systems (PERM-SYSTEMS) (Deutsch, Dror & Roth 2021). The
/// statistic is the difference of the two correlations with the gold score.
#[derive(Clone, Debug)]
pub struct Swaps {
    gold: Matrix,
    first: Matrix,
    second: Matrix,
    coefficient: Coefficient,
    level: Level,
    observed: [f64; 2],
}

/// What a swap gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Swapped {
    /// The first metric's correlation minus the second's.
    Difference(f64),
    /// A correlation has no value: what the swap left does not vary.
    Undefined,
}

impl Swaps {
    /// Standardises both metrics; `None` where a metric does not vary or a correlation has no value.
    ///
    /// # Errors
    /// When the tables differ in shape.
    pub fn new(
        gold: Matrix,
        metrics: [&Matrix; 2],
        coefficient: Coefficient,
        level: Level,
    ) -> Result<Option<Self>, StatsError> {
        gold.same_shape(metrics[0])?;
        gold.same_shape(metrics[1])?;
        let [Some(first), Some(second)] = metrics.map(Matrix::standardised) else { return Ok(None) };
        let mut swaps = Self { gold, first, second, coefficient, level, observed: [0.0; 2] };
        let [Some(first), Some(second)] = swaps.correlations(&swaps.first, &swaps.second) else {
            return Ok(None);
        };
        swaps.observed = [first, second];
        Ok(Some(swaps))
    }

    fn correlations(&self, first: &Matrix, second: &Matrix) -> [Option<f64>; 2] {
        [first, second]
            .map(|metric| self.gold.correlation_as(metric, self.coefficient, self.level, rounded).mean)
    }

    /// The metrics' correlations with the gold score.
    pub fn observed(&self) -> [f64; 2] {
        self.observed
    }

    /// The first metric's correlation minus the second's.
    pub fn difference(&self) -> f64 {
        self.observed[0] - self.observed[1]
    }

    /// The statistic after a swap of the cells that `swap` names by system and segment.
    pub fn swapped(&self, swap: impl Fn(usize, usize) -> bool) -> Swapped {
        let (mut first, mut second) = (self.first.clone(), self.second.clone());
        let segments = self.gold.segments();
        let both = first.cells_mut().iter_mut().zip(second.cells_mut());
        for (cell, (x, y)) in both.enumerate() {
            if swap(cell / segments, cell % segments) {
                std::mem::swap(x, y);
            }
        }
        match self.correlations(&first, &second) {
            [Some(first), Some(second)] => Swapped::Difference(first - second),
            _ => Swapped::Undefined,
        }
    }

    /// Whether a swap lies at least as far out as what was observed; one without a value does, which errs on the safe side.
    pub fn reaches(&self, swapped: Swapped, alternative: Alternative) -> bool {
        let Swapped::Difference(difference) = swapped else { return true };
        let observed = self.difference();
        match alternative {
            Alternative::TwoSided => difference.abs() >= observed.abs() - EQUAL,
            Alternative::Greater => difference >= observed - EQUAL,
            Alternative::Less => difference <= observed + EQUAL,
        }
    }
}
