//! The rows of a table, in parallel pieces.

use std::collections::TryReserveError;

use rayon::prelude::*;

use crate::ask::filter::Condition;
use crate::bytes::chunks::{self, Cut};
use crate::error::fault::Faults;
use crate::error::kind::FaultKind;
use crate::format::{number, spreadsheet};
use crate::frame::grid::{Rows, Wanted};
use crate::frame::tally::{self, Tally};
use crate::ids::Ids;
use crate::read::table::record::{Records, Step};
use crate::{Kind, Missing};

/// What to take from each row.
#[derive(Debug, Clone)]
pub(crate) struct Plan<'a> {
    pub delimiter: u8,
    /// Whether the text holds a quote; then it is one piece, because a newline may stand inside quotes.
    pub quoted: bool,
    pub width: usize,
    pub wanted: &'a Wanted<'a>,
}

struct Piece {
    rows: Rows,
    lines_read: u64,
}

/// Reads all rows in pieces; the result does not depend on the cut.
pub(crate) fn scan(text: &[u8], plan: &Plan<'_>, cut: Cut<'_>) -> Result<Rows, TryReserveError> {
    let pieces = if plan.quoted {
        vec![text]
    } else {
        chunks::split(text, cut.size)
    };
    let of =
        |piece: &[u8]| scan_piece(piece, plan).inspect(|_| cut.parsed(piece.len(), text.len()));
    let mut pieces: Vec<Piece> = pieces.into_par_iter().map(of).collect::<Result<_, _>>()?;
    let mut all = Rows {
        scores: Vec::with_capacity(plan.wanted.scores.len()),
        keys: vec![Ids::default(); plan.wanted.keys.len()],
        lines: chunks::room(pieces.iter().map(|piece| piece.rows.lines.len()).sum())?,
        kept: pieces.iter().map(|piece| piece.rows.kept).sum(),
        seen: pieces.iter().map(|piece| piece.rows.seen).sum(),
        faults: Faults::default(),
    };
    for column in 0..plan.wanted.scores.len() {
        // Taken out piece by piece, so that each is freed once copied.
        let parts = pieces
            .iter_mut()
            .map(|piece| std::mem::take(&mut piece.rows.scores[column]))
            .collect();
        all.scores.push(chunks::join(parts)?);
    }
    let mut lines = 0;
    for Piece { rows, lines_read } in pieces {
        for (keys, next) in all.keys.iter_mut().zip(&rows.keys) {
            keys.append(next)?;
        }
        all.lines.extend(rows.lines.iter().map(|line| line + lines));
        all.faults.append(rows.faults, lines);
        lines += lines_read;
    }
    Ok(all)
}

fn scan_piece(piece: &[u8], plan: &Plan<'_>) -> Result<Piece, TryReserveError> {
    let most = chunks::count_lines(piece);
    let mut rows = Rows {
        scores: plan
            .wanted
            .scores
            .iter()
            .map(|_| chunks::room(most))
            .collect::<Result<_, _>>()?,
        keys: vec![Ids::default(); plan.wanted.keys.len()],
        lines: chunks::room(if plan.wanted.keys.is_empty() { 0 } else { most })?,
        kept: 0,
        seen: 0,
        faults: Faults::default(),
    };
    let mut records = Records::new(piece, plan.delimiter, plan.quoted);
    loop {
        match records.advance() {
            Step::End => {
                return Ok(Piece {
                    rows,
                    lines_read: records.lines_read(),
                });
            }
            Step::Blank => rows
                .faults
                .add(records.line(), 1, None, FaultKind::BlankLine, b""),
            Step::TooLong => {
                rows.faults
                    .add(records.line(), 1, None, FaultKind::LongLine, records.raw());
            }
            Step::OpenQuote => {
                let (line, column) = records.place(usize::MAX);
                rows.faults
                    .add(line, column, None, FaultKind::OpenQuote, b"");
            }
            Step::Record => take_row(&records, plan, &mut rows)?,
        }
    }
}

fn take_row(
    records: &Records<'_>,
    plan: &Plan<'_>,
    rows: &mut Rows,
) -> Result<(), TryReserveError> {
    if records.len() != plan.width {
        let kind = FaultKind::Fields {
            expected: plan.width,
            found: records.len(),
        };
        rows.faults
            .add(records.line(), 1, None, kind, records.raw());
        return Ok(());
    }
    rows.seen += 1;
    if !passes(records, &plan.wanted.filters) {
        return Ok(());
    }
    rows.kept += 1;
    for (column, field) in rows.scores.iter_mut().zip(&plan.wanted.scores) {
        let cell = records.field(*field);
        let fault = match tally::score(cell, plan.wanted.words) {
            Ok(value) => {
                column.push(value);
                if !value.is_nan() || plan.wanted.missing != Missing::Error {
                    continue;
                }
                FaultKind::Missing
            }
            Err(kind) => kind,
        };
        let (line, byte) = records.place(*field);
        rows.faults.add(line, byte, Some(*field), fault, cell);
    }
    for ((fields, needed), keys) in plan.wanted.keys.iter().zip(&mut rows.keys) {
        for field in fields.iter().filter(|_| *needed) {
            let cell = records.field(*field);
            let fault = if cell.trim_ascii().is_empty() {
                FaultKind::EmptyId
            } else if memchr::memchr(0, cell).is_some() || std::str::from_utf8(cell).is_err() {
                FaultKind::NotText
            } else {
                continue;
            };
            let (line, byte) = records.place(*field);
            rows.faults.add(line, byte, Some(*field), fault, cell);
        }
        keys.push(
            fields
                .iter()
                .map(|field| spreadsheet::plain(records.field(*field))),
        )?;
    }
    if !plan.wanted.keys.is_empty() {
        rows.lines.push(records.line());
    }
    Ok(())
}

