//! Files that put an item into different groups.

use std::fmt;

use restrap_words::asked_as;

use super::quote::quoted;
use super::subject::Subject;

/// Two files of which each puts an item into another group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherGroups {
    /// The option that asks for the groups.
    pub by: Subject,
    /// Whether the rows pair by ids.
    pub by_id: bool,
    /// The column.
    pub column: String,
    /// The first such item.
    pub item: String,
    /// A file and its group of the item.
    pub one: (String, String),
    /// Another file and its group.
    pub other: (String, String),
    /// The items that differ, of all.
    pub items: String,
}

impl fmt::Display for OtherGroups {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let in_file =
            |(file, group): &(String, String)| format!("in {} of {file}", quoted(group.as_bytes()));
        let (one, other) = (in_file(&self.one), in_file(&self.other));
        write!(
            f,
            "{} is {one} and {other}: {} differ",
            self.item, self.items
        )
    }
}

impl OtherGroups {
    pub(crate) fn hint(&self) -> String {
        let own = asked_as(self.by.name(), format!("{}:{}", self.one.0, self.column));
        let of_one = format!("to take the groups of one file: `{}`", own.quoted());
        if self.by_id {
            return of_one;
        }
        let pair = asked_as("id", "COL");
        format!("if the rows are in another order, pair them: `{pair}`; {of_one}")
    }
}
