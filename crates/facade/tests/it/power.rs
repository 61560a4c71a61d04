//! Enumerated power against simulated power.

use restrap_facade::power::{Simulations, simulate_pilot, simulate_table};
use restrap_facade::{Alternative, McNemarVariant};
use restrap_stats::power::{Agreement, Discordant, MeanDifference};

/// 0.1 % over 50 intervals: one run of a correct simulation in a thousand fails.
const CONFIDENCE: f64 = 1.0 - 0.001 / 50.0;

/// 50 tables: accuracies, gains of both signs, agreements from the most to the least, few items to many.
fn settings() -> Vec<(Agreement, u64, McNemarVariant, Alternative, f64)> {
    let mut settings = Vec::new();
    for (k, items) in [10, 40, 100, 500, 2_000].into_iter().enumerate() {
        for (j, (baseline, gain, agreement)) in [
            (0.5, 0.1, 0.9),
            (0.5, 0.1, 0.6),
            (0.8, 0.02, 0.975),
            (0.8, -0.03, 0.9),
            (0.95, 0.01, 0.97),
            (0.3, 0.05, 0.8),
            (0.7, 0.02, 0.42),
            (0.6, 0.15, 0.7),
            (0.9, -0.05, 0.95),
            (0.4, 0.2, 0.75),
        ]
        .into_iter()
        .enumerate()
        {
            let table = Agreement::new(baseline, gain, agreement).expect("a table");
            let variant = McNemarVariant::ALL[(j + k) % 4];
            let alternative = Alternative::ALL[(j + 2 * k) % 3];
            settings.push((table, items, variant, alternative, [0.05, 0.01][j % 2]));
        }
    }
    settings
}

#[test]
fn enumeration_equals_simulation_on_50_settings() {
    let settings = settings();
    assert_eq!(settings.len(), 50);
    for (k, (table, items, variant, alternative, alpha)) in settings.into_iter().enumerate() {
        let simulations = Simulations {
            count: 4_000,
            seed: k as u64,
            confidence: CONFIDENCE,
        };
        let drawn = simulate_table(&table, items, variant, alternative, alpha, simulations)
            .expect("simulated");
        let test = Discordant::new(
            table.only_system,
            table.only_baseline,
            alpha,
            variant,
            alternative,
        );
        let exact = test.expect("valid").rejections(items);
        let power = exact.power.expect("an effect");
        let [low, high] = drawn.power_interval;
        assert!(
            (low..=high).contains(&power),
            "{k}: {power} is not in {low} to {high}"
        );
        // Negative control: a power off by a tenth is noticed wherever the interval is narrow enough.
        if high - low < 0.1 && power > 0.1 && power < 0.9 {
            assert!(!(low..=high).contains(&(power + 0.1)), "{k}");
        }
        if let (Some(exact), Some(drawn)) =
            (exact.type_m, drawn.type_m.filter(|_| drawn.right > 1_000))
        {
            // A thousand sizes, each within a few effects: 10 % is many standard errors.
            assert!(
                (exact / drawn - 1.0).abs() < 0.1,
                "{k}: type M {exact} and {drawn}"
            );
        }
    }
}

#[test]
fn a_pilot_of_normal_differences_has_the_power_of_the_noncentral_t() {
    // Normal quantiles stand for a pilot: mean 0, so the shift is the gain.
    let pilot: Vec<f64> = (0..400)
        .map(|k| restrap_stats::special::normal_quantile((f64::from(k) + 0.5) / 400.0))
        .collect();
    let variance = pilot.iter().map(|x| x * x).sum::<f64>() / 399.0;
    let simulations = Simulations {
        count: 2_000,
        seed: 1,
        confidence: CONFIDENCE,
    };
    let drawn = simulate_pilot(&pilot, 0.4, 50, Alternative::TwoSided, 0.05, simulations)
        .expect("simulated");
    let mean = MeanDifference::new(variance, 0.05, Alternative::TwoSided).expect("valid");
    let power = mean.t(0.4).rejections(50.0).power.expect("an effect");
    let [low, high] = drawn.power_interval;
    // The permutation test of normal differences is as powerful as t, but for a percent or so at 50 items.
    assert!(
        (low - 0.01..=high + 0.01).contains(&power),
        "{power} is not in {low} to {high}"
    );
}

#[test]
fn simulations_do_not_depend_on_threads() {
    let table = Agreement::new(0.8, 0.02, 0.9).expect("a table");
    let simulations = Simulations {
        count: 500,
        seed: 3,
        confidence: 0.95,
    };
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        pool.install(|| {
            let drawn = simulate_table(
                &table,
                300,
                McNemarVariant::Exact,
                Alternative::TwoSided,
                0.05,
                simulations,
            )
            .expect("simulated");
            serde_json::to_string(&drawn).expect("JSON")
        })
    };
    assert_eq!(run(1), run(3));
}

#[test]
fn a_pilot_of_real_scores_says_how_unsure_its_variance_is() {
    use restrap_facade::power::{Known, PlanRequest, plan_of_pilot};
    // Of ±1 the fourth moment is the square of the second: the variance is as good as known. A long tail says little.
    let of = |value: fn(usize) -> f64, comparisons: u64| {
        let scores = |value: fn(usize) -> f64| (0..400).map(value).collect::<Vec<f64>>();
        let base = restrap_facade::Scores::new("base", scores(|item| item as f64 / 7.0));
        let new = restrap_facade::Scores::new(
            "new",
            base.rows()
                .iter()
                .zip(scores(value))
                .map(|(base, more)| base + more)
                .collect::<Vec<f64>>(),
        );
        let request = PlanRequest::new(Known::Pilot)
            .gain(0.1)
            .comparisons(comparisons)
            .simulations(0);
        let outcome = plan_of_pilot(&request, &base, &new).expect("a plan");
        outcome
            .scenarios
            .iter()
            .map(|scenario| scenario.quoted().items_needed.expect("items"))
            .collect::<Vec<_>>()
    };
    let even: fn(usize) -> f64 = |item| if item.is_multiple_of(2) { 1.0 } else { -1.0 };
    let long: fn(usize) -> f64 = |item| if item.is_multiple_of(40) { 6.0 } else { -0.2 };
    let [pilot, least, most] = of(even, 1)[..] else {
        panic!("three assumptions")
    };
    assert!(
        least <= pilot && pilot <= most && most - least <= pilot / 20,
        "{least} {pilot} {most}"
    );
    let [pilot, least, most] = of(long, 1)[..] else {
        panic!("three assumptions")
    };
    assert!(
        3 * least < 2 * pilot && 3 * pilot < 2 * most,
        "{least} {pilot} {most}"
    );
    // ((2.638 + .842) / (1.960 + .842))² as many for an alpha of .05 / 6.
    let ratio = of(even, 6)[0] as f64 / of(even, 1)[0] as f64;
    assert!((ratio - 1.542).abs() < 0.01, "{ratio}");
}
