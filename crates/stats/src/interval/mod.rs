//! Confidence intervals: one file each.
//!
//! A two-sided interval at confidence 1 - 2a has ends that are one-sided bounds at 1 - a.

mod bca;
mod bootstrap;
mod dual;
mod far;
mod ideal;
mod newcombe;
mod proportion;
mod replicates;
mod studentized;
mod tango;

pub use bca::{Bca, BcaFallback, jackknife_acceleration, mean_acceleration};
pub use bootstrap::BootstrapDistribution;
pub use dual::{Unit, invert, invert_units};
pub use ideal::IdealBootstrap;
pub use newcombe::{PairedTable, newcombe, newcombe_paired, newcombe_score};
pub use proportion::{clopper_pearson, wilson};
pub use replicates::Replicates;
pub(crate) use studentized::ratios;
pub use studentized::{Studentized, studentized};
pub use tango::{tango, tango_score};

pub(crate) use proportion::{score_interval, two_sided_quantile};
pub(crate) use tango::score_at;

/// Both ends of an interval; an end may be infinite where the method says so, never NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Whether a value lies inside, ends included.
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The interval of the negated quantity.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }
}
