//! Permutation tests of two metrics: how a swap of their standardised scores changes the difference.

use super::criterion::Criterion;
use super::matrix::{Level, Matrix};
use super::swapped::{QuickRoom, QuickSwaps};
use super::unit::SwapUnit;
use crate::{Alternative, StatsError};

/// Differences nearer than this are equal.
const EQUAL: f64 = 1e-10;

/// The standardised tables of two metrics, with the gold table.
///
/// Under the null that the metrics are exchangeable, their standardised scores may be swapped. The statistic is the
/// difference of the two metrics' agreement with the gold score.
#[derive(Clone, Debug)]
pub struct Swaps<'t> {
    gold: &'t Matrix,
    metrics: [&'t Matrix; 2],
    criteria: [Criterion; 2],
    unit: SwapUnit,
    observed: [f64; 2],
    /// Correlations over all cells; other agreements are computed from the tables.
    quick: Option<QuickSwaps>,
}

/// Room for swaps.
#[derive(Clone, Debug)]
pub struct SwapRoom {
    /// Made where they are needed.
    tables: Option<[Matrix; 2]>,
    quick: QuickRoom,
}

/// What a swap gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Swapped {
    /// The first metric's agreement minus the second's.
    Difference(f64),
    /// An agreement has no value: what the swap left does not vary.
    Undefined,
}

impl Swapped {
    fn from_agreements([first, second]: [Option<f64>; 2]) -> Self {
        match (first, second) {
            (Some(first), Some(second)) => Self::Difference(first - second),
            _ => Self::Undefined,
        }
    }
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
        unit: SwapUnit,
    ) -> Result<Option<Self>, StatsError> {
        gold.same_shape(metrics[0])?;
        gold.same_shape(metrics[1])?;
        let mut swaps = Self {
            gold,
            metrics,
            criteria,
            unit,
            observed: [0.0; 2],
            quick: None,
        };
        let [Some(first), Some(second)] = swaps.agreements(metrics) else {
            return Ok(None);
        };
        swaps.observed = [first, second];
        swaps.quick = criteria[0]
            .agreement
            .coefficient()
            .filter(|_| criteria[0].level == Level::Global)
            .map(|coefficient| QuickSwaps::new(coefficient, gold, metrics, unit));
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

    /// Room for one swap at a time.
    pub fn room(&self) -> SwapRoom {
        SwapRoom {
            tables: None,
            quick: self
                .quick
                .as_ref()
                .map(QuickSwaps::room)
                .unwrap_or_default(),
        }
    }

    /// The statistic after a swap of the units that have a bit of 1; bit `u % 64` of word `u / 64` is unit `u`.
    pub fn swapped(&self, room: &mut SwapRoom, bits: &[u64]) -> Swapped {
        let quick = self
            .quick
            .as_ref()
            .and_then(|quick| quick.after(&mut room.quick, self.gold, self.unit, bits));
        quick.map_or_else(|| self.swapped_tables(room, bits), Swapped::from_agreements)
    }

    /// As [`Swaps::swapped`], from tables with the scores swapped, of whatever agreement.
    fn swapped_tables(&self, room: &mut SwapRoom, bits: &[u64]) -> Swapped {
        let own = self.metrics;
        let [first, second] = room.tables.get_or_insert_with(|| own.map(Matrix::clone));
        let drawn = first.cells_mut().iter_mut().zip(second.cells_mut());
        let own = own[0].cells().iter().zip(own[1].cells());
        for (cell, (drawn, own)) in drawn.zip(own).enumerate() {
            let unit = self.unit.of_cell(self.gold, cell);
            (*drawn.0, *drawn.1) = if bits[unit / 64] >> (unit % 64) & 1 == 1 {
                (*own.1, *own.0)
            } else {
                (*own.0, *own.1)
            };
        }
        Swapped::from_agreements(self.agreements([first, second]))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::correlation::Agreement;
    use restrap_testing::Numbers;

    #[test]
    fn a_swap_gives_what_swapped_tables_give() {
        let mut numbers = Numbers(20_261_129);
        let (mut undefined, mut by_tables) = (0, 0);
        for (systems, segments, values) in [
            (1, 3, 2),
            (1, 5, 90),
            (1, 130, 9),
            (1, 700, 5000),
            (3, 40, 7),
            (5, 2, 100),
        ] {
            let table = |numbers: &mut Numbers, place: usize, outlier: f64| {
                let mut cells: Vec<f64> = (0..systems * segments)
                    .map(|_| numbers.below(values) as f64 / 4.0)
                    .collect();
                cells[place] = outlier;
                Matrix::new(cells, systems).unwrap().standardised()
            };
            // Metrics with an outlier each leave little variance to the one that loses its own.
            for outlier in [1.0, 1e6] {
                let outliers = [(0, 1.0), (0, outlier), (systems * segments - 1, outlier)];
                let tables = outliers.map(|(place, outlier)| table(&mut numbers, place, outlier));
                let [Some(gold), Some(one), Some(two)] = tables else {
                    continue;
                };
                for agreement in [Agreement::Pearson, Agreement::Spearman, Agreement::Kendall] {
                    for unit in [SwapUnit::Cell, SwapUnit::Segment, SwapUnit::System] {
                        let criterion = Criterion {
                            agreement,
                            level: Level::Global,
                            threshold: None,
                        };
                        let swaps = Swaps::new(&gold, [&one, &two], [criterion; 2], unit).unwrap();
                        let Some(swaps) = swaps else { continue };
                        assert!(swaps.quick.is_some());
                        let mut room = swaps.room();
                        for _ in 0..8 {
                            let words = unit.many(&gold).div_ceil(64);
                            let mut word = || numbers.bits() >> 32 | numbers.bits() >> 32 << 32;
                            let bits: Vec<u64> = (0..words).map(|_| word()).collect();
                            let found = swaps.swapped(&mut room, &bits);
                            by_tables += usize::from(room.tables.is_some());
                            let expected = swaps.swapped_tables(&mut swaps.room(), &bits);
                            let apart = match (found, expected) {
                                (Swapped::Difference(a), Swapped::Difference(b)) => (a - b).abs(),
                                (Swapped::Undefined, Swapped::Undefined) => {
                                    undefined += 1;
                                    0.0
                                }
                                _ => f64::INFINITY,
                            };
                            assert!(apart < 1e-11, "{agreement} {found:?} {expected:?}");
                        }
                    }
                }
            }
        }
        assert!(undefined > 0 && by_tables > 0, "{undefined} {by_tables}");
    }
}
