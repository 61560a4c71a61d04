//! Machine translation and other text against references: BLEU, chrF, TER, WER, CER, ROUGE, exact match and F1 of answers.
//!
//! BLEU, chrF and TER are those of sacrebleu 2.6.0 (Post 2018, "A Call for Clarity in Reporting BLEU Scores"), down to the
//! statistics of a segment and the signature. Every segment is scored by itself, in parallel, in the order of the file.

mod alternatives;
mod answers;
mod bleu;
mod chrf;
mod error_rate;
mod ngram;
mod options;
mod rouge;
mod signature;
mod ter;
mod tokenize;

pub use crate::outputs::segments::{Segments, Told};
pub use answers::Answers;
pub use bleu::{Bleu, BleuOptions, Smoothing};
pub use chrf::{Chrf, ChrfOptions};
pub use error_rate::ErrorRate;
pub use options::ALTERNATIVES;
pub use rouge::{Rouge, RougeKind};
pub use ter::{Ter, TerOptions};
pub use tokenize::Tokenizer;

use crate::describe::Description;

/// Metrics of text.
pub(crate) static METRICS: &[&Description] = &[
    &bleu::BLEU,
    &chrf::CHRF,
    &chrf::CHRF_PLUS_PLUS,
    &ter::TER,
    &error_rate::WER,
    &error_rate::CER,
    &rouge::ROUGE_1,
    &rouge::ROUGE_2,
    &rouge::ROUGE_L,
    &rouge::ROUGE_LSUM,
    &answers::EXACT_MATCH,
    &answers::ANSWER_F1,
];
