//! Metrics of columns that may hold any numbers: ratios, formulas, perplexity, root mean squares.
//!
//! Whoever reads the columns puts them on one grid of integers ([`OnGrid`]), so that sums are exact, or within a stated bound of
//! the sums of the original numbers, in whatever order they are added.

use restrap_core::IntegerColumn;

use crate::metric::Calibrated;
use crate::{ColumnName, Metric};

/// A metric of sums that need not be whole.
pub trait RealMetric: Metric {
    /// The value of summed columns: one sum per column, in order.
    fn value(&self, sums: &[f64]) -> f64;

    /// Returns the calibrated model of [`Metric::calibrated`], for columns of which `per_one` steps make 1.
    fn of_calibration(
        &self,
        _columns: &[IntegerColumn],
        _per_one: &[f64],
    ) -> Option<Box<dyn Calibrated>> {
        None
    }

    /// Whether these sums have a value, rather than 0 for want of one.
    fn has_value(&self, _sums: &[f64]) -> bool {
        true
    }
}

/// A metric of columns on a grid of integers.
#[derive(Debug)]
pub struct OnGrid {
    metric: Box<dyn RealMetric>,
    per_one: Vec<f64>,
}

impl OnGrid {
    /// So many steps of each column make 1.
    pub fn new(metric: Box<dyn RealMetric>, per_one: Vec<f64>) -> Self {
        Self { metric, per_one }
    }

    fn reals(&self, sums: &[i64]) -> Vec<f64> {
        sums.iter()
            .zip(&self.per_one)
            .map(|(&sum, per_one)| sum as f64 / per_one)
            .collect()
    }
}

impl Metric for OnGrid {
    fn name(&self) -> String {
        self.metric.name()
    }

    fn signature(&self) -> String {
        self.metric.signature()
    }

    fn columns(&self) -> &[ColumnName] {
        self.metric.columns()
    }

    fn per_one(&self) -> Option<&[f64]> {
        Some(&self.per_one)
    }

    fn finish(&self, sums: &[i64]) -> f64 {
        self.metric.value(&self.reals(sums))
    }

    fn is_defined(&self, sums: &[i64]) -> bool {
        self.metric.has_value(&self.reals(sums))
    }

    fn range(&self) -> [f64; 2] {
        self.metric.range()
    }

    fn has_faithful_resamples(&self) -> bool {
        self.metric.has_faithful_resamples()
    }

    fn higher_is_better(&self) -> bool {
        self.metric.higher_is_better()
    }

    fn calibrated(&self, columns: &[IntegerColumn]) -> Option<Box<dyn Calibrated>> {
        self.metric.of_calibration(columns, &self.per_one)
    }
}
