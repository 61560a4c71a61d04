//! The threads of a run.

use super::failure::Failure;

/// Threads of a run.
pub fn pool(threads: Option<u64>) -> Result<rayon::ThreadPool, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0) as usize).build();
    pool.map_err(|error| {
        Failure::usage(format!("expected to start threads, found {error}"), "lower --threads")
    })
}
