//! Items in clusters of two kinds that cross: questions on a passage by an annotator who worked on many.
//!
//! The variance of their mean is `V₁ + V₂ − V₁₂`: clustered by one, by the other, and by both at once (Cameron, Gelbach and Miller
//! 2011), each times C/(C − 1) of its own number of clusters, with t of the least number minus one. The difference can
//! come out below one-way variances, or below 0, by chance alone: the largest of the three is taken (MacKinnon, Nielsen and Webb 2024).

use crate::moments::sum;
use crate::{Moments, StatsError, TEstimate};

/// The mean of items in crossed clusters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossed {
    /// Clusters of either kind, and of those that differ in one of them.
    pub counts: [usize; 3],
    /// Variance of the mean clustered by either, and by both at once.
    pub variances: [f64; 3],
    mean: f64,
}

impl Crossed {
    /// From the differences of the items and their clusters of either kind, by number.
    ///
    /// # Errors
    /// For lists of different lengths, fewer than two clusters of a kind, or a difference that is not finite.
    pub fn new(differences: &[f64], first: &[u32], second: &[u32]) -> Result<Self, StatsError> {
        let items = differences.len();
        for kind in [first, second] {
            if kind.len() != items {
                return Err(StatsError::LengthMismatch { left: items, right: kind.len() });
            }
        }
        let mean = Moments::of(differences)?.mean();
        let number = |kind: &[u32]| kind.iter().map(|&cluster| u64::from(cluster)).collect();
        let both = first.iter().zip(second).map(|(&one, &other)| (u64::from(one) << 32) | u64::from(other));
        let kinds: [Vec<u64>; 3] = [number(first), number(second), both.collect()];
        let (mut counts, mut variances) = ([0; 3], [0.0; 3]);
        for (i, kind) in kinds.iter().enumerate() {
            let mut residuals: Vec<(u64, f64)> =
                kind.iter().zip(differences).map(|(&cluster, d)| (cluster, d - mean)).collect();
            residuals.sort_by_key(|residual| residual.0);
            let clusters = || residuals.chunk_by(|x, y| x.0 == y.0);
            let count = clusters().count();
            if count < 2 {
                return Err(StatsError::TooFew { what: "clusters of each kind", needed: 2, found: count });
            }
            let squares = sum(clusters().map(|cluster| {
                let total = sum(cluster.iter().map(|residual| residual.1));
                total * total
            }));
            counts[i] = count;
            variances[i] = squares * count as f64 / (count - 1) as f64 / items as f64 / items as f64;
        }
        Ok(Self { counts, variances, mean })
    }

    /// `V₁ + V₂ − V₁₂`, which may be negative.
    pub fn two_way_variance(&self) -> f64 {
        let [first, second, both] = self.variances;
        first + second - both
    }

    /// The mean with the largest of the three variances.
    ///
    /// # Errors
    /// When the variance overflows.
    pub fn estimate(&self) -> Result<TEstimate, StatsError> {
        let variance = self.two_way_variance().max(self.variances[0]).max(self.variances[1]);
        let fewest = self.counts[0].min(self.counts[1]);
        TEstimate::new(self.mean, libm::sqrt(variance), (fewest - 1) as f64)
    }
}
