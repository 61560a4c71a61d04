//! Clusters against slow definitions: every subset, every matrix, every cluster left out.

use restrap_stats::cluster::{Clusters, Crossed, Sandwich};
use restrap_stats::interval::{Unit, invert, invert_units};
use restrap_stats::{Alternative, Moments, StudentT, TwoSamples};
use restrap_testing::Numbers;

/// Clusters of a seed.
struct Random(Numbers);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0.below(n)
    }

    /// Clusters of 1 to `largest` items with differences of -10 to 10, shifted.
    fn clusters(&mut self, count: u64, largest: u64, shift: i64) -> Vec<Vec<i64>> {
        (0..count)
            .map(|_| {
                (0..=self.below(largest))
                    .map(|_| self.below(21).cast_signed() - 10 + shift)
                    .collect()
            })
            .collect()
    }
}

fn sums(rows: &[Vec<i64>]) -> Vec<(i64, u64)> {
    rows.iter()
        .map(|row| (row.iter().sum(), row.len() as u64))
        .collect()
}

fn clusters(rows: &[Vec<i64>]) -> Clusters {
    let items: Vec<f64> = rows.concat().into_iter().map(|d| d as f64).collect();
    let squares = Moments::of(&items).expect("finite").squares();
    Clusters::new(sums(rows), 1.0, squares).expect("clusters")
}

/// Ratios of all subsets but the empty one, ascending.
fn subset_ratios(sums: &[(i64, u64)]) -> Vec<f64> {
    let mut ratios: Vec<f64> = (1..1_u32 << sums.len())
        .map(|mask| {
            let members = || {
                sums.iter()
                    .enumerate()
                    .filter(|(i, _)| (mask >> i) & 1 == 1)
                    .map(|(_, c)| c)
            };
            members().map(|c| c.0).sum::<i64>() as f64 / members().map(|c| c.1).sum::<u64>() as f64
        })
        .collect();
    ratios.sort_unstable_by(f64::total_cmp);
    ratios
}

#[test]
fn ends_are_quantiles_of_the_ratios_of_all_subsets() {
    let mut random = Random(Numbers(11));
    for count in 6..=12 {
        let rows = random.clusters(count, 9, 2);
        let (clusters, sums) = (clusters(&rows), sums(&rows));
        let interval = clusters.interval(0.95).expect("a confidence");
        let ratios = subset_ratios(&sums);
        // The empty subset and those below the end hold at most 1/40 of all.
        let left_out = (0.025 * (ratios.len() + 1) as f64).floor() as usize - 1;
        let (low, high) = (ratios[left_out], ratios[ratios.len() - 1 - left_out]);
        // A lattice of 2^30 steps across the ratios, here below 30.
        assert!(
            (interval.low - low).abs() < 3e-8 && (interval.high - high).abs() < 3e-8,
            "{count}: {interval:?}, enumerated {low} {high}"
        );
    }
}

#[test]
fn p_and_interval_decide_alike_with_either_weights() {
    let mut random = Random(Numbers(12));
    let mut rejected = 0;
    for case in 0..40 {
        let (count, shift) = (6 + random.below(60), random.below(4).cast_signed());
        let by_items = clusters(&random.clusters(count, 12, shift));
        for clusters in [by_items.with_equal_weights(), by_items] {
            let p = clusters.p(&clusters.law(), Alternative::TwoSided).value();
            let interval = clusters.interval(0.95).expect("a confidence");
            // Ends of many clusters are known to a thousandth of a standard error.
            if (p - 0.05).abs() > 1e-4 {
                assert_eq!(
                    p > 0.05,
                    interval.contains(0.0),
                    "case {case}: p {p}, {interval:?}"
                );
            }
            rejected += u32::from(p <= 0.05);
        }
    }
    assert!(
        (20..70).contains(&rejected),
        "both outcomes must occur: {rejected}"
    );
}

