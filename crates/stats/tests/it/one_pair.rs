//! Laws that tests and intervals of one pair hold whatever the data, and oracles in whole numbers.

use restrap_stats::interval::{PairedTable, newcombe_paired, tango};
use restrap_stats::{
    Alternative, Law, MannWhitney, Margin, MarginTest, McNemar, Pairs, SignTest, SignTies,
    SignedRank, StudentT, TwoSamples, Zeros, permute_labels,
};

/// Differences with ties and zeros, in a fixed irregular order.
fn differences(n: i64, spread: i64) -> Vec<i64> {
    (0..n)
        .map(|i| (i * i * 7 + 3 * i + 5) % (2 * spread + 1) - spread + i % 3)
        .collect()
}

/// All ways to reach each sum of the given ranks, in whole numbers: 2^n fits 128 bits to n = 127.
fn ways(doubled_ranks: &[u64]) -> Vec<u128> {
    let width: u64 = doubled_ranks.iter().sum();
    let mut ways = vec![0_u128; width as usize + 1];
    ways[0] = 1;
    for &rank in doubled_ranks {
        for sum in (rank as usize..ways.len()).rev() {
            ways[sum] += ways[sum - rank as usize];
        }
    }
    ways
}

/// Twice the mid-ranks of sizes, by counting: smaller sizes and half of the equal ones.
fn doubled_ranks(sizes: &[u64]) -> Vec<u64> {
    let rank = |size: &u64| {
        let below = sizes.iter().filter(|other| *other < size).count();
        let equal = sizes.iter().filter(|other| *other == size).count();
        (2 * below + equal + 1) as u64
    };
    sizes.iter().map(rank).collect()
}

#[test]
fn exact_signed_rank_tails_are_ratios_of_whole_numbers_however_deep() {
    let mut deepest = 1.0_f64;
    for (n, spread) in [(5_i64, 2), (23, 4), (60, 1000), (90, 7), (120, 40)] {
        // From balanced to nearly all positive.
        for flip in [2_usize, 5, 17, 200] {
            let d: Vec<i64> = differences(n, spread)
                .into_iter()
                .enumerate()
                .map(|(i, d)| {
                    if i % flip == flip - 1 {
                        -d.abs()
                    } else {
                        d.abs()
                    }
                })
                .collect();
            let test = SignedRank::of_differences(&d, Zeros::Wilcox).expect("items");
            let moved: Vec<i64> = d.iter().copied().filter(|d| *d != 0).collect();
            let ranks = doubled_ranks(&moved.iter().map(|d| d.unsigned_abs()).collect::<Vec<_>>());
            let up: u64 = ranks
                .iter()
                .zip(&moved)
                .filter(|(_, d)| **d > 0)
                .map(|(rank, _)| rank)
                .sum();
            let ways = ways(&ranks);
            let all = (ranks.len() as f64).exp2();
            let upper = ways[up as usize..].iter().sum::<u128>() as f64 / all;
            let lower = ways[..=up as usize].iter().sum::<u128>() as f64 / all;
            for (side, want) in [
                (Alternative::Greater, upper),
                (Alternative::Less, lower),
                (Alternative::TwoSided, (2.0 * upper.min(lower)).min(1.0)),
            ] {
                let got = test.exact(side);
                // 120 additions of positive terms and a sum.
                let apart = (got.probability.value() / want - 1.0).abs();
                assert!(
                    apart < 1e-13 && got.complete,
                    "{n} {flip} {side}: {got:?} {want}"
                );
            }
            deepest = deepest.min(upper);
        }
    }
    assert!(deepest < 1e-30, "the deepest tail was {deepest}");
}

