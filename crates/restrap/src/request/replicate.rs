//! What is asked of several data sets.

use serde::{Deserialize, Serialize};

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
