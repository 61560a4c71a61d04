//! Holm: `max_{j <= i} (k - j + 1) p_(j)`. Family-wise error under any dependence (Holm 1979).

use super::running::running_max;
use crate::Probability;

pub(super) fn adjust(ascending: &[Probability]) -> Vec<Probability> {
    let k = ascending.len();
    running_max(
        ascending
            .iter()
            .enumerate()
            .map(|(rank, p)| p.scaled((k - rank) as f64)),
    )
}
