//! Simulated rejections against enumeration, against each other, and against nulls that are not true.

use std::sync::atomic::AtomicBool;

use restrap_facade::outcome::Method;
use restrap_facade::power::{
    Null, Observed, PowerModel, PowerOutcome, PowerRequest, Proportion, TestRates, compare,
    compare_files,
};
use restrap_facade::{Control, Error, Exact, Level, McNemarVariant, Scores, Test};
use restrap_words::Word;

/// Level of the judge's intervals: of some hundred checks with fixed seeds, none fails by chance.
const JUDGE: f64 = 1.0 - 1e-6;

fn design(model: PowerModel, items: &[u64], effects: &[f64]) -> PowerRequest {
    let request = PowerRequest::default()
        .model(model)
        .items(items)
        .effects(effects);
    request.resamples(199).confidence(JUDGE).seed(1)
}

fn run(request: &PowerRequest) -> PowerOutcome {
    compare(request, &Control::default()).expect("a design")
}

fn run_files(request: &PowerRequest, observed: &Observed) -> PowerOutcome {
    compare_files(request, observed, &Control::default()).expect("a design")
}

fn test<'a>(outcome: &'a PowerOutcome, cell: usize, name: &str) -> &'a TestRates {
    let found = outcome.cells[cell]
        .tests
        .iter()
        .find(|test| test.name.name() == name);
    found.unwrap_or_else(|| panic!("{name} is judged"))
}

fn holds(rate: Proportion, value: f64) -> bool {
    rate.low <= value && value <= rate.high
}

fn json(outcome: &PowerOutcome) -> String {
    serde_json::to_string(outcome).expect("an outcome")
}

/// Probabilities of all (helped, hurt) of n items, and the size of their p by exact McNemar or mid-p.
fn enumerated(n: u64, helped: f64, hurt: f64, mid: bool) -> [f64; 3] {
    let ln_factorial: Vec<f64> = (0..=n)
        .scan(0.0, |sum, k| {
            *sum += if k > 0 { (k as f64).ln() } else { 0.0 };
            Some(*sum)
        })
        .collect();
    let ln = |k: u64| ln_factorial[k as usize];
    let (mut right, mut wrong, mut size) = (0.0, 0.0, 0.0);
    for b in 0..=n {
        for c in 0..=n - b {
            let m = b + c;
            let half = |k: u64| (ln(m) - ln(k) - ln(m - k) - m as f64 * 2_f64.ln()).exp();
            let tail: f64 = (0..=b.min(c)).map(half).sum();
            let p = if b == c && !mid {
                1.0
            } else {
                2.0 * tail - if mid { half(b.min(c)) } else { 0.0 }
            };
            if p <= 0.05 {
                let weight = ln(n) - ln(b) - ln(c) - ln(n - m)
                    + b as f64 * helped.ln()
                    + c as f64 * hurt.ln()
                    + (n - m) as f64 * (1.0 - helped - hurt).ln();
                let weight = weight.exp();
                *(if b > c { &mut right } else { &mut wrong }) += weight;
                size += weight * (b as f64 - c as f64).abs() / n as f64;
            }
        }
    }
    let rejected = right + wrong;
    [
        right,
        wrong / rejected,
        size / rejected / (helped - hurt).abs(),
    ]
}

#[test]
fn simulated_power_of_mcnemar_is_that_of_enumeration() {
    for (n, ties, effect) in [(100, 0.93, 0.03), (50, 0.8, 0.1), (100, 0.9, -0.05)] {
        let mut request = design(PowerModel::Accuracy, &[n], &[effect]);
        for (variant, is_mid) in [(McNemarVariant::Exact, false), (McNemarVariant::MidP, true)] {
            request.ties = vec![ties];
            request.experiments = 200_000;
            request.methods = vec![Test::McNemar.into()];
            request.variants.mcnemar = variant;
            let outcome = run(&request);
            let got = test(&outcome, 0, "mcnemar");
            let half = |sign: f64| f64::midpoint(1.0 - ties, sign * effect);
            let (more, less) = (half(effect.signum()), half(-effect.signum()));
            let [power, type_s, type_m] = enumerated(n, more, less, is_mid);
            let rates = (
                got.power.expect("an effect"),
                got.type_s.expect("rejections"),
            );
            assert!(holds(rates.0, power), "power {power}: {:?}", rates.0);
            assert!(holds(rates.1, type_s), "type S {type_s}: {:?}", rates.1);
            let (m, error) = (
                got.type_m.expect("rejections"),
                got.type_m_error.expect("rejections"),
            );
            assert!(
                (m - type_m).abs() < 5.0 * error,
                "type M {type_m}: {m} ± {error}"
            );
            // Negative control: the power of the other variant lies outside.
            assert!(
                !holds(rates.0, enumerated(n, more, less, !is_mid)[0]),
                "{n} items, mid-p {is_mid}"
            );
        }
    }
}

