//! Permutation tests of two metrics: how a swap of their standardised scores changes the difference.

use super::criterion::Criterion;
use super::matrix::Matrix;
use crate::{Alternative, StatsError};

/// Differences nearer than this are equal.
const EQUAL: f64 = 1e-10;

/// The standardised tables of two metrics, with the gold table.
///
/// Under the null that the metrics are exchangeable, their standardised scores may be swapped: of every cell on its own
/// (PERM-BOTH), of whole segments (PERM-INPUTS) or of whole systems (PERM-SYSTEMS) (Deutsch, Dror & Roth 2021). The
/// statistic is the difference of the two metrics' agreement with the gold score.
#[derive(Clone, Debug)]
pub struct Swaps<'t> {
    gold: &'t Matrix,
    metrics: [&'t Matrix; 2],
    criteria: [Criterion; 2],
    observed: [f64; 2],
}

/// Where swaps are made, of tables of one shape.
#[derive(Clone, Debug)]
pub struct SwapRoom([Matrix; 2]);

impl SwapRoom {
    /// Room for swaps of tables of this shape.
    pub fn of(table: &Matrix) -> Self {
        Self([table.clone(), table.clone()])
    }
}

/// What a swap gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Swapped {
    /// The first metric's agreement minus the second's.
    Difference(f64),
    /// An agreement has no value: what the swap left does not vary.
    Undefined,
}

impl<'t> Swaps<'t> {
    /// Takes standardised metrics ([`Matrix::standardised`]), each with its criterion ([`Criterion::of_deviations`]); `None` where an
    /// agreement has no value.
    ///
    /// # Errors
    /// When the tables differ in shape.
    pub fn new(
        gold: &'t Matrix,
        metrics: [&'t Matrix; 2],
        criteria: [Criterion; 2],
    ) -> Result<Option<Self>, StatsError> {
        gold.same_shape(metrics[0])?;
        gold.same_shape(metrics[1])?;
        let mut swaps = Self {
            gold,
            metrics,
            criteria,
            observed: [0.0; 2],
        };
        let [Some(first), Some(second)] = swaps.agreements(metrics) else {
            return Ok(None);
        };
        swaps.observed = [first, second];
        Ok(Some(swaps))
    }

    fn agreements(&self, [first, second]: [&Matrix; 2]) -> [Option<f64>; 2] {
        [(first, self.criteria[0]), (second, self.criteria[1])]
            .map(|(metric, criterion)| criterion.of_standardised(self.gold, metric).value)
    }

    /// The metrics' agreement with the gold score.
    pub fn observed(&self) -> [f64; 2] {
        self.observed
    }

    /// The first metric's agreement minus the second's.
    pub fn difference(&self) -> f64 {
        self.observed[0] - self.observed[1]
    }

    /// The statistic after a swap of the cells that `swap` names by system and segment, asked in the order of the cells.
    pub fn swapped(
        &self,
        room: &mut SwapRoom,
        mut swap: impl FnMut(usize, usize) -> bool,
    ) -> Swapped {
        let segments = self.gold.segments();
        let [first, second] = &mut room.0;
        let drawn = first.cells_mut().iter_mut().zip(second.cells_mut());
        let own = self.metrics[0].cells().iter().zip(self.metrics[1].cells());
        for (cell, (drawn, own)) in drawn.zip(own).enumerate() {
            let is_swapped = swap(cell / segments, cell % segments);
            (*drawn.0, *drawn.1) = if is_swapped {
                (*own.1, *own.0)
            } else {
                (*own.0, *own.1)
            };
        }
        match self.agreements([&room.0[0], &room.0[1]]) {
            [Some(first), Some(second)] => Swapped::Difference(first - second),
            _ => Swapped::Undefined,
        }
    }

    /// Whether a swap lies at least as far out as what was observed; one without a value does, which errs on the safe side.
    pub fn reaches(&self, swapped: Swapped, alternative: Alternative) -> bool {
        let Swapped::Difference(difference) = swapped else {
            return true;
        };
        let observed = self.difference();
        match alternative {
            Alternative::TwoSided => difference.abs() >= observed.abs() - EQUAL,
            Alternative::Greater => difference >= observed - EQUAL,
            Alternative::Less => difference <= observed + EQUAL,
        }
    }
}
