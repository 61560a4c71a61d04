//! Items in two crossed kinds of clusters: questions on one passage, written by an annotator who worked on many
//! passages.
//!
//! The variance of their mean is `V₁ + V₂ − V₁₂`: clustered by one, by the other, and by both at once (Cameron, Gelbach and Miller
//! 2011), each times C/(C − 1) for its own number of clusters, with t on the smallest number minus one degrees of freedom. The
//! difference can come out below one-way variances, or below 0, by chance alone: the largest of the three is taken (MacKinnon,
//! Nielsen and Webb 2024).
//!
//! Henderson's first method (1953; Searle, Casella and McCulloch 1992, section 5.3) says where the variance comes from: it
//! equates sums of squares of unequal groups with their expectations under random effects of both kinds and a residual.

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
    /// Where it comes from; `None` where the groups cannot tell both kinds and the rest apart.
    pub parts: Option<CrossedParts>,
}

/// Variance of one difference by where it comes from, unclamped: small parts may come out negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrossedParts {
    /// Between clusters of the first kind, of the second, and the rest.
    pub variances: [f64; 3],
    /// What each adds to the variance of the mean, as a factor: `sum of n²/N²` of its clusters, `1/N` of the rest.
    pub shares: [f64; 3],
}

impl CrossedParts {
    /// From the differences and the numbers of their clusters of either kind.
    fn new(differences: &[f64], mean: f64, kinds: [&[u64]; 2]) -> Option<Self> {
        let items = differences.len() as f64;
        let mut rows: Vec<(u64, u64, f64)> = kinds[0]
            .iter()
            .zip(kinds[1])
            .zip(differences)
            .map(|((&one, &two), d)| (one, two, d - mean))
            .collect();
        let all = sum(rows.iter().map(|row| row.2 * row.2));
        // Of each kind: squares of its totals, of its sizes, and of its sizes split by the clusters that cross it.
        let [mut squares, mut sizes, mut crossing, mut counts] = [[0.0; 2]; 4];
        for kind in 0..2 {
            rows.sort_by_key(|row| (row.0, row.1));
            for cluster in rows.chunk_by(|x, y| x.0 == y.0) {
                let size = cluster.len() as f64;
                let total = sum(cluster.iter().map(|row| row.2));
                let cells = cluster
                    .chunk_by(|x, y| x.1 == y.1)
                    .map(|cell| (cell.len() * cell.len()) as f64);
                squares[kind] += total * total / size;
                sizes[kind] += size * size / items;
                crossing[kind] += cells.sum::<f64>() / size;
                counts[kind] += 1.0;
            }
            for row in &mut rows {
                *row = (row.1, row.0, row.2);
            }
        }
        // Expected squares of both kinds and of all, by variance.
        let expected = [
            [items - sizes[0], crossing[0] - sizes[1], counts[0] - 1.0],
            [crossing[1] - sizes[0], items - sizes[1], counts[1] - 1.0],
            [items - sizes[0], items - sizes[1], items - 1.0],
        ];
        let variances = solved(expected, [squares[0], squares[1], all])?;
        Some(Self {
            variances,
            shares: [sizes[0] / items, sizes[1] / items, 1.0 / items],
        })
    }
}

/// The solution of three equations by Cramer's rule; `None` where they do not tell the unknowns apart.
fn solved(of: [[f64; 3]; 3], right: [f64; 3]) -> Option<[f64; 3]> {
    let determinant = |of: [[f64; 3]; 3]| -> f64 {
        let minor = |i: usize, j: usize| of[1][i] * of[2][j] - of[1][j] * of[2][i];
        of[0][0] * minor(1, 2) - of[0][1] * minor(0, 2) + of[0][2] * minor(0, 1)
    };
    let all = determinant(of);
    let scale: f64 = of
        .iter()
        .map(|row| row.iter().map(|x| x.abs()).fold(0.0, f64::max))
        .product();
    if all.abs() <= 1e-10 * scale {
        return None;
    }
    Some(std::array::from_fn(|unknown| {
        let mut with = of;
        for (row, &value) in with.iter_mut().zip(&right) {
            row[unknown] = value;
        }
        determinant(with) / all
    }))
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
                return Err(StatsError::LengthMismatch {
                    left: items,
                    right: kind.len(),
                });
            }
        }
        let mean = Moments::of(differences)?.mean();
        let number = |kind: &[u32]| kind.iter().map(|&cluster| u64::from(cluster)).collect();
        let both = first
            .iter()
            .zip(second)
            .map(|(&one, &other)| (u64::from(one) << 32) | u64::from(other));
        let kinds: [Vec<u64>; 3] = [number(first), number(second), both.collect()];
        let (mut counts, mut variances) = ([0; 3], [0.0; 3]);
        for (i, kind) in kinds.iter().enumerate() {
            let mut residuals: Vec<(u64, f64)> = kind
                .iter()
                .zip(differences)
                .map(|(&cluster, d)| (cluster, d - mean))
                .collect();
            residuals.sort_by_key(|residual| residual.0);
            let clusters = || residuals.chunk_by(|x, y| x.0 == y.0);
            let count = clusters().count();
            if count < 2 {
                return Err(StatsError::TooFew {
                    what: "clusters of each kind",
                    needed: 2,
                    found: count,
                });
            }
            let squares = sum(clusters().map(|cluster| {
                let total = sum(cluster.iter().map(|residual| residual.1));
                total * total
            }));
            counts[i] = count;
            variances[i] =
                squares * count as f64 / (count - 1) as f64 / items as f64 / items as f64;
        }
        let parts = CrossedParts::new(differences, mean, [&kinds[0], &kinds[1]]);
        Ok(Self {
            counts,
            variances,
            mean,
            parts,
        })
    }

    /// `V₁ + V₂ − V₁₂`, which may be negative.
    pub fn two_way_variance(&self) -> f64 {
        let [first, second, both] = self.variances;
        first + second - both
    }

    /// The largest of that and the variances of either kind alone.
    pub fn variance(&self) -> f64 {
        self.two_way_variance()
            .max(self.variances[0])
            .max(self.variances[1])
    }

    /// The mean with that variance.
    ///
    /// # Errors
    /// When the variance overflows.
    pub fn estimate(&self) -> Result<TEstimate, StatsError> {
        let fewest = self.counts[0].min(self.counts[1]);
        TEstimate::new(self.mean, libm::sqrt(self.variance()), (fewest - 1) as f64)
    }
}
