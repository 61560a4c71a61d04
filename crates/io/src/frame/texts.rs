//! Columns that do not hold scores: labels, sets of labels and texts, which become codes, counts, and numbers paired
//! with a gold column.
//!
//! Equal text has one code in all files, so that labels pair as scores do. Codes number labels in the order in which threads
//! meet them; only whether two are equal, and what they stand for, is ever used. A set is text with `|` between labels, or a
//! list of JSON, whose labels come each behind a NUL; spaces around a label are not part of it. Several texts of one item, such as the
//! answers of a question, come behind two.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use foldhash::fast::RandomState;
use restrap_words::asked_as;

use crate::error::fault::{Fault, Place};
use crate::error::kind::{FaultKind, hint, missing_hint};
use crate::error::quote;
use crate::format::number;
use crate::ids::Ids;
use crate::items::assumption::Assumption;
use crate::items::sets;
use crate::{Cells, Error, Missing};

/// What stands for a text that is not there, which no file holds as a text; an empty text is one.
pub(crate) const NO_TEXT: &[u8] = b"\0no text\0";

/// The codes of all labels of a comparison, from 1.
#[derive(Debug, Default)]
struct Codes {
    of: HashMap<Vec<u8>, usize, RandomState>,
    labels: Vec<Vec<String>>,
}

/// What is wrong in a cell: the kind, and what was found.
type Wrong = (FaultKind, String);

impl Codes {
    fn code(&mut self, cell: &[u8], cells: Cells) -> Result<f64, Wrong> {
        if let Some(code) = self.of.get(cell) {
            return Ok(*code as f64);
        }
        self.labels.push(labels(cell, cells)?);
        self.of.insert(cell.to_vec(), self.labels.len());
        Ok(self.labels.len() as f64)
    }
}

/// The labels of a cell, or its text.
fn labels(cell: &[u8], cells: Cells) -> Result<Vec<String>, Wrong> {
    let text = std::str::from_utf8(cell).map_err(|_| (FaultKind::NotText, quote::quoted(cell)))?;
    if cells == Cells::Texts {
        let several = text
            .strip_prefix("\0\0")
            .map(|list| list.split('\0').map(str::to_owned).collect());
        return Ok(several.unwrap_or_else(|| vec![text.to_owned()]));
    }
    let sets = cells == Cells::LabelSets;
    let parts: Vec<&str> = match text.strip_prefix('\0') {
        Some(list) if sets => list.split('\0').collect(),
        _ if sets && text.trim().is_empty() => Vec::new(),
        _ if sets => text.split('|').collect(),
        _ => vec![text],
    };
    let mut seen = HashSet::with_capacity(parts.len());
    let one = |part: &str| {
        let label = part.trim();
        if label.is_empty() {
            return Err((
                FaultKind::NoLabel,
                format!("none in {}", quote::quoted(cell)),
            ));
        }
        if label.contains('\0') {
            return Err((FaultKind::NoLabel, quote::quoted(label.as_bytes())));
        }
        if !seen.insert(label.to_owned()) {
            return Err((FaultKind::LabelTwice, quote::quoted(label.as_bytes())));
        }
        Ok(label.to_owned())
    };
    parts.into_iter().map(one).collect()
}

fn real(cell: &[u8], most: Cells) -> Result<f64, Wrong> {
    let value = number::score(cell, true).map_err(|kind| (kind, quote::quoted(cell)))?;
    if most == Cells::Probabilities && !(0.0..=1.0).contains(&value) {
        return Err((FaultKind::NotAProbability, quote::quoted(cell)));
    }
    Ok(value)
}

/// How the cells of all files of a comparison are read.
#[derive(Debug)]
pub(crate) struct Texts {
    pub cells: Cells,
    codes: Mutex<Codes>,
    /// Columns of words among numbers.
    words: Mutex<Vec<OfWords>>,
}

/// A column that holds words where numbers or classes are read.
#[derive(Debug)]
struct OfWords {
    file: String,
    name: Option<String>,
    /// What is wrong with it as numbers.
    error: Error,
}

impl Texts {
    pub(crate) fn new(cells: Cells) -> Self {
        Self {
            cells,
            codes: Mutex::default(),
            words: Mutex::default(),
        }
    }

    /// The labels that codes stand for, code 1 first.
    pub(crate) fn into_labels(self) -> Vec<Vec<String>> {
        self.codes
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
            .labels
    }

