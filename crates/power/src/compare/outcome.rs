//! What a simulation found: schema `restrap/power/1`, kind `compare`.

use restrap_stats::Alternative;
use serde::{Deserialize, Serialize};

use super::method::PowerMethod;
use super::request::{Null, PowerModel, PowerRequest, Setting};
use crate::schema::PowerQuestion;
use restrap_lib::outcome::{Method, Run};
use restrap_lib::{Profile, Test};

/// A share with its Monte Carlo interval (Clopper & Pearson 1934).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Proportion {
    /// The share.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// One test of one cell.
///
/// How often a test rejected in a cell, with its interval, and the mean size of the estimates that it called significant: under a
/// true effect these exaggerate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TestRates {
    /// Name of the test or profile.
    pub name: PowerMethod,
    /// How its p-values come.
    pub method: Method,
    /// Experiments that it rejects.
    pub rejected: u64,
    /// Their share: the type-I error where the effect is 0.
    pub rate: Proportion,
    /// Share of rejections in the direction of the effect.
    pub power: Option<Proportion>,
    /// Share of the wrong direction among rejections; none without an effect or a rejection.
    pub type_s: Option<Proportion>,
    /// Mean size of a rejected difference over the effect.
    pub type_m: Option<f64>,
    /// Its standard error.
    pub type_m_error: Option<f64>,
}

/// One cell of the design.
///
/// A cell is one combination of items, effect and parameters of a design. It holds what was set, the experiments that count, and
/// the rates of every test that applies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CellOutcome {
    /// What was set.
    #[serde(flatten)]
    pub setting: Setting,
    /// Experiments that count.
    pub experiments: u64,
    /// One a test that applies.
    pub tests: Vec<TestRates>,
}

/// What a test is.
///
/// Its name, the test behind it, its side, and the first test before it that rejected the very same experiments, so that a table of
/// rates can be read without its request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MethodInfo {
    /// Name of the test or profile.
    pub name: PowerMethod,
    /// The test behind it.
    pub test: Test,
    /// The published profile, if it is one.
    pub profile: Option<Profile>,
    /// Side.
    pub alternative: Alternative,
    /// The first test before it that rejected the very same experiments of every cell, if any.
    pub same_as: Option<PowerMethod>,
}

/// A whole simulation.
///
/// Rates of rejection of every test in every cell of the design, with their Monte Carlo intervals, and which tests held their
/// level. Written as `restrap/power/1`, kind `compare`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PowerOutcome {
    /// Version, inputs, warnings, signature, report: what every answer has.
    #[serde(flatten)]
    pub run: Run,
    /// `compare`.
    pub kind: PowerQuestion,
    /// Name of the stream.
    pub stream: String,
    /// Seed of all draws.
    pub seed: u64,
    /// The data model.
    pub model: PowerModel,
    /// How files are made a null; none for other models.
    pub null: Option<Null>,
    /// Level of all tests.
    pub alpha: f64,
    /// Level of the intervals.
    pub confidence: f64,
    /// Experiments asked for, of each cell.
    pub experiments: u64,
    /// Resamples of each sampled test; none where all are exact.
    pub resamples: Option<u64>,
    /// Correlation of two items of a cluster, where there are clusters.
    pub icc: Option<f64>,
    /// The tests, in the order of every cell's.
    pub methods: Vec<MethodInfo>,
    /// Items change fastest, then what the model has, then effects.
    pub cells: Vec<CellOutcome>,
    /// Cells asked for, where the job was stopped before all were finished.
    pub interrupted_of: Option<usize>,
    /// What was asked, with every list filled in.
    pub request: PowerRequest,
}
