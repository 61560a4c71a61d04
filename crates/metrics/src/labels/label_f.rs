//! Precision, recall and F of labels.

use super::accuracy::right_labels;
use super::average::Average;
use super::count::{add_classes, hits, statistics};
use super::options::{
    AVERAGE, LABELS, LabelAverage, MULTI_LABEL, POSITIVE, THRESHOLD, ZERO_DIVISION, recipe,
};
use super::samples::Samples;
use super::values::{BETA, ClassCounts, Measure, ZeroDivision, beta, class_columns};
use crate::describe::{AnyChoice, Description, Make, MetricName, Scorer};
use crate::losses::{LabelRows, Losses};
use crate::outputs::labels::{LabelSet, Labels};
use crate::{ColumnName, Error, Mean, Metric, OfClass, Statistics, quote};

static OPTIONS: &[&dyn AnyChoice] = &[
    &AVERAGE,
    &POSITIVE,
    &THRESHOLD,
    &LABELS,
    &MULTI_LABEL,
    &ZERO_DIVISION,
];

pub(super) static PRECISION: Description = Description {
    options: OPTIONS,
    ..Description::new(
        "precision",
        "Precision: share of predicted labels that are correct",
        Make::Labels(|name, set| scorer(Measure::Precision, name, set)),
    )
};

pub(super) static RECALL: Description = Description {
    options: OPTIONS,
    ..Description::new(
        "recall",
        "Recall: share of gold labels that are predicted",
        Make::Labels(|name, set| scorer(Measure::Recall, name, set)),
    )
};

pub(super) static F: Description = Description {
    printed: Some("F"),
    tail: Some(BETA),
    options: OPTIONS,
    ..Description::new(
        "f",
        "F1, or F-beta as f0.5: harmonic mean of precision and recall",
        Make::Labels(|name, set| {
            scorer(
                Measure::F {
                    beta: beta(name.tail()),
                },
                name,
                set,
            )
        }),
    )
};

fn scorer(
    measure: Measure,
    name: &MetricName,
    set: &LabelSet,
) -> Result<Scorer<Labels, Labels>, Error> {
    let zero_division = name.get(&ZERO_DIVISION);
    if name.get(&AVERAGE) == Some(LabelAverage::Samples) {
        let samples = Samples::new(measure, zero_division)?;
        return Ok(Scorer::mean(move |gold, system| {
            samples.score(gold, system)
        }));
    }
    let default = name.get(&MULTI_LABEL).then_some(LabelAverage::Micro);
    let average = Average::asked(name, default, set.names())?;
    let of_all = average == Average::Micro && name.get(&LABELS).is_empty();
    let metric = LabelF {
        recipe: recipe(name),
        ..LabelF::new(measure, average, set)?.zero_division(zero_division)
    };
    if of_all && !name.get(&MULTI_LABEL) {
        // With one label per item every error is one false positive and one false negative: precision, recall and F are the accuracy,
        // a mean of 0/1 scores with the laws of such a mean.
        let mean = Mean {
            name: metric.name(),
            signature: metric.signature(),
            higher_is_better: true,
            range: Some(metric.range()),
        };
        return Ok(Scorer::mean(move |gold, system| {
            right_labels(mean.clone(), gold, system)
        }));
    }
    Ok(Scorer::counted(metric, LabelF::score))
}

/// Precision, recall or F of labels under an average.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelF {
    measure: Measure,
    average: Average,
    /// The place of the class that is meant, where it is one.
    positive: Option<usize>,
    zero_division: ZeroDivision,
    /// What else its signature says.
    recipe: String,
    set: LabelSet,
    columns: Vec<ColumnName>,
}

impl LabelF {
    /// Precision, recall or F under an average.
    ///
    /// # Errors
    ///
    /// A positive class outside the set, or a beta that is not positive and finite.
    pub fn new(measure: Measure, average: Average, set: &LabelSet) -> Result<Self, Error> {
        measure.check()?;
        let names = set.names();
        let mut place = None;
        if let Average::Binary { positive } = &average {
            let at = names
                .iter()
                .position(|name| name == positive)
                .ok_or_else(|| {
                    let expected = format!("a positive class among {}", quote::list(names));
                    Error::option(expected, quote::quoted(positive))
                })?;
            place = Some(at);
        }
        let columns = match average {
            Average::Binary { .. } | Average::Micro => vec!["tp".into(), "fp".into(), "fn".into()],
            Average::Macro | Average::Weighted => class_columns(names),
        };
        let zero_division = ZeroDivision::default();
        let recipe = String::new();
        Ok(Self {
            measure,
            average,
            positive: place,
            zero_division,
            recipe,
            set: set.clone(),
            columns,
        })
    }

