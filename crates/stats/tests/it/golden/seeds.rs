//! Training seeds crossed with items.

use super::clusters::rows;
use super::reader::{Answer, Case, check, object};
use restrap_stats::seeds::{Recipes, Runs};
use restrap_stats::{Alternative, StatsError, TEstimate, permute_labels};
use serde_json::Value;

use Alternative::{Greater, TwoSided};

fn runs(case: &Case, key: &str) -> Runs {
    Runs::new(&rows(&case.inputs[key])).expect("a row of scores for each run")
}

/// Totals of the runs of decimals.
fn totals(case: &Case, key: &str) -> Vec<i64> {
    let total = |run: &Vec<f64>| run.iter().map(|score| (score * 1e6).round() as i64).sum();
    rows(&case.inputs[key]).iter().map(total).collect()
}

/// A recipe's error, degrees of freedom and p; none where the variance is below 0.
fn unclamped(answer: &mut Value, recipe: &Result<TEstimate, StatsError>, keys: [&str; 3]) {
    if let Ok(recipe) = recipe {
        answer[keys[0]] = recipe.standard_error().into();
        answer[keys[1]] = recipe.df().into();
        answer[keys[2]] = recipe.p(TwoSided).value().into();
    }
}

#[test]
fn crossed_seeds_equal_mean_squares_and_enumeration() {
    check("seeds_crossed", |case| match case.method.as_str() {
        "seeds_one" => {
            let runs = runs(case, "scores_seeds_by_items");
            let (squares, parts) = (runs.mean_squares(), runs.variances());
            let error = |estimate: Result<TEstimate, StatsError>| {
                estimate.expect("finite").standard_error()
            };
            let mut answer = object([
                ("mean", runs.mean()),
                ("ms_seeds", squares.seeds),
                ("ms_items", squares.items),
                ("ms_residual", squares.residual),
                ("var_seeds_raw", parts.seeds),
                ("var_items_raw", parts.items),
                ("var_residual", parts.residual),
                ("se_items_only", error(runs.checkpoints())),
                ("se_seeds_only", error(runs.on_these_items())),
            ]);
            unclamped(
                &mut answer,
                &runs.recipe(false),
                ["se_unbiased", "df_satterthwaite", "-"],
            );
            Some(Answer::Values(answer))
        }
        "seeds_difference" => {
            let (a, b) = (runs(case, "a"), runs(case, "b"));
            let both = Recipes::new(&a, &b).expect("the same items");
            let checkpoints = both.checkpoints().expect("finite");
            let seeds = |side| {
                permute_labels(&totals(case, "a"), &totals(case, "b"), side).expect("few runs")
            };
            let items = a.item_means().len() as f64;
            let mut answer = object([
                ("difference", checkpoints.estimate()),
                ("ms_seeds_a", a.mean_squares().seeds),
                ("ms_residual_a", a.mean_squares().residual),
                ("ms_seeds_b", b.mean_squares().seeds),
                ("ms_residual_b", b.mean_squares().residual),
                (
                    "var_item_differences",
                    checkpoints.standard_error().powi(2) * items,
                ),
                ("var_seeds_a_raw", a.variances().seeds),
                ("var_seeds_b_raw", b.variances().seeds),
                ("se_checkpoints", checkpoints.standard_error()),
                ("df_checkpoints", checkpoints.df()),
                ("p_checkpoints_t_two_sided", checkpoints.p(TwoSided).value()),
                (
                    "se_recipe_clamped",
                    both.recipe(true).expect("finite").standard_error(),
                ),
                (
                    "var_items_true_raw",
                    both.variance_of_items().expect("finite"),
                ),
                ("p_seed_permutation_greater", seeds(Greater).value()),
                ("p_seed_permutation_two_sided", seeds(TwoSided).value()),
                (
                    "p_runs_welch_two_sided",
                    both.on_these_items().expect("finite").p(TwoSided).value(),
                ),
            ]);
            let keys = [
                "se_recipe_unbiased",
                "df_recipe_satterthwaite",
                "p_recipe_t_two_sided",
            ];
            unclamped(&mut answer, &both.recipe(false), keys);
            Some(Answer::Values(answer))
        }
        _ => None,
    });
}
