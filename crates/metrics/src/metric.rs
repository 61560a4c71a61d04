//! What a metric is: named columns, a function of their sums, a direction.

use std::borrow::Cow;
use std::fmt::Debug;

use restrap_core::IntegerColumn;

use crate::losses::Losses;

/// The name of a statistic, such as `tp`, `ref_len` or `tp[positive]`.
pub type ColumnName = Cow<'static, str>;

/// A corpus metric: a function of integer statistics summed over items.
pub trait Metric: Debug + Send + Sync {
    /// The name on the command line and in JSON, such as `f1`, `bleu` or `chrf++`.
    fn name(&self) -> String;

    /// Everything that a reader needs to compute the same number; sacrebleu's string where sacrebleu defines it.
    fn signature(&self) -> String;

    /// The statistics, in the order of the columns of [`crate::Statistics`].
    fn columns(&self) -> &[ColumnName];

    /// The corpus value of summed columns: one sum per column, in order.
    ///
    /// Defined for every vector of sums that items can give, all zeros included; an undefined ratio has the value that
    /// the metric's source gives it (0 unless the metric says otherwise).
    fn finish(&self, sums: &[i64]) -> f64;

    /// Steps that make 1 in each column, where the columns hold numbers on a grid; nothing where they hold counts.
    fn per_one(&self) -> Option<&[f64]> {
        None
    }

    /// A call costs more than its work: [`Self::finish_all`] is called with many rows of sums in place of [`Self::finish`] with each.
    fn is_batched(&self) -> bool {
        false
    }

    /// The values of rows of sums, one sum per column each; where it has none, of a batched metric, NaN.
    fn finish_all(&self, sums: &[i64]) -> Vec<f64> {
        sums.chunks_exact(self.columns().len())
            .map(|row| self.finish(row))
            .collect()
    }

    /// Whether the value of these sums is one that the metric defines, rather than 0 for want of one: a formula may divide by 0.
    fn is_defined(&self, _sums: &[i64]) -> bool {
        true
    }

    /// The direction.
    fn higher_is_better(&self) -> bool;

    /// The least and the largest value that it can have; an end without a bound is infinite.
    fn range(&self) -> [f64; 2] {
        crate::range::ANY
    }

    /// Resamples of items vary around the value as the value does around the truth. Distances that chance adds to do not: quantiles of
    /// their resamples are too high.
    fn has_faithful_resamples(&self) -> bool {
        true
    }

    /// Returns what a calibrated model would score on these items, and a metric whose resamples are faithful; `None` of metrics of
    /// something else than calibration. `columns`: one per statistic, with an entry for each item.
    fn calibrated(&self, _columns: &[IntegerColumn]) -> Option<Box<dyn Calibrated>> {
        None
    }

    /// Values run from 0 to 100.
    fn is_percentage(&self) -> bool {
        false
    }

    /// Returns how much one unit can lose.
    fn losses(&self) -> Losses<'_> {
        Losses::Unknown
    }

    /// Classes with items in the gold, for a metric that averages over classes: a resample may lose some.
    fn classes(&self, _sums: &[i64]) -> Option<u64> {
        None
    }

    /// Precision, recall, F1 and gold items of each class, where the columns tell classes apart.
    fn by_class(&self, _sums: &[i64]) -> Vec<OfClass> {
        Vec::new()
    }

    /// Other numbers that are reported beside the value: precision and recall beside F, the brevity penalty beside BLEU.
    fn beside(&self, _sums: &[i64]) -> Vec<(String, f64)> {
        Vec::new()
    }
}

/// A model that is calibrated and states the same probabilities of the same items.
pub trait Calibrated: Send + Sync {
    /// Returns the calibration error without a correction for chance, whose basic interval allows for what chance adds to resamples.
    fn plain(&self) -> Box<dyn Metric>;

    /// Returns the number of items.
    fn items(&self) -> usize;

    /// Returns a value of the model: what an item states happens with the probability that it states. `uniform` gives a number from 0
    /// to below 1.
    fn draw(&self, uniform: &mut dyn FnMut() -> f64) -> f64;
}

/// How one class fares.
#[derive(Debug, Clone, PartialEq)]
pub struct OfClass {
    /// The class.
    pub name: String,
    /// tp / (tp + fp).
    pub precision: f64,
    /// tp / (tp + fn).
    pub recall: f64,
    /// 2 tp / (2 tp + fp + fn).
    pub f1: f64,
    /// tp + fn.
    pub support: i64,
}

/// A metric that is the mean of per-item scores: what the scores are, and which way is up.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Mean {
    /// The name on the command line and in JSON, such as `ndcg@10`.
    pub name: String,
    /// Everything that a reader needs to compute the same scores.
    pub signature: String,
    /// The direction.
    pub higher_is_better: bool,
    /// The least and the largest score that an item can have, where both are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<[f64; 2]>,
}
