//! The median, or another quantile, of the scores of some systems, as a metric of samples of items.
//!
//! Linear between order statistics (Hyndman and Fan 1996, type 7), as NumPy's default. Items are sorted once; a resample or swap costs
//! one pass over the sorted scores of both systems.

use std::cmp::Ordering;

use crate::data::sampled::ItemMetric;
use crate::data::scores::Scores;

/// Samples that are handed over at once.
const BATCH: usize = 64;

/// A quantile of the scores of every system.
#[derive(Debug)]
pub struct Quantile {
    name: String,
    share: f64,
    higher_is_better: bool,
    systems: Vec<String>,
    scores: Vec<Vec<f64>>,
    /// The items of each system in ascending order of their scores.
    order: Vec<Vec<u32>>,
}

impl Quantile {
    /// At a share of the scores.
    pub fn new(name: String, share: f64, higher_is_better: bool, systems: &[Scores]) -> Self {
        let scores: Vec<Vec<f64>> = systems
            .iter()
            .map(|system| system.values.to_vec())
            .collect();
        let ascending = |scores: &Vec<f64>| {
            let mut order: Vec<u32> = (0..scores.len() as u32).collect();
            order.sort_by(|&a, &b| scores[a as usize].total_cmp(&scores[b as usize]));
            order
        };
        let order = scores.iter().map(ascending).collect();
        let systems = systems.iter().map(|system| system.name.clone()).collect();
        Self {
            name,
            share,
            higher_is_better,
            systems,
            scores,
            order,
        }
    }

    /// The quantile of so many scores, which come in ascending order, each with how often it is there; NaN of none.
    fn of(&self, total: i64, ascending: impl Iterator<Item = (f64, i64)>) -> f64 {
        let position = self.share * (total - 1) as f64;
        let below = libm::floor(position);
        let (mut passed, mut first) = (0, f64::NAN);
        for (score, count) in ascending.filter(|(_, count)| *count > 0) {
            passed += count;
            if first.is_nan() && passed as f64 > below {
                first = score;
                if position == below {
                    return first;
                }
            }
            if passed as f64 > below + 1.0 {
                let part = position - below;
                // The nearer end, as NumPy has it: a quantile of equal numbers is that number.
                let rise = score - first;
                return if part < 0.5 {
                    first + part * rise
                } else {
                    score - (1.0 - part) * rise
                };
            }
        }
        first
    }

    /// The scores of two systems together in ascending order: score, item, and whether it is the second system's.
    fn merged(&self, [one, other]: [usize; 2]) -> Vec<(f64, u32, bool)> {
        let of = |system: usize, second: bool| {
            self.order[system]
                .iter()
                .map(move |&item| (self.scores[system][item as usize], item, second))
        };
        let mut all: Vec<_> = of(one, false).chain(of(other, true)).collect();
        // Two ascending runs: linear in the items.
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        all
    }
}

impl ItemMetric for Quantile {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn signature(&self) -> String {
        format!("{}|p:{}|type:7", self.name, self.share)
    }

    fn higher_is_better(&self) -> bool {
        self.higher_is_better
    }

    fn systems(&self) -> &[String] {
        &self.systems
    }

    fn items(&self) -> usize {
        self.scores.first().map_or(0, Vec::len)
    }

    fn batch(&self) -> usize {
        BATCH
    }

    fn takes_samples(&self) -> bool {
        true
    }

    fn is_smooth(&self) -> bool {
        false
    }

    fn compared(&self, one: usize, other: usize) -> Option<Vec<Ordering>> {
        let scores = self.scores[one].iter().zip(&self.scores[other]);
        Some(scores.map(|(one, other)| one.total_cmp(other)).collect())
    }

    fn differs(&self, one: usize, other: usize) -> Vec<bool> {
        self.scores[one]
            .iter()
            .zip(&self.scores[other])
            .map(|(one, other)| one != other)
            .collect()
    }

    fn of_samples(&self, systems: &[usize], counts: &[i64]) -> Vec<Vec<f64>> {
        let of_system = |&system: &usize| {
            let value = |counts: &[i64]| {
                let scores = &self.scores[system];
                let ascending = self.order[system].iter().map(|&item| item as usize);
                self.of(
                    counts.iter().sum(),
                    ascending.map(|item| (scores[item], counts[item])),
                )
            };
            counts.chunks_exact(self.items()).map(value).collect()
        };
        systems.iter().map(of_system).collect()
    }

    fn of_swaps(&self, systems: [usize; 2], swapped: &[i64]) -> [Vec<f64>; 2] {
        let merged = self.merged(systems);
        let of_side = |side: bool| {
            let value = |swapped: &[i64]| {
                let total = swapped.iter().filter(|&&state| state >= 0).count() as i64;
                let own = merged.iter().map(|&(score, item, second)| {
                    let state = swapped[item as usize];
                    (
                        score,
                        i64::from(state >= 0 && (second == side) == (state == 0)),
                    )
                });
                self.of(total, own)
            };
            swapped.chunks_exact(self.items()).map(value).collect()
        };
        [of_side(false), of_side(true)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_and_swaps_have_the_quantiles_of_what_they_hold() {
        let systems = [
            Scores::new("a", vec![3.0, 1.0, 2.0, 10.0]),
            Scores::new("b", vec![0.0, 5.0, 2.0, 4.0]),
        ];
        let median = Quantile::new("median".to_owned(), 0.5, true, &systems);
        assert_eq!(
            median.of_samples(&[0, 1], &[1, 1, 1, 1, 0, 3, 0, 0]),
            [[2.5, 1.0], [3.0, 5.0]]
        );
        // The first item swapped; the second in neither.
        assert_eq!(median.of_swaps([0, 1], &[1, -1, 0, 0]), [[2.0], [3.0]]);
        let upper = Quantile::new("quantile".to_owned(), 0.9, true, &systems);
        assert!((upper.of_samples(&[0], &[1; 4])[0][0] - 7.9).abs() < 1e-12);
        assert!(median.of_samples(&[0], &[0; 4])[0][0].is_nan());
        assert_eq!(median.differs(0, 1), [true, true, false, true]);
    }
}
