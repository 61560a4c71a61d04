//! Subsamples and strata: draws by every route against laws, enumeration and metrics that are means.

use restrap_facade::metrics::counts::Formula;
use restrap_facade::outcome::Outcome;
use restrap_facade::{
    Alternative, Control, Counted, Data, Draws, Error, Exact, Groups, IntervalMethod, Request,
    Route, Rule, Sampling, Scores, Strata, Subsample, SubsampleSize, Test, compare,
};

const RESAMPLES: u64 = 20_000;

fn rule(items: u64, replacement: bool) -> Rule {
    let draws = Draws::Subsample(Subsample {
        size: SubsampleSize::Items(items),
        replacement,
    });
    Rule {
        draws,
        ..Rule::PLAIN
    }
}

fn scores(name: &str, values: Vec<f64>) -> Scores<'static> {
    Scores::new(name, values)
}

/// Graded differences: six distinct values, the mean of 200 items 1.4 standard errors from 0.
fn graded(items: usize) -> Vec<i64> {
    (0..items)
        .map(|item| [4, -1, 0, 2, -2, 1][item * item % 11 % 8])
        .collect()
}

fn of_mean(differences: &[i64], request: &Request) -> Outcome {
    let system = differences.iter().map(|&d| d as f64).collect();
    let systems = [
        scores("base", vec![0.0; differences.len()]),
        scores("new", system),
    ];
    compare(&systems, request, &Control::default()).expect("valid")
}

fn of_strata(differences: &[i64], strata: &Strata, request: &Request) -> Outcome {
    let system: Vec<f64> = differences.iter().map(|&d| d as f64).collect();
    let systems = [
        scores("base", vec![0.0; differences.len()]),
        scores("new", system),
    ];
    compare(
        Data::from(&systems).sampling(&Groups::Strata(strata.clone()).into()),
        request,
        &Control::default(),
    )
    .expect("valid")
}

fn asked(test: Test, side: Alternative, rule: Rule) -> Request {
    Request::default()
        .tests(vec![test])
        .alternative(side)
        .rule(rule)
        .resamples(RESAMPLES)
        .interval(IntervalMethod::Normal)
}

fn p(outcome: &Outcome) -> f64 {
    outcome.comparisons[0].tests[0].pvalue.unwrap_or(0.0)
}

fn half_width(outcome: &Outcome) -> f64 {
    let interval = outcome.comparisons[0]
        .interval
        .as_ref()
        .expect("an interval");
    (interval.high - interval.low) / 2.0
}

/// Four standard errors of a sampled p-value, and the add-one.
fn allowed(p: f64) -> f64 {
    4.0 * (p * (1.0 - p) / RESAMPLES as f64).sqrt() + 2.0 / RESAMPLES as f64
}

const CASES: [(Test, Alternative); 5] = [
    (Test::Bootstrap, Alternative::Greater),
    (Test::Bootstrap, Alternative::Less),
    (Test::Bootstrap, Alternative::TwoSided),
    (Test::BootstrapPercentile, Alternative::Greater),
    (Test::BootstrapPercentile, Alternative::TwoSided),
];

#[test]
fn subsamples_by_every_route_have_the_scaled_law() {
    let differences = graded(200);
    for (test, side) in CASES {
        for draws in [45, 200, 600] {
            let request = asked(test, side, rule(draws, true));
            let law = of_mean(&differences, &request.clone().exact(Exact::Always));
            for route in [Route::Compressed, Route::Streamed, Route::Indexed] {
                let drawn = request.clone().exact(Exact::Never).route(Some(route));
                let drawn = of_mean(&differences, &drawn);
                let gap = (p(&drawn) - p(&law)).abs();
                let told = format!(
                    "{test:?} {side:?} {draws} {}: {} {}",
                    route.name(),
                    p(&drawn),
                    p(&law)
                );
                // A doubled tail has twice the error.
                assert!(gap <= 2.0 * allowed(p(&law)), "{told}");
                // The standard error of a standard deviation of 20,000 replicates is 0.005 of it.
                assert!(
                    (half_width(&drawn) / half_width(&law) - 1.0).abs() < 0.02,
                    "{told}"
                );
            }
        }
    }
}

#[test]
fn all_items_drawn_with_replacement_are_the_plain_bootstrap() {
    let differences = graded(120);
    let whole = asked(Test::Bootstrap, Alternative::TwoSided, rule(120, true));
    let plain = whole.clone().rule(Rule::PLAIN);
    for exact in [Exact::Always, Exact::Never] {
        let [whole, plain] =
            [&whole, &plain].map(|request| of_mean(&differences, &request.clone().exact(exact)));
        assert_eq!(p(&whole), p(&plain));
        assert_eq!(half_width(&whole), half_width(&plain));
    }
}

