//! Options of metrics of spans.

use super::{Scheme, Unit};
use crate::describe::{Choice, Flag, MetricName};

/// How tags mark spans.
pub static SCHEME: Choice<Scheme> = Choice::word(
    "scheme",
    Flag::Own,
    "NAME",
    "Tagging scheme; lenient is conlleval's, the others are strict as in seqeval",
    Scheme::Lenient,
);

/// The unit that is resampled as one item.
pub static UNIT: Choice<Option<Unit>> = Choice::perhaps(
    "unit",
    Flag::Own,
    "WORD",
    "Item of span metrics [default: document if the gold marks documents, else sentence]",
);

/// Returns the scheme of a metric's tags, or `None` if every label counts.
pub fn scheme(name: &MetricName) -> Option<Scheme> {
    name.description().takes(&SCHEME).then(|| name.get(&SCHEME))
}
