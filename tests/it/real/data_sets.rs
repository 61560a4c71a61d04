//! Several data sets: tasks of BIG-Bench Hard with and without chain of thought, embedding models with absent cells, tasks of logs.

use serde_json::Value;

use super::{data, json, prints_as};

fn list<'a>(outcome: &'a Value, name: &str) -> &'a [Value] {
    outcome[name]
        .as_array()
        .unwrap_or_else(|| panic!("no list {name}"))
}

fn of<'a>(outcome: &'a Value, dataset: &str, system: &str) -> &'a Value {
    let is_it = |cell: &&Value| cell["dataset"] == dataset && cell["system"] == system;
    list(outcome, "cells")
        .iter()
        .find(is_it)
        .unwrap_or_else(|| panic!("no cell {dataset} {system}"))
}

#[test]
fn chain_of_thought_on_fourteen_tasks() {
    let (correct, published) = (
        data("bbh-codex/correct.csv.zst"),
        data("bbh-codex/published.csv"),
    );
    let outcome = json(&[
        "replicate",
        &correct,
        "--dataset",
        "task",
        "--id",
        "id",
        "--json",
        "--no-host",
    ]);
    let published = std::fs::read_to_string(published).expect("a table");
    let mut checked = 0;
    for line in published.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let cell = of(&outcome, fields[0], "cot");
        let score = if fields[1] == "cot" {
            &cell["score"]
        } else {
            &cell["baseline_score"]
        };
        // Per cent with one decimal, of 250 items: exact.
        let want: f64 = fields[3].parse().expect("a number");
        assert!(
            (100.0 * score.as_f64().expect("a score") - want).abs() < 0.05,
            "{line} {score}"
        );
        checked += 1;
    }
    assert_eq!(checked, 28);
    // The README cuts digits off where these round.
    for (task, p) in [
        ("boolean_expressions", "0.061428"),
        ("dyck_languages", "0.018741"),
        ("salient_translation_error_detection", "0.760792"),
        ("word_sorting", "0.002228"),
    ] {
        prints_as(&of(&outcome, task, "cot")["pvalue"], p);
    }
    let deep = of(&outcome, "multistep_arithmetic_two", "cot")["pvalue"]
        .as_f64()
        .expect("a number");
    assert_eq!(format!("{deep:.3e}"), "7.162e-34");
    let mean = &outcome["macro"][0];
    prints_as(&mean["baseline_score"], "0.480857");
    prints_as(&mean["score"], "0.737714");
    prints_as(&mean["difference"], "0.256857");
    assert_eq!(outcome["family"]["size"], 14);
    assert!(list(&outcome["counts"][0]["behind"], "named").contains(&"word_sorting".into()));
    // The stratified standard error that the README has, from the interval by t.
    let by_t = json(&[
        "replicate",
        &correct,
        "--dataset",
        "task",
        "--id",
        "id",
        "--test",
        "t",
        "--json",
        "--no-host",
    ]);
    let interval = &by_t["macro"][0]["interval"];
    let [low, high] = ["low", "high"].map(|end| interval[end].as_f64().expect("an end"));
    // Student's quantile lies between that of the normal law and of 250 degrees of freedom.
    let half = 0.5 * (high - low) / 0.009_006;
    assert!((1.959..1.970).contains(&half), "{interval}");
    println!("golden bbh-codex: 35 of 35 figures agree");
}

#[test]
fn embedding_models_with_absent_cells() {
    let runs = data("mteb/classification-runs.csv");
    let outcome = json(&[
        "replicate",
        &runs,
        "--long",
        "system=system,item=run,score=accuracy",
        "--dataset",
        "task",
        "--json",
        "--no-host",
    ]);
    assert_eq!(
        (
            list(&outcome, "datasets").len(),
            list(&outcome, "systems").len()
        ),
        (12, 6)
    );
    let (cells, absent) = (
        list(&outcome, "cells").len(),
        list(&outcome, "absent").len(),
    );
    assert_eq!((cells + absent, absent), (72, 12));
    for model in ["multilingual-e5-base", "multilingual-e5-large"] {
        prints_as(
            &of(&outcome, "TweetSentimentExtractionClassification", model)["score"],
            "0.627985",
        );
    }
    println!("golden mteb: 4 of 4 figures agree");
}

#[test]
fn data_sets_are_the_items_of_a_ranking() {
    let retrieval = data("mteb/retrieval.csv");
    let long = "system=system,item=task,score=ndcg_at_10";
    let outcome = json(&[
        "rank",
        &retrieval,
        "--long",
        long,
        "--missing",
        "drop",
        "--json",
        "--no-host",
    ]);
    let friedman = &outcome["omnibus"][0];
    assert_eq!(
        (&friedman["name"], &outcome["items"]),
        (&"friedman".into(), &9.into())
    );
    prints_as(&friedman["statistic"], "24.619048");
    let p = friedman["pvalue"].as_f64().expect("a p-value");
    assert_eq!(format!("{p:.4e}"), "4.0159e-4");
    println!("golden mteb-ranking: 2 of 2 figures agree");
}

#[test]
fn tasks_of_a_folder_of_logs_have_their_own_metrics() {
    let (three, nine) = (data("lm-eval-logs/ngram-3"), data("lm-eval-logs/ngram-9"));
    let outcome = json(&["replicate", &three, &nine, "--json", "--no-host"]);
    for (task, base, score) in [
        ("bbhs_snarks", "0.6333", "0.55"),
        ("bbhs_hyperbaton", "0.4875", "0.7375"),
        ("bbhs_boolean", "0.625", "0.375"),
        ("bbhs_object_counting", "0", "0.0667"),
    ] {
        let cell = of(&outcome, task, "ngram-9");
        prints_as(&cell["baseline_score"], base);
        prints_as(&cell["score"], score);
    }
    let warnings: Vec<&str> = list(&outcome, "warnings")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert!(
        warnings
            .iter()
            .any(|text| text.starts_with("bbhs_text left out")),
        "{warnings:?}"
    );
    println!("golden lm-eval-logs: 8 of 8 figures agree");
}
