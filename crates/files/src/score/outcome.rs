//! What systems score, for other programs: the JSON contract of `restrap score`.

use restrap_lib::inner::calibration_test;
use restrap_lib::outcome::CalibrationOutcome;
use restrap_metrics::Metric;
use restrap_words::{HELD, Note};
use serde::Serialize;

use super::scoring::{Scored, Scoring};
use restrap_lib::{
    Counted,
    number::digits::rounded,
    outcome::{Beside, InputInfo, MetricInfo},
};

const SCHEMA: &str = "restrap/score/1";

/// Scores of some systems on the same items.
///
/// The value of a metric for each system with its sums, its classes where it has any, and the files that it came from. Written as
/// `restrap/score/1`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreOutcome {
    /// `restrap/score/1`.
    pub schema: &'static str,
    /// Version of restrap.
    pub version: &'static str,
    /// The metric and its signature.
    pub metric: MetricInfo,
    /// Items that every system was scored on.
    pub items: u64,
    /// Decimals that the errors of the scores support, and the table prints.
    pub decimals: u64,
    /// Files read.
    pub inputs: Vec<InputInfo>,
    /// One for each system, in the order of their arguments.
    pub systems: Vec<ScoredSystem>,
    /// Files written, one for each system.
    pub written: Vec<String>,
    /// What a careful reader must know.
    #[serde(flatten, with = "restrap_words::note::warnings")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "restrap_words::note::warnings::Warnings")
    )]
    pub warnings: Vec<Note>,
    /// Systems that were to be scored, where the run was interrupted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interrupted_of: Option<usize>,
    /// The same systems by further metrics.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<Self>,
}

/// One system.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoredSystem {
    /// Name.
    pub name: String,
    /// The metric of all items.
    pub score: f64,
    /// Sums of the statistics that the metric is a function of; `null` for a mean of scores.
    pub statistics: Option<Vec<SumOf>>,
    /// Other numbers that the sums hold: precisions of BLEU, lengths.
    pub beside: Vec<Beside>,
    /// How each class or type fares; empty where the metric does not tell them apart.
    pub classes: Vec<ClassOutcome>,
}

/// A statistic summed over all items.
///
/// Its name and its sum over all items of a system: true positives, matched n-grams, documents found, as the metric's formula reads
/// them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SumOf {
    /// The statistic.
    pub name: String,
    /// Its sum, in steps where there are such.
    pub sum: i64,
    /// Steps that make 1, where the statistic is a number on a grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_one: Option<f64>,
}

/// One class of labels, or type of spans.
///
/// Its counts and its own precision, recall and F, or recall alone, as the metric has them: what a macro average is made of.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClassOutcome {
    /// The class.
    pub name: String,
    /// tp / (tp + fp).
    pub precision: f64,
    /// tp / (tp + fn).
    pub recall: f64,
    /// 2 tp / (2 tp + fp + fn).
    pub f1: f64,
    /// Items (or spans) of the gold.
    pub gold: i64,
}

impl ScoreOutcome {
    /// The same systems by each metric, this one first.
    pub fn by_metric(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.further)
    }
}

impl Scoring {
    /// The outcome, with the files that were written.
    pub fn outcome(&self, written: Vec<String>) -> ScoreOutcome {
        let described = self.described();
        let scores = self.names().into_iter().zip(described.scores);
        let systems = match &self.scored {
            Scored::Counted { metric, systems } => systems
                .iter()
                .zip(scores)
                .map(|(system, (_, score))| counted(&**metric, system, score))
                .collect(),
            Scored::Items(_) | Scored::Scores { .. } => scores
                .map(|(name, score)| ScoredSystem {
                    name: name.to_owned(),
                    score,
                    statistics: None,
                    beside: Vec::new(),
                    classes: Vec::new(),
                })
                .collect(),
        };
        ScoreOutcome {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            metric: described.metric,
            items: self.items(),
            decimals: described.decimals.unwrap_or_default(),
            inputs: self
                .inputs
                .iter()
                .filter(|input| !input.path.starts_with(HELD))
                .cloned()
                .collect(),
            systems,
            written,
            warnings: self.notes.clone(),
            interrupted_of: self.interrupted_of,
            further: Vec::new(),
        }
    }
}

fn counted(metric: &dyn Metric, system: &Counted, score: f64) -> ScoredSystem {
    let sums = system.sums();
    let columns = metric.columns().iter().zip(&sums).enumerate();
    let per_one = |at: usize| metric.per_one().map(|steps| steps[at]);
    // Models that are drawn, of which the value does not depend: always of one seed.
    let calibration = calibration_test(metric, system, 0);
    let calibration = calibration.iter().flat_map(CalibrationOutcome::beside);
    let beside = metric.beside(&sums).into_iter().chain(calibration);
    let classes = metric.by_class(&sums).into_iter();
    ScoredSystem {
        name: system.name.clone(),
        score,
        statistics: Some(
            columns
                .map(|(at, (name, &sum))| SumOf {
                    name: name.to_string(),
                    sum,
                    per_one: per_one(at),
                })
                .collect(),
        ),
        beside: beside
            .map(|(name, value)| Beside {
                name,
                value: rounded(value),
            })
            .collect(),
        classes: classes
            .map(|class| ClassOutcome {
                name: class.name,
                precision: rounded(class.precision),
                recall: rounded(class.recall),
                f1: rounded(class.f1),
                gold: class.support,
            })
            .collect(),
    }
}