    /// The labels that codes stand for, code 1 first; cells of text are split where no cell says how. With what is assumed.
    ///
    /// # Errors
    /// [`Question::Sets`] for a cell that cannot be split into labels.
    pub(crate) fn into_sets(self) -> Result<(Vec<Vec<String>>, Option<Assumption>), Error> {
        if self.cells != Cells::LabelSets {
            return Ok((self.into_labels(), None));
        }
        let codes = self
            .codes
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let (known, mut labels) = (codes.of, codes.labels);
        // A list of JSON, or the separator that is documented.
        let is_set = |cell: &Vec<u8>| cell.first() == Some(&0) || cell.contains(&b'|');
        if known.keys().any(is_set) {
            return Ok((labels, None));
        }
        let assumption = sets::split(&mut labels).map_err(|question| Error::Asked {
            file: String::new(),
            question: Box::new(question),
        })?;
        Ok((labels, assumption))
    }

    /// A column of codes or counts, NaN where one is missing. `lines`: of each row; `name`: of the column.
    pub(crate) fn column(
        &self,
        keys: &Ids,
        lines: &[u64],
        (file, missing): (&str, Missing),
        name: Option<&str>,
    ) -> Result<Vec<f64>, Error> {
        let of_file = (file, missing);
        if self.cells != Cells::Classes {
            return self.column_of(self.cells, keys, lines, of_file, name);
        }
        match self.column_of(Cells::Numbers, keys, lines, of_file, name) {
            Err(error) if !is_of_gap(&error) => {
                let codes = self.column_of(Cells::Labels, keys, lines, of_file, name)?;
                let mut words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
                words.push(OfWords {
                    file: file.to_owned(),
                    name: name.map(str::to_owned),
                    error,
                });
                Ok(codes)
            }
            read => read,
        }
    }

    /// Whether the classes of the gold, a column of this name, are words; an error if another column holds words.
    ///
    /// # Errors
    /// The first word among numbers.
    pub(crate) fn words_of_gold(&self, file: &str, name: Option<&str>) -> Result<bool, Error> {
        let mut words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        let all = words.len();
        words.retain(|of| of.file != file || of.name.as_deref() != name);
        let of_gold = words.len() < all;
        // Files are read at once: the first by name is the same in every run.
        words.sort_by(|one, other| (&one.file, &one.name).cmp(&(&other.file, &other.name)));
        match words.drain(..).next() {
            Some(of) => Err(of.error),
            None => Ok(of_gold),
        }
    }

    fn column_of(
        &self,
        cells: Cells,
        keys: &Ids,
        lines: &[u64],
        (file, missing): (&str, Missing),
        name: Option<&str>,
    ) -> Result<Vec<f64>, Error> {
        let mut codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        let fault = |row: usize,
                     kind: FaultKind,
                     found: String,
                     more: u64,
                     hint: Option<String>|
         -> Error {
            let line = lines.get(row).copied().unwrap_or(row as u64 + 1);
            let place = Place::Line {
                file: file.to_owned(),
                line,
                column: None,
                name: name.map(str::to_owned),
            };
            Fault {
                place,
                kind,
                found,
                more,
                hint,
            }
            .into()
        };
        let mut column = Vec::with_capacity(keys.len());
        let (mut first, mut gaps) = (None, 0);
        for (row, key) in keys.iter().enumerate() {
            let cell = number::trim(key);
            let is_gap = match cells {
                Cells::LabelSets => false,
                Cells::Texts => cell == NO_TEXT,
                Cells::Numbers | Cells::Probabilities | Cells::Classes => number::is_missing(cell),
                Cells::Labels | Cells::Scores => cell.is_empty(),
            };
            if is_gap {
                first = first.or(Some(row));
                gaps += 1;
                column.push(f64::NAN);
                continue;
            }
            let value = match cells {
                cells @ (Cells::Numbers | Cells::Probabilities) => real(cell, cells),
                cells => codes.code(cell, cells),
            };
            column.push(value.map_err(|(kind, found)| {
                let nul = kind == FaultKind::NoLabel && memchr::memchr(0, cell).is_some();
                let nul = nul.then(|| {
                    "text holds no NUL: is the file binary, UTF-16, or damaged?".to_owned()
                });
                fault(
                    row,
                    kind,
                    found,
                    0,
                    nul.or_else(|| hint(kind, cell, true, false)),
                )
            })?);
        }
        match first.filter(|_| missing == Missing::Error) {
            None => Ok(column),
            Some(row) => {
                let (kind, hint) = match cells {
                    Cells::Numbers | Cells::Probabilities => {
                        (FaultKind::Missing, missing_hint("0"))
                    }
                    Cells::Scores => (FaultKind::NoLabel, missing_hint("wrong")),
                    _ => {
                        let drop = asked_as("missing", Missing::Drop);
                        (
                            FaultKind::NoLabel,
                            format!("every item needs a label; `{drop}` leaves out those without"),
                        )
                    }
                };
                Err(fault(
                    row,
                    kind,
                    "an empty one".to_owned(),
                    gaps - 1,
                    Some(hint),
                ))
            }
        }
    }
}

