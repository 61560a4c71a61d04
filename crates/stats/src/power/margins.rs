//! What two published accuracies allow, when nobody kept which items were right.
//!
//! Two systems with g = (items won) - (items lost) differ on g + 2u items, where the system loses u of those that the
//! baseline has right. Exact McNemar (the permutation test of 0/1 scores) depends on g and u alone, and p grows with u: it
//! is smallest when nothing was lost (u = 0, p = 2^-g one-sided) and largest when all errors fall on different items,
//! `u = min(right of the baseline, wrong of the system)`.
//!
//! Printed accuracies are rounded: then a range of counts fits, and the bounds are taken over all of them. They lie at the
//! ends of both ranges: one item more between the systems never lets them disagree on more.

use crate::{Alternative, McNemar, Probability, StatsError};

/// Counts of right items that two published accuracies allow, first and last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accuracies {
    items: u64,
    baseline: (u64, u64),
    system: (u64, u64),
}

/// One table at an end of the range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Items that only the system has right, and only the baseline.
    pub discordant: McNemar,
    /// Its p-value.
    pub p: Probability,
}

/// What a table without discordant items says.
const NO_EVIDENCE: Bounds = Bounds {
    discordant: McNemar { b: 0, c: 0 },
    p: Probability::ONE,
};

impl Accuracies {
    /// # Errors
    /// When there are no items, a range is empty, or a count exceeds the items.
    pub fn new(items: u64, baseline: (u64, u64), system: (u64, u64)) -> Result<Self, StatsError> {
        if items == 0 {
            return Err(StatsError::TooFew {
                what: "items",
                needed: 1,
                found: 0,
            });
        }
        for (first, last) in [baseline, system] {
            for (part_name, part, whole_name, whole) in [
                ("the least count of right items", first, "the largest", last),
                ("right items", last, "items", items),
            ] {
                if part > whole {
                    return Err(StatsError::PartExceedsWhole {
                        part_name,
                        part,
                        whole_name,
                        whole,
                    });
                }
            }
        }
        Ok(Self {
            items,
            baseline,
            system,
        })
    }

    /// The most items that can be lost and won back when `baseline` and `system` are right.
    fn most_lost(&self, baseline: u64, system: u64) -> u64 {
        baseline.min(self.items - system)
    }

    /// The table with the smallest p.
    pub fn least(&self, alternative: Alternative) -> Bounds {
        let tables = self.extremes(alternative);
        tables
            .into_iter()
            .min_by(|one, other| one.p.total_cmp(&other.p))
            .unwrap_or(NO_EVIDENCE)
    }

    /// The table with the largest p.
    pub fn largest(&self, alternative: Alternative) -> Bounds {
        let tables = self.extremes(alternative);
        tables
            .into_iter()
            .max_by(|one, other| one.p.total_cmp(&other.p))
            .unwrap_or(NO_EVIDENCE)
    }

    /// The tables among which both bounds are: p is monotone in the items lost and in either accuracy, but for a two-sided
    /// test of accuracies that may be equal.
    fn extremes(&self, alternative: Alternative) -> Vec<Bounds> {
        let mut accuracies = Vec::with_capacity(5);
        for baseline in [self.baseline.0, self.baseline.1] {
            accuracies.extend([self.system.0, self.system.1].map(|system| (baseline, system)));
        }
        let same = self.baseline.0.max(self.system.0);
        if same <= self.baseline.1.min(self.system.1) {
            accuracies.push((same, same));
        }
        let table = |(baseline, system): (u64, u64), lost: u64| {
            let discordant = McNemar {
                b: lost + system - baseline,
                c: lost,
            };
            Bounds {
                discordant,
                p: discordant.exact(alternative),
            }
        };
        let ends = |pair: (u64, u64)| {
            [
                pair.0.saturating_sub(pair.1),
                self.most_lost(pair.0, pair.1),
            ]
            .map(|lost| table(pair, lost))
        };
        accuracies.into_iter().flat_map(ends).collect()
    }

    /// The most items that the system can have lost while p stays at or below alpha, for the accuracies `baseline` and
    /// `system` (counts of right items); `None` where even no loss is significant.
    pub fn significant_up_to(
        &self,
        baseline: u64,
        system: u64,
        alpha: f64,
        alternative: Alternative,
    ) -> Option<u64> {
        let gap = system as i64 - baseline as i64;
        // Items lost by whoever is ahead.
        let least = (-gap).max(0) as u64;
        let most = self.most_lost(baseline, system);
        let significant = |lost: u64| {
            let discordant = McNemar {
                b: (lost as i64 + gap) as u64,
                c: lost,
            };
            discordant.exact(alternative).value() <= alpha
        };
        if !significant(least) {
            return None;
        }
        let (mut low, mut high) = (least, most + 1);
        while high - low > 1 {
            let middle = low.midpoint(high);
            if significant(middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Smallest and largest p over every table of every pair of counts.
    fn enumerated(of: &Accuracies, alternative: Alternative) -> (f64, f64) {
        let (mut least, mut largest) = (f64::INFINITY, 0.0_f64);
        for baseline in of.baseline.0..=of.baseline.1 {
            for system in of.system.0..=of.system.1 {
                for both in 0..=baseline.min(system) {
                    if baseline + system - both <= of.items {
                        let test = McNemar {
                            b: system - both,
                            c: baseline - both,
                        };
                        let p = test.exact(alternative).value();
                        least = least.min(p);
                        largest = largest.max(p);
                    }
                }
            }
        }
        (least, largest)
    }

    #[test]
    fn bounds_are_those_over_every_compatible_table() {
        let of =
            |items, baseline, system| Accuracies::new(items, baseline, system).expect("counts");
        for accuracies in [
            of(20, (10, 10), (16, 16)),
            of(20, (16, 16), (10, 10)),
            of(20, (9, 11), (13, 15)),
            of(20, (13, 15), (9, 11)),
            of(20, (9, 13), (11, 15)),
            of(20, (0, 2), (18, 20)),
            of(20, (7, 7), (7, 7)),
            of(15, (11, 12), (13, 15)),
            of(15, (2, 3), (4, 9)),
        ] {
            for alternative in Alternative::ALL {
                let (least, largest) = enumerated(&accuracies, alternative);
                let (low, high) = (
                    accuracies.least(alternative),
                    accuracies.largest(alternative),
                );
                assert_eq!(
                    low.p.value(),
                    least,
                    "{accuracies:?} {alternative}: {low:?}"
                );
                assert_eq!(
                    high.p.value(),
                    largest,
                    "{accuracies:?} {alternative}: {high:?}"
                );
            }
        }
    }

    #[test]
    fn significance_ends_where_one_more_loss_ends_it() {
        let of = Accuracies::new(500, (400, 400), (412, 412)).expect("counts");
        let last = of
            .significant_up_to(400, 412, 0.05, Alternative::TwoSided)
            .expect("12 wins and no loss");
        let p = |lost| {
            (McNemar {
                b: lost + 12,
                c: lost,
            })
            .exact(Alternative::TwoSided)
            .value()
        };
        assert!(p(last) <= 0.05 && p(last + 1) > 0.05, "{last}");
        assert_eq!(
            of.significant_up_to(400, 405, 0.05, Alternative::TwoSided),
            None,
            "2^-4 > 0.05"
        );
    }

    #[test]
    fn impossible_counts_are_refused() {
        assert!(Accuracies::new(0, (0, 0), (0, 0)).is_err());
        assert!(Accuracies::new(10, (5, 4), (3, 3)).is_err());
        assert!(Accuracies::new(10, (5, 5), (3, 11)).is_err());
    }
}
