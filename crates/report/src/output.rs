//! The forms in which an outcome is printed.

use restrap_words::vocabulary;

use crate::sheet::Sheet;

vocabulary! {
    /// How an outcome is printed.
    pub enum Output: "a form" {
        /// Tables of a terminal.
        Table = "table",
        /// A table in GitHub's Markdown.
        Markdown = "markdown",
        /// A table for LaTeX, with the rules of booktabs.
        Latex = "latex",
        /// All digits, one row per test or point.
        Csv = "csv",
        /// One line, for logs and the messages of commits.
        Line = "line",
    }
    default Table
}

/// An outcome that is printed in every form.
pub trait Report {
    /// What a terminal shows, styled; it ends with a line feed.
    fn page(&self) -> String;

    /// A sheet for a paper: rounded numbers, and below them what must be said of them.
    fn paper(&self) -> Sheet;

    /// A sheet for other programs: all digits that the outcome has.
    fn digits(&self) -> Sheet;

    /// The text of a form; it ends with a line feed.
    fn printed(&self, output: Output) -> String {
        match output {
            Output::Table => self.page(),
            Output::Markdown => self.paper().markdown(),
            Output::Latex => self.paper().latex(),
            Output::Csv => self.digits().csv(),
            Output::Line => self.paper().line(),
        }
    }
}
