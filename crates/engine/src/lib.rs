//! Plans, shards, threads and progress.
//!
//! A run is cut into shards: fixed ranges of resample numbers, set by the plan and never by the number of threads.
//! Every worker takes the next shard, counts its tails (or fills its slots of the replicates) and reports progress.
//! Counts are integers and replicates land in their own slot, so the result does not depend on who did what, when.

mod plan;
mod run;
mod simulate;

pub use plan::{Route, bootstrap_route, default_shard_size, joint_route, permutation_route};
pub use run::{CHUNK, Control, EngineError, Progress, Run, Tally, Threshold, run};
pub use simulate::{CellTally, Experiments, Simulation, simulate};
