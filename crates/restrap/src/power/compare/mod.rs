//! Type-I error and power of every test side by side, by simulation.

mod column;
mod counts;
mod f1;
mod method;
mod model;
mod outcome;
mod plan;

pub use method::PowerMethod;
pub use model::{Null, Observed, PowerModel, Setting};
pub use outcome::{CellOutcome, MethodInfo, PowerOutcome, Rate, TestRates};
pub use plan::{PowerRequest, compare};
