//! Several sampled answers to an item.

use super::clusters::rows;
use super::reader::{Answer, Case, check, json, object};
use restrap_stats::repeats::{
    ItemVariance, Repeats, best_of, majority_of, pass_all, pass_at, vote, worst_of,
};
use restrap_stats::{Alternative, Law, Moments, TEstimate};
use serde_json::{Value, json as value};

use Alternative::TwoSided;

fn repeats(rows: &[Vec<f64>]) -> Repeats {
    Repeats::new(rows).expect("answers to each item")
}

/// Mean of item values with its error between items.
fn between_items(values: &[f64]) -> TEstimate {
    repeats(&values.iter().map(|&value| vec![value]).collect::<Vec<_>>())
        .estimate()
        .expect("two items")
}

fn curve(rows: &[Vec<f64>], reduced: impl Fn(&[f64], usize) -> f64) -> Value {
    let point = |k: usize| {
        let mean = between_items(&rows.iter().map(|row| reduced(row, k)).collect::<Vec<_>>());
        value!({"k": k, "mean": mean.estimate(), "se": mean.standard_error()})
    };
    (1..=rows[0].len()).map(point).collect()
}

fn is_binary(row: &[f64]) -> bool {
    row.iter().all(|&score| score == 0.0 || score == 1.0)
}

fn right(row: &[f64]) -> u64 {
    row.iter().filter(|&&score| score == 1.0).count() as u64
}

fn one(case: &Case) -> Value {
    let rows = rows(&case.inputs["scores"]);
    let system = repeats(&rows);
    let estimate = system.estimate().expect("two items");
    let parts = ItemVariance::new(&estimate, [&system]).expect("two answers to an item");
    let mut answer = value!({
        "item_means": system.item_means(),
        "mean": estimate.estimate(),
        "se": estimate.standard_error(),
        "var_item_means": parts.of_means(),
        "var_within": json(system.variance_within()),
        "var_between_raw": parts.between(),
        "var_between": parts.between().max(0.0),
        "share_within_of_se2": parts.share_of_answers(),
    });
    if rows.iter().all(|row| row.len() == rows[0].len()) {
        answer["best_of_k"] = curve(&rows, |row, k| {
            let best = best_of(row, k).expect("enough answers");
            if is_binary(row) {
                let (right, answers, k) = (right(row), row.len() as u64, k as u64);
                let passed = pass_at(right, answers, k).expect("enough answers");
                assert!((passed - best).abs() < 1e-14, "{passed} {best}");
                let worst = worst_of(row, k as usize).expect("enough answers");
                let all = pass_all(right, answers, k).expect("enough answers");
                assert!((all - worst).abs() < 1e-14, "{all} {worst}");
            }
            best
        });
        answer["majority_of_k"] = curve(&rows, |row, k| {
            majority_of(right(row), row.len() as u64, k as u64).expect("enough answers")
        });
    }
    answer
}

fn pair(case: &Case) -> Value {
    let (a, b) = (rows(&case.inputs["a"]), rows(&case.inputs["b"]));
    let (system, baseline) = (repeats(&a), repeats(&b));
    let estimate = system.minus(&baseline).expect("the same items");
    let parts = ItemVariance::new(&estimate, [&system, &baseline]).expect("two answers to an item");
    let count = |row: &[f64]| row.len() as i64;
    let sum = |row: &[f64]| right(row).cast_signed();
    let differences: Vec<(i64, u64)> = a
        .iter()
        .zip(&b)
        .map(|(a, b)| (sum(a) * count(b) - sum(b) * count(a), 1))
        .collect();
    let law = Law::permutation(&differences);
    let total: i64 = differences.iter().map(|d| d.0).sum();
    // The same items with so many times the answers to each.
    let with_more_answers = |times: f64| {
        let items = a.len() as f64;
        let answers = parts.with_more_items(1.0).powi(2) * items * parts.share_of_answers();
        ((parts.between().max(0.0) + answers / times) / items).sqrt()
    };
    object([
        ("difference", estimate.estimate()),
        ("se", estimate.standard_error()),
        ("t", estimate.estimate() / estimate.standard_error()),
        ("df", estimate.df()),
        ("p_t_two_sided", estimate.p(TwoSided).value()),
        (
            "p_signflip_greater",
            law.at_least(total.into()).probability.value(),
        ),
        (
            "p_signflip_two_sided",
            law.at_least(total.abs().into())
                .probability
                .scaled(2.0)
                .value(),
        ),
        (
            "var_within_a",
            system.variance_within().expect("two answers to an item"),
        ),
        (
            "var_within_b",
            baseline.variance_within().expect("two answers to an item"),
        ),
        ("var_items_raw", parts.between()),
        ("var_items", parts.between().max(0.0)),
        ("se_if_repeats_doubled", with_more_answers(2.0)),
        ("se_if_items_doubled", parts.with_more_items(2.0)),
        ("se_limit_many_repeats", with_more_answers(f64::INFINITY)),
    ])
}

/// Items and answers resampled, in closed form.
pub fn two_levels(case: &Case) -> Value {
    let rows = rows(&case.inputs["scores_items_by_repeats"]);
    let system = repeats(&rows);
    let estimate = system.estimate().expect("two items");
    let parts = ItemVariance::new(&estimate, [&system]).expect("two answers to an item");
    let (items, answers) = (rows.len() as f64, rows[0].len() as f64);
    let within = system.variance_within().expect("two answers to an item");
    let items_only = estimate.standard_error().powi(2) * (items - 1.0) / items;
    let flat = Moments::of(&rows.concat()).expect("finite scores");
    object([
        ("grand_mean", estimate.estimate()),
        ("se_item_means", estimate.standard_error()),
        ("var_within", within),
        ("var_between", parts.between()),
        ("boot_items_only_sd", items_only.sqrt()),
        (
            "boot_items_then_repeats_sd",
            (items_only + within * (answers - 1.0) / (answers * answers * items)).sqrt(),
        ),
        (
            "se_naive_flat",
            (flat.variance().expect("two answers") / (items * answers)).sqrt(),
        ),
    ])
}

#[test]
fn repeated_answers_equal_enumeration_and_analysis_of_variance() {
    check("repeats", |case| match case.method.as_str() {
        "repeats" => Some(Answer::Values(one(case))),
        "repeats_pair" => Some(Answer::Values(pair(case))),
        "majority_vote" => {
            let texts = |list: &Value| -> Vec<String> {
                let list = list.as_array().expect("a list");
                list.iter()
                    .map(|text| text.as_str().expect("a text").to_owned())
                    .collect()
            };
            let items = case.inputs["answers"].as_array().expect("items").iter();
            let scores: Vec<f64> = items
                .zip(texts(&case.inputs["gold"]))
                .map(|(answers, gold)| vote(&texts(answers), &gold).expect("answers"))
                .collect();
            let mean = scores.iter().sum::<f64>() / scores.len() as f64;
            Some(Answer::Values(
                value!({"item_scores": scores, "mean": mean}),
            ))
        }
        _ => None,
    });
}
