//! Conditions on rows: what all filters (`--where`) of one column ask for together.
//!
//! A cell holds one value, so filters of one column are alternatives: a row needs one of their values, and none of those that
//! it must not have. Conditions on different columns must all hold.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use crate::Error;
use crate::ask::unseen::{UNSEEN, Words};

/// A row filter: keep rows whose `column` equals `value`, or those where it does not, compared as text without outer spaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    /// A column name, or a 1-based number when no column has that name.
    pub column: String,
    /// The text that the cell must equal, or must not.
    pub value: String,
    /// Whether rows with the value are left out rather than kept.
    pub negated: bool,
    /// The list that texts are held against, of the column that is derived from them.
    pub(crate) words: Option<Words>,
}

impl Filter {
    /// Keeps rows whose `column` equals `value`.
    pub fn equal(column: impl Into<String>, value: impl Into<String>) -> Self {
        Self {
            column: column.into(),
            value: value.into(),
            negated: false,
            words: None,
        }
    }

    /// The filter as it reads a derived column: by the tokens of `words`, where it is about them.
    pub(crate) fn derived(&self, words: Option<&Words>) -> Self {
        let words = words.filter(|_| self.column == UNSEEN).cloned();
        Self {
            words,
            ..self.clone()
        }
    }

    /// The column that is looked at.
    pub(crate) fn source(&self) -> &str {
        self.words
            .as_ref()
            .map_or(&self.column, |words| &words.column)
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.column, sign(self.negated), self.value)
    }
}

fn sign(negated: bool) -> &'static str {
    if negated { "!=" } else { "=" }
}

impl FromStr for Filter {
    type Err = Error;

    /// Splits at the first `=` or `!=`: values may hold more of them, column names may not.
    fn from_str(text: &str) -> Result<Self, Error> {
        let bad = || Error::BadFilter {
            found: text.to_owned(),
        };
        let (left, value) = text.split_once('=').ok_or_else(bad)?;
        let column = left.strip_suffix('!').unwrap_or(left);
        if column.trim().is_empty() {
            return Err(bad());
        }
        Ok(Self {
            column: column.to_owned(),
            value: value.trim().to_owned(),
            negated: column.len() < left.len(),
            words: None,
        })
    }
}

/// One of some values in a column, or none of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Condition<'a> {
    /// The column, from 0.
    pub column: usize,
    values: Vec<Cow<'a, str>>,
    name: &'a str,
    negated: bool,
    words: Option<&'a Words>,
}

impl<'a> Condition<'a> {
    /// Adds a filter on a column to the conditions.
    pub(crate) fn add(conditions: &mut Vec<Self>, column: usize, filter: &'a Filter) {
        let negated = filter.negated;
        let same = |condition: &&mut Self| {
            condition.column == column
                && condition.negated == negated
                && condition.name == filter.column
        };
        match conditions.iter_mut().find(same) {
            Some(condition) => condition.values.push(Cow::Borrowed(&filter.value)),
            None => {
                conditions.push(Self {
                    column,
                    values: vec![Cow::Borrowed(&filter.value)],
                    name: &filter.column,
                    negated,
                    words: filter.words.as_ref(),
                });
            }
        }
    }

    /// Rows that do not have this value in a column.
    pub(crate) fn without(column: usize, value: String) -> Self {
        Self {
            column,
            values: vec![Cow::Owned(value)],
            name: "",
            negated: true,
            words: None,
        }
    }

    /// Whether a cell without outer spaces has one of the values, or none of those that it must not have.
    pub(crate) fn holds(&self, cell: &[u8]) -> bool {
        let cell = self
            .words
            .map_or(cell, |words| words.value(cell).as_bytes());
        self.values.iter().any(|value| is_value(value, cell)) != self.negated
    }

    /// The column as the filter named it.
    pub(crate) fn name(&self) -> &'a str {
        self.name
    }

    /// `split=dev or split=test`, `split!=dev and split!=test`.
    pub(crate) fn text(&self) -> String {
        let (name, sign) = (self.name, sign(self.negated));
        let filters: Vec<String> = self
            .values
            .iter()
            .map(|value| format!("{name}{sign}{value}"))
            .collect();
        filters.join(if self.negated { " and " } else { " or " })
    }

    /// All of some conditions in words.
    pub(crate) fn all(conditions: &[Self]) -> String {
        let one = |condition: &Self| match condition.values.len() {
            2.. if conditions.len() > 1 && !condition.negated => format!("({})", condition.text()),
            _ => condition.text(),
        };
        conditions.iter().map(one).collect::<Vec<_>>().join(" and ")
    }
}

/// Returns true for a cell that holds this value, which is written as the file or as an answer has it.
fn is_value(value: &str, cell: &[u8]) -> bool {
    let is_escaped =
        || str::from_utf8(cell).is_ok_and(|cell| restrap_words::escaped(cell) == value);
    value.as_bytes() == cell || value.contains('\\') && is_escaped()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_of_one_column_are_alternatives() {
        let filters: Vec<Filter> = ["a=1", "b=x", "a=2"]
            .map(|filter| filter.parse().unwrap())
            .to_vec();
        let mut conditions = Vec::new();
        for (filter, column) in filters.iter().zip([4, 0, 4]) {
            Condition::add(&mut conditions, column, filter);
        }
        assert_eq!(Condition::all(&conditions), "(a=1 or a=2) and b=x");
        assert_eq!(Condition::all(&conditions[..1]), "a=1 or a=2");
        assert!(conditions[0].holds(b"2") && !conditions[0].holds(b"x"));
    }

    #[test]
    fn what_a_row_must_not_have_leaves_out_every_such_value() {
        let filters: Vec<Filter> = ["a!=1", "a!=2", "a=3", "b=x"]
            .map(|filter| filter.parse().unwrap())
            .to_vec();
        let mut conditions = Vec::new();
        for (filter, column) in filters.iter().zip([4, 4, 4, 0]) {
            Condition::add(&mut conditions, column, filter);
        }
        assert_eq!(Condition::all(&conditions), "a!=1 and a!=2 and a=3 and b=x");
        assert!(!conditions[0].holds(b"2") && conditions[0].holds(b"3"));
    }

    #[test]
    fn a_filter_splits_at_the_first_equals_sign() {
        let filter: Filter = "prompt=a=b".parse().unwrap();
        assert_eq!(
            (filter.column.as_str(), filter.value.as_str()),
            ("prompt", "a=b")
        );
        assert_eq!(filter.to_string(), "prompt=a=b");
        assert!("no sign".parse::<Filter>().is_err());
        let other: Filter = "topic!=average".parse().unwrap();
        assert_eq!(
            (other.column.as_str(), other.value.as_str(), other.negated),
            ("topic", "average", true)
        );
        assert_eq!(other.to_string(), "topic!=average");
        assert!("=x".parse::<Filter>().is_err() && "!=x".parse::<Filter>().is_err());
    }
}
