//! The sums over experiments: integers, so that their order does not matter.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// Rejections of one test, and what it estimated there, in units of the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TestCounts {
    /// Experiments that the test could judge.
    pub judged: u64,
    pub rejected: u64,
    /// Experiments among them with an estimate above 0.
    pub up: u64,
    pub down: u64,
    /// Sum of digests of the rejected experiments: tests that reject the same ones have the same.
    pub which: u64,
    /// Sums of |estimate| and of its square over rejections.
    pub size: u128,
    pub square: u128,
}

impl TestCounts {
    pub fn add(&mut self, decision: Option<bool>, estimate: i64, times: u64, which: u64) {
        let Some(rejected) = decision else { return };
        self.judged += times;
        if rejected {
            self.rejected += times;
            self.which = self.which.wrapping_add(which);
            self.up += if estimate > 0 { times } else { 0 };
            self.down += if estimate < 0 { times } else { 0 };
            let (size, times) = (u128::from(estimate.unsigned_abs()), u128::from(times));
            self.size += size * times;
            self.square = self
                .square
                .saturating_add(size.saturating_mul(size).saturating_mul(times));
        }
    }

    fn merge(&mut self, from: &Self) {
        self.judged += from.judged;
        self.rejected += from.rejected;
        self.which = self.which.wrapping_add(from.which);
        self.up += from.up;
        self.down += from.down;
        self.size += from.size;
        self.square = self.square.saturating_add(from.square);
    }
}

/// 64 bits that tell experiments, or pairs of counts, apart: the finalizer of SplitMix64 (Steele, Lea & Flood 2014).
pub(crate) fn digest(first: u64, second: u64) -> u64 {
    let mut z = first.wrapping_add((second + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// What experiments of a cell add up to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CellSum {
    /// One a test; empty before the first experiment that was judged at once.
    pub tests: Vec<TestCounts>,
    /// Experiments by (helped, hurt), judged later.
    #[serde(with = "pairs")]
    pub pairs: BTreeMap<(u64, u64), u64>,
}

/// JSON has no pairs as keys: entries travel as a list.
mod pairs {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serializer};

    type Pairs = BTreeMap<(u64, u64), u64>;

    pub fn serialize<S: Serializer>(pairs: &Pairs, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(pairs)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Pairs, D::Error> {
        Ok(Vec::deserialize(from)?.into_iter().collect())
    }
}

impl CellSum {
    /// Adds experiments of the same cell.
    pub fn merge(&mut self, from: Self) {
        self.tests.resize(
            self.tests.len().max(from.tests.len()),
            TestCounts::default(),
        );
        self.tests
            .iter_mut()
            .zip(&from.tests)
            .for_each(|(all, more)| all.merge(more));
        for (pair, times) in from.pairs {
            *self.pairs.entry(pair).or_default() += times;
        }
    }
}

/// What is known of one cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CellPart {
    /// How many experiments were drawn, from the first of the range on.
    pub done: u64,
    /// Their sum.
    pub sum: CellSum,
    /// The least of them that failed.
    pub failed: Option<u64>,
}

/// What a range of experiments of every cell added up to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Part {
    /// The experiments that were to be drawn.
    pub range: Range<u64>,
    pub cells: Vec<CellPart>,
}

impl Part {
    /// Adds the range that lies behind it.
    pub fn followed_by(mut self, next: Self) -> Self {
        self.range.end = next.range.end;
        for (cell, more) in self.cells.iter_mut().zip(next.cells) {
            cell.done += more.done;
            cell.sum.merge(more.sum);
            cell.failed = cell.failed.into_iter().chain(more.failed).min();
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_travels_as_it_is_and_the_least_experiment_that_failed_stays() {
        let counts = TestCounts {
            judged: 9,
            which: u64::MAX,
            square: u128::MAX,
            ..TestCounts::default()
        };
        let part = |range: Range<u64>, failed| {
            let pairs = BTreeMap::from([((3, u64::MAX), 4), ((0, 0), 5)]);
            let done = range.end - range.start;
            Part {
                cells: vec![CellPart {
                    done,
                    sum: CellSum {
                        tests: vec![counts],
                        pairs,
                    },
                    failed,
                }],
                range,
            }
        };
        let both = part(0..50, Some(40)).followed_by(part(50..90, Some(60)));
        assert_eq!(
            (both.range.clone(), both.cells[0].done, both.cells[0].failed),
            (0..90, 90, Some(40))
        );
        assert_eq!(both.cells[0].sum.pairs[&(0, 0)], 10);
        let bytes = serde_json::to_vec(&both).expect("integers");
        assert_eq!(
            serde_json::from_slice::<Part>(&bytes).expect("a part"),
            both
        );
    }
}
