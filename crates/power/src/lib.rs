//! Power: which effects a test can detect, with which number of items.
//!
//! One folder or file per question ([`PowerQuestion`]); all outcomes share the schema [`SCHEMA`] and are told apart by
//! `kind`.

pub mod advise;
mod amount;
mod audit;
mod compare;
mod curve;
mod format;
mod plan;
mod scenario;
mod schema;
mod setters;
mod simulate;

pub use amount::{BadAmount, read_difference, read_share};
pub use audit::{
    Accuracy, AuditOutcome, AuditPoint, AuditRequest, AuditVerdict, End, MeansOutcome,
    MeansRequest, NoAccuracy, Published, Spread, audit, audit_means,
};
pub use compare::{
    CellOutcome, MethodInfo, Null, Observed, ObservedOutputs, Population, PowerMethod, PowerModel,
    PowerOutcome, PowerRequest, Proportion, Setting, TestRates, compare, compare_files,
    compare_outputs,
};
pub use curve::{
    Curve, CurveOutcome, CurveRequest, CurveTest, Panel, Point, curve, helped_and_hurt,
};
pub use format::{enough, gain_words, power_beside};
pub use plan::{
    Known, MarginPlan, PilotSet, PlanBasis, PlanOutcome, PlanRequest, PowerCurve, plan,
    plan_of_pilot, power_curves,
};
pub use scenario::{
    Assumption, BinaryAssumption, Disagreement, PowerApproach, PowerEstimate, Scenario,
};
pub use schema::{PowerQuestion, SCHEMA};
pub use simulate::{Simulated, Simulations, simulate_pilot, simulate_table};
