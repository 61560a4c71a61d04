//! Options that several metrics of text take.

use crate::describe::{Choice, Flag};

/// Whether case is ignored.
pub static LOWERCASE: Choice<bool> = Choice::switch(
    "lowercase",
    Flag::Own,
    "Ignore case (BLEU, chrF, TER, WER, CER)",
);