#[test]
fn swaps_of_equally_weighed_means_are_those_of_their_fractions() {
    // 2 · 3 · 5 · ... · 53 leaves no room for a common denominator; 1/3 + 1/3 + 1/3 - 1 remains a tie.
    let sizes = [
        2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 3, 3, 1,
    ];
    let totals = [
        1, 1, 2, 3, -4, 5, 1, -2, 9, 3, -1, 4, -6, 8, 5, -2, 1, 1, -1,
    ];
    let clusters = Clusters::new(totals.into_iter().zip(sizes), 1.0, 1e3).expect("clusters");
    let equal = clusters.with_equal_weights();
    let mean: f64 = totals
        .iter()
        .zip(sizes)
        .map(|(&d, n)| d as f64 / n as f64)
        .sum::<f64>()
        / 19.0;
    assert!(
        (equal.mean() - mean).abs() < 1e-11,
        "{} {mean}",
        equal.mean()
    );
    assert_eq!(
        (equal.count(), equal.items(), equal.largest_share()),
        (19, 19, 1.0 / 19.0)
    );

    let denominator: i128 = sizes[..16].iter().map(|&n| i128::from(n)).product();
    let weights: Vec<i128> = totals
        .iter()
        .zip(sizes)
        .map(|(&d, n)| i128::from(d) * denominator / i128::from(n))
        .collect();
    let observed: i128 = weights.iter().sum();
    let tail = |least: i128| {
        let signed = |mask: u32| -> i128 {
            weights
                .iter()
                .enumerate()
                .map(|(i, w)| if (mask >> i) & 1 == 1 { -w } else { *w })
                .sum()
        };
        (0..1_u32 << 19)
            .filter(|&mask| signed(mask) >= least)
            .count() as f64
            / f64::from(1 << 19)
    };
    let law = equal.law();
    assert_eq!(equal.p(&law, Alternative::Greater).value(), tail(observed));
    assert_eq!(equal.p(&law, Alternative::Less).value(), tail(-observed));
}

#[test]
fn fewer_clusters_than_six_bound_nothing_at_95_percent() {
    let of = |count: i64| clusters(&(0..count).map(|i| vec![i + 1, i + 2]).collect::<Vec<_>>());
    let five = of(5).interval(0.95).expect("a confidence");
    assert_eq!((five.low, five.high), (f64::NEG_INFINITY, f64::INFINITY));
    assert_eq!(
        of(5).p(&of(5).law(), Alternative::TwoSided).value(),
        1.0 / 16.0
    );
    let six = of(6).interval(0.95).expect("a confidence");
    assert!(six.low > 0.0 && six.high.is_finite(), "{six:?}");
}

#[test]
fn clusters_of_one_item_are_items() {
    let mut random = Random(Numbers(13));
    let rows = random.clusters(80, 1, 1);
    let (clusters, items) = (clusters(&rows), rows.concat());
    let counted: Vec<(i64, u64)> = items.iter().map(|&d| (d, 1)).collect();
    assert_eq!(clusters.interval(0.9), invert(&counted, 1.0, 0.9));
    let values: Vec<f64> = items.iter().map(|&d| d as f64).collect();
    let t = StudentT::of_moments(Moments::of(&values).expect("finite"))
        .expect("items")
        .estimate();
    for form in [
        Sandwich::Cr1,
        Sandwich::Cr2,
        Sandwich::Cr3,
        Sandwich::Miller,
    ] {
        let estimate = clusters.estimate(form).expect("clusters");
        // Sums of 80 terms in another order.
        assert!(
            (estimate.standard_error() / t.standard_error() - 1.0).abs() < 1e-13,
            "{form}"
        );
        assert!(
            (estimate.df() - 79.0).abs() < 1e-10,
            "{form}: {}",
            estimate.df()
        );
    }
    assert_eq!(clusters.components().within, None);
    let effect = clusters.components().design_effect.expect("two clusters");
    assert!((effect - 1.0).abs() < 1e-13, "{effect}");
}

/// `(I − J/N)^(-1/2)` times a vector, J all ones: the binomial series of a matrix.
fn inverse_root_times(vector: &[f64], items: f64) -> Vec<f64> {
    let (mut term, mut total) = (vector.to_vec(), vector.to_vec());
    for k in 1..4_000 {
        let mean = term.iter().sum::<f64>() / items;
        term.fill((f64::from(k) - 0.5) / f64::from(k) * mean);
        total.iter_mut().zip(&term).for_each(|(sum, x)| *sum += x);
    }
    total
}

