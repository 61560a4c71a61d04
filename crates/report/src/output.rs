//! The forms in which an outcome is printed.

use restrap::outcome::Run;
use restrap_words::vocabulary;

use crate::sheet::{Sheet, latex, markdown};
use crate::terminal::wrapped;

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

    /// The recipe; an answer that is not a result has none.
    fn run(&self) -> Option<&Run> {
        None
    }

    /// The recipe in sentences, for a paper; it ends with a line feed.
    fn methods(&self, output: Output) -> String {
        let report = self.run().map_or("", |run| &run.report);
        let text = match output {
            Output::Markdown => markdown::escaped(report),
            Output::Latex => wrapped(&latex::escaped(report), ""),
            Output::Table | Output::Csv | Output::Line => wrapped(report, ""),
        };
        text + "\n"
    }

    /// Markdown of a paper.
    fn markdown(&self) -> String {
        self.paper().markdown()
    }

    /// LaTeX of a paper.
    fn latex(&self) -> String {
        self.paper().latex()
    }

    /// One line.
    fn line(&self) -> String {
        self.paper().line()
    }

    /// The text of a form; it ends with a line feed. Every row for other programs carries the recipe.
    fn printed(&self, output: Output) -> String {
        match output {
            Output::Table => self.page(),
            Output::Markdown => self.markdown(),
            Output::Latex => self.latex(),
            Output::Csv => match self.run() {
                Some(run) if !run.signature.is_empty() => {
                    self.digits().with_column("signature", &run.signature).csv()
                }
                _ => self.digits().csv(),
            },
            Output::Line => self.line(),
        }
    }
}
