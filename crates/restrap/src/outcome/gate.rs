//! How a gate went.

use serde::{Deserialize, Serialize};

use crate::request::{Claim, Forbid, Gate, MetricClaim};

/// How a gate went.
///
/// Whether every system showed what was required, and none showed what was forbidden: true, false, or null where the data leave it
/// open. Scripts see exit codes 0, 10 and 11.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GateOutcome {
    /// What had to be shown.
    pub require: Option<Gate>,
    /// What must not be shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forbid: Option<Forbid>,
    /// What had to be shown of several metrics.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<MetricClaim>,
    /// True where every system passed, false where the opposite was shown of any, null where neither.
    pub passed: Option<bool>,
    /// Systems that did not pass.
    pub failed: Vec<String>,
    /// How each system went, in the order of the systems.
    #[serde(default)]
    pub systems: Vec<GatedSystem>,
}

/// How one system went at a gate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GatedSystem {
    /// The system, and what it was asked where there is more than one question.
    pub name: String,
    /// The claim, where metrics have their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    /// As of the gate.
    pub passed: Option<bool>,
    /// Items that would show what is required if the difference stayed as it is; null where that is settled, or no number is enough.
    pub items_needed: Option<u64>,
    /// What would settle it, if the difference stays as it is, in words; null where it is settled, and where no test is defined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settles: Option<String>,
}