#[test]
fn exchanging_the_systems_exchanges_the_sides() {
    for (n, spread) in [(12, 3), (50, 20), (300, 9)] {
        let d = differences(n, spread);
        let negated: Vec<i64> = d.iter().map(|d| -d).collect();
        for zeros in Zeros::ALL {
            let of = |d: &[i64]| SignedRank::of_differences(d, zeros).expect("items");
            let (one, other) = (of(&d), of(&negated));
            assert_eq!(one.r_plus(), other.r_minus());
            for side in Alternative::ALL {
                assert_eq!(
                    one.exact(side),
                    other.exact(side.swapped()),
                    "{n} {zeros} {side}"
                );
                for continuity in [false, true] {
                    assert_eq!(
                        one.normal(side, continuity),
                        other.normal(side.swapped(), continuity)
                    );
                }
            }
        }
        let (a, b) = d.split_at(d.len() / 3);
        let (one, other) = (
            MannWhitney::new(a, b).expect("items"),
            MannWhitney::new(b, a).expect("items"),
        );
        for side in Alternative::ALL {
            assert_eq!(one.normal(side, true), other.normal(side.swapped(), true));
        }
    }
}

#[test]
fn items_without_a_difference_change_nothing_where_they_are_dropped() {
    let d = differences(40, 6);
    let mut longer = d.clone();
    longer.extend([0; 25]);
    let of = |d: &[i64], zeros| SignedRank::of_differences(d, zeros).expect("items");
    for side in Alternative::ALL {
        let p = |d: &[i64], zeros| of(d, zeros).exact(side).probability;
        assert_eq!(p(&d, Zeros::Wilcox), p(&longer, Zeros::Wilcox));
        // Pratt ranks zeros: more of them make the ranks more alike.
        assert_ne!(p(&d, Zeros::Pratt), p(&longer, Zeros::Pratt));
        // Zeros have no sign to flip: the two that rank them have one exact law.
        assert_eq!(p(&longer, Zeros::Zsplit), p(&longer, Zeros::Pratt));
    }
}

#[test]
fn on_differences_of_one_size_wilcoxon_is_the_sign_test_is_mcnemar_is_the_permutation_test() {
    for (b, c) in [(10_u64, 3_u64), (7, 7), (0, 9), (300, 250)] {
        let test =
            SignedRank::of_groups(&[(4, b), (-4, c), (0, 12)], Zeros::Wilcox).expect("items");
        let permutation = Law::permutation([(1, b + c)]);
        for side in Alternative::ALL {
            let (rank, mcnemar) = (test.exact(side), McNemar { b, c }.exact(side));
            let sum = i128::from(b) - i128::from(c);
            let flips = match side {
                Alternative::Greater => permutation.at_least(sum).probability,
                Alternative::Less => permutation.at_most(sum).probability,
                Alternative::TwoSided => permutation.at_least(sum.abs()).probability.scaled(2.0),
            };
            // Two codes: convolution and binomial ratios.
            for p in [mcnemar.value(), flips.value()] {
                assert!(
                    (rank.probability.value() / p - 1.0).abs() < 1e-12,
                    "{b} {c} {side}"
                );
            }
        }
        let sign = SignTest::new(
            restrap_stats::Counts {
                better: b,
                worse: c,
                tied: 12,
            },
            SignTies::Drop,
        );
        let floors = [
            test.floor(Alternative::TwoSided),
            sign.floor(Alternative::TwoSided),
        ];
        assert!(
            (floors[0].ln() - floors[1].ln()).abs() < 1e-12,
            "{floors:?}"
        );
    }
}

#[test]
fn normal_and_exact_wilcoxon_meet_as_items_grow() {
    for n in [20_i64, 200, 2000, 20_000] {
        // Alternating signs, then the largest losses turned until R+ is two deviations up.
        let mut d: Vec<i64> = (1..=n).map(|i| if i % 2 == 0 { i } else { -i }).collect();
        let of = |d: &[i64]| SignedRank::of_differences(d, Zeros::Wilcox).expect("items");
        let mut missing = 2.0 - of(&d).z(Alternative::TwoSided, false);
        let deviation = of(&d).law().variance().sqrt() / 4.0;
        for item in d.iter_mut().rev().filter(|item| **item < 0) {
            if missing <= 0.0 {
                break;
            }
            *item = -*item;
            missing -= *item as f64 / deviation;
        }
        let test = of(&d);
        let exact = test.exact(Alternative::TwoSided).probability.value();
        let normal = test.normal(Alternative::TwoSided, true).value();
        // The kurtosis of R+ is 3 - 3.6 / n, which at two to three deviations takes 0.7 / n to 3 / n of the tail.
        assert!(
            (exact / normal - 1.0).abs() < 3.0 / n as f64,
            "{n}: {exact} {normal}"
        );
        assert!((0.001..0.05).contains(&exact), "{n}: {exact}");
    }
}

