//! Monte Carlo p-values, and intervals from given replicates.

use super::reader::{Answer, Case, check, family, number, numbers, object};
use restrap_stats::interval::{
    BootstrapDistribution, Interval, Replicates, jackknife_acceleration, mean_acceleration,
    studentized,
};
use restrap_stats::special::normal_quantile;
use restrap_stats::{Moments, MonteCarlo};
use serde_json::Value;

#[test]
fn monte_carlo_p_values_and_their_bounds_equal_scipy() {
    check("monte_carlo", |case| match case.method.as_str() {
        "mc_pvalue" => {
            let counted = MonteCarlo::new(case.count("count"), case.count("resamples"))
                .expect("count <= resamples");
            let exact = |level| counted.clopper_pearson(level).expect("a valid level");
            let wilson = |level| counted.wilson(level).expect("a valid level");
            Some(Answer::Values(object([
                ("p_plain", counted.plain().value()),
                ("p_add_one", counted.add_one().value()),
                ("cp95_low", exact(0.95).low),
                ("cp95_high", exact(0.95).high),
                ("wilson95_low", wilson(0.95).low),
                ("wilson95_high", wilson(0.95).high),
                ("cp99_low", exact(0.99).low),
                ("cp99_high", exact(0.99).high),
                ("wilson99_low", wilson(0.99).low),
                ("wilson99_high", wilson(0.99).high),
                ("se_plain", counted.standard_error()),
            ])))
        }
        _ => None,
    });
}

/// Answers under the keys of the golden file.
fn ends(answer: &mut Value, name: &str, interval: Interval) {
    answer[format!("{name}_low")] = interval.low.into();
    answer[format!("{name}_high")] = interval.high.into();
}

fn all_intervals(theta: f64, replicates: Vec<f64>, acceleration: f64, level: f64) -> Value {
    let drawn = Replicates::new(theta, replicates).expect("finite replicates");
    let bca = drawn.bca(level, acceleration).expect("a valid level");
    assert_eq!(bca.fallback, None, "no golden case is degenerate");
    let mut answer = object([
        ("theta", theta),
        ("se_boot", drawn.standard_error()),
        ("z0", bca.z0),
        ("acceleration", bca.acceleration),
    ]);
    ends(
        &mut answer,
        "percentile",
        drawn.percentile(level).expect("a valid level"),
    );
    ends(
        &mut answer,
        "basic",
        drawn.basic(level).expect("a valid level"),
    );
    ends(
        &mut answer,
        "normal",
        drawn.normal(level).expect("a valid level"),
    );
    ends(&mut answer, "bca", bca.interval);
    answer
}

fn index_lists(case: &Case) -> Vec<Vec<usize>> {
    let lists = case.inputs["resample_indices"]
        .as_array()
        .expect("a list of lists");
    lists
        .iter()
        .map(|list| {
            numbers(list)
                .into_iter()
                .map(|index| index as usize)
                .collect()
        })
        .collect()
}

fn from_replicates(case: &Case) -> Value {
    let data = Moments::of(&case.numbers("data")).expect("finite data");
    let leave_one_out =
        jackknife_acceleration(&case.numbers("jackknife")).expect("two items or more");
    let (theta, acceleration) = match case.inputs["statistic"].as_str() {
        Some("mean") => {
            let closed = mean_acceleration(&case.numbers("data")).expect("finite data");
            // The jackknife values of the file are rounded to 1e-16 of a mean that is n times their spread.
            assert!(
                (closed - leave_one_out).abs() < 1e-10,
                "{}: {closed} {leave_one_out}",
                case.name
            );
            (data.mean(), closed)
        }
        Some("variance_ddof0") => (data.squares() / data.count() as f64, leave_one_out),
        other => panic!("{}: unknown statistic {other:?}", case.name),
    };
    // Equality with a replicate is judged in raw doubles below, so the observed value is the file's, summed its way.
    let printed = number(&case.expected["theta"]).expect("a number");
    assert!(
        (theta - printed).abs() < 1e-15 * (1.0 + printed.abs()),
        "{}: {theta} {printed}",
        case.name
    );
    all_intervals(
        printed,
        case.numbers("replicates"),
        acceleration,
        case.number("level"),
    )
}

