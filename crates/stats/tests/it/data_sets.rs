//! Means over data sets by swaps, against enumeration.

use restrap_stats::Alternative::{Greater, Less, TwoSided};
use restrap_stats::data_sets::{MeanOfSets, SwappedSet, Weights};
use restrap_stats::interval::invert;
use restrap_testing::Numbers;

fn set(totals: &[i64], per_one: f64) -> SwappedSet {
    SwappedSet {
        units: totals.iter().map(|&total| (total, 1)).collect(),
        per_one,
        is_exact: true,
    }
}

/// Each unit's share of the mean and of the weight, over common denominators that hold for these sizes.
fn shares(sets: &[SwappedSet], weights: Weights) -> Vec<(i64, i64)> {
    let size = |set: &SwappedSet| set.units.iter().map(|unit| unit.1 as i64).sum::<i64>();
    let common: i64 = sets.iter().map(size).product();
    let share = |set: &SwappedSet| {
        if weights == Weights::Alike {
            common / size(set)
        } else {
            1
        }
    };
    sets.iter()
        .flat_map(|set| {
            set.units
                .iter()
                .map(|unit| (unit.0 * share(set), unit.1 as i64 * share(set)))
                .collect::<Vec<_>>()
        })
        .collect()
}

fn p_by_enumeration(shares: &[(i64, i64)]) -> f64 {
    let total: i64 = shares.iter().map(|share| share.0).sum();
    let n = shares.len();
    let extreme = (0..1_u32 << n).filter(|mask| {
        let sum: i64 = (0..n)
            .map(|i| {
                if (mask >> i) & 1 == 1 {
                    shares[i].0
                } else {
                    -shares[i].0
                }
            })
            .sum();
        sum.abs() >= total.abs()
    });
    extreme.count() as f64 / f64::from(1_u32 << n)
}

/// The largest θ below which more than `tail` of the subsets have no larger ratio.
fn low_by_enumeration(shares: &[(i64, i64)], tail: f64) -> f64 {
    let n = shares.len();
    let mut ratios: Vec<f64> = (1..1_u32 << n)
        .map(|mask| {
            let of = |part: fn(&(i64, i64)) -> i64| {
                (0..n)
                    .filter(|i| (mask >> i) & 1 == 1)
                    .map(|i| part(&shares[i]))
                    .sum::<i64>() as f64
            };
            of(|share| share.0) / of(|share| share.1)
        })
        .collect();
    ratios.sort_unstable_by(f64::total_cmp);
    ratios[(tail * f64::from(1_u32 << n)).floor() as usize - 1]
}

fn three() -> [SwappedSet; 3] {
    [
        set(&[3, -1, 4], 1.0),
        set(&[1, -5, 9, 2, 6], 1.0),
        set(&[5, 3, -5, 8, 9, 7], 1.0),
    ]
}

#[test]
fn p_and_ends_are_those_of_all_swaps() {
    for weights in [Weights::Alike, Weights::ByItems] {
        // The second data set has clusters of two items and of one.
        let mut sets = three();
        for (unit, items) in sets[1].units.iter_mut().zip([2, 1, 2, 1, 1]) {
            unit.1 = items;
        }
        let shares = shares(&sets, weights);
        let mean = MeanOfSets::new(&sets, weights).expect("items");
        let p = mean.p(TwoSided);
        assert!(p.complete);
        // Sums of powers of two.
        assert!(
            (p.probability.value() - p_by_enumeration(&shares)).abs() < 1e-14,
            "{weights:?}"
        );
        let interval = mean.interval(0.95).expect("level").expect("spread");
        let mirrored: Vec<(i64, i64)> = shares.iter().map(|&(d, n)| (-d, n)).collect();
        let (low, high) = (
            low_by_enumeration(&shares, 0.025),
            -low_by_enumeration(&mirrored, 0.025),
        );
        // Steps of 2^-30 of the range.
        assert!(
            (interval.low - low).abs() < 1e-6 && (interval.high - high).abs() < 1e-6,
            "{weights:?} {interval:?} {low} {high}"
        );
    }
}

