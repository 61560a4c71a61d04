//! The area under the ROC curve and its variance (DeLong, DeLong & Clarke-Pearson 1988), in n log n by one sort (Sun & Xu 2014), and of
//! clusters of items (Obuchowski 1997).
//!
//! The area is the share of pairs of a positive and a negative item that the scores order rightly, ties as one half. Every item has a
//! placement: the share of the items of the other class that it is on the right side of. The area is the mean of the placements of
//! either class, and so is a difference of areas the mean of differences of placements.

use crate::error::share;
use crate::{Interval, Moments, StatsError};

/// The placements of the items of one system, or their differences between two.
#[derive(Clone, Debug, PartialEq)]
pub struct Placements {
    /// The area, or the difference.
    pub area: f64,
    /// One for each item.
    pub of_items: Vec<f64>,
}

/// The variance of an area or a difference, and how much is known of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RocVariance {
    /// The variance.
    pub variance: f64,
    /// Positive and negative units: items, or clusters with such items.
    pub classes: [usize; 2],
    /// Clusters, where units are clusters.
    pub clusters: Option<usize>,
}

/// The interval of an area of 1, without an assumption about the scores: `[(alpha / 2)^(1 / pairs), 1]`.
///
/// `pairs` is the number of items of the smaller class. So many disjoint pairs of a positive and a negative item are all in the right
/// order with probability `area^pairs` at most.
///
/// # Errors
/// When `confidence` is outside (0, 1).
pub fn separated(pairs: usize, confidence: f64) -> Result<Interval, StatsError> {
    let half = 0.5 * (1.0 - share("confidence", confidence)?);
    Interval::new(libm::exp(libm::log(half) / pairs.max(1) as f64), 1.0)
}

/// Scores as whole numbers of their order, with the items that have them: a sort of these stays in the cache.
pub fn keyed(scores: &[f64]) -> Vec<(u64, u32)> {
    let key = |&score: &f64| {
        // 0 and -0 are one score.
        let bits = (score + 0.0).to_bits();
        if bits >> 63 == 0 {
            bits | 1 << 63
        } else {
            !bits
        }
    };
    scores.iter().map(key).zip(0..).collect()
}

/// An item among others in the ascending order of their scores, packed so that a pass over a million stays in the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed(u32);

impl Placed {
    /// Items that there can be: two bits of their number are used otherwise.
    pub const MOST: usize = 1 << 30;

    /// An item, whether it is positive, and whether it has a higher score than the one before.
    pub fn new(item: u32, is_positive: bool, starts: bool) -> Self {
        Self(item << 2 | u32::from(is_positive) << 1 | u32::from(starts))
    }

    /// All items in the order of sorted keys.
    pub fn all(sorted: &[(u64, u32)], is_positive: &[bool]) -> Vec<Self> {
        let mut last = None;
        let step = |&(key, item): &(u64, u32)| {
            Self::new(
                item,
                is_positive[item as usize],
                last.replace(key) != Some(key),
            )
        };
        sorted.iter().map(step).collect()
    }

    /// Which item.
    pub fn item(self) -> usize {
        (self.0 >> 2) as usize
    }

    /// Whether it is of the positive class.
    pub fn is_positive(self) -> bool {
        self.0 & 2 != 0
    }

    /// Whether it has a higher score than the one before.
    pub fn starts(self) -> bool {
        self.0 & 1 != 0
    }
}

impl Placements {
    /// Of scores, higher for positive items; `None` where a class has no item.
    pub fn new(scores: &[f64], is_positive: &[bool]) -> Option<Self> {
        let mut order = keyed(scores);
        order.sort_unstable();
        Self::in_order(&Placed::all(&order, is_positive), scores.len())
    }

    /// Of so many items in the ascending order of their scores; `None` where a class has no item.
    pub fn in_order(steps: &[Placed], items: usize) -> Option<Self> {
        let positives = steps.iter().filter(|step| step.is_positive()).count() as u64;
        let negatives = steps.len() as u64 - positives;
        if positives == 0 || negatives == 0 {
            return None;
        }
        let mut of_items = vec![0.0; items];
        let (mut below, mut right) = ([0_u64; 2], 0_u128);
        for group in steps.chunk_by(|_, next| !next.starts()) {
            let own = group.iter().filter(|step| step.is_positive()).count() as u64;
            let tied = [group.len() as u64 - own, own];
            // Twice as many, so that ties are whole numbers.
            let of_positive = (2 * below[0] + tied[0]) as f64 / (2 * negatives) as f64;
            let of_negative =
                (2 * (positives - below[1]) - tied[1]) as f64 / (2 * positives) as f64;
            for step in group {
                of_items[step.item()] = if step.is_positive() {
                    of_positive
                } else {
                    of_negative
                };
            }
            right += u128::from(own) * u128::from(2 * below[0] + tied[0]);
            below = [below[0] + tied[0], below[1] + tied[1]];
        }
        let area = right as f64 / (2.0 * positives as f64 * negatives as f64);
        Some(Self { area, of_items })
    }

