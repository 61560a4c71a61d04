//! The ranking of one query: its lines parsed, put in order, and measured.

use std::cmp::Ordering;
use std::collections::HashMap;

use restrap_words::asked_as;

use super::groups::{Part, is_blank};
use super::{Measure, Ties};
use crate::kinds::topic::Judged;
use crate::{Error, Input, quote};

/// What the lines of a run hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// `query Q0 document rank score tag`.
    Trec,
    /// `query document rank`, as MS MARCO has it.
    Marco,
}

impl Format {
    /// By the first line that is not blank.
    pub(super) fn of(input: Input<'_>, first_line: u64) -> Result<Self, Error> {
        let lines = input.bytes.split(|byte| *byte == b'\n').zip(first_line..);
        for (line, number) in lines {
            match fields(line).count() {
                _ if line.starts_with(b"#") => {}
                0 => {}
                3 => return Ok(Self::Marco),
                6 => return Ok(Self::Trec),
                count => {
                    return Err(wrong_count(
                        input,
                        line,
                        number,
                        "6 fields, `query Q0 document rank score tag`, or 3, `query document rank`",
                        count,
                    ));
                }
            }
        }
        Err(input.fault(first_line, None, "a run", "only blank lines"))
    }
}

fn wrong_count(input: Input<'_>, line: &[u8], number: u64, expected: &str, count: usize) -> Error {
    let found = format!("{}: {}", quote::count(count, "field"), quote::quoted(line));
    let hint = match count {
        5 => "a run has a tag at the end of each line: add one",
        7.. => "tags and ids have no blanks: take them out",
        _ => return input.fault(number, None, expected, &found),
    };
    input.fault(number, None, expected, &found).with_hint(hint)
}

fn fields(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|byte| is_blank(*byte))
        .filter(|field| !field.is_empty())
}

/// A retrieved document.
#[derive(Debug, Clone, Copy)]
struct Entry<'a> {
    /// In single precision, as trec_eval compares it.
    score: f32,
    document: &'a [u8],
    line: u64,
}

/// What is kept of a ranking.
#[derive(Debug)]
pub(super) struct Ranked {
    pub(super) values: Vec<f64>,
    /// Whether a tie crosses the cut-off of each measure.
    pub(super) ties_across: Vec<bool>,
    /// Documents above the cut-off of each measure, and how many of them are judged; 0 without a cut-off.
    pub(super) judged: Vec<[u64; 2]>,
    pub(super) first_line: u64,
    /// Documents of the query.
    pub(super) documents: usize,
}

/// How the lines of a query become a ranking.
pub(super) struct Reader<'a> {
    pub(super) input: Input<'a>,
    pub(super) format: Format,
    pub(super) ties: Ties,
    /// How many ranks any measure looks at; `None` for all.
    pub(super) depth: Option<usize>,
    pub(super) measures: &'a [Measure],
}

