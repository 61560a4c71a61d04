//! TER (Snover et al. 2006) by Tercom's algorithm, as sacrebleu 2.6.0 has it.
//!
//! Edits are insertions, deletions and substitutions of words, and shifts of phrases, each of cost 1; TER is 100 · Σ edits / Σ mean
//! reference length, lower is better. Shifts are found greedily with Tercom's limits (`shift`). Statistics: `edits` against the best
//! reference, and `ref_len`, summed over the references of a segment so that it is an integer; the mean divides by their number.
//! Cost: about 15 µs per segment of 20 words and core, quadratic in its length and linear in the shifts tried (at most 1,000).

mod distance;
mod shift;
mod tokenize;

use super::ngram::Vocabulary;
use super::options::LOWERCASE;
use super::signature::{VERSION, case, yes_no};
use crate::describe::{Choice, Description, Flag, Make, Scorer, Switches};
use crate::outputs::segments::{
    Segments, check_aligned, check_references, check_sizes, references_of, score,
};
use crate::outputs::whitespace;
use crate::{ColumnName, Error, Losses, Metric, Statistics};

static SWITCHES: Switches = Switches {
    flag: "ter",
    help: "Switches of TER",
};

static NORMALIZED: Choice<bool> = Choice::switch(
    "normalized",
    Flag::WordOf(&SWITCHES),
    "Normalize: resolve entities and split off punctuation",
);

static NO_PUNCT: Choice<bool> =
    Choice::switch("no-punct", Flag::WordOf(&SWITCHES), "Remove punctuation");

static ASIAN: Choice<bool> = Choice::switch(
    "asian",
    Flag::WordOf(&SWITCHES),
    "Handle Chinese and Japanese in normalization and removal",
);

static CASE_SENSITIVE: Choice<bool> =
    Choice::switch("case-sensitive", Flag::WordOf(&SWITCHES), "Match case");

pub(super) static TER: Description = Description {
    printed: Some("TER"),
    options: &[&LOWERCASE, &NORMALIZED, &NO_PUNCT, &ASIAN, &CASE_SENSITIVE],
    ..Description::new(
        "ter",
        "Translation edit rate (TER), in per cent",
        Make::Segments(|name, references| {
            let options = TerOptions {
                normalized: name.get(&NORMALIZED),
                no_punctuation: name.get(&NO_PUNCT),
                asian_support: name.get(&ASIAN),
                case_sensitive: name.get(&CASE_SENSITIVE) && !name.get(&LOWERCASE),
            };
            Ok(Scorer::counted(Ter::new(options, references)?, Ter::score))
        }),
    )
};
pub use tokenize::TerOptions;

/// Longest segment: the table of two such takes 128 MiB.
const WORDS: usize = 4000;

/// Corpus TER, in percent.
#[derive(Debug, Clone, PartialEq)]
pub struct Ter {
    options: TerOptions,
    references: usize,
    columns: [ColumnName; 2],
}

impl Ter {
    /// TER against a number of references.
    ///
    /// # Errors
    ///
    /// No references.
    pub fn new(options: TerOptions, references: usize) -> Result<Self, Error> {
        check_references(references)?;
        Ok(Self {
            options,
            references,
            columns: ["edits".into(), "ref_len".into()],
        })
    }

    /// The statistics of a system's segments.
    ///
    /// # Errors
    ///
    /// Another number of references than the metric was made for, files of different lengths, or a segment of more than 4,000 words.
    pub fn score(&self, references: &[Segments], system: &Segments) -> Result<Statistics, Error> {
        check_aligned(references, system, self.references)?;
        let words = |line: &str| whitespace::words(&self.options.tokenize(line)).count();
        check_sizes(
            &[references, std::slice::from_ref(system)],
            (WORDS, "words for ter"),
            words,
        )?;
        let fits = |at: &usize| {
            let there = references_of(references, *at);
            let length: usize = there.iter().map(|line| words(line)).sum();
            (length * self.references).is_multiple_of(there.len().max(1))
        };
        let are_some_missing = references.iter().any(Segments::lacks_some);
        if let Some(at) = (0..system.len())
            .filter(|_| are_some_missing)
            .find(|at| !fits(at))
        {
            return Err(Error::Usage {
                message: format!(
                    "ter counts the mean length of a segment's references in parts of {}, and that of segment {} is none",
                    self.references,
                    at + 1
                ),
                hint: "give as many references to every segment, or use bleu or chrf".to_owned(),
            });
        }
        score(references, system, 2, |line, references| {
            self.segment(line, references)
        })
    }

    fn segment(&self, system: &str, references: &[&str]) -> Vec<i64> {
        let system = self.options.tokenize(system);
        let references: Vec<String> = references
            .iter()
            .map(|line| self.options.tokenize(line))
            .collect();
        let mut vocabulary = Vocabulary::default();
        let mut words = |line| vocabulary.numbers(whitespace::words(line));
        let system = words(&system);
        let references: Vec<Vec<u32>> = references.iter().map(|line| words(line)).collect();
        let edits = references
            .iter()
            .map(|reference| shift::edits(&system, reference))
            .min();
        let length: usize = references.iter().map(Vec::len).sum();
        // As if there were all references, of the same mean length.
        let length = length * self.references / references.len().max(1);
        vec![edits.unwrap_or(0), length as i64]
    }
}

impl Metric for Ter {
    fn name(&self) -> String {
        "ter".to_owned()
    }

    fn signature(&self) -> String {
        let TerOptions {
            normalized,
            no_punctuation,
            asian_support,
            case_sensitive,
        } = self.options;
        format!(
            "nrefs:{}|case:{}|tok:tercom|norm:{}|punct:{}|asian:{}|{VERSION}",
            self.references,
            case(!case_sensitive),
            yes_no(normalized),
            yes_no(!no_punctuation),
            yes_no(asian_support),
        )
    }

    fn columns(&self) -> &[ColumnName] {
        &self.columns
    }

    fn finish(&self, sums: &[i64]) -> f64 {
        let (edits, length) = (sums[0] as f64, sums[1] as f64 / self.references as f64);
        let value = if length > 0.0 {
            edits / length
        } else if edits > 0.0 {
            // Something against nothing.
            1.0
        } else {
            0.0
        };
        100.0 * value
    }

    fn range(&self) -> [f64; 2] {
        crate::range::POSITIVE
    }

    fn higher_is_better(&self) -> bool {
        false
    }

    fn is_percentage(&self) -> bool {
        true
    }

    fn losses(&self) -> Losses<'_> {
        Losses::Ratio {
            factor: 100.0 * self.references as f64,
        }
    }
}
