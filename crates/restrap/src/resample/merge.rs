//! Which numbers of a job were drawn, and why results of several ranges do not add up to one.

use std::ops::Range;

use crate::number::format::grouped;

/// Why results of ranges cannot be merged or finished.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// Another job.
    #[error("expected results of the same job, found another {what}")]
    OtherJob {
        /// What differs.
        what: String,
    },
    /// Numbers that were drawn twice.
    #[error("expected {what} once each, found {} to {} twice", grouped(.range.start), grouped(.range.end - 1))]
    Twice {
        /// What they number.
        what: String,
        /// The first of them that overlap.
        range: Range<u64>,
    },
    /// Numbers that were not drawn.
    #[error("expected all of {} {what}, found none of {} to {}", grouped(*.whole), grouped(.range.start), grouped(.range.end - 1))]
    Missing {
        /// What they number.
        what: String,
        /// How many there should be.
        whole: u64,
        /// The first of them that are missing.
        range: Range<u64>,
    },
    /// More numbers than are asked for.
    #[error("expected {} {what} at most, found {}", grouped(*.whole), grouped(*.found))]
    Beyond {
        /// What they number.
        what: String,
        /// How many there should be.
        whole: u64,
        /// How many there are.
        found: u64,
    },
}

/// A set of numbers: ranges in order that neither overlap nor touch, none empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ranges(Vec<Range<u64>>);

impl From<Range<u64>> for Ranges {
    fn from(range: Range<u64>) -> Self {
        Self(if range.is_empty() { Vec::new() } else { vec![range] })
    }
}

impl FromIterator<Range<u64>> for Ranges {
    fn from_iter<I: IntoIterator<Item = Range<u64>>>(ranges: I) -> Self {
        ranges.into_iter().fold(Self::default(), |all, range| all.union(&range.into()).0)
    }
}

impl Ranges {
    /// Start and end of each range, in order: how they travel.
    pub fn ends(&self) -> Vec<u64> {
        self.0.iter().flat_map(|range| [range.start, range.end]).collect()
    }

    /// The ranges of such starts and ends.
    pub fn of_ends(ends: &[u64]) -> Self {
        ends.chunks_exact(2).map(|ends| ends[0]..ends[1]).collect()
    }

    /// Both together, and the first numbers that both have.
    pub fn union(&self, other: &Self) -> (Self, Option<Range<u64>>) {
        let mut all: Vec<Range<u64>> = self.0.iter().chain(&other.0).cloned().collect();
        all.sort_unstable_by_key(|range| range.start);
        let (mut union, mut twice) = (Vec::<Range<u64>>::new(), None);
        for range in all {
            match union.last_mut() {
                Some(last) if range.start <= last.end => {
                    if range.start < last.end {
                        twice.get_or_insert(range.start..range.end.min(last.end));
                    }
                    last.end = last.end.max(range.end);
                }
                _ => union.push(range),
            }
        }
        (Self(union), twice)
    }

    /// How many numbers from 0 on there are without a gap.
    pub fn prefix(&self) -> u64 {
        self.0.first().filter(|first| first.start == 0).map_or(0, |first| first.end)
    }

    /// One more than the largest number.
    pub fn end(&self) -> u64 {
        self.0.last().map_or(0, |last| last.end)
    }

    /// The first numbers below `whole` that are missing.
    pub fn gap(&self, whole: u64) -> Option<Range<u64>> {
        let start = self.prefix();
        let next = self.0.iter().map(|range| range.start).find(|&next| next > start);
        (start < whole).then(|| start..next.map_or(whole, |next| next.min(whole)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges(pairs: &[(u64, u64)]) -> Ranges {
        pairs.iter().map(|&(start, end)| start..end).collect()
    }

    #[test]
    fn unions_are_those_of_sets() {
        // All pairs of subsets of 0..6 against bits.
        let of_bits = |bits: u64| (0..6).filter(|k| bits >> k & 1 == 1).map(|k| k..k + 1).collect::<Ranges>();
        for first in 0..64 {
            for second in 0..64 {
                let (union, twice) = of_bits(first).union(&of_bits(second));
                assert_eq!(union, of_bits(first | second));
                let both = first & second;
                assert_eq!(
                    twice.map(|range| range.start),
                    (both > 0).then(|| u64::from(both.trailing_zeros()))
                );
            }
        }
    }

    #[test]
    fn prefixes_and_gaps_are_told() {
        let all = ranges(&[(4, 6), (0, 3), (3, 4), (8, 9), (7, 7)]);
        assert_eq!(all, ranges(&[(0, 6), (8, 9)]));
        assert_eq!((all.prefix(), all.end(), Ranges::of_ends(&all.ends())), (6, 9, all.clone()));
        assert_eq!((all.gap(6), all.gap(7), all.gap(20)), (None, Some(6..7), Some(6..8)));
        let late = ranges(&[(2, 4)]);
        assert_eq!((late.prefix(), late.gap(4), late.gap(1)), (0, Some(0..2), Some(0..1)));
        assert_eq!((Ranges::default().gap(5), Ranges::default().gap(0)), (Some(0..5), None));
    }
}
