//! How much clusters matter: the variance between and within them, and what it does to the standard error.
//!
//! One-way analysis of variance with random clusters of unequal size (Snedecor and Cochran 1967, section 10.17; Donner 1986):
//! mean squares between and within, `n0 = (N − sum of n²/N)/(C − 1)`, variance between `(MSB − MSW)/n0` and intraclass
//! correlation `(MSB − MSW)/(MSB + (n0 − 1) MSW)`. Neither is clamped: if items of a cluster differ more than items of
//! different clusters, both are negative. The design effect is the observed one, `(CR1 / naive standard error)²`; Kish's
//! (1965) is the one that the correlation predicts, `1 + (sum of n²/N − 1) ICC`.

use super::{Clusters, Sandwich};

/// Variance between and within clusters, and design effects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Components {
    /// Standard error that treats all items as independent, `sd/√N`.
    pub naive_error: f64,
    /// `(CR1 / naive)²`.
    pub design_effect: Option<f64>,
    /// Mean square between clusters.
    pub between_square: Option<f64>,
    /// The parts that need clusters of more than one item.
    pub within: Option<Within>,
}

/// What the items inside clusters show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Within {
    /// Mean square within clusters: the variance of items inside one.
    pub square: f64,
    /// Items of a cluster, as the analysis of variance averages them.
    pub typical_size: f64,
    /// Variance between clusters, may be negative.
    pub variance_between: f64,
    /// Intraclass correlation, may be negative; `None` where all items are alike.
    pub icc: Option<f64>,
    /// Kish's design effect.
    pub kish: Option<f64>,
}

impl Clusters {
    /// Variance components; a component that a single cluster, or clusters of one item, cannot show is `None`.
    pub fn components(&self) -> Components {
        let (count, items) = (self.count as f64, self.items as f64);
        let between = self.sum_of_residuals(|u, n| u * u / n);
        let between_square = (self.count > 1).then(|| between / (count - 1.0));
        let naive_error = libm::sqrt(self.squares / (items - 1.0).max(1.0) / items);
        let seen = self.standard_error(Sandwich::Cr1) / naive_error;
        let within = between_square
            .filter(|_| self.items > self.count)
            .map(|between_square| {
                // Rounding alone may leave less than nothing.
                let square = (self.squares - between).max(0.0) / (items - count);
                let sizes: f64 = self
                    .units
                    .iter()
                    .map(|u| (u.items * u.items * u.copies) as f64)
                    .sum();
                let typical_size = (items - sizes / items) / (count - 1.0);
                let excess = between_square - square;
                let all = between_square + (typical_size - 1.0) * square;
                let icc = (all > 0.0).then(|| excess / all);
                Within {
                    square,
                    typical_size,
                    variance_between: excess / typical_size,
                    icc,
                    kish: icc.map(|icc| 1.0 + (sizes / items - 1.0) * icc),
                }
            });
        Components {
            naive_error,
            design_effect: Some(seen * seen).filter(|effect| effect.is_finite()),
            between_square,
            within,
        }
    }
}
