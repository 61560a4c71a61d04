//! Power: which effects a test can see, at which number of items.
//!
//! One file a question; all outcomes share the schema [`SCHEMA`] and tell it apart by `kind`.

mod binary;
mod compare;
mod corpus;
mod curve;
mod inner;
mod method;
mod model;
mod outcome;

pub use compare::{PowerRequest, compare};
pub use curve::{Curve, CurveOutcome, CurveRequest, Panel, Point, Recipe, curve, helped_and_hurt};
pub use method::PowerMethod;
pub use model::{Null, Observed, PowerModel, Setting};
pub use outcome::{CellOutcome, MethodInfo, PowerOutcome, Rate, TestRates};

/// Schema of every outcome of this module.
pub const SCHEMA: &str = "restrap/power/1";
