//! What is assumed about items, systems and numbers, as values; the sentences are made here, once.

use restrap_words::{Code, Note, asked_as};

use crate::error::quote;

/// An assumption about the columns and rows of the files: it is said with the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Assumption {
    /// Columns whose decimals were numbers of single precision.
    SinglePrecision { systems: Vec<String> },
    /// −1 among 0 and 1, or of a signed quantity, is a score.
    MinusOne { system: String, rows: usize },
    /// Rows of sums are left out.
    SumsLeftOut { file: String, rows: Vec<String> },
    /// The rows of a table with a column of systems are items.
    RowsAreItems { column: String },
    /// Labels are equal as numbers or truth values.
    LabelsAsNumbers { systems: Vec<String> },
    /// Cells of text are sets of labels.
    SetsSplit { at: String, labels: usize },
    /// The files of patterns are paired by what differs in their paths.
    PairedByPath { count: usize, ids: Vec<String> },
    /// Columns whose names say that they hold statistics, folds or indexes are left out.
    StatisticsLeftOut { file: String, columns: Vec<String> },
}

impl Assumption {
    /// Returns the sentence, with its code.
    pub(crate) fn note(&self) -> Note {
        match self {
            Self::SinglePrecision { systems } => Code::SinglePrecision.says(format!(
                "read as numbers of single precision ({})",
                systems.join(", ")
            )),
            Self::MinusOne { system, rows } => Code::MinusOneScore.says(format!(
                "{system}: −1 ({}) is a score; `{}` if it means none",
                quote::count(*rows as u64, "row"),
                asked_as("missing-value", "-1")
            )),
            Self::SumsLeftOut { file, rows } => Code::SumsLeftOut.says(format!(
                "{file}: left out as {} of the other rows: {}",
                if rows.len() == 1 {
                    "a summary"
                } else {
                    "summaries"
                },
                quote::list(rows)
            )),
            Self::RowsAreItems { column } => Code::RowsAreItems.says(format!(
                "rows are items, although {} names systems; `{}` if each row is a system",
                quote::quoted(column.as_bytes()),
                asked_as("rows", "systems")
            )),
            Self::LabelsAsNumbers { systems } => Code::LabelsAsNumbers.says(format!(
                "labels compared with the right answers as numbers or truth values ({})",
                systems.join(", ")
            )),
            Self::SetsSplit { at, labels } => Code::SetsSplit.says(format!(
                "sets of labels {at}: {}",
                quote::count(*labels as u64, "label")
            )),
            Self::PairedByPath { count, ids } => Code::PairedByPath.says(format!(
                "{} paired by path: {}",
                quote::count(*count as u64, "file"),
                quote::list(ids) + if *count > ids.len() { ", …" } else { "" }
            )),
            Self::StatisticsLeftOut { file, columns } => Code::StatisticsLeftOut.says(format!(
                "{file}: not taken as systems (statistics, folds or indexes by their names): {}",
                quote::list(columns)
            )),
        }
    }
}
