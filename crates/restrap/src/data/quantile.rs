//! The median, or another quantile, of the scores of some systems, as a metric of samples of items.
//!
//! Linear between order statistics (Hyndman and Fan 1996, type 7), as NumPy's default. Scores are sorted once. Of each resample the scores
//! below the quantile of all are counted, with one addition for each item; the order statistic lies some √n places from there.

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

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
    ascending: Vec<Ascending>,
    merged: Mutex<Vec<([usize; 2], Arc<Merged>)>>,
}

/// The scores of a system in ascending order.
#[derive(Debug)]
struct Ascending {
    scores: Vec<f64>,
    /// The item of each.
    order: Vec<u32>,
    /// Scores below their quantile.
    at: usize,
    /// For each item -1, all bits, where its score is one of these.
    below: Vec<i64>,
}

impl Ascending {
    fn new(scores: &[f64], share: f64) -> Self {
        let mut order: Vec<u32> = (0..scores.len() as u32).collect();
        order.sort_by(|&a, &b| scores[a as usize].total_cmp(&scores[b as usize]));
        let at = (share * scores.len() as f64) as usize;
        let mut below = vec![0; scores.len()];
        for &item in &order[..at] {
            below[item as usize] = -1;
        }
        Self {
            scores: order.iter().map(|&item| scores[item as usize]).collect(),
            order,
            at,
            below,
        }
    }
}

impl Quantile {
    /// At a share of the scores.
    pub fn new(name: String, share: f64, higher_is_better: bool, systems: &[Scores]) -> Self {
        let scores: Vec<Vec<f64>> = systems
            .iter()
            .map(|system| system.rows().to_vec())
            .collect();
        let ascending = scores
            .iter()
            .map(|scores| Ascending::new(scores, share))
            .collect();
        let systems = systems.iter().map(|system| system.name.clone()).collect();
        Self {
            name,
            share,
            higher_is_better,
            systems,
            scores,
            ascending,
            merged: Mutex::default(),
        }
    }

    /// The quantile of `total` scores. `weight` says how often the score at each place of the ascending `scores` is there, and there are
    /// `below` of them before place `at`. NaN of none.
    fn of_weights(
        &self,
        total: i64,
        scores: &[f64],
        weight: impl Fn(usize) -> i64,
        (at, below): (usize, i64),
    ) -> f64 {
        if total == 0 {
            return f64::NAN;
        }
        let position = self.share * (total - 1) as f64;
        let rank = libm::floor(position);
        let part = position - rank;
        let rank = rank as i64;
        // The first place up to which there are more than `rank` scores.
        let (mut place, mut before) = (at, below);
        while before > rank {
            place -= 1;
            before -= weight(place);
        }
        while before + weight(place) <= rank {
            before += weight(place);
            place += 1;
        }
        let first = scores[place];
        if part == 0.0 {
            return first;
        }
        let mut passed = before + weight(place);
        while passed <= rank + 1 {
            place += 1;
            passed += weight(place);
        }
        // The nearer end, as NumPy has it: a quantile of equal numbers is that number.
        let rise = scores[place] - first;
        if part < 0.5 {
            first + part * rise
        } else {
            scores[place] - (1.0 - part) * rise
        }
    }

    /// The scores of two systems together, made when they are first asked for.
    fn merged(&self, systems: [usize; 2]) -> Arc<Merged> {
        let mut known = self.merged.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, merged)) = known.iter().find(|one| one.0 == systems) {
            return Arc::clone(merged);
        }
        let merged = Arc::new(Merged::new(self, systems));
        known.push((systems, Arc::clone(&merged)));
        merged
    }
}

/// The scores of two systems in ascending order, and what a swap moves across the quantile of them all.
#[derive(Debug)]
struct Merged {
    scores: Vec<f64>,
    /// The item of each, and whether it is the second system's.
    entries: Vec<(u32, bool)>,
    /// Scores below the quantile of all.
    at: usize,
    /// Items that have both scores below it, and one score of either system alone.
    both: i64,
    one: [i64; 2],
    /// For each item what a swap adds to the first system's scores below it.
    moved: Vec<i64>,
}

impl Merged {
    fn new(quantile: &Quantile, [one, other]: [usize; 2]) -> Self {
        let of = |system: usize, second: bool| {
            let own = &quantile.ascending[system];
            let pairs = own.scores.iter().zip(&own.order);
            pairs.map(move |(&score, &item)| (score, item, second))
        };
        let mut all: Vec<_> = of(one, false).chain(of(other, true)).collect();
        // Two ascending runs: linear in the items.
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        let at = (quantile.share * all.len() as f64) as usize;
        let mut below = vec![[0; 2]; quantile.scores[one].len()];
        for &(_, item, second) in &all[..at] {
            below[item as usize][usize::from(second)] = 1;
        }
        Self {
            at,
            both: below.iter().map(|[a, b]| a * b).sum(),
            one: [
                below.iter().map(|[a, b]| a * (1 - b)).sum(),
                below.iter().map(|[a, b]| b * (1 - a)).sum(),
            ],
            moved: below.iter().map(|[a, b]| b - a).collect(),
            scores: all.iter().map(|one| one.0).collect(),
            entries: all.iter().map(|one| (one.1, one.2)).collect(),
        }
    }

