//! Cohen's kappa (1960), unweighted; 0 where it is undefined (NaN in scikit-learn).

use super::by_class::{ByClass, OPTIONS};
use super::values::ClassCounts;
use crate::describe::{Description, Make};

pub(super) static KAPPA: Description = Description {
    options: OPTIONS,
    chance_is_zero: true,
    ..Description::new(
        "kappa",
        "Cohen's kappa, unweighted",
        Make::Labels(|_, set| ByClass::scorer(KAPPA.name, set, false, kappa)),
    )
};

fn kappa(classes: &ClassCounts) -> f64 {
    let [n, right, both, ..] = classes.moments();
    let expected_wrong = n * n - both;
    if expected_wrong == 0 { 0.0 } else { (right * n - both) as f64 / expected_wrong as f64 }
}
