//! What holds whatever the scores: symmetries, invariances, prefixes, and that no p-value is 0 or NaN.
//!
//! Generated cases come from a fixed seed.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use restrap_facade::outcome::{Method, Outcome, TestOutcome};
use restrap_facade::{
    Alternative, Claim, Control, Error, Exact, IntervalMethod, MarginSize, McNemarVariant, Request,
    Resample, Scores, SignP, Test, compare, replicates,
};
use restrap_testing::{Numbers, effort};

const SIDES: [Alternative; 3] = [
    Alternative::TwoSided,
    Alternative::Greater,
    Alternative::Less,
];
const DRAWN: [Test; 3] = [
    Test::Permutation,
    Test::Bootstrap,
    Test::BootstrapPercentile,
];
/// All tests that any scores allow.
const GENERAL: [Test; 5] = [
    Test::Permutation,
    Test::Bootstrap,
    Test::BootstrapPercentile,
    Test::T,
    Test::Sign,
];

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(20_240_607),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn scores(name: &str, values: &[f64]) -> Scores<'static> {
    Scores::new(name, values.to_vec())
}

fn request(tests: &[Test], alternative: Alternative, exact: Exact) -> Request {
    let tests = tests.to_vec();
    Request::default()
        .tests(tests)
        .alternative(alternative)
        .exact(exact)
        .resamples(99)
        .interval(IntervalMethod::None)
}

fn run(baseline: &[f64], system: &[f64], request: &Request) -> Result<Outcome, Error> {
    compare(
        &[scores("baseline", baseline), scores("system", system)],
        request,
        &Control::default(),
    )
}

fn tests(baseline: &[f64], system: &[f64], request: &Request) -> Vec<TestOutcome> {
    let outcome = run(baseline, system, request).expect("valid scores");
    outcome
        .comparisons
        .into_iter()
        .next()
        .expect("one comparison")
        .tests
}

fn p_values(baseline: &[f64], system: &[f64], request: &Request) -> Vec<f64> {
    tests(baseline, system, request)
        .into_iter()
        .map(|test| test.pvalue.unwrap_or(0.0))
        .collect()
}

#[test]
fn few_continuous_differences_are_exact_unless_rounding_decides_a_tie() {
    let mut numbers = Numbers(1);
    let mut next = || numbers.share() + 0.1;
    for items in [1, 5, 12, 20] {
        let system: Vec<f64> = (0..items).map(|_| next() - 0.5).collect();
        let zeros = vec![0.0; items];
        let observed = system.iter().sum::<f64>().abs();
        let extreme = (0_u32..1 << items).filter(|mask| {
            let signed = system
                .iter()
                .enumerate()
                .map(|(at, d)| if (mask >> at) & 1 == 1 { -d } else { *d });
            signed.sum::<f64>().abs() >= observed - 1e-12
        });
        let expected = extreme.count() as f64 / f64::from(1_u32 << items);
        for test in tests(
            &zeros,
            &system,
            &request(&[Test::Permutation], SIDES[0], Exact::Auto),
        ) {
            assert_eq!((test.method, test.exact), (Method::Exact, true), "{items}");
            assert!(
                (test.pvalue.unwrap_or(0.0) - expected).abs() < 1e-12,
                "{items}: {} {expected}",
                test.pvalue.unwrap_or(0.0)
            );
        }
    }
    // Three differences that add up to 0 but for their last digits: whether flipping them ties is decided by rounding.
    let (a, b) = (next(), next());
    let system = [a, b, -(a + b) * (1.0 + f64::EPSILON), next(), next()];
    let tied = tests(
        &[0.0; 5],
        &system,
        &request(&[Test::Permutation], SIDES[0], Exact::Auto),
    );
    assert!(
        !tied[0].exact && tied[0].method != Method::Exact,
        "{tied:?}"
    );
}

