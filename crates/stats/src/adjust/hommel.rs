//! Hommel: the closed test built on Simes's inequality (Hommel 1988; adjusted values by Wright 1992, appendix).
//!
//! `max over m >= 1` of the Simes value `min_j m p_(k-m+j) / j` of the m largest p-values, and for those outside the m
//! largest the smaller of that and `m p`. Family-wise error under the conditions of Hochberg, which it dominates. O(k^2).

use crate::Probability;

pub(super) fn adjust(ascending: &[Probability]) -> Vec<Probability> {
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
