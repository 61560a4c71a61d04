//! What scores the systems: their files, labels that agree with a gold, or metrics of outputs.

use restrap_metrics::MetricName;
use restrap_metrics::describe::Make;
use restrap_metrics::scores::LOWER;
use restrap_words::{asked, asked_as};

use super::{SourceError, Sources};
use crate::score::ScoreRequest;

/// Where the scores of a comparison come from.
#[derive(Clone, Debug)]
pub enum ScoredBy {
    /// They stand in the files; a quantile that is compared in the place of their mean.
    Scores(Option<MetricName>),
    /// One label an item, equal to the one in these files of the gold or not, in any format that holds scores.
    Agreement(String),
    /// They are computed from outputs: the first is compared, the others are printed beside.
    Outputs(Vec<ScoreRequest>),
}

impl ScoredBy {
    /// Returns what these metrics are computed from, none being the mean of scores; `like` has the files beside those of the systems.
    ///
    /// # Errors
    /// [`SourceError`] for metrics of scores and of outputs together, and for a gold, references or judgements that none of them reads.
    pub fn new(names: &[MetricName], like: &ScoreRequest) -> Result<Self, SourceError> {
        let files = [
            (like.gold.is_some(), "gold", "accuracy"),
            (!like.references.is_empty(), "ref", "bleu"),
            (like.qrels.is_some(), "qrels", "ndcg@10"),
        ];
        let of_scores = match names {
            [] => Some("mean".to_owned()),
            _ => names
                .iter()
                .find(|name| is_of_scores(name))
                .map(MetricName::short),
        };
        let Some(of_scores) = of_scores else {
            return Ok(match (names, &like.gold) {
                ([name], Some(gold))
                    if name.to_string() == "accuracy" && !files[1].0 && !files[2].0 =>
                {
                    Self::Agreement(gold.clone())
                }
                _ => Self::Outputs(names.iter().map(|name| like.with_metric(name)).collect()),
            });
        };
        if names.len() > 1 {
            let named: Vec<String> = names.iter().map(MetricName::short).collect();
            let named = asked_as("metric", named.join(","));
            return Err(SourceError::usage(
                format!("{of_scores} summarises scores in the files, found {named} too"),
                format!("compare {of_scores} and metrics of outputs one by one"),
            ));
        }
        if let Some((_, option, example)) = files.into_iter().find(|(is_given, ..)| *is_given) {
            let (option, named) = (asked(option), asked_as("metric", of_scores));
            return Err(SourceError::usage(
                format!("{option} goes with a metric of outputs, found {named}"),
                format!(
                    "add {}, or the metric that you want",
                    asked_as("metric", example)
                ),
            ));
        }
        let is_order = |name: &&MetricName| matches!(name.description().make, Make::Order(_));
        Ok(Self::Scores(names.first().filter(is_order).cloned()))
    }
}

/// Returns `true` if the first metric is of scores that stand in files, of which lower ones are better.
pub fn are_lower_better(names: &[MetricName]) -> bool {
    let says = |name: &MetricName| is_of_scores(name) && name.get(&LOWER);
    names.first().is_some_and(says)
}

/// Returns `true` if a metric is of scores that stand in the files: their mean, or a quantile.
fn is_of_scores(name: &MetricName) -> bool {
    matches!(name.description().make, Make::Scores | Make::Order(_))
}

impl Sources {
    /// Says what scores the systems.
    #[must_use]
    pub fn scored_by(mut self, by: ScoredBy) -> Self {
        match by {
            ScoredBy::Scores(summary) => self.summary = summary,
            ScoredBy::Agreement(gold) => self.reading.gold = Some(gold),
            ScoredBy::Outputs(metrics) => self.metrics = metrics,
        }
        self
    }
}