#[test]
fn cards_example_has_the_power_of_enumeration() {
    // Card et al. 2020: agreement 0.975, gain 0.02, 500 items; exact 0.797577 and type M 1.115836.
    let mut request = design(PowerModel::Accuracy, &[500], &[0.02]);
    request.ties = vec![0.975];
    request.experiments = 1_000_000;
    let outcome = run(&request);
    let got = test(&outcome, 0, "mcnemar");
    assert!(
        holds(got.power.expect("an effect"), 0.797_577_069_393),
        "{got:?}"
    );
    assert!(
        (got.type_m.expect("rejections") - 1.115_836).abs() < 0.003,
        "{got:?}"
    );
}

#[test]
fn sampled_tests_of_0_1_scores_reject_as_often_as_exact_ones() {
    let mut request = design(PowerModel::Accuracy, &[40, 150], &[0.0, 0.1]);
    request.ties = vec![0.7];
    request.resamples = 999;
    let exact = run(&request.clone().experiments(100_000));
    let sampled = run(&request.clone().exact(Exact::Never).experiments(4_000));
    let mut seen = 0;
    for (cell, of_exact) in exact.cells.iter().enumerate() {
        for wanted in &of_exact.tests {
            if wanted.method != Method::Exact || wanted.name == Test::McNemar.into() {
                continue;
            }
            let Some(got) = sampled.cells[cell]
                .tests
                .iter()
                .find(|test| test.name == wanted.name)
            else {
                continue;
            };
            // Their centres are those of R resamples, not its limit: what ties at the limit falls to either side.
            if matches!(wanted.name.name(), "urbano" | "sacrebleu-bs" | "moses") {
                continue;
            }
            // A p at alpha is drawn to either side of it: 0.01 stands for that.
            let (low, high) = (got.rate.low - 0.01, got.rate.high + 0.01);
            assert!(
                low <= wanted.rate.value && wanted.rate.value <= high,
                "{} of {} items, effect {}: exact {:?}, sampled {:?}",
                wanted.name,
                of_exact.setting.items,
                of_exact.setting.effect,
                wanted.rate,
                got.rate
            );
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen} rates were compared");
}

#[test]
fn permutation_holds_its_level_on_every_exchangeable_model_and_strict_recipes_do_not() {
    for model in [
        PowerModel::Accuracy,
        PowerModel::Graded,
        PowerModel::Continuous,
    ] {
        let outcome = run(&design(model, &[10, 60], &[0.0]));
        for cell in 0..2 {
            for name in ["permutation", "noreen", "scipy", "sign"] {
                let rate = test(&outcome, cell, name).rate;
                assert!(rate.low <= 0.05, "{name} on {}: {rate:?}", model.name());
            }
            // Negative control: a null that no recipe of theirs keeps is seen.
            let folded = test(&outcome, cell, "sacrebleu-bs").rate;
            assert!(
                folded.low > 0.05,
                "sacrebleu-bs on {}: {folded:?}",
                model.name()
            );
        }
    }
}

#[test]
fn a_wrong_null_is_seen() {
    // Skewed differences of mean 0 are not a null of the sign test.
    let mut request = design(PowerModel::Continuous, &[100], &[0.0]);
    request.skews = vec![4.0];
    let outcome = run(&request);
    assert!(test(&outcome, 0, "sign").rate.low > 0.1);
    assert!(
        outcome
            .run
            .warnings
            .iter()
            .any(|warning| warning.text.contains("skewed"))
    );
    let mut request = design(PowerModel::Continuous, &[100], &[0.0]);
    request.cluster_sizes = vec![1, 10];
    let outcome = run(&request);
    assert!(
        holds(test(&outcome, 0, "permutation").rate, 0.05),
        "no clusters"
    );
    assert!(
        test(&outcome, 1, "permutation").rate.low > 0.15,
        "clusters of 10"
    );
}

#[test]
fn threads_levels_and_early_stopping_change_nothing() {
    for model in [PowerModel::Graded, PowerModel::Accuracy] {
        let mut request = design(model, &[30, 70], &[0.0, 0.03]);
        request.experiments = 60;
        let expected = json(&run(&request));
        for threads in [1, 2, 3, 7] {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("a small pool");
            assert_eq!(
                json(&pool.install(|| run(&request))),
                expected,
                "{threads} threads"
            );
        }
        for level in Level::available() {
            assert_eq!(
                json(&run(&request.clone().level(level))),
                expected,
                "{}",
                level.name()
            );
        }
        // All methods, and one alone, which may stop before the centred ones let the rest.
        assert_eq!(
            json(&run(&request.clone().in_full(true))),
            expected,
            "in full"
        );
        let alone = |in_full| {
            json(&run(&request
                .clone()
                .methods([Test::BootstrapPercentile.into()])
                .in_full(in_full)))
        };
        assert_eq!(alone(false), alone(true), "one method");
    }
}

#[test]
fn experiments_beyond_a_tile_and_beyond_32_bits_are_resampled_too() {
    let mut request = design(PowerModel::Continuous, &[5_000], &[0.0, 0.08]);
    request.experiments = 60;
    request.resamples = 99;
    let outcome = run(&request);
    for name in ["permutation", "bootstrap", "t"] {
        assert!(test(&outcome, 0, name).rate.low < 0.05, "{name}");
        assert!(test(&outcome, 1, name).rate.low > 0.5, "{name}");
    }
    let differences: Vec<i64> = (0..40).map(|i| (i * 7 % 41 - 20) << 34).collect();
    let wide = Observed {
        differences,
        per_one: (1_u64 << 34) as f64,
        binary: false,
    };
    let narrow = Observed {
        differences: wide.differences.iter().map(|d| d >> 34).collect(),
        per_one: 1.0,
        ..wide.clone()
    };
    let rates = [wide, narrow].map(|observed| {
        let request = design(PowerModel::Files, &[40], &[0.0]);
        test(&run_files(&request, &observed), 0, "permutation").rate
    });
    assert!(rates.iter().all(|&rate| holds(rate, 0.05)), "{rates:?}");
}

fn scores(name: &str, values: Vec<f64>) -> Scores<'static> {
    Scores::new(name, values)
}

