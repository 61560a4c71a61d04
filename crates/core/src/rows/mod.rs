//! Rows that no resample can tell apart.

mod distinct;
mod joint;

pub use distinct::{DistinctRows, grouped};
pub use joint::JointRows;
