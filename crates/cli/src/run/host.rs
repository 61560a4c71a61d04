//! Time and memory of a run.

use std::time::Instant;

use restrap::outcome::Host;

/// What a run took since `start`.
pub fn host(pool: &rayon::ThreadPool, start: Instant) -> Host {
    Host {
        threads: pool.current_num_threads() as u64,
        seconds: start.elapsed().as_secs_f64(),
        peak_bytes: peak_bytes(),
    }
}

/// High-water mark of resident memory, where the system tells.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib * 1024)
}
