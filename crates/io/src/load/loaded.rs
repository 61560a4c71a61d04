//! Systems and files as they were read.

use std::sync::Arc;

use crate::Role;
use crate::frame::parsed::Precision;
use crate::stage::by::By;
use crate::stage::pair::ItemIds;
use restrap_words::Note;

/// A named column of scores.
#[derive(Debug, Clone, PartialEq)]
pub struct System {
    /// Its name, different from every other system's.
    pub name: String,
    /// One score per item, finite, in the order of the items; or a code of labels; or a count, of [`Options::columns`](crate::Options::columns) the first.
    pub scores: Vec<f64>,
    /// The further columns of [`Options::columns`](crate::Options::columns).
    pub more: Vec<Vec<f64>>,
    /// The precision of the file's numbers.
    pub precision: Precision,
    /// How many items each row stands for; `None`: one each.
    pub times: Option<Arc<[u64]>>,
}

/// A file that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// The role of the file in the comparison.
    pub role: Role,
    /// The path as typed; `-` for standard input.
    pub path: String,
    /// Rows that passed the filters.
    pub items: usize,
    /// Rows among them that are in no item, under [`Missing::Drop`](crate::Missing::Drop).
    pub dropped: usize,
    /// Items that score 0 for want of a score in this file, under [`Missing::Zero`](crate::Missing::Zero).
    pub zeroed: usize,
    /// BLAKE3 of the file's bytes as stored, in hexadecimal.
    pub blake3: String,
}

/// Systems that share their items.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Loaded {
    /// The systems, baseline first.
    pub systems: Vec<System>,
    /// The column of the scores, where all systems have theirs in columns of that name.
    pub measure: Option<String>,
    /// The name of the loss if the files say that lower scores are better.
    pub lower: Option<String>,
    /// The files, in the order in which they were named.
    pub inputs: Vec<Input>,
    /// Notes about how the files were read.
    pub notes: Vec<Note>,
    /// A column, or a part of the ids (`{cluster}-`), whose values look like groups that nobody named.
    pub seems_clustered: Option<String>,
    /// Sub-populations or strata of the items, when asked for.
    pub by: Option<By>,
    /// Clusters of the items, when asked for.
    pub clusters: Option<By>,
    /// The role of each row, in the order of [`Options::roles`](crate::Options::roles).
    pub roles: Vec<By>,
    /// Ids of the items, when asked for and there.
    pub ids: Option<ItemIds>,
    /// The labels of the gold as codes, where labels are read: a place in `labels` from 1, or 0 where there are none.
    pub gold: Vec<f64>,
    /// The labels that each code stands for.
    pub labels: Vec<Vec<String>>,
    /// Line of every item in each file, in the order of `inputs`; 0 where it has none. Empty unless [`Cells::Probabilities`](crate::Cells::Probabilities) were asked for.
    pub lines: Vec<Vec<u64>>,
}

impl Loaded {
    /// Number of items that the systems share.
    pub fn items(&self) -> usize {
        self.systems.first().map_or(0, |system| system.scores.len())
    }
}
