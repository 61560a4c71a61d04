//! Sampled p-values against the law: every route of both kinds of resample, every side, every test that draws.
//!
//! The count of extreme resamples is binomial around the law's p-value. The judge asks for both binomial tails of the
//! count above `Φ(−4.5) = 3.4e-6`: 4.5 standard errors, also where so few are expected that no normal law holds. Of
//! 1,800 counts one falls outside by chance in one suite of 80; seeds are fixed.

use std::collections::BTreeMap;

use restrap_core::{Address, Domain, ScalarStream};
use restrap_facade::outcome::{Method, Outcome, TestOutcome};
use restrap_facade::{
    Alternative, Control, Exact, IntervalMethod, Model, Request, Scores, Test, compare, generate,
};
use restrap_stats::special::{Chance, normal_cdf};
use restrap_stats::{Law, binomial};
use restrap_testing::effort;

const RESAMPLES: u64 = 4_000;

/// Data sets that are drawn, and set beside their laws.
fn cases() -> u64 {
    effort(60, 200)
}
const SIDES: [Alternative; 3] = [
    Alternative::TwoSided,
    Alternative::Greater,
    Alternative::Less,
];

/// `extreme` of `resamples` draws may come from events of probability `p`.
fn is_plausible(extreme: u64, resamples: u64, p: f64) -> bool {
    let limit = normal_cdf(-4.5);
    let chance = Chance::new(p);
    binomial::lower(extreme, resamples, chance).value() > limit
        && binomial::upper(extreme, resamples, chance).value() > limit
}

/// The same for a sampled test and its law. A doubled p-value counts its smaller tail only; where both tails reach a
/// half the smaller of the two counts is below neither mean by chance alone, so p says nothing about it from below.
fn agrees(sampled: &TestOutcome, law: &TestOutcome, doubled: bool) -> bool {
    let (Some(extreme), Some(resamples)) = (sampled.at_least_as_extreme, sampled.resamples) else {
        return false;
    };
    if !doubled {
        return is_plausible(extreme, resamples, law.pvalue.unwrap_or(0.0));
    }
    if law.pvalue.unwrap_or(0.0) >= 1.0 {
        return binomial::lower(extreme, resamples, Chance::HALF).value() > normal_cdf(-4.5);
    }
    is_plausible(extreme, resamples, law.pvalue.unwrap_or(0.0) / 2.0)
}

/// Distance of a count from its mean in standard errors.
fn distance(sampled: &TestOutcome, law: &TestOutcome, doubled: bool) -> f64 {
    let p = law.pvalue.unwrap_or(0.0) / if doubled { 2.0 } else { 1.0 };
    let (extreme, resamples) = (sampled.at_least_as_extreme, sampled.resamples);
    let (count, all) = (extreme.unwrap_or(0) as f64, resamples.unwrap_or(1) as f64);
    let error = (p * (1.0 - p) * all).sqrt();
    if error < 3.0 {
        0.0
    } else {
        (count - p * all).abs() / error
    }
}

/// Case number `case`: kinds and sizes take turns, effects go from none to strong.
fn scores(case: u64) -> (&'static str, [Scores<'static>; 2]) {
    let strength = (case / 12 % 4) as f64;
    let (kind, items, model) = match case % 6 {
        0 => (
            "graded",
            1_400,
            Model::Graded {
                depth: 3,
                agreement: 0.1,
                effect: 0.05 * strength,
            },
        ),
        1 => (
            "graded",
            40,
            Model::Graded {
                depth: 5,
                agreement: 0.5,
                effect: 0.1 * strength,
            },
        ),
        2 => {
            let helped = 12 + 4 * (case / 12 % 4);
            (
                "binary",
                120,
                Model::HelpedHurt {
                    helped,
                    hurt: 12,
                    accuracy: 0.6,
                },
            )
        }
        3 => (
            "binary",
            7,
            Model::HelpedHurt {
                helped: 1 + case / 12 % 4,
                hurt: 1,
                accuracy: 0.5,
            },
        ),
        4 => (
            "continuous",
            30,
            Model::Continuous {
                correlation: 0.5,
                effect: 0.15 * strength,
            },
        ),
        _ => (
            "continuous",
            600,
            Model::Continuous {
                correlation: 0.7,
                effect: 0.02 * strength,
            },
        ),
    };
    let (baseline, system) = generate(model, items, case).expect("a valid model");
    let named = |name: &str, values| Scores::new(name, values);
    (kind, [named("baseline", baseline), named("system", system)])
}

fn run(
    systems: &[Scores],
    tests: &[Test],
    alternative: Alternative,
    exact: Exact,
    seed: u64,
) -> Outcome {
    let request = Request::default()
        .tests(tests.to_vec())
        .alternative(alternative)
        .exact(exact)
        .seed(seed)
        .resamples(RESAMPLES)
        .interval(IntervalMethod::None);
    compare(systems, &request, &Control::default()).expect("valid scores")
}

