//! Kaldi: `per_utt` of the scoring scripts, four lines for each utterance: the reference, the hypothesis, what was done to each word, and
//! how often each.
//!
//! Source: kaldi-asr/kaldi, `egs/wsj/s5/utils/scoring/wer_per_utt_details.pl`. `***` is the place of a word that one of both lacks.

use crate::format::number;
use crate::read::document::table::Table;
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

/// The mark of a missing word.
const GAP: &str = "***";
/// The field of errors and words of the reference.
const RATE: &str = "wer";

/// Reads utterances; returns `None` if a line is not one of the four kinds.
pub(super) fn read(text: &[u8]) -> Option<Table<'_>> {
    let mut lines = (1..)
        .zip(text.split(|byte| *byte == b'\n'))
        .filter(|(_, line)| !number::trim(line).is_empty());
    let mut records = Vec::new();
    while let Some((line, reference)) = lines.next() {
        let (id, reference) = words(reference, "ref", None)?;
        let mut next = |kind: &str| Some(words(lines.next()?.1, kind, Some(id))?.1);
        let (hypothesis, done, counts) = (next("hyp")?, next("op")?, next("#csid")?);
        let counts: Vec<u32> = counts
            .iter()
            .map(|count| count.parse().ok())
            .collect::<Option<_>>()?;
        let [correct, substituted, inserted, deleted] = counts[..] else {
            return None;
        };
        let told = |operation: &str| done.iter().filter(|one| **one == operation).count();
        let are = ["C", "S", "I", "D"].map(told);
        let is_same = [correct, substituted, inserted, deleted]
            .iter()
            .zip(are)
            .all(|(count, seen)| usize::try_from(*count) == Ok(seen));
        if !is_same || reference.len() != done.len() || hypothesis.len() != done.len() {
            return None;
        }
        let errors = f64::from(substituted) + f64::from(inserted) + f64::from(deleted);
        let spoken = f64::from(correct) + f64::from(substituted) + f64::from(deleted);
        records.push(record(
            (line, id),
            [errors, spoken],
            [&reference, &hypothesis],
        ));
    }
    table(records)
}

/// The record of an utterance: its line and id, errors and words of the reference, the words of both.
pub(super) fn record<'a>(
    (line, id): (u64, &'a str),
    [errors, spoken]: [f64; 2],
    [reference, hypothesis]: [&[&str]; 2],
) -> Record<'a> {
    let leaves = vec![
        ("utt".to_owned(), Leaf::Text(id.into())),
        (RATE.to_owned(), Leaf::Pair([errors, spoken])),
        (format!("{RATE}.0"), Leaf::Value(errors)),
        (format!("{RATE}.1"), Leaf::Value(spoken)),
        ("ref".to_owned(), join(reference)),
        ("hyp".to_owned(), join(hypothesis)),
    ];
    Record {
        leaves,
        ..Record::new(line)
    }
}

/// The table of utterances; `None` without any.
pub(super) fn table(records: Vec<Record<'_>>) -> Option<Table<'_>> {
    (!records.is_empty()).then(|| Table {
        records,
        dialect: Dialect {
            ids: vec!["utt".to_owned()],
            metrics: Some(vec![RATE.to_owned()]),
        },
        said: None,
        samples: None,
        only: None,
    })
}

/// Returns the utterance and the words of a line of this kind.
fn words<'a>(line: &'a [u8], kind: &str, of: Option<&str>) -> Option<(&'a str, Vec<&'a str>)> {
    let mut words = std::str::from_utf8(line).ok()?.split_ascii_whitespace();
    let id = words.next().filter(|id| of.is_none_or(|of| *id == of))?;
    (words.next() == Some(kind)).then(|| (id, words.collect()))
}

/// Joins the words of a line, without the marks of gaps.
fn join<'a>(words: &[&str]) -> Leaf<'a> {
    let words: Vec<&str> = words.iter().copied().filter(|word| *word != GAP).collect();
    Leaf::Text(words.join(" ").into())
}
