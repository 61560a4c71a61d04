//! Areas under the ROC and the precision-recall curve, as metrics of samples of items.
//!
//! Only the order of a system's scores counts. Swaps therefore exchange the ranks that the two systems give an item, never the scores:
//! a system whose scores are rescaled stays the same system (Venkatraman 2000; Bandos, Rockette and Gur 2005). Items are sorted once; a
//! resample or swap costs one pass over them.

use rayon::prelude::*;
use restrap_metrics::Ranked;
use restrap_stats::roc::keyed;

use crate::data::sampled::{ItemMetric, Ranking};
use crate::data::scores::Scores;

/// Samples that are handed over at once.
const BATCH: usize = 64;

/// The scores of every system, and which items are positive.
#[derive(Clone, Debug)]
pub struct RankedItems {
    of: Ranked,
    /// What tells positive items.
    positive: String,
    names: Vec<String>,
    systems: Vec<Order>,
    is_positive: Vec<bool>,
}

/// The items of one system by its scores.
#[derive(Clone, Debug)]
struct Order {
    scores: Vec<f64>,
    /// Items in ascending order of their scores.
    ascending: Vec<u32>,
    /// Twice the mean place of each item among those of the same score: a whole number.
    ranks: Vec<u32>,
    has_ties: bool,
}

impl Order {
    fn new(scores: &[f64]) -> Self {
        let mut keyed = keyed(scores);
        keyed.par_sort_unstable();
        let (mut ranks, mut has_ties) = (vec![0; scores.len()], false);
        let mut before = 0;
        for tied in keyed.chunk_by(|a, b| a.0 == b.0) {
            has_ties |= tied.len() > 1;
            let rank = (2 * before + tied.len() - 1) as u32;
            for &(_, item) in tied {
                ranks[item as usize] = rank;
            }
            before += tied.len();
        }
        let ascending = keyed.into_iter().map(|(_, item)| item).collect();
        Self { scores: scores.to_vec(), ascending, ranks, has_ties }
    }
}

impl Order {
    /// The area of a sample in which each item is so often.
    fn area(&self, of: Ranked, is_positive: &[bool], counts: &[i64]) -> f64 {
        let ascending = self.ascending.iter().map(|&item| item as usize);
        if of == Ranked::PrAuc || self.has_ties {
            return area(of, ascending.map(|item| (self.ranks[item], is_positive[item], counts[item])));
        }
        let (mut negatives, mut positives, mut right) = (0, 0, 0_i128);
        for item in ascending {
            let count = counts[item];
            if is_positive[item] {
                positives += count;
                right += i128::from(count * negatives);
            } else {
                negatives += count;
            }
        }
        if positives == 0 || negatives == 0 {
            return f64::NAN;
        }
        right as f64 / (positives as f64 * negatives as f64)
    }
}

/// The area of items that come in ascending order of their ranks, each with how often it is there; NaN where a class has none.
fn area(of: Ranked, ascending: impl Iterator<Item = (u32, bool, i64)>) -> f64 {
    // Of each rank the items of either class.
    let mut groups: Vec<[i64; 2]> = Vec::new();
    let mut last = None;
    for (rank, is_positive, count) in ascending.filter(|(.., count)| *count > 0) {
        if last.replace(rank) != Some(rank) {
            groups.push([0; 2]);
        }
        if let Some(group) = groups.last_mut() {
            group[usize::from(is_positive)] += count;
        }
    }
    let [negatives, positives] =
        groups.iter().fold([0; 2], |sum, group| [sum[0] + group[0], sum[1] + group[1]]);
    if positives == 0 || negatives == 0 && of == Ranked::RocAuc {
        return f64::NAN;
    }
    match of {
        Ranked::RocAuc => {
            let (mut below, mut right) = (0, 0_i128);
            for [negative, positive] in groups {
                right += i128::from(positive) * i128::from(2 * below + negative);
                below += negative;
            }
            right as f64 / (2.0 * positives as f64 * negatives as f64)
        }
        Ranked::PrAuc => {
            let (mut found, mut taken, mut sum) = (0, 0, 0.0);
            for [negative, positive] in groups.into_iter().rev() {
                found += positive;
                taken += positive + negative;
                sum += positive as f64 * found as f64 / taken as f64;
            }
            sum / positives as f64
        }
    }
}

impl RankedItems {
    /// Of systems on the same items; `positive` says in a signature which items these are.
    pub fn new(of: Ranked, positive: String, systems: &[Scores], is_positive: Vec<bool>) -> Self {
        let names = systems.iter().map(|system| system.name.clone()).collect();
        let systems = systems.iter().map(|system| Order::new(&system.values)).collect();
        Self { of, positive, names, systems, is_positive }
    }

    /// The ranks of two systems together in ascending order: rank, item, and whether it is the second system's.
    fn merged(&self, [one, other]: [usize; 2]) -> Vec<(u32, u32, bool)> {
        let of = |system: usize, second: bool| {
            let Order { ascending, ranks, .. } = &self.systems[system];
            ascending.iter().map(move |&item| (ranks[item as usize], item, second))
        };
        let mut all: Vec<_> = of(one, false).chain(of(other, true)).collect();
        // Two ascending runs: linear in the items.
        all.sort_by_key(|(rank, ..)| *rank);
        all
    }
}

impl ItemMetric for RankedItems {
    fn name(&self) -> String {
        self.of.name().to_owned()
    }

