//! Scores of one system.

use std::borrow::Cow;

use restrap_core::Precision;

/// Scores of one system, one per item, in item order. The values are borrowed or owned.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores<'a> {
    /// Name in every output.
    pub name: String,
    /// One finite score per item.
    pub values: Cow<'a, [f64]>,
    /// Precision in which the file holds them.
    pub precision: Precision,
}

impl<'a> Scores<'a> {
    /// Scores in double precision, from a vector or a slice.
    pub fn new(name: impl Into<String>, values: impl Into<Cow<'a, [f64]>>) -> Self {
        Self { name: name.into(), values: values.into(), precision: Precision::Double }
    }

    /// The same of some items, by their places.
    pub(crate) fn only(&self, is_in: impl Fn(usize) -> bool) -> Self {
        let kept = self.values.iter().enumerate().filter(|(item, _)| is_in(*item));
        let values: Vec<f64> = kept.map(|(_, score)| *score).collect();
        Self { name: self.name.clone(), values: values.into(), precision: self.precision }
    }
}
