//! Columns of integers, and rows that no resample can tell apart.

mod column;
mod distinct;
mod joint;

pub use column::{Entries, IntegerColumn};
pub use distinct::{DistinctRows, grouped};
pub use joint::JointRows;