    fn signature(&self) -> String {
        format!("{}|positive:{}", self.of.name(), self.positive)
    }

    fn higher_is_better(&self) -> bool {
        true
    }

    fn range(&self) -> Option<[f64; 2]> {
        Some([0.0, 1.0])
    }

    fn systems(&self) -> &[String] {
        &self.names
    }

    fn items(&self) -> usize {
        self.is_positive.len()
    }

    fn batch(&self) -> usize {
        BATCH
    }

    fn takes_samples(&self) -> bool {
        true
    }

    fn differs(&self, one: usize, other: usize) -> Vec<bool> {
        let ranks = self.systems[one].ranks.iter().zip(&self.systems[other].ranks);
        ranks.map(|(one, other)| one != other).collect()
    }

    fn of_samples(&self, systems: &[usize], counts: &[i64]) -> Vec<Vec<f64>> {
        let of_system = |&system: &usize| {
            let value = |counts: &[i64]| self.systems[system].area(self.of, &self.is_positive, counts);
            counts.chunks_exact(self.items()).map(value).collect()
        };
        systems.iter().map(of_system).collect()
    }

    fn of_swaps(&self, systems: [usize; 2], swapped: &[i64]) -> [Vec<f64>; 2] {
        let merged = self.merged(systems);
        let of_side = |side: bool| {
            let value = |swapped: &[i64]| {
                let own = merged.iter().map(|&(rank, item, second)| {
                    let state = swapped[item as usize];
                    let is_there = state >= 0 && (second == side) == (state == 0);
                    (rank, self.is_positive[item as usize], i64::from(is_there))
                });
                area(self.of, own)
            };
            swapped.chunks_exact(self.items()).map(value).collect()
        };
        [of_side(false), of_side(true)]
    }

    fn classes(&self, system: usize) -> Option<Ranking<'_>> {
        let Order { ascending, ranks, .. } = &self.systems[system];
        (self.of == Ranked::RocAuc).then_some(Ranking { ascending, ranks, is_positive: &self.is_positive })
    }

    fn in_order(&self, places: &[usize]) -> Option<Box<dyn ItemMetric>> {
        let names = places.iter().map(|&place| self.names[place].clone()).collect();
        let systems = places.iter().map(|&place| self.systems[place].clone()).collect();
        Some(Box::new(Self { names, systems, ..self.clone() }))
    }

    fn only(&self, is_in: &dyn Fn(usize) -> bool) -> Option<Box<dyn ItemMetric>> {
        let kept: Vec<usize> = (0..self.items()).filter(|&item| is_in(item)).collect();
        let system = |(name, order): (&String, &Order)| {
            Scores::new(name.clone(), kept.iter().map(|&item| order.scores[item]).collect::<Vec<f64>>())
        };
        let systems: Vec<Scores> = self.names.iter().zip(&self.systems).map(system).collect();
        let is_positive = kept.iter().map(|&item| self.is_positive[item]).collect();
        Some(Box::new(Self::new(self.of, self.positive.clone(), &systems, is_positive)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(of: Ranked) -> RankedItems {
        let systems = [
            Scores::new("a", vec![0.1, 0.4, 0.35, 0.8, 0.4]),
            Scores::new("b", vec![10.0, 40.0, 35.0, 80.0, 20.0]),
        ];
        RankedItems::new(of, "1".to_owned(), &systems, vec![false, false, true, true, true])
    }

    #[test]
    fn areas_are_those_of_scikit_learn() {
        let (roc, pr) = (made(Ranked::RocAuc), made(Ranked::PrAuc));
        // Item 2 ties with item 5 in a; and a sample with item 1 twice and item 5 never.
        let counts = [1, 1, 1, 1, 1, 2, 1, 1, 1, 0];
        assert_eq!(roc.of_samples(&[0], &counts)[0], [0.75, 5.0 / 6.0]);
        let known = [1.0 / 3.0 + 2.0 / 3.0 / 3.0 + 3.0 / 4.0 / 3.0, 0.5 + 2.0 / 3.0 / 2.0];
        for (value, known) in pr.of_samples(&[0], &counts)[0].iter().zip(known) {
            assert!((value - known).abs() < 1e-15, "{value} {known}");
        }
        assert!(roc.of_samples(&[0], &[1, 1, 0, 0, 0])[0][0].is_nan());
    }

    #[test]
    fn swaps_exchange_ranks_and_not_scores() {
        let roc = made(Ranked::RocAuc);
        let as_they_are = roc.of_swaps([0, 1], &[0; 5]);
        assert_eq!(as_they_are.map(|values| values[0]), [0.75, roc.of_samples(&[1], &[1; 5])[0][0]]);
        let all = roc.of_swaps([0, 1], &[1; 5]);
        assert_eq!(all[0][0], roc.of_samples(&[1], &[1; 5])[0][0]);
        // b is a but for a scale of 100, and for item 5.
        assert_eq!(roc.differs(0, 1), [false, true, true, false, true]);
        let raw = Scores::new("c", vec![1.0, 4.0, 3.5, 8.0, 4.0]);
        let own = Scores::new("a", vec![0.1, 0.4, 0.35, 0.8, 0.4]);
        let rescaled = RankedItems::new(
            Ranked::RocAuc,
            "1".to_owned(),
            &[own, raw],
            vec![false, false, true, true, true],
        );
        assert_eq!(rescaled.differs(0, 1), [false; 5]);
    }
}