/// Pairs of small integers with many ties: (baseline, system).
fn graded(most: usize) -> impl Strategy<Value = Vec<(i32, i32)>> {
    vec((0..6_i32, 0..6_i32), 1..most)
}

/// Integers over `10^digits`, as their decimal text reads.
fn decimals(integers: impl Iterator<Item = i32>, digits: i32) -> Vec<f64> {
    integers
        .map(|k| f64::from(k) / 10_f64.powi(digits))
        .collect()
}

fn columns(pairs: &[(i32, i32)], digits: i32) -> (Vec<f64>, Vec<f64>) {
    (
        decimals(pairs.iter().map(|p| p.0), digits),
        decimals(pairs.iter().map(|p| p.1), digits),
    )
}

#[test]
fn a_thousand_resamples_are_the_first_of_ten_thousand() {
    // Every route of both kinds of resample.
    let few: Vec<f64> = (0..40).map(|i| f64::from(i % 7 % 3)).collect();
    let many: Vec<f64> = (0..40).map(|i| f64::from(i * i % 97) / 7.0).collect();
    let long: Vec<f64> = (0..600).map(|i| f64::from(i * i % 6_151) / 7.0).collect();
    let cases = [
        (few, 1.0, "compressed"),
        (many, 46.0 / 7.0, "indexed"),
        (long, 3_020.0 / 7.0, "streamed"),
    ];
    for (system, baseline, route) in cases {
        let pair = [
            scores("baseline", &vec![baseline; system.len()]),
            scores("system", &system),
        ];
        for test in DRAWN {
            let at = |resamples: u64| {
                let request =
                    request(&[test], Alternative::Greater, Exact::Never).resamples(resamples);
                let outcome = compare(&pair, &request, &Control::default()).expect("valid");
                // Swaps are never drawn item by item.
                let swaps = test == Test::Permutation && route == "indexed";
                assert_eq!(
                    outcome.plan.route,
                    if swaps { "streamed" } else { route },
                    "{}",
                    test.name()
                );
                outcome.comparisons[0].tests[0]
                    .at_least_as_extreme
                    .expect("sampled")
            };
            // The value of every resample: it depends on nothing but its number.
            let request = request(&[test], Alternative::Greater, Exact::Never).resamples(10_000);
            let observed = run(pair[0].rows(), &system, &request)
                .expect("valid")
                .comparisons[0]
                .difference;
            let kind = if test == Test::Permutation {
                Resample::Swaps
            } else {
                Resample::Bootstrap
            };
            let drawn = replicates(&pair, &request, &Control::default()).expect("valid");
            let values = &drawn[0]
                .columns
                .iter()
                .find(|column| column.resample == kind)
                .expect("a column of each kind")
                .values;
            let extreme = |&difference: &f64| {
                // A step of the lattice is 1/280 at least.
                match test {
                    Test::Permutation => difference >= observed - 1e-6,
                    Test::Bootstrap => difference >= 2.0 * observed - 1e-6,
                    _ => difference <= 1e-6,
                }
            };
            let redrawn: Vec<bool> = values.iter().map(extreme).collect();
            for resamples in [1, 10, 1_000, 10_000] {
                let expected = redrawn[..resamples].iter().filter(|&&e| e).count() as u64;
                assert_eq!(
                    at(resamples as u64),
                    expected,
                    "{} of {resamples}",
                    test.name()
                );
            }
            let extreme = redrawn.iter().filter(|&&e| e).count();
            assert!(
                (100..9_900).contains(&extreme),
                "{}: {extreme} tell little",
                test.name()
            );
        }
    }
}

#[test]
fn nan_and_infinity_are_refused_and_never_become_a_p_value() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for (baseline, system) in [
            ([0.5, bad], [0.5, 1.0]),
            ([0.5, 1.0], [bad, 1.0]),
            ([bad; 2], [bad; 2]),
        ] {
            let error = run(&baseline, &system, &Request::default()).expect_err("not a score");
            assert!(matches!(error, Error::NonFinite { .. }), "{error}");
        }
    }
}

