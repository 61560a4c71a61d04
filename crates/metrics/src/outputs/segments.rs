//! Files of one segment per line, aligned by line number.

use std::fmt;
use std::sync::Arc;

use rayon::prelude::*;

use super::{fairseq, whitespace};
use crate::{Error, Input, Statistics};

/// Told of every segment that is scored; `false` ends the scoring.
pub type Told = Arc<dyn Fn() -> bool + Send + Sync>;

/// The segments of one file.
#[derive(Clone)]
pub struct Segments {
    file: String,
    lines: Vec<String>,
    /// The segments for which this reference is missing; empty where none is.
    absent: Vec<bool>,
    told: Option<Told>,
}

impl fmt::Debug for Segments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Segments")
            .field("file", &self.file)
            .field("lines", &self.lines)
            .finish_non_exhaustive()
    }
}

impl Segments {
    /// One segment per line; whitespace at the end of a line is not part of it, and a line may be empty.
    ///
    /// # Errors
    ///
    /// Text that is not UTF-8, a line of more than 1 MiB, or an empty file.
    pub fn read(input: Input<'_>) -> Result<Self, Error> {
        Self::read_as(input, false)
    }

    /// Reads references, one per line; of what `fairseq-generate` prints, the targets.
    ///
    /// # Errors
    ///
    /// Those of [`Self::read`].
    pub fn read_reference(input: Input<'_>) -> Result<Self, Error> {
        Self::read_as(input, true)
    }

    fn read_as(input: Input<'_>, is_reference: bool) -> Result<Self, Error> {
        let lines = input
            .lines("one segment per line")?
            .map(|line| line.map(|line| line.text));
        let lines: Vec<&str> = lines.collect::<Result<_, _>>()?;
        let lines = fairseq::segments(&lines, is_reference).unwrap_or(lines);
        Ok(Self::from_lines(input.name, lines))
    }

    /// Segments that are already in memory.
    pub fn from_lines<S: AsRef<str>>(name: &str, lines: impl IntoIterator<Item = S>) -> Self {
        let lines = lines
            .into_iter()
            .map(|line| whitespace::trim_end(line.as_ref()).to_owned())
            .collect();
        Self {
            file: name.to_owned(),
            lines,
            absent: Vec::new(),
            told: None,
        }
    }

    /// One of several references, which is missing for these segments: they are scored against the others, as sacrebleu does where a
    /// reference is `None`.
    #[must_use]
    pub fn without(self, absent: Vec<bool>) -> Self {
        let absent = if absent.contains(&true) {
            absent
        } else {
            Vec::new()
        };
        Self { absent, ..self }
    }

    /// Whether a line is empty.
    pub fn empty_lines(&self) -> Vec<bool> {
        self.lines.iter().map(String::is_empty).collect()
    }

    /// Whether this reference is missing for some segments.
    pub(crate) fn lacks_some(&self) -> bool {
        !self.absent.is_empty()
    }

    /// Whether this reference is there for a segment.
    fn has(&self, at: usize) -> bool {
        !self.absent.get(at).copied().unwrap_or_default()
    }

    /// Scores a system whose scoring can be stopped: it fails with [`Error::Stopped`] when `told` says so.
    #[must_use]
    pub fn watched(self, told: Told) -> Self {
        Self {
            told: Some(told),
            ..self
        }
    }

    /// The number of segments.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns the name of the file.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Returns every segment, in order.
    pub fn lines(&self) -> impl Iterator<Item = &str> + Clone {
        self.lines.iter().map(String::as_str)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Maps every number of a segment, in parallel, for as long as the scoring goes on.
    pub(crate) fn map<T: Send>(&self, row: impl Fn(usize) -> T + Sync) -> Result<Vec<T>, Error> {
        let goes_on = || self.told.as_ref().is_none_or(|told| told());
        let rows = (0..self.len())
            .into_par_iter()
            .map(|at| goes_on().then(|| row(at)));
        rows.collect::<Option<_>>().ok_or(Error::Stopped)
    }

    /// A segment.
    pub(crate) fn line(&self, at: usize) -> &str {
        &self.lines[at]
    }
}

/// The references of a segment, without those that are missing.
pub(crate) fn references_of(references: &[Segments], at: usize) -> Vec<&str> {
    references
        .iter()
        .filter(|reference| reference.has(at))
        .map(|reference| reference.line(at))
        .collect()
}

/// Fails unless every reference has as many segments as the system, and there are `expected` of them.
pub(crate) fn check_aligned(
    references: &[Segments],
    system: &Segments,
    expected: usize,
) -> Result<(), Error> {
    if references.len() != expected {
        return Err(Error::option(
            format!("{expected} references"),
            format!("{}", references.len()),
        ));
    }
    match references
        .iter()
        .find(|reference| reference.len() != system.len())
    {
        None => {
            let bare = |at: &usize| !references.iter().any(|reference| reference.has(*at));
            (0..system.len())
                .find(bare)
                .filter(|_| expected > 0)
                .map_or(Ok(()), |at| {
                    let file = Input::new(&references[0].file, "");
                    Err(file.fault(at as u64 + 1, None, "a reference of every segment", "none"))
                })
        }
        Some(reference) => Err(Error::Lengths {
            what: "segments",
            first: (reference.file.clone(), reference.len()),
            second: (system.file.clone(), system.len()),
        }),
    }
}

/// Fails when a segment has more symbols than a scorer whose work is the product of two lengths takes on.
pub(crate) fn check_sizes(
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
pub(crate) fn score(
    references: &[Segments],
    system: &Segments,
    columns: usize,
    row: impl Fn(&str, &[&str]) -> Vec<i64> + Sync,
) -> Result<Statistics, Error> {
    let rows: Vec<Vec<i64>> =
        system.map(|at| row(system.line(at), &references_of(references, at)))?;
    Ok(Statistics::from_rows(columns, &rows))
}

/// A number of references that a metric can be made for.
pub(crate) fn check_references(references: usize) -> Result<(), Error> {
    if references == 0 {
        Err(Error::option("at least one reference", "none"))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn scoring_ends_when_whoever_watches_it_says_so() {
        let lines = ["a b", "c", "d e f", "g"];
        let told = Arc::new(AtomicUsize::new(0));
        let watched = |last: usize| {
            let told = Arc::clone(&told);
            told.store(0, Ordering::Relaxed);
            let told: Told = Arc::new(move || told.fetch_add(1, Ordering::Relaxed) < last);
            Segments::from_lines("system", lines).watched(told)
        };
        let references = [Segments::from_lines("reference", lines)];
        let of =
            |system: &Segments| score(&references, system, 1, |line, _| vec![line.len() as i64]);
        assert_eq!(*of(&watched(4)).unwrap().columns[0].whole(), [3, 1, 5, 1]);
        assert_eq!(told.load(Ordering::Relaxed), 4);
        assert_eq!(of(&watched(2)).unwrap_err(), Error::Stopped);
    }
}
