//! Routes, ranges, shards, threads and progress.
//!
//! A run draws a range of resample numbers. It is cut into shards, by number and never by threads: every worker takes the
//! next shard, counts its tails, writes the values that are kept into their slots and reports progress. Counts are integers
//! per fixed chunk, so the result does not depend on which worker did what, or when, and ranges add up.

mod control;
mod error;
mod ledger;
mod ranges;
mod route;
mod run;
mod simulate;
mod step_down;

pub use control::{Control, Progress, Steps};
pub use error::EngineError;
pub use ledger::{Ledger, Step};
pub use ranges::{Ranges, draw};
pub use route::{Route, bootstrap_route, default_shard_size, joint_route, permutation_route};
pub use run::{CHUNK, Run, Tally, Threshold, run};
pub use simulate::{CellTally, Experiments, Simulation, simulate};
pub use step_down::{Block, Family, Reached, StepDown, step_down};
