//! Pairwise accuracy with tie calibration.

use super::decimals::Grid;
use crate::StatsError;
use crate::error::finite;

/// Pairs of outputs by what the gold score and the metric say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TieCounts {
    /// Ordered alike.
    pub concordant: u64,
    /// Ordered against each other.
    pub discordant: u64,
    /// Tied by the gold score only.
    pub tied_gold: u64,
    /// Tied by the metric only.
    pub tied_metric: u64,
    /// Tied by both.
    pub tied_both: u64,
}

/// The threshold of ties that serves the metric best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibrated {
    /// Metric scores that differ by at most this count as tied; the smallest threshold with the highest accuracy.
    pub epsilon: f64,
    /// The accuracy there, a share of pairs.
    pub accuracy: f64,
}

/// One pair of outputs of a group.
#[derive(Clone, Copy, Debug)]
struct Pair {
    /// Size of the metric's difference, in units of the grid.
    size: i128,
    gold_tied: bool,
    /// The gold score and the metric order the pair alike, where neither ties.
    alike: bool,
    /// One over the pairs of the group, or 1 where all groups have as many.
    weight: f64,
}

/// In which share of pairs a metric says what the gold score says: better, worse or as good.
///
/// `accuracy = (concordant + tied by both) / pairs` within a group (the outputs of one segment), averaged over groups
/// (Deutsch, Foster & Freitag 2023). A metric ties where its scores differ by at most a threshold; one threshold holds for
/// all groups. Differences are those of the decimals, so 0.7 - 0.6 equals 0.4 - 0.3.
#[derive(Clone, Debug)]
pub struct PairwiseAccuracy {
    /// By ascending size.
    pairs: Vec<Pair>,
    /// Sum of the weights.
    whole: f64,
    grid: Grid,
    /// Groups that have a pair.
    groups: usize,
}

/// Accuracies nearer than this are equal: weighted sums of other orders differ by rounding.
const EQUAL: f64 = 1e-12;

/// Pairs of so many outputs that are not copies of one another.
fn pairs_of(outputs: usize, origin: Option<&[u64]>) -> u64 {
    let pairs = |n: usize| (n * n.saturating_sub(1) / 2) as u64;
    let mut sorted = origin.map(<[u64]>::to_vec).unwrap_or_default();
    sorted.sort_unstable();
    let copies: u64 = sorted
        .chunk_by(|a, b| a == b)
        .map(|copies| pairs(copies.len()))
        .sum();
    pairs(outputs) - copies
}

