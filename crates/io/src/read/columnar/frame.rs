//! A Parquet or Arrow file as a grid.

use restrap_core::memory::{fallible, make_room};
use restrap_words::asked_as;
use std::collections::TryReserveError;

use arrow_array::Array;
use arrow_schema::{DataType, Schema};
use rayon::prelude::*;

use super::batch::Broken;
use super::batch::caught;
use super::cells::{self, Scores, Texts};
use super::{ipc, parquet};
use crate::ask::columns::Columns;
use crate::ask::filter::Condition;
use crate::bytes::chunks::Cut;
use crate::bytes::held::HeldTable;
use crate::error::fault::{Faults, Place};
use crate::error::kind::FaultKind;
use crate::error::subject::Subject;
use crate::error::{doubled, quote};
use crate::format::number;
use crate::frame::contents::Contents;
use crate::frame::grid::{self, Doubles, Grid, Rows, Surveyed, Wanted};
use crate::frame::parsed::{Parsed, Precision, Request};
use crate::frame::tally::{self, Tally};
use crate::frame::texts;
use crate::ids;
use crate::{Error, Format, Kind, Missing};

/// Where rows come from.
enum Stored<'a> {
    Parquet(parquet::Opened),
    Arrow(&'a [u8]),
    Held(&'a HeldTable),
}

/// Rows of a table in memory that one task reads.
const PIECE: usize = 1 << 16;

/// A file of columns.
pub(crate) struct Frame<'a> {
    file: &'a str,
    names: Vec<String>,
    types: Vec<DataType>,
    stored: Stored<'a>,
    bytes: usize,
}

impl<'a> Frame<'a> {
    /// Reads the schema. `format`: Parquet or Arrow.
    pub(crate) fn open(bytes: &'a [u8], file: &'a str, format: Format) -> Result<Self, Error> {
        let opened = caught(|| {
            Ok(if format == Format::Parquet {
                let (schema, opened) = parquet::open(bytes)?;
                (schema, Stored::Parquet(opened))
            } else {
                let (schema, stream) = ipc::open(bytes)?;
                (schema, Stored::Arrow(stream))
            })
        });
        let (schema, stored) = opened.map_err(|broken| damaged(file, format, &broken))?;
        let (names, types) = described(&schema);
        if names.is_empty() {
            return Err(Error::Empty {
                path: file.to_owned(),
                found: "a table without columns",
            });
        }
        Ok(Self {
            file,
            names,
            types,
            stored,
            bytes: bytes.len(),
        })
    }

    /// A table in memory.
    fn of_held(table: &'a HeldTable, file: &'a str) -> Self {
        let (names, types) = described(table.rows.schema_ref());
        Self {
            file,
            names,
            types,
            stored: Stored::Held(table),
            bytes: table.rows.get_array_memory_size(),
        }
    }

    fn format(&self) -> Format {
        match self.stored {
            Stored::Parquet(_) => Format::Parquet,
            Stored::Arrow(_) | Stored::Held(_) => Format::Arrow,
        }
    }

    /// The label of a row of a table in memory, or its place from 0.
    fn item(table: &HeldTable, row: u64) -> String {
        let mut label = Vec::new();
        for (place, column) in table.labels.iter().enumerate() {
            if place > 0 {
                label.extend_from_slice(b", ");
            }
            cells::texts(table.rows.column(*column).as_ref())(row as usize, &mut label);
        }
        if label.is_empty() {
            row.to_string()
        } else {
            quote::plain(&label)
        }
    }

