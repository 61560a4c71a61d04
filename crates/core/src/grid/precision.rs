//! How many digits the numbers of a file have.

use restrap_words::vocabulary;

vocabulary! {
    /// Precision in which a file holds its numbers.
    pub enum Precision: "a precision" {
        /// 64-bit floating point, or text.
        Double = "double",
        /// 32-bit floating point widened to 64 bits.
        Single = "single",
    }
    default Double
}
