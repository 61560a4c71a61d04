//! Type-I error and power of every test side by side, by simulation.

mod cells;
mod column;
mod counts;
mod design;
mod item_law;
mod method;
mod observed;
mod outcome;
mod outputs;
mod plan;
mod population;
mod rates;
mod report;
mod request;
mod sums;

pub use method::PowerMethod;
pub use observed::Observed;
pub use outcome::{CellOutcome, MethodInfo, PowerOutcome, Proportion, TestRates};
pub use outputs::ObservedOutputs;
pub use plan::{compare, compare_files, compare_outputs};
pub use population::Population;
pub use request::{Null, PowerModel, PowerRequest, Setting};
