//! Words of the signatures that sacrebleu prints.

/// The version of sacrebleu whose definitions these are, as its signatures name it.
pub(super) const VERSION: &str = "version:2.6.0";

/// `yes` or `no`, as in sacrebleu's signatures.
pub(super) fn yes_no(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}

/// `lc` or `mixed`, as in sacrebleu's signatures.
pub(super) fn case(lowercase: bool) -> &'static str {
    if lowercase { "lc" } else { "mixed" }
}
