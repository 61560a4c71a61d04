//! Confidence intervals: one file each.
//!
//! A two-sided interval at confidence 1 - 2a has ends that are one-sided bounds at 1 - a.

mod all_right;
mod bca;
mod dual;
mod ends;
mod estimate;
mod far;
mod hodges_lehmann;
mod ideal;
mod known_range;
mod newcombe;
mod proportion;
mod replicates;
mod skewed;
mod studentized;
mod tango;

pub use all_right::all_right_low;
pub use bca::{Bca, BcaFallback, jackknife_acceleration, mean_acceleration};
pub use dual::{Unit, invert, invert_units};
pub use ends::{Interval, Scale};
pub(crate) use estimate::satterthwaite;
pub use estimate::{TEstimate, TStatistic};
pub use hodges_lehmann::{hodges_lehmann, hodges_lehmann_shift};
pub use ideal::IdealBootstrap;
pub use newcombe::{PairedTable, newcombe, newcombe_paired};
pub use proportion::{clopper_pearson, wilson, wilson_corrected};
pub use replicates::BootstrapDistribution;
pub use replicates::Replicates;
pub use skewed::{skewed_mean, skewed_mean_p};
pub(crate) use studentized::ratios;
pub use studentized::{Studentized, studentized};
pub use tango::{tango, tango_score};

pub(crate) use proportion::{score_interval, two_sided_quantile};
pub(crate) use tango::score_at;
