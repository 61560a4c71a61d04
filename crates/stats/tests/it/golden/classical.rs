//! Sign, McNemar, t, effect sizes and adjusted p-values.

use super::reader::{Answer, Case, check, json, object};
use restrap_stats::replicability::{Combination, partial_conjunction};
use restrap_stats::{
    Adjustment, Alternative, Counts, Folds, Margin, McNemar, McNemarVariant, Pairs, Probability,
    SignTest, SignTies, StudentT, TEstimate, TStatistic, TwoSamples,
};
use serde_json::{Value, json as value};

fn sign(counts: Counts, ties: SignTies) -> Value {
    let test = SignTest::new(counts, ties);
    object([
        ("n", test.n() as f64),
        ("k", test.k() as f64),
        ("p_two_sided", test.exact(Alternative::TwoSided).value()),
        ("p_greater", test.exact(Alternative::Greater).value()),
        ("p_less", test.exact(Alternative::Less).value()),
        ("z_cc", test.z(true)),
        (
            "p_normal_cc",
            test.normal(Alternative::TwoSided, true).value(),
        ),
        ("z_nocc", test.z(false)),
        (
            "p_normal_nocc",
            test.normal(Alternative::TwoSided, false).value(),
        ),
    ])
}

fn pairs(case: &Case) -> Pairs {
    Pairs::new(&case.numbers("a"), &case.numbers("b")).expect("valid pairs")
}

/// Probabilities of a case.
pub fn probabilities(case: &Case, key: &str) -> Vec<Probability> {
    case.numbers(key)
        .into_iter()
        .map(Probability::new)
        .collect()
}

#[test]
fn partial_conjunctions_equal_their_formulas() {
    check("replicability", |case| match case.method.as_str() {
        // 0.05 at alpha 0.05 is rejected here; SciPy's tail of chi-square rounds to the other side.
        "replicability" if case.name.ends_with("/boundary") => Some(Answer::Elsewhere(
            "a p-value on alpha, where rounding of the reference decides",
        )),
        "replicability" => {
            let (p, alpha) = (probabilities(case, "p"), case.number("alpha"));
            let of = |combination| {
                let all: Vec<f64> = partial_conjunction(&p, combination)
                    .into_iter()
                    .map(Probability::value)
                    .collect();
                value!({
                    "k_hat": all.iter().take_while(|p| **p <= alpha).count(),
                    "partial_conjunction_p": all,
                })
            };
            let holm = Adjustment::Holm.adjust(&p);
            let rejected: Vec<usize> = (0..p.len()).filter(|&i| holm[i].value() <= alpha).collect();
            Some(Answer::Values(value!({
                "bonferroni": of(Combination::Bonferroni),
                "fisher": of(Combination::Fisher),
                "k_count": p.iter().filter(|p| p.value() <= alpha).count(),
                "holm_rejected": rejected,
            })))
        }
        "combine" => Some(Answer::Elsewhere("combined p-values, a later part")),
        _ => None,
    });
}

#[test]
fn sign_tests_equal_exact_rationals() {
    check("sign", |case| {
        let counts = match case.method.as_str() {
            "sign" => Counts {
                better: case.count("plus"),
                worse: case.count("minus"),
                tied: case.count("ties"),
            },
            "sign_from_scores" => {
                let counts = pairs(case).counts();
                assert_eq!(
                    value!([counts.better, counts.worse, counts.tied]),
                    case.inputs["plus_minus_ties"]
                );
                counts
            }
            _ => return None,
        };
        Some(Answer::Values(
            value!({"split": sign(counts, SignTies::Split), "drop": sign(counts, SignTies::Drop)}),
        ))
    });
}