    /// Both quantiles after swaps: 1 where the scores of an item are exchanged, 0 where they stay, -1 where it has none.
    fn swapped(&self, quantile: &Quantile, swapped: &[i64]) -> [f64; 2] {
        // Vectors have no product of 64 bits: -1 keeps what it is combined with, and 0 nothing.
        let each = self.moved.iter().zip(swapped);
        let (moved, states) = each.fold((0, 0), |(moved, states), (m, s)| {
            (moved + (m & -s), states | s)
        });
        if states < 0 {
            return self.swapped_of_some(quantile, swapped);
        }
        let all = self.both + self.one[0] + self.one[1];
        let first = self.both + self.one[0] + moved;
        [(false, first), (true, self.both + all - first)].map(|(side, below)| {
            let weight = |place: usize| {
                let (item, second) = self.entries[place];
                i64::from((second == side) == (swapped[item as usize] == 0))
            };
            quantile.of_weights(swapped.len() as i64, &self.scores, weight, (self.at, below))
        })
    }

    /// The same where some items have no scores, -1.
    fn swapped_of_some(&self, quantile: &Quantile, swapped: &[i64]) -> [f64; 2] {
        let total = swapped.iter().filter(|&&state| state >= 0).count() as i64;
        [false, true].map(|side| {
            let weight = |place: usize| {
                let (item, second) = self.entries[place];
                let state = swapped[item as usize];
                i64::from(state >= 0 && (second == side) == (state == 0))
            };
            quantile.of_weights(total, &self.scores, weight, (0, 0))
        })
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
        let mut values = vec![Vec::new(); systems.len()];
        for counts in counts.chunks_exact(self.items()) {
            let total = counts.iter().sum();
            for (values, &system) in values.iter_mut().zip(systems) {
                let own = &self.ascending[system];
                let below = own.below.iter().zip(counts).map(|(b, count)| b & count);
                let weight = |place: usize| counts[own.order[place] as usize];
                values.push(self.of_weights(total, &own.scores, weight, (own.at, below.sum())));
            }
        }
        values
    }

    fn without(&self, system: usize, run: Range<usize>) -> Option<f64> {
        let own = &self.ascending[system];
        let below: i64 = own.below[run.clone()].iter().sum();
        let total = (self.items() - run.len()) as i64;
        let weight = |place: usize| i64::from(!run.contains(&(own.order[place] as usize)));
        // The marks are -1.
        let start = (own.at, own.at as i64 + below);
        Some(self.of_weights(total, &own.scores, weight, start))
    }

    fn of_swaps(&self, systems: [usize; 2], swapped: &[i64]) -> [Vec<f64>; 2] {
        let merged = self.merged(systems);
        let mut values = [Vec::new(), Vec::new()];
        for swapped in swapped.chunks_exact(self.items()) {
            for (values, value) in values.iter_mut().zip(merged.swapped(self, swapped)) {
                values.push(value);
            }
        }
        values
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

    #[test]
    fn counting_from_the_quantile_finds_what_sorting_finds() {
        let mut numbers = restrap_testing::Numbers(17);
        for (items, values) in [(1, 3), (2, 2), (9, 4), (40, 1_000), (101, 7)] {
            let mut column = || -> Vec<f64> {
                let scores = (0..items).map(|_| numbers.below(values) as f64 / 4.0);
                scores.collect()
            };
            let (one, other) = (column(), column());
            let systems = [
                Scores::new("a", one.clone()),
                Scores::new("b", other.clone()),
            ];
            for share in [0.0, 0.1, 0.5, 0.93, 1.0] {
                let quantile = Quantile::new("q".to_owned(), share, true, &systems);
                let sorted = |mut values: Vec<f64>| {
                    values.sort_by(f64::total_cmp);
                    let position = share * (values.len() - 1) as f64;
                    let (low, part) = (position.floor() as usize, position.fract());
                    let high = (low + 1).min(values.len() - 1);
                    values[low] + part * (values[high] - values[low])
                };
                for _ in 0..20 {
                    let counts: Vec<i64> = (0..items).map(|_| numbers.below(3) as i64).collect();
                    let drawn = one.iter().zip(&counts);
                    let drawn: Vec<f64> = drawn
                        .flat_map(|(&score, &count)| vec![score; count as usize])
                        .collect();
                    let found = quantile.of_samples(&[0], &counts)[0][0];
                    if drawn.is_empty() {
                        assert!(found.is_nan());
                    } else {
                        assert!((found - sorted(drawn)).abs() < 1e-12, "{items} {share}");
                    }
                    for start in 0..items {
                        let run = start..(start + 3).min(items);
                        let mut kept = vec![1; items];
                        kept[run.clone()].fill(0);
                        let expected = quantile.of_samples(&[0], &kept)[0][0];
                        let found = quantile.without(0, run).expect("a quantile");
                        assert_eq!(found.to_bits(), expected.to_bits(), "{items} {share}");
                    }
                    let swapped: Vec<i64> = counts.iter().map(|&count| count.min(1)).collect();
                    let side = |second: bool| -> Vec<f64> {
                        let each = one.iter().zip(&other).zip(&swapped);
                        each.map(|((&a, &b), &s)| if second == (s == 0) { b } else { a })
                            .collect()
                    };
                    let found = quantile.of_swaps([0, 1], &swapped).map(|values| values[0]);
                    for (found, expected) in found.into_iter().zip([side(false), side(true)]) {
                        assert!((found - sorted(expected)).abs() < 1e-12, "{items} {share}");
                    }
                }
            }
        }
    }
}
