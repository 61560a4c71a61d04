//! The pseudo-median with its interval: what Wilcoxon's signed-rank test does not reject (Hodges and Lehmann 1963; Tukey 1949).
//!
//! The estimate is the median of the n(n + 1)/2 Walsh averages `(d_i + d_j)/2`, `i ≤ j`; of the ends the lower one is the k-th smallest of
//! them and the upper one the k-th largest, k the number of values of the rank sum that lie below its quantile. Integer differences
//! make the averages exact, and halving finds the k-th without listing them: O(n log n).

use super::Interval;
use crate::error::share;
use crate::special::normal_quantile;
use crate::{Law, StatsError};

/// Differences up to which the rank sum's law is computed; beyond, its normal quantile is off by less than one of its steps' share.
const EXACT: usize = 1_000;

/// The pseudo-median of differences and its two-sided interval; the ends are infinite where no rank sum is rare enough.
///
/// `differences`: in grid units, of which `per_one` are one unit of the score.
///
/// # Errors
/// For no differences, or a confidence outside (0, 1).
pub fn hodges_lehmann(
    differences: &[i64],
    per_one: f64,
    confidence: f64,
) -> Result<(f64, Interval), StatsError> {
    let tail = 0.5 * (1.0 - share("confidence", confidence)?);
    let mut sorted = differences.to_vec();
    sorted.sort_unstable();
    let items = sorted.len() as u128;
    if items == 0 {
        return Err(StatsError::TooFew {
            what: "differences",
            needed: 1,
            found: 0,
        });
    }
    let all = items * (items + 1) / 2;
    // Sums of pairs: twice the averages.
    let average = |rank: u128| nth_sum(&sorted, rank) as f64 / (2.0 * per_one);
    let estimate = f64::midpoint(average(all.div_ceil(2)), average(all / 2 + 1));
    let rank = rank(sorted.len(), tail);
    if rank == 0 {
        return Ok((estimate, Interval::new(f64::NEG_INFINITY, f64::INFINITY)?));
    }
    Ok((
        estimate,
        Interval::new(average(rank), average(all + 1 - rank))?,
    ))
}

/// The shift between two samples and its interval: the median of the n·m differences of a score of the system and one of the baseline, and
/// their k-th smallest and k-th largest (Hodges and Lehmann 1963; Moses 1953). `rank` is k, from `MannWhitney::rank`.
///
/// Both samples are in grid units, of which `per_one` are one unit of the score.
///
/// # Errors
/// For an empty sample.
pub fn hodges_lehmann_shift(
    system: &[i64],
    baseline: &[i64],
    per_one: f64,
    rank: u64,
) -> Result<(f64, Interval), StatsError> {
    if system.is_empty() || baseline.is_empty() {
        return Err(StatsError::TooFew {
            what: "items in each sample",
            needed: 1,
            found: 0,
        });
    }
    let sorted = |items: &[i64]| {
        let mut items = items.to_vec();
        items.sort_unstable();
        items
    };
    let (system, baseline) = (sorted(system), sorted(baseline));
    let all = system.len() as u128 * baseline.len() as u128;
    let shift = |rank: u128| nth_difference(&system, &baseline, rank) as f64 / per_one;
    let estimate = f64::midpoint(shift(all.div_ceil(2)), shift(all / 2 + 1));
    let rank = u128::from(rank);
    Ok((estimate, Interval::new(shift(rank), shift(all + 1 - rank))?))
}

