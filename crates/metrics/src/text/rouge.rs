//! ROUGE-1, ROUGE-2 and ROUGE-L (Lin 2004) of documents, as the package rouge-score 0.1.2 computes them without stemming.
//!
//! A document is one line. Words are runs of `a` to `z` and digits after lowercasing, everything else separates them. ROUGE-N counts
//! clipped n-grams, ROUGE-L the longest common subsequence of the whole document, ROUGE-Lsum the union of those of each sentence of the
//! reference with every sentence of the system (Lin 2004, section 3.2), where line feeds within a text, as JSON has them, end sentences. Of
//! several references the one with the best F counts. The corpus value is the mean over documents, so that the scorer gives one
//! score per document. Cost of ROUGE-L (bit-parallel, by `rapidfuzz`; Hyyrö 2004): the product of the lengths over 64, about 1 s
//! for two documents of 65,000 words.

use std::collections::HashMap;

use rapidfuzz::distance::lcs_seq;

use super::error_rate::SYMBOLS;
use super::ngram::{Grams, Vocabulary};
use crate::describe::{AnyChoice, Choice, Description, Flag, Make, Scorer};
use crate::labels::{Measure, ZeroDivision};
use crate::outputs::segments::{
    Segments, check_aligned, check_references, check_sizes, references_of,
};
use crate::{Error, Mean, Scores};

/// What is reported.
static REPORT: Choice<Report> = Choice::word(
    "report",
    Flag::Named("rouge"),
    "WORD",
    "ROUGE score to report",
    Report::F1,
);

static OPTIONS: &[&dyn AnyChoice] = &[&REPORT];

pub(super) static ROUGE_1: Description = Description {
    printed: Some("ROUGE-1"),
    options: OPTIONS,
    ..Description::new(
        RougeKind::One.name(),
        "ROUGE-1: overlap of words",
        Make::Segments(|name, _| scorer(RougeKind::One, name.get(&REPORT))),
    )
};

pub(super) static ROUGE_2: Description = Description {
    printed: Some("ROUGE-2"),
    options: OPTIONS,
    ..Description::new(
        RougeKind::Two.name(),
        "ROUGE-2: overlap of bigrams",
        Make::Segments(|name, _| scorer(RougeKind::Two, name.get(&REPORT))),
    )
};

pub(super) static ROUGE_L: Description = Description {
    printed: Some("ROUGE-L"),
    options: OPTIONS,
    ..Description::new(
        RougeKind::L.name(),
        "ROUGE-L: longest common subsequence",
        Make::Segments(|name, _| scorer(RougeKind::L, name.get(&REPORT))),
    )
};

pub(super) static ROUGE_LSUM: Description = Description {
    printed: Some("ROUGE-Lsum"),
    options: OPTIONS,
    aliases: &["rouge-l-sum"],
    ..Description::new(
        RougeKind::LSum.name(),
        "ROUGE-Lsum: longest common subsequences of sentences",
        Make::Segments(|name, _| scorer(RougeKind::LSum, name.get(&REPORT))),
    )
};

fn scorer(kind: RougeKind, report: Report) -> Result<Scorer<[Segments], Segments>, Error> {
    let measure = match report {
        Report::F1 => Measure::F { beta: 1.0 },
        Report::Precision => Measure::Precision,
        Report::Recall => Measure::Recall,
    };
    let rouge = Rouge::new(kind, measure)?;
    Ok(Scorer::mean(move |references: &[Segments], system| {
        rouge.score(references, system)
    }))
}

restrap_words::vocabulary! {
    /// What ROUGE reports.
    enum Report: "a report" {
        /// F1.
        F1 = "f1",
        /// Matches of all words of the system.
        Precision = "precision",
        /// Matches of all words of the reference.
        Recall = "recall",
    }
}

restrap_words::vocabulary! {
    /// What is matched.
    pub enum RougeKind: "a kind of ROUGE" {
        /// Words.
        One = "rouge-1",
        /// Pairs of neighbours.
        Two = "rouge-2",
        /// The longest common subsequence.
        L = "rouge-l",
        /// The longest common subsequences of sentences.
        LSum = "rouge-lsum",
    }
}

/// ROUGE of documents.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rouge {
    kind: RougeKind,
    measure: Measure,
}

/// Words of a sentence from which its table of subsequences would take more than 64 MiB.
const LONGEST_SENTENCE: usize = 4_096;

