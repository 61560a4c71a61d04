//! icefall: `recogs-*.txt`, two lines for each utterance, `id:<TAB>ref=['a', 'b']` and `id:<TAB>hyp=['a', 'c']`.
//!
//! Source: k2-fsa/icefall, `icefall/utils.py` (`store_transcripts`). Errors are counted by Levenshtein's distance of words.

use crate::format::number;
use crate::read::document::known::kaldi;
use crate::read::document::table::Table;

/// Reads utterances; returns `None` if a line is not one of the two kinds.
pub(super) fn read(text: &[u8]) -> Option<Table<'_>> {
    let mut lines = (1..)
        .zip(text.split(|byte| *byte == b'\n'))
        .filter(|(_, line)| !number::trim(line).is_empty());
    let mut utterances = Vec::new();
    while let Some((line, reference)) = lines.next() {
        let (id, reference) = words(reference, "ref")?;
        let (other, hypothesis) = words(lines.next()?.1, "hyp")?;
        if id != other {
            return None;
        }
        utterances.push((line, id, reference, hypothesis));
    }
    let records = utterances
        .into_iter()
        .map(|(line, id, reference, hypothesis)| {
            let errors = distance(&reference, &hypothesis);
            kaldi::record(
                (line, id),
                [errors as f64, reference.len() as f64],
                [&reference, &hypothesis],
            )
        });
    kaldi::table(records.collect())
}

/// The utterance and the words of a line of this kind.
fn words<'a>(line: &'a [u8], kind: &str) -> Option<(&'a str, Vec<&'a str>)> {
    let line = std::str::from_utf8(number::trim(line)).ok()?;
    let (id, rest) = line.split_once(":\t")?;
    let list = rest
        .strip_prefix(kind)?
        .strip_prefix("=[")?
        .strip_suffix(']')?;
    let word = |word: &'a str| {
        let word = word.trim();
        word.strip_prefix('\'')
            .and_then(|word| word.strip_suffix('\''))
            .or_else(|| {
                word.strip_prefix('"')
                    .and_then(|word| word.strip_suffix('"'))
            })
    };
    let words: Vec<&str> = if list.trim().is_empty() {
        Vec::new()
    } else {
        list.split(", ").map(word).collect::<Option<_>>()?
    };
    Some((id, words))
}

/// The least number of words to replace, insert and delete.
fn distance(reference: &[&str], hypothesis: &[&str]) -> usize {
    let mut row: Vec<usize> = (0..=hypothesis.len()).collect();
    for (i, word) in reference.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, other) in hypothesis.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = (corner + usize::from(word != other))
                .min(above + 1)
                .min(row[j] + 1);
            corner = above;
        }
    }
    row[hypothesis.len()]
}
