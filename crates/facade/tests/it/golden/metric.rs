//! Permutation tests of corpus metrics: counts in, p-values by enumeration out.

use restrap_facade::metrics::Metric;
use restrap_facade::metrics::counts::Formula;
use restrap_facade::metrics::labels::{Average, LabelF, LabelSet, Labels, Measure};
use restrap_facade::metrics::text::{Bleu, BleuOptions};
use restrap_facade::{
    Alternative, Control, Counted, Data, Exact, IntervalMethod, Request, Test, compare,
};
use serde_json::{Value, json};

use super::reader::{Answer, Case, check};

/// The columns of rows of counts.
fn columns(rows: &Value) -> Vec<Vec<i64>> {
    let rows: Vec<Vec<i64>> = serde_json::from_value(rows.clone()).expect("rows of counts");
    (0..rows[0].len())
        .map(|column| rows.iter().map(|row| row[column]).collect())
        .collect()
}

/// What a comparison by law says, the system being `a`.
fn answer(metric: &dyn Metric, a: Vec<Vec<i64>>, b: Vec<Vec<i64>>, case: &Case) -> Value {
    let value = |columns: &[Vec<i64>]| {
        metric.finish(
            &columns
                .iter()
                .map(|column| column.iter().sum())
                .collect::<Vec<_>>(),
        )
    };
    let (of_a, of_b) = (value(&a), value(&b));
    let systems = [("b", b), ("a", a)].map(|(name, columns)| Counted::new(name, columns));
    let mut answer = json!({});
    let strict = [("p_two_sided_strict", Alternative::TwoSided, true)];
    let sides = [
        ("p_greater", Alternative::Greater, false),
        ("p_less", Alternative::Less, false),
        ("p_two_sided", Alternative::TwoSided, false),
    ];
    for (key, alternative, strict) in sides.into_iter().chain(strict) {
        if case.expected.get(key).is_none() {
            continue;
        }
        let mut request = Request::default()
            .tests(vec![Test::Permutation])
            .alternative(alternative)
            .exact(Exact::Always)
            .interval(IntervalMethod::None);
        request.variants.rule.strict = strict;
        let outcome = compare(
            Data::counted(metric, &systems),
            &request,
            &Control::default(),
        )
        .expect("valid");
        answer[key] = outcome.comparisons[0].tests[0].pvalue.into();
        // Twelve digits are printed.
        let printed = [
            outcome.systems[1].score,
            outcome.systems[0].score,
            outcome.comparisons[0].difference,
        ];
        for (printed, value) in printed.into_iter().zip([of_a, of_b, of_a - of_b]) {
            assert!(
                (printed - value).abs() <= 5e-12 * value.abs(),
                "{}: {printed} and {value}",
                case.name
            );
        }
    }
    answer["metric_a"] = of_a.into();
    answer["metric_b"] = of_b.into();
    answer["observed"] = (of_a - of_b).into();
    answer
}

#[test]
fn permutation_p_values_of_metrics_equal_enumeration() {
    check("permutation_exact_metric", |case| {
        match case.method.as_str() {
            "permutation_metric" => {
                let formula = match case.inputs["metric"].as_str()? {
                    "f1" => "2*tp/(2*tp+fp+fn)",
                    "precision" => "tp/(tp+fp)",
                    _ => "tp/(tp+fn)",
                };
                let metric = Formula::new(&["tp", "fp", "fn"], formula).expect("a formula");
                let [a, b] = ["a_tp_fp_fn", "b_tp_fp_fn"].map(|key| columns(&case.inputs[key]));
                Some(Answer::Values(answer(&metric, a, b, case)))
            }
            "permutation_macro_f1" => {
                let labels = |key: &str| {
                    let items = case.inputs[key]
                        .as_array()
                        .expect("labels")
                        .iter()
                        .map(Value::to_string);
                    Labels::from_items(key, items)
                };
                let (gold, a, b) = (labels("gold"), labels("pred_a"), labels("pred_b"));
                let classes = match &case.inputs["classes"] {
                    Value::Array(names) => names.iter().map(Value::to_string).collect::<Vec<_>>(),
                    count => (0..count.as_u64().expect("a count"))
                        .map(|class| class.to_string())
                        .collect(),
                };
                let set = LabelSet::from_names(&classes).expect("classes");
                let metric =
                    LabelF::new(Measure::F { beta: 1.0 }, Average::Macro, &set).expect("a metric");
                let score = |system: &Labels| {
                    let scored = metric.score(&gold, system).expect("labels of the set");
                    let columns = scored.columns.iter();
                    columns.map(|column| column.whole().into_owned()).collect()
                };
                Some(Answer::Values(answer(&metric, score(&a), score(&b), case)))
            }
            "permutation_bleu" => {
                let metric = Bleu::new(BleuOptions::default(), 1).expect("a metric");
                let [a, b] = ["a_stats", "b_stats"].map(|key| columns(&case.inputs[key]));
                Some(Answer::Values(answer(&metric, a, b, case)))
            }
            _ => None,
        }
    });
}
