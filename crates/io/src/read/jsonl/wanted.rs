//! The paths of requested fields, found in one look-up however many there are.

use std::collections::{HashMap, HashSet};
use std::ops::Deref;

use foldhash::fast::RandomState;

use crate::ask::filter::Condition;
use crate::{Cells, Filter, Missing, ScoreWords};

/// Up to here a path is compared with each.
const FEW: usize = 8;

/// Paths in the order in which they were first asked for.
#[derive(Default)]
pub(crate) struct Wanted {
    paths: Vec<String>,
    places: HashMap<String, usize, RandomState>,
    /// Paths of objects and lists above them.
    above: HashSet<String>,
}

impl Wanted {
    /// The place of a path, which is added where it is new.
    pub(crate) fn want(&mut self, path: &str) -> usize {
        if let Some(place) = self.place(path) {
            return place;
        }
        for (dot, _) in path.match_indices('.') {
            if !self.above.contains(&path[..dot]) {
                self.above.insert(path[..dot].to_owned());
            }
        }
        self.places.insert(path.to_owned(), self.paths.len());
        self.paths.push(path.to_owned());
        self.paths.len() - 1
    }

    /// The place of a path that is asked for.
    pub(crate) fn place(&self, path: &str) -> Option<usize> {
        if self.paths.len() <= FEW {
            return self.paths.iter().position(|known| known == path);
        }
        self.places.get(path).copied()
    }

    /// Something is asked for that lies inside of this.
    pub(crate) fn is_above(&self, path: &str) -> bool {
        !self.above.is_empty() && self.above.contains(path)
    }
}

impl Deref for Wanted {
    type Target = [String];

    fn deref(&self) -> &[String] {
        &self.paths
    }
}

impl<S: AsRef<str>> FromIterator<S> for Wanted {
    fn from_iter<T: IntoIterator<Item = S>>(paths: T) -> Self {
        let mut wanted = Self::default();
        for path in paths {
            wanted.want(path.as_ref());
        }
        wanted
    }
}

/// The fields that are taken from each record, as places in `wanted`.
#[derive(Default)]
pub(super) struct Plan<'r> {
    pub(super) wanted: Wanted,
    pub(super) scores: Vec<usize>,
    /// Each of one or several fields; those marked `true` may not be empty.
    pub(super) keys: Vec<(Vec<usize>, bool)>,
    /// The first key that is a column of labels or counts, and which of these it is.
    pub(super) texts: Option<(usize, Cells)>,
    pub(super) filters: Vec<Condition<'r>>,
    pub(super) missing: Missing,
    /// Words that are scores, where they were given.
    pub(super) words: Option<&'r ScoreWords>,
}

impl<'r> Plan<'r> {
    /// Keeps the rows that pass the filters.
    pub(super) fn keep(&mut self, filters: &'r [Filter]) {
        for filter in filters {
            let index = self.want(filter.source());
            Condition::add(&mut self.filters, index, filter);
        }
    }

    pub(super) fn want(&mut self, path: &str) -> usize {
        self.wanted.want(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_one_place_and_is_below_all_that_hold_it() {
        let wanted: Wanted = ["a.b.c", "x", "a.b.c", "a.bc"].into_iter().collect();
        assert_eq!(&wanted[..], ["a.b.c", "x", "a.bc"]);
        assert_eq!((wanted.place("x"), wanted.place("a")), (Some(1), None));
        assert!(wanted.is_above("a") && wanted.is_above("a.b"));
        assert!(!wanted.is_above("a.b.c") && !wanted.is_above("x") && !wanted.is_above("a."));
    }
}
