//! What a caller asks of the files: which rows, which columns, what a missing score means.

use std::fmt;
use std::str::FromStr;

use crate::Error;
use crate::ask::long::Long;

/// How [`crate::load`] reads and pairs the files.
#[derive(Debug, Clone)]
pub struct Options {
    /// Columns that identify an item (`--id`). Empty: rows are paired by line.
    pub id: Vec<String>,
    /// Rows to keep (`--where`): filters of one column are alternatives, those of different columns must all hold.
    pub filters: Vec<Filter>,
    /// What a missing score means (`--missing`).
    pub missing: Missing,
    /// Map files into memory; `false` (`--no-mmap`) reads them, which is safe against a file that is
    /// truncated at the same moment.
    pub mmap: bool,
    /// The format of every file (`--input-format`); `None` decides by extension and first bytes.
    pub format: Option<Format>,
    /// Comma-separated globs (`--systems`) that pick columns of a table given without `:COLUMN`.
    pub systems: Option<String>,
    /// The columns of a long table (`--long`); then `:COLUMN` and `--systems` are about its systems.
    pub long: Option<Long>,
    /// The column (`--by`) whose values are sub-populations.
    pub by: Option<String>,
    /// The flag that named it, for messages: `--by`, or `--stratum` where the values are strata.
    pub by_flag: &'static str,
    /// `FILE[:COLUMN]` with the right labels (`--gold`): columns hold labels, and a score is 1 where they agree, else 0.
    pub gold: Option<String>,
    /// Whether the systems share their items. `false` (`ci`) leaves each system the items that it has scores for.
    pub paired: bool,
    /// The system (`--baseline`) that goes first; `None` leaves the first argument there.
    pub baseline: Option<String>,
    /// Whether the ids of the items are given back; they take the room of their text.
    pub keep_ids: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            id: Vec::new(),
            filters: Vec::new(),
            missing: Missing::Error,
            mmap: true,
            format: None,
            systems: None,
            long: None,
            by: None,
            by_flag: "--by",
            gold: None,
            paired: true,
            baseline: None,
            keep_ids: false,
        }
    }
}

/// What a missing score means: an empty cell, `NaN`, `NA`, `null`, or an id that one file lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Missing {
    /// It is an error that names the place.
    #[default]
    Error,
    /// The item is left out of every system, and counted.
    Drop,
    /// It scores 0, and is counted; with ids, the items are those of all files together.
    Zero,
}

impl Missing {
    /// Every choice, in the order in which the help lists them.
    pub const ALL: [Self; 3] = [Self::Error, Self::Drop, Self::Zero];

    /// The word on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Drop => "drop",
            Self::Zero => "zero",
        }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Missing {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|choice| choice.name() == text);
        found.ok_or_else(|| Error::UnknownWord {
            what: "a way to treat missing scores",
            found: text.to_owned(),
            known: Self::ALL.map(Self::name).join(", "),
        })
    }
}

/// A row filter: keep rows whose `column` equals `value`, compared as text without outer spaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    /// A column name, or a 1-based number when no column has that name.
    pub column: String,
    /// The text that the cell must equal.
    pub value: String,
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.column, self.value)
    }
}

impl FromStr for Filter {
    type Err = Error;

    /// Splits at the first `=`: values may hold more of them, column names may not.
    fn from_str(text: &str) -> Result<Self, Error> {
        match text.split_once('=') {
            Some((column, value)) if !column.trim().is_empty() => {
                Ok(Self { column: column.to_owned(), value: value.trim().to_owned() })
            }
            _ => Err(Error::BadFilter { found: text.to_owned() }),
        }
    }
}

/// A file format that holds scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One number a line.
    Text,
    /// Comma-separated table.
    Csv,
    /// Tab-separated table.
    Tsv,
    /// NumPy array of one or two dimensions.
    Npy,
    /// Parquet file.
    Parquet,
    /// Arrow IPC file or stream (Feather version 2).
    Arrow,
    /// Output of `trec_eval -q`.
    TrecEval,
    /// JSON, one object a line.
    Jsonl,
    /// JSON: a list of objects, or a log of Inspect.
    Json,
    /// Zipped log of Inspect.
    Eval,
}

impl Format {
    /// Every format, in the order in which the help lists them.
    pub const ALL: [Self; 10] = [
        Self::Text,
        Self::Csv,
        Self::Tsv,
        Self::Npy,
        Self::Parquet,
        Self::Arrow,
        Self::TrecEval,
        Self::Jsonl,
        Self::Json,
        Self::Eval,
    ];

    /// The word on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Npy => "npy",
            Self::Parquet => "parquet",
            Self::Arrow => "arrow",
            Self::TrecEval => "trec_eval",
            Self::Jsonl => "jsonl",
            Self::Json => "json",
            Self::Eval => "eval",
        }
    }
}

impl Format {
    /// Whether a file of this format has lines of bounded length.
    pub(crate) fn has_lines(self) -> bool {
        matches!(self, Self::Text | Self::Csv | Self::Tsv | Self::TrecEval)
    }

    /// Whether a file of this format is no text.
    pub(crate) fn is_binary(self) -> bool {
        matches!(self, Self::Npy | Self::Parquet | Self::Arrow | Self::Eval)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|format| format.name() == text);
        found.ok_or_else(|| Error::UnknownWord {
            what: "an input format",
            found: text.to_owned(),
            known: Self::ALL.map(Self::name).join(", "),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_parses_back_to_its_choice() {
        for format in Format::ALL {
            assert_eq!(format.name().parse::<Format>().unwrap(), format);
        }
        for missing in Missing::ALL {
            assert_eq!(missing.name().parse::<Missing>().unwrap(), missing);
        }
    }

    #[test]
    fn a_filter_splits_at_the_first_equals_sign() {
        let filter: Filter = "prompt=a=b".parse().unwrap();
        assert_eq!((filter.column.as_str(), filter.value.as_str()), ("prompt", "a=b"));
        assert_eq!(filter.to_string(), "prompt=a=b");
        assert!("no sign".parse::<Filter>().is_err());
        assert!("=x".parse::<Filter>().is_err());
    }

    #[test]
    fn an_unknown_word_lists_the_known_ones() {
        let error = "xlsx".parse::<Format>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "expected an input format (text, csv, tsv, npy, parquet, arrow, trec_eval, jsonl, json, eval), found `xlsx`"
        );
        assert_eq!(error.class(), "usage");
    }
}
