//! The ranking of one query, with its judgements.

use std::collections::HashMap;

/// What a measure sees of a query.
pub(crate) struct Topic<'a> {
    pub(crate) judged: &'a Judged,
    /// The grade of each document from the top, as far as any measure looks; `None`: unjudged.
    pub(crate) ranking: &'a [Option<i32>],
    /// Grades of the documents as far down as this measure looks.
    pub(crate) top: &'a [Option<i32>],
    /// How far this measure looks.
    pub(crate) depth: usize,
    /// How many documents were retrieved.
    pub(crate) retrieved: usize,
    /// The grade from which a document is relevant.
    pub(crate) level: i32,
}

impl Topic<'_> {
    /// Whether a document is relevant.
    pub(crate) fn is_relevant(&self, grade: Option<i32>) -> bool {
        grade.is_some_and(|grade| grade >= self.level)
    }

    /// All relevant documents.
    pub(crate) fn relevant(&self) -> usize {
        self.judged.at_least(self.level)
    }

    /// Relevant documents of some.
    pub(crate) fn among(&self, grades: &[Option<i32>]) -> f64 {
        grades
            .iter()
            .filter(|grade| self.is_relevant(**grade))
            .count() as f64
    }

    /// Relevant documents above the cut-off.
    pub(crate) fn hits(&self) -> f64 {
        self.among(self.top)
    }

    /// Their places, from 0.
    pub(crate) fn places(&self) -> impl Iterator<Item = usize> {
        self.top
            .iter()
            .enumerate()
            .filter(|(_, grade)| self.is_relevant(**grade))
            .map(|(at, _)| at)
    }
}

/// The sum, from 0: an empty `Iterator::sum` of doubles is -0.
pub(crate) fn total(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |sum, value| sum + value)
}

/// A share, and 0 of nothing: where a measure is undefined, such as recall without relevant documents.
pub(crate) fn share(part: f64, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part / whole as f64 }
}

/// The judgements of one query.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Judged {
    pub(crate) grades: HashMap<Vec<u8>, i32>,
    /// All grades, highest first.
    pub(crate) ideal: Vec<i32>,
}

impl Judged {
    /// The grade of a document, if it has one.
    pub(crate) fn grade(&self, document: &[u8]) -> Option<i32> {
        self.grades.get(document).copied()
    }

    /// Returns the number of documents that have at least this grade.
    pub(crate) fn at_least(&self, level: i32) -> usize {
        self.ideal.partition_point(|grade| *grade >= level)
    }
}
