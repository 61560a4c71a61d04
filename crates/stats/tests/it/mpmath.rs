//! Every distribution function against 40-digit reference values made by `crates/stats/tests/it/fixtures/mpmath_reference.py`.

use restrap_stats::special::{self, Chance};
use restrap_stats::{
    Alternative, Counts, Law, McNemar, MonteCarlo, Probability, SignTest, SignTies, binomial,
    interval, trinomial,
};
use serde_json::Value;
use std::collections::BTreeMap;

struct Row {
    function: String,
    arguments: Vec<f64>,
    value: f64,
    ln: Option<f64>,
}

fn rows() -> Vec<Row> {
    let file: Value =
        serde_json::from_str(include_str!("fixtures/mpmath.json")).expect("the fixture is JSON");
    let number = |text: &Value| {
        text.as_str()
            .map(|digits| digits.parse::<f64>().expect("a number in digits"))
    };
    file["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| Row {
            function: row["f"].as_str().expect("a name").to_owned(),
            arguments: row["x"]
                .as_array()
                .expect("arguments")
                .iter()
                .map(|x| x.as_f64().expect("number"))
                .collect(),
            value: number(&row["value"]).expect("a value"),
            ln: number(&row["ln"]),
        })
        .collect()
}

/// What the crate computes: a probability with its logarithm, or a plain number.
enum Got {
    Tail(Probability),
    Number(f64),
}

fn compute(row: &Row) -> Option<Got> {
    let x = &row.arguments;
    let count = |i: usize| x[i] as u64;
    Some(match row.function.as_str() {
        "normal_cdf" => Got::Number(special::normal_cdf(x[0])),
        "normal_sf" => Got::Tail(special::normal_upper(x[0])),
        "normal_ln_sf" => Got::Number(special::normal_ln_sf(x[0])),
        "normal_quantile" => Got::Number(special::normal_quantile(x[0])),
        "chi2_1_sf" => Got::Tail(special::chi_square_1_upper(x[0])),
        "t_sf" => Got::Tail(special::student_t_upper(x[0], x[1])),
        "t_quantile_upper" => Got::Number(special::student_t_upper_quantile(x[0], x[1])),
        "beta_lower" => Got::Tail(special::beta_lower(x[0], x[1], x[2])),
        "beta_upper" => Got::Tail(special::beta_upper(x[0], x[1], x[2])),
        "beta_quantile" => Got::Number(special::beta_quantile(x[0], x[1], x[2]).x),
        "binomial_lower" => Got::Tail(binomial::lower(count(0), count(1), Chance::new(x[2]))),
        "binomial_upper" => Got::Tail(binomial::upper(count(0), count(1), Chance::new(x[2]))),
        "mcnemar_two_sided" => Got::Tail(
            McNemar {
                b: count(0),
                c: count(1),
            }
            .exact(Alternative::TwoSided),
        ),
        "trinomial_lower" => Got::Tail(trinomial::lower(x[0] as i64, count(1), count(2), count(3))),
        "trinomial_upper" => Got::Tail(trinomial::upper(x[0] as i64, count(1), count(2), count(3))),
        "clopper_pearson_low" => Got::Number(clopper_pearson(x).low),
        "clopper_pearson_high" => Got::Number(clopper_pearson(x).high),
        "tango_low" => Got::Number(
            interval::tango(count(0), count(1), count(2), x[3])
                .expect("valid")
                .low,
        ),
        "tango_high" => Got::Number(
            interval::tango(count(0), count(1), count(2), x[3])
                .expect("valid")
                .high,
        ),
        _ => return None,
    })
}

fn clopper_pearson(x: &[f64]) -> interval::Interval {
    MonteCarlo::new(x[0] as u64, x[1] as u64)
        .and_then(|counted| counted.clopper_pearson(x[2]))
        .expect("valid")
}

