//! Tests: one file each.

mod betting;
mod five_by_two;
mod folds;
mod labels;
mod mann_whitney;
mod mcnemar;
mod omnibus;
mod one_share;
mod sign;
mod stuart_maxwell;
mod student;
mod two_samples;
mod wilcoxon;

pub use five_by_two::FiveByTwo;
pub use folds::Folds;
pub(crate) use labels::gcd;
pub use labels::{LabelLaw, LabelPermutation, permute_labels};
pub use mann_whitney::MannWhitney;
pub use mcnemar::{McNemar, McNemarVariant};
pub use omnibus::{CochranQ, Friedman};
pub use one_share::OneShare;
pub use sign::{SignTest, SignTies};
pub use stuart_maxwell::StuartMaxwell;
pub use student::StudentT;
pub use two_samples::TwoSamples;
pub(crate) use wilcoxon::doubled_mid_ranks;
pub use wilcoxon::{SignedRank, Zeros};
