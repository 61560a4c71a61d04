//! Files of one segment per line, aligned by line number.

use rayon::prelude::*;

use super::whitespace;
use crate::{Error, Input, Statistics};

/// The segments of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segments {
    file: String,
    lines: Vec<String>,
}

impl Segments {
    /// One segment a line; whitespace at the end of a line is not part of it, and a line may be empty.
    ///
    /// # Errors
    ///
    /// Text that is not UTF-8, a line of more than 1 MiB, or an empty file.
    pub fn read(input: Input<'_>) -> Result<Self, Error> {
        let lines = input
            .lines("one segment a line")?
            .map(|line| line.map(|line| whitespace::trim_end(line.text).to_owned()))
            .collect::<Result<_, _>>()?;
        Ok(Self { file: input.name.to_owned(), lines })
    }

    /// Segments that are already in memory.
    pub fn from_lines<S: AsRef<str>>(name: &str, lines: impl IntoIterator<Item = S>) -> Self {
        let lines = lines.into_iter().map(|line| whitespace::trim_end(line.as_ref()).to_owned()).collect();
        Self { file: name.to_owned(), lines }
    }

    /// The number of segments.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// A segment.
    pub(super) fn line(&self, at: usize) -> &str {
        &self.lines[at]
    }
}

/// Fails unless every reference has as many segments as the system, and there are `expected` of them.
pub(super) fn check_aligned(
    references: &[Segments],
    system: &Segments,
    expected: usize,
) -> Result<(), Error> {
    if references.len() != expected {
        return Err(Error::option(format!("{expected} references"), format!("{}", references.len())));
    }
    match references.iter().find(|reference| reference.len() != system.len()) {
        None => Ok(()),
        Some(reference) => Err(Error::Lengths {
            what: "segments",
            first: (reference.file.clone(), reference.len()),
            second: (system.file.clone(), system.len()),
        }),
    }
}

/// Fails when a segment has more symbols than a scorer whose work is the product of two lengths takes on.
pub(super) fn check_sizes(
    files: &[&[Segments]],
    (limit, symbols): (usize, &str),
    count: impl Fn(&str) -> usize,
) -> Result<(), Error> {
    for file in files.iter().copied().flatten() {
        // A segment has at most as many symbols as bytes.
        let long = |(_, line): &(u64, &String)| line.len() > limit && count(line) > limit;
        if let Some((number, line)) = (1..).zip(&file.lines).find(long) {
            let found = format!("{}", count(line));
            let expected = format!("segments of at most {limit} {symbols}");
            return Err(Input::new(&file.file, "").fault(number, None, &expected, &found));
        }
    }
    Ok(())
}

/// The statistics of every segment: `row` takes the system's line and its references.
pub(super) fn score(
    references: &[Segments],
    system: &Segments,
    columns: usize,
    row: impl Fn(&str, &[&str]) -> Vec<i64> + Sync,
) -> Statistics {
    let rows: Vec<Vec<i64>> = (0..system.len())
        .into_par_iter()
        .map(|at| {
            let references: Vec<&str> = references.iter().map(|reference| reference.line(at)).collect();
            row(system.line(at), &references)
        })
        .collect();
    Statistics::from_rows(columns, &rows)
}

/// A number of references that a metric can be made for.
pub(super) fn check_references(references: usize) -> Result<(), Error> {
    if references == 0 { Err(Error::option("at least one reference", "none")) } else { Ok(()) }
}
