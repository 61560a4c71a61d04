//! False discovery rate: Benjamini-Hochberg and Benjamini-Yekutieli.

use super::family_wise::running_min;
use crate::Probability;

/// Benjamini-Hochberg: `min_{j >= i} k p_(j) / j`, under positive dependence (1995).
pub(super) fn benjamini_hochberg(ascending: &[Probability]) -> Vec<Probability> {
    step_up(ascending, 1.0)
}

/// Benjamini-Yekutieli: the same times `1 + 1/2 + ... + 1/k`, under any dependence (2001).
pub(super) fn benjamini_yekutieli(ascending: &[Probability]) -> Vec<Probability> {
    // Small terms first: the sum is right to its last bits.
    let harmonic: f64 = (1..=ascending.len()).rev().map(|j| 1.0 / j as f64).sum();
    step_up(ascending, harmonic)
}

fn step_up(ascending: &[Probability], penalty: f64) -> Vec<Probability> {
    let k = ascending.len() as f64;
    running_min(
        ascending
            .iter()
            .enumerate()
            .map(|(rank, p)| p.times_ratio(k * penalty, (rank + 1) as f64)),
    )
}
