//! A paragraph on its way, and what its sentences are made of.

use crate::works::Work;

/// Text for a methods section, and its bibliography.
///
/// Sentences for the methods section with everything that was done, and BibTeX entries of the works that they cite. Numbers of
/// results are not in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Methods {
    /// Sentences with author and year in brackets.
    pub paragraph: String,
    /// The paragraph in pieces, for a format that has citations of its own.
    pub pieces: Vec<Piece>,
    /// One BibTeX entry for each work that the paragraph cites, in the order of the first citation.
    pub bibtex: String,
}

/// A part of the paragraph.
///
/// Either text or a citation, by the key of its work: formats that have citations of their own, such as LaTeX, put theirs in its
/// place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Words.
    Words(String),
    /// A citation at the end of what was said: keys of BibTeX entries.
    Cited(Vec<&'static str>),
}

/// A paragraph on its way.
#[derive(Default)]
pub(super) struct Text {
    pieces: Vec<Piece>,
    paragraph: String,
    cited: Vec<&'static Work>,
}

impl Text {
    pub fn say(&mut self, words: &str) {
        self.paragraph += words;
        match self.pieces.last_mut() {
            Some(Piece::Words(before)) => before.push_str(words),
            _ => self.pieces.push(Piece::Words(words.to_owned())),
        }
    }

    pub fn cite(&mut self, works: &[&'static Work]) {
        if works.is_empty() {
            return;
        }
        for work in works {
            if !self.cited.contains(work) {
                self.cited.push(work);
            }
        }
        let texts: Vec<&str> = works.iter().map(|work| work.cited()).collect();
        self.paragraph.extend([" (", &texts.join("; "), ")"]);
        self.pieces
            .push(Piece::Cited(works.iter().map(|work| work.key()).collect()));
    }

    pub fn done(self) -> Methods {
        let entries: Vec<&str> = self.cited.iter().map(|work| work.entry()).collect();
        Methods {
            paragraph: self.paragraph,
            pieces: self.pieces,
            bibtex: entries.join("\n\n"),
        }
    }
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// Different ones, in the order of their first.
pub(super) fn different<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for value in values {
        if !found.contains(&value) {
            found.push(value);
        }
    }
    found
}