#[test]
fn sampled_p_values_lie_within_four_and_a_half_standard_errors_of_the_law() {
    let kinds_of_resample = [
        [Test::Permutation].as_slice(),
        [Test::Bootstrap, Test::BootstrapPercentile].as_slice(),
    ];
    let mut compared: BTreeMap<String, u32> = BTreeMap::new();
    let (mut counts, mut without_law, mut worst, mut outside) = (0, 0, 0.0_f64, Vec::new());
    for case in 0..cases() {
        let (kind, systems) = scores(case);
        for (tests, side) in kinds_of_resample
            .iter()
            .flat_map(|tests| SIDES.map(|side| (tests, side)))
        {
            let by_law = run(&systems, tests, side, Exact::Auto, case);
            let drawn = run(&systems, tests, side, Exact::Never, case);
            for (law, sampled) in by_law.comparisons[0]
                .tests
                .iter()
                .zip(&drawn.comparisons[0].tests)
            {
                assert_eq!(sampled.method, Method::Sampled);
                assert!(
                    sampled.pvalue.unwrap_or(0.0) > 0.0,
                    "a sampled p-value is never 0"
                );
                if law.method == Method::Sampled {
                    without_law += 1;
                    continue;
                }
                let doubled =
                    law.name == Test::BootstrapPercentile && side == Alternative::TwoSided;
                counts += 1;
                *compared
                    .entry(format!("{} {} {kind}", law.name, drawn.plan.route))
                    .or_default() += 1;
                if !agrees(sampled, law, doubled) {
                    outside.push(format!("case {case} {kind} {side}: {law:?}\n{sampled:?}"));
                }
                if law.pvalue.unwrap_or(0.0) < 1.0 {
                    worst = worst.max(distance(sampled, law, doubled));
                }
            }
        }
    }
    println!(
        "{} cases, {counts} counts of {RESAMPLES} resamples, the furthest {worst:.2} standard errors off",
        cases()
    );
    println!("{without_law} p-values have no law that can be trusted; compared: {compared:#?}");
    assert!(
        outside.is_empty(),
        "{} outside:\n{}",
        outside.len(),
        outside.join("\n")
    );
    for test in ["permutation", "bootstrap", "bootstrap-percentile"] {
        for route in ["compressed", "streamed", "indexed"] {
            // Swaps are never drawn item by item.
            if (test, route) == ("permutation", "indexed") {
                continue;
            }
            let seen: u32 = compared
                .iter()
                .filter(|c| c.0.starts_with(&format!("{test} {route}")))
                .map(|c| c.1)
                .sum();
            assert!(
                u64::from(seen) >= 9 * cases() / 20,
                "{test} by {route} draws: only {seen} counts"
            );
        }
    }
    let all = 9 * cases();
    assert!(20 * counts >= 17 * all, "{counts} of {all} have a law");
}

/// Bootstrap sums of a column by item numbers that `draw` returns, at least `t`.
fn bootstrap_count(
    column: &[i64],
    t: i64,
    mut draw: impl FnMut(&mut ScalarStream, u64) -> u64,
) -> u64 {
    let mut stream = Address {
        seed: 5,
        domain: Domain::Bootstrap,
        comparison: 0,
        resample: 0,
        tile: 0,
        attempt: 0,
    }
    .scalar();
    let n = column.len() as u64;
    let mut sum = || {
        (0..n)
            .map(|_| column[draw(&mut stream, n) as usize])
            .sum::<i64>()
    };
    (0..RESAMPLES).filter(|_| sum() >= t).count() as u64
}

#[test]
fn the_judge_rejects_a_strict_inequality_and_indices_biased_by_a_modulo() {
    use restrap_core::below;

    // 100 items, the first 30 better: 8 bits modulo 100 draw those below 56 three times in 256, the rest twice.
    let column: Vec<i64> = (0..100)
        .map(|i| if i < 30 { 1 } else { -i64::from(i >= 88) })
        .collect();
    let counted: Vec<(i64, u64)> = column.iter().map(|&d| (d, 1)).collect();
    let law = Law::bootstrap(&counted);
    let t = 20;
    let p = law.at_least(t.into()).probability.value();
    let fair = bootstrap_count(&column, t, below);
    assert!(is_plausible(fair, RESAMPLES, p), "{fair} at {p}");
    let biased = bootstrap_count(&column, t, |stream, n| {
        (rand::Rng::next_u64(stream) >> 56) % n
    });
    assert!(
        !is_plausible(biased, RESAMPLES, p),
        "the judge must see a modulo: {biased} at {p}"
    );
    let strict = bootstrap_count(&column, t + 1, below);
    assert!(
        !is_plausible(strict, RESAMPLES, p),
        "the judge must see a strict inequality: {strict} at {p}"
    );
    // So must it in a whole comparison: what is drawn against the law of sums strictly beyond.
    let mut seen = 0;
    let mut judged = 0;
    for case in (0..cases()).filter(|case| case % 6 == 3) {
        let (_, systems) = scores(case);
        let drawn = run(
            &systems,
            &[Test::Permutation],
            Alternative::Greater,
            Exact::Never,
            case,
        );
        let differences = systems[1]
            .rows()
            .iter()
            .zip(systems[0].rows().iter())
            .map(|(s, b)| (s - b) as i64);
        let counted: Vec<(i64, u64)> = differences.map(|d| (d, 1)).collect();
        let observed: i128 = counted.iter().map(|d| i128::from(d.0)).sum();
        let beyond = Law::permutation(&counted)
            .at_least(observed + 1)
            .probability
            .value();
        let test = &drawn.comparisons[0].tests[0];
        let extreme = test.at_least_as_extreme.expect("sampled");
        judged += 1;
        seen += u32::from(!is_plausible(extreme, RESAMPLES, beyond));
    }
    assert_eq!(seen, judged, "every strict inequality must be seen");
}
