//! Bad places inside a file: what was expected, what was found, and how many more there are.
//!
//! A parser does not stop at the first bad value; it keeps the first and counts the rest, so that one run shows
//! whether a file has one slip or is something else altogether. Chunks count lines from their own start, and
//! [`Faults::append`] adds the position of the chunk in the file.

use std::fmt;

use crate::error::kind::{FaultKind, hint};
use crate::error::quote;

/// A position in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A line of text: all numbers count from 1, `column` is a byte of the line.
    Line {
        /// The file as typed.
        file: String,
        /// Line, from 1.
        line: u64,
        /// Byte of the line, from 1; `None` where the whole row is meant.
        column: Option<u64>,
        /// The column's name or number, in a table.
        name: Option<String>,
    },
    /// A row of a binary array.
    Row {
        /// The file as typed.
        file: String,
        /// Row, from 1.
        row: u64,
        /// Column, from 1; `None` in a one-dimensional array.
        column: Option<usize>,
        /// The column's name, where columns have names.
        name: Option<String>,
    },
    /// An item of a table in memory.
    Item {
        /// The name of the table.
        file: String,
        /// The label of the item, or its place from 0.
        item: String,
        /// The column's name.
        name: Option<String>,
    },
    /// A sample of an evaluation log.
    Sample {
        /// The file as typed.
        file: String,
        /// The sample's id.
        sample: String,
        /// The scorer, where one is meant.
        name: Option<String>,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line {
                file,
                line,
                column,
                name,
            } => {
                write!(f, "{file}:{line}")?;
                column.map_or(Ok(()), |column| write!(f, ":{column}"))?;
                name.as_ref().map_or(Ok(()), |name| {
                    write!(f, " (column {})", quote::quoted(name.as_bytes()))
                })
            }
            Self::Row {
                file,
                row,
                name: Some(name),
                ..
            } => {
                write!(
                    f,
                    "{file}: row {row} (column {})",
                    quote::quoted(name.as_bytes())
                )
            }
            Self::Row {
                file,
                row,
                column,
                name: None,
            } => {
                write!(f, "{file}: row {row}")?;
                column.map_or(Ok(()), |column| write!(f, " (column {column})"))
            }
            Self::Item { file, item, name } => {
                write!(f, "{file}: item {item}")?;
                // A column alone is called as its table.
                let other = name.as_ref().filter(|name| *name != file);
                other.map_or(Ok(()), |name| {
                    write!(f, " (column {})", quote::quoted(name.as_bytes()))
                })
            }
            Self::Sample { file, sample, name } => {
                write!(f, "{file}: sample {}", quote::quoted(sample.as_bytes()))?;
                name.as_ref().map_or(Ok(()), |name| {
                    write!(f, " (scorer {})", quote::quoted(name.as_bytes()))
                })
            }
        }
    }
}

/// The first bad place of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where it is.
    pub place: Place,
    /// What is wrong.
    pub kind: FaultKind,
    /// What was found there, shortened and escaped.
    pub found: String,
    /// How many more bad places the file has.
    pub more: u64,
    pub(crate) hint: Option<String>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, found, .. } = self;
        match self.kind {
            FaultKind::NotANumber | FaultKind::Missing => {
                write!(f, "{place}: expected a number, found {found}")?;
            }
            FaultKind::Infinite => write!(f, "{place}: expected a finite number, found {found}")?,
            FaultKind::Overflow => {
                write!(
                    f,
                    "{place}: expected a number up to 1.8e308 (the largest double), found {found}"
                )?;
            }
            FaultKind::Inexact => {
                write!(
                    f,
                    "{place}: expected an integer that a double can hold, found {found}, which is beyond 2^53"
                )?;
            }
            FaultKind::BlankLine => write!(f, "{place}: expected a score, found a blank line")?,
            FaultKind::LongLine => {
                write!(
                    f,
                    "{place}: expected lines of at most 1 MiB, found a longer one: {found}"
                )?;
            }
            FaultKind::Fields { expected, found } => {
                let expected = quote::count(expected as u64, "field");
                write!(
                    f,
                    "{place}: expected {expected} as in the first line, found {found}"
                )?;
            }
            FaultKind::UnclearHeader => {
                write!(
                    f,
                    "{place}: expected a header of names or a row of numbers, found a mixture: {found}"
                )?;
            }
            FaultKind::LoneReturn => {
                write!(
                    f,
                    "{place}: expected lines that end with LF or CRLF, found a lone carriage return: {found}"
                )?;
            }
            FaultKind::NotText => write!(f, "{place}: expected UTF-8 text, found {found}")?,
            FaultKind::EmptyId => write!(f, "{place}: expected an id, found an empty cell")?,
            FaultKind::OpenQuote => {
                write!(
                    f,
                    "{place}: expected a closing quote, found the end of the file"
                )?;
            }
            FaultKind::NotBoolean => write!(
                f,
                "{place}: expected a boolean (byte 0 or 1), found {found}"
            )?,
            FaultKind::NoLabel => write!(f, "{place}: expected a label, found {found}")?,
            FaultKind::NoText => write!(f, "{place}: expected a text, found {found}")?,
            FaultKind::LabelTwice => {
                write!(
                    f,
                    "{place}: expected each label of an item once, found {found} again"
                )?;
            }
            FaultKind::NotAProbability => {
                write!(
                    f,
                    "{place}: expected a probability from 0 to 1, found {found}"
                )?;
            }
            FaultKind::NotJson => write!(f, "{place}: expected JSON, found {found}")?,
            FaultKind::NotAnObject => write!(f, "{place}: expected a JSON object, found {found}")?,
            FaultKind::DoubledKey => {
                write!(f, "{place}: expected each key once, found {found} twice")?;
            }
            FaultKind::TooDeep => {
                write!(
                    f,
                    "{place}: expected objects nested at most 64 deep, found {found}"
                )?;
            }
        }
        match (self.more, place) {
            (0, _) => Ok(()),
            (more, Place::Item { .. }) => write!(f, " (and {more} more)"),
            (more, _) => write!(f, " (and {more} more in this file)"),
        }
    }
}