/// The words of a document, by number.
struct Document {
    words: Vec<u32>,
    /// Where each sentence ends among the words.
    ends: Vec<usize>,
    grams: Grams,
}

impl Rouge {
    /// Precision, recall or F of a kind of match.
    ///
    /// # Errors
    ///
    /// A beta that is not positive and finite.
    pub fn new(kind: RougeKind, measure: Measure) -> Result<Self, Error> {
        measure.check()?;
        Ok(Self { kind, measure })
    }

    /// One score per document.
    ///
    /// # Errors
    ///
    /// No references, files of different lengths, or (ROUGE-L) a document of more than 65,536 words.
    pub fn score(&self, references: &[Segments], system: &Segments) -> Result<Scores, Error> {
        check_references(references.len())?;
        check_aligned(references, system, references.len())?;
        if self.kind == RougeKind::L {
            let count = |line: &str| words(&line.to_lowercase()).count();
            check_sizes(
                &[references, std::slice::from_ref(system)],
                (SYMBOLS, "words for rouge-l"),
                count,
            )?;
        }
        if self.kind == RougeKind::LSum {
            let longest = |text: &str| {
                let sentences = text.to_lowercase();
                let counts = sentences
                    .split('\n')
                    .map(|sentence| words(sentence).count());
                counts.max().unwrap_or(0)
            };
            check_sizes(
                &[references, std::slice::from_ref(system)],
                (LONGEST_SENTENCE, "words of a sentence for rouge-lsum"),
                longest,
            )?;
        }
        let scores =
            system.map(|at| self.document(system.line(at), &references_of(references, at)))?;
        let name = self.kind.name().to_owned();
        let signature = format!(
            "{name}|{}|nrefs:{}|stem:no|words:[a-z0-9]+",
            self.measure.name(),
            references.len()
        );
        Ok(Scores {
            mean: Mean {
                name,
                signature,
                higher_is_better: true,
                range: Some(crate::range::UNIT),
            },
            scores,
            ids: None,
        })
    }

    fn document(&self, system: &str, references: &[&str]) -> f64 {
        let system = system.to_lowercase();
        let references: Vec<String> = references.iter().map(|line| line.to_lowercase()).collect();
        let mut vocabulary = Vocabulary::default();
        let system = Document::new(&system, &mut vocabulary);
        let mut best = (-1.0, 0.0);
        for reference in &references {
            let reference = Document::new(reference, &mut vocabulary);
            let counts = self.counts(&system, reference);
            let [precision, recall, value] = [Measure::Precision, Measure::Recall, self.measure]
                .map(|measure| measure.value(counts, ZeroDivision::Zero));
            // References of equal F are told apart by its last bit, as in the package: so it is computed as there.
            let whole = precision + recall;
            let f = if whole > 0.0 {
                2.0 * precision * recall / whole
            } else {
                0.0
            };
            if f > best.0 {
                best = (f, value);
            }
        }
        best.1
    }

    /// Matches, what only the system has, what only the reference has.
    fn counts(&self, system: &Document, reference: Document) -> [i64; 3] {
        let order = if self.kind == RougeKind::Two { 2 } else { 1 };
        let (of_system, of_reference) = (system.grams.total(order), reference.grams.total(order));
        let matched = match self.kind {
            RougeKind::LSum => union_of_sentences(system, &reference),
            RougeKind::L => longest_common_subsequence(&system.words, &reference.words),
            _ => system.grams.matches(&[reference.grams], order),
        };
        [matched, of_system - matched, of_reference - matched]
    }
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit())
        .filter(|word| !word.is_empty())
}

impl Document {
    /// The words of a text in lower case, which line feeds split into sentences.
    fn new<'t>(text: &'t str, vocabulary: &mut Vocabulary<'t>) -> Self {
        let (mut all, mut ends) = (Vec::new(), Vec::new());
        for sentence in text.split('\n') {
            all.extend(vocabulary.numbers(words(sentence)));
            ends.push(all.len());
        }
        Self {
            grams: Grams::new(all.iter().copied()),
            words: all,
            ends,
        }
    }

    /// The words of each sentence that has some.
    fn sentences(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let each = starts
            .zip(&self.ends)
            .map(|(start, end)| &self.words[start..*end]);
        each.filter(|sentence| !sentence.is_empty())
    }
}

