//! Output of `trec_eval -q`, `measure<TAB>topic<TAB>value`, by the rules of tables: a topic is an item and its id, a measure a
//! column.
//!
//! A system is one measure, `FILE:MEASURE`, which may be left out if the file has only one: two measures of one run are not two
//! systems. The rows of the topic `all` are means (or names) and are skipped. A topic without a measure that other topics have
//! has a missing score. `comet-score` prints the same in another layout, for several systems: a segment is an item and a file is
//! a system. Runs, which trec_eval reads, are recognised and refused: they hold ranks, not scores of items.

use restrap_core::memory::make_room;
use std::collections::{HashMap, TryReserveError};

use crate::ask::columns::Columns;
use crate::bytes::chunks::Cut;
use crate::error::fault::Faults;
use crate::error::foreign::Foreign;
use crate::error::kind::FaultKind;
use crate::error::quote;
use crate::error::subject::Subject;
use crate::format::trec::FIELDS;
use crate::format::{comet, number};
use crate::frame::grid::{self, Doubles, Grid, Rows, Surveyed, Wanted};
use crate::ids;
use crate::{Error, Kind, Missing};

/// Most measures: trec_eval prints some 200, and memory grows with measures times topics.
const MEASURES: usize = 4096;
/// Topics that settle whether a measure is a number.
const SAMPLE: usize = 100;
/// The topic of the means.
const ALL: &[u8] = b"all";

/// Who printed the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    /// `trec_eval -q`.
    TrecEval,
    /// `comet-score`.
    Comet,
}

impl By {
    /// Returns the noun of an item.
    fn item(self) -> &'static str {
        match self {
            Self::TrecEval => "topic",
            Self::Comet => "segment",
        }
    }

    /// Column, item and value of a line; nothing where it is a mean.
    fn cells(self, row: &[u8]) -> Result<Option<[&[u8]; 3]>, FaultKind> {
        let fields: Vec<&[u8]> = row.split(|byte| *byte == b'\t').take(FIELDS + 1).collect();
        let refused = FaultKind::Fields {
            expected: FIELDS,
            found: fields.len(),
        };
        match (self, &fields[..]) {
            (Self::Comet, _) => {
                let (file, segment, score) = comet::fields(row).ok_or(refused)?;
                Ok(segment.map(|segment| [file, segment, score]))
            }
            (Self::TrecEval, &[measure, topic, value]) => {
                Ok((number::trim(topic) != ALL).then_some([measure, topic, value]))
            }
            (Self::TrecEval, _) => Err(refused),
        }
    }
}

/// A value, its line from 0 and its byte there from 1.
#[derive(Debug, Clone, Copy)]
struct Cell<'a> {
    text: &'a [u8],
    line: u64,
    byte: u64,
}

/// The values of all topics.
pub(crate) struct Evaluated<'a> {
    file: &'a str,
    by: By,
    bytes: usize,
    /// What an item is, then the measures in the order in which they first appear.
    names: Vec<String>,
    /// Each topic and its first line, from 0.
    topics: Vec<(&'a [u8], u64)>,
    /// By measure (from 1, as in `names`) and topic.
    cells: HashMap<(usize, usize), Cell<'a>>,
}

impl<'a> Evaluated<'a> {
    /// Reads all lines.
    pub(crate) fn open(text: &'a [u8], file: &'a str, by: By) -> Result<Self, Error> {
        let mut read = Self {
            file,
            by,
            bytes: text.len(),
            names: vec![by.item().to_owned()],
            topics: Vec::new(),
            cells: HashMap::new(),
        };
        let (mut measures, mut topics) = (HashMap::new(), HashMap::new());
        let mut faults = Faults::default();
        for (line, whole) in (0..).zip(text.split(|byte| *byte == b'\n')) {
            let row = whole.strip_suffix(b"\r").unwrap_or(whole);
            if row.trim_ascii().is_empty() {
                continue;
            }
            let cells = match by.cells(row) {
                Ok(Some(cells)) => cells,
                Ok(None) => continue,
                Err(kind) => {
                    faults.add(line, 1, None, kind, row);
                    continue;
                }
            };
            let byte = (row.len() - cells[2].len() + 1) as u64;
            let [measure, topic, value] = cells.map(number::trim);
            let Ok(name) = std::str::from_utf8(measure) else {
                faults.add(line, 1, None, FaultKind::NotText, measure);
                continue;
            };
            if measure.is_empty() || topic.is_empty() {
                faults.add(line, 1, None, FaultKind::EmptyId, b"");
                continue;
            }
            let measure = *measures.entry(measure).or_insert_with(|| {
                read.names.push(name.to_owned());
                read.names.len() - 1
            });
            let topic = *topics.entry(topic).or_insert_with(|| {
                read.topics.push((topic, line));
                read.topics.len() - 1
            });
            if measure > MEASURES {
                let found = Foreign::ManyMeasures;
                return Err(Error::Unsupported {
                    path: file.to_owned(),
                    found,
                });
            }
            if let Some(first) = read.cells.insert(
                (measure, topic),
                Cell {
                    text: value,
                    line,
                    byte,
                },
            ) {
                return Err(Error::Doubled {
                    are_rows: false,
                    file: file.to_owned(),
                    id: format!(
                        "{} of {} {}",
                        quote::quoted(name.as_bytes()),
                        by.item(),
                        quote::quoted(read.topics[topic].0)
                    ),
                    lines: (first.line + 1, line + 1),
                    more: 0,
                    hint: "evaluate each run into a file of its own".to_owned(),
                });
            }
        }
        if faults.count > 0 {
            return Err(read.fault(faults));
        }
        if read.topics.is_empty() {
            let found = "means over all topics alone: evaluate with `trec_eval -q`";
            return Err(Error::Empty {
                path: file.to_owned(),
                found,
            });
        }
        Ok(read)
    }

