//! How well scores order the items of two classes: areas under the ROC curve and the precision-recall curve.
//!
//! | metric | value |
//! |---|---|
//! | `roc-auc` | share of pairs of a positive and a negative item that the scores order rightly, ties as one half |
//! | `pr-auc` | Σ (R_k - R_{k-1}) P_k over the distinct scores from above: average precision |
//!
//! Definitions are those of scikit-learn (`roc_auc_score`, `average_precision_score`). Scores need not be probabilities: only their
//! order counts.

pub(crate) mod kind;

pub use kind::Ranked;

use crate::describe::{Description, Make};
use crate::labels::POSITIVE;

static ROC_AUC: Description = Description {
    aliases: &["auroc", "roc-auc-score", "auc-roc"],
    options: &[&POSITIVE],
    ..Description::new(
        "roc-auc",
        "How often scores put a positive item above a negative one: the area under the ROC curve, tested by DeLong's method",
        Make::Ranked(Ranked::RocAuc),
    )
};

static PR_AUC: Description = Description {
    aliases: &["average-precision", "average-precision-score", "auprc"],
    options: &[&POSITIVE],
    ..Description::new(
        "pr-auc",
        "The area under the precision-recall curve of scores, as average precision",
        Make::Ranked(Ranked::PrAuc),
    )
};

/// Metrics of the order of items.
pub(crate) static METRICS: &[&Description] = &[&ROC_AUC, &PR_AUC];
