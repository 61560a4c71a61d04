//! What is scored by what, against which files.

use restrap_io::Format;
use restrap_metrics::MetricName;
use restrap_metrics::describe::Make;
use restrap_words::{asked, asked_as};

use super::error::ScoreError;

/// A metric, what it is computed against, and how files are read.
#[derive(Clone, Debug)]
pub struct ScoreRequest {
    /// The metric with its options.
    pub metric: MetricName,
    /// `FILE[:COLUMN]` with the gold labels, spans or trees.
    pub gold: Option<String>,
    /// Files of references, one segment a line.
    pub references: Vec<String>,
    /// File of judgements.
    pub qrels: Option<String>,
    /// Column or field that pairs rows across label files.
    pub id: Option<String>,
    /// The format of label files; `None` decides by extension and first bytes.
    pub format: Option<Format>,
    /// Map files; `false` reads them.
    pub mmap: bool,
}

impl ScoreRequest {
    /// A metric against no files yet.
    pub fn new(metric: MetricName) -> Self {
        Self { metric, gold: None, references: Vec::new(), qrels: None, id: None, format: None, mmap: true }
    }

    /// Refuses files that the metric does not read and asks for those that it needs.
    pub(super) fn check(&self) -> Result<(), ScoreError> {
        let make = self.metric.description().make;
        let gold = matches!(make, Make::Labels(_) | Make::Spans(_) | Make::Trees(_));
        let (references, qrels) = (matches!(make, Make::Segments(_)), matches!(make, Make::Rankings(_)));
        let files = [
            (asked("gold"), "the right answers", gold, self.gold.is_some()),
            (asked("ref"), "the references", references, !self.references.is_empty()),
            (asked("qrels"), "the judgements", qrels, self.qrels.is_some()),
        ];
        for (flag, what, needed, given) in files {
            if needed && !given {
                return Err(ScoreError::usage(
                    format!("this metric needs {what}, found no {flag}"),
                    format!("add {}", asked_as(flag.name(), "FILE")),
                ));
            }
            if given && !needed {
                return Err(ScoreError::usage(
                    format!("this metric does not read {what}, found {flag}"),
                    format!("drop {flag}, or choose the {} that it belongs to", asked("metric")),
                ));
            }
        }
        Ok(())
    }
}
