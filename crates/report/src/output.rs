//! The forms in which an outcome is printed.

use restrap_words::vocabulary;

vocabulary! {
    /// How an outcome is printed.
    pub enum Output: "a form" {
        /// Tables of a terminal.
        Table = "table",
        /// A table in GitHub's Markdown.
        Markdown = "markdown",
        /// A table for LaTeX, with the rules of booktabs.
        Latex = "latex",
        /// One row per test, with all digits.
        Csv = "csv",
    }
    default Table
}
