//! Which lines of a run belong to which query.
//!
//! One pass in parallel over pieces of 1 MiB that looks at the first field of each line. Adjacent lines of one query are one
//! part; a run in order of queries has about one part per query, and parts of any other order are joined here.

use std::collections::{BTreeMap, HashSet};

use rayon::prelude::*;

use super::Qrels;
use crate::Error;
use crate::Input;

/// Bytes per piece of work.
const PIECE: usize = 1 << 20;

/// Most parts before a run counts as shuffled: each takes 32 bytes.
const PARTS: usize = 1 << 24;

/// Lines that stand together and have one query.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part<'a> {
    /// That query.
    pub(super) query: &'a [u8],
    /// The lines.
    pub(super) text: &'a [u8],
    /// The number of the first one in the file.
    pub(super) line: u64,
}

/// The lines of a block by query.
#[derive(Debug)]
pub(super) struct Groups<'a> {
    /// Parts of the judged queries, in file order.
    pub(super) judged: BTreeMap<usize, Vec<Part<'a>>>,
    /// Queries without judgements.
    pub(super) unjudged: HashSet<&'a [u8]>,
}

impl<'a> Groups<'a> {
    /// Groups the lines of a block whose first line has a number in the file.
    pub(super) fn find(input: Input<'a>, qrels: &Qrels, first_line: u64) -> Result<Self, Error> {
        let scanned: Vec<(u64, Vec<Part<'_>>)> =
            pieces(input.bytes).into_par_iter().map(scan).collect();
        let parts: usize = scanned.iter().map(|(_, parts)| parts.len()).sum();
        if parts > PARTS {
            let found = format!("{parts} changes of query from line to line");
            return Err(input
                .fault(
                    first_line,
                    None,
                    "a run in the order of its queries",
                    &found,
                )
                .with_hint("sort the run by query"));
        }
        let mut groups = Self {
            judged: BTreeMap::new(),
            unjudged: HashSet::new(),
        };
        let mut line = first_line;
        for (lines, parts) in scanned {
            for part in parts {
                let part = Part {
                    line: part.line + line,
                    ..part
                };
                match qrels.find(part.query) {
                    Some(place) => groups.judged.entry(place).or_default().push(part),
                    None => {
                        groups.unjudged.insert(part.query);
                    }
                }
            }
            line += lines;
        }
        Ok(groups)
    }
}

/// Pieces that end after a newline.
fn pieces(mut text: &[u8]) -> Vec<&[u8]> {
    let mut pieces = Vec::with_capacity(text.len() / PIECE + 1);
    while !text.is_empty() {
        let from = PIECE.min(text.len());
        let end = memchr::memchr(b'\n', &text[from..]).map_or(text.len(), |at| from + at + 1);
        let (piece, rest) = text.split_at(end);
        pieces.push(piece);
        text = rest;
    }
    pieces
}

/// The number of lines of a piece, and its parts with lines from 0; lines without a field are nobody's.
fn scan(piece: &[u8]) -> (u64, Vec<Part<'_>>) {
    let mut parts: Vec<Part<'_>> = Vec::new();
    // The query whose part is open, and where the part starts.
    let mut query: &[u8] = &[];
    let mut from = 0;
    let (mut start, mut line) = (0, 0);
    while start < piece.len() {
        let end = memchr::memchr(b'\n', &piece[start..]).map_or(piece.len(), |at| start + at + 1);
        let text = &piece[start..end];
        let follows = text
            .strip_prefix(query)
            .and_then(<[u8]>::first)
            .is_some_and(|next| is_blank(*next));
        if !follows || query.is_empty() {
            // A comment is nobody's, as in trec_eval 10.
            query = if text.starts_with(b"#") {
                &[]
            } else {
                query_of(text)
            };
            from = start;
            if !query.is_empty() {
                parts.push(Part { query, text, line });
            }
        } else if let Some(part) = parts.last_mut() {
            part.text = &piece[from..end];
        }
        start = end;
        line += 1;
    }
    (line, parts)
}

/// What separates fields and lines.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// The first field of a line.
pub(super) fn query_of(line: &[u8]) -> &[u8] {
    line.split(|byte| is_blank(*byte))
        .find(|field| !field.is_empty())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn parts_hold_the_lines_of_a_query_that_stand_together() {
        let (lines, parts) = scan(b"q1 a\n\nq1 b\nq12 c\n  q12\td\nq1 e");
        assert_eq!(lines, 6);
        let shown: Vec<(&str, &str, u64)> = parts
            .iter()
            .map(|part| {
                (
                    std::str::from_utf8(part.query).unwrap(),
                    std::str::from_utf8(part.text).unwrap(),
                    part.line,
                )
            })
            .collect();
        assert_eq!(
            shown,
            [
                ("q1", "q1 a\n", 0),
                ("q1", "q1 b\n", 2),
                ("q12", "q12 c\n", 3),
                ("q12", "  q12\td\n", 4),
                ("q1", "q1 e", 5)
            ]
        );
    }

    proptest! {
        #[test]
        fn every_line_with_a_field_is_in_one_part_of_its_query(text in "([ab]{0,2}[ ]?[ab]?\n){0,12}") {
            let (lines, parts) = scan(text.as_bytes());
            prop_assert_eq!(lines as usize, text.lines().count());
            let of_parts: Vec<&[u8]> = parts
                .iter()
                .flat_map(|part| {
                    part.text.split(|byte| *byte == b'\n').map(query_of).filter(move |found| *found == part.query)
                })
                .collect();
            let all: Vec<&[u8]> =
                text.lines().map(|line| query_of(line.as_bytes())).filter(|query| !query.is_empty()).collect();
            prop_assert_eq!(of_parts, all);
        }
    }
}