/// Relative error where the value is a normal double; else that of the logarithm.
fn error(row: &Row, got: &Got) -> (f64, bool) {
    let relative = |got: f64, want: f64| {
        if got == want {
            0.0
        } else if want == 0.0 {
            f64::INFINITY
        } else {
            ((got - want) / want).abs()
        }
    };
    match *got {
        Got::Number(value) => (relative(value, row.value), false),
        Got::Tail(p) if row.value >= 1e-300 => (relative(p.value(), row.value), false),
        Got::Tail(p) => (
            relative(p.ln(), row.ln.expect("a tail has a logarithm")),
            true,
        ),
    }
}

/// Five to ten times the worst error seen over the fixture, and never above what the module heads promise.
///
/// A tail is the exponential of a logarithm near -700 at worst, whose last bit is 1.1e-13; quantiles and intervals have no
/// such step.
fn limit(function: &str) -> f64 {
    match function {
        "normal_cdf"
        | "normal_ln_sf"
        | "normal_quantile"
        | "clopper_pearson_low"
        | "clopper_pearson_high" => 5e-15,
        "t_quantile_upper" | "beta_quantile" | "tango_low" | "tango_high" => 5e-14,
        _ => 1e-12,
    }
}

#[test]
fn every_reference_value_is_met_and_the_worst_error_is_printed() {
    let mut worst: BTreeMap<(String, bool), (usize, f64, Vec<f64>)> = BTreeMap::new();
    for row in rows() {
        let got = compute(&row).unwrap_or_else(|| panic!("the fixture asks for {}", row.function));
        let (error, of_ln) = error(&row, &got);
        let entry = worst.entry((row.function.clone(), of_ln)).or_default();
        entry.0 += 1;
        if error.is_nan() || error >= entry.1 {
            (entry.1, entry.2) = (error, row.arguments.clone());
        }
    }
    let mut failed = Vec::new();
    for ((function, of_ln), (count, error, arguments)) in &worst {
        let what = if *of_ln { "ln" } else { "value" };
        println!(
            "{function:22} {what:5} {count:4} points, worst relative error {error:.1e} at {arguments:?}"
        );
        if error.is_nan() || *error > limit(function) {
            failed.push(function.clone());
        }
    }
    assert!(failed.is_empty(), "above their limits: {failed:?}");
}

#[test]
fn the_comparison_rejects_a_tail_that_is_off_by_one_part_in_1e11() {
    // Negative control: the judge must see an error far smaller than those of the library that was left.
    let row = rows()
        .into_iter()
        .find(|row| row.function == "binomial_lower" && row.value > 1e-50)
        .expect("such a row");
    let Some(Got::Tail(p)) = compute(&row) else {
        panic!("a binomial tail is a probability")
    };
    assert!(error(&row, &Got::Tail(p.scaled(1.0 + 1e-11))).0 > limit("binomial_lower"));
    assert!(error(&row, &Got::Tail(p)).0 <= limit("binomial_lower"));
}

#[test]
fn exact_mcnemar_and_sign_keep_twelve_digits_from_ten_to_ten_million_discordant_pairs() {
    let half = rows()
        .into_iter()
        .filter(|row| row.function == "binomial_lower" && row.arguments[2] == 0.5);
    let mut deepest: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for row in half.filter(|row| 2.0 * row.arguments[0] < row.arguments[1] && row.value >= 1e-300) {
        let (c, n) = (row.arguments[0] as u64, row.arguments[1] as u64);
        let mcnemar = McNemar { b: n - c, c }.exact(Alternative::TwoSided);
        let sign = SignTest::new(
            Counts {
                better: n - c,
                worse: c,
                tied: 5,
            },
            SignTies::Drop,
        );
        assert_eq!(mcnemar, sign.exact(Alternative::TwoSided));
        let error = (mcnemar.value() / (2.0 * row.value) - 1.0).abs();
        // The logarithm of 1e-300 has a last bit of 1.1e-13; the library tail that was left is off by 2e-8 here.
        assert!(error < 1e-12, "{c} of {n}: {error:.1e}");
        deepest.entry(n).or_default().push(row.value);
    }
    for n in [1000, 200_000, 1_000_000, 10_000_000] {
        let tails = deepest.get(&n).map_or(&[][..], Vec::as_slice);
        println!(
            "{n} pairs: {} tails, the smallest {:.1e}",
            tails.len(),
            tails.iter().copied().fold(1.0, f64::min)
        );
        assert!(
            tails.iter().any(|p| (1e-50..1e-30).contains(p)),
            "no tail near 1e-40 at {n}"
        );
        assert!(
            tails.iter().any(|p| (1e-300..1e-250).contains(p)),
            "no tail near 1e-300 at {n}"
        );
    }
}

