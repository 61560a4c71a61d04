//! Laws that hold whatever the data: symmetries, identities between independent routes, monotone tails.

use restrap_stats::special::{Chance, beta_lower, normal_upper, student_t_upper};
use restrap_stats::trinomial::Trinomial;
use restrap_stats::{
    Alternative, Counts, McNemar, McNemarVariant, MonteCarlo, Pairs, Probability, SignTest,
    SignTies, StudentT, binomial, trinomial,
};

fn relative(got: f64, want: f64) -> f64 {
    if got == want {
        0.0
    } else {
        (got / want - 1.0).abs()
    }
}

/// Items won, lost and tied, over a spread of sizes.
fn count_cases() -> impl Iterator<Item = Counts> {
    [0, 1, 2, 7, 40, 61, 1000].into_iter().flat_map(|better| {
        [0, 1, 3, 41, 60, 990].into_iter().flat_map(move |worse| {
            [0, 1, 10, 483].into_iter().map(move |tied| Counts {
                better,
                worse,
                tied,
            })
        })
    })
}

/// Scores with ties, in a fixed irregular order.
fn scores(n: u32) -> (Vec<f64>, Vec<f64>) {
    let score = |i: u32, step: u32| f64::from((i * i * step + 3 * i) % 11) / 10.0;
    (
        (0..n).map(|i| score(i, 7)).collect(),
        (0..n).map(|i| score(i, 5)).collect(),
    )
}

#[test]
fn exchanging_the_systems_exchanges_the_sides_of_every_test() {
    for counts in count_cases() {
        for ties in [SignTies::Drop, SignTies::Split] {
            let (one, other) = (
                SignTest::new(counts, ties),
                SignTest::new(counts.swapped(), ties),
            );
            for side in Alternative::ALL {
                assert_eq!(
                    one.exact(side),
                    other.exact(side.swapped()),
                    "{counts:?} {side}"
                );
                for correction in [false, true] {
                    assert_eq!(
                        one.normal(side, correction),
                        other.normal(side.swapped(), correction),
                        "{counts:?}"
                    );
                }
            }
        }
        let (b, c) = (counts.better, counts.worse);
        for variant in McNemarVariant::ALL {
            for side in Alternative::ALL {
                let (one, other) = (
                    McNemar { b, c }.p(2 * (b + c) + 1, variant, side),
                    McNemar { b: c, c: b }.p(2 * (b + c) + 1, variant, side.swapped()),
                );
                assert_eq!(one, other, "{b} {c} {variant} {side}");
            }
        }
    }
    let (a, b) = scores(60);
    let test = |x: &[f64], y: &[f64]| {
        StudentT::of_pairs(&Pairs::new(x, y).expect("valid")).expect("60 items")
    };
    for side in Alternative::ALL {
        assert_eq!(test(&a, &b).p(side), test(&b, &a).p(side.swapped()));
    }
}

#[test]
fn exact_mcnemar_is_the_sign_test_with_ties_dropped() {
    for counts in count_cases() {
        let sign = SignTest::new(counts, SignTies::Drop);
        let mcnemar = McNemar {
            b: counts.better,
            c: counts.worse,
        };
        for side in Alternative::ALL {
            assert_eq!(sign.exact(side), mcnemar.exact(side), "{counts:?} {side}");
        }
    }
    // Negative control: with ties split the two differ.
    let counts = Counts {
        better: 10,
        worse: 7,
        tied: 483,
    };
    let split = SignTest::new(counts, SignTies::Split)
        .exact(Alternative::TwoSided)
        .value();
    let mcnemar = McNemar { b: 10, c: 7 }.exact(Alternative::TwoSided).value();
    assert!(relative(split, mcnemar) > 0.1, "{split} {mcnemar}");
}

#[test]
fn no_p_value_exceeds_one_and_the_sides_of_an_exact_test_overlap_in_the_observed_point() {
    for counts in count_cases() {
        let sign = SignTest::new(counts, SignTies::Drop);
        for side in Alternative::ALL {
            for p in [
                sign.exact(side),
                sign.normal(side, true),
                sign.normal(side, false),
            ] {
                assert!(
                    (0.0..=1.0).contains(&p.value()) && p.ln() <= 0.0,
                    "{counts:?} {side}: {p:?}"
                );
            }
        }
        if sign.n() > 0 {
            let both =
                sign.exact(Alternative::Greater).value() + sign.exact(Alternative::Less).value();
            let point = binomial::point(counts.better, sign.n(), Chance::HALF).value();
            // Two tails and a point, each rounded near 1.
            assert!(
                (both - 1.0 - point).abs() < 1e-14,
                "{counts:?}: {both} {point}"
            );
        }
    }
}

