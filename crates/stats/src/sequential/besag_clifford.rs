//! A p-value that is valid although its resamples stop early: after h of them exceeded (Besag and Clifford 1991, Biometrika 78:301).
//!
//! Where every resample is looked at, p = h/l if the h-th exceedance is resample l, and (c + 1)/(R + 1) if R resamples have c < h.
//! Looked at now and then, draws stop at the first look with h exceedances or more. Later stops are more extreme, and of one look
//! fewer exceedances; p is the probability of what is at least as extreme, over the ranks that the observed value may have among
//! the resamples, all alike under the null. So p is valid with any looks, and with a look at every resample it is h/l.

use crate::Probability;

/// Stops after so many exceedances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BesagClifford {
    enough: u64,
}

impl BesagClifford {
    /// Exceedances that stop where nothing else is asked for: typical are 10 to 20 (Besag and Clifford 1991).
    pub const ENOUGH: u64 = 20;

    /// Stops after `enough` exceedances, at least 1.
    pub fn new(enough: u64) -> Self {
        Self {
            enough: enough.max(1),
        }
    }

    /// So many exceedances stop.
    pub fn stops(self, count: u64) -> bool {
        count >= self.enough
    }

    /// The p-value at a stop, or at the last resample: `count` exceedances among `draws`, after a look at `before` of them that did
    /// not stop. Cost: `count` times the exceedances that stop.
    pub fn p(self, count: u64, draws: u64, before: u64) -> Probability {
        // So many exceedances or fewer cannot have stopped before.
        let certain = self.enough.min(count + 1);
        // Probability of r exceedances among the first `before` where there are t among all: one more lies among them by what is left.
        let mut among = vec![0.0; self.enough as usize];
        among[0] = 1.0;
        let mut total = certain as f64;
        for t in 0..count {
            let left = (draws - t) as f64;
            for r in (0..among.len()).rev() {
                let stays = draws.saturating_sub(before) as f64 - (t as f64 - r as f64);
                let joins = if r == 0 {
                    0.0
                } else {
                    among[r - 1] * (before as f64 - (r as f64 - 1.0)).max(0.0)
                };
                among[r] = (among[r] * stays.max(0.0) + joins) / left;
            }
            if t + 1 >= certain {
                total += among.iter().sum::<f64>();
            }
        }
        Probability::new(total / (draws as f64 + 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_a_look_at_every_resample_it_is_h_over_l() {
        for (enough, last) in [(1, 7), (3, 3), (9, 50), (20, 1_000)] {
            let p = BesagClifford::new(enough).p(enough, last, last - 1).value();
            assert!(
                (p - enough as f64 / last as f64).abs() < 1e-14,
                "{enough}/{last}: {p}"
            );
        }
        for (count, draws) in [(0, 99), (4, 1_000)] {
            let p = BesagClifford::new(10).p(count, draws, draws / 2).value();
            assert_eq!(p, (count as f64 + 1.0) / (draws as f64 + 1.0));
        }
    }

    /// Over every rank and order of the observed value among its resamples: what may be said, and how often at or below it.
    #[test]
    fn p_is_the_probability_of_at_most_p() {
        for (looks, enough) in [
            (&[3_u64, 6, 10][..], 2),
            (&[1, 2, 3, 4, 5, 6, 7, 8], 3),
            (&[4, 5, 12], 1),
        ] {
            let rule = BesagClifford::new(enough);
            let all = looks[looks.len() - 1];
            let mut said: Vec<(f64, f64)> = Vec::new();
            for bits in 0..1_u32 << all {
                let count = |draws: u64| u64::from((bits & ((1 << draws) - 1)).count_ones());
                let place = looks
                    .iter()
                    .position(|&draws| rule.stops(count(draws)))
                    .unwrap_or(looks.len() - 1);
                let before = if place == 0 { 0 } else { looks[place - 1] };
                let p = rule.p(count(looks[place]), looks[place], before).value();
                // Ranks are alike, and so is every order of so many exceedances.
                let orders: f64 = (0..count(all))
                    .map(|k| (all - k) as f64 / (k + 1) as f64)
                    .product();
                said.push((p, 1.0 / ((all + 1) as f64 * orders)));
            }
            for &(p, _) in &said {
                let chance: f64 = said
                    .iter()
                    .filter(|(other, _)| *other <= p + 1e-12)
                    .map(|(_, weight)| weight)
                    .sum();
                assert!(
                    (chance - p).abs() < 1e-12,
                    "{looks:?} {enough}: {p} {chance}"
                );
            }
        }
    }

    #[test]
    fn the_ordinary_p_value_at_such_a_stop_is_too_small() {
        // (c + 1)/(l + 1) at the 3rd exceedance, looked at from resample to resample.
        let (enough, all) = (3_u64, 12_u64);
        let mut below: f64 = 0.0;
        let at = (enough + 1) as f64 / (all + 1) as f64;
        for bits in 0..1_u32 << all {
            let count = |draws: u64| u64::from((bits & ((1 << draws) - 1)).count_ones());
            let stop = (1..=all)
                .find(|&draws| count(draws) >= enough)
                .unwrap_or(all);
            let orders: f64 = (0..count(all))
                .map(|k| (all - k) as f64 / (k + 1) as f64)
                .product();
            let p = (count(stop) as f64) / (stop as f64 + 1.0);
            below += if p <= at {
                1.0 / ((all + 1) as f64 * orders)
            } else {
                0.0
            };
        }
        assert!(below > at, "{below} {at}");
    }
}
