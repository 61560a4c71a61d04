//! What is asked of several data sets.

use serde::{Deserialize, Serialize};

use crate::compare::Data;
use crate::request::Request;

/// One comparison repeated on several data sets: everything but the scores.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct ReplicateRequest {
    /// What is asked of each comparison; its adjustment is over all of them, and that of its margin over those of all of them.
    /// Posteriors and profiles are not used.
    pub request: Request,
    /// The mean counts each item alike; else each data set.
    pub micro: bool,
}

impl ReplicateRequest {
    /// The mean over data sets, each counting alike.
    pub fn new(request: Request) -> Self {
        Self {
            request,
            micro: false,
        }
    }

    /// Takes the mean over all items.
    #[must_use]
    pub fn micro(self, micro: bool) -> Self {
        Self { micro, ..self }
    }
}

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