    /// Number of rows, the columns' names, and per column what it holds and an example.
    pub(crate) fn survey(&self) -> Result<Surveyed, Error> {
        let readable: Vec<usize> = (0..self.types.len())
            .filter(|at| cells::kind(&self.types[*at]).is_some())
            .collect();
        let (keys, filters) = (
            readable.iter().map(|at| (vec![*at], false)).collect(),
            Vec::new(),
        );
        let wanted = Wanted {
            filters,
            scores: Vec::new(),
            keys,
            missing: Missing::Drop,
            words: None,
            texts_from: None,
        };
        let rows = Grid::scan(self, &wanted, Cut::NOT)?;
        if rows.faults.count > 0 {
            return Err(self.fault(rows.faults));
        }
        let mut kinds: Vec<(Kind, String)> = self.kinds(&wanted)?;
        for (_, example) in &mut kinds {
            example.clear();
        }
        for (at, keys) in readable.iter().zip(&rows.keys) {
            let example = keys
                .iter()
                .find(|cell| !number::is_missing(number::trim(cell)));
            kinds[*at].1 = example.map(quote::plain).unwrap_or_default();
        }
        Ok((rows.seen, self.names.clone(), kinds))
    }

    /// The rows of one batch that pass the filters.
    fn take(
        wanted: &Wanted<'_>,
        columns: &[usize],
        arrays: &[&dyn Array],
        rows: &mut Rows,
        first: u64,
    ) -> Result<(), TryReserveError> {
        let array = |column: &usize| arrays[columns.binary_search(column).unwrap_or_default()];
        let text_of = |column: &usize| cells::texts(array(column));
        let filters: Vec<(Texts<'_>, &Condition<'_>)> = wanted
            .filters
            .iter()
            .map(|condition| (text_of(&condition.column), condition))
            .collect();
        let scores: Vec<Scores<'_>> = wanted
            .scores
            .iter()
            .map(|column| cells::scores(array(column), wanted.words))
            .collect();
        let keys: Vec<Vec<Texts<'_>>> = wanted
            .keys
            .iter()
            .map(|(columns, _)| columns.iter().map(text_of).collect())
            .collect();
        let count = arrays.first().map_or(0, |array| array.len());
        rows.scores
            .iter_mut()
            .try_for_each(|column| make_room(column, count))?;
        // Most columns are plain doubles, which are copied as they are.
        let slots: Vec<usize> = (0..scores.len())
            .filter(|slot| {
                let doubles = cells::finite_doubles(array(&wanted.scores[*slot]));
                let whole = doubles.filter(|_| filters.is_empty());
                rows.scores[*slot].extend_from_slice(whole.unwrap_or_default());
                whole.is_none()
            })
            .collect();
        if filters.is_empty() && slots.is_empty() && keys.is_empty() {
            (rows.seen, rows.kept) = (rows.seen + count, rows.kept + count);
            return Ok(());
        }
        let mut parts: Vec<Vec<u8>> = Vec::new();
        let mut cell = Vec::new();
        for row in 0..count {
            let line = first + row as u64;
            rows.seen += 1;
            let passes = filters.iter().all(|(text, condition)| {
                cell.clear();
                text(row, &mut cell);
                condition.holds(number::trim(&cell))
            });
            if !passes {
                continue;
            }
            rows.kept += 1;
            for &slot in &slots {
                let score = &scores[slot];
                let kind = match score(row) {
                    Ok(value) => {
                        rows.scores[slot].push(value);
                        if !value.is_nan() || wanted.missing != Missing::Error {
                            continue;
                        }
                        FaultKind::Missing
                    }
                    Err(kind) => kind,
                };
                let column = wanted.scores[slot];
                cell.clear();
                text_of(&column)(row, &mut cell);
                let found = if array(&column).is_null(row) {
                    &b"null"[..]
                } else {
                    &cell
                };
                rows.faults.add(line, 0, Some(column), kind, found);
            }
            for (slot, (columns, needed)) in wanted.keys.iter().enumerate() {
                let is_output = wanted.texts_from.is_some_and(|first| slot >= first);
                if is_output && array(&columns[0]).is_null(row) {
                    if wanted.missing == Missing::Error {
                        rows.faults
                            .add(line, 0, Some(columns[0]), FaultKind::NoText, b"null");
                    }
                    rows.keys[slot].push(std::iter::once(texts::NO_TEXT))?;
                    continue;
                }
                parts.resize_with(columns.len().max(parts.len()), Vec::new);
                for ((part, text), column) in parts.iter_mut().zip(&keys[slot]).zip(columns) {
                    part.clear();
                    text(row, part);
                    let kind = if *needed && part.trim_ascii().is_empty() {
                        FaultKind::EmptyId
                    } else if *needed && memchr::memchr(0, part).is_some()
                        || std::str::from_utf8(part).is_err()
                    {
                        FaultKind::NotText
                    } else {
                        continue;
                    };
                    rows.faults.add(line, 0, Some(*column), kind, part);
                }
                rows.keys[slot].push(parts[..columns.len()].iter().map(Vec::as_slice))?;
            }
            if !wanted.keys.is_empty() {
                make_room(&mut rows.lines, 1)?;
                rows.lines.push(line);
            }
        }
        Ok(())
    }