#[test]
fn one_data_set_is_a_plain_comparison() {
    let totals = [3, -1, 4, 1, -5, 9, 2, 6, -2, 7, 0];
    let mean = MeanOfSets::new(&[set(&totals, 10.0)], Weights::Alike).expect("items");
    let plain = invert(&totals.map(|total| (total, 1)), 10.0, 0.95).expect("level");
    let interval = mean.interval(0.95).expect("level").expect("spread");
    assert!((interval.low - plain.low).abs() < 1e-9 && (interval.high - plain.high).abs() < 1e-9);
    assert!((mean.mean() - 24.0 / 110.0).abs() < 1e-15);
}

#[test]
fn shares_without_a_common_denominator_are_rounded_and_say_so() {
    // Sizes of seven large primes: their product passes 60 bits.
    let sizes = [10_007_u64, 10_009, 10_037, 10_039, 10_061, 10_067, 10_069];
    let of = |size: u64| SwappedSet {
        units: (0..size)
            .map(|i| (i64::from(i < 200) - i64::from((200..390).contains(&i)), 1))
            .collect(),
        per_one: 1.0,
        is_exact: true,
    };
    let all: Vec<SwappedSet> = sizes.into_iter().map(of).collect();
    let mean = MeanOfSets::new(&all, Weights::Alike).expect("items");
    let p = mean.p(Greater);
    assert!(!p.complete);
    // The same with equal sizes, whose shares are equal: half of the ties with the observed sum, 0.008 of 0.09, are lost where shares
    // differ.
    let equal: Vec<SwappedSet> = sizes.map(|_| of(10_037)).into();
    let alike = MeanOfSets::new(&equal, Weights::Alike)
        .expect("items")
        .p(Greater);
    let ratio = p.probability.value() / alike.probability.value();
    assert!((0.9..1.1).contains(&ratio), "{p:?} {alike:?}");
}

#[test]
fn sides_mirror_and_no_difference_is_no_evidence() {
    let sets = three();
    let turned = sets.clone().map(|set| SwappedSet {
        units: set
            .units
            .iter()
            .map(|&(total, items)| (-total, items))
            .collect(),
        ..set
    });
    let (mean, mirrored) = (
        MeanOfSets::new(&sets, Weights::Alike).expect("items"),
        MeanOfSets::new(&turned, Weights::Alike).expect("items"),
    );
    assert_eq!(mean.p(Greater).probability, mirrored.p(Less).probability);
    assert!(mean.p(Greater).probability.value() < 0.5 && mean.p(Less).probability.value() > 0.5);
    let nothing =
        MeanOfSets::new(&[set(&[0; 9], 1.0), set(&[0], 1.0)], Weights::Alike).expect("items");
    assert_eq!(nothing.p(TwoSided).probability.value(), 1.0);
    assert_eq!(nothing.interval(0.95).expect("level"), None);
    assert!(MeanOfSets::new(&[], Weights::Alike).is_err());
    assert!(MeanOfSets::new(&[set(&[], 1.0)], Weights::Alike).is_err());
}

#[test]
fn p_is_above_alpha_exactly_when_zero_lies_inside() {
    let mut numbers = Numbers(11);
    let mut next = |n: u64| numbers.below(n);
    let mut rejected = 0;
    for case in 0..200 {
        let shift = next(7) as i64;
        let sets: Vec<SwappedSet> = (0..2 + next(3))
            .map(|_| {
                let totals: Vec<i64> = (0..6 + next(40))
                    .map(|_| next(21) as i64 - 10 + shift)
                    .collect();
                set(&totals, 1.0)
            })
            .collect();
        let mean = MeanOfSets::new(&sets, Weights::Alike).expect("items");
        let p = mean.p(TwoSided).probability.value();
        let interval = mean.interval(0.95).expect("level").expect("spread");
        if (p - 0.05).abs() > 1e-4 {
            assert_eq!(
                p > 0.05,
                interval.contains(0.0),
                "case {case}: p {p} {interval:?}"
            );
        }
        rejected += u32::from(p < 0.05);
    }
    assert!((40..160).contains(&rejected), "both must occur: {rejected}");
}
