//! Conditions on rows: what all filters (`--where`) of one column ask for together.
//!
//! A cell holds one value, so filters of one column are alternatives: a row needs one of their values. Conditions on
//! different columns must all hold.

use crate::Filter;

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
}
