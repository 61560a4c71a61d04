//! The model of a sheet: columns, rows, notes. Made once from an outcome, written as a terminal table, Markdown, LaTeX or CSV.

use restrap::outcome::GateOutcome;

pub(crate) mod latex;
pub(crate) mod markdown;
mod terminal;

pub use latex::Titles;
pub(crate) use terminal::shortened;

/// Rows under a header, and what is said of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    columns: Vec<Column>,
    rows: Vec<(Name, Vec<String>)>,
    notes: Vec<String>,
    /// What lets a reader repeat it, at length.
    report: Option<String>,
    /// What can be done next.
    next: Option<String>,
    /// What is above the rows, for pages that are read from the top.
    lead: Option<String>,
    /// A line for each part of what leads.
    parts: Vec<String>,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    name: String,
    is_right: bool,
}

impl Column {
    /// At the head of the column.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Numbers, to the right.
    pub(crate) fn is_right(&self) -> bool {
        self.is_right
    }
}

/// A column of words, from the left.
pub fn left(name: impl Into<String>) -> Column {
    Column {
        name: name.into(),
        is_right: false,
    }
}

/// A column of numbers, to the right.
pub fn right(name: impl Into<String>) -> Column {
    Column {
        name: name.into(),
        is_right: true,
    }
}

/// The first column. A terminal shortens it where the others need the room.
#[derive(Clone, Debug, PartialEq)]
pub enum Name {
    /// One name.
    Of(String),
    /// System − baseline.
    Difference(String, String),
}

impl Name {
    fn whole(&self) -> String {
        match self {
            Self::Of(name) => name.clone(),
            Self::Difference(system, baseline) => format!("{system} − {baseline}"),
        }
    }
}

impl<T: Into<String>> From<T> for Name {
    fn from(name: T) -> Self {
        Self::Of(name.into())
    }
}

impl Sheet {
    /// A sheet without rows. Columns that all have no name make no header.
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Self {
        Self {
            columns: columns.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Adds a row: its name and the cells after it.
    pub fn row(&mut self, name: impl Into<Name>, cells: impl IntoIterator<Item = String>) {
        self.rows.push((name.into(), cells.into_iter().collect()));
    }

    /// Adds a sentence below the rows, for papers.
    pub fn note(&mut self, text: impl Into<String>) {
        self.notes.push(text.into());
    }

    /// What lets a reader repeat it: a comment in LaTeX, a paragraph of its own in Markdown.
    pub fn report(&mut self, text: impl Into<String>) {
        self.report = Some(text.into());
    }

    /// Says what can be done next.
    pub fn next(&mut self, text: Option<String>) {
        self.next = text;
    }

    /// Says above the rows how a gate went, for all and each.
    pub fn gate(&mut self, gate: &GateOutcome) {
        self.parts = gate.lines();
        self.lead(gate.lead());
    }

    /// Says something above the rows.
    pub fn lead(&mut self, text: impl Into<String>) {
        self.lead = Some(text.into());
    }

    /// No row was added.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Its columns, from the left.
    pub(crate) fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Some column has a name.
    pub(crate) fn is_headed(&self) -> bool {
        self.columns.iter().any(|column| !column.name.is_empty())
    }

    /// The cells of each row with their columns, its name first.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Vec<(&Column, String)>> {
        self.lines()
            .map(|cells| self.columns.iter().zip(cells).collect())
    }

    /// The cells of each row, its name first.
    fn lines(&self) -> impl Iterator<Item = Vec<String>> {
        self.rows.iter().map(|(name, cells)| {
            std::iter::once(name.whole())
                .chain(cells.iter().cloned())
                .collect()
        })
    }
}
