//! Areas under the ROC and the precision-recall curve, as metrics of samples of items.
//!
//! Only the order of a system's scores counts. Swaps therefore exchange the ranks that the two systems give an item, never the scores:
//! a system whose scores are rescaled stays the same system (Venkatraman 2000; Bandos, Rockette and Gur 2005). Items are sorted once; a
//! resample or swap costs one pass over them.

use rayon::prelude::*;
use restrap_metrics::Ranked;
use restrap_stats::roc::{Placed, keyed};

use crate::data::sampled::ItemMetric;
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
    ascending: Vec<Placed>,
    /// Twice the mean place of each item among those of the same score: a whole number.
    ranks: Vec<u32>,
}

impl Order {
    fn new(scores: &[f64], is_positive: &[bool]) -> Self {
        let mut keyed = keyed(scores);
        keyed.par_sort_unstable();
        let ascending = Placed::all(&keyed, is_positive);
        let mut ranks = vec![0; scores.len()];
        let mut before = 0;
        for tied in ascending.chunk_by(|_, next| !next.starts()) {
            let rank = (2 * before + tied.len() - 1) as u32;
            for step in tied {
                ranks[step.item()] = rank;
            }
            before += tied.len();
        }
        Self {
            scores: scores.to_vec(),
            ascending,
            ranks,
        }
    }
}

/// The area of steps in ascending order, each with how often it is there; NaN where a class has none.
fn area(of: Ranked, steps: &[Placed], count: impl Fn(usize, Placed) -> i64) -> f64 {
    let mut tied = [0_i64; 2];
    match of {
        Ranked::RocAuc => {
            let (mut below, mut right) = ([0_i64; 2], 0_i128);
            let mut close = |tied: &mut [i64; 2], below: &mut [i64; 2]| {
                let [negative, positive] = std::mem::take(tied);
                right += i128::from(positive) * i128::from(2 * below[0] + negative);
                *below = [below[0] + negative, below[1] + positive];
            };
            for (at, &step) in steps.iter().enumerate() {
                if step.starts() {
                    close(&mut tied, &mut below);
                }
                tied[usize::from(step.is_positive())] += count(at, step);
            }
            close(&mut tied, &mut below);
            let [negatives, positives] = below;
            if positives == 0 || negatives == 0 {
                return f64::NAN;
            }
            right as f64 / (2.0 * positives as f64 * negatives as f64)
        }
        Ranked::PrAuc => {
            let (mut found, mut taken, mut sum) = (0, 0, 0.0);
            for (at, &step) in steps.iter().enumerate().rev() {
                tied[usize::from(step.is_positive())] += count(at, step);
                if step.starts() {
                    let [negative, positive] = std::mem::take(&mut tied);
                    found += positive;
                    taken += positive + negative;
                    if positive > 0 {
                        sum += positive as f64 * found as f64 / taken as f64;
                    }
                }
            }
            if found == 0 {
                f64::NAN
            } else {
                sum / found as f64
            }
        }
    }
}

impl RankedItems {
    /// Of systems on the same items; `positive` says in a signature which items these are.
    pub fn new(of: Ranked, positive: String, systems: &[Scores], is_positive: Vec<bool>) -> Self {
        let names = systems.iter().map(|system| system.name.clone()).collect();
        let systems = systems
            .iter()
            .map(|system| Order::new(system.rows(), &is_positive))
            .collect();
        Self {
            of,
            positive,
            names,
            systems,
            is_positive,
        }
    }

