//! Family-wise error: Bonferroni, Holm, Šidák, Hochberg, Hommel.
//!
//! The inputs are sorted, `p_(1) <= ... <= p_(k)`.

use crate::Probability;

/// Bonferroni: `k p`, under any dependence (Dunn 1961).
pub(super) fn bonferroni(ascending: &[Probability]) -> Vec<Probability> {
    ascending
        .iter()
        .map(|p| p.scaled(ascending.len() as f64))
        .collect()
}

/// Holm: `max_{j <= i} (k - j + 1) p_(j)`, under any dependence (Holm 1979).
pub(super) fn holm(ascending: &[Probability]) -> Vec<Probability> {
    let k = ascending.len();
    running_max(
        ascending
            .iter()
            .enumerate()
            .map(|(rank, p)| p.scaled((k - rank) as f64)),
    )
}

/// Šidák: `1 - (1 - p)^k` (Šidák 1967). Exact for independent tests; computed as `-expm1(k log1p(-p))`, so that a small
/// p keeps its digits.
pub(super) fn sidak(ascending: &[Probability]) -> Vec<Probability> {
    ascending
        .iter()
        .map(|&p| any_of(p, ascending.len()))
        .collect()
}

/// The step-down form of Šidák: `max_{j <= i} 1 - (1 - p_(j))^(k - j + 1)`.
pub(super) fn holm_sidak(ascending: &[Probability]) -> Vec<Probability> {
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

/// Hochberg: `min_{j >= i} (k - j + 1) p_(j)`, under independence or positive dependence (Hochberg 1988).
pub(super) fn hochberg(ascending: &[Probability]) -> Vec<Probability> {
    let k = ascending.len();
    running_min(
        ascending
            .iter()
            .enumerate()
            .map(|(rank, p)| p.scaled((k - rank) as f64)),
    )
}

/// Hommel: the closed test built on Simes's inequality (Hommel 1988; adjusted values by Wright 1992, appendix).
///
/// `max over m >= 1` of the Simes value `min_j m p_(k-m+j) / j` of the m largest p-values, and for those outside the m
/// largest the smaller of that and `m p`. Valid under the conditions of Hochberg, which it dominates. O(k^2).
pub(super) fn hommel(ascending: &[Probability]) -> Vec<Probability> {
    let k = ascending.len();
    let mut adjusted = ascending.to_vec();
    for m in (2..=k).rev() {
        let (small, large) = ascending.split_at(k - m);
        let times = m as f64;
        let simes = large
            .iter()
            .enumerate()
            .map(|(place, p)| p.times_ratio(times, (place + 1) as f64))
            .fold(Probability::ONE, Probability::min);
        for (place, p) in small.iter().enumerate() {
            adjusted[place] = adjusted[place].max(p.scaled(times).min(simes));
        }
        for value in &mut adjusted[k - m..] {
            *value = value.max(simes);
        }
    }
    adjusted
}

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
