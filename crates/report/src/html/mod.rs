//! An outcome as a page in HTML: one file that needs nothing else, with the verdict first. Text from files is escaped where it
//! enters the template.

mod compare;
mod filters;
mod power;
mod rank;
mod replicate;
mod tables;

pub use compare::ComparisonPage;
pub use power::PlanPage;
use restrap_words::Note;

use askama::Template;
use restrap::{Explained, GateOutcome};

use crate::cells::plain;
use crate::figure::Figure;
use crate::output;
use crate::sheet::Sheet;

/// Widths of a figure on a page and on a phone.
const WIDTHS: [(&str, u32); 2] = [("wide", 760), ("narrow", 340)];

/// What a page says, from top to bottom.
#[derive(Clone, Debug, Default)]
pub struct Document {
    pub(crate) title: String,
    /// How the gate went: its words, a line for each system where there are several, and the name of its colour.
    pub(crate) gate: Option<(String, Vec<String>, &'static str)>,
    /// Paragraphs that answer the question.
    pub(crate) verdicts: Vec<String>,
    /// What can be done about differences that are not significant.
    pub(crate) next: Option<String>,
    pub(crate) warnings: Vec<Note>,
    pub(crate) figures: Vec<Figure>,
    pub(crate) sections: Vec<Section>,
    /// Paragraphs that only a reader of one row needs.
    pub(crate) in_words: Vec<String>,
    /// One sentence for the paper; empty for none.
    pub(crate) report: String,
}

impl Document {
    /// Returns the paragraphs that answer the question.
    pub fn verdicts(&self) -> &[String] {
        &self.verdicts
    }

    /// The assumptions about items, systems and numbers.
    fn assumptions(&self) -> impl Iterator<Item = &Note> {
        self.warnings
            .iter()
            .filter(|note| note.code.is_assumption())
    }

    /// The warnings without the assumptions.
    fn others(&self) -> impl Iterator<Item = &Note> {
        self.warnings
            .iter()
            .filter(|note| !note.code.is_assumption())
    }

    /// Adds what each number is and is not.
    #[must_use]
    pub fn explained(mut self, all: &[Explained]) -> Self {
        if !all.is_empty() {
            self.sections
                .push(Section::new(output::TITLE, output::sheet(all)).wrapping());
        }
        self
    }
}

/// A heading, a table, and what is said below it.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    heading: String,
    sheet: Sheet,
    notes: Vec<String>,
    /// Its cells are sentences, which may wrap.
    wraps: bool,
    /// It is opened by choice.
    folded: bool,
}

impl Section {
    pub fn new(heading: impl Into<String>, sheet: Sheet) -> Self {
        let wraps = !sheet.is_headed();
        Self {
            heading: heading.into(),
            sheet,
            notes: Vec::new(),
            wraps,
            folded: false,
        }
    }

    /// A table whose cells are sentences.
    #[must_use]
    pub fn wrapping(self) -> Self {
        Self {
            wraps: true,
            ..self
        }
    }

    /// Opened by choice, or not.
    #[must_use]
    pub fn folded(self, folded: bool) -> Self {
        Self { folded, ..self }
    }

    #[must_use]
    pub fn notes(mut self, notes: impl IntoIterator<Item = String>) -> Self {
        self.notes.extend(notes);
        self
    }
}

/// How a gate went: its words, a line for each system where there are several, and the name of its colour.
fn gate(gate: &GateOutcome) -> (String, Vec<String>, &'static str) {
    let kind = match gate.passed {
        Some(true) => "passed",
        Some(false) => "failed",
        None => "undecided",
    };
    (gate.lead(), gate.lines(), kind)
}

/// An outcome that has a page.
pub trait Paged {
    /// What the page says.
    fn document(&self) -> Document;
}

#[derive(Template)]
#[template(path = "page.html")]
struct Page<'a> {
    document: &'a Document,
    figures: Vec<Drawn<'a>>,
    json: &'a str,
}

#[derive(Template)]
#[template(path = "fragment.html")]
struct Fragment<'a> {
    document: &'a Document,
    figures: Vec<Drawn<'a>>,
    json: &'a str,
}

/// A figure at one width.
struct Drawn<'a> {
    class: &'static str,
    title: &'a str,
    svg: String,
}

impl Document {
    /// The whole page. `json` is the outcome for other programs, shown at the end.
    pub fn page(&self, json: &str) -> String {
        let json = &plain(json);
        rendered(&Page {
            document: self,
            figures: self.drawn(),
            json,
        }) + "\n"
    }

    /// What a notebook puts into a cell: the page without its head and without the outcome as JSON, in its own style sheet. Its colours
    /// follow the reader's system; several fragments may stand in one page.
    pub fn fragment(&self) -> String {
        rendered(&Fragment {
            document: self,
            figures: self.drawn(),
            json: "",
        })
    }

    /// Our own text, so the only text that a template takes as it is.
    fn drawn(&self) -> Vec<Drawn<'_>> {
        let figures = self.figures.iter().flat_map(|figure| {
            let drawn = |&(class, width): &(&'static str, u32)| {
                Some(Drawn {
                    class,
                    title: figure.title(),
                    svg: figure.inline(width)?,
                })
            };
            WIDTHS.iter().filter_map(drawn)
        });
        figures.collect()
    }
}

/// Rendering into a string fails only where a value's own text does, and none here can.
fn rendered(template: &impl Template) -> String {
    template.render().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::{left, right};

    fn document(name: &str) -> Document {
        let mut sheet = Sheet::new([left("system"), right("score")]);
        sheet.row(name, ["0.5".to_owned()]);
        Document {
            title: name.to_owned(),
            gate: Some((
                format!("gate: {name}"),
                vec![format!("FAIL {name}")],
                "failed",
            )),
            verdicts: vec![name.to_owned()],
            next: Some(name.to_owned()),
            warnings: vec![restrap_words::Code::Other.says(name)],
            figures: Vec::new(),
            sections: vec![Section::new(name, sheet).notes([name.to_owned()])],
            in_words: vec![name.to_owned()],
            report: name.to_owned(),
        }
    }

    #[test]
    fn names_full_of_markup_stay_text() {
        let evil = "</pre><script>alert(1)</script>\" onload='x' \u{202e}\u{1b}[2J & é";
        for html in [document(evil).page(evil), document(evil).fragment()] {
            assert!(
                !html.contains("<script") && !html.contains("onload='"),
                "{html}"
            );
            assert!(
                html.contains("&#60;script&#62;") && html.contains("&#38; é"),
                "{html}"
            );
            assert!(!html.contains(['\u{1b}', '\u{202e}']), "{html}");
        }
    }

    #[test]
    fn a_page_asks_for_nothing_from_elsewhere() {
        let html = document("plain").page("{}");
        for word in [
            "src=", "href=", "http", "@import", "url(", "<link", "<iframe",
        ] {
            assert!(!html.contains(word), "{word} in {html}");
        }
        assert!(
            html.starts_with("<!doctype html>") && html.ends_with("</html>\n"),
            "{html}"
        );
    }
}
