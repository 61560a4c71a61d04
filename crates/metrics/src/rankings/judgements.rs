//! The judgements of one query.

use std::collections::HashMap;

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

    /// How many documents have at least a grade.
    pub(super) fn at_least(&self, level: i32) -> usize {
        self.ideal.partition_point(|grade| *grade >= level)
    }
}
