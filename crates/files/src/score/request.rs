//! What is scored by what, against which files.

use restrap_io::{Missing, Options, locate};
use restrap_metrics::MetricName;
use restrap_metrics::describe::Make;
use restrap_words::{Asked, asked, asked_as};

use super::error::ScoreError;

/// A metric, what it is computed against, and how files are read.
#[derive(Clone, Debug)]
pub struct ScoreRequest {
    /// The metric with its options.
    pub metric: MetricName,
    /// `FILE[:COLUMN]` with the gold labels, spans or trees.
    pub gold: Option<String>,
    /// Files of references, one segment per line, or `FILE:COLUMN`.
    pub references: Vec<String>,
    /// File of judgements.
    pub qrels: Option<String>,
    /// How files are read; how their rows are picked and paired, where they hold labels or counts.
    pub reading: Options,
}

impl ScoreRequest {
    /// A metric against no files yet.
    pub fn new(metric: MetricName) -> Self {
        Self { metric, gold: None, references: Vec::new(), qrels: None, reading: Options::default() }
    }

    /// Refuses files that the metric does not read and asks for those that it needs.
    pub(super) fn check(&self) -> Result<(), ScoreError> {
        let make = self.metric.description().make;
        let gold = matches!(make, Make::Labels(_) | Make::Numbers(_) | Make::Spans(_) | Make::Trees(_));
        let (references, qrels) = (matches!(make, Make::Segments(_)), matches!(make, Make::Rankings(_)));
        let files = [
            (asked("gold"), "the right answers", gold, self.gold.is_some()),
            (asked("ref"), "the references", references, !self.references.is_empty()),
            (asked("qrels"), "the judgements", qrels, self.qrels.is_some()),
        ];
        for (flag, what, needed, given) in files {
            // Labels do without where the files say how each decision came out.
            if needed && !given && !matches!(make, Make::Labels(_)) {
                return Err(self.lacks(&flag, what));
            }
            if given && !needed {
                return Err(ScoreError::usage(
                    format!("this metric does not read {what}, found {flag}"),
                    format!("drop {flag}, or choose the {} that it belongs to", asked("metric")),
                ));
            }
        }
        self.check_reading()
    }

    /// No gold is given, and the files do not say how each decision came out.
    pub(super) fn without_gold(&self) -> ScoreError {
        self.lacks(&asked("gold"), "the right answers")
    }

    fn lacks(&self, flag: &Asked, what: &str) -> ScoreError {
        let add = format!("add {}", asked_as(flag.name(), "FILE"));
        // What newcomers type for files of 0/1 scores.
        let of_scores = self.metric.description().name == "accuracy";
        let scores = format!("; of files of 0/1 scores the mean is the accuracy: drop {}", asked("metric"));
        ScoreError::usage(
            format!("this metric needs {what}, found no {flag}"),
            if of_scores { add + &scores } else { add },
        )
    }

    /// Its outputs stand in columns of tables, which may hold more. Texts do where rows are paired by ids or a reference is a column.
    pub fn reads_columns(&self) -> bool {
        match self.metric.description().make {
            Make::Labels(_) | Make::Numbers(_) | Make::Counts(_) => true,
            Make::Segments(_) => {
                let is_column = |typed: &String| {
                    let located = locate(std::slice::from_ref(typed));
                    located.is_ok_and(|located| located.iter().any(|one| one.column.is_some()))
                };
                !self.reading.id.is_empty() || self.references.iter().any(is_column)
            }
            _ => false,
        }
    }

    /// Refuses what only other readers know.
    fn check_reading(&self) -> Result<(), ScoreError> {
        let reading = &self.reading;
        let in_columns = self.reads_columns();
        let scores_alone = [(reading.long.is_some(), "long"), (reading.systems.is_some(), "systems")];
        let columns_alone = [
            (!reading.filters.is_empty(), "where"),
            (reading.missing != Missing::Error, "missing"),
            (reading.id.len() > 1, "id"),
        ];
        let refused = columns_alone.into_iter().filter(|_| !in_columns).chain(scores_alone);
        let Some((_, option)) = refused.into_iter().find(|(given, _)| *given) else { return Ok(()) };
        let option = asked(option);
        let what = if in_columns { "is for files of scores" } else { "is for files with columns" };
        Err(ScoreError::usage(
            format!("{option} {what}, found {}", asked_as("metric", &self.metric)),
            format!(
                "drop {option}: these outputs are read whole{}",
                if in_columns { "" } else { ", line by line" }
            ),
        ))
    }
}