#[test]
fn welch_on_paired_columns_wastes_their_correlation() {
    // A strong common part: the paired test sees a shift that the unpaired one cannot.
    let base: Vec<f64> = (0..40).map(|i| f64::from((i * 37) % 101) / 100.0).collect();
    let system: Vec<f64> = base
        .iter()
        .enumerate()
        .map(|(i, x)| x + 0.02 + 0.001 * (i % 5) as f64)
        .collect();
    let paired = StudentT::of_pairs(&Pairs::new(&system, &base).expect("valid")).expect("items");
    let welch = TwoSamples::new(&system, &base)
        .and_then(|samples| samples.welch())
        .expect("items");
    assert!((paired.estimate().estimate() - welch.estimate()).abs() < 1e-14);
    assert!(paired.p(Alternative::TwoSided).value() < 1e-10);
    assert!(welch.p(Alternative::TwoSided).value() > 0.3);
}

#[test]
fn rank_tests_of_two_samples_are_label_permutations_of_ranks() {
    // Without ties, ranks themselves are the scores.
    let (a, b) = ([1, 4, 9, 12, 7], [2, 3, 5, 6, 8, 10, 11]);
    let test = MannWhitney::new(&a, &b).expect("two samples");
    for side in [Alternative::Greater, Alternative::Less] {
        assert_eq!(test.exact(side), permute_labels(&a, &b, side));
    }
}

#[test]
fn newcombe_and_tango_meet_on_many_items() {
    let table = PairedTable {
        both: 70_000,
        system: 6_000,
        baseline: 5_500,
        neither: 18_500,
    };
    let newcombe = newcombe_paired(table, 0.95).expect("items");
    let score = tango(table.system, table.baseline, table.items(), 0.95).expect("items");
    // Both are normal with an error of order 1 / n: 1e-5.
    assert!((newcombe.low - score.low).abs() < 1e-5 && (newcombe.high - score.high).abs() < 1e-5);
}

#[test]
fn margins_by_t_by_law_and_by_score_agree_on_many_items() {
    let (b, c, n) = (1_300_u64, 1_340_u64, 20_000_u64);
    let margin = Margin::within(0.01).expect("a margin");
    let law = Law::bootstrap([(1, b), (-1, c), (0, n - b - c)]);
    let of_law = MarginTest::of_law(&law, -40, n as f64, margin, 0.05).expect("some spread");
    let of_changes = MarginTest::of_changes(b, c, n, margin, 0.05).expect("counts");
    let scores: Vec<f64> = (0..n)
        .map(|i| match i {
            i if i < b => 1.0,
            i if i < b + c => -1.0,
            _ => 0.0,
        })
        .collect();
    let zeros = vec![0.0; scores.len()];
    let t = StudentT::of_pairs(&Pairs::new(&scores, &zeros).expect("valid")).expect("items");
    let of_t = t.estimate().margin(margin, 0.05).expect("some spread");
    for (x, y) in [(of_law, of_changes), (of_law, of_t)] {
        for (p, q) in [(x.p_low, y.p_low), (x.p_high, y.p_high)] {
            // Three standard errors out the tails differ in the third term of Edgeworth's series.
            assert!((p.ln() - q.ln()).abs() < 0.1, "{x:?} {y:?}");
        }
        assert!(
            (x.interval.low - y.interval.low).abs() < 5e-5,
            "{x:?} {y:?}"
        );
    }
}
