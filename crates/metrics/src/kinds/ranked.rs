//! Which area.

/// A function of the order of all items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranked {
    /// The area under the ROC curve.
    RocAuc,
    /// The area under the precision-recall curve, as average precision.
    PrAuc,
}

impl Ranked {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::RocAuc => "roc-auc",
            Self::PrAuc => "pr-auc",
        }
    }
}