#[test]
fn more_wins_of_the_same_items_never_raise_the_p_value() {
    for n in [9, 119, 120, 121, 2000] {
        let tail = |b: u64| McNemar { b, c: n - b }.exact(Alternative::Greater);
        for b in 0..n {
            // Neighbours differ by a point; the complement rounds at 1e-16.
            assert!(tail(b + 1).value() <= tail(b).value() + 2e-16, "{b} of {n}");
            assert!(
                tail(b).value() > 0.5 || tail(b + 1).ln() < tail(b).ln(),
                "{b} of {n}"
            );
        }
    }
}

#[test]
fn binomial_tails_are_incomplete_betas() {
    // P(X >= k) = I_p(k, n - k + 1): ratios of points here, a continued fraction or another sum there.
    for (n, p) in [(12, 0.3), (500, 0.5), (3000, 0.01), (1_000_000, 0.2)] {
        for share in [0.001, 0.01, 0.2, 0.31, 0.9] {
            let k = ((n as f64 * share) as u64).max(1);
            let (sum, beta) = (
                binomial::upper(k, n, Chance::new(p)),
                beta_lower(k as f64, (n - k) as f64 + 1.0, p),
            );
            if sum.value() > 1e-300 {
                assert!(
                    relative(sum.value(), beta.value()) < 1e-12,
                    "{k} {n} {p}: {sum:?} {beta:?}"
                );
            } else {
                // A logarithm beyond -690 is compared as such: its last bits exceed 1e-12 of p.
                assert!(
                    relative(sum.ln(), beta.ln()) < 2e-15,
                    "{k} {n} {p}: {sum:?} {beta:?}"
                );
            }
        }
    }
}

/// The law of the sum by convolution: positive terms only, so accurate to about draws * 1e-16.
fn convolved(draws: u64, helped: u64, hurt: u64, tied: u64) -> Vec<f64> {
    let items = (helped + hurt + tied) as f64;
    let (up, down, stay) = (
        helped as f64 / items,
        hurt as f64 / items,
        tied as f64 / items,
    );
    let mut law = vec![1.0];
    for _ in 0..draws {
        let mut next = vec![0.0; law.len() + 2];
        for (place, p) in law.iter().enumerate() {
            next[place] += p * down;
            next[place + 1] += p * stay;
            next[place + 2] += p * up;
        }
        law = next;
    }
    law
}