#[test]
fn bell_and_mccaffrey_agree_with_their_matrices() {
    let mut random = Random(Numbers(14));
    for (count, largest) in [(3, 3), (5, 8), (9, 4), (12, 20)] {
        let mut rows = random.clusters(count, largest, 0);
        rows[0] = random
            .clusters(1, 1, 0)
            .concat()
            .repeat(1 + largest as usize);
        let y: Vec<f64> = rows.concat().into_iter().map(|d| d as f64).collect();
        let items = y.len() as f64;
        let mut start = 0;
        // Row g of a cluster: what makes its adjusted residual of the outcomes.
        let rows_of_g: Vec<Vec<f64>> = rows
            .iter()
            .map(|row| {
                let adjusted = inverse_root_times(&vec![1.0 / items; row.len()], items);
                let mut g = vec![-adjusted.iter().sum::<f64>() / items; y.len()];
                g[start..start + row.len()]
                    .iter_mut()
                    .zip(&adjusted)
                    .for_each(|(g, a)| *g += a);
                start += row.len();
                g
            })
            .collect();
        let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
        let variance: f64 = rows_of_g.iter().map(|g| dot(g, &y).powi(2)).sum();
        let trace: f64 = rows_of_g.iter().map(|g| dot(g, g)).sum();
        let squares: f64 = rows_of_g
            .iter()
            .flat_map(|g| rows_of_g.iter().map(move |h| dot(g, h).powi(2)))
            .sum();
        // Unbiased where items are independent.
        assert!((trace * items - 1.0).abs() < 1e-9, "{trace}");
        let estimate = clusters(&rows).estimate(Sandwich::Cr2).expect("clusters");
        let df = trace * trace / squares;
        // What 4,000 terms of the series leave out, at the largest share of a cluster.
        assert!((estimate.standard_error() / variance.sqrt() - 1.0).abs() < 1e-9);
        assert!(
            (estimate.df() / df - 1.0).abs() < 1e-9,
            "{} {df}",
            estimate.df()
        );
        assert!(df < count as f64 - 1.0, "one cluster is larger: {df}");
    }
    let equal = clusters(&[vec![1, 2, 3], vec![0, 1, 5], vec![2, 2, 2], vec![4, 0, 0]]);
    let df = equal.estimate(Sandwich::Cr2).expect("clusters").df();
    assert!((df - 3.0).abs() < 1e-13, "{df}");
}

#[test]
fn cr3_is_the_jackknife_over_clusters() {
    let rows = Random(Numbers(15)).clusters(9, 6, 1);
    let mean = |left_out: usize| {
        let kept = rows
            .iter()
            .enumerate()
            .filter(|(i, _)| *i != left_out)
            .flat_map(|(_, row)| row);
        kept.clone().sum::<i64>() as f64 / kept.count() as f64
    };
    let all = clusters(&rows);
    let squares: f64 = (0..9).map(|i| (mean(i) - all.mean()).powi(2)).sum();
    let error = all.standard_error(Sandwich::Cr3);
    assert!(
        (error / (8.0 / 9.0 * squares).sqrt() - 1.0).abs() < 1e-13,
        "{error}"
    );
}

#[test]
fn residuals_that_vanish_are_exactly_zero() {
    // Each item 1/3: their mean is not a double.
    let alike = Clusters::new([(1, 3), (2, 6), (4, 12)], 1.0, 0.0).expect("clusters");
    assert_eq!(alike.standard_error(Sandwich::Cr2), 0.0);
    let interval = alike.interval(0.7).expect("a confidence");
    assert_eq!((interval.low, interval.high), (1.0 / 3.0, 1.0 / 3.0));
    assert_eq!(alike.components().design_effect, None);
}

#[test]
fn totals_near_the_limits_of_a_word_have_the_ends_of_small_ones() {
    let small: Vec<Unit> = (0..9)
        .map(|i| Unit {
            total: (i * i * 7) % 23 - 6,
            items: (1 + i % 4).cast_unsigned(),
            copies: 1,
        })
        .collect();
    let large: Vec<Unit> = small
        .iter()
        .map(|unit| Unit {
            total: unit.total << 57,
            ..*unit
        })
        .collect();
    let want = invert_units(&small, 0, 1.0, 0.95).expect("a confidence");
    let got = invert_units(&large, 0, 2_f64.powi(57), 0.95).expect("a confidence");
    // 2^30 steps across a range of 30.
    assert!(
        (got.low - want.low).abs() < 3e-8 && (got.high - want.high).abs() < 3e-8,
        "{got:?} {want:?}"
    );
}

