//! Columns of counts that cannot be taken.

use std::fmt;

use restrap_words::{asked, asked_as};

use super::fault::Place;
use super::quote;

/// The most items that counts may add up to, and the largest count: doubles hold every whole number up to here.
pub const MOST_COUNTED: u64 = 1 << 53;

/// What is wrong with a column that says how often each row occurs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadCounts {
    /// A count that is not a whole number from 0 to 2^53.
    NotWhole {
        /// The first such row, with the column.
        place: Box<Place>,
        /// What it holds.
        found: String,
        /// How many more rows there are.
        more: u64,
    },
    /// Counts that add up to more items than doubles can number.
    TooMany {
        /// The file.
        file: String,
        /// The column.
        column: String,
    },
    /// Every row occurs 0 times.
    NoItems {
        /// The file.
        file: String,
        /// The column.
        column: String,
    },
    /// Ids beside a row that occurs several times.
    Ids {
        /// The file.
        file: String,
        /// The column of ids, if it has a name.
        ids: Option<String>,
        /// The first row that stands for several items.
        line: u64,
        /// How often it occurs.
        times: u64,
    },
    /// More items than can be looked at one by one.
    OneByOne {
        /// The items.
        items: u64,
        /// The most that can be.
        most: u64,
    },
}

impl fmt::Display for BadCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotWhole { place, found, more } => write!(
                f,
                "{place}: expected a count, a whole number from 0 to 2^53, found {found}{}",
                quote::and_more(*more, "row")
            ),
            Self::TooMany { file, column } => write!(
                f,
                "{file}: the counts in {} add up to more than 2^53 items",
                quote::quoted(column.as_bytes())
            ),
            Self::NoItems { file, column } => write!(
                f,
                "{file}: expected items, found only rows that occur 0 times by {}",
                quote::quoted(column.as_bytes())
            ),
            Self::Ids {
                file,
                ids,
                line,
                times,
            } => {
                let ids = ids.as_ref().map_or_else(
                    || "ids".to_owned(),
                    |name| format!("the ids in {}", quote::quoted(name.as_bytes())),
                );
                write!(
                    f,
                    "{file}: {ids} name single items, but line {line} stands for {times}"
                )
            }
            Self::OneByOne { items, most } => write!(
                f,
                "these options look at items one by one, {most} at most, found {}",
                quote::count(*items, "item")
            ),
        }
    }
}

impl BadCounts {
    pub(crate) fn hint(&self) -> String {
        match self {
            Self::NotWhole { .. } => format!(
                "`{}` is the column of count(*): how many items each row stands for",
                asked_as("count", "COL")
            ),
            Self::TooMany { .. } => "are these counts? 2^53 is 9,007,199,254,740,992".to_owned(),
            Self::NoItems { .. } => "rows that occur 0 times are no items".to_owned(),
            Self::Ids { .. } => format!(
                "group without the ids, or give one row per item and leave {} out",
                asked("count")
            ),
            Self::OneByOne { .. } => {
                "means of scores and metrics of labels take counts of any size with the default tests and intervals"
                    .to_owned()
            }
        }
    }
}