impl PairwiseAccuracy {
    /// From the gold and the metric scores of each group; groups of one output have no pair and are left out.
    ///
    /// # Errors
    /// When a group's columns differ in length, a number is not finite or there is no pair.
    pub fn new<'a>(
        groups: impl IntoIterator<Item = (&'a [f64], &'a [f64])>,
    ) -> Result<Self, StatsError> {
        let groups: Vec<(&[f64], &[f64])> = groups.into_iter().collect();
        for (gold, metric) in &groups {
            if gold.len() != metric.len() {
                return Err(StatsError::LengthMismatch {
                    left: gold.len(),
                    right: metric.len(),
                });
            }
            finite(gold)?;
            finite(metric)?;
        }
        let gold_grid = Grid::of(
            &groups
                .iter()
                .flat_map(|group| group.0)
                .copied()
                .collect::<Vec<_>>(),
        );
        let grid = Grid::of(
            &groups
                .iter()
                .flat_map(|group| group.1)
                .copied()
                .collect::<Vec<_>>(),
        );
        let read =
            |grid: Grid, column: &[f64]| column.iter().map(|value| grid.read(*value)).collect();
        let gold: Vec<Vec<i128>> = groups
            .iter()
            .map(|group| read(gold_grid, group.0))
            .collect();
        let metric: Vec<Vec<i128>> = groups.iter().map(|group| read(grid, group.1)).collect();
        Self::of_grid(&gold, &metric, &[], grid).ok_or(StatsError::TooFew {
            what: "pairs of outputs",
            needed: 1,
            found: 0,
        })
    }

    /// From scores in units of the tenth decimal, groups of equal lengths, and of what each score is, where some are copies of one
    /// another; `None` where there is no pair.
    pub(super) fn of_units(
        gold: &[Vec<i128>],
        metric: &[Vec<i128>],
        origins: &[Option<Vec<u64>>],
    ) -> Option<Self> {
        Self::of_grid(gold, metric, origins, Grid::of_decimals(10))
    }

    fn of_grid(
        gold: &[Vec<i128>],
        metric: &[Vec<i128>],
        origins: &[Option<Vec<u64>>],
        grid: Grid,
    ) -> Option<Self> {
        let origin = |group: usize| origins.get(group).and_then(Option::as_deref);
        // A group weighs as its pairs are many, so that each group counts alike.
        let of_groups: Vec<u64> = gold
            .iter()
            .enumerate()
            .map(|(at, gold)| pairs_of(gold.len(), origin(at)))
            .collect();
        let filled = || of_groups.iter().filter(|pairs| **pairs > 0);
        let level = filled().all(|pairs| Some(pairs) == filled().next());
        let mut pairs = Vec::new();
        for (group, (gold, metric)) in gold.iter().zip(metric).enumerate() {
            let weight = if level {
                1.0
            } else {
                1.0 / of_groups[group].max(1) as f64
            };
            let origin = origin(group);
            for i in 1..gold.len() {
                for j in 0..i {
                    if origin.is_some_and(|origin| origin[i] == origin[j]) {
                        continue;
                    }
                    let difference = metric[i] - metric[j];
                    pairs.push(Pair {
                        size: difference.abs(),
                        gold_tied: gold[i] == gold[j],
                        alike: difference != 0
                            && gold[i] != gold[j]
                            && (gold[i] > gold[j]) == (difference > 0),
                        weight,
                    });
                }
            }
        }
        pairs.sort_unstable_by_key(|pair| pair.size);
        let whole = pairs.iter().map(|pair| pair.weight).sum();
        (!pairs.is_empty()).then_some(Self {
            pairs,
            whole,
            grid,
            groups: filled().count(),
        })
    }

    /// Groups that have a pair.
    pub fn groups(&self) -> usize {
        self.groups
    }

    /// Pairs of all groups.
    pub fn pairs(&self) -> u64 {
        self.pairs.len() as u64
    }

    /// Pairs by what both scores say, a metric's difference of at most `epsilon` being a tie.
    pub fn counts(&self, epsilon: f64) -> TieCounts {
        let units = self.grid.read(epsilon);
        let mut counts = TieCounts::default();
        for pair in &self.pairs {
            let place = match (pair.gold_tied, pair.size <= units) {
                (true, true) => &mut counts.tied_both,
                (true, false) => &mut counts.tied_gold,
                (false, true) => &mut counts.tied_metric,
                (false, false) if pair.alike => &mut counts.concordant,
                (false, false) => &mut counts.discordant,
            };
            *place += 1;
        }
        counts
    }

    /// Accuracy where a metric's difference of at most `epsilon` is a tie, averaged over groups.
    pub fn at(&self, epsilon: f64) -> f64 {
        self.at_units(self.grid.read(epsilon))
    }

    fn at_units(&self, units: i128) -> f64 {
        let right = |pair: &&Pair| {
            if pair.size <= units {
                pair.gold_tied
            } else {
                pair.alike
            }
        };
        self.pairs
            .iter()
            .filter(right)
            .map(|pair| pair.weight)
            .sum::<f64>()
            / self.whole
    }

    /// The smallest threshold with the highest accuracy, among 0 and every difference of the metric; one sweep.
    pub fn calibrated(&self) -> Calibrated {
        let mut right: f64 = self
            .pairs
            .iter()
            .filter(|pair| pair.alike)
            .map(|pair| pair.weight)
            .sum();
        let (mut best, mut units) = (f64::NEG_INFINITY, 0);
        if self.pairs[0].size > 0 {
            best = right;
        }
        for tied in self.pairs.chunk_by(|a, b| a.size == b.size) {
            for pair in tied {
                right += pair.weight
                    * (f64::from(u8::from(pair.gold_tied)) - f64::from(u8::from(pair.alike)));
            }
            if right > best + EQUAL * self.whole {
                (best, units) = (right, tied[0].size);
            }
        }
        Calibrated {
            epsilon: self.grid.write(units),
            accuracy: self.at_units(units),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use restrap_testing::Numbers;

    #[test]
    fn one_sweep_finds_what_trying_every_threshold_finds() {
        let mut numbers = Numbers(7);
        let mut next = |values: u64| numbers.below(values);
        let mut moved = 0;
        for round in 0..200 {
            let sizes: Vec<usize> = (0..4).map(|group| 2 + (group * round) % 3).collect();
            let groups: Vec<(Vec<f64>, Vec<f64>)> = sizes
                .iter()
                .map(|n| {
                    let gold = (0..*n).map(|_| next(3) as f64).collect();
                    (gold, (0..*n).map(|_| next(20) as f64 / 10.0).collect())
                })
                .collect();
            let accuracy =
                PairwiseAccuracy::new(groups.iter().map(|(gold, metric)| (&gold[..], &metric[..])))
                    .unwrap();
            let best = (0..=20)
                .map(|k| (k, accuracy.at(f64::from(k) / 10.0)))
                .fold((0, f64::NEG_INFINITY), |best, tried| {
                    if tried.1 > best.1 + 1e-12 {
                        tried
                    } else {
                        best
                    }
                });
            let found = accuracy.calibrated();
            assert_eq!(found.epsilon, f64::from(best.0) / 10.0, "{groups:?}");
            assert!((found.accuracy - best.1).abs() < 1e-12);
            moved += u32::from(best.0 > 0);
        }
        assert!(moved > 20, "{moved} thresholds above 0");
    }

    #[test]
    fn copies_of_an_output_make_no_pair() {
        let (gold, metric) = (vec![vec![1, 2, 3, 2]], vec![vec![10, 30, 20, 30]]);
        let of = |origin: Option<Vec<u64>>| {
            let found = PairwiseAccuracy::of_units(&gold, &metric, &[origin]).unwrap();
            (found.pairs(), found.at(0.0))
        };
        // The second output drawn twice: its pair with itself says nothing.
        assert_eq!(of(Some(vec![0, 1, 2, 1])), (5, 3.0 / 5.0));
        // Negative control.
        assert_eq!(of(None), (6, 4.0 / 6.0));
        assert!(PairwiseAccuracy::of_units(&gold, &metric, &[Some(vec![5; 4])]).is_none());
    }

    #[test]
    fn groups_without_a_pair_are_refused() {
        assert!(PairwiseAccuracy::new([(&[1.0][..], &[2.0][..])]).is_err());
        assert!(PairwiseAccuracy::new([(&[1.0, 2.0][..], &[2.0][..])]).is_err());
    }
}