#[test]
fn unpaired_clusters_of_one_item_are_two_samples() {
    let mut random = Random(Numbers(16));
    let (system, baseline) = (random.clusters(12, 1, 1), random.clusters(30, 1, 0));
    let estimate = |rows: &[Vec<i64>]| clusters(rows).estimate(Sandwich::Cr2).expect("clusters");
    let difference = estimate(&system)
        .minus(&estimate(&baseline))
        .expect("finite");
    let scores = |rows: &[Vec<i64>]| {
        rows.concat()
            .into_iter()
            .map(|d| d as f64)
            .collect::<Vec<_>>()
    };
    let welch = TwoSamples::new(&scores(&system), &scores(&baseline))
        .expect("scores")
        .welch()
        .expect("two items");
    for (got, want) in [
        (difference.estimate(), welch.estimate()),
        (difference.standard_error(), welch.standard_error()),
        (difference.df(), welch.df()),
    ] {
        assert!((got / want - 1.0).abs() < 1e-13, "{difference:?} {welch:?}");
    }
}

#[test]
fn crossed_clusters_sum_over_all_pairs_that_share_one() {
    let mut random = Random(Numbers(17));
    let items = 60;
    let numbers = |random: &mut Random, below| {
        (0..items)
            .map(|_| random.below(below) as u32)
            .collect::<Vec<_>>()
    };
    let (first, second) = (numbers(&mut random, 7), numbers(&mut random, 5));
    let d: Vec<f64> = first
        .iter()
        .map(|&one| f64::from(one) + random.below(9) as f64)
        .collect();
    let mean = d.iter().sum::<f64>() / f64::from(items as u32);
    // Sums over pairs of items in one cluster, times C/(C - 1).
    let variance = |count: f64, alike: &dyn Fn(usize, usize) -> bool| {
        let pairs = (0..items).flat_map(|i| (0..items).map(move |j| (i, j)));
        let sum: f64 = pairs
            .filter(|&(i, j)| alike(i, j))
            .map(|(i, j)| (d[i] - mean) * (d[j] - mean))
            .sum();
        sum * count / (count - 1.0) / 3_600.0
    };
    let crossed = Crossed::new(&d, &first, &second).expect("clusters");
    let counts = crossed.counts.map(|count| count as f64);
    let (one, other) = (
        |i: usize, j: usize| first[i] == first[j],
        |i: usize, j: usize| second[i] == second[j],
    );
    let want = [
        variance(counts[0], &one),
        variance(counts[1], &other),
        variance(counts[2], &|i, j| one(i, j) && other(i, j)),
    ];
    for (got, want) in crossed.variances.into_iter().zip(want) {
        assert!((got / want - 1.0).abs() < 1e-12, "{got} {want}");
    }
    assert_eq!(
        crossed.two_way_variance(),
        crossed.variances[0] + crossed.variances[1] - crossed.variances[2]
    );
    let estimate = crossed.estimate().expect("finite");
    assert_eq!(estimate.df(), 4.0);
    assert!(estimate.standard_error() >= crossed.variances[0].max(crossed.variances[1]).sqrt());

    // One of each item: the other clusters are all there is.
    let alone: Vec<u32> = (0..items as u32).collect();
    let one_way = Crossed::new(&d, &first, &alone).expect("clusters");
    assert!((one_way.two_way_variance() / one_way.variances[0] - 1.0).abs() < 1e-12);
    assert!(Crossed::new(&d, &first, &vec![1; items]).is_err());
    assert!(Crossed::new(&d, &first, &[]).is_err());
}

#[test]
fn what_is_no_cluster_is_refused() {
    assert!(Clusters::new([], 1.0, 0.0).is_err());
    assert!(Clusters::new([(0, 0)], 1.0, 0.0).is_err());
    assert!(Clusters::new([(1, 1)], 0.0, 0.0).is_err());
    assert!(Clusters::new([(1, 1)], 1.0, -1.0).is_err());
    assert!(
        Clusters::new([(1, 2)], 1.0, 0.5)
            .expect("a cluster")
            .estimate(Sandwich::Cr2)
            .is_err()
    );
}

