//! Bonferroni: `k p`. Family-wise error under any dependence (Dunn 1961).

use crate::Probability;

pub(super) fn adjust(ascending: &[Probability]) -> Vec<Probability> {
    ascending
        .iter()
        .map(|p| p.scaled(ascending.len() as f64))
        .collect()
}