/// Relative difference of two probabilities; of their logarithms where no normal double holds them.
fn apart(p: Probability, q: Probability) -> f64 {
    if p.value() >= 1e-300 {
        (p.value() / q.value() - 1.0).abs()
    } else {
        (p.ln() / q.ln() - 1.0).abs()
    }
}

#[test]
fn exact_permutation_equals_exact_mcnemar_from_ten_to_a_million_discordant_pairs() {
    // A million pairs, 1e-300: what convolution (up to 1000 items) and inversion (beyond) must keep.
    const LIMIT: f64 = 1e-11;
    let mut seen: BTreeMap<u64, (usize, f64, f64, Vec<f64>)> = BTreeMap::new();
    for row in rows()
        .into_iter()
        .filter(|row| row.function == "mcnemar_two_sided")
    {
        let (b, c) = (row.arguments[0] as u64, row.arguments[1] as u64);
        // Discordant pairs as differences, in units of their own, among ties.
        let law = Law::permutation([(840, b), (-840, c), (0, 12_345)]);
        let gap = 840 * (i128::from(b) - i128::from(c));
        let (upper, lower) = (law.at_least(gap), law.at_most(-gap));
        assert_eq!(
            upper.probability, lower.probability,
            "symmetric at {b}, {c}"
        );
        let two_sided = if gap == 0 {
            Probability::ONE
        } else {
            upper.probability.scaled(2.0)
        };
        let mcnemar = McNemar { b, c }.exact(Alternative::TwoSided);
        let (to_mpmath, _) = error(&row, &Got::Tail(two_sided));
        let to_mcnemar = apart(two_sided, mcnemar);
        assert!(
            to_mpmath <= LIMIT,
            "{b}, {c}: {to_mpmath:.1e} from mpmath, {:?}",
            row.value
        );
        assert!(
            to_mcnemar <= LIMIT,
            "{b}, {c}: {to_mcnemar:.1e} from McNemar, {:?}",
            row.value
        );
        assert!(
            upper.complete && to_mpmath <= upper.relative_error.max(1e-12),
            "{b}, {c}: {upper:?}"
        );
        let entry = seen.entry(b + c).or_default();
        entry.0 += 1;
        (entry.1, entry.2) = (entry.1.max(to_mpmath), entry.2.max(to_mcnemar));
        entry.3.push(row.value);
    }
    for (n, (count, to_mpmath, to_mcnemar, values)) in &seen {
        println!(
            "{n} pairs: {count} p-values, within {to_mpmath:.1e} of mpmath and {to_mcnemar:.1e} of McNemar"
        );
        if *n >= 1000 {
            for range in [1e-6..1e-4, 1e-42..1e-38, 1e-303..1e-295] {
                assert!(
                    values.iter().any(|p| range.contains(p)),
                    "no p-value in {range:?} at {n}"
                );
            }
        }
    }
    assert!(
        [10, 1000, 200_000, 1_000_000]
            .iter()
            .all(|n| seen.contains_key(n)),
        "{:?}",
        seen.keys()
    );
    // Negative control: one pair more on the smaller side, at a million pairs.
    let law = Law::permutation([(1, 505_000), (-1, 495_000)]);
    let beside = McNemar {
        b: 504_999,
        c: 495_001,
    }
    .exact(Alternative::TwoSided);
    assert!(apart(law.at_least(10_000).probability.scaled(2.0), beside) > LIMIT);
}
