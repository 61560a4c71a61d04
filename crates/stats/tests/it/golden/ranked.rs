//! Wilcoxon's signed-rank test.

use super::reader::{Answer, check, json};
use restrap_stats::{Alternative, SignedRank, Zeros};
use serde_json::{Value, json as value};

/// Differences as integers of a common decimal or binary grid: the files hold multiples of 1/10000 or of 1/4 at most.
fn on_grid(differences: &[f64]) -> Option<Vec<i64>> {
    [1.0, 4.0, 1e4, 1e6].into_iter().find_map(|steps| {
        let scaled: Vec<f64> = differences.iter().map(|d| d * steps).collect();
        // A decimal times its own power of ten is off by one rounding of each.
        let near = scaled
            .iter()
            .all(|x| (x - x.round()).abs() <= 1e-9 * x.abs().max(1.0));
        near.then(|| scaled.iter().map(|x| x.round() as i64).collect())
    })
}

#[test]
fn wilcoxon_tests_equal_enumeration_and_scipy() {
    check("wilcoxon", |case| {
        if case.method != "wilcoxon" {
            return None;
        }
        let zeros: Zeros = case.inputs["zero_method"]
            .as_str()
            .expect("a word")
            .parse()
            .expect("a treatment");
        let differences = on_grid(&case.numbers("d")).expect("differences on a grid");
        let test = SignedRank::of_differences(&differences, zeros).expect("items");
        let exact = |side| test.exact(side).probability.value();
        let mut answer = value!({
            "r_plus": test.r_plus(),
            "r_minus": test.r_minus(),
            "p_exact_two_sided": exact(Alternative::TwoSided),
            "p_exact_greater": exact(Alternative::Greater),
            "p_exact_less": exact(Alternative::Less),
        });
        for (label, continuity) in [("cc", true), ("nocc", false)] {
            let normal = |side| Value::from(test.normal(side, continuity).value());
            answer[format!("p_normal_two_sided_{label}")] = normal(Alternative::TwoSided);
            answer[format!("p_normal_greater_{label}")] = normal(Alternative::Greater);
            answer[format!("z_{label}")] = json(test.z(Alternative::Greater, continuity));
        }
        Some(Answer::Values(answer))
    });
}
