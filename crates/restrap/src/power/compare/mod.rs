//! Type-I error and power of every test side by side, by simulation.

mod cells;
mod column;
mod counts;
mod design;
mod f1;
mod item_law;
mod method;
mod observed;
mod outcome;
mod partial;
mod plan;
mod rates;
mod report;
mod request;
mod sums;

pub use method::PowerMethod;
pub use observed::Observed;
pub use outcome::{CellOutcome, MethodInfo, PowerOutcome, Proportion, TestRates};
pub use partial::PowerPartial;
pub use plan::{PowerPlan, compare, compare_files};
pub use request::{Null, PowerModel, PowerRequest, Setting};