/// An error about missing values, which no reading as words mends.
fn is_of_gap(error: &Error) -> bool {
    matches!(error, Error::Value(fault) if fault.kind == FaultKind::Missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(
        cells: Cells,
        rows: &[&str],
        missing: Missing,
    ) -> Result<(Vec<f64>, Vec<Vec<String>>), Error> {
        let mut keys = Ids::default();
        for row in rows {
            keys.push(std::iter::once(row.as_bytes())).unwrap();
        }
        let texts = Texts::new(cells);
        let column = texts.column(&keys, &[], ("a.csv", missing), Some("y"))?;
        Ok((column, texts.into_labels()))
    }

    #[test]
    fn equal_labels_are_one_code_and_sets_are_text_or_lists() {
        let (codes, labels) = column(Cells::Labels, &["a", " b\r", "a"], Missing::Error).unwrap();
        assert_eq!(
            (codes, labels),
            (
                vec![1.0, 2.0, 1.0],
                vec![vec!["a".to_owned()], vec!["b".to_owned()]]
            )
        );
        let (codes, labels) = column(
            Cells::LabelSets,
            &["a| b", "", "\0a|b\0c", "a| b"],
            Missing::Error,
        )
        .unwrap();
        assert_eq!(codes, [1.0, 2.0, 3.0, 1.0]);
        assert_eq!(labels, [vec!["a", "b"], vec![], vec!["a|b", "c"]]);
        let (codes, texts) = column(Cells::Texts, &["a|b c", "", "a|b c"], Missing::Error).unwrap();
        assert_eq!(
            (codes, texts),
            (
                vec![1.0, 2.0, 1.0],
                vec![vec!["a|b c".to_owned()], vec![String::new()]]
            )
        );
        assert_eq!(
            column(Cells::Numbers, &["3", " 0 "], Missing::Error)
                .unwrap()
                .0,
            [3.0, 0.0]
        );
        assert!(column(Cells::Numbers, &["NaN"], Missing::Drop).unwrap().0[0].is_nan());
    }

    #[test]
    fn what_is_no_label_and_no_number_is_refused_with_its_line() {
        let error =
            |cells, rows: &[&str]| column(cells, rows, Missing::Error).unwrap_err().to_string();
        let label = "expected a label, found";
        assert_eq!(
            error(Cells::Labels, &["x", "", ""]),
            format!("a.csv:2 (column `y`): {label} an empty one (and 1 more in this file)")
        );
        assert_eq!(
            error(Cells::Labels, &["x\0z"]),
            format!("a.csv:1 (column `y`): {label} `x\\u{{0}}z`")
        );
        assert_eq!(
            error(Cells::LabelSets, &["x", "x||y"]),
            format!("a.csv:2 (column `y`): {label} none in `x||y`")
        );
        assert_eq!(
            error(Cells::LabelSets, &["x|y|x"]),
            "a.csv:1 (column `y`): expected each label of an item once, found `x` again"
        );
        for (cells, bad, wanted) in [
            (Cells::Numbers, "x", "a number"),
            (Cells::Numbers, "inf", "a finite number"),
            (Cells::Probabilities, "1.5", "a probability from 0 to 1"),
            (Cells::Probabilities, "-0.1", "a probability from 0 to 1"),
        ] {
            assert_eq!(
                error(cells, &["1", bad]),
                format!("a.csv:2 (column `y`): expected {wanted}, found `{bad}`")
            );
        }
    }
}