/// Whether a row passes all filters.
pub(crate) fn passes(records: &Records<'_>, filters: &[Condition<'_>]) -> bool {
    filters
        .iter()
        .all(|condition| condition.holds(number::trim(records.field(condition.column))))
}

/// What each column holds, and its first cell that is not missing, in the first rows that pass the filters.
pub(crate) fn kinds(text: &[u8], plan: &Plan<'_>) -> Vec<(Kind, String)> {
    let mut tallies = vec![Tally::default(); plan.width];
    let mut records = Records::new(text, plan.delimiter, plan.quoted);
    let mut rows = 0;
    while rows < tally::SAMPLE || tallies.iter().any(Tally::is_empty) {
        match records.advance() {
            Step::End => break,
            Step::Record
                if records.len() == plan.width && passes(&records, &plan.wanted.filters) =>
            {
                rows += 1;
            }
            _ => continue,
        }
        for (tally, cell) in tallies.iter_mut().zip(records.fields()) {
            tally.add(cell, plan.wanted.words);
        }
    }
    tallies.into_iter().map(Tally::into_kind).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn wanted(filters: Vec<Condition<'static>>) -> &'static Wanted<'static> {
        let (scores, keys) = (vec![2, 0], vec![(vec![0, 1], true)]);
        Box::leak(Box::new(Wanted {
            filters,
            scores,
            keys,
            missing: Missing::Error,
            words: None,
            texts_from: None,
        }))
    }

    fn plan(quoted: bool) -> Plan<'static> {
        let mut conditions = Vec::new();
        Condition::add(
            &mut conditions,
            1,
            Box::leak(Box::new("1=x".parse().unwrap())),
        );
        Plan {
            delimiter: b',',
            quoted,
            width: 3,
            wanted: wanted(conditions),
        }
    }

    #[test]
    fn rows_are_filtered_before_their_values_are_judged() {
        let rows = scan(b"1,x,0.5\nbad,y,worse\n2,x,true\n", &plan(false), 4.into()).unwrap();
        assert_eq!(rows.scores, [vec![0.5, 1.0], vec![1.0, 2.0]]);
        assert_eq!((rows.kept, rows.seen, rows.faults.count), (2, 3, 0));
        assert_eq!(rows.lines, [0, 2]);
        assert_eq!(rows.keys[0].get(1), b"2\0x");
    }

    #[test]
    fn the_first_fault_has_line_byte_and_field_and_the_rest_are_counted() {
        let rows = scan(b"1,x,0.5\n2,x\n3, x ,a\n,x,1\n", &plan(false), 9.into()).unwrap();
        let first = rows.faults.first.unwrap();
        assert_eq!(
            (first.line, first.kind),
            (
                1,
                FaultKind::Fields {
                    expected: 3,
                    found: 2
                }
            )
        );
        // Row 4 has an empty cell where a score is read and an empty id.
        assert_eq!(rows.faults.count, 4);
    }

    #[test]
    fn a_column_is_what_most_of_its_cells_are() {
        let of = |text: &str| {
            let kinds = kinds(
                text.as_bytes(),
                &Plan {
                    wanted: wanted(vec![]),
                    ..plan(false)
                },
            );
            kinds
                .into_iter()
                .map(|(kind, example)| format!("{kind:?} {example}"))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            of("NA,-,a\n1,2,3\n2,3,b\n"),
            ["Numbers 1", "Numbers -", "Text a"]
        );
        let empty = ",x,\n".repeat(tally::SAMPLE + 1);
        assert_eq!(of(&empty), ["Nothing ", "Text x", "Nothing "]);
        assert_eq!(of(&(empty + "7,1,w\n")), ["Numbers 7", "Text x", "Text w"]);
    }

    proptest! {
        #[test]
        fn the_chunk_size_never_shows(text in "([0-9x.\r]{0,3}[,]?[xy]?[,]?[0-9a]{0,3}\n?){0,30}", chunk in 1usize..60) {
            // NaN never equals itself, so that values are compared in their printed form.
            let one = scan(text.as_bytes(), &plan(false), usize::MAX.into()).unwrap();
            let many = scan(text.as_bytes(), &plan(false), chunk.into()).unwrap();
            prop_assert_eq!(format!("{one:?}"), format!("{many:?}"));
        }

        #[test]
        fn text_without_quotes_reads_alike_with_and_without_quoting(text in "([0-9x]{1,2},x,[0-9a]{1,3}\r?\n){0,20}") {
            let plain = scan(text.as_bytes(), &plan(false), 16.into()).unwrap();
            let quoted = scan(text.as_bytes(), &plan(true), 16.into()).unwrap();
            prop_assert_eq!(format!("{plain:?}"), format!("{quoted:?}"));
        }
    }
}
