//! Tests of one pair against SciPy and statsmodels, on random cases made by `crates/stats/tests/it/fixtures/scipy_reference.py`.
//!
//! RESTRAP_SCIPY_CASES may name a larger file by the same script.

use restrap_stats::interval::{Interval, clopper_pearson, newcombe, wilson};
use restrap_stats::{
    Alternative, MannWhitney, Margin, SignedRank, Skewness, StatsError, TEstimate, TStatistic,
    TwoSamples, permute_labels,
};
use serde_json::Value;

/// Both sides round sums of some hundred terms, and SciPy's own tails hold twelve digits or so.
const DIGITS: f64 = 1e-10;

fn cases(kind: &str) -> Vec<Value> {
    let text = match std::env::var("RESTRAP_SCIPY_CASES") {
        Ok(path) => std::fs::read_to_string(&path).expect("the file of cases"),
        Err(_) => include_str!("fixtures/scipy.json").to_owned(),
    };
    let file: Value = serde_json::from_str(&text).expect("the cases are JSON");
    file[kind].as_array().expect("a list of cases").clone()
}

fn integers(value: &Value) -> Vec<i64> {
    value
        .as_array()
        .expect("a list")
        .iter()
        .map(|x| x.as_i64().expect("an integer"))
        .collect()
}

/// Numbers compared, with the largest relative distance.
#[derive(Default)]
struct Compared {
    values: usize,
    largest: f64,
}

impl Compared {
    /// A p-value or a statistic: agreement to `DIGITS`, however small.
    fn add(&mut self, got: f64, want: &Value, case: &Value) {
        let want = want.as_f64().expect("a number");
        let apart = if got == want {
            0.0
        } else {
            (got / want - 1.0).abs()
        };
        assert!(apart < DIGITS, "got {got}, want {want}\n{case}");
        self.values += 1;
        self.largest = self.largest.max(apart);
    }

    /// A number that may be a small difference of numbers of this size.
    fn add_of_size(&mut self, size: f64, got: f64, want: &Value, case: &Value) {
        let want = want.as_f64().expect("a number");
        let apart = (got - want).abs() / size;
        assert!(apart < DIGITS, "got {got}, want {want}\n{case}");
        self.values += 1;
        self.largest = self.largest.max(apart);
    }

    fn report(&self, what: &str, cases: usize) {
        println!(
            "scipy {what}: {cases} cases agree in {} values, within {:.0e}",
            self.values, self.largest
        );
        assert!(self.values > cases, "every case gives values");
    }
}

const SIDES: [(&str, Alternative); 3] = [
    ("two-sided", Alternative::TwoSided),
    ("greater", Alternative::Greater),
    ("less", Alternative::Less),
];

#[test]
fn signed_rank_tests_equal_scipy() {
    let (all, mut compared, mut exact) = (cases("wilcoxon"), Compared::default(), 0);
    for case in &all {
        let zeros = case["zeros"]
            .as_str()
            .expect("a word")
            .parse()
            .expect("a treatment");
        let test = SignedRank::of_differences(&integers(&case["d"]), zeros).expect("items");
        for (name, side) in SIDES {
            for (word, continuity) in [("plain", false), ("cc", true)] {
                let want = &case["normal"][format!("{name} {word}")];
                compared.add(test.normal(side, continuity).value(), want, case);
            }
            if let Some(want) = case["exact"].get(name) {
                compared.add(test.exact(side).probability.value(), want, case);
                exact += 1;
            }
        }
    }
    compared.report("wilcoxon", all.len());
    assert!(exact > all.len() / 2, "{exact} exact values");
}

