//! Agreement beyond chance of one label per item and the gold: Cohen's kappa (1960), weighted (1968); Gwet's AC1 (2008); 0 where they are
//! undefined (NaN in scikit-learn).

use super::by_class::{ByClass, OPTIONS};
use super::count::{add_classes, check_single, statistics};
use super::options::{LABELS, MULTI_LABEL, THRESHOLD, recipe};
use super::values::{ClassCounts, class_columns};
use crate::describe::{Choice, Description, Flag, Make, Scorer};
use crate::losses::{LabelRows, Losses};
use crate::outputs::labels::{LabelSet, Labels};
use crate::{ColumnName, Error, Metric, Statistics, quote};

restrap_words::vocabulary! {
    /// How much a wrong label counts, by its distance in the order of the labels.
    pub enum Weights: "weights" {
        /// As its distance.
        Linear = "linear",
        /// As the square of its distance.
        Quadratic = "quadratic",
    }
}

/// How much a wrong label counts.
static WEIGHTS: Choice<Option<Weights>> = Choice::perhaps(
    "weights",
    Flag::None,
    "linear|quadratic",
    "Weights of disagreements between ordered labels",
);

pub(super) static KAPPA: Description = Description {
    printed: Some("Cohen's κ"),
    options: &[&WEIGHTS, &THRESHOLD, &LABELS, &MULTI_LABEL],
    chance_is_zero: true,
    ..Description::new(
        "kappa",
        "Cohen's kappa; weighted kappa with weights",
        Make::Labels(|name, set| match name.get(&WEIGHTS) {
            None => ByClass::scorer(name, set, false, kappa),
            Some(weights) => {
                let metric = Weighted {
                    recipe: recipe(name),
                    ..Weighted::new(weights, set)
                };
                Ok(Scorer::counted(metric, Weighted::count))
            }
        }),
    )
};

pub(super) static AC1: Description = Description {
    printed: Some("AC1"),
    options: OPTIONS,
    chance_is_zero: true,
    aliases: &["gwet-ac1"],
    ..Description::new(
        "ac1",
        "Gwet's AC1: chance-corrected agreement that is robust to rare classes",
        Make::Labels(|name, set| ByClass::scorer(name, set, false, ac1)),
    )
};

fn kappa(classes: &ClassCounts) -> f64 {
    let [n, right, both, ..] = classes.moments();
    let expected_wrong = n * n - both;
    if expected_wrong == 0 {
        0.0
    } else {
        (right * n - both) as f64 / expected_wrong as f64
    }
}

/// With π the mean share of a class: chance is Σ π (1 - π) / (K - 1).
fn ac1(classes: &ClassCounts) -> f64 {
    let [n, right, both, gold, given] = classes.moments();
    let others = classes.classes().count() as f64 - 1.0;
    if n == 0 || others <= 0.0 {
        return 0.0;
    }
    // Σ π² is Σ (gold + given)² / 4 n².
    let squares = (gold + 2 * both + given) as f64 / (4.0 * n as f64 * n as f64);
    let chance = (1.0 - squares) / others;
    if chance >= 1.0 {
        0.0
    } else {
        (right as f64 / n as f64 - chance) / (1.0 - chance)
    }
}

/// Cohen's weighted kappa: the sum of the weights of all items, and the counts of all classes.
#[derive(Debug, Clone)]
struct Weighted {
    weights: Weights,
    set: LabelSet,
    /// What else its signature says.
    recipe: String,
    columns: Vec<ColumnName>,
}

impl Weighted {
    fn new(weights: Weights, set: &LabelSet) -> Self {
        let mut columns: Vec<ColumnName> = vec!["weight".into()];
        columns.extend(class_columns(set.names()));
        Self {
            weights,
            set: set.clone(),
            recipe: String::new(),
            columns,
        }
    }

    /// Of two places in the set, which has numbers in their order.
    fn weight(&self, gold: usize, given: usize) -> i64 {
        let distance = gold.abs_diff(given) as i64;
        match self.weights {
            Weights::Linear => distance,
            Weights::Quadratic => distance * distance,
        }
    }

