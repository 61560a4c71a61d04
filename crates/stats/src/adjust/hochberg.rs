//! Hochberg: `min_{j >= i} (k - j + 1) p_(j)`. Family-wise error under independence or positive dependence
//! (Hochberg 1988).

use super::running::running_min;
use crate::Probability;

pub(super) fn adjust(ascending: &[Probability]) -> Vec<Probability> {
    let k = ascending.len();
    running_min(
        ascending
            .iter()
            .enumerate()
            .map(|(rank, p)| p.scaled((k - rank) as f64)),
    )
}
