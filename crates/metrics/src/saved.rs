//! The metric of saved statistics: what is needed to compute it again without the original outputs.

use serde::{Deserialize, Serialize};

use crate::describe::Make;
use crate::labels::LabelSet;
use crate::spans::Unit;
use crate::{Error, Mean, Metric, MetricName, OnGrid, RealMetric, quote};

/// A metric, and what the data decided about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SavedMetric {
    /// The metric with its options.
    pub metric: MetricName,
    /// The classes or types that it looks at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<String>,
    /// What an item of spans is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
    /// References per segment.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub references: usize,
    /// Steps that make 1 in each column, where columns hold numbers on a grid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub per_one: Vec<f64>,
    /// What its scores are, where it is a mean of scores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<Mean>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl SavedMetric {
    /// A metric about which the data decided nothing.
    pub fn new(metric: MetricName) -> Self {
        Self {
            metric,
            classes: Vec::new(),
            unit: None,
            references: 0,
            per_one: Vec::new(),
            mean: None,
        }
    }

    /// Adds the classes or types that it looks at.
    #[must_use]
    pub fn with_classes(self, set: &LabelSet) -> Self {
        Self {
            classes: set.names().to_vec(),
            ..self
        }
    }

    /// Adds what an item of spans is.
    #[must_use]
    pub fn with_unit(self, unit: Unit) -> Self {
        Self {
            unit: Some(unit),
            ..self
        }
    }

    /// Adds the number of references per segment.
    #[must_use]
    pub fn with_references(self, references: usize) -> Self {
        Self { references, ..self }
    }

    /// Adds the grids of its columns, in units per 1.
    #[must_use]
    pub fn with_grid(self, per_one: &[f64]) -> Self {
        Self {
            per_one: per_one.to_vec(),
            ..self
        }
    }

    /// Says that it is a mean of scores.
    #[must_use]
    pub fn with_mean(self, mean: Mean) -> Self {
        Self {
            mean: Some(mean),
            ..self
        }
    }

    /// What is left to do with the saved columns.
    ///
    /// # Errors
    ///
    /// Options that cannot be, or a metric that nothing is saved of.
    pub fn restore(&self) -> Result<Restored, Error> {
        if let Some(mean) = &self.mean {
            return Ok(Restored::Mean(mean.clone()));
        }
        let (name, classes) = (
            &self.metric,
            LabelSet::sorted(self.classes.iter().map(String::as_str)),
        );
        let metric = match name.description().make {
            Make::Scores
            | Make::Rankings(_)
            | Make::Order(_)
            | Make::Ranked(_)
            | Make::Classes(_) => None,
            Make::Labels(make) => make(name, &classes)?.metric(),
            Make::Spans(make) => make(name, &classes, self.unit.unwrap_or_default())?.metric(),
            Make::Trees(make) => make(name)?.metric(),
            Make::Segments(make) => make(name, self.references)?.metric(),
            Make::Numbers(make) => Some(self.on_grid(make(name).of_sums())),
            Make::Counts(make) => Some(self.on_grid(make(name)?)),
        };
        let metric = metric.ok_or_else(|| {
            Error::option("a metric of saved sums", quote::quoted(name.to_string()))
        })?;
        Ok(Restored::Sums(metric))
    }
}

impl SavedMetric {
    fn on_grid(&self, metric: Box<dyn RealMetric>) -> Box<dyn Metric> {
        if self.per_one.len() == metric.columns().len() {
            return Box::new(OnGrid::new(metric, self.per_one.clone()));
        }
        metric
    }
}

/// A metric of columns that were saved.
#[derive(Debug)]
pub enum Restored {
    /// A function of the sums of columns.
    Sums(Box<dyn Metric>),
    /// The mean of one column.
    Mean(Mean),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_metric_is_the_same_after_a_round_trip() {
        let classes = ["no".to_owned(), "yes".to_owned()];
        for (name, classes, references) in [
            ("f1(positive=yes,zero-division=1)", &classes[..], 0),
            ("kappa", &classes[..], 0),
            ("span-f0.5(scheme=iob2,unit=document)", &classes[..1], 0),
            ("bleu(tokenize=zh,smooth=floor:0.2)", &[], 2),
            ("ter(normalized)", &[], 1),
            ("formula(columns=a|b,formula=\"a/(a+b)\",lower)", &[], 0),
            ("perplexity:nll/tokens", &[], 0),
            ("rmse", &[], 0),
        ] {
            let metric: MetricName = name.parse().unwrap();
            let saved = SavedMetric {
                classes: classes.to_vec(),
                references,
                ..SavedMetric::new(metric)
            };
            let Restored::Sums(one) = saved.restore().unwrap() else {
                panic!("{name} is no mean")
            };
            let text = serde_json::to_string(&saved).unwrap();
            let again: SavedMetric = serde_json::from_str(&text).unwrap();
            assert_eq!(again, saved);
            let Restored::Sums(other) = again.restore().unwrap() else {
                panic!("{name} is no mean")
            };
            assert_eq!(
                (one.signature(), one.columns()),
                (other.signature(), other.columns())
            );
        }
    }
}
