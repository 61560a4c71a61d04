//! How many digits the numbers of a file have.

/// Precision in which a file holds its numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// 64-bit floating point, or text.
    #[default]
    Double,
    /// 32-bit floating point widened to 64 bits.
    Single,
}