    fn count(&self, gold: &Labels, system: &Labels) -> Result<Statistics, Error> {
        check_single(KAPPA.name, &self.set, gold, system)?;
        let k = self.set.names().len();
        let mut statistics = statistics(
            self.columns.len() - 1,
            &self.set,
            gold,
            system,
            |right, given, row| {
                add_classes(k, right, given, row);
            },
        )?;
        let mut weights = vec![0; gold.items()];
        super::count::each_item(&self.set, gold, system, |item, right, given| {
            if let (Some(&right), Some(&given)) = (right.first(), given.first()) {
                weights[item] = self.weight(right, given);
            }
        })?;
        statistics.columns.insert(0, weights.into());
        Ok(statistics)
    }
}

impl Metric for Weighted {
    fn name(&self) -> String {
        KAPPA.name.to_owned()
    }

    fn signature(&self) -> String {
        let labels = quote::list(self.set.names()).replace('`', "");
        format!(
            "{}|weights:{}|labels:{labels}{}",
            KAPPA.name, self.weights, self.recipe
        )
    }

    fn columns(&self) -> &[ColumnName] {
        &self.columns
    }

    fn losses(&self) -> Losses<'_> {
        let labels = self.set.names().len();
        let classes = LabelRows::of_classes(labels, 1);
        let others = LabelRows::of_classes(labels, 1);
        Losses::Labels(LabelRows::new(
            labels,
            move |gold, given| {
                let mut row = classes.row(gold, given);
                row.push((0, self.weight(gold, given)));
                row
            },
            move |row| others.gold(row),
        ))
    }

    fn finish(&self, sums: &[i64]) -> f64 {
        let classes: Vec<[i64; 3]> = ClassCounts::new(&sums[1..]).classes().collect();
        let mut expected = 0.0;
        for (gold, [tp, _, missed]) in classes.iter().enumerate() {
            for (given, [right, false_ones, _]) in classes.iter().enumerate() {
                expected +=
                    (self.weight(gold, given) * (tp + missed)) as f64 * (right + false_ones) as f64;
            }
        }
        let n: i64 = classes.iter().map(|[tp, _, missed]| tp + missed).sum();
        if expected == 0.0 {
            0.0
        } else {
            1.0 - sums[0] as f64 * n as f64 / expected
        }
    }

    fn range(&self) -> [f64; 2] {
        crate::range::SIGNED_UNIT
    }

    fn higher_is_better(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// tp, fp and fn of three classes from a table of gold by given.
    fn sums(table: [[i64; 3]; 3]) -> Vec<i64> {
        let tp = (0..3).map(|k| table[k][k]);
        let fp = (0..3).map(|k| {
            (0..3)
                .filter(|&gold| gold != k)
                .map(|gold| table[gold][k])
                .sum()
        });
        let missed = (0..3).map(|k| {
            (0..3)
                .filter(|&given| given != k)
                .map(|given| table[k][given])
                .sum()
        });
        tp.chain(fp).chain(missed).collect()
    }

    #[test]
    fn agreement_is_that_of_scikit_learn_and_irrcac() {
        let table = [[20, 5, 1], [4, 15, 6], [0, 3, 26]];
        let all = sums(table);
        let classes = ClassCounts::new(&all);
        let known = [(kappa(&classes), KNOWN[0]), (ac1(&classes), KNOWN[1])];
        for (value, known) in known {
            assert!((value - known).abs() < 1e-12, "{value} {known}");
        }
        let set = LabelSet::sorted(["1", "2", "10"]);
        assert_eq!(set.names(), ["1", "2", "10"]);
        for (weights, known) in [(Weights::Linear, KNOWN[2]), (Weights::Quadratic, KNOWN[3])] {
            let metric = Weighted::new(weights, &set);
            let mut all = vec![0];
            for (gold, row) in table.iter().enumerate() {
                for (given, number) in row.iter().enumerate() {
                    all[0] += number * metric.weight(gold, given);
                }
            }
            all.extend(sums(table));
            assert!(
                (metric.finish(&all) - known).abs() < 1e-12,
                "{} {known}",
                metric.finish(&all)
            );
        }
    }

    const KNOWN: [f64; 4] = [
        0.641_847_313_854_853_9,
        0.644_942_770_380_752,
        0.724_042_773_370_127_6,
        0.802_380_417_695_935_3,
    ];
}
