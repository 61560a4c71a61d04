//! Text: one number per line.
//!
//! Lines end with LF or CRLF; the last one needs none. A line whose first visible character is `#` is a comment.
//! Spaces and tabs around a number are ignored. Blank lines after the last score are ignored; elsewhere a blank line
//! is an error, because lines are paired by position and skipping it would shift every later item. What a number is,
//! and which words stand for a missing score: the `number` module.
//!
//! Cost: one pass in parallel over pieces of 1 MiB, about 25 ns per line and core.

use std::collections::TryReserveError;

use rayon::prelude::*;

use crate::Missing;
use crate::bytes::chunks::{self, Cut};
use crate::error::fault::Faults;
use crate::error::kind::{FaultKind, LINE_LIMIT};
use crate::format::number;

/// The scores of a file (a missing one is NaN) and what is wrong with it.
#[derive(Debug, Default)]
pub(crate) struct Read {
    pub scores: Vec<f64>,
    pub missing: u64,
    pub faults: Faults,
}

/// Parses a whole text in pieces; the result does not depend on the cut.
pub(crate) fn parse(text: &[u8], missing: Missing, cut: Cut<'_>) -> Result<Read, TryReserveError> {
    let pieces = chunks::split(without_trailing_blanks(text), cut.size);
    let of =
        |piece: &[u8]| parse_piece(piece, missing).inspect(|_| cut.parsed(piece.len(), text.len()));
    let parsed: Vec<Piece> = pieces.into_par_iter().map(of).collect::<Result<_, _>>()?;
    let mut all = Read::default();
    let mut lines = 0;
    let mut columns = Vec::with_capacity(parsed.len());
    for piece in parsed {
        all.faults.append(piece.faults, lines);
        all.missing += piece.missing;
        lines += piece.lines;
        columns.push(piece.scores);
    }
    all.scores = chunks::join(columns)?;
    Ok(all)
}

fn without_trailing_blanks(text: &[u8]) -> &[u8] {
    let end = text
        .iter()
        .rposition(|byte| !byte.is_ascii_whitespace())
        .map_or(0, |last| last + 1);
    &text[..end]
}

struct Piece {
    scores: Vec<f64>,
    missing: u64,
    lines: u64,
    faults: Faults,
}

fn parse_piece(piece: &[u8], missing: Missing) -> Result<Piece, TryReserveError> {
    let mut scores = chunks::room(chunks::count_lines(piece))?;
    let mut faults = Faults::default();
    let mut absent = 0;
    let mut line = 0;
    let mut rest = piece;
    while !rest.is_empty() {
        let (field, next) = match memchr::memchr(b'\n', rest) {
            Some(at) => (&rest[..at], &rest[at + 1..]),
            None => (rest, &[][..]),
        };
        rest = next;
        if field.len() > LINE_LIMIT {
            faults.add(line, 1, None, FaultKind::LongLine, field);
            line += 1;
            continue;
        }
        match number::score(field, false) {
            Ok(value) if !value.is_nan() => scores.push(value),
            Ok(value) => {
                if number::trim(field).is_empty() {
                    faults.add(line, 1, None, FaultKind::BlankLine, b"");
                } else if missing == Missing::Error {
                    faults.add(line, first_column(field), None, FaultKind::Missing, field);
                }
                absent += 1;
                scores.push(value);
            }
            Err(_) if field.trim_ascii_start().starts_with(b"#") => {}
            Err(kind) => faults.add(line, first_column(field), None, kind, field),
        }
        line += 1;
    }
    Ok(Piece {
        scores,
        missing: absent,
        lines: line,
        faults,
    })
}

/// The byte, from 1, where the visible part of a line starts.
fn first_column(field: &[u8]) -> u64 {
    let start = field
        .iter()
        .position(|byte| !matches!(byte, b' ' | b'\t'))
        .unwrap_or(0);
    start as u64 + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn whole(text: &str) -> Read {
        parse(text.as_bytes(), Missing::Drop, Cut::INTO_MEGABYTES).unwrap()
    }

    #[test]
    fn comments_crlf_and_trailing_blank_lines_are_not_items() {
        let read = whole("# a\r\n0.5\r\n  # b\n\t0.25 \n1\n\r\n \n\n");
        assert_eq!(read.scores, [0.5, 0.25, 1.0]);
        assert_eq!(read.faults, Faults::default());
    }

    #[test]
    fn a_blank_line_between_scores_is_a_fault_at_its_line() {
        let spot = whole("0.5\n\n0.25\n").faults.first.unwrap();
        assert_eq!((spot.line, spot.kind), (1, FaultKind::BlankLine));
        assert_eq!(whole("\n0.5\n").faults.count, 1);
    }

    #[test]
    fn a_missing_score_keeps_its_place() {
        let read = whole("0.5\nNaN\n0.25\n");
        assert!(read.scores[1].is_nan());
        assert_eq!(
            (read.scores.len(), read.missing, read.faults.count),
            (3, 1, 0)
        );
        let read = parse(b"0.5\n NaN\n", Missing::Error, 9.into()).unwrap();
        let spot = read.faults.first.unwrap();
        assert_eq!(
            (spot.line, spot.column, spot.kind),
            (1, 2, FaultKind::Missing)
        );
    }

    #[test]
    fn a_line_beyond_one_mebibyte_is_a_fault_even_when_it_is_a_number() {
        let long = "0".repeat(LINE_LIMIT + 1);
        for text in [
            format!("1\n{long}\n"),
            format!("1\n#{long}\n"),
            format!("1\n{}\n", "x".repeat(10_000_000)),
        ] {
            let spot = whole(&text).faults.first.unwrap();
            assert_eq!((spot.line, spot.kind), (1, FaultKind::LongLine));
        }
    }

    proptest! {
        #[test]
        fn random_doubles_round_trip_exactly(bits in prop::collection::vec(any::<u64>(), 0..200), chunk in 1usize..300) {
            let values: Vec<f64> = bits.into_iter().map(f64::from_bits).filter(|value| value.is_finite()).collect();
            let text = values.iter().map(|value| format!("{value:e}")).collect::<Vec<_>>().join("\n");
            let read = parse(text.as_bytes(), Missing::Error, chunk.into()).unwrap();
            prop_assert_eq!(read.faults.count, 0);
            let same = read.scores.iter().map(|value| value.to_bits()).eq(values.iter().map(|value| value.to_bits()));
            prop_assert!(same);
        }

        #[test]
        fn the_chunk_size_never_shows(text in "([0-9a#. \r]{0,5}\n){0,30}[0-9]?", chunk in 1usize..80) {
            let one = parse(text.as_bytes(), Missing::Error, usize::MAX.into()).unwrap();
            let many = parse(text.as_bytes(), Missing::Error, chunk.into()).unwrap();
            prop_assert_eq!(one.faults, many.faults);
            let bits = |scores: Vec<f64>| scores.into_iter().map(f64::to_bits).collect::<Vec<_>>();
            prop_assert_eq!(bits(one.scores), bits(many.scores));
        }
    }
}
