//! Options that several metrics of text take.

use crate::describe::{Choice, Flag};

/// Whether case is ignored.
pub static LOWERCASE: Choice<bool> = Choice::switch(
    "lowercase",
    Flag::Own,
    "Ignore case (BLEU, chrF, TER, WER, CER)",
);

/// Whether braces of a reference hold alternatives.
pub static ALTERNATIVES: Choice<bool> = Choice::switch(
    "alternatives",
    Flag::None,
    "Count the best of the spellings `{ a / b / @ }` of a reference, as sclite does (WER)",
);
