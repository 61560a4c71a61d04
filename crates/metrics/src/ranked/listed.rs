//! How areas are asked for.

use super::kind::Ranked;
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