#[test]
fn mcnemar_tests_equal_exact_rationals() {
    check("mcnemar", |case| {
        if case.method != "mcnemar" {
            return None;
        }
        let test = McNemar {
            b: case.count("b"),
            c: case.count("c"),
        };
        let two_sided = |variant| {
            test.p(test.discordant(), variant, Alternative::TwoSided)
                .expect("a table")
                .value()
        };
        Some(Answer::Values(object([
            ("p_exact", two_sided(McNemarVariant::Exact)),
            ("p_midp", two_sided(McNemarVariant::MidP)),
            ("p_exact_greater", test.exact(Alternative::Greater).value()),
            ("chi2", test.chi_square(false)),
            ("p_chi2", two_sided(McNemarVariant::ChiSquare)),
            ("chi2_cc", test.chi_square(true)),
            ("p_chi2_cc", two_sided(McNemarVariant::ChiSquareCorrected)),
        ])))
    });
}

/// A t test of two columns under the keys of the golden file.
fn t_test(test: &TEstimate) -> Value {
    let t = match test.t() {
        TStatistic::Finite(t) | TStatistic::ConstantShift(t) => t,
        TStatistic::AllZero => f64::NAN,
    };
    let interval = test.interval(0.95).expect("a valid confidence");
    value!({
        "t": json(t),
        "df": test.df(),
        "p_two_sided": test.p(Alternative::TwoSided).value(),
        "p_greater": test.p(Alternative::Greater).value(),
        "p_less": test.p(Alternative::Less).value(),
        "mean_diff": test.estimate(),
        "ci95_low": json(interval.map(|ends| ends.low)),
        "ci95_high": json(interval.map(|ends| ends.high)),
    })
}

/// Two one-sided tests against the limits of a case.
fn tost(case: &Case, test: &TEstimate) -> Value {
    let margin = Margin::between(case.number("low"), case.number("high")).expect("limits around 0");
    let sides = test.margin(margin, 0.05).expect("some spread");
    let t = |limit: f64| (test.estimate() - limit) / test.standard_error();
    value!({
        "p": sides.equivalent().value(),
        "p_low": sides.p_low.value(),
        "p_high": sides.p_high.value(),
        "t_low": t(margin.low()),
        "t_high": t(margin.high()),
    })
}

#[test]
fn t_tests_and_margins_equal_scipy_and_statsmodels() {
    check("ttest", |case| {
        let paired = || {
            StudentT::of_pairs(&pairs(case))
                .expect("two items or more")
                .estimate()
        };
        let samples =
            || TwoSamples::new(&case.numbers("a"), &case.numbers("b")).expect("two samples");
        Some(Answer::Values(match case.method.as_str() {
            "t_paired" => t_test(&paired()),
            "t_ind" => t_test(&samples().student().expect("three items or more")),
            "t_welch" => t_test(&samples().welch().expect("two items or more in each")),
            "tost_paired" => tost(case, &paired()),
            "tost_welch" => tost(case, &samples().welch().expect("two items or more in each")),
            "t_corrected_resampled" => {
                let folds = Folds::new(&case.numbers("d")).expect("two folds or more");
                t_test(
                    &folds
                        .corrected(case.number("test_fraction"))
                        .expect("a share"),
                )
            }
            _ => return None,
        }))
    });
}

#[test]
fn adjusted_p_values_equal_statsmodels_and_reject_the_same() {
    check("multiple_comparisons", |case| {
        if case.method != "adjust" {
            return None;
        }
        let raw: Vec<Probability> = case
            .numbers("p")
            .into_iter()
            .map(Probability::new)
            .collect();
        let (mut answer, mut rejected) = (value!({}), value!({}));
        for method in Adjustment::ALL {
            let key = method.name().replace('-', "_");
            let adjusted: Vec<f64> = method
                .adjust(&raw)
                .into_iter()
                .map(Probability::value)
                .collect();
            rejected[&key] = adjusted.iter().filter(|p| **p <= 0.05).count().into();
            answer[&key] = adjusted.into();
        }
        answer["n_reject_05"] = rejected;
        Some(Answer::Values(answer))
    });
}
