//! Balanced accuracy: the mean recall of the classes that the gold has.

use super::by_class::{ByClass, OPTIONS};
use super::values::{ClassCounts, Measure, ZeroDivision};
use crate::describe::{Description, Make};

pub(super) static BALANCED_ACCURACY: Description = Description {
    printed: Some("balanced accuracy"),
    options: OPTIONS,
    ..Description::new(
        "balanced-accuracy",
        "Mean recall over the gold classes",
        Make::Labels(|name, set| ByClass::scorer(name, set, true, balanced_accuracy)),
    )
};

fn balanced_accuracy(classes: &ClassCounts) -> f64 {
    let (mut sum, mut count) = (0.0, 0);
    for counts in classes.classes().filter(|[tp, _, fne]| tp + fne > 0) {
        sum += Measure::Recall.value(counts, ZeroDivision::Zero);
        count += 1;
    }
    if count == 0 {
        0.0
    } else {
        sum / f64::from(count)
    }
}
