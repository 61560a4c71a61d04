//! Best of n trials, order of samples of runs, and the posterior of a mean.

use super::reader::{Answer, check};
use restrap_stats::{BestOf, MeanPosterior, Search, ViolationRatio};
use serde_json::json;

#[test]
fn the_best_of_n_trials_is_expected_as_dodge_et_al_and_tang_et_al_have_it() {
    check("expected_max", |case| {
        let search = Search::new(&case.numbers("values")).expect("trials");
        let each = |of: &dyn Fn(usize) -> f64| (1..=search.trials()).map(of).collect::<Vec<f64>>();
        Some(Answer::Values(json!({
            "mean_v": each(&|n| search.best(BestOf::V, n).mean),
            "sd_v": each(&|n| search.best(BestOf::V, n).deviation),
            "mean_u": each(&|n| search.best(BestOf::U, n).mean),
        })))
    });
}

#[test]
fn the_violation_ratio_equals_exact_rationals() {
    check("aso", |case| {
        let ratio =
            ViolationRatio::of(&case.numbers("a"), &case.numbers("b")).expect("two samples");
        Some(Answer::Values(json!({ "ratio": ratio.value() })))
    });
}

#[test]
fn the_posterior_of_a_mean_equals_its_closed_form() {
    check("bayesian_bootstrap", |case| {
        let posterior = MeanPosterior::of(&case.numbers("d")).expect("finite values");
        Some(Answer::Values(json!({
            "posterior_mean": posterior.mean(),
            "posterior_sd": posterior.sd().expect("one size"),
            "p_mean_le_zero": posterior.below(0.0),
        })))
    });
}
