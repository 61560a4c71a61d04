//! Scores of systems on segments, and their correlation with those of another table at a level.

use restrap_words::vocabulary;

use super::coefficient::Coefficient;
use crate::StatsError;
use crate::error::finite;
use crate::moments::sum;

vocabulary! {
    /// Over what a correlation runs.
    pub enum Level: "a level of correlation" {
        /// All cells at once.
        Global = "global",
        /// The systems' means over their segments.
        System = "system",
        /// The systems' scores on one segment, averaged over segments.
        Segment = "segment" | "input",
        /// One system's scores over its segments, averaged over systems.
        WithinSystem = "within-system",
    }
    default Global
}

/// A complete table of scores, systems by segments.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    /// Row by row; each row is a system.
    cells: Vec<f64>,
    systems: usize,
    segments: usize,
    /// The system and the segment of the whole table that each row and column was taken from; `None` where each is its own.
    origin: Option<(Vec<usize>, Vec<usize>)>,
}

/// A correlation averaged over groups.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grouped {
    /// The mean over the groups that have one; `None` where no group has.
    pub mean: Option<f64>,
    /// Groups with a correlation; 1 at the global and the system level.
    pub defined: usize,
    /// Groups without, left out: a column of theirs does not vary.
    pub undefined: usize,
}

impl Matrix {
    /// From the cells row by row; each row is a system.
    ///
    /// # Errors
    /// When there is no cell, their number is not a multiple of `systems` or one is not finite.
    pub fn new(cells: Vec<f64>, systems: usize) -> Result<Self, StatsError> {
        if cells.is_empty() || systems == 0 {
            return Err(StatsError::TooFew {
                what: "cells",
                needed: 1,
                found: 0,
            });
        }
        let segments = cells.len().div_ceil(systems);
        if segments * systems != cells.len() {
            return Err(StatsError::LengthMismatch {
                left: segments * systems,
                right: cells.len(),
            });
        }
        finite(&cells)?;
        Ok(Self {
            cells,
            systems,
            segments,
            origin: None,
        })
    }

    /// Systems, the rows.
    pub fn systems(&self) -> usize {
        self.systems
    }

    /// Segments, the columns.
    pub fn segments(&self) -> usize {
        self.segments
    }

    /// All cells, row by row.
    pub fn cells(&self) -> &[f64] {
        &self.cells
    }

    pub(super) fn cells_mut(&mut self) -> &mut [f64] {
        &mut self.cells
    }

    /// Scores of a system on the segments.
    fn row(&self, system: usize) -> &[f64] {
        &self.cells[system * self.segments..][..self.segments]
    }

    /// Scores of the systems on a segment.
    fn column(&self, segment: usize) -> Vec<f64> {
        (0..self.systems)
            .map(|system| self.row(system)[segment])
            .collect()
    }

    /// The table of drawn systems and segments, each named as often as it is drawn.
    #[must_use]
    pub fn taken(&self, systems: &[usize], segments: &[usize]) -> Self {
        let cells = systems.iter().flat_map(|system| {
            let row = self.row(*system);
            segments.iter().map(move |segment| row[*segment])
        });
        Self {
            cells: cells.collect(),
            systems: systems.len(),
            segments: segments.len(),
            origin: Some((systems.to_vec(), segments.to_vec())),
        }
    }

    /// The cells less their mean, over their standard deviation (denominator n); `None` where all are equal.
    ///
    /// One mean and one deviation for the whole table (Deutsch, Dror & Roth 2021).
    pub fn standardised(&self) -> Option<Self> {
        if self.cells.iter().all(|value| *value == self.cells[0]) {
            return None;
        }
        let (mean, deviation) = (self.mean(), self.deviation());
        let cells = self
            .cells
            .iter()
            .map(|value| (value - mean) / deviation)
            .collect();
        Some(Self {
            cells,
            ..self.clone()
        })
    }

    fn mean(&self) -> f64 {
        sum(self.cells.iter().copied()) / self.cells.len() as f64
    }

    /// The standard deviation of all cells (denominator n).
    pub(super) fn deviation(&self) -> f64 {
        let mean = self.mean();
        (sum(self.cells.iter().map(|value| (value - mean).powi(2))) / self.cells.len() as f64)
            .sqrt()
    }

    /// Groups of a level.
    pub(super) fn groups(&self, level: Level) -> usize {
        match level {
            Level::Global | Level::System => 1,
            Level::Segment => self.segments,
            Level::WithinSystem => self.systems,
        }
    }

    /// The scores of each group of a level; the system level has one group, of the systems' means.
    pub(super) fn grouped(&self, level: Level) -> Vec<Vec<f64>> {
        match level {
            Level::Global => vec![self.cells.clone()],
            Level::System => {
                let mean = |system| sum(self.row(system).iter().copied()) / self.segments as f64;
                vec![(0..self.systems).map(mean).collect()]
            }
            Level::Segment => (0..self.segments)
                .map(|segment| self.column(segment))
                .collect(),
            Level::WithinSystem => (0..self.systems)
                .map(|system| self.row(system).to_vec())
                .collect(),
        }
    }