#[test]
fn files_are_a_null_by_swaps_and_by_equal_means_and_have_the_effect_asked_for() {
    // Skewed: a few large gains, many small losses.
    let base: Vec<f64> = (0..60).map(|i| f64::from(i % 7) / 10.0).collect();
    let new = base
        .iter()
        .enumerate()
        .map(|(i, b)| if i % 12 == 0 { b + 2.0 } else { b - 0.1 })
        .collect();
    let (base, new) = (scores("base", base), scores("new", new));
    for null in Null::ALL {
        let observed =
            Observed::of(&base, &new, restrap_facade::GridChoice::Auto).expect("files that differ");
        let request = design(PowerModel::Files, &[60, 200], &[0.0, 0.1]).null(null);
        let outcome = run_files(&request, &observed);
        let sign = test(&outcome, 1, "sign").rate;
        match null {
            Null::Swaps => assert!(
                holds(test(&outcome, 0, "permutation").rate, 0.05),
                "a test of swaps"
            ),
            // A mean of 0 with a median far from it.
            Null::Centred => assert!(sign.low > 0.5, "{sign:?}"),
        }
        // What the tests that reject report is the effect or more.
        let m = test(&outcome, 3, "t").type_m.expect("an effect");
        assert!((0.9..3.0).contains(&m), "{} {m}", null.name());
    }
    let same = Observed::of(&base, &base, restrap_facade::GridChoice::Auto);
    assert!(matches!(same, Err(Error::NotApplicable { .. })));
}

