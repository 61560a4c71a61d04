//! The root of a mean: root mean squared error.

use crate::{ColumnName, Metric, RealMetric};

/// The root of the mean of one column; lower is better.
#[derive(Debug, Clone, PartialEq)]
pub struct RootMean {
    name: String,
    columns: [ColumnName; 2],
}

impl RootMean {
    /// The root of the mean of `column`, beside which a column of ones counts items.
    pub fn new(name: &str, column: &'static str) -> Self {
        Self {
            name: name.to_owned(),
            columns: [column.into(), "items".into()],
        }
    }
}

impl Metric for RootMean {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn signature(&self) -> String {
        format!("{}|sqrt(sum({})/items)", self.name, self.columns[0])
    }

    fn columns(&self) -> &[ColumnName] {
        &self.columns
    }

    fn finish(&self, sums: &[i64]) -> f64 {
        self.value(&[sums[0] as f64, sums[1] as f64])
    }

    fn range(&self) -> [f64; 2] {
        crate::range::POSITIVE
    }

    fn higher_is_better(&self) -> bool {
        false
    }
}

impl RealMetric for RootMean {
    fn value(&self, sums: &[f64]) -> f64 {
        if sums[1] > 0.0 {
            libm::sqrt(sums[0] / sums[1])
        } else {
            0.0
        }
    }
}
