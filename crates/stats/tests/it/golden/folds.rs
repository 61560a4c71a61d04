//! Folds and splits of one data set, whose training items overlap.

use super::clusters::rows;
use super::reader::{Answer, Case, check, json, object};
use restrap_stats::{
    Adjustment, Alternative, FiveByTwo, Folds, McNemar, McNemarVariant, Probability, TEstimate,
    TStatistic,
};
use serde_json::{Value, json as value};

use Alternative::{Greater, TwoSided};

fn t(estimate: &TEstimate) -> Option<f64> {
    match estimate.t() {
        TStatistic::Finite(t) => Some(t),
        TStatistic::AllZero | TStatistic::ConstantShift(_) => None,
    }
}

fn corrected(case: &Case) -> Value {
    let folds = Folds::new(&case.numbers("d")).expect("two folds");
    let (train, test) = (case.number("n_train"), case.number("n_test"));
    let estimate = folds.corrected(test / (test + train)).expect("a share");
    let ends = estimate
        .interval(0.95)
        .expect("a confidence")
        .expect("some spread");
    object([
        ("mean", estimate.estimate()),
        ("se", estimate.standard_error()),
        ("t", t(&estimate).expect("some spread")),
        ("df", estimate.df()),
        ("p_two_sided", estimate.p(TwoSided).value()),
        ("p_greater", estimate.p(Greater).value()),
        ("ci95_low", ends.low),
        ("ci95_high", ends.high),
        (
            "t_uncorrected",
            t(&folds.independent().expect("finite")).expect("some spread"),
        ),
    ])
}

fn five_by_two(case: &Case) -> Value {
    let differences: Vec<[f64; 2]> = rows(&case.inputs["differences"])
        .into_iter()
        .map(|row| row.try_into().expect("two folds"))
        .collect();
    let test = FiveByTwo::new(differences.try_into().expect("five replications")).expect("finite");
    // The first difference of all with the error of all replications (Dietterich 1998, section 3.5).
    let error = (test.variances().iter().sum::<f64>() / 5.0).sqrt();
    let first = case.inputs["differences"][0][0].as_f64().expect("a number");
    let dietterich = TEstimate::new(first, error, 5.0).expect("finite");
    value!({
        "variances": test.variances(),
        "t": json(t(&dietterich)),
        "df": dietterich.df(),
        "p_t_two_sided": dietterich.p(TwoSided).value(),
        "p_t_greater": dietterich.p(Greater).value(),
        "f": json(test.f()),
        "df_f": [10, 5],
        "p_f": json(test.p().map(Probability::value)),
    })
}

#[test]
fn folds_equal_their_formulas() {
    check("kfold", |case| match case.method.as_str() {
        "corrected_resampled_t" => Some(Answer::Values(corrected(case))),
        "five_by_two_cv" => Some(Answer::Values(five_by_two(case))),
        _ => None,
    });
}

#[test]
fn random_splits_equal_mcnemar_tests_and_their_counts() {
    check("random_splits", |case| {
        if case.method != "random_splits" {
            return None;
        }
        let (items, alpha) = (case.count("n"), case.number("alpha"));
        let splits: Vec<McNemar> = rows(&case.inputs["discordant_b_c"])
            .iter()
            .map(|counts| McNemar {
                b: counts[0] as u64,
                c: counts[1] as u64,
            })
            .collect();
        let p = |variant| -> Vec<Probability> {
            splits
                .iter()
                .map(|split| split.p(items, variant, TwoSided).expect("a table"))
                .collect()
        };
        let values = |p: &[Probability]| p.iter().map(|p| p.value()).collect::<Vec<_>>();
        let mid = p(McNemarVariant::MidP);
        let shown = |p: &[Probability]| p.iter().filter(|p| p.value() <= alpha).count();
        let ahead = |of: fn(&McNemar) -> bool| splits.iter().filter(|split| of(split)).count();
        let deltas: Vec<f64> = splits
            .iter()
            .map(|split| (split.b as f64 - split.c as f64) / items as f64)
            .collect();
        let moments = *Folds::new(&deltas).expect("two splits").moments();
        Some(Answer::Values(value!({
            "p_exact": values(&p(McNemarVariant::Exact)),
            "p_midp": values(&mid),
            "significant_05_uncorrected": shown(&mid),
            "significant_05_bonferroni": shown(&Adjustment::Bonferroni.adjust(&mid)),
            "significant_05_holm": shown(&Adjustment::Holm.adjust(&mid)),
            "a_better_splits": ahead(|split| split.b > split.c),
            "b_better_splits": ahead(|split| split.b < split.c),
            "tied_splits": ahead(|split| split.b == split.c),
            "mean_delta": moments.mean(),
            "sd_delta": json(moments.sd()),
        })))
    });
}
