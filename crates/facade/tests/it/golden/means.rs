//! Permutation and bootstrap of a mean: p-values through a comparison, what describes the law from the law.

use super::reader::{Answer, Case, check, number};
use super::{by_law, compare, law, p_values, scores};
use restrap_core::{DistinctRows, Precision, encode};
use restrap_facade::outcome::Method;
use restrap_facade::{
    Alternative, Control, Data, Draws, Groups, IntervalMethod, Request, Rule, Sampling, Strata,
    Subsample, SubsampleSize, Test,
};
use serde_json::{Value, json as value};

const SIDES: [Alternative; 3] = [
    Alternative::Greater,
    Alternative::Less,
    Alternative::TwoSided,
];

/// Baseline and system scores of a case: pairs as given, differences over a baseline of zeros.
fn columns(case: &Case) -> (Vec<f64>, Vec<f64>) {
    if case.inputs.get("a").is_some() {
        return (case.numbers("b"), case.numbers("a"));
    }
    let system = match case.inputs.get("d_counts").and_then(Value::as_array) {
        None => case.numbers("d"),
        Some(counts) => {
            let repeated = counts.iter().flat_map(|pair| {
                let count = pair[1].as_u64().expect("a count");
                std::iter::repeat_n(number(&pair[0]).expect("a difference"), count as usize)
            });
            repeated.collect()
        }
    };
    (vec![0.0; system.len()], system)
}

/// Distinct differences on the grid of the scores, and its steps in 1.0.
fn on_grid(baseline: &[f64], system: &[f64], case: &Case) -> (Vec<(i64, u64)>, f64) {
    let encoded = encode(baseline, system, Precision::Double);
    assert!(
        encoded.grid.is_recovered(),
        "{}: {}",
        case.name,
        encoded.grid
    );
    (
        DistinctRows::of_column(&encoded.difference).pairs(),
        encoded.grid.per_one(),
    )
}

/// `answer` with what a comparison says in place of what the law says.
fn with_comparison(mut answer: Value, case: &Case, tests: &[Test], keys: &[[&str; 3]]) -> Value {
    let (baseline, system) = columns(case);
    for (side, alternative) in SIDES.into_iter().enumerate() {
        let p = p_values(&baseline, &system, &by_law(tests, alternative));
        for (p, keys) in p.into_iter().zip(keys) {
            let of_law = answer[keys[side]].as_f64().expect("a p-value of the law");
            // Twelve digits are printed.
            assert!(
                (p - of_law).abs() <= 5e-12 * of_law,
                "{} {}: {p} and {of_law}",
                case.name,
                keys[side]
            );
            answer[keys[side]] = p.into();
        }
    }
    let outcome =
        compare(&baseline, &system, &by_law(tests, Alternative::TwoSided)).expect("valid");
    answer["observed_mean"] = outcome.comparisons[0].difference.into();
    answer
}

#[test]
fn permutation_p_values_equal_enumeration_in_fractions() {
    check("permutation_exact_mean", |case| {
        match case.method.as_str() {
            "permutation_mean" | "permutation_mean_pairs" => {
                let (baseline, system) = columns(case);
                let (values, per_one) = on_grid(&baseline, &system, case);
                let keys = [["p_greater", "p_less", "p_two_sided"]];
                let answer = with_comparison(
                    law::permutation(&values, per_one),
                    case,
                    &[Test::Permutation],
                    &keys,
                );
                Some(Answer::Partial(answer, &["support"]))
            }
            _ => None,
        }
    });
}

#[test]
fn bootstrap_p_values_and_quantiles_equal_convolution_in_fractions() {
    check("bootstrap_exact_mean", |case| match case.method.as_str() {
        "bootstrap_mean" => {
            let (baseline, system) = columns(case);
            let (values, per_one) = on_grid(&baseline, &system, case);
            let keys = [
                ["p_shift_ge", "p_shift_less", "p_centred_two_sided"],
                ["p_le_zero", "p_ge_zero", "p_percentile_two_sided"],
            ];
            let tests = [Test::Bootstrap, Test::BootstrapPercentile];
            let answer = with_comparison(law::bootstrap(&values, per_one), case, &tests, &keys);
            Some(Answer::Partial(answer, &["support"]))
        }
        "m_out_of_n_mean" => Some(Answer::Values(m_out_of_n(case))),
        "stratified_bootstrap_mean" => Some(Answer::Values(stratified(case))),
        _ => None,
    });
}

