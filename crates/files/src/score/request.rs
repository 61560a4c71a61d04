//! What is scored by what, against which files.

use restrap_io::{Located, Missing, Options, describe, locate, of_right_answers, shown};
use restrap_lib::inner::{Given, goes_with};
use restrap_metrics::{MetricName, describe::Make};
use restrap_words::{asked, asked_as, shell_word};

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
        Self {
            metric,
            gold: None,
            references: Vec::new(),
            qrels: None,
            reading: Options::default(),
        }
    }

    /// Another metric, against the same files.
    pub(crate) fn with_metric(&self, metric: &MetricName) -> Self {
        Self {
            metric: metric.clone(),
            ..self.clone()
        }
    }

    /// Refuses files and columns that the metric does not read, and asks for those that it needs.
    pub(super) fn check(&self) -> Result<(), ScoreError> {
        let make = self.metric.description().make;
        let reading = &self.reading;
        let of_answers = matches!(
            make,
            Make::Numbers(_) | Make::Ranked(_) | Make::Classes(_) | Make::Spans(_) | Make::Trees(_)
        );
        let in_columns = self.reads_columns();
        goes_with::check(&goes_with::of(&[
            // Labels do without a gold where the files say how each decision came out.
            (Given::OfAnswers, of_answers),
            (Given::OfLabels, matches!(make, Make::Labels(_))),
            (Given::OfReferences, matches!(make, Make::Segments(_))),
            (Given::OfJudgements, matches!(make, Make::Rankings(_))),
            (
                Given::OfCounts,
                matches!(make, Make::Counts(_) | Make::Order(_)),
            ),
            (Given::GoldFile, self.gold.is_some()),
            (Given::References, !self.references.is_empty()),
            (Given::Qrels, self.qrels.is_some()),
            (Given::ReadWhole, !in_columns),
            (Given::Outputs, true),
            (Given::Long, reading.long.is_some()),
            (Given::Systems, reading.systems.is_some()),
            (Given::Where, !reading.filters.is_empty()),
            (Given::CountColumn, reading.count.is_some()),
            // Whether texts have ids shows when they are read.
            (
                Given::Missing,
                reading.missing != Missing::Error && !matches!(make, Make::Segments(_)),
            ),
            (Given::SeveralIds, reading.id.len() > 1),
        ]))?;
        Ok(())
    }

    /// Refuses to leave out lines of texts without ids, which pair by their place.
    ///
    /// # Errors
    /// [`restrap_lib::Error`] if that was asked for.
    pub(super) fn check_whole(&self) -> Result<(), restrap_lib::Error> {
        let is_asked = self.reading.missing != Missing::Error && !self.may_lack_references();
        goes_with::check(&goes_with::of(&[
            (Given::ReadWhole, true),
            (Given::Missing, is_asked),
        ]))
    }

    /// Whether a segment may lack some of its several references, which a file of lines says by an empty one.
    pub(super) fn may_lack_references(&self) -> bool {
        self.reading.missing == Missing::Zero && self.references.len() > 1
    }

    /// No gold is given, and the files do not say how each decision came out.
    pub(super) fn without_gold(&self) -> ScoreError {
        let add = format!("add {}", asked_as("gold", "FILE"));
        // What newcomers type for files of 0/1 scores.
        let of_scores = self.metric.description().name == "accuracy";
        let scores = format!(
            "; of files of 0/1 scores the mean is the accuracy: drop {}",
            asked("metric")
        );
        ScoreError::usage(
            format!(
                "{} needs the right answers, and none are named",
                asked("metric")
            ),
            if of_scores { add + &scores } else { add },
        )
    }

    /// Names the column of the right answers in a hint that asks for their file, where the first system's file has one.
    pub(super) fn naming_right_answers(
        &self,
        error: ScoreError,
        systems: &[Located],
    ) -> ScoreError {
        let of_texts = matches!(self.metric.description().make, Make::Segments(_));
        let asked = |file: &str| {
            if of_texts {
                asked_as("ref", file).to_string()
            } else {
                asked_as("gold", file).to_string()
            }
        };
        let any = asked("FILE");
        let Some((first, hint)) = systems.first().zip(error.hint()) else {
            return error;
        };
        if !hint.contains(&any) || first.path == "-" {
            return error;
        }
        let described = describe(&first.path, &self.reading);
        let columns = described.map_or_else(|_| Vec::new(), |described| described.columns);
        let names: Vec<String> = columns
            .into_iter()
            .filter_map(|column| column.name)
            .collect();
        let Some(column) = of_right_answers(&names) else {
            return error;
        };
        let typed = format!("{}:{column}", shown(&first.path));
        let named = format!("`{}`", asked(&shell_word(&typed)));
        ScoreError::usage(error.to_string(), hint.replacen(&any, &named, 1))
    }

    /// Its outputs stand in columns of tables, which may hold more. Texts do where rows are paired by ids or a reference is a column.
    pub fn reads_columns(&self) -> bool {
        match self.metric.description().make {
            Make::Labels(_)
            | Make::Numbers(_)
            | Make::Ranked(_)
            | Make::Classes(_)
            | Make::Counts(_) => true,
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
}