    /// The ranks of two systems together in ascending order: steps, and whether each is the second system's.
    fn merged(&self, [one, other]: [usize; 2]) -> (Vec<Placed>, Vec<bool>) {
        let of = |system: usize, second: bool| {
            let Order {
                ascending, ranks, ..
            } = &self.systems[system];
            ascending
                .iter()
                .map(move |step| (ranks[step.item()], *step, second))
        };
        let mut all: Vec<_> = of(one, false).chain(of(other, true)).collect();
        // Two ascending runs: linear in the items.
        all.sort_by_key(|(rank, ..)| *rank);
        let mut last = None;
        let step = |(rank, step, second): (u32, Placed, bool)| {
            let starts = last.replace(rank) != Some(rank);
            (
                Placed::new(step.item() as u32, step.is_positive(), starts),
                second,
            )
        };
        all.into_iter().map(step).unzip()
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

    fn exchanges_ranks(&self) -> bool {
        true
    }

    fn takes_samples(&self) -> bool {
        true
    }

    fn differs(&self, one: usize, other: usize) -> Vec<bool> {
        let ranks = self.systems[one]
            .ranks
            .iter()
            .zip(&self.systems[other].ranks);
        ranks.map(|(one, other)| one != other).collect()
    }

    fn of_samples(&self, systems: &[usize], counts: &[i64]) -> Vec<Vec<f64>> {
        let of_system = |&system: &usize| {
            let steps = &self.systems[system].ascending;
            let value = |counts: &[i64]| area(self.of, steps, |_, step| counts[step.item()]);
            counts.chunks_exact(self.items()).map(value).collect()
        };
        systems.iter().map(of_system).collect()
    }

    fn of_swaps(&self, systems: [usize; 2], swapped: &[i64]) -> [Vec<f64>; 2] {
        let (steps, seconds) = self.merged(systems);
        let of_side = |side: bool| {
            let value = |swapped: &[i64]| {
                area(self.of, &steps, |at, step| {
                    let state = swapped[step.item()];
                    i64::from(state >= 0 && (seconds[at] == side) == (state == 0))
                })
            };
            swapped.chunks_exact(self.items()).map(value).collect()
        };
        [of_side(false), of_side(true)]
    }

    fn scored(&self, system: usize) -> Option<(&[f64], &[bool])> {
        (self.of == Ranked::RocAuc)
            .then(|| (&self.systems[system].scores[..], &self.is_positive[..]))
    }

    fn classes(&self, system: usize) -> Option<&[Placed]> {
        (self.of == Ranked::RocAuc).then(|| &self.systems[system].ascending[..])
    }

    fn in_order(&self, places: &[usize]) -> Option<Box<dyn ItemMetric>> {
        let names = places
            .iter()
            .map(|&place| self.names[place].clone())
            .collect();
        let systems = places
            .iter()
            .map(|&place| self.systems[place].clone())
            .collect();
        Some(Box::new(Self {
            names,
            systems,
            ..self.clone()
        }))
    }

    fn only(&self, is_in: &dyn Fn(usize) -> bool) -> Option<Box<dyn ItemMetric>> {
        let kept: Vec<usize> = (0..self.items()).filter(|&item| is_in(item)).collect();
        let system = |(name, order): (&String, &Order)| {
            Scores::new(
                name.clone(),
                kept.iter()
                    .map(|&item| order.scores[item])
                    .collect::<Vec<f64>>(),
            )
        };
        let systems: Vec<Scores> = self.names.iter().zip(&self.systems).map(system).collect();
        let is_positive = kept.iter().map(|&item| self.is_positive[item]).collect();
        Some(Box::new(Self::new(
            self.of,
            self.positive.clone(),
            &systems,
            is_positive,
        )))
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
        RankedItems::new(
            of,
            "1".to_owned(),
            &systems,
            vec![false, false, true, true, true],
        )
    }

    #[test]
    fn areas_are_those_of_scikit_learn() {
        let (roc, pr) = (made(Ranked::RocAuc), made(Ranked::PrAuc));
        // Item 2 ties with item 5 in a; and a sample with item 1 twice and item 5 never.
        let counts = [1, 1, 1, 1, 1, 2, 1, 1, 1, 0];
        assert_eq!(roc.of_samples(&[0], &counts)[0], [0.75, 5.0 / 6.0]);
        let known = [
            1.0 / 3.0 + 2.0 / 3.0 / 3.0 + 3.0 / 4.0 / 3.0,
            0.5 + 2.0 / 3.0 / 2.0,
        ];
        for (value, known) in pr.of_samples(&[0], &counts)[0].iter().zip(known) {
            assert!((value - known).abs() < 1e-15, "{value} {known}");
        }
        assert!(roc.of_samples(&[0], &[1, 1, 0, 0, 0])[0][0].is_nan());
    }

    #[test]
    fn swaps_exchange_ranks_and_not_scores() {
        let roc = made(Ranked::RocAuc);
        let as_they_are = roc.of_swaps([0, 1], &[0; 5]);
        assert_eq!(
            as_they_are.map(|values| values[0]),
            [0.75, roc.of_samples(&[1], &[1; 5])[0][0]]
        );
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
