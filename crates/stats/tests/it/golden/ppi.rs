//! Judges corrected by a human subset.

use super::reader::{Answer, Case, check};
use restrap_stats::prediction::Prediction;
use restrap_stats::special::normal_quantile;
use serde_json::{Value, json as value};

fn answer(case: &Case, human: &[f64], judge: &[f64], judge_alone: &[f64]) -> Value {
    let prediction = Prediction::new(human, judge, judge_alone).expect("scores");
    // Intervals of the cases are normal; ours are t.
    let reach = -normal_quantile(case.number("alpha") / 2.0);
    let at = |weight: f64| {
        let estimate = prediction.estimate(weight).expect("finite");
        let (mean, error) = (estimate.estimate(), estimate.standard_error());
        value!({"estimate": mean, "se": error, "low": mean - reach * error, "high": mean + reach * error})
    };
    value!({
        "classical": at(0.0),
        "ppi": at(1.0),
        "tuned": at(prediction.weight()),
        "lambda_raw": prediction.raw_weight(),
        "lambda": prediction.weight(),
        "effective_n": prediction.effective_labels().expect("finite"),
    })
}

#[test]
fn corrected_judges_equal_the_package_of_their_authors() {
    check("ppi", |case| {
        let minus = |a: &str, b: &str| -> Vec<f64> {
            case.numbers(a)
                .iter()
                .zip(case.numbers(b))
                .map(|(a, b)| a - b)
                .collect()
        };
        Some(Answer::Values(match case.method.as_str() {
            "ppi_mean" => answer(
                case,
                &case.numbers("gold"),
                &case.numbers("judge_labelled"),
                &case.numbers("judge_unlabelled"),
            ),
            "ppi_difference" => answer(
                case,
                &minus("gold_a", "gold_b"),
                &minus("judge_a_labelled", "judge_b_labelled"),
                &minus("judge_a_unlabelled", "judge_b_unlabelled"),
            ),
            _ => return None,
        }))
    });
}
