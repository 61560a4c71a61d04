//! Columns of integers, and rows that no resample can tell apart.

mod column;
mod distinct;
mod joint;
mod times;

pub use column::{Entries, IntegerColumn};
pub use distinct::{DistinctRows, counted, grouped};
pub use joint::JointRows;
pub use times::Times;
