//! How well scores order the items of two classes: areas under the ROC curve and the precision-recall curve.
//!
//! | metric | value |
//! |---|---|
//! | `roc-auc` | share of pairs of a positive and a negative item that the scores order rightly, ties as one half |
//! | `pr-auc` | Σ (R_k - R_{k-1}) P_k over the distinct scores from above: average precision |
//!
//! Definitions are those of scikit-learn (`roc_auc_score`, `average_precision_score`). Scores need not be probabilities: only their
//! order counts.

#[cfg(feature = "scorers")]
mod listed;

pub use crate::kinds::ranked::Ranked;
#[cfg(feature = "scorers")]
pub(crate) use listed::METRICS;
#[cfg(feature = "scorers")]
pub use listed::{MULTI_CLASS, MultiClass};
