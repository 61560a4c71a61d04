//! The data sets of a replication, with their systems.

use crate::verb::compare::Data;

/// A metric, and the data sets that it is of.
pub struct Measure<'a> {
    /// What it is called; `None` where every data set says so itself.
    pub name: Option<String>,
    /// The data sets.
    pub sets: Vec<DataSet<'a>>,
}

/// A data set under one metric.
///
/// Its name and the systems on its own items, baseline first. The baseline must be one system in all data sets.
pub struct DataSet<'a> {
    /// Its name, the same under every metric.
    pub name: String,
    /// The baseline and the systems that it has scores of.
    pub data: Data<'a>,
    /// What is measured, where the data do not say.
    pub metric: Option<String>,
}
