//! Sidak: `1 - (1 - p)^k` (Sidak 1967), and its step-down form `max_{j <= i} 1 - (1 - p_(j))^(k - j + 1)`.
//!
//! Exact for independent tests; computed as `-expm1(k log1p(-p))`, so a small p keeps its digits.

use super::running::running_max;
use crate::Probability;

pub(super) fn adjust(ascending: &[Probability]) -> Vec<Probability> {
    ascending
        .iter()
        .map(|&p| any_of(p, ascending.len()))
        .collect()
}

pub(super) fn step_down(ascending: &[Probability]) -> Vec<Probability> {
    let k = ascending.len();
    running_max(
        ascending
            .iter()
            .enumerate()
            .map(|(rank, &p)| any_of(p, k - rank)),
    )
}

/// Probability that the smallest of `tests` independent p-values is at most p.
fn any_of(p: Probability, tests: usize) -> Probability {
    // Below 1e-20 the next term of the expansion, k p / 2, is lost on a double.
    if p.value() < 1e-20 || tests == 1 {
        return p.scaled(tests as f64);
    }
    Probability::new(-libm::expm1(tests as f64 * libm::log1p(-p.value())))
}
