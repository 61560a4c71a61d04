//! Power: which effects a test can see, at which number of items.
//!
//! One file a question; all outcomes share the schema [`SCHEMA`] and tell it apart by `kind`.

mod curve;

pub use curve::{Curve, CurveOutcome, CurveRequest, Panel, Point, Recipe, curve, helped_and_hurt};

/// Schema of every outcome of this module.
pub const SCHEMA: &str = "restrap/power/1";