impl Reader<'_> {
    /// Ranks and measures the documents of a query.
    pub(super) fn rank(&self, judged: &Judged, parts: &[Part<'_>]) -> Result<Ranked, Error> {
        let mut entries = Vec::new();
        for part in parts {
            for (line, number) in part.text.split(|byte| *byte == b'\n').zip(part.line..) {
                entries.extend(self.entry(line, number)?);
            }
        }
        self.check_documents(&entries)?;
        let retrieved = entries.len();
        let kept = self.order(&mut entries)?;
        let tied_at = |k: usize| k > 0 && k < kept && entries[k - 1].score == entries[k].score;
        let ties_across = self
            .measures
            .iter()
            .map(|measure| measure.cut_of_all().is_some_and(tied_at))
            .collect();
        let depth = self.depth.unwrap_or(kept).min(kept);
        let grades: Vec<Option<i32>> = entries[..depth]
            .iter()
            .map(|entry| judged.grade(entry.document))
            .collect();
        let values = self
            .measures
            .iter()
            .map(|measure| measure.value(judged, &grades, retrieved))
            .collect();
        let judged = |measure: &Measure| {
            let top = &grades[..measure.cut_of_all().unwrap_or(0).min(depth)];
            [top.len() as u64, top.iter().flatten().count() as u64]
        };
        let judged = self.measures.iter().map(judged).collect();
        let first_line = parts.first().map_or(0, |part| part.line);
        Ok(Ranked {
            values,
            ties_across,
            judged,
            first_line,
            documents: retrieved,
        })
    }

    /// One line; `None` when it is blank.
    fn entry<'l>(&self, line: &'l [u8], number: u64) -> Result<Option<Entry<'l>>, Error> {
        let mut found = [&line[..0]; 6];
        let mut count = 0;
        for field in fields(line) {
            if let Some(slot) = found.get_mut(count) {
                *slot = field;
            }
            count += 1;
        }
        let (document, score) = match (self.format, count) {
            (_, 0) => return Ok(None),
            (Format::Trec, 6) => (found[2], self.score(line, found[4], number)?),
            (Format::Marco, 3) => (found[1], self.marco(line, found[2], number)?),
            (Format::Trec, _) => {
                let expected = "6 fields, `query Q0 document rank score tag`";
                return Err(wrong_count(self.input, line, number, expected, count));
            }
            (Format::Marco, _) => {
                let expected = "3 fields, `query document rank`, as in the first line";
                return Err(wrong_count(self.input, line, number, expected, count));
            }
        };
        Ok(Some(Entry {
            score,
            document,
            line: number,
        }))
    }

    /// A score, rounded to double and then to single precision as C does.
    fn score(&self, line: &[u8], field: &[u8], number: u64) -> Result<f32, Error> {
        match fast_float2::parse::<f64, _>(field) {
            Ok(score) if !score.is_nan() => Ok(score as f32),
            _ => Err(self.at(line, field, number, "a number as score")),
        }
    }

    /// Minus the rank of an MS MARCO line. Ranks beyond 2^24 would tie in single precision.
    fn marco(&self, line: &[u8], field: &[u8], number: u64) -> Result<f32, Error> {
        // Digit by digit: the bytes may be of a mapping, which makes no text.
        let digits = field.strip_prefix(b"+").unwrap_or(field);
        let rank = digits.iter().try_fold(0u32, |rank, byte| {
            let digit = byte.is_ascii_digit().then(|| u32::from(byte - b'0'))?;
            rank.checked_mul(10)?.checked_add(digit)
        });
        let rank = rank.filter(|_| !digits.is_empty());
        match rank {
            Some(rank) if rank <= 1 << 24 => Ok(-(rank as f32)),
            _ => Err(self.at(line, field, number, "a rank from 0 to 16777216")),
        }
    }

    fn at(&self, line: &[u8], field: &[u8], number: u64, expected: &str) -> Error {
        let column = (field.as_ptr() as usize).saturating_sub(line.as_ptr() as usize) as u64 + 1;
        self.input
            .fault(number, Some(column), expected, &quote::quoted(field))
    }

    /// Refuses a document that stands twice.
    fn check_documents(&self, entries: &[Entry<'_>]) -> Result<(), Error> {
        let mut lines: HashMap<&[u8], u64> = HashMap::with_capacity(entries.len());
        for entry in entries {
            if let Some(before) = lines.insert(entry.document, entry.line) {
                let found = format!(
                    "{} again, first on line {before}",
                    quote::quoted(entry.document)
                );
                return Err(self.input.fault(
                    entry.line,
                    None,
                    "each document of a query once",
                    &found,
                ));
            }
        }
        Ok(())
    }

    /// Puts the documents in order, as far as a measure looks and one rank more; returns how many are in order.
    fn order(&self, entries: &mut [Entry<'_>]) -> Result<usize, Error> {
        let by_score =
            |a: &Entry<'_>, b: &Entry<'_>| b.score.partial_cmp(&a.score).unwrap_or(Ordering::Equal);
        let compare = |a: &Entry<'_>, b: &Entry<'_>| {
            by_score(a, b).then_with(|| match self.ties {
                Ties::Trec | Ties::Error => b.document.cmp(a.document),
                Ties::DocidAscending => a.document.cmp(b.document),
                Ties::File => a.line.cmp(&b.line),
            })
        };
        if self.ties == Ties::Error {
            entries.sort_unstable_by(|a, b| by_score(a, b).then(a.line.cmp(&b.line)));
            if let Some(pair) = entries
                .windows(2)
                .find(|pair| pair[0].score == pair[1].score)
            {
                let found = format!(
                    "{} and {} (line {}) both at {}",
                    quote::quoted(pair[1].document),
                    quote::quoted(pair[0].document),
                    pair[0].line,
                    pair[0].score
                );
                return Err(self
                    .input
                    .fault(
                        pair[1].line,
                        None,
                        "documents of different score (in single precision)",
                        &found,
                    )
                    .with_hint(format!(
                        "choose how ties are broken: {}, docid-asc or file",
                        asked_as("run-ties", Ties::Trec)
                    )));
            }
        }
        let wanted = self.depth.map_or(entries.len(), |depth| {
            depth.saturating_add(1).min(entries.len())
        });
        if !entries.is_sorted_by(|a, b| compare(a, b) != Ordering::Greater) {
            if wanted < entries.len() {
                entries.select_nth_unstable_by(wanted, compare);
            }
            entries[..wanted].sort_unstable_by(compare);
        }
        Ok(wanted)
    }
}
