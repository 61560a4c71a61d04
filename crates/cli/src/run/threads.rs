//! The threads of a run.

use std::time::Instant;

use restrap::outcome::Host;

use crate::run::failure::Failure;

/// What rayon reads the number of threads from.
const VARIABLE: &str = "RAYON_NUM_THREADS";

/// Threads of a run.
pub fn pool(threads: Option<u64>) -> Result<rayon::ThreadPool, Failure> {
    let asked = threads.map(|threads| threads as usize);
    let threads = asked.or_else(|| bounded(from_environment()?));
    let pool = with_fewer(
        threads.unwrap_or_else(available),
        rayon::ThreadPoolBuilder::build,
    );
    // The thread that asks can always work.
    pool.or_else(|_| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .use_current_thread()
            .build()
    })
    .map_err(|error| refused(&error))
}

/// Builds with as many threads as can start: half of them after each refusal.
fn with_fewer<T>(
    threads: usize,
    build: impl Fn(rayon::ThreadPoolBuilder) -> Result<T, rayon::ThreadPoolBuildError>,
) -> Result<T, rayon::ThreadPoolBuildError> {
    let mut threads = threads.max(1);
    loop {
        match build(rayon::ThreadPoolBuilder::new().num_threads(threads)) {
            Ok(built) => return Ok(built),
            Err(_) if threads > 1 => threads /= 2,
            Err(error) => return Err(error),
        }
    }
}

/// Threads that work at once.
fn available() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Starts the threads that read files, which is done outside of [`pool`]: no more than can work, because the environment may ask for
/// thousands, which is said, and no more than can start.
pub fn bound() -> Result<(), Failure> {
    let asked = from_environment();
    let fewer = asked.and_then(bounded);
    let threads = fewer.or(asked).unwrap_or_else(available);
    // A program that has begun to compute keeps the threads that it has.
    let is_started = with_fewer(threads, rayon::ThreadPoolBuilder::build_global).is_ok();
    if let (true, Some(asked), Some(fewer)) = (is_started, asked, fewer) {
        super::print::warn(&[format!(
            "{VARIABLE} asks for {asked} threads: {fewer} are used"
        )])?;
    }
    Ok(())
}

fn from_environment() -> Option<usize> {
    std::env::var(VARIABLE).ok()?.parse().ok()
}

/// Threads that are used where more are asked for than four a processor; none where they are as asked.
fn bounded(asked: usize) -> Option<usize> {
    let most = 4 * available();
    (asked > most).then_some(most)
}

fn refused(error: &rayon::ThreadPoolBuildError) -> Failure {
    Failure::memory(
        format!("expected to start a thread, found {error}"),
        "allow more memory or more threads: ulimit -a shows the limits",
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