fn t_test(test: &TEstimate, want: &Value, case: &Value, compared: &mut Compared) {
    let TStatistic::Finite(t) = test.t() else {
        panic!("no spread in {case}")
    };
    let size = test.standard_error();
    compared.add_of_size(1.0 + t.abs(), t, &want["t"], case);
    compared.add(test.df(), &want["df"], case);
    for (name, side) in SIDES {
        compared.add(test.p(side).value(), &want[name], case);
    }
    let interval = test
        .interval(0.9)
        .expect("a confidence")
        .expect("some spread");
    compared.add_of_size(size, interval.low, &want["low"], case);
    compared.add_of_size(size, interval.high, &want["high"], case);
    let limit = |index: usize| want["tost"][index].as_f64().expect("a number");
    let sides = test
        .margin(Margin::between(limit(0), limit(1)).expect("limits"), 0.05)
        .expect("some spread");
    compared.add(sides.p_low.value(), &want["tost"][2], case);
    compared.add(sides.p_high.value(), &want["tost"][3], case);
}

#[test]
fn tests_of_two_samples_equal_scipy_and_statsmodels() {
    let (all, mut compared) = (cases("two_samples"), Compared::default());
    let (mut tables, mut labels) = (0, 0);
    for case in &all {
        let (a, b) = (integers(&case["a"]), integers(&case["b"]));
        let floats = |values: &[i64]| values.iter().map(|&x| x as f64).collect::<Vec<_>>();
        let (system, baseline) = (floats(&a), floats(&b));
        let samples = TwoSamples::new(&system, &baseline).expect("two samples");
        t_test(
            &samples.welch().expect("items"),
            &case["welch"],
            case,
            &mut compared,
        );
        t_test(
            &samples.student().expect("items"),
            &case["student"],
            case,
            &mut compared,
        );
        let ranks = MannWhitney::new(&a, &b).expect("two samples");
        compared.add(ranks.u(), &case["u"], case);
        for (name, side) in SIDES {
            for (word, continuity) in [("plain", false), ("cc", true)] {
                let want = &case["u normal"][format!("{name} {word}")];
                compared.add(ranks.normal(side, continuity).value(), want, case);
            }
            if let Some(want) = case.get("u exact") {
                compared.add(
                    ranks.exact(side).expect("within reach").value(),
                    &want[name],
                    case,
                );
                tables += 1;
            }
            if let Some(want) = case.get("labels").and_then(|labels| labels.get(name)) {
                compared.add(
                    permute_labels(&a, &b, side).expect("within reach").value(),
                    want,
                    case,
                );
                labels += 1;
            }
            if let Err(refusal) = permute_labels(&a, &b, side) {
                assert!(
                    matches!(refusal, StatsError::NeedsSampling { .. }),
                    "{refusal}\n{case}"
                );
            }
        }
        let pooled: Vec<f64> = system.into_iter().chain(baseline).collect();
        let skewness = Skewness::of(&pooled).expect("finite").expect("some spread");
        compared.add_of_size(1.0, skewness.adjusted, &case["skewness"], case);
    }
    compared.report("two samples", all.len());
    assert!(
        tables > 20 && labels > 5,
        "{tables} exact U, {labels} label permutations"
    );
}

#[test]
fn intervals_of_shares_equal_statsmodels() {
    let (all, mut compared) = (cases("proportions"), Compared::default());
    for case in &all {
        let pair = |key: &str| [0, 1].map(|i: usize| case[key][i].as_u64().expect("a count"));
        let ([j, k], [n, m]) = (pair("k"), pair("n"));
        let level = case["level"].as_f64().expect("a level");
        let found: [(&str, Result<Interval, StatsError>); 3] = [
            ("clopper_pearson", clopper_pearson(j, n, level)),
            ("wilson", wilson(j, n, level)),
            ("newcombe", newcombe(j, n, k, m, level)),
        ];
        for (name, interval) in found {
            let interval = interval.expect("a valid table");
            compared.add_of_size(1.0, interval.low, &case[name][0], case);
            compared.add_of_size(1.0, interval.high, &case[name][1], case);
        }
    }
    compared.report("proportions", all.len());
}