/// Every cell of `rows` by `columns` once: mean squares of rows, columns and the rest.
fn mean_squares(d: &[f64], rows: usize, columns: usize) -> [f64; 3] {
    let all = d.iter().sum::<f64>() / d.len() as f64;
    let row = |i: usize| (0..columns).map(|j| d[i * columns + j]).sum::<f64>() / columns as f64;
    let column = |j: usize| (0..rows).map(|i| d[i * columns + j]).sum::<f64>() / rows as f64;
    let of_rows = (0..rows).map(|i| (row(i) - all).powi(2)).sum::<f64>() * columns as f64;
    let of_columns = (0..columns).map(|j| (column(j) - all).powi(2)).sum::<f64>() * rows as f64;
    let rest = d.iter().map(|x| (x - all).powi(2)).sum::<f64>() - of_rows - of_columns;
    let (r, c) = (rows as f64 - 1.0, columns as f64 - 1.0);
    [of_rows / r, of_columns / c, rest / (r * c)]
}

#[test]
fn parts_of_a_full_crossing_are_those_of_its_mean_squares() {
    let mut random = Random(Numbers(5));
    let (rows, columns) = (9, 6);
    let d: Vec<f64> = (0..rows * columns)
        .map(|at| random.below(100) as f64 + (7 * (at / columns)) as f64)
        .collect();
    let first: Vec<u32> = (0..rows * columns)
        .map(|at| (at / columns) as u32)
        .collect();
    let second: Vec<u32> = (0..rows * columns)
        .map(|at| (at % columns) as u32)
        .collect();
    let parts = Crossed::new(&d, &first, &second)
        .expect("clusters")
        .parts
        .expect("told apart");
    let [of_rows, of_columns, rest] = mean_squares(&d, rows, columns);
    let want = [
        (of_rows - rest) / columns as f64,
        (of_columns - rest) / rows as f64,
        rest,
    ];
    for (got, want) in parts.variances.into_iter().zip(want) {
        assert!((got / want - 1.0).abs() < 1e-10, "{got} {want}");
    }
    for (got, want) in parts.shares.into_iter().zip([9.0, 6.0, 54.0]) {
        assert!((got * want - 1.0).abs() < 1e-12, "{got} 1/{want}");
    }
    // One difference of each item: its own part and the rest are one.
    let alone: Vec<u32> = (0..d.len() as u32).collect();
    assert_eq!(
        Crossed::new(&d, &first, &alone).expect("clusters").parts,
        None
    );
}

#[test]
fn parts_of_an_unequal_crossing_are_right_on_average() {
    let mut random = Random(Numbers(29));
    // Variance of a uniform number on twelve values, (12² − 1)/12, scaled.
    let mut normal = |sd: f64| sd * (random.below(12) as f64 - 5.5) / (143.0_f64 / 12.0).sqrt();
    let cells: Vec<(u32, u32)> = (0..12_u32)
        .flat_map(|i| (0..15_u32).map(move |j| (i, j)))
        .filter(|(i, j)| (i * 7 + j * 5) % 11 > i % 5)
        .collect();
    let (first, second): (Vec<u32>, Vec<u32>) = cells.iter().copied().unzip();
    let (times, mut sums) = (2_000, [0.0; 3]);
    for _ in 0..times {
        let rows: Vec<f64> = (0..12).map(|_| normal(1.0)).collect();
        let columns: Vec<f64> = (0..15).map(|_| normal(0.5)).collect();
        let d: Vec<f64> = cells
            .iter()
            .map(|&(i, j)| rows[i as usize] + columns[j as usize] + normal(2.0))
            .collect();
        let parts = Crossed::new(&d, &first, &second)
            .expect("clusters")
            .parts
            .expect("told apart");
        for (sum, part) in sums.iter_mut().zip(parts.variances) {
            *sum += part;
        }
    }
    let means = sums.map(|sum| sum / f64::from(times));
    // Standard errors of the means are below .02.
    for (mean, want) in means.into_iter().zip([1.0, 0.25, 4.0]) {
        assert!((mean - want).abs() < 0.06, "{means:?}");
    }
}