/// One p-value by law, and the standard error that a normal interval stands for.
fn p_and_error(system: &[f64], strata: Option<&Strata>, request: &Request) -> (f64, f64, f64) {
    let request = request.clone().interval(IntervalMethod::Normal);
    let systems = [
        scores("baseline", &vec![0.0; system.len()]),
        scores("system", system),
    ];
    let data = Data::from(&systems);
    let strata = strata.map(|strata| Groups::Strata(strata.clone()).into());
    let groups: Sampling = strata.unwrap_or_default();
    let data = data.sampling(&groups);
    let outcome =
        restrap_facade::compare(data, &request, &Control::default()).expect("a valid comparison");
    let [comparison] = &outcome.comparisons[..] else {
        panic!("one comparison")
    };
    assert_eq!(
        comparison.tests[0].method,
        Method::Exact,
        "{:?}",
        comparison.tests[0]
    );
    let interval = comparison.interval.as_ref().expect("a normal interval");
    let error =
        (interval.high - interval.low) / 2.0 / -restrap_stats::special::normal_quantile(0.025);
    (
        comparison.tests[0].pvalue.unwrap_or(0.0),
        error,
        comparison.difference,
    )
}

fn m_out_of_n(case: &Case) -> Value {
    let (system, draws) = (case.numbers("d"), case.count("m"));
    let rule = Rule {
        draws: Draws::Subsample(Subsample {
            size: SubsampleSize::Items(draws),
            replacement: true,
        }),
        ..Rule::PLAIN
    };
    let asked = |side| by_law(&[Test::Bootstrap], side).rule(rule);
    let (greater, error, mean) = p_and_error(&system, None, &asked(Alternative::Greater));
    let (two_sided, ..) = p_and_error(&system, None, &asked(Alternative::TwoSided));
    let values: Vec<(i64, u64)> = system.iter().map(|&d| (d as i64, 1)).collect();
    let law = restrap_stats::Law::bootstrap_draws(&values, draws);
    let twice = 2.0 * draws as f64 * mean;
    let shifted = law
        .at_least((twice - 1e-9).ceil() as i128)
        .probability
        .value();
    assert!(
        (shifted - greater).abs() > 1e-6,
        "{}: the judge must see the scaling",
        case.name
    );
    value!({
        "observed_mean": mean,
        "p_greater_scaled": greater,
        "p_two_sided_scaled": two_sided,
        "se_scaled": error,
        "se_unscaled": law.variance().sqrt() / draws as f64,
        "p_shift_ge_unscaled": shifted,
        "p_le_zero_unscaled": law.at_most(0).probability.value(),
    })
}

fn stratified(case: &Case) -> Value {
    let strata: Vec<Vec<f64>> =
        serde_json::from_value(case.inputs["strata"].clone()).expect("strata");
    // Items come in any order: the first of every stratum, then the second.
    let longest = strata.iter().map(Vec::len).max().expect("strata");
    let each = |item: usize| {
        (1..)
            .zip(&strata)
            .filter_map(move |(code, values)| Some((code, *values.get(item)?)))
    };
    let (codes, system): (Vec<u32>, Vec<f64>) = (0..longest).flat_map(each).unzip();
    let strata = Strata {
        column: "stratum".to_owned(),
        codes: codes.into(),
    };
    let p = |test, side| p_and_error(&system, Some(&strata), &by_law(&[test], side));
    let (shifted, error, mean) = p(Test::Bootstrap, Alternative::Greater);
    let plain = p_values(
        &vec![0.0; system.len()],
        &system,
        &by_law(&[Test::Bootstrap], Alternative::Greater),
    );
    assert!(
        (plain[0] - shifted).abs() > 1e-6,
        "{}: the judge must see the strata",
        case.name
    );
    value!({
        "observed_mean": mean,
        "boot_sd": error,
        "p_shift_ge": shifted,
        "p_centred_two_sided": p(Test::Bootstrap, Alternative::TwoSided).0,
        "p_le_zero": p(Test::BootstrapPercentile, Alternative::Greater).0,
    })
}

#[test]
fn raw_doubles_would_fail_the_cases_with_equal_decimals() {
    // Negative control: sums of doubles compared by >= give another p-value on decimals that tie.
    let (d, exact) = ([0.1, 0.2, -0.3], 0.625);
    let observed: f64 = d.iter().sum();
    let flips = (0..8_u32).map(|mask| {
        (0..3)
            .map(|i| if mask >> i & 1 == 1 { d[i] } else { -d[i] })
            .sum::<f64>()
    });
    let raw = flips.filter(|sum| *sum >= observed).count() as f64 / 8.0;
    assert!((raw - exact).abs() > 0.1, "{raw}");
    assert_eq!(
        p_values(
            &[0.0; 3],
            &d,
            &by_law(&[Test::Permutation], Alternative::Greater)
        ),
        [exact]
    );
}
