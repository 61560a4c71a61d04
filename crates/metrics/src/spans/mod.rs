//! Span F1 over CoNLL columns: named entities, chunks, slots.
//!
//! A span counts when its first token, its last token and its type are those of a gold span. The statistics of a sentence (or
//! document) are its true and false positives and its misses, pooled or by type, so that every average is a function of sums.
//!
//! [`Scheme::Lenient`] is what conlleval and seqeval's default mode do with any tags: an I without its B opens a span. The others
//! are seqeval's strict mode (`seqeval/scheme.py`, 1.2.2): what the scheme does not allow is not a span. They give different numbers,
//! so the scheme is part of the signature. [`Scheme::Tokens`] takes any labels, such as parts of speech: every token but O is a span, so the
//! pooled F is the accuracy of tokens where no label is O, and its average over types the F of labels.

mod options;
mod sentence_accuracy;
mod span_f;

pub use crate::outputs::scheme::{Scheme, Unit};
pub use crate::outputs::spans::{Column, Spans};
pub use options::{SCHEME, UNIT, scheme};
pub use span_f::{SpanF, types};

use crate::describe::Description;

/// Metrics of spans.
pub(crate) static METRICS: &[&Description] = &[
    &span_f::PRECISION,
    &span_f::RECALL,
    &span_f::F,
    &sentence_accuracy::SENTENCE_ACCURACY,
];