#[test]
fn an_unscaled_subsample_is_told_from_a_scaled_one() {
    // Negative control: the halved recipe draws 100 of 200 and scales nothing.
    let differences = graded(200);
    let scaled = asked(
        Test::BootstrapPercentile,
        Alternative::Greater,
        rule(100, true),
    );
    let halved = Rule {
        draws: Draws::Half,
        ..Rule::PLAIN
    };
    let unscaled = scaled.clone().rule(halved).exact(Exact::Never);
    let (scaled, unscaled) = (
        p(&of_mean(&differences, &scaled)),
        p(&of_mean(&differences, &unscaled)),
    );
    assert!(
        (scaled - unscaled).abs() > 3.0 * allowed(scaled),
        "{scaled} {unscaled}"
    );
}

#[test]
fn draws_without_replacement_equal_enumeration() {
    let differences: [i64; 8] = [3, -1, 0, 2, 5, 1, -2, 1];
    let (n, m) = (8.0, 4.0_f64);
    let theta = differences.iter().sum::<i64>() as f64 / n;
    let kappa = ((n - m) / m).sqrt();
    let subsets: Vec<f64> = (0..256_u32)
        .filter(|mask| mask.count_ones() == 4)
        .map(|mask| {
            (0..8)
                .filter(|i| mask >> i & 1 == 1)
                .map(|i| differences[i])
                .sum::<i64>() as f64
                / m
        })
        .collect();
    let share = |is: &dyn Fn(f64) -> bool| {
        subsets.iter().filter(|&&mean| is(mean - theta)).count() as f64 / 70.0
    };
    let greater = share(&|gap| gap >= kappa * theta - 1e-9);
    let percentile = share(&|gap| gap <= 1e-9 - kappa * theta);
    assert!(
        greater > 0.0 && (greater - share(&|gap| gap >= 2.0 * theta)).abs() > 0.01,
        "the judge sees κ"
    );
    for (test, want) in [
        (Test::Bootstrap, greater),
        (Test::BootstrapPercentile, percentile),
    ] {
        let outcome = of_mean(
            &differences,
            &asked(test, Alternative::Greater, rule(4, false)),
        );
        assert!(
            (p(&outcome) - want).abs() <= allowed(want),
            "{test:?}: {} {want}",
            p(&outcome)
        );
        // Scaled, its standard error is that of the mean of n items, with n − 1 below.
        let error = outcome.comparisons[0].standard_error.expect("spread");
        assert!(
            (half_width(&outcome) / 1.959_963_984_540_054 / error - 1.0).abs() < 0.02,
            "{test:?}"
        );
        assert!(outcome.systems[1].interval.is_some());
    }
}

/// Σs/Σn of items of weight 1: a mean.
fn of_metric(differences: &[i64], request: &Request) -> Result<Outcome, Error> {
    let metric = Formula::new(&["s", "n"], "s/n").expect("a formula");
    let counted =
        |name: &str, values: Vec<i64>| Counted::new(name, [values, vec![1; differences.len()]]);
    let systems = [
        counted("base", vec![0; differences.len()]),
        counted("new", differences.to_vec()),
    ];
    compare(
        Data::counted(&metric, &systems),
        request,
        &Control::default(),
    )
}

#[test]
fn a_corpus_metric_that_is_a_mean_has_the_law_of_the_mean() {
    let differences = graded(300);
    for (test, side) in CASES {
        let request = asked(test, side, rule(90, true));
        let law = of_mean(&differences, &request.clone().exact(Exact::Always));
        for route in [Route::Compressed, Route::Streamed, Route::Indexed] {
            let drawn =
                of_metric(&differences, &request.clone().route(Some(route))).expect("valid");
            let told = format!(
                "{test:?} {side:?} {}: {} {}",
                route.name(),
                p(&drawn),
                p(&law)
            );
            assert!(
                (p(&drawn) - p(&law)).abs() <= 2.0 * allowed(p(&law)),
                "{told}"
            );
            assert!(
                (half_width(&drawn) / half_width(&law) - 1.0).abs() < 0.02,
                "{told}"
            );
        }
    }
    let without = asked(Test::Bootstrap, Alternative::Greater, rule(90, false));
    let (mean, metric) = (
        of_mean(&differences, &without),
        of_metric(&differences, &without).expect("valid"),
    );
    assert!((p(&mean) - p(&metric)).abs() <= 2.0 * allowed(p(&mean)));
    assert!((half_width(&mean) / half_width(&metric) - 1.0).abs() < 0.02);
}

