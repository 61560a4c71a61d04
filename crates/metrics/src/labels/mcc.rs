//! Matthews correlation: the multi-class R_K of Gorodkin (2004); 0 where it is undefined.

use super::by_class::{ByClass, OPTIONS};
use super::values::ClassCounts;
use crate::describe::{Description, Make};

pub(super) static MCC: Description = Description {
    printed: Some("MCC"),
    options: OPTIONS,
    chance_is_zero: true,
    ..Description::new(
        "mcc",
        "Matthews correlation coefficient (multi-class)",
        Make::Labels(|name, set| ByClass::scorer(name, set, false, mcc)),
    )
};

fn mcc(classes: &ClassCounts) -> f64 {
    let [n, right, both, gold, given] = classes.moments();
    let (of_gold, of_given) = ((n * n - gold) as f64, (n * n - given) as f64);
    if of_gold == 0.0 || of_given == 0.0 {
        return 0.0;
    }
    (right * n - both) as f64 / libm::sqrt(of_gold * of_given)
}