    /// Of this system minus another on the same items.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let of_items = self
            .of_items
            .iter()
            .zip(&other.of_items)
            .map(|(own, other)| own - other);
        Self {
            area: self.area - other.area,
            of_items: of_items.collect(),
        }
    }

    /// The variance over items; `None` for fewer than two of a class.
    pub fn variance(&self, is_positive: &[bool]) -> Option<RocVariance> {
        let of = |class: bool| {
            let own = self
                .of_items
                .iter()
                .zip(is_positive)
                .filter(|(_, is)| **is == class);
            let own: Vec<f64> = own.map(|(placement, _)| *placement).collect();
            Some((
                Moments::of(&own).ok()?.variance()? / own.len() as f64,
                own.len(),
            ))
        };
        let ((positive, m), (negative, n)) = (of(true)?, of(false)?);
        Some(RocVariance {
            variance: positive + negative,
            classes: [m, n],
            clusters: None,
        })
    }

    /// The variance over clusters, `places` of the items from 0 (Obuchowski 1997, equation 6); `None` for fewer than two clusters with
    /// items of a class.
    pub fn variance_of_clusters(
        &self,
        is_positive: &[bool],
        places: &[u32],
        clusters: usize,
    ) -> Option<RocVariance> {
        // Of each cluster and class the sum of placements and the number of items.
        let mut sums = vec![[(0.0, 0.0); 2]; clusters];
        for ((&placement, &is), &place) in self.of_items.iter().zip(is_positive).zip(places) {
            let (sum, items) = &mut sums[place as usize][usize::from(!is)];
            (*sum, *items) = (*sum + placement, *items + 1.0);
        }
        let of_class = |class: usize| {
            let items: f64 = sums.iter().map(|of| of[class].1).sum();
            let units = sums.iter().filter(|of| of[class].1 > 0.0).count();
            (items, units)
        };
        let [(m, with_m), (n, with_n)] = [of_class(0), of_class(1)];
        if with_m < 2 || with_n < 2 {
            return None;
        }
        let deviation = |of: &[(f64, f64); 2], class: usize| of[class].0 - of[class].1 * self.area;
        let of_squares = |class: usize, units: usize| {
            let squares: f64 = sums
                .iter()
                .map(|of| deviation(of, class) * deviation(of, class))
                .sum();
            squares * units as f64 / (units - 1) as f64
        };
        let cross: f64 = sums
            .iter()
            .map(|of| deviation(of, 0) * deviation(of, 1))
            .sum();
        let cross = cross * clusters as f64 / (clusters - 1) as f64;
        let variance = of_squares(0, with_m) / (m * m)
            + of_squares(1, with_n) / (n * n)
            + 2.0 * cross / (m * n);
        Some(RocVariance {
            variance: variance.max(0.0),
            classes: [with_m, with_n],
            clusters: Some(clusters),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pair by pair.
    fn slow(scores: &[f64], is_positive: &[bool]) -> Placements {
        let psi = |positive: f64, negative: f64| {
            if positive > negative {
                1.0
            } else if positive == negative {
                0.5
            } else {
                0.0
            }
        };
        let of = |class: bool| {
            scores
                .iter()
                .zip(is_positive)
                .filter(move |(_, is)| **is == class)
                .map(|(score, _)| *score)
        };
        let place = |(&score, &is): (&f64, &bool)| {
            let other: Vec<f64> = of(!is)
                .map(|other| {
                    if is {
                        psi(score, other)
                    } else {
                        psi(other, score)
                    }
                })
                .collect();
            other.iter().sum::<f64>() / other.len() as f64
        };
        let of_items: Vec<f64> = scores.iter().zip(is_positive).map(place).collect();
        let own: Vec<f64> = of_items
            .iter()
            .zip(is_positive)
            .filter(|(_, is)| **is)
            .map(|(of, _)| *of)
            .collect();
        Placements {
            area: own.iter().sum::<f64>() / own.len() as f64,
            of_items,
        }
    }

    fn made(seed: u64, items: usize, grid: u64) -> (Vec<f64>, Vec<bool>) {
        let mut state = seed;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        };
        (0..items)
            .map(|item| {
                (
                    (next() % grid) as f64,
                    item < 2 || (item > 3 && next() % 3 == 0),
                )
            })
            .unzip()
    }

    #[test]
    fn placements_are_those_of_all_pairs() {
        for seed in 0..100 {
            let (scores, is_positive) = made(seed, 5 + seed as usize, 3 + seed % 40);
            let (fast, slow) = (
                Placements::new(&scores, &is_positive).unwrap(),
                slow(&scores, &is_positive),
            );
            assert!((fast.area - slow.area).abs() < 1e-14, "{seed}");
            for (fast, slow) in fast.of_items.iter().zip(&slow.of_items) {
                assert!((fast - slow).abs() < 1e-14, "{seed}");
            }
        }
        assert_eq!(Placements::new(&[0.1, 0.2], &[true, true]), None);
        assert_eq!(
            Placements::new(&[0.0, -0.0], &[true, false]).map(|of| of.area),
            Some(0.5)
        );
    }

    #[test]
    fn clusters_of_one_item_vary_as_items_do() {
        let (scores, is_positive) = made(7, 60, 11);
        let placements = Placements::new(&scores, &is_positive).unwrap();
        let items = placements.variance(&is_positive).unwrap();
        let places: Vec<u32> = (0..60).collect();
        let clusters = placements
            .variance_of_clusters(&is_positive, &places, 60)
            .unwrap();
        assert!(
            (items.variance / clusters.variance - 1.0).abs() < 1e-12 || {
                // Each class has the correction of its own units; the product of both is 0.
                false
            }
        );
        // Every item twice, in a cluster with its copy: no more is known than of one.
        let twice = |values: &[f64]| {
            values
                .iter()
                .flat_map(|value| [*value; 2])
                .collect::<Vec<f64>>()
        };
        let both: Vec<bool> = is_positive.iter().flat_map(|is| [*is; 2]).collect();
        let doubled = Placements::new(&twice(&scores), &both).unwrap();
        let pairs: Vec<u32> = (0..120).map(|item| item / 2).collect();
        let of_pairs = doubled.variance_of_clusters(&both, &pairs, 60).unwrap();
        assert!((of_pairs.variance / items.variance - 1.0).abs() < 1e-12);
        // Negative control: as single items they would claim more.
        assert!(doubled.variance(&both).unwrap().variance < 0.6 * items.variance);
    }
}
