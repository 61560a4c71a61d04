//! A metric as a function of summed sufficient statistics.

/// A metric that is a function of column sums over the items of a resample.
pub trait Statistic {
    /// Number of integer columns whose sums the metric needs.
    fn columns(&self) -> usize;
    /// The metric from the sums, `columns()` of them.
    fn finish(&self, sums: &[i64]) -> f64;
}

/// The mean of one column: the sum over `items`, in units of the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// Items of a resample, n.
    pub items: u64,
    /// Grid steps in 1.0.
    pub per_one: f64,
}

impl Statistic for Mean {
    fn columns(&self) -> usize {
        1
    }

    fn finish(&self, sums: &[i64]) -> f64 {
        sums[0] as f64 / (self.items as f64 * self.per_one)
    }
}