fn f1_from_indices(case: &Case) -> Value {
    let rows: Vec<Vec<f64>> = case.inputs["tp_fp_fn"]
        .as_array()
        .expect("rows")
        .iter()
        .map(numbers)
        .collect();
    let f1 = |chosen: &mut dyn Iterator<Item = usize>| {
        let mut sums = [0.0; 3];
        for item in chosen {
            for (sum, count) in sums.iter_mut().zip(&rows[item]) {
                *sum += count;
            }
        }
        let [tp, fp, fn_] = sums;
        if tp == 0.0 {
            0.0
        } else {
            2.0 * tp / (2.0 * tp + fp + fn_)
        }
    };
    let theta = f1(&mut (0..rows.len()));
    let jackknife: Vec<f64> = (0..rows.len())
        .map(|left| f1(&mut (0..rows.len()).filter(|&item| item != left)))
        .collect();
    let replicates: Vec<f64> = index_lists(case)
        .into_iter()
        .map(|drawn| f1(&mut drawn.into_iter()))
        .collect();
    let acceleration = jackknife_acceleration(&jackknife).expect("two items or more");
    let mut answer = all_intervals(
        theta,
        replicates.clone(),
        acceleration,
        case.number("level"),
    );
    answer["jackknife"] = jackknife.into();
    answer["replicates"] = replicates.into();
    answer
}

fn studentized_mean(case: &Case) -> Value {
    let data = case.numbers("data");
    let mean_and_error = |values: &[f64]| {
        let moments = Moments::of(values).expect("finite data");
        (
            moments.mean(),
            moments.sd().expect("two items or more") / (values.len() as f64).sqrt(),
        )
    };
    let (theta, error) = mean_and_error(&data);
    let drawn: Vec<(f64, f64)> = index_lists(case)
        .into_iter()
        .map(|indices| {
            mean_and_error(
                &indices
                    .into_iter()
                    .map(|index| data[index])
                    .collect::<Vec<_>>(),
            )
        })
        .collect();
    let got = studentized(theta, error, &drawn, case.number("level")).expect("valid replicates");
    object([
        ("theta", theta),
        ("se", error),
        ("t_q025", got.quantiles.0),
        ("t_q975", got.quantiles.1),
        ("low", got.interval.low),
        ("high", got.interval.high),
    ])
}

#[test]
fn intervals_from_given_replicates_equal_scipy_and_efron() {
    check("bootstrap_ci", |case| {
        let answer = match case.method.as_str() {
            "bootstrap_ci" => from_replicates(case),
            "bootstrap_ci_f1" => f1_from_indices(case),
            "bootstrap_t" => studentized_mean(case),
            _ => return None,
        };
        Some(if case.name == EQUAL_IN_DECIMALS {
            Answer::Partial(answer, &["z0", "bca_low", "bca_high"])
        } else {
            Answer::Values(answer)
        })
    });
}

/// SciPy compares raw doubles: one replicate of this case lies above the observed mean by a rounding, and counts half here.
const EQUAL_IN_DECIMALS: &str = "bootstrap_ci/mean_norm_n7_2";

#[test]
fn a_replicate_equal_in_decimals_counts_half_where_scipy_puts_it_above() {
    // One replicate of this case is 4.901 / 7 plus two units in the last place: the observed mean, summed in another order.
    let cases = family("bootstrap_ci");
    let case = cases
        .iter()
        .find(|case| case.name == EQUAL_IN_DECIMALS)
        .expect("the case");
    let theta = Moments::of(&case.numbers("data"))
        .expect("finite data")
        .mean();
    let drawn = Replicates::new(theta, case.numbers("replicates")).expect("finite replicates");
    assert_eq!(drawn.z0(), normal_quantile(99.0 / 199.0));
}
