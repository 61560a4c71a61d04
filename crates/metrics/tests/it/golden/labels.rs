//! Against scikit-learn and seqeval.

use restrap_metrics::describe::Make;
use restrap_metrics::labels::{
    Arity, Average, LabelF, LabelSet, Labels, Measure, Samples, ZeroDivision,
};
use restrap_metrics::spans::{Scheme, SpanF, Unit, types};
use restrap_metrics::{Metric, MetricName};
use serde_json::{Map, Value, json};

use super::reader::{Answer, Case, check};
use crate::support::tagged;

const MEASURES: [(&str, Measure); 3] = [
    ("precision", Measure::Precision),
    ("recall", Measure::Recall),
    ("f1", Measure::F { beta: 1.0 }),
];

#[test]
fn metrics_classification() {
    check("metrics_classification", |case| {
        match case.method.as_str() {
            "classification" => Some(Answer::Partial(single(case), &["f1_of_macro_pr"])),
            "multilabel" => Some(Answer::Values(multi(case))),
            "span_f1" => Some(Answer::Values(spans(case))),
            _ => None,
        }
    });
}

fn words(value: &Value) -> Vec<String> {
    value
        .as_array()
        .expect("a list")
        .iter()
        .map(ToString::to_string)
        .collect()
}

fn averaged(average: &Average, gold: &Labels, system: &Labels, set: &LabelSet) -> Value {
    let value = |(name, measure): (&str, Measure)| {
        let metric = LabelF::new(measure, average.clone(), set).expect("a metric");
        (name.to_owned(), value(&metric, gold, system).into())
    };
    Value::Object(MEASURES.into_iter().map(value).collect())
}

/// The value of a metric that has no options.
fn named(name: &str, set: &LabelSet, gold: &Labels, system: &Labels) -> f64 {
    let name: MetricName = name.parse().expect("a metric");
    let Make::Labels(make) = name.description().make else {
        panic!("{name} is not of labels")
    };
    make(&name, set)
        .and_then(|scorer| scorer.value(gold, system))
        .expect("paired labels")
}

fn value(metric: &LabelF, gold: &Labels, system: &Labels) -> f64 {
    metric.finish(&metric.score(gold, system).expect("paired labels").sums())
}

fn single(case: &Case) -> Value {
    let gold = Labels::from_items("gold", words(&case.inputs["gold"]));
    let system = Labels::from_items("pred", words(&case.inputs["pred"]));
    let names = words(&case.inputs["labels"]);
    let set = LabelSet::from_names(&names).expect("labels");
    let of = |name| named(name, &set, &gold, &system);
    let mut got = json!({
        "accuracy": of("accuracy"),
        "mcc": of("mcc"),
        "cohen_kappa": of("kappa"),
        "balanced_accuracy": of("balanced-accuracy"),
    });
    for average in [Average::Macro, Average::Micro, Average::Weighted] {
        got[average.name()] = averaged(&average, &gold, &system, &set);
    }
    // A class at a time: a set of that class alone under a binary average.
    let mut by_class: Map<String, Value> = Map::new();
    for (name, measure) in MEASURES {
        let of_class = |class: &String| {
            let set = LabelSet::from_names([class]).expect("one label");
            let average = Average::Binary {
                positive: class.clone(),
            };
            value(
                &LabelF::new(measure, average, &set).expect("a metric"),
                &gold,
                &system,
            )
        };
        by_class.insert(name.to_owned(), names.iter().map(of_class).collect());
    }
    let metric = LabelF::new(Measure::Recall, Average::Macro, &set).expect("a metric");
    let sums = metric.score(&gold, &system).expect("paired labels").sums();
    let k = names.len();
    by_class.insert(
        "support".to_owned(),
        (0..k)
            .map(|class| sums[class] + sums[2 * k + class])
            .collect(),
    );
    got["per_class"] = by_class.into();
    for (at, name) in ["tp", "fp", "fn"].into_iter().enumerate() {
        got[name] = sums[at * k..(at + 1) * k].to_vec().into();
    }
    got
}

fn multi(case: &Case) -> Value {
    let sets = |key: &str| {
        let item = |row: &Value| -> Vec<String> {
            let row = row.as_array().expect("a row").iter().enumerate();
            row.filter(|(_, flag)| **flag == 1)
                .map(|(class, _)| class.to_string())
                .collect()
        };
        let rows: Vec<_> = case.inputs[key]
            .as_array()
            .expect("rows")
            .iter()
            .map(item)
            .collect();
        let numbers = 1..=rows.len();
        Labels::from_codes(key, Arity::Multi, &rows, numbers)
    };
    let (gold, system) = (sets("gold"), sets("pred"));
    let classes = case.inputs["gold"][0].as_array().expect("a row").len();
    let set = LabelSet::from_names((0..classes).map(|class| class.to_string())).expect("labels");
    let samples = |(name, measure): (&str, Measure)| {
        let scores = Samples::new(measure, ZeroDivision::Zero)
            .and_then(|samples| samples.score(&gold, &system));
        (name.to_owned(), scores.expect("label sets").value().into())
    };
    let mut got = json!({
        "samples": Value::Object(MEASURES.into_iter().map(samples).collect()),
        "subset_accuracy": named("accuracy", &set, &gold, &system),
        "hamming_loss": named("hamming-loss", &set, &gold, &system),
    });
    for average in [Average::Macro, Average::Micro, Average::Weighted] {
        got[average.name()] = averaged(&average, &gold, &system, &set);
    }
    got
}

fn spans(case: &Case) -> Value {
    let read = |key: &str| {
        let sentences: Vec<Vec<String>> =
            serde_json::from_value(case.inputs[key].clone()).expect("tags");
        tagged(key, &sentences, Scheme::Lenient)
    };
    let (gold, system) = (read("gold"), read("pred"));
    let types = types([&gold, &system]);
    let statistics = |measure: Measure, average: Average| {
        let metric = SpanF::new(measure, average, &types, Scheme::Lenient, Unit::Sentence)
            .expect("a metric");
        let statistics = metric.score(&gold, &system).expect("aligned sentences");
        (metric.finish(&statistics.sums()), statistics)
    };
    let of = |(name, measure): (&str, Measure)| {
        (
            name.to_owned(),
            statistics(measure, Average::Micro).0.into(),
        )
    };
    let mut got: Map<String, Value> = MEASURES.into_iter().map(of).collect();
    let f1 = Measure::F { beta: 1.0 };
    got.insert(
        "macro_f1".to_owned(),
        statistics(f1, Average::Macro).0.into(),
    );
    let by_sentence = statistics(f1, Average::Micro).1;
    let rows: Vec<Vec<i64>> = (0..by_sentence.items())
        .map(|item| by_sentence.row(item))
        .collect();
    got.insert("per_sentence_tp_fp_fn".to_owned(), json!(rows));
    got.into()
}
