//! Running minima and maxima, which keep adjusted p-values in the order of the p-values that they adjust.

use crate::Probability;

/// Running maximum from the smallest p-value on: the step-down rule.
pub(super) fn running_max(steps: impl Iterator<Item = Probability>) -> Vec<Probability> {
    let mut highest = Probability::ZERO;
    steps
        .map(|p| {
            highest = highest.max(p);
            highest
        })
        .collect()
}

/// Running minimum from the largest p-value down: the step-up rule. `steps` come in ascending order of p.
pub(super) fn running_min(steps: impl DoubleEndedIterator<Item = Probability>) -> Vec<Probability> {
    let mut lowest = Probability::ONE;
    let mut descending: Vec<Probability> = steps
        .rev()
        .map(|p| {
            lowest = lowest.min(p);
            lowest
        })
        .collect();
    descending.reverse();
    descending
}
