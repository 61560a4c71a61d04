//! The best of n trials.

use crate::reader::{Answer, check};
use restrap_stats::{BestOf, Search};
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
