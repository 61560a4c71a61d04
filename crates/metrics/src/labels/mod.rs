//! Classification: accuracy, precision, recall, F, MCC, kappa, balanced accuracy, hamming loss; single and multi-label.
//!
//! | metric | statistics of an item |
//! |---|---|
//! | accuracy (of label sets: *subset accuracy*) | `correct`, `items` |
//! | hamming loss | `wrong`, `decisions` |
//! | precision, recall, F: binary and micro | `tp`, `fp`, `fn` |
//! | macro, weighted; MCC, kappa, balanced accuracy | `tp[c]`, `fp[c]`, `fn[c]` for every class c |
//! | precision, recall, F over samples | a score: [`Samples`] |
//!
//! Definitions are scikit-learn's (1.x, `sklearn/metrics/_classification.py`): 0/0 is `zero_division`, 0 by default, and so
//! is the F of a class that neither file has; macro F is the mean of the classes' F and not the F of mean precision and
//! recall; the label set is fixed beforehand and a class that a resample lost counts as 0 in a macro average. MCC and
//! kappa are 0 where undefined (kappa is NaN in scikit-learn). Balanced accuracy averages over the classes of the gold.
//!
//! A label set given by the user may leave labels out ("every relation but *none*"): precision, recall and F then look only at
//! the labels in it. MCC, kappa and balanced accuracy need every label.

mod accuracy;
mod alpha;
mod average;
mod balanced_accuracy;
mod by_class;
mod count;
mod hamming_loss;
mod kappa;
mod label_f;
mod mcc;
mod options;
mod samples;
mod values;

pub use crate::outputs::labels::{Arity, LabelSet, Labels};
pub use average::Average;
pub use label_f::LabelF;
pub use options::{
    AVERAGE, LABELS, LabelAverage, MULTI_LABEL, POSITIVE, THRESHOLD, ZERO_DIVISION, arity,
};
pub use samples::Samples;
pub(crate) use values::{BETA, ClassCounts, beta, class_columns};
pub use values::{Measure, ZeroDivision};

use crate::describe::Description;

/// Metrics of labels.
pub(crate) static METRICS: &[&Description] = &[
    &label_f::PRECISION,
    &label_f::RECALL,
    &label_f::F,
    &accuracy::ACCURACY,
    &mcc::MCC,
    &kappa::KAPPA,
    &kappa::AC1,
    &alpha::ALPHA,
    &balanced_accuracy::BALANCED_ACCURACY,
    &hamming_loss::HAMMING_LOSS,
];
