//! The ranking of one query, with its judgements.

use std::collections::HashMap;

/// What a measure sees of a query.
pub(super) struct Topic<'a> {
    pub(super) judged: &'a Judged,
    /// The grade of each document from the top, as far as any measure looks; `None`: unjudged.
    pub(super) ranking: &'a [Option<i32>],
    /// Grades of the documents as far down as this measure looks.
    pub(super) top: &'a [Option<i32>],
    /// How far this measure looks.
    pub(super) depth: usize,
    /// How many documents were retrieved.
    pub(super) retrieved: usize,
    /// The grade from which a document is relevant.
    pub(super) level: i32,
}

impl Topic<'_> {
    /// Whether a document is relevant.
    pub(super) fn is_relevant(&self, grade: Option<i32>) -> bool {
        grade.is_some_and(|grade| grade >= self.level)
    }

    /// All relevant documents.
    pub(super) fn relevant(&self) -> usize {
        self.judged.at_least(self.level)
    }

    /// Relevant documents of some.
    pub(super) fn among(&self, grades: &[Option<i32>]) -> f64 {
        grades
            .iter()
            .filter(|grade| self.is_relevant(**grade))
            .count() as f64
    }

    /// Relevant documents above the cut-off.
    pub(super) fn hits(&self) -> f64 {
        self.among(self.top)
    }

    /// Their places, from 0.
    pub(super) fn places(&self) -> impl Iterator<Item = usize> {
        self.top
            .iter()
            .enumerate()
            .filter(|(_, grade)| self.is_relevant(**grade))
            .map(|(at, _)| at)
    }
}

/// The sum, from 0: an empty `Iterator::sum` of doubles is -0.
pub(super) fn total(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |sum, value| sum + value)
}

/// A share, and 0 of nothing: where a measure is undefined, such as recall without relevant documents.
pub(super) fn share(part: f64, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part / whole as f64 }
}

/// The judgements of one query.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Judged {
    pub(super) grades: HashMap<Vec<u8>, i32>,
    /// All grades, highest first.
    pub(super) ideal: Vec<i32>,
}

impl Judged {
    /// The grade of a document, if it has one.
    pub(super) fn grade(&self, document: &[u8]) -> Option<i32> {
        self.grades.get(document).copied()
    }

    /// Returns the number of documents that have at least this grade.
    pub(super) fn at_least(&self, level: i32) -> usize {
        self.ideal.partition_point(|grade| *grade >= level)
    }
}
