//! Word and character error rate: edits / reference length, summed over segments; lower is better.
//!
//! Edits are insertions, deletions and substitutions of cost 1 (Levenshtein; bit-parallel by `rapidfuzz`, Hyyrö 2003). Words are
//! separated by whitespace, characters are code points with the spaces between words; nothing is normalized but, if asked for, case. The same numbers as
//! jiwer 4.0. Cost: the product of the lengths over 64, some 0.6 s for 65,000 words.

use rapidfuzz::distance::levenshtein;
use restrap_words::asked;

use super::alternatives::{self, Network};
use super::options::{ALTERNATIVES, LOWERCASE};
use super::{ngram::Vocabulary, signature::case};
use crate::describe::{Description, Make, Scorer};
use crate::outputs::segments::{Segments, check_aligned, check_sizes, score};
use crate::outputs::whitespace;
use crate::{ColumnName, Error, Losses, Metric, Statistics};

pub(super) static WER: Description = Description {
    printed: Some("WER"),
    options: &[&LOWERCASE, &ALTERNATIVES],
    ..Description::new(
        "wer",
        "Word error rate",
        Make::Segments(|name, references| {
            let metric = ErrorRate {
                alternatives: name.get(&ALTERNATIVES),
                ..ErrorRate::words(name.get(&LOWERCASE))
            };
            scorer(metric, references)
        }),
    )
};

pub(super) static CER: Description = Description {
    printed: Some("CER"),
    options: &[&LOWERCASE],
    ..Description::new(
        "cer",
        "Character error rate",
        Make::Segments(|name, references| {
            scorer(ErrorRate::characters(name.get(&LOWERCASE)), references)
        }),
    )
};

fn scorer(metric: ErrorRate, references: usize) -> Result<Scorer<[Segments], Segments>, Error> {
    if references != 1 {
        let message = format!("error rates take one reference, found {references}");
        return Err(Error::usage(message, format!("give one {}", asked("ref"))));
    }
    Ok(Scorer::counted(
        metric,
        |metric, references: &[Segments], system| metric.score(&references[0], system),
    ))
}

/// Longest segment: two such take about a second.
pub(super) const SYMBOLS: usize = 1 << 16;

/// Longest segment where the reference has alternatives, whose table is not bit-parallel.
const SYMBOLS_OF_NETWORKS: usize = 1 << 13;

/// WER or CER against one reference.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorRate {
    characters: bool,
    lowercase: bool,
    /// Braces of the reference hold alternatives.
    alternatives: bool,
    columns: [ColumnName; 2],
}

impl ErrorRate {
    /// Word error rate.
    pub fn words(lowercase: bool) -> Self {
        Self {
            characters: false,
            lowercase,
            alternatives: false,
            columns: ["edits".into(), "ref_words".into()],
        }
    }

    /// Counts the fewest edits of all spellings of a reference, whose alternatives stand in braces as sclite writes them
    /// (`{ gonna / going to / @ } stay`), over the words of that spelling; of several, of the longest. Words only.
    #[must_use]
    pub fn with_alternatives(self) -> Self {
        Self {
            alternatives: !self.characters,
            ..self
        }
    }

    /// Character error rate.
    pub fn characters(lowercase: bool) -> Self {
        Self {
            characters: true,
            lowercase,
            alternatives: false,
            columns: ["edits".into(), "ref_chars".into()],
        }
    }

    /// The statistics of a system's segments.
    ///
    /// # Errors
    ///
    /// Files of different lengths, or a segment of more than 65,536 words or characters; with alternatives, 8,192 words, and braces
    /// that are not closed or stand in the system's text.
    pub fn score(&self, reference: &Segments, system: &Segments) -> Result<Statistics, Error> {
        let references = std::slice::from_ref(reference);
        check_aligned(references, system, 1)?;
        let unit = if self.characters {
            "characters for cer"
        } else {
            "words for wer"
        };
        let count = |line: &str| {
            if self.characters {
                line.chars().count()
            } else {
                whitespace::words(line).count()
            }
        };
        let most = if self.alternatives {
            SYMBOLS_OF_NETWORKS
        } else {
            SYMBOLS
        };
        check_sizes(
            &[references, std::slice::from_ref(system)],
            (most, unit),
            count,
        )?;
        if self.alternatives {
            alternatives::check(reference, system)?;
        }
        score(references, system, 2, |line, references| {
            self.segment(line, references[0])
        })
    }

    fn segment(&self, system: &str, reference: &str) -> Vec<i64> {
        let lowered = |line: &str| {
            if self.lowercase {
                line.to_lowercase()
            } else {
                line.to_owned()
            }
        };
        let (system, reference) = (lowered(system), lowered(reference));
        let mut vocabulary = Vocabulary::default();
        // Braces that are not closed were refused.
        if self.alternatives
            && let Ok(network) = Network::parse(&reference)
        {
            let network = network.numbered(&mut vocabulary);
            let system = vocabulary.numbers(whitespace::words(&system));
            return network.edits(&system).to_vec();
        }
        let mut symbols = |line| -> Vec<u32> {
            if self.characters {
                str::trim_matches(line, whitespace::is_space)
                    .chars()
                    .map(u32::from)
                    .collect()
            } else {
                vocabulary.numbers(whitespace::words(line))
            }
        };
        let (system, reference) = (symbols(&system), symbols(&reference));
        let edits = levenshtein::distance(system.iter().copied(), reference.iter().copied());
        vec![edits as i64, reference.len() as i64]
    }
}

impl Metric for ErrorRate {
    fn name(&self) -> String {
        if self.characters { "cer" } else { "wer" }.to_owned()
    }

    fn signature(&self) -> String {
        format!(
            "{}|nrefs:1|case:{}{}|sum(edits)/sum({})",
            self.name(),
            case(self.lowercase),
            if self.alternatives {
                "|alternatives:fewest edits"
            } else {
                ""
            },
            self.columns[1]
        )
    }

    fn columns(&self) -> &[ColumnName] {
        &self.columns
    }

    fn finish(&self, sums: &[i64]) -> f64 {
        match (sums[0], sums[1]) {
            (0, 0) => 0.0,
            // Something against nothing, as in TER.
            (_, 0) => 1.0,
            (edits, length) => edits as f64 / length as f64,
        }
    }

    fn range(&self) -> [f64; 2] {
        crate::range::POSITIVE
    }

    fn higher_is_better(&self) -> bool {
        false
    }

    fn losses(&self) -> Losses<'_> {
        Losses::Ratio { factor: 1.0 }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        // Words beyond 64, and beyond the first 256, take other ways through the bit-parallel code.
        #[test]
        fn edits_are_those_of_the_table(
            a in vec(prop_oneof![0_u32..4, 250..260_u32, Just(u32::MAX)], 0..200),
            b in vec(prop_oneof![0_u32..4, 250..260_u32, Just(u32::MAX)], 0..200),
        ) {
            let edits = levenshtein::distance(a.iter().copied(), b.iter().copied());
            prop_assert_eq!(edits, strsim::generic_levenshtein(&a, &b));
        }
    }
}
