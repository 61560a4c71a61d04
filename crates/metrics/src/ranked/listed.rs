//! How areas are asked for.

use crate::describe::{Choice, Description, Flag, Make};
use crate::kinds::ranked::Ranked;
use crate::labels::{AVERAGE, LABELS, POSITIVE};

restrap_words::vocabulary! {
    /// What the scores of one class are held against, where there are several.
    pub enum MultiClass: "a way from areas of two classes to several" {
        /// The items of all other classes.
        Ovr = "ovr",
        /// The items of each other class in turn.
        Ovo = "ovo",
    }
    default Ovr
}

/// What the scores of one of several classes are held against.
pub static MULTI_CLASS: Choice<MultiClass> = Choice::word(
    "multi-class",
    Flag::None,
    "ovr|ovo",
    "Multi-class AUC: one-versus-rest, or one-versus-one",
    MultiClass::Ovr,
);

static ROC_AUC: Description = Description {
    printed: Some("ROC AUC"),
    aliases: &["auroc", "roc-auc-score", "auc-roc"],
    options: &[&POSITIVE, &MULTI_CLASS, &AVERAGE, &LABELS],
    ..Description::new(
        "roc-auc",
        "Area under the ROC curve, tested by DeLong's method",
        Make::Ranked(Ranked::RocAuc),
    )
};

static PR_AUC: Description = Description {
    printed: Some("PR AUC"),
    aliases: &["average-precision", "average-precision-score", "auprc"],
    options: &[&POSITIVE, &AVERAGE, &LABELS],
    ..Description::new(
        "pr-auc",
        "Area under the precision-recall curve (average precision)",
        Make::Ranked(Ranked::PrAuc),
    )
};

/// Metrics of the order of items.
pub(crate) static METRICS: &[&Description] = &[&ROC_AUC, &PR_AUC];
