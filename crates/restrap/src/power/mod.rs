//! Power: which effects a test can see, at which number of items.
//!
//! One file a question; all outcomes share the schema [`SCHEMA`] and tell it apart by `kind`.

mod audit;
mod compare;
mod curve;
mod plan;
mod scenario;
mod simulate;

pub use audit::{Accuracy, AuditOutcome, AuditPoint, AuditRequest, End, NoAccuracy, Published, audit};
pub use compare::{
    CellOutcome, MethodInfo, Null, Observed, PowerMethod, PowerModel, PowerOutcome, PowerRequest, Rate,
    Setting, TestRates, compare,
};
pub use curve::{Curve, CurveOutcome, CurveRequest, Panel, Point, Recipe, curve, helped_and_hurt};
pub use plan::answer::{enough, gain_words, power_beside};
pub use plan::{Known, PlanOutcome, PlanRequest, PowerCurve, plan, power_curves};
pub use scenario::{Method, Scenario};
pub use simulate::{Draws, Simulated, simulate_pilot, simulate_table};

/// Schema of every outcome of this module.
pub const SCHEMA: &str = "restrap/power/1";
