//! Correlations with a gold score: coefficients, Williams' test, tie calibration, and every swap of small tables.

use super::reader::{Answer, Case, check, number, numbers, object};
use restrap_stats::Alternative;
use restrap_stats::correlation::{
    Agreement, Coefficient, Criterion, Level, Matrix, PairwiseAccuracy, SwapUnit, Swaps, Williams,
};
use serde_json::{Map, Value, json as value};

fn coefficients(case: &Case) -> Value {
    let [gold, first, second] = ["gold", "metric1", "metric2"].map(|key| case.numbers(key));
    let answer = |coefficient: Coefficient| {
        let of = |x: &[f64], y: &[f64]| {
            coefficient
                .of(x, y)
                .expect("columns")
                .expect("columns that vary")
        };
        let (r1, r2, between) = (of(&gold, &first), of(&gold, &second), of(&first, &second));
        let williams = Williams::new(r1, r2, between, gold.len())
            .expect("enough items")
            .expect("two metrics");
        let fields = object([
            ("metric1", r1),
            ("metric2", r2),
            ("between_metrics", between),
            ("williams_t", williams.t()),
            ("williams_df", williams.degrees_of_freedom()),
            (
                "williams_p_greater",
                williams.p_value(Alternative::Greater).value(),
            ),
            (
                "williams_p_two_sided",
                williams.p_value(Alternative::TwoSided).value(),
            ),
        ]);
        (coefficient.to_string(), fields)
    };
    Value::Object(
        Coefficient::ALL
            .into_iter()
            .map(answer)
            .collect::<Map<_, _>>(),
    )
}

fn rows(case: &Case, key: &str) -> Vec<Vec<f64>> {
    case.inputs[key]
        .as_array()
        .expect("rows")
        .iter()
        .map(numbers)
        .collect()
}

fn accuracy(case: &Case) -> Value {
    let (gold, metric) = (
        rows(case, "gold_items_by_systems"),
        rows(case, "metric_items_by_systems"),
    );
    let accuracy = PairwiseAccuracy::new(
        gold.iter()
            .zip(&metric)
            .map(|(gold, metric)| (&gold[..], &metric[..])),
    )
    .expect("pairs");
    let counts = accuracy.counts(0.0);
    let calibrated = accuracy.calibrated();
    let thresholds = case.expected["acc_eq_at_epsilon"]
        .as_array()
        .expect("thresholds")
        .iter();
    let at: Vec<Value> = thresholds
        .map(|pair| number(&pair[0]).expect("a threshold"))
        .map(|epsilon| value!([epsilon, accuracy.at(epsilon)]))
        .collect();
    value!({
        "acc_eq_no_calibration": accuracy.at(0.0),
        "concordant_discordant_tieshuman_tiesmetric_tiesboth":
            [counts.concordant, counts.discordant, counts.tied_gold, counts.tied_metric, counts.tied_both],
        "epsilon_star": calibrated.epsilon,
        "acc_eq_calibrated": calibrated.accuracy,
        "acc_eq_at_epsilon": at,
        "pairs": accuracy.pairs(),
    })
}

fn every_swap(case: &Case) -> Value {
    let table = |key: &str| {
        let rows = rows(case, key);
        Matrix::new(rows.concat(), rows.len()).expect("a table")
    };
    let word = |key: &str| case.inputs[key].as_str().expect("a word");
    let agreement: Agreement = word("coefficient").parse().expect("a coefficient");
    let level: Level = word("level").parse().expect("a level");
    let (gold, first, second) = (
        table("gold_systems_by_inputs"),
        table("metric1"),
        table("metric2"),
    );
    let criterion = Criterion {
        agreement,
        level,
        threshold: None,
    };
    let [first, second] =
        [first, second].map(|metric| metric.standardised().expect("a metric that varies"));
    let made = |unit: SwapUnit| {
        Swaps::new(&gold, [&first, &second], [criterion; 2], unit)
            .expect("tables")
            .expect("variation")
    };
    let mut answer = Map::new();
    let [r1, r2] = made(SwapUnit::Cell).observed();
    for (key, number) in [
        ("r_metric1", r1),
        ("r_metric2", r2),
        ("difference", made(SwapUnit::Cell).difference()),
    ] {
        answer.insert(key.to_owned(), number.into());
    }
    for (name, unit) in [
        ("both", SwapUnit::Cell),
        ("inputs", SwapUnit::Segment),
        ("systems", SwapUnit::System),
    ] {
        let swaps = made(unit);
        let mut room = swaps.room();
        let all = 1_u64 << unit.many(&gold);
        for (side, alternative) in [
            ("greater", Alternative::Greater),
            ("two_sided", Alternative::TwoSided),
        ] {
            let reached = (0..all)
                .filter(|mask| {
                    let swapped = swaps.swapped(&mut room, &[*mask]);
                    swaps.reaches(swapped, alternative)
                })
                .count();
            let p = reached as f64 / all as f64;
            answer.insert(format!("p_perm_{name}_{side}"), p.into());
        }
    }
    Value::Object(answer)
}

#[test]
fn correlations_equal_pair_counts_rational_sums_and_every_swap() {
    check("correlations", |case| {
        Some(Answer::Values(match case.method.as_str() {
            "gold_correlations" => coefficients(case),
            "pairwise_accuracy" => accuracy(case),
            "perm_correlation" => every_swap(case),
            _ => return None,
        }))
    });
}
