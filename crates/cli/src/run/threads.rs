//! The threads of a run.

use std::time::Instant;

use restrap::outcome::Host;

use crate::run::failure::Failure;

/// What rayon reads the number of threads from.
const VARIABLE: &str = "RAYON_NUM_THREADS";

/// Threads of a run.
pub fn pool(threads: Option<u64>) -> Result<rayon::ThreadPool, Failure> {
    let asked = threads.map(|threads| threads as usize);
    let threads = asked.or_else(|| bounded(from_environment()?)).unwrap_or(0);
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| refused(&error))
}

/// Gives files, which are read outside of [`pool`], no more threads than can work: the environment may ask for thousands. Says so.
pub fn bound() -> Result<(), Failure> {
    let Some((asked, threads)) =
        from_environment().and_then(|asked| Some((asked, bounded(asked)?)))
    else {
        return Ok(());
    };
    // A program that has begun to compute keeps the threads that it has.
    if rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build_global()
        .is_ok()
    {
        super::print::warn(&[format!(
            "{VARIABLE} asks for {asked} threads: {threads} are used"
        )])?;
    }
    Ok(())
}

fn from_environment() -> Option<usize> {
    std::env::var(VARIABLE).ok()?.parse().ok()
}

/// Threads that are used where more are asked for than four a processor; none where they are as asked.
fn bounded(asked: usize) -> Option<usize> {
    let most = 4 * std::thread::available_parallelism().map_or(1, usize::from);
    (asked > most).then_some(most)
}

fn refused(error: &rayon::ThreadPoolBuildError) -> Failure {
    Failure::usage(
        format!("expected to start threads, found {error}"),
        "lower --threads",
    )
}

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
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim()
        .strip_suffix("kB")?
        .trim()
        .parse::<u64>()
        .ok()
        .map(|kib| kib * 1024)
}
