//! The forms in which an outcome is printed.

use restrap::outcome::Run;
use restrap::{Explained, Methods, Piece};
use restrap_words::{Note, vocabulary};
use serde::Serialize;
use serde_json::Value;

use crate::frame::Frame;
use crate::sheet::{Sheet, Titles, latex, left, markdown};
use crate::terminal::{self, bold, wrapped};

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

    /// The answer as its JSON, which the rows for other programs are taken from.
    fn json(&self) -> Value;

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
        self.paper().latex(Titles::default())
    }

    /// One line.
    fn line(&self) -> String {
        self.paper().line()
    }

    /// The text of a form; it ends with a line feed. Every row for other programs carries the recipe.
    fn printed(&self, output: Output) -> String {
        let assumed: Vec<&Note> = self.run().into_iter().flat_map(Run::assumptions).collect();
        match output {
            Output::Table => terminal::assumed(&assumed) + &self.page(),
            Output::Markdown => {
                let lines = assumed
                    .iter()
                    .map(|note| format!("> Assumed: {}\n", markdown::escaped(&note.text)));
                let lines: String = lines.collect();
                let end = if lines.is_empty() { "" } else { "\n" };
                lines + end + &self.markdown()
            }
            Output::Latex => {
                let lines = assumed
                    .iter()
                    .map(|note| format!("% Assumed: {}\n", note.text));
                lines.collect::<String>() + &self.latex()
            }
            Output::Csv => Frame::new(&self.json()).csv(),
            Output::Line => self.line(),
        }
    }
}

/// The JSON of an answer.
pub(crate) fn json_of(answer: &impl Serialize) -> Value {
    serde_json::to_value(answer).unwrap_or_default()
}

/// What the block is called.
pub(crate) const TITLE: &str = "What the numbers are, and are not";

/// The numbers of an answer in words, in a form that has room for them; `None` for one row per number, and for a line.
pub fn explained(all: &[Explained], output: Output) -> Option<String> {
    let lines =
        |of: &dyn Fn(&Explained) -> String| all.iter().map(of).collect::<Vec<_>>().join("\n");
    Some(match output {
        Output::Table => {
            let each = lines(&|one| wrapped(&format!("{}: {}", one.number, one.words), "  "));
            format!("{}\n{each}\n", bold(TITLE))
        }
        Output::Markdown => {
            format!(
                "**{TITLE}**\n\n{}\n",
                lines(&|one| format!("- {}: {}", one.number, one.words))
            )
        }
        Output::Latex => format!(
            "{}\n",
            lines(&|one| format!("% {}: {}", one.number, one.words))
        ),
        Output::Csv | Output::Line => return None,
    })
}

/// Explanations as a table of a page.
pub(crate) fn sheet(all: &[Explained]) -> Sheet {
    let mut sheet = Sheet::new([left("number"), left("what it is, and is not")]);
    for one in all {
        sheet.row(&one.number, [one.words.clone()]);
    }
    sheet
}

/// The methods paragraph and its bibliography, as text, Markdown or LaTeX has them.
pub fn methods(methods: &Methods, output: Output) -> String {
    let filled = |text: &str| wrapped(text, "");
    match output {
        Output::Markdown => {
            let paragraph = markdown::escaped(&methods.paragraph);
            format!("{paragraph}\n\n```bibtex\n{}\n```\n", methods.bibtex)
        }
        Output::Latex => {
            let piece = |piece: &Piece| match piece {
                Piece::Words(words) => latex::escaped(words),
                Piece::Cited(keys) => format!("~\\citep{{{}}}", keys.join(",")),
            };
            let paragraph: String = methods.pieces.iter().map(piece).collect();
            format!(
                "% needs \\usepackage{{natbib}} and \\bibliography{{restrap}}\n{}\n\n\
                 \\begin{{filecontents*}}{{restrap.bib}}\n{}\n\\end{{filecontents*}}\n",
                filled(&paragraph),
                methods.bibtex
            )
        }
        Output::Table | Output::Csv | Output::Line => {
            format!("{}\n\n{}\n", filled(&methods.paragraph), methods.bibtex)
        }
    }
}
