//! The interval of a metric of labels that are all right, of which no item and no resample changes the value.

use std::collections::BTreeMap;

use restrap_metrics::{LabelRows, Losses, Metric};
use restrap_stats::Interval;
use restrap_stats::interval::all_right_low;

use crate::data::rows::Rows;
use crate::data::scores::Counted;
use crate::design::clusters::ClusterMap;
use crate::error::Error;
use crate::evidence::resample::tilted::value;
use crate::outcome::{IntervalKind, IntervalOutcome};

/// Labels of the gold of which every choice of one wrong label each is looked at.
const MOST_CHOICES: usize = 4;

/// A class of the gold.
struct Class {
    label: usize,
    items: f64,
    /// Items, or clusters that hold one.
    units: f64,
}

/// Returns the interval of a metric of labels if all labels are right; `None` for other metrics and other labels. `map`: clusters of the
/// items.
///
/// # Errors
/// For a level outside 0 to 1.
pub(crate) fn all_right(
    metric: &dyn Metric,
    counted: &Counted,
    map: Option<&ClusterMap>,
    confidence: f64,
) -> Result<Option<IntervalOutcome>, Error> {
    let Losses::Labels(rows) = metric.losses() else {
        return Ok(None);
    };
    let Some(classes) = classes(&rows, counted, map) else {
        return Ok(None);
    };
    let highest = metric.finish(&counted.sums());
    let low = low(metric, &rows, &classes, 0.5 * (1.0 - confidence));
    let Some(low) = low.filter(|low| *low < highest) else {
        return Ok(None);
    };
    let found = Interval::new(low, highest)?;
    Ok(Some(IntervalOutcome::new(
        found,
        IntervalKind::AllRight,
        confidence,
    )))
}

/// Returns the classes of the gold; `None` if a label is wrong.
fn classes(rows: &LabelRows, counted: &Counted, map: Option<&ClusterMap>) -> Option<Vec<Class>> {
    let all = Rows::new(&counted.columns);
    let mut found: BTreeMap<usize, (f64, Vec<u32>)> = BTreeMap::new();
    for item in 0..all.items() {
        let row = all.of(item);
        let label = rows.gold(row)?;
        let mut right = rows.row(label, label);
        right.sort_unstable();
        if right != row {
            return None;
        }
        let class = found.entry(label).or_default();
        class.0 += counted.times.of(item) as f64;
        if let Some(map) = map {
            class.1.push(map.places()[item]);
        }
    }
    let class = |(label, (items, mut clusters)): (usize, (f64, Vec<u32>))| {
        clusters.sort_unstable();
        clusters.dedup();
        let units = if map.is_some() {
            clusters.len() as f64
        } else {
            items
        };
        Class {
            label,
            items,
            units,
        }
    };
    Some(found.into_iter().map(class).collect())
}

/// Returns the lower end, at this probability of no error.
fn low(metric: &dyn Metric, rows: &LabelRows, classes: &[Class], tail: f64) -> Option<f64> {
    let units: Vec<f64> = classes.iter().map(|class| class.units).collect();
    let columns = metric.columns().len();
    // A label outside the set is given only where the gold has one too, or where there is one class.
    let has_outside = rows.labels == 1 || classes.iter().any(|class| class.label == rows.labels);
    let labels = rows.labels + usize::from(has_outside);
    let of = |recalls: &[f64], wrong: &[usize]| {
        let mut sums = vec![0.0; columns];
        for ((class, recall), &wrong) in classes.iter().zip(recalls).zip(wrong) {
            for (given, weight) in [(class.label, *recall), (wrong, 1.0 - recall)] {
                for (at, count) in rows.row(class.label, given) {
                    sums[at as usize] += class.items * weight * count as f64;
                }
            }
        }
        value(metric, &sums)
    };
    let others: Vec<Vec<usize>> = classes
        .iter()
        .map(|class| (0..labels).filter(|&given| given != class.label).collect())
        .collect();
    if others.iter().any(Vec::is_empty) {
        return None;
    }
    all_right_low(&units, tail, |recalls| {
        worst(&others, |wrong| of(recalls, wrong))
    })
}

/// Returns the lowest value over choices of one wrong label for each class: of all of few classes, else from the first of each, one class
/// after the other.
fn worst(others: &[Vec<usize>], of: impl Fn(&[usize]) -> f64) -> f64 {
    let mut at: Vec<usize> = others.iter().map(|labels| labels[0]).collect();
    let mut lowest = of(&at);
    if others.len() <= MOST_CHOICES {
        let all: usize = others.iter().map(Vec::len).product();
        for number in 1..all {
            let mut rest = number;
            for (at, labels) in at.iter_mut().zip(others) {
                *at = labels[rest % labels.len()];
                rest /= labels.len();
            }
            lowest = lowest.min(of(&at));
        }
        return lowest;
    }
    loop {
        let before = lowest;
        for class in 0..others.len() {
            for &wrong in &others[class] {
                let kept = std::mem::replace(&mut at[class], wrong);
                let value = of(&at);
                if value < lowest {
                    lowest = value;
                } else {
                    at[class] = kept;
                }
            }
        }
        if lowest >= before {
            return lowest;
        }
    }
}

#[cfg(test)]
mod tests {
    use restrap_metrics::MetricName;
    use restrap_metrics::describe::{Make, Scorer};
    use restrap_metrics::labels::{LabelSet, Labels};
    use serde_json::Value;

    use super::*;

    #[test]
    fn lower_ends_are_those_of_thirty_digits() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../tests/golden/edges_perfect.json"
        );
        let text = std::fs::read_to_string(path).expect("a golden family");
        let family: Value = serde_json::from_str(&text).expect("JSON");
        let mut compared = 0;
        for case in family["cases"].as_array().expect("cases") {
            let inputs = &case["inputs"];
            let name: MetricName = match inputs["metric"].as_str().expect("a metric") {
                // The score of single items, which has Wilson's and Clopper and Pearson's intervals.
                "accuracy" => continue,
                "balanced_accuracy" => "balanced-accuracy",
                "macro_f1" => "f1(average=macro)",
                "f1" => "f1(positive=1)",
                other => other,
            }
            .parse()
            .expect("a metric");
            let gold = inputs["gold"].as_array().expect("counts");
            let items: Vec<String> = gold
                .iter()
                .enumerate()
                .flat_map(|(label, count)| {
                    let count = count.as_u64().expect("a count") as usize;
                    std::iter::repeat_n(label.to_string(), count)
                })
                .collect();
            let names: Vec<String> = (0..gold.len()).map(|label| label.to_string()).collect();
            let set = LabelSet::from_names(&names).expect("labels");
            let labels = Labels::from_items("x", items);
            let Make::Labels(make) = name.description().make else {
                panic!("{name} is of labels")
            };
            let Scorer::Counted { metric, count } = make(&name, &set).expect("a scorer") else {
                panic!("{name} is of sums")
            };
            let counted = Counted::new("x", count(&labels, &labels).expect("labels").columns);
            let level = inputs["level"].as_f64().expect("a level");
            let found = all_right(metric.as_ref(), &counted, None, level)
                .expect("a level")
                .expect("an interval");
            let other = |name: &str| case["alternatives"][name].as_f64().expect("a number");
            assert!(
                found.low <= other("with_each_class_alone") + 1e-9
                    && (found.low - other("free_minimum")).abs() < 2e-6
                    && found.high == 1.0,
                "{}: {} {}",
                case["name"],
                found.low,
                case["alternatives"]
            );
            compared += 1;
        }
        println!("golden edges_perfect: {compared} lower ends agree");
        assert!(compared > 15, "{compared}");
    }
}