/// The words of the reference that are in a longest common subsequence of their sentence with some sentence of the system, each counted as
/// often as both have it.
fn union_of_sentences(system: &Document, reference: &Document) -> i64 {
    let mut left: HashMap<u32, i64> = HashMap::new();
    for word in &system.words {
        *left.entry(*word).or_default() += 1;
    }
    let mut hits = 0;
    for sentence in reference.sentences() {
        let mut is_in = vec![false; sentence.len()];
        for other in system.sentences() {
            mark_common(sentence, other, &mut is_in);
        }
        for (word, _) in sentence.iter().zip(&is_in).filter(|(_, is_in)| **is_in) {
            let of_system = left.entry(*word).or_default();
            if *of_system > 0 {
                *of_system -= 1;
                hits += 1;
            }
        }
    }
    hits
}

/// Marks the places of the first sentence that are in the longest common subsequence with the second, of several the one that rouge-score
/// takes: by the table of Wagner and Fischer (1974), back from its last cell, to the left only where that is longer.
fn mark_common(first: &[u32], second: &[u32], is_in: &mut [bool]) {
    let width = second.len() + 1;
    let mut table = vec![0_u32; (first.len() + 1) * width];
    for (i, word) in first.iter().enumerate() {
        for (j, other) in second.iter().enumerate() {
            table[(i + 1) * width + j + 1] = if word == other {
                table[i * width + j] + 1
            } else {
                table[i * width + j + 1].max(table[(i + 1) * width + j])
            };
        }
    }
    let (mut i, mut j) = (first.len(), second.len());
    while i > 0 && j > 0 {
        if first[i - 1] == second[j - 1] {
            is_in[i - 1] = true;
            (i, j) = (i - 1, j - 1);
        } else if table[i * width + j - 1] > table[(i - 1) * width + j] {
            j -= 1;
        } else {
            i -= 1;
        }
    }
}

/// The length of the longest common subsequence.
fn longest_common_subsequence(a: &[u32], b: &[u32]) -> i64 {
    lcs_seq::similarity(a.iter().copied(), b.iter().copied()) as i64
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_longest_common_subsequence_keeps_order() {
        assert_eq!(
            longest_common_subsequence(&[1, 2, 3, 4], &[2, 4, 3, 4, 1]),
            3
        );
        assert_eq!(longest_common_subsequence(&[], &[1]), 0);
    }

    #[test]
    fn sentences_are_matched_in_any_order() {
        let score = |reference: &str, system: &str| {
            let rouge = Rouge::new(RougeKind::LSum, Measure::F { beta: 1.0 }).expect("a beta");
            rouge.document(system, &[reference])
        };
        // rouge_score 0.1.2: F of rougeLsum.
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        close(
            score("the cat sat\na dog ran", "a dog ran\nthe cat sat"),
            1.0,
        );
        close(
            score("the cat sat on\nthe mat", "the mat\nsat the cat"),
            8.0 / 11.0,
        );
        close(score("", "a"), 0.0);
        // One sentence each: as ROUGE-L.
        let l = Rouge::new(RougeKind::L, Measure::F { beta: 1.0 }).expect("a beta");
        let texts = ("a b c d e a b", "b a c e d b a");
        close(score(texts.0, texts.1), l.document(texts.1, &[texts.0]));
    }

    /// Length of the longest common subsequence by the table of Wagner and Fischer (1974), cell by cell.
    fn by_table(a: &[u32], b: &[u32]) -> i64 {
        let mut row = vec![0; b.len() + 1];
        for x in a {
            // The cell above and to the left.
            let mut corner = 0;
            for (j, y) in b.iter().enumerate() {
                let above = row[j + 1];
                row[j + 1] = if x == y {
                    corner + 1
                } else {
                    above.max(row[j])
                };
                corner = above;
            }
        }
        row[b.len()]
    }

    proptest! {
        // Words beyond 64, and beyond the first 256, take other ways through the bit-parallel code.
        #[test]
        fn the_longest_common_subsequence_is_that_of_the_table(
            a in vec(prop_oneof![0_u32..4, 250..260_u32, Just(u32::MAX)], 0..200),
            b in vec(prop_oneof![0_u32..4, 250..260_u32, Just(u32::MAX)], 0..200),
        ) {
            prop_assert_eq!(longest_common_subsequence(&a, &b), by_table(&a, &b));
        }
    }

    #[test]
    fn words_are_ascii_letters_and_digits() {
        assert_eq!(
            words("it's na\u{ef}ve 3.5").collect::<Vec<_>>(),
            ["it", "s", "na", "ve", "3", "5"]
        );
    }
}