    /// Sets the value for 0/0.
    #[must_use]
    pub fn zero_division(self, zero_division: ZeroDivision) -> Self {
        Self {
            zero_division,
            ..self
        }
    }

    /// The statistics of a system against the gold labels, one row per item of the gold, in its order.
    ///
    /// Items are paired by id where both files have ids, else by position. Cost: linear in the items.
    ///
    /// # Errors
    ///
    /// Different numbers of items, ids that do not match, or single labels against label sets.
    pub fn score(&self, gold: &Labels, system: &Labels) -> Result<Statistics, Error> {
        let k = self.set.names().len();
        statistics(
            self.columns.len(),
            &self.set,
            gold,
            system,
            |right, given, row| match (&self.average, self.positive) {
                (Average::Micro, _) => {
                    let hits = hits(right, given);
                    row.add(0, hits as i64);
                    row.add(1, (given.len() - hits) as i64);
                    row.add(2, (right.len() - hits) as i64);
                }
                (_, Some(positive)) => {
                    let (in_gold, in_given) =
                        (right.contains(&positive), given.contains(&positive));
                    row.add(0, i64::from(in_gold && in_given));
                    row.add(1, i64::from(in_given && !in_gold));
                    row.add(2, i64::from(in_gold && !in_given));
                }
                _ => add_classes(k, right, given, row),
            },
        )
    }
}

impl Metric for LabelF {
    fn name(&self) -> String {
        self.measure.name()
    }

    fn signature(&self) -> String {
        let (name, zero, recipe) = (self.name(), self.zero_division, &self.recipe);
        match &self.average {
            Average::Binary { positive } => {
                format!("{name}|average:binary|positive:{positive}|zero-division:{zero}{recipe}")
            }
            average => {
                let classes = quote::list(self.set.names()).replace('`', "");
                format!(
                    "{name}|average:{}|labels:{classes}|zero-division:{zero}{recipe}",
                    average.name()
                )
            }
        }
    }

    fn columns(&self) -> &[ColumnName] {
        &self.columns
    }

    fn finish(&self, sums: &[i64]) -> f64 {
        let zero = self.zero_division;
        match self.average {
            Average::Binary { .. } | Average::Micro => {
                self.measure.value([sums[0], sums[1], sums[2]], zero)
            }
            Average::Macro => ClassCounts::new(sums).averaged(self.measure, zero, false),
            Average::Weighted => ClassCounts::new(sums).averaged(self.measure, zero, true),
        }
    }

    fn range(&self) -> [f64; 2] {
        crate::range::UNIT
    }

    fn higher_is_better(&self) -> bool {
        true
    }

    fn losses(&self) -> Losses<'_> {
        match self.average {
            // Label 0 stands for all but the positive one.
            Average::Binary { .. } => Losses::Labels(LabelRows::new(
                2,
                |gold, given| match (gold, given) {
                    (1, 1) => vec![(0, 1)],
                    (0, 1) => vec![(1, 1)],
                    (1, _) => vec![(2, 1)],
                    _ => Vec::new(),
                },
                |row| match row {
                    [] | [(1, 1)] => Some(0),
                    [(0 | 2, 1)] => Some(1),
                    _ => None,
                },
            )),
            Average::Macro | Average::Weighted => {
                Losses::Labels(LabelRows::of_classes(self.set.names().len(), 0))
            }
            Average::Micro => Losses::Unknown,
        }
    }

    fn classes(&self, sums: &[i64]) -> Option<u64> {
        (self.average == Average::Macro).then(|| ClassCounts::new(sums).in_gold())
    }

    fn by_class(&self, sums: &[i64]) -> Vec<OfClass> {
        match self.average {
            Average::Macro | Average::Weighted => {
                ClassCounts::new(sums).by_class(self.set.names(), self.zero_division)
            }
            Average::Binary { .. } | Average::Micro => Vec::new(),
        }
    }

    fn beside(&self, sums: &[i64]) -> Vec<(String, f64)> {
        let value = |measure: Measure| {
            (
                measure.name(),
                Self {
                    measure,
                    ..self.clone()
                }
                .finish(sums),
            )
        };
        self.measure.companions().into_iter().map(value).collect()
    }
}