#[test]
fn a_stopped_job_says_what_it_rests_on() {
    let flag = AtomicBool::new(true);
    let control = Control {
        cancel: Some(&flag),
        ..Control::default()
    };
    let request = design(PowerModel::Continuous, &[500], &[0.0]);
    assert_eq!(
        compare(&request, &control).map(|_| ()),
        Err(Error::Interrupted)
    );
}

#[test]
fn designs_that_are_none_are_refused() {
    let base = || design(PowerModel::Accuracy, &[100], &[0.0]);
    let refused = |change: &dyn Fn(&mut PowerRequest)| {
        let mut request = base();
        change(&mut request);
        compare(&request, &Control::default())
            .expect_err("a bad design")
            .to_string()
    };
    names(&refused(&|r| r.effects = vec![0.2]), "room");
    names(&refused(&|r| r.ties = vec![1.0]), "ties");
    names(&refused(&|r| r.skews = vec![1.0]), "skew");
    names(&refused(&|r| r.correlations = vec![0.5]), "correlations");
    names(&refused(&|r| r.items = vec![0]), "items");
    names(&refused(&|r| r.cluster_sizes = vec![]), "cells");
    names(&refused(&|r| r.experiments = 0), "experiments");
    names(&refused(&|r| r.resamples = 0), "resamples");
    names(&refused(&|r| r.cluster_sizes = vec![101]), "clusters");
    names(&refused(&|r| r.icc = f64::NAN), "intraclass");
    names(&refused(&|r| r.effects = vec![f64::INFINITY]), "effect");
    names(
        &refused(&|r| (r.model, r.methods) = (PowerModel::Graded, vec![Test::McNemar.into()])),
        "0 or 1",
    );
    names(
        &refused(&|r| r.methods = vec![Test::Welch.into()]),
        "tests of paired scores",
    );
    names(
        &refused(&|r| r.model = PowerModel::Files),
        "scores of two systems",
    );
    names(&refused(&|r| r.alpha = 1.0), "alpha");
}

/// The message names what was wrong.
fn names(message: &str, word: &str) {
    assert!(message.contains(word), "{word}: {message}");
}

#[test]
fn a_number_of_resamples_that_loses_level_is_told() {
    let mut request = design(PowerModel::Graded, &[20], &[0.0]);
    request.experiments = 10;
    request.resamples = 100;
    let warned = |request: &PowerRequest| {
        run(request)
            .run
            .warnings
            .iter()
            .any(|w| w.text.contains("no whole number"))
    };
    assert!(warned(&request), "0.05 times 101 is 5.05");
    request.resamples = 99;
    assert!(
        warned(&request),
        "0.05 times 100 is 5, but a doubled tail has 2.5"
    );
    request.resamples = 119;
    assert!(!warned(&request));
}

#[test]
fn the_documents_table_of_models_is_the_vocabulary() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/power.md");
    let document = std::fs::read_to_string(path).expect("the document of power");
    for model in PowerModel::ALL {
        let own = model
            .parameters()
            .map(|value| value.map_or_else(String::new, |value| value.to_string()));
        let row = format!("| `{model}` | {} | {} |\n", model.help(), own.join(" | "));
        assert!(
            document.contains(&row),
            "docs/power.md lacks the row\n{row}"
        );
    }
}

#[test]
fn outcomes_are_read_back_as_they_were_written() {
    let small = || {
        PowerRequest::default()
            .items([12, 30])
            .effects([0.0, 0.1])
            .experiments(200)
            .resamples(59)
    };
    for (name, request) in [
        ("counts", small().experiments(3_000)),
        ("columns", small().cluster_sizes([1, 3])),
        ("sampled", small().exact(Exact::Never)),
        ("graded", small().model(PowerModel::Graded).effects([0.02])),
        (
            "continuous",
            small().model(PowerModel::Continuous).skews([2.0]),
        ),
    ] {
        let outcome = compare(&request, &Control::default()).expect("a design");
        let json = serde_json::to_string(&outcome).expect("an outcome");
        assert_eq!(
            serde_json::from_str::<PowerOutcome>(&json).expect("JSON"),
            outcome,
            "{name}"
        );
        let again = compare(&outcome.request, &Control::default()).expect("a design");
        assert_eq!(
            again, outcome,
            "{name}: an outcome holds all that was asked"
        );
    }
}
