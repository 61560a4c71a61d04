//! Standard errors of a ratio of cluster sums, and t.
//!
//! With `u = D − n·mean` of each cluster, h = n/N its share of the N items, C clusters:
//!
//! | name | variance times N² | degrees of freedom | source |
//! |---|---|---|---|
//! | CR0 | sum of u² | C − 1 | Liang and Zeger 1986 |
//! | CR1 | C/(C − 1) sum of u² | C − 1 | |
//! | CR2 | sum of u²/(1 − h) | below | Bell and McCaffrey 2002 |
//! | CR3 | (C − 1)/C sum of u²/(1 − h)² | C − 1 | the jackknife over clusters, same paper |
//! | Miller | sum of u² + S/(N − 1) | C − 1 | Miller 2024, equation 4; S: squared deviations of all items |
//!
//! CR2 is unbiased, and its degrees of freedom are Satterthwaite's, where items are independent with one variance:
//! `(sum of G_cc)² / sum of G_cd²`, G the covariance of `u/√(1 − h)`: h on the diagonal and
//! `−h_c h_d/√((1 − h_c)(1 − h_d))` off it. Clusters of one size have C − 1 degrees of freedom; unequal ones have fewer,
//! and fewest if one cluster holds most of the items. Of clusters of one item CR1, CR2 and CR3 are the standard error of a
//! mean.

use restrap_words::vocabulary;

use super::Clusters;
use crate::{StatsError, TEstimate};

vocabulary! {
    /// How the standard error of few clusters is made of their residuals.
    pub enum Sandwich: "a standard error of clusters" {
        /// Bell and McCaffrey's, unbiased under independence, with degrees of freedom of its own.
        Cr2 = "cr2",
        /// Residuals as they are: too small for few clusters.
        Cr0 = "cr0",
        /// Times C/(C − 1).
        Cr1 = "cr1",
        /// The jackknife over clusters.
        Cr3 = "cr3" | "jackknife",
        /// As Cr0, items counted n − 1.
        Miller = "miller",
    }
    default Cr2
}

impl Clusters {
    /// The mean difference with its standard error and degrees of freedom.
    ///
    /// # Errors
    /// For one cluster.
    pub fn estimate(&self, sandwich: Sandwich) -> Result<TEstimate, StatsError> {
        if self.count < 2 {
            return Err(StatsError::TooFew {
                what: "clusters",
                needed: 2,
                found: self.count as usize,
            });
        }
        let df = if sandwich == Sandwich::Cr2 {
            self.bell_mccaffrey()
        } else {
            (self.count - 1) as f64
        };
        TEstimate::new(self.mean(), self.standard_error(sandwich), df)
    }

    /// The standard error alone; of one cluster, what has no spread between clusters to go by is NaN.
    pub fn standard_error(&self, sandwich: Sandwich) -> f64 {
        let (count, items) = (self.count as f64, self.items as f64);
        let spread =
            |power: i32| self.sum_of_residuals(|u, n| u * u / (1.0 - n / items).powi(power));
        let squares = match sandwich {
            Sandwich::Cr0 => spread(0),
            Sandwich::Cr1 => spread(0) * count / (count - 1.0),
            Sandwich::Cr2 => spread(1),
            Sandwich::Cr3 => spread(2) * (count - 1.0) / count,
            Sandwich::Miller => spread(0) + self.squares / (items - 1.0),
        };
        libm::sqrt(squares) / items
    }

    /// Degrees of freedom of CR2; the diagonal of G sums to 1.
    fn bell_mccaffrey(&self) -> f64 {
        let items = self.items as f64;
        let (mut diagonal, mut off, mut own) = (0.0, 0.0, 0.0);
        for unit in &self.units {
            let (copies, h) = (unit.copies as f64, unit.items as f64 / items);
            let q = h * h / (1.0 - h);
            diagonal += copies * h * h;
            off += copies * q;
            own += copies * q * q;
        }
        1.0 / (diagonal + off * off - own)
    }
}