/// Two domains of other means, in turns.
fn domains(items: usize) -> (Vec<i64>, Strata) {
    let differences = graded(items)
        .into_iter()
        .enumerate()
        .map(|(i, d)| if i % 3 == 0 { d + 4 } else { d - 2 });
    let codes: Vec<u32> = (0..items).map(|i| 1 + u32::from(i % 3 == 0)).collect();
    (
        differences.collect(),
        Strata {
            column: "domain".to_owned(),
            codes: codes.into(),
        },
    )
}

#[test]
fn stratified_draws_have_the_stratified_law_and_strata_matter() {
    for items in [48, 300] {
        let (differences, strata) = domains(items);
        let plain = asked(Test::Bootstrap, Alternative::TwoSided, Rule::PLAIN);
        let law = of_strata(&differences, &strata, &plain.clone().exact(Exact::Always));
        for route in [Route::Streamed, Route::Indexed] {
            let drawn = plain.clone().exact(Exact::Never).route(Some(route));
            let drawn = of_strata(&differences, &strata, &drawn);
            assert!(
                (p(&drawn) - p(&law)).abs() <= allowed(p(&law)),
                "{items} {}",
                route.name()
            );
            assert!(
                (half_width(&drawn) / half_width(&law) - 1.0).abs() < 0.02,
                "{items} {}",
                route.name()
            );
        }
        // Negative control, and what strata are for: means of domains add no variance.
        let plain = of_mean(&differences, &plain.exact(Exact::Always));
        assert!(
            half_width(&law) < 0.9 * half_width(&plain),
            "{} {}",
            half_width(&law),
            half_width(&plain)
        );
        let recipe = &law.comparisons[0].tests[0].recipe;
        assert!(recipe.to_string().contains("2 strata (domain)"), "{recipe}");
    }
}

#[test]
fn strata_leave_the_permutation_test_alone() {
    let (differences, strata) = domains(90);
    let plain = asked(Test::Permutation, Alternative::TwoSided, Rule::PLAIN);
    let with = of_strata(&differences, &strata, &plain);
    assert_eq!(p(&with), p(&of_mean(&differences, &plain)));
    let notes = &with.comparisons[0].tests[0].notes;
    assert!(
        notes
            .iter()
            .any(|note| note.text.starts_with("strata change nothing")),
        "{notes:?}"
    );
}

#[test]
fn what_a_subsample_or_strata_cannot_have_is_refused() {
    let (differences, strata) = domains(60);
    let systems = |n: usize| {
        [
            scores("base", vec![0.0; n]),
            scores("new", (0..n).map(|i| i as f64).collect()),
        ]
    };
    let refused = |request: &Request| {
        compare(&systems(60), request, &Control::default())
            .expect_err("refused")
            .to_string()
    };
    let subsample = asked(Test::Bootstrap, Alternative::TwoSided, rule(20, false));
    let stratified = asked(Test::Bootstrap, Alternative::TwoSided, Rule::PLAIN);
    for request in [
        subsample.clone().exact(Exact::Always),
        subsample
            .clone()
            .route(Some(Route::Compressed))
            .exact(Exact::Never),
        subsample.clone().interval(IntervalMethod::Invert),
        subsample.clone().rule(rule(60, false)),
        subsample.clone().rule(rule(241, true)),
    ] {
        assert!(!refused(&request).is_empty());
    }
    let within = systems(60);
    let sorted = Sampling::from(Groups::Strata(strata.clone()));
    let within = Data::from(&within).sampling(&sorted);
    for request in [
        stratified
            .clone()
            .route(Some(Route::Compressed))
            .exact(Exact::Never),
        stratified.clone().interval(IntervalMethod::Studentized),
        subsample.clone(),
    ] {
        assert!(compare(within, &request, &Control::default()).is_err());
    }
    let metric = Formula::new(&["s", "n"], "s/n").expect("a formula");
    let counted = ["base", "new"].map(|name| Counted::new(name, [vec![1; 60], vec![1; 60]]));
    let sorted = Sampling::from(Groups::Strata(strata.clone()));
    let data = Data::counted(&metric, &counted).sampling(&sorted);
    assert!(
        compare(data, &stratified, &Control::default()).is_ok(),
        "corpus metrics have strata too"
    );
    assert!(of_metric(&differences, &subsample.rule(rule(60, false))).is_err());
}