    /// Number of topics, the columns' names, and per column what it holds and an example.
    pub(crate) fn survey(&self) -> Surveyed {
        let example = |column| {
            let mut cells = (0..self.topics.len()).map(|topic| self.text(column, topic));
            cells
                .find(|cell| !cell.is_empty())
                .map(quote::plain)
                .unwrap_or_default()
        };
        let kinds = (0..self.names.len())
            .map(|column| (self.kind(column), example(column)))
            .collect();
        (self.topics.len(), self.names.clone(), kinds)
    }

    /// What is in a column for a topic; nothing where it lacks the measure.
    fn text(&self, column: usize, topic: usize) -> &'a [u8] {
        match column {
            0 => self.topics[topic].0,
            _ => self
                .cells
                .get(&(column, topic))
                .map_or(&b""[..], |cell| cell.text),
        }
    }

    fn kind(&self, column: usize) -> Kind {
        let cells = (0..self.topics.len().min(SAMPLE)).map(|topic| self.text(column, topic));
        let (mut numbers, mut words) = (0, 0);
        for cell in cells.filter(|cell| !number::is_missing(cell)) {
            *(if number::score(cell, false).is_ok() {
                &mut numbers
            } else {
                &mut words
            }) += 1;
        }
        Kind::of(numbers, 0, words)
    }

    /// Where a cell stands: line from 0, and byte from 1.
    fn place(&self, column: usize, topic: usize) -> (u64, u64) {
        let cell = self.cells.get(&(column, topic));
        cell.map_or((self.topics[topic].1, 1), |cell| (cell.line, cell.byte))
    }

    fn take(
        &self,
        wanted: &Wanted<'_>,
        topic: usize,
        rows: &mut Rows,
    ) -> Result<(), TryReserveError> {
        rows.seen += 1;
        if !wanted
            .filters
            .iter()
            .all(|condition| condition.holds(self.text(condition.column, topic)))
        {
            return Ok(());
        }
        rows.kept += 1;
        for (scores, column) in rows.scores.iter_mut().zip(&wanted.scores) {
            let cell = self.text(*column, topic);
            let kind = match number::score(cell, false) {
                Ok(score) => {
                    make_room(scores, 1)?;
                    scores.push(score);
                    if !score.is_nan() || wanted.missing != Missing::Error {
                        continue;
                    }
                    FaultKind::Missing
                }
                Err(kind) => kind,
            };
            let (line, byte) = self.place(*column, topic);
            let absent = [
                b"no row for ",
                self.by.item().as_bytes(),
                b" ",
                self.topics[topic].0,
            ]
            .concat();
            rows.faults.add(
                line,
                byte,
                Some(*column),
                kind,
                if cell.is_empty() { &absent } else { cell },
            );
        }
        for ((columns, needed), keys) in wanted.keys.iter().zip(&mut rows.keys) {
            for column in columns.iter().filter(|_| *needed) {
                let cell = self.text(*column, topic);
                let kind = if cell.is_empty() {
                    FaultKind::EmptyId
                } else if memchr::memchr(0, cell).is_some() || std::str::from_utf8(cell).is_err() {
                    FaultKind::NotText
                } else {
                    continue;
                };
                let (line, byte) = self.place(*column, topic);
                rows.faults.add(line, byte, Some(*column), kind, cell);
            }
            keys.push(columns.iter().map(|column| self.text(*column, topic)))?;
        }
        if !wanted.keys.is_empty() {
            rows.lines.push(self.topics[topic].1);
        }
        Ok(())
    }
}

impl Grid for Evaluated<'_> {
    fn columns(&self) -> Columns<'_> {
        Columns {
            file: self.file,
            names: Some(&self.names),
            width: self.names.len(),
        }
    }

    fn kinds(&self, _: &Wanted<'_>) -> Result<Vec<(Kind, String)>, Error> {
        Ok((0..self.names.len())
            .map(|column| (self.kind(column), String::new()))
            .collect())
    }

    fn scan(&self, wanted: &Wanted<'_>, _: Cut<'_>) -> Result<Rows, Error> {
        let mut rows = Rows::none(wanted);
        for topic in 0..self.topics.len() {
            self.take(wanted, topic, &mut rows)
                .map_err(|error| self.memory(&error))?;
        }
        Ok(rows)
    }

    fn fault(&self, faults: Faults) -> Error {
        match faults.into_fault(self.file, 1, |column| self.columns().label(column)) {
            Some(fault) => fault.into(),
            None => Error::Empty {
                path: self.file.to_owned(),
                found: "nothing",
            },
        }
    }

    fn own_id(&self) -> Option<usize> {
        Some(0)
    }

    fn holds_measures(&self) -> bool {
        self.by == By::TrecEval
    }

    fn doubled(&self, _: &Wanted<'_>, doubles: &Doubles<'_>) -> Error {
        Error::Doubled {
            are_rows: false,
            file: self.file.to_owned(),
            id: ids::readable(doubles.key),
            lines: doubles.lines,
            more: doubles.more,
            hint: format!(
                "leave `{}` out: {}s are the ids",
                Subject::ID,
                self.by.item()
            ),
        }
    }

    fn nothing_kept(&self, wanted: &Wanted<'_>) -> Error {
        grid::nothing_kept(self, wanted)
    }

    fn memory(&self, _: &TryReserveError) -> Error {
        Error::Memory {
            path: self.file.to_owned(),
            bytes: self.bytes as u64,
        }
    }
}