/// A bad place before the file, the absolute line and the column's name are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Spot {
    /// Line from 0 within the chunk (or row of an array).
    pub line: u64,
    /// Byte of the line, from 1.
    pub column: u64,
    /// Field of the table, from 0.
    pub field: Option<usize>,
    pub kind: FaultKind,
    /// What was found there, cut to what a message can use.
    pub found: Vec<u8>,
}

/// Longest prefix kept of what was found: enough for the message and for the hint.
const KEPT: usize = 256;

/// The first bad place of a run of lines, and how many there are.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Faults {
    pub first: Option<Spot>,
    pub count: u64,
}

impl Faults {
    /// Notes a bad place; `found` is copied only for the first.
    pub(crate) fn add(
        &mut self,
        line: u64,
        column: u64,
        field: Option<usize>,
        kind: FaultKind,
        found: &[u8],
    ) {
        self.count += 1;
        if self.first.is_none() {
            let found = found.get(..KEPT).unwrap_or(found).to_vec();
            self.first = Some(Spot {
                line,
                column,
                field,
                kind,
                found,
            });
        }
    }

    /// Adds the bad places of the next chunk, which starts `lines` lines further down.
    pub(crate) fn append(&mut self, next: Self, lines: u64) {
        self.count += next.count;
        if self.first.is_none() {
            self.first = next.first.map(|spot| Spot {
                line: spot.line + lines,
                ..spot
            });
        }
    }

    /// The first bad place as an error text, if there is one; `name` names a field of the table.
    pub(crate) fn into_fault(
        self,
        file: &str,
        first_line: u64,
        name: impl Fn(usize) -> String,
    ) -> Option<Fault> {
        let spot = self.first?;
        let place = Place::Line {
            file: file.to_owned(),
            line: spot.line + first_line,
            column: Some(spot.column),
            name: spot.field.map(name),
        };
        let hint = hint(
            spot.kind,
            &spot.found,
            spot.field.is_some(),
            spot.line + first_line == 1,
        );
        Some(Fault {
            place,
            kind: spot.kind,
            found: describe(&spot.found),
            more: self.count - 1,
            hint,
        })
    }

    /// The fault in a binary array: `line` is a row, and `field` a column, which `name` names.
    pub(crate) fn into_row_fault(
        self,
        file: &str,
        name: impl Fn(usize) -> Option<String>,
    ) -> Option<Fault> {
        self.into_fault_at(|row, field| Place::Row {
            file: file.to_owned(),
            row: row + 1,
            column: field.map(|field| field + 1),
            name: field.and_then(name),
        })
    }

    /// The column of the first bad place.
    #[cfg(feature = "columnar")]
    pub(crate) fn first_field(&self) -> Option<usize> {
        self.first.as_ref()?.field
    }

    /// The fault of the first bad place, by its row from 0 and its column.
    pub(crate) fn into_fault_at(
        self,
        place: impl FnOnce(u64, Option<usize>) -> Place,
    ) -> Option<Fault> {
        let spot = self.first?;
        let place = place(spot.line, spot.field);
        let hint = hint(spot.kind, &spot.found, false, false);
        Some(Fault {
            place,
            kind: spot.kind,
            found: describe(&spot.found),
            more: self.count - 1,
            hint,
        })
    }
}

fn describe(found: &[u8]) -> String {
    let trimmed = found.trim_ascii();
    if trimmed.is_empty() {
        "an empty cell".to_owned()
    } else {
        quote::quoted(trimmed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(kind: FaultKind, found: &[u8]) -> Fault {
        let mut faults = Faults::default();
        faults.add(2, 5, Some(0), kind, found);
        faults.add(3, 1, None, FaultKind::BlankLine, b"");
        faults.into_fault("a.csv", 1, |_| "f1".to_owned()).unwrap()
    }

    #[test]
    fn a_fault_says_place_expectation_find_and_how_many_more() {
        let fault = fault(FaultKind::NotANumber, b" abc\0");
        assert_eq!(
            fault.to_string(),
            r"a.csv:3:5 (column `f1`): expected a number, found `abc\u{0}` (and 1 more in this file)"
        );
    }

    #[test]
    fn hints_follow_what_was_found() {
        let hint = |found: &[u8]| fault(FaultKind::NotANumber, found).hint.unwrap();
        assert!(hint(b"0,5").contains("decimal comma"));
        assert!(hint(b"-0x1p3").contains("hexadecimal"));
        assert!(hint(b"45%").contains("percentages"));
        assert!(hint("−1".as_bytes()).contains("U+2212"));
        assert!(hint(b"yes").contains("1 and 0"));
        assert!(hint(b"1\r2").contains("Macintosh"));
    }

    #[test]
    fn appended_faults_keep_the_first_and_move_down() {
        let mut all = Faults::default();
        all.append(Faults::default(), 10);
        let mut next = Faults::default();
        next.add(4, 1, None, FaultKind::Infinite, b"inf");
        all.append(next.clone(), 10);
        all.append(next, 20);
        assert_eq!((all.count, all.first.map(|spot| spot.line)), (2, Some(14)));
    }
}
