//! Groups of the items, from the columns of files.

use crate::Options;
use crate::ask::unseen::{UNSEEN, Words};

/// Groups of the items: sub-populations, strata or clusters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct By {
    /// The column.
    pub column: String,
    /// Its values, in the order of their first item in the file.
    pub values: Vec<String>,
    /// For each item the number of its value, from 1; 0 where it has none.
    pub codes: Vec<u32>,
    /// Ids that rows of several sub-populations have: they overlap, and their rows together are not items. 0 where no id says so.
    pub shared: usize,
}

impl By {
    /// Texts as groups of those that a list covers and the others, where these groups were asked for.
    pub(crate) fn derived(mut self, words: Option<&Words>, options: &Options) -> Self {
        let Some(words) = words.filter(|_| options.by.as_deref() == Some(UNSEEN)) else {
            return self;
        };
        let values = words.regrouped(&self.values, &mut self.codes);
        Self {
            column: UNSEEN.to_owned(),
            values,
            ..self
        }
    }
}