    /// Returns the text of all readable cells, by column.
    fn texts(&self) -> Option<(Vec<usize>, Vec<ids::Ids>)> {
        let columns: Vec<usize> = (0..self.types.len())
            .filter(|at| cells::kind(&self.types[*at]).is_some())
            .collect();
        let keys = columns.iter().map(|at| (vec![*at], false)).collect();
        let wanted = Wanted {
            filters: Vec::new(),
            scores: Vec::new(),
            keys,
            missing: Missing::Drop,
            words: None,
            texts_from: None,
        };
        let rows = Grid::scan(self, &wanted, Cut::NOT).ok()?;
        Some((columns, rows.keys))
    }
}

impl Grid for Frame<'_> {
    fn columns(&self) -> Columns<'_> {
        Columns {
            file: self.file,
            names: Some(&self.names),
            width: self.names.len(),
        }
    }

    fn kinds(&self, wanted: &Wanted<'_>) -> Result<Vec<(Kind, String)>, Error> {
        let kind = |(column, data_type): (usize, &DataType)| {
            if let (Stored::Held(table), Some(Kind::Text)) = (&self.stored, cells::kind(data_type))
            {
                return held_kind(table.rows.column(column), wanted);
            }
            // Truth values may be labels; other values are not looked up.
            let example = if matches!(data_type, DataType::Boolean) {
                "true"
            } else {
                ""
            };
            (
                cells::kind(data_type).unwrap_or(Kind::Text),
                example.to_owned(),
            )
        };
        Ok(self.types.iter().enumerate().map(kind).collect())
    }

    fn scan(&self, wanted: &Wanted<'_>, _: Cut<'_>) -> Result<Rows, Error> {
        let mut columns = read_columns(wanted);
        if columns.is_empty() {
            // Rows are counted all the same.
            columns.push(0);
        }
        let pieces = match &self.stored {
            Stored::Parquet(opened) => parquet::pieces(opened, &columns, |rows, first, arrays| {
                Self::take(
                    wanted,
                    &columns,
                    arrays,
                    rows.get_or_insert_with(|| Rows::none(wanted)),
                    first,
                )
            }),
            Stored::Arrow(stream) => {
                let mut rows = Rows::none(wanted);
                let mut take = |first: u64, arrays: &[&dyn Array]| {
                    Self::take(wanted, &columns, arrays, &mut rows, first)
                };
                caught(|| ipc::read(stream, &columns, &mut take)).map(|taken| (taken, vec![rows]))
            }
            Stored::Held(table) => Ok(held_pieces(table, wanted, &columns)),
        };
        let (taken, pieces) =
            pieces.map_err(|broken| damaged(self.file, self.format(), &broken))?;
        taken.map_err(|error| self.memory(&error))?;
        let mut all = Rows::none(wanted);
        for piece in pieces {
            join(&mut all, piece).map_err(|error| self.memory(&error))?;
        }
        Ok(all)
    }

    fn fault(&self, faults: Faults) -> Error {
        let label = |column| Some(self.columns().label(column));
        let first = faults.first_field();
        let fault = if let Stored::Held(table) = self.stored {
            faults.into_fault_at(|row, field| Place::Item {
                file: self.file.to_owned(),
                item: Self::item(table, row),
                name: field.and_then(label),
            })
        } else {
            faults.into_row_fault(self.file, label)
        };
        match fault {
            Some(mut fault) => {
                let is_text = |column: usize| cells::kind(&self.types[column]) == Some(Kind::Text);
                if fault.kind == FaultKind::NotANumber && first.is_some_and(is_text) {
                    fault.hint = Some(format!(
                        "labels are compared with the right answers: `{} {}`",
                        asked_as("metric", "accuracy"),
                        asked_as("gold", "FILE:COLUMN")
                    ));
                }
                fault.into()
            }
            None => Error::Empty {
                path: self.file.to_owned(),
                found: "nothing",
            },
        }
    }

    fn first_line(&self) -> u64 {
        u64::from(!matches!(self.stored, Stored::Held(_)))
    }

    fn precision(&self, column: usize) -> Precision {
        if cells::is_single(&self.types[column]) {
            Precision::Single
        } else {
            Precision::Double
        }
    }

    fn check(&self, column: usize, by: Subject, scores: bool) -> Result<(), Error> {
        let data_type = &self.types[column];
        match cells::kind(data_type) {
            Some(_) => Ok(()),
            None => Err(Error::ColumnType {
                file: self.file.to_owned(),
                by,
                column: self.columns().label(column),
                expected: if scores {
                    "numbers or booleans"
                } else {
                    "text, numbers or booleans"
                },
                found: data_type.to_string(),
            }),
        }
    }

    fn doubled(&self, wanted: &Wanted<'_>, doubles: &Doubles<'_>) -> Error {
        let labels = self.columns().labels();
        let is_other = |column: &usize| {
            (!wanted.scores.contains(column) || doubled::names_runs(&labels[*column]))
                && !doubles.columns.contains(column)
        };
        let (columns, texts) = self.texts().unwrap_or_default();
        let first_line = self.first_line();
        let text = |of: &ids::Ids, line: u64| quote::plain(of.get((line - first_line) as usize));
        let differing = (columns.iter().zip(&texts))
            .map(|(column, of)| (column, text(of, doubles.lines.0), text(of, doubles.lines.1)))
            .filter(|(column, first, second)| is_other(column) && first != second)
            .map(|(column, first, second)| (labels[*column].clone(), first, second))
            .collect();
        let repeats = |label: &str| {
            let at = columns.iter().position(|column| labels[*column] == label);
            at.is_some_and(|at| doubled::repeats(texts[at].iter().map(quote::plain)))
        };
        let hint = doubled::hint("rows", differing, None, repeats);
        let (file, id) = (self.file.to_owned(), ids::readable(doubles.key));
        Error::Doubled {
            are_rows: true,
            file,
            id,
            lines: doubles.lines,
            more: doubles.more,
            hint,
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

/// Reads a Parquet or Arrow file.
pub(crate) fn parse(bytes: &[u8], format: Format, request: &Request<'_>) -> Result<Parsed, Error> {
    grid::parse(&Frame::open(bytes, request.file, format)?, request)
}

/// Reads a table in memory.
pub(crate) fn parse_held(table: &HeldTable, request: &Request<'_>) -> Result<Parsed, Error> {
    grid::parse(&Frame::of_held(table, request.file), request)
}

/// Returns what [`survey`] does, of a table in memory.
pub(crate) fn survey_held(table: &HeldTable, file: &str) -> Result<Surveyed, Error> {
    Frame::of_held(table, file).survey()
}

/// Returns the columns of a table in memory that can be read as text: their names and cells.
pub(crate) fn text_columns(table: &HeldTable) -> Vec<(String, ids::Ids)> {
    let frame = Frame::of_held(table, "");
    let (columns, texts) = frame.texts().unwrap_or_default();
    let names = columns.iter().map(|column| frame.names[*column].clone());
    names.zip(texts).collect()
}

/// The kind of a column of texts in memory, and its first cell that is not missing.
fn held_kind(column: &dyn Array, wanted: &Wanted<'_>) -> (Kind, String) {
    let (text, mut tally) = (cells::texts(column), Tally::default());
    let mut cell = Vec::new();
    for row in 0..column.len() {
        if row >= tally::SAMPLE && !tally.is_empty() {
            break;
        }
        cell.clear();
        text(row, &mut cell);
        tally.add(&cell, wanted.words);
    }
    tally.into_kind()
}

/// The rows of each piece of a table in memory, in its order.
fn held_pieces(
    table: &HeldTable,
    wanted: &Wanted<'_>,
    columns: &[usize],
) -> (Result<(), TryReserveError>, Vec<Rows>) {
    let piece = |start: usize| {
        let length = PIECE.min(table.rows.num_rows() - start);
        let arrays: Vec<_> = columns
            .iter()
            .map(|column| table.rows.column(*column).slice(start, length))
            .collect();
        let arrays: Vec<&dyn Array> = arrays.iter().map(AsRef::as_ref).collect();
        let mut rows = Rows::none(wanted);
        Frame::take(wanted, columns, &arrays, &mut rows, start as u64).map(|()| rows)
    };
    let starts: Vec<usize> = (0..table.rows.num_rows()).step_by(PIECE).collect();
    let found: Result<Vec<Rows>, TryReserveError> = starts.into_par_iter().map(piece).collect();
    match found {
        Ok(pieces) => (Ok(()), pieces),
        Err(error) => (Err(error), Vec::new()),
    }
}

/// Number of rows, the columns' names, and per column what it holds and an example.
pub(crate) fn survey(bytes: &[u8], format: Format, file: &str) -> Result<Surveyed, Error> {
    Frame::open(bytes, file, format)?.survey()
}

/// Reads all columns of a file as text.
pub(crate) fn contents(bytes: &[u8], format: Format, file: &str) -> Result<Contents, Error> {
    grid::contents(&Frame::open(bytes, file, format)?)
}

/// Reads all columns of a table in memory as text.
pub(crate) fn contents_held(table: &HeldTable, file: &str) -> Result<Contents, Error> {
    grid::contents(&Frame::of_held(table, file))
}

/// Every column that is read, sorted.
fn read_columns(wanted: &Wanted<'_>) -> Vec<usize> {
    let filters = wanted.filters.iter().map(|condition| condition.column);
    let keys = wanted
        .keys
        .iter()
        .flat_map(|(columns, _)| columns.iter().copied());
    let mut all: Vec<usize> = wanted
        .scores
        .iter()
        .copied()
        .chain(filters)
        .chain(keys)
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Adds the rows of the next piece; their lines are already those of the file.
fn join(all: &mut Rows, next: Rows) -> Result<(), TryReserveError> {
    for (column, more) in all.scores.iter_mut().zip(next.scores) {
        if column.is_empty() {
            *column = more;
        } else {
            fallible(|| column.try_reserve_exact(more.len()))?;
            column.extend(more);
        }
    }
    for (keys, more) in all.keys.iter_mut().zip(&next.keys) {
        keys.append(more)?;
    }
    make_room(&mut all.lines, next.lines.len())?;
    all.lines.extend(next.lines);
    all.kept += next.kept;
    all.seen += next.seen;
    all.faults.append(next.faults, 0);
    Ok(())
}

fn described(schema: &Schema) -> (Vec<String>, Vec<DataType>) {
    let fields = schema.fields().iter();
    fields
        .map(|field| (field.name().trim().to_owned(), field.data_type().clone()))
        .unzip()
}

fn damaged(file: &str, format: Format, broken: &Broken) -> Error {
    let kind = if format == Format::Parquet {
        "Parquet"
    } else {
        "Arrow"
    };
    let reason = quote::line(&broken.to_string());
    Error::Columnar {
        path: file.to_owned(),
        kind,
        reason,
    }
}
