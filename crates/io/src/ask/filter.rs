//! Conditions on rows: what all filters (`--where`) of one column ask for together.
//!
//! A cell holds one value, so filters of one column are alternatives: a row needs one of their values. Conditions on
//! different columns must all hold.

use std::fmt;
use std::str::FromStr;

use crate::Error;

/// A row filter: keep rows whose `column` equals `value`, compared as text without outer spaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    /// A column name, or a 1-based number when no column has that name.
    pub column: String,
    /// The text that the cell must equal.
    pub value: String,
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.column, self.value)
    }
}

impl FromStr for Filter {
    type Err = Error;

    /// Splits at the first `=`: values may hold more of them, column names may not.
    fn from_str(text: &str) -> Result<Self, Error> {
        match text.split_once('=') {
            Some((column, value)) if !column.trim().is_empty() => {
                Ok(Self { column: column.to_owned(), value: value.trim().to_owned() })
            }
            _ => Err(Error::BadFilter { found: text.to_owned() }),
        }
    }
}

/// One of some values in a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Condition<'a> {
    /// The column, from 0.
    pub column: usize,
    values: Vec<&'a str>,
    name: &'a str,
}

impl<'a> Condition<'a> {
    /// Adds a filter on a column to the conditions.
    pub(crate) fn add(conditions: &mut Vec<Self>, column: usize, filter: &'a Filter) {
        match conditions.iter_mut().find(|condition| condition.column == column) {
            Some(condition) => condition.values.push(&filter.value),
            None => conditions.push(Self { column, values: vec![&filter.value], name: &filter.column }),
        }
    }

    /// Whether a cell without outer spaces has one of the values.
    pub(crate) fn holds(&self, cell: &[u8]) -> bool {
        self.values.iter().any(|value| value.as_bytes() == cell)
    }

    /// The column as the filter named it.
    pub(crate) fn name(&self) -> &'a str {
        self.name
    }

    /// `split=dev or split=test`.
    pub(crate) fn text(&self) -> String {
        let filters: Vec<String> = self.values.iter().map(|value| format!("{}={value}", self.name)).collect();
        filters.join(" or ")
    }

    /// All of some conditions in words.
    pub(crate) fn all(conditions: &[Self]) -> String {
        let one = |condition: &Self| match condition.values.len() {
            2.. if conditions.len() > 1 => format!("({})", condition.text()),
            _ => condition.text(),
        };
        conditions.iter().map(one).collect::<Vec<_>>().join(" and ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_of_one_column_are_alternatives() {
        let filters: Vec<Filter> = ["a=1", "b=x", "a=2"].map(|filter| filter.parse().unwrap()).to_vec();
        let mut conditions = Vec::new();
        for (filter, column) in filters.iter().zip([4, 0, 4]) {
            Condition::add(&mut conditions, column, filter);
        }
        assert_eq!(Condition::all(&conditions), "(a=1 or a=2) and b=x");
        assert_eq!(Condition::all(&conditions[..1]), "a=1 or a=2");
        assert!(conditions[0].holds(b"2") && !conditions[0].holds(b"x"));
    }

    #[test]
    fn a_filter_splits_at_the_first_equals_sign() {
        let filter: Filter = "prompt=a=b".parse().unwrap();
        assert_eq!((filter.column.as_str(), filter.value.as_str()), ("prompt", "a=b"));
        assert_eq!(filter.to_string(), "prompt=a=b");
        assert!("no sign".parse::<Filter>().is_err());
        assert!("=x".parse::<Filter>().is_err());
    }
}
