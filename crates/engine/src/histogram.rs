//! Counts of values in bins: what is left of replicates where there are too many to keep.

/// Bins of one width, and what lies below and above them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bins<V> {
    /// Where the first bin begins.
    pub least: V,
    /// Width of a bin, above 0.
    pub width: V,
    /// Number of bins.
    pub count: usize,
}

/// Where a value falls.
pub trait Place<V> {
    /// Number of the bin, 0 for what lies below all, `count + 1` for what lies above.
    fn place(&self, value: V) -> usize;
}

impl Place<i64> for Bins<i64> {
    fn place(&self, value: i64) -> usize {
        if value < self.least {
            return 0;
        }
        let above = (i128::from(value) - i128::from(self.least)) / i128::from(self.width);
        above.min(self.count as i128) as usize + 1
    }
}

impl Place<f64> for Bins<f64> {
    fn place(&self, value: f64) -> usize {
        // Below zero and undefined values become 0.
        let above = ((value - self.least) / self.width).floor() + 1.0;
        (above as usize).min(self.count + 1)
    }
}

/// How many values fell into each bin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram<V> {
    /// The bins.
    pub bins: Bins<V>,
    /// Below all bins, in each bin, above all bins.
    pub counts: Vec<u64>,
}

impl<V: Copy> Histogram<V> {
    /// Nothing counted yet.
    pub fn new(bins: Bins<V>) -> Self {
        Self { bins, counts: vec![0; bins.count + 2] }
    }

    /// Adds a histogram of the same bins.
    pub fn add(&mut self, other: &Self) {
        self.counts.iter_mut().zip(&other.counts).for_each(|(all, more)| *all += more);
    }
}

impl<V: Copy> Histogram<V>
where
    Bins<V>: Place<V>,
{
    /// Counts a value.
    pub fn count(&mut self, value: V) {
        self.counts[self.bins.place(value)] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_its_bin() {
        let bins = Bins { least: -10, width: 5, count: 4 };
        let places = [-11, -10, -6, -5, 9, 10, i64::MAX, i64::MIN].map(|value| bins.place(value));
        assert_eq!(places, [0, 1, 1, 2, 4, 5, 5, 0]);
        let bins = Bins { least: -1.0, width: 0.5, count: 4 };
        let places =
            [-1.1, -1.0, -0.6, -0.5, 0.99, 1.0, f64::INFINITY, f64::NAN].map(|value| bins.place(value));
        assert_eq!(places, [0, 1, 1, 2, 4, 5, 5, 0]);
    }
}
