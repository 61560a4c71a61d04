//! Options of metrics of labels and spans.

use super::values::ZeroDivision;
use crate::describe::{Choice, Flag, MetricName};
use crate::outputs::labels::Arity;

restrap_words::vocabulary! {
    /// How precision, recall and F of classes become one number, as it is asked for.
    pub enum LabelAverage: "an average" {
        /// One class counts against all others.
        Binary = "binary",
        /// From pooled counts.
        Micro = "micro",
        /// The mean over classes.
        Macro = "macro",
        /// The mean over classes, weighted by their items.
        Weighted = "weighted",
        /// Each item has a value by its label set; the metric is their mean.
        Samples = "samples",
    }
}

/// How classes become one number.
pub static AVERAGE: Choice<Option<LabelAverage>> = Choice::perhaps(
    "average",
    Flag::Own,
    "WORD",
    "Averaging of precision, recall and F1; samples averages over items with label sets",
);

/// The class of a binary average.
pub static POSITIVE: Choice<Option<String>> = Choice::text(
    "positive",
    Flag::Own,
    "LABEL",
    "Positive class of a binary average, or the span type",
    false,
);

/// The label set; empty for every label of gold and systems.
pub static LABELS: Choice<Vec<String>> = Choice::list(
    "labels",
    Flag::Own,
    "LABEL[,LABEL]",
    "Label set [default: all labels of gold and systems]",
    false,
);

/// Items have label sets.
pub static MULTI_LABEL: Choice<bool> = Choice::switch(
    "multi-label",
    Flag::Own,
    "Items have label sets, as a|b or lists",
);

/// The value of 0/0.
pub static ZERO_DIVISION: Choice<ZeroDivision> = Choice::word(
    "zero-division",
    Flag::Own,
    "0|1",
    "Value of 0/0",
    ZeroDivision::Zero,
);

/// The least score of the positive class, where files hold scores and not labels.
pub static THRESHOLD: Choice<Option<f64>> = Choice::read_by(
    "threshold",
    Flag::None,
    "SCORE",
    "Decision threshold, where files hold scores of the positive class",
    None,
    |text| {
        let threshold = text
            .parse()
            .ok()
            .filter(|threshold: &f64| threshold.is_finite());
        threshold.map(Some).ok_or_else(|| "a number".to_owned())
    },
    |threshold| threshold.map(|threshold| threshold.to_string()),
);

/// What the name of a metric adds to its signature.
pub(super) fn recipe(name: &MetricName) -> String {
    name.get(&THRESHOLD)
        .map_or_else(String::new, |threshold| format!("|threshold:{threshold}"))
}

/// How many labels the items of a metric have.
pub fn arity(name: &MetricName) -> Arity {
    let many = name.get(&MULTI_LABEL) || name.get(&AVERAGE) == Some(LabelAverage::Samples);
    if many { Arity::Multi } else { Arity::Single }
}