#[test]
fn identical_systems_give_one_for_every_test_side_and_method() {
    let columns = [
        vec![1.0],
        vec![0.0; 3],
        vec![0.0, 1.0, 1.0, 0.0, 1.0],
        vec![0.1, 0.2, 0.7],
        vec![1e130, -1e-300, 0.3],
        (0..200).map(|i| (f64::from(i) * 0.37).sin()).collect(),
    ];
    for scores in &columns {
        let binary = scores.iter().all(|&s| s == 0.0 || s == 1.0);
        for exact in [Exact::Auto, Exact::Always, Exact::Never] {
            for (side, sign_p) in SIDES
                .iter()
                .flat_map(|&side| SignP::ALL.map(|sign_p| (side, sign_p)))
            {
                let defined = Test::PAIRED.into_iter().filter(|test| match test {
                    Test::T => scores.len() > 1,
                    Test::McNemar => binary,
                    _ => true,
                });
                let request = request(&defined.collect::<Vec<_>>(), side, exact).sign_p(sign_p);
                for test in tests(scores, scores, &request) {
                    assert_eq!(
                        test.pvalue.unwrap_or(0.0),
                        1.0,
                        "{} {side} {exact:?} {scores:?}",
                        test.name
                    );
                }
                for variant in McNemarVariant::ALL.into_iter().filter(|_| binary) {
                    let request = request.clone().mcnemar(variant).tests(vec![Test::McNemar]);
                    assert_eq!(
                        p_values(scores, scores, &request),
                        [1.0],
                        "{variant} {side}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_smallest_p_values_are_reached_where_every_item_favours_one_side() {
    // 12 gains: 2^-12 by swaps; no resample without a gain, so c = 0 of R = 99 for the percentile test.
    let (baseline, system) = ([0.0; 12], [1.0; 12]);
    for (side, by_swaps, by_draws) in [
        (Alternative::Greater, 2.0, 1.0),
        (Alternative::TwoSided, 4.0, 2.0),
    ] {
        let law = tests(
            &baseline,
            &system,
            &request(&[Test::Permutation], side, Exact::Always),
        );
        assert_eq!(
            (law[0].pvalue.unwrap_or(0.0), law[0].p_floor),
            (by_swaps / 8192.0, Some(by_swaps / 8192.0)),
            "{side}"
        );
        let drawn = tests(
            &baseline,
            &system,
            &request(&[Test::BootstrapPercentile], side, Exact::Never),
        );
        assert_eq!(
            (drawn[0].pvalue.unwrap_or(0.0), drawn[0].p_floor),
            (by_draws / 100.0, Some(by_draws / 100.0)),
            "{side}"
        );
    }
}

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn any_finite_scores_give_p_values_in_the_unit_interval_and_sampled_ones_above_zero(
        pairs in vec((any_finite(), any_finite()), 2..12),
        side in prop::sample::select(SIDES.to_vec()),
        exact in prop::sample::select(vec![Exact::Auto, Exact::Never]),
    ) {
        let (baseline, system): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
        for test in tests(&baseline, &system, &request(&GENERAL, side, exact)) {
            prop_assert!((0.0..=1.0).contains(&test.pvalue.unwrap_or(0.0)), "{test:?}");
            prop_assert!(test.log10_pvalue.is_none_or(|log| log <= 0.0 && log.is_finite()), "{test:?}");
            if test.method == Method::Sampled {
                prop_assert!(test.pvalue.unwrap_or(0.0) >= 1.0 / 100.0, "(c + 1)/(R + 1): {test:?}");
            }
            // A sampled one may fall below the floor of the law by the luck of the draw.
            if let Some(floor) = test.p_floor.filter(|_| test.method != Method::Sampled) {
                prop_assert!(test.pvalue.unwrap_or(0.0) >= floor, "{test:?}");
            }
            if test.name == Test::Permutation {
                prop_assert!(test.pvalue.unwrap_or(0.0) > 0.0, "{test:?}");
            }
        }
    }
}

/// Doubles of every size that is compared: ordinary scores, and bit patterns with both zeros, 1e140 and 1e-140.
fn any_finite() -> impl Strategy<Value = f64> {
    prop_oneof![
        3 => -5.0..5.0_f64,
        2 => (-8..8_i32).prop_map(|k| f64::from(k) / 4.0),
        1 => any::<f64>().prop_filter("a size that is compared", |x| *x == 0.0 || (1e-140..=1e140).contains(&x.abs())),
    ]
}

proptest! {
    #![proptest_config(config(effort(2_000, 10_000) as u32))]

    #[test]
    fn swapping_the_systems_leaves_two_sided_p_values_and_swaps_one_sided_ones(pairs in graded(14)) {
        let (baseline, system) = columns(&pairs, 1);
        let tests = if pairs.len() < 2 { &DRAWN[..] } else { &GENERAL[..] };
        for side in SIDES {
            let one = p_values(&baseline, &system, &request(tests, side, Exact::Always));
            let other = p_values(&system, &baseline, &request(tests, side.swapped(), Exact::Always));
            for (test, (p, q)) in tests.iter().zip(one.into_iter().zip(other)) {
                // Two tails added in another order may round the twelfth printed digit the other way: 1e-11 of p at most.
                prop_assert!((p - q).abs() <= 1.1e-11 * p, "{} {side}: {p} and {q}", test.name());
            }
        }
    }

    #[test]
    fn a_constant_added_to_both_systems_changes_no_p_value(
        pairs in graded(14),
        constant in -50..50_i32,
        digits in 0..4_i32,
    ) {
        let (baseline, system) = columns(&pairs, digits);
        let moved: Vec<(i32, i32)> = pairs.iter().map(|p| (p.0 + constant, p.1 + constant)).collect();
        let (moved_baseline, moved_system) = columns(&moved, digits);
        for side in SIDES {
            let request = request(&DRAWN, side, Exact::Always);
            let p = p_values(&baseline, &system, &request);
            prop_assert_eq!(p, p_values(&moved_baseline, &moved_system, &request));
        }
    }

    #[test]
    fn the_order_of_the_items_changes_no_p_value(
        (pairs, shuffled) in graded(14).prop_flat_map(|pairs| (Just(pairs.clone()), Just(pairs).prop_shuffle())),
    ) {
        let ((baseline, system), (other_baseline, other_system)) = (columns(&pairs, 2), columns(&shuffled, 2));
        let tests = if pairs.len() < 2 { &DRAWN[..] } else { &GENERAL[..] };
        for side in SIDES {
            let request = request(tests, side, Exact::Always);
            let p = p_values(&baseline, &system, &request);
            prop_assert_eq!(p, p_values(&other_baseline, &other_system, &request));
        }
    }

    #[test]
    fn scaling_both_systems_by_powers_of_two_by_3_and_by_a_tenth_changes_no_p_value(
        pairs in graded(14),
        digits in 0..3_i32,
        scale in prop::sample::select(vec![0.125, 0.5, 2.0, 1024.0, 3.0, 0.1]),
    ) {
        let (baseline, system) = columns(&pairs, digits);
        // Rounded products: 3 times 0.1 is not the double 0.3.
        let scaled = |scores: &[f64]| scores.iter().map(|s| s * scale).collect::<Vec<_>>();
        for side in SIDES {
            let request = request(&DRAWN, side, Exact::Always);
            let p = p_values(&baseline, &system, &request);
            prop_assert_eq!(p, p_values(&scaled(&baseline), &scaled(&system), &request));
        }
    }
}

/// The permutation p-value over all swaps, in doubles: a multiple of 2^-8 at least.
fn enumerated(baseline: &[f64], system: &[f64], side: Alternative) -> f64 {
    let d: Vec<f64> = system.iter().zip(baseline).map(|(s, b)| s - b).collect();
    let observed: f64 = d.iter().sum();
    // The observed sum must tie with itself; others come as near once in 10^10.
    let reach = |t: f64| match side {
        Alternative::TwoSided => t.abs() >= observed.abs() - 1e-12,
        Alternative::Greater => t >= observed - 1e-12,
        Alternative::Less => t <= observed + 1e-12,
    };
    let signed = |mask: u32| {
        d.iter()
            .enumerate()
            .map(|(i, d)| if mask >> i & 1 == 1 { *d } else { -d })
            .sum::<f64>()
    };
    let all = 1_u32 << d.len();
    f64::from((0..all).map(signed).filter(|&t| reach(t)).count() as u32) / f64::from(all)
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn few_continuous_scores_have_the_p_values_of_all_swaps_whatever_their_order_and_scale(
        pairs in vec((-1.0..1.0_f64, -1.0..1.0_f64), 2..9),
        scale in prop::sample::select(vec![0.25, 0.5, 2.0, 1024.0, 3.0, 0.1]),
    ) {
        // Fixed point: 2^29 units and at most 2^8 sums of swaps, so no sum but the observed one lies within its
        // rounding of the threshold, but for one case in 10^5.
        let (baseline, system): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
        let scaled = |scores: &[f64]| scores.iter().map(|s| s * scale).collect::<Vec<_>>();
        let reversed = |scores: &[f64]| scores.iter().rev().copied().collect::<Vec<_>>();
        for side in SIDES {
            let asked = request(&[Test::Permutation], side, Exact::Auto);
            let p = p_values(&baseline, &system, &asked);
            prop_assert_eq!(p[0], enumerated(&baseline, &system, side));
            prop_assert_eq!(&p, &p_values(&scaled(&baseline), &scaled(&system), &asked));
            prop_assert_eq!(&p, &p_values(&reversed(&baseline), &reversed(&system), &asked));
            let swapped = request(&[Test::Permutation], side.swapped(), Exact::Auto);
            prop_assert_eq!(&p, &p_values(&system, &baseline, &swapped));
        }
    }

    #[test]
    fn sampled_p_values_are_those_of_scaled_and_moved_scores(
        pairs in graded(30),
        constant in -50..50_i32,
    ) {
        // The same integers are drawn, so even sampled counts are equal.
        let (baseline, system) = columns(&pairs, 1);
        let moved: Vec<(i32, i32)> = pairs.iter().map(|p| (p.0 + constant, p.1 + constant)).collect();
        let (moved_baseline, moved_system) = columns(&moved, 3);
        for side in SIDES {
            let asked = request(&DRAWN, side, Exact::Never);
            let p = p_values(&baseline, &system, &asked);
            prop_assert_eq!(&p, &p_values(&moved_baseline, &moved_system, &asked));
        }
    }
}

#[test]
fn few_changed_continuous_items_have_exact_bootstraps() {
    // Two of six items change: resamples without them add up to exactly 0, those with each twice to exactly twice the
    // observed sum, however the fixed point rounds.
    let baseline = [
        0.508_448_970_347_321_4,
        0.1,
        0.431_344_858_286_119_9,
        0.7,
        0.5,
        0.9,
    ];
    let system = [
        0.611_237_610_345_870_2,
        0.1,
        0.402_233_445_167_812_3,
        0.7,
        0.5,
        0.9,
    ];
    let (up, down): (f64, f64) = (system[0] - baseline[0], system[2] - baseline[2]);
    let observed = up + down;
    let (mut centred, mut below, mut above) = (0.0, 0.0, 0.0);
    // k, l of 6 draws take the items that change: 6! / (k! l! (6 − k − l)!) 4^(6 − k − l) of 6^6 resamples.
    let factorial = |n: u32| (1..=n).map(f64::from).product::<f64>();
    for (k, l) in (0..=6).flat_map(|k| (0..=6 - k).map(move |l| (k, l))) {
        let rest = 6 - k - l;
        let weight = 720.0 / (factorial(k) * factorial(l) * factorial(rest))
            * 4_f64.powi(rest as i32)
            / 46_656.0;
        let sum = f64::from(k) * up + f64::from(l) * down;
        let extreme = (sum - observed).abs() >= observed - 1e-12;
        centred += if extreme { weight } else { 0.0 };
        below += if sum <= 1e-12 { weight } else { 0.0 };
        above += if sum >= -1e-12 { weight } else { 0.0 };
    }
    let request = request(
        &[Test::Bootstrap, Test::BootstrapPercentile],
        Alternative::TwoSided,
        Exact::Auto,
    );
    let tests = tests(&baseline, &system, &request);
    for (test, exact) in tests.iter().zip([centred, 2.0 * f64::min(below, above)]) {
        assert_eq!(
            test.method,
            Method::Inversion,
            "{}: {}",
            test.name,
            test.pvalue.unwrap_or(0.0)
        );
        assert!(
            (test.pvalue.unwrap_or(0.0) / exact - 1.0).abs() < 1e-9,
            "{}: {} {exact}",
            test.name,
            test.pvalue.unwrap_or(0.0)
        );
    }
}

/// 0/1 scores of which the system alone has `won` right and the baseline alone `lost`.
fn right_and_wrong(won: usize, lost: usize, items: usize) -> (Vec<f64>, Vec<f64>) {
    let of =
        |right: &dyn Fn(usize) -> bool| (0..items).map(|i| f64::from(u8::from(right(i)))).collect();
    (
        of(&|i| (won..won + lost).contains(&i) || i % 2 == 0 && i >= won),
        of(&|i| i < won || i % 2 == 0 && i >= won + lost),
    )
}

#[test]
fn the_unconditional_test_its_interval_and_its_margin_are_one_decision() {
    let of = |variant, interval, columns: &(Vec<f64>, Vec<f64>)| {
        let request = Request::default()
            .tests([Test::McNemar])
            .mcnemar(variant)
            .interval(interval)
            .margin(Claim::Noninferior, MarginSize::Absolute(0.04));
        run(&columns.0, &columns.1, &request)
            .expect("valid scores")
            .comparisons
            .remove(0)
    };
    let (mut shown, mut apart) = (0, 0);
    for (won, lost, items) in [
        (4, 0, 50),
        (5, 0, 50),
        (6, 1, 60),
        (8, 2, 40),
        (9, 2, 20),
        (12, 3, 100),
        (3, 3, 30),
        (0, 0, 90),
        (30, 13, 1000),
    ] {
        let columns = right_and_wrong(won, lost, items);
        let own = of(
            McNemarVariant::Unconditional,
            IntervalMethod::Auto,
            &columns,
        );
        let exact = of(
            McNemarVariant::Exact,
            IntervalMethod::Unconditional,
            &columns,
        );
        for one in [&own, &exact] {
            let (test, ends) = (&one.tests[0], one.interval.as_ref().expect("an interval"));
            assert_eq!(ends.method.name(), "unconditional");
            assert_eq!(
                test.pvalue.unwrap_or(1.0) <= 0.05,
                ends.low > 0.0 || ends.high < 0.0,
                "{test:?} {ends:?}"
            );
        }
        shown += usize::from(own.shown);
        apart += usize::from(own.shown != exact.shown);
        let margin = own.margin.as_ref().expect("a margin test");
        let ends = margin.interval.as_ref().expect("an interval");
        assert_eq!(margin.shown, ends.low > -0.04, "{margin:?}");
        assert_eq!(
            own.shown,
            !own.verdict.to_lowercase().contains("not significant"),
            "{}",
            own.verdict
        );
    }
    // Both decisions occur, and the two tests differ about some.
    assert!((1..9).contains(&shown) && apart > 0, "{shown} {apart}");
}