/// The `rank`-th smallest of the differences of two sorted samples, by halving the range of values.
fn nth_difference(system: &[i64], baseline: &[i64], rank: u128) -> i128 {
    let at = |items: &[i64], place: usize| i128::from(items[place]);
    let (last, other) = (system.len() - 1, baseline.len() - 1);
    // Differences of at most `value`: of each score of the system, those with the larger scores of the baseline.
    let up_to = |value: i128| {
        let (mut below, mut count) = (0, 0);
        for &score in system {
            while below <= other && i128::from(score) - at(baseline, below) > value {
                below += 1;
            }
            count += (baseline.len() - below) as u128;
        }
        count
    };
    let (mut low, mut high) = (
        at(system, 0) - at(baseline, other),
        at(system, last) - at(baseline, 0),
    );
    while low < high {
        let middle = low + (high - low).div_euclid(2);
        if up_to(middle) >= rank {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// The largest k with `P(T ≤ k − 1) ≤ tail`, T the rank sum of untied differences.
fn rank(items: usize, tail: f64) -> u128 {
    let all = (items * (items + 1)) as f64 / 2.0;
    if items > EXACT {
        let n = items as f64;
        let sd = libm::sqrt(n * (n + 1.0) * (2.0 * n + 1.0) / 24.0);
        return (0.5 * all + 0.5 + normal_quantile(tail) * sd).max(0.0) as u128;
    }
    // Signs of 1, ..., n: their sum is 2 T − n(n + 1)/2.
    let ranks: Vec<(i64, u64)> = (1..=items as i64).map(|rank| (rank, 1)).collect();
    let law = Law::permutation(&ranks);
    let is_rare = |k: u128| {
        let sum = 2 * (k as i128 - 1) - all as i128;
        law.at_most(sum).probability.value() <= tail * (1.0 + 1e-12)
    };
    let (mut rare, mut common) = (0, all as u128);
    if is_rare(common) {
        return common;
    }
    while common - rare > 1 {
        let middle = u128::midpoint(rare, common);
        if is_rare(middle) {
            rare = middle;
        } else {
            common = middle;
        }
    }
    rare
}

/// The `rank`-th smallest `d_i + d_j`, `i ≤ j`, counted from 1.
fn nth_sum(sorted: &[i64], rank: u128) -> i128 {
    let up_to = |sum: i128| {
        // As i rises the last j falls.
        let (mut count, mut last) = (0_u128, sorted.len());
        for (i, &first) in sorted.iter().enumerate() {
            while last > 0 && i128::from(first) + i128::from(sorted[last - 1]) > sum {
                last -= 1;
            }
            count += last.saturating_sub(i) as u128;
        }
        count
    };
    let (mut below, mut from) = (
        2 * i128::from(sorted[0]) - 1,
        2 * i128::from(sorted[sorted.len() - 1]),
    );
    while from - below > 1 {
        let middle = below + (from - below) / 2;
        if up_to(middle) >= rank {
            from = middle;
        } else {
            below = middle;
        }
    }
    from
}

#[cfg(test)]
mod tests {
    use super::*;
    use restrap_testing::Numbers;

    /// Darwin's plants, as in the documentation of SciPy's `wilcoxon`: R's `wilcox.test(conf.int = TRUE)` gives 25.0, 4.0 to 41.5.
    #[test]
    fn plants_of_darwin() {
        let differences = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
        let (estimate, interval) = hodges_lehmann(&differences, 1.0, 0.95).unwrap();
        assert_eq!((estimate, interval.low, interval.high), (25.0, 4.0, 41.5));
    }

    #[test]
    fn ends_are_those_of_all_averages_in_order() {
        let mut numbers = Numbers(8);
        for items in 1..40 {
            let differences: Vec<i64> = (0..items)
                .map(|_| (numbers.bits() % 21) as i64 - 8)
                .collect();
            let mut averages: Vec<f64> = Vec::new();
            for i in 0..items {
                averages.extend(
                    differences[..=i]
                        .iter()
                        .map(|d| (d + differences[i]) as f64 / 20.0),
                );
            }
            averages.sort_unstable_by(f64::total_cmp);
            let (estimate, interval) = hodges_lehmann(&differences, 10.0, 0.9).unwrap();
            let all = averages.len();
            assert!((estimate - 0.5 * (averages[(all - 1) / 2] + averages[all / 2])).abs() < 1e-12);
            let k = rank(items, 0.05) as usize;
            if k > 0 {
                assert_eq!(
                    (interval.low, interval.high),
                    (averages[k - 1], averages[all - k]),
                    "{items}"
                );
            } else {
                assert!(
                    interval.low.is_infinite() && items < 5,
                    "2^-4 is above .05 and 2^-5 is not: {items}"
                );
            }
            assert!(interval.contains(estimate));
        }
        assert!(hodges_lehmann(&[], 1.0, 0.95).is_err());
    }

    #[test]
    fn normal_ranks_follow_exact_ones() {
        let (exact, normal) = (rank(EXACT, 0.025) as f64, rank(EXACT + 1, 0.025) as f64);
        assert!((normal / exact - 1.0).abs() < 4e-3, "{exact} {normal}");
    }
}