    /// What each score of a group is of: scores of one number are one output, drawn twice.
    pub(super) fn origins(&self, level: Level, group: usize) -> Option<Vec<u64>> {
        let (systems, segments) = self.origin.as_ref()?;
        // Both numbers are below 2^32.
        let cell = |system: usize, segment: usize| ((system as u64) << 32) + segment as u64;
        let of_system = |system: &usize| {
            let system = *system;
            segments.iter().map(move |segment| cell(system, *segment))
        };
        Some(match level {
            Level::Global => systems.iter().flat_map(of_system).collect(),
            Level::System | Level::Segment => systems.iter().map(|system| *system as u64).collect(),
            Level::WithinSystem => segments
                .iter()
                .map(|segment| cell(group, *segment))
                .collect(),
        })
    }

    /// All scores with the other sign.
    #[must_use]
    pub fn negated(&self) -> Self {
        Self {
            cells: self.cells.iter().map(|value| -value).collect(),
            ..self.clone()
        }
    }

    /// The correlation of two tables at a level. Ties of ranks are of numbers equal after `read`.
    pub(super) fn correlation_as(
        &self,
        metric: &Self,
        coefficient: Coefficient,
        level: Level,
        read: impl Fn(f64) -> f64,
    ) -> Grouped {
        let of = |x: &[f64], y: &[f64]| {
            if coefficient == Coefficient::Pearson {
                return coefficient.of_checked(x, y);
            }
            let read = |column: &[f64]| column.iter().map(|value| read(*value)).collect::<Vec<_>>();
            coefficient.of_checked(&read(x), &read(y))
        };
        let (gold, metric) = (self.grouped(level), metric.grouped(level));
        Grouped::of(
            gold.iter()
                .zip(&metric)
                .map(|(gold, metric)| of(gold, metric)),
        )
    }

    /// The correlation of this table (gold) with a metric's at a level; equal numbers are ties.
    ///
    /// # Errors
    /// When the tables differ in shape.
    pub fn correlation(
        &self,
        metric: &Self,
        coefficient: Coefficient,
        level: Level,
    ) -> Result<Grouped, StatsError> {
        self.same_shape(metric)?;
        // Means of equal decimals may differ in the last bits; cells are as they were given.
        let read = |value: f64| {
            if level == Level::System {
                rounded(value)
            } else {
                value
            }
        };
        Ok(self.correlation_as(metric, coefficient, level, read))
    }

    pub(super) fn same_shape(&self, other: &Self) -> Result<(), StatsError> {
        for (left, right) in [
            (self.systems, other.systems),
            (self.segments, other.segments),
        ] {
            if left != right {
                return Err(StatsError::LengthMismatch { left, right });
            }
        }
        Ok(())
    }
}

/// To ten decimals, below which numbers are ties.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 1e10).round() / 1e10
}

impl Grouped {
    fn of(each: impl IntoIterator<Item = Option<f64>>) -> Self {
        let (mut values, mut undefined) = (Vec::new(), 0);
        for value in each {
            match value {
                Some(value) => values.push(value),
                None => undefined += 1,
            }
        }
        let defined = values.len();
        let mean = (defined > 0).then(|| sum(values.into_iter()) / defined as f64);
        Self {
            mean,
            defined,
            undefined,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_without_variation_are_counted_and_left_out() {
        let gold = Matrix::new(vec![1.0, 2.0, 5.0, 2.0, 2.0, 5.5], 2).unwrap();
        let metric = Matrix::new(vec![3.0, 2.0, 1.0, 4.0, 9.0, 0.0], 2).unwrap();
        let at = |level| {
            gold.correlation(&metric, Coefficient::Pearson, level)
                .unwrap()
        };
        assert_eq!(
            at(Level::Segment),
            Grouped {
                mean: Some(0.0),
                defined: 2,
                undefined: 1
            }
        );
        assert_eq!(at(Level::Global).undefined, 0);
        assert_eq!(at(Level::WithinSystem).defined, 2);
        let flat = Matrix::new(vec![3.0; 6], 2).unwrap();
        let none = gold
            .correlation(&flat, Coefficient::Kendall, Level::System)
            .unwrap();
        assert_eq!(
            none,
            Grouped {
                mean: None,
                defined: 0,
                undefined: 1
            }
        );
        assert_eq!(flat.standardised(), None);
        assert!(Matrix::new(vec![1.0; 5], 2).is_err());
        assert!(
            gold.correlation(
                &Matrix::new(vec![1.0; 6], 3).unwrap(),
                Coefficient::Pearson,
                Level::Global
            )
            .is_err()
        );
    }

    #[test]
    fn drawn_systems_and_segments_keep_their_cells() {
        let table = Matrix::new(vec![1.0, 2.0, 3.0, 4.0], 2).unwrap();
        assert_eq!(table.taken(&[1, 1, 0], &[1]).cells(), [4.0, 4.0, 2.0]);
    }
}