#[test]
fn every_trinomial_tail_of_every_small_shape_equals_the_convolution() {
    let mut tails = 0;
    for draws in [0, 1, 2, 5, 12] {
        for helped in 0..=6 {
            for hurt in 0..=6 {
                for tied in [0, 1, 2, 9] {
                    if helped + hurt + tied == 0 {
                        continue;
                    }
                    let law = convolved(draws, helped, hurt, tied);
                    let exact = Trinomial::new(draws, helped, hurt, tied);
                    let end = draws as i64;
                    for c in -end - 1..=end + 1 {
                        let first = (c + end).max(0) as usize;
                        let upper: f64 = law.iter().skip(first).rev().sum();
                        let lower: f64 = law.iter().take((c + end + 1).max(0) as usize).sum();
                        for (got, want) in [(exact.upper(c), upper), (exact.lower(c), lower)] {
                            // A point is the exponential of a logarithm near -30 at most.
                            assert!(
                                relative(got.value(), want) < 2e-14,
                                "{exact:?} at {c}: {got:?} {want}"
                            );
                            tails += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(tails > 20_000, "{tails} tails were compared");
}

/// P(S <= c) as the sum over non-zero draws k of Bin(k; n, q) P(Bin(k, s) <= (k + c) / 2): the defining double sum.
fn double_sum(c: i64, n: u64, helped: u64, hurt: u64) -> f64 {
    let changed = helped + hurt;
    let (q, s) = (
        Chance::ratio(changed, n - changed),
        Chance::ratio(helped, hurt),
    );
    (0..=n)
        .filter_map(|k| {
            let most = (k as i64 + c).div_euclid(2);
            let inner = binomial::lower(u64::try_from(most).ok()?, k, s);
            Some(binomial::point(k, n, q).value() * inner.value())
        })
        .sum()
}

#[test]
fn the_walk_equals_the_double_sum_of_binomial_tails() {
    for (n, helped, hurt) in [
        (500, 10, 7),
        (2000, 130, 90),
        (2000, 900, 1000),
        (700, 350, 300),
    ] {
        let gap = helped as i64 - hurt as i64;
        for c in [0, -1, 1, gap, 2 * gap, 2 * gap + 1, gap - 60, gap + 60] {
            let (walk, sum) = (
                trinomial::lower(c, n, helped, hurt).value(),
                double_sum(c, n, helped, hurt),
            );
            // A thousand products of two rounded probabilities.
            assert!(
                relative(walk, sum) < 1e-12,
                "n = {n}, {helped} {hurt}, c = {c}: {walk} {sum}"
            );
        }
    }
    // Negative control: the neighbouring threshold, a strict inequality, is far away.
    let (at, below) = (
        trinomial::lower(0, 500, 10, 7).value(),
        double_sum(-1, 500, 10, 7),
    );
    assert!(relative(at, below) > 0.1, "{at} {below}");
}

#[test]
fn trinomial_tails_fall_with_the_threshold_and_split_the_whole() {
    for (n, helped, hurt) in [
        (1_000_000, 60_000, 58_000),
        (1_000_000, 20, 3),
        (1000, 500, 499),
        (10_000_000, 50_000, 1),
    ] {
        let law = Trinomial::bootstrap(n, helped, hurt);
        let gap = helped as i64 - hurt as i64;
        let mut before = Probability::ONE;
        for c in (-400..400).map(|step| gap + 3 * step) {
            let tail = law.upper(c);
            // The complement rounds at 1e-16.
            assert!(tail.value() <= before.value() + 2e-16, "{law:?} at {c}");
            let whole = tail.value() + law.lower(c - 1).value();
            assert!((whole - 1.0).abs() < 4e-16, "{law:?} at {c}: {whole}");
            before = tail;
        }
    }
}

#[test]
fn student_tails_meet_cauchy_at_one_degree_and_the_normal_at_ten_million() {
    for t in [0.1, 1.0, 3.0, 12.0] {
        let cauchy = (1.0_f64 / t).atan() / std::f64::consts::PI;
        assert!(
            relative(student_t_upper(t, 1.0).value(), cauchy) < 5e-15,
            "{t}"
        );
        let (student, normal) = (student_t_upper(t, 1e7).value(), normal_upper(t).value());
        // The first term of the expansion in 1 / df: (t^3 + t) / 4 times the hazard, about t.
        let bound = (t.powi(4) + t * t + t) / 4e7 * 1.5;
        assert!(relative(student, normal) < bound, "{t}: {student} {normal}");
    }
    assert_eq!(student_t_upper(0.0, 7.0).value(), 0.5);
    assert_eq!(student_t_upper(f64::INFINITY, 7.0), Probability::ZERO);
}

#[test]
fn clopper_pearson_ends_put_half_of_the_error_in_each_tail() {
    for (count, all) in [(1, 10), (49, 999), (5000, 100_000), (40_000, 100_000)] {
        let ends = MonteCarlo::new(count, all)
            .and_then(|p| p.clopper_pearson(0.95))
            .expect("valid");
        let above = binomial::upper(count, all, Chance::new(ends.low)).value();
        let below = binomial::lower(count, all, Chance::new(ends.high)).value();
        // An end is rounded to 1e-16, and below 1/2 the tail reacts with at most sqrt(R) = 316 times that.
        assert!(
            relative(above, 0.025) < 1e-12 && relative(below, 0.025) < 1e-12,
            "{count}/{all}: {above} {below}"
        );
        // Negative control: the ends of the neighbouring count do not.
        let other = MonteCarlo::new(count + 1, all)
            .and_then(|p| p.clopper_pearson(0.95))
            .expect("valid");
        assert!(
            relative(
                binomial::upper(count, all, Chance::new(other.low)).value(),
                0.025
            ) > 1e-3
        );
    }
}
