//! Shards over threads, with progress and cancellation.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crossbeam::channel::Sender;
use restrap_core::Resampler;

/// A tail that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threshold {
    /// Sums at or above.
    AtLeast(i64),
    /// Sums at or below.
    AtMost(i64),
}

impl Threshold {
    fn holds(self, sum: i64) -> bool {
        match self {
            Self::AtLeast(t) => sum >= t,
            Self::AtMost(t) => sum <= t,
        }
    }
}

/// What to run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The user's seed.
    pub seed: u64,
    /// Index of the comparison.
    pub comparison: u16,
    /// Number of resamples, R.
    pub resamples: u64,
    /// Resamples a shard; changes nothing but the granularity of work.
    pub shard_size: u64,
    /// Tails to count.
    pub thresholds: Vec<Threshold>,
    /// Keep every sum.
    pub keep: bool,
}

/// What a run tells while it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// A run of so many resamples begins.
    Begin(u64),
    /// So many more are finished.
    Done(u64),
    /// The run is over.
    End,
}

/// How a run talks to its caller.
#[derive(Clone, Default)]
pub struct Control<'a> {
    /// Set by the caller to stop: polled every tenth of a millisecond or so, and before every resample that takes
    /// longer.
    pub cancel: Option<&'a AtomicBool>,
    /// Receives the progress. Workers never wait for it: where the channel is full, what a message carried is sent with
    /// the next.
    pub progress: Option<Sender<Progress>>,
}

/// What a run found, for resamples `0..completed`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Resamples that count: all of them, or the longest finished prefix of a run that was stopped.
    pub completed: u64,
    /// Sums beyond each threshold.
    pub counts: Vec<u64>,
    /// Sums in order of resample number, if kept.
    pub sums: Vec<i64>,
}

/// Why a run cannot start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// R = 0.
    #[error("expected at least 1 resample, found 0")]
    NoResamples,
    /// Memory for the replicates is not there.
    #[error("{resamples} kept resamples need {bytes} bytes, which could not be reserved")]
    Memory {
        /// R.
        resamples: u64,
        /// Bytes asked for.
        bytes: u64,
    },
}

struct Shard {
    number: u64,
    counts: Vec<u64>,
    sums: Vec<i64>,
}

/// Draws between two looks at the cancel flag.
const POLL: u64 = 16_384;

/// Runs all shards on the current rayon pool.
///
/// # Errors
/// [`EngineError`] before anything is drawn.
pub fn run(plan: &Run, resampler: &dyn Resampler, control: &Control) -> Result<Tally, EngineError> {
    if plan.resamples == 0 {
        return Err(EngineError::NoResamples);
    }
    let mut sums = Vec::new();
    if plan.keep {
        let bytes = plan.resamples.saturating_mul(8);
        let memory = EngineError::Memory { resamples: plan.resamples, bytes };
        usize::try_from(plan.resamples).ok().and_then(|n| sums.try_reserve_exact(n).ok()).ok_or(memory)?;
    }
    let tell = |message| {
        if let Some(progress) = &control.progress {
            // A caller that no longer listens does not stop the run.
            let _ = progress.send(message);
        }
    };
    tell(Progress::Begin(plan.resamples));
    let shard_size = plan.shard_size.max(1);
    let shards = plan.resamples.div_ceil(shard_size);
    let next = AtomicU64::new(0);
    let mut finished: Vec<Shard> = rayon::broadcast(|_| {
        let mut mine = Vec::new();
        let mut unreported = 0;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= shards {
                break;
            }
            let Some(shard) = run_shard(plan, resampler, control, number, shard_size) else { break };
            mine.push(shard);
            unreported += shard_size;
            if let Some(progress) = &control.progress
                && progress.try_send(Progress::Done(unreported)).is_ok()
            {
                unreported = 0;
            }
        }
        mine
    })
    .into_iter()
    .flatten()
    .collect();
    tell(Progress::End);
    finished.sort_unstable_by_key(|shard| shard.number);
    let mut tally = Tally { completed: 0, counts: vec![0; plan.thresholds.len()], sums };
    for (expected, shard) in finished.into_iter().enumerate() {
        if shard.number != expected as u64 {
            break;
        }
        tally.completed = ((shard.number + 1) * shard_size).min(plan.resamples);
        tally.counts.iter_mut().zip(&shard.counts).for_each(|(total, count)| *total += count);
        tally.sums.extend_from_slice(&shard.sums);
    }
    Ok(tally)
}

fn run_shard(
    plan: &Run,
    resampler: &dyn Resampler,
    control: &Control,
    number: u64,
    size: u64,
) -> Option<Shard> {
    let first = number * size;
    let last = (first + size).min(plan.resamples);
    let mut shard = Shard { number, counts: vec![0; plan.thresholds.len()], sums: Vec::new() };
    if plan.keep {
        shard.sums.reserve_exact((last - first) as usize);
    }
    let at_once = (POLL / resampler.cost().max(1)).max(resampler.batch());
    let mut sums = vec![0; at_once.min(last - first) as usize];
    let mut next = first;
    while next < last {
        if control.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return None;
        }
        let sums = &mut sums[..at_once.min(last - next) as usize];
        resampler.sums(plan.seed, plan.comparison, next, sums);
        for (count, threshold) in shard.counts.iter_mut().zip(&plan.thresholds) {
            *count += sums.iter().filter(|&&sum| threshold.holds(sum)).count() as u64;
        }
        if plan.keep {
            shard.sums.extend_from_slice(sums);
        }
        next += sums.len() as u64;
    }
    Some(shard)
}

#[cfg(test)]
mod tests {
    use super::*;
    use restrap_core::{CompressedBootstrap, CompressedFlips, DistinctRows, Level};

    const COLUMN: [i64; 10] = [1, 0, -1, 1, 1, -1, 1, 0, 0, -1];

    fn plan(resamples: u64, shard_size: u64) -> Run {
        Run {
            seed: 0,
            comparison: 0,
            resamples,
            shard_size,
            thresholds: vec![Threshold::AtMost(0), Threshold::AtLeast(2)],
            keep: true,
        }
    }

    fn on_threads(threads: usize, plan: &Run) -> Tally {
        let resampler = CompressedBootstrap::new(DistinctRows::of_column(&COLUMN), Level::detected());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a small pool");
        pool.install(|| run(plan, &resampler, &Control::default())).expect("R > 0")
    }

    #[test]
    fn threads_and_shards_never_change_a_count_or_a_sum() {
        let expected = on_threads(1, &plan(1_000, 1_000));
        assert_eq!(expected.sums.len(), 1_000);
        for threads in [1, 2, 3, 7] {
            for shard_size in [1, 7, 64, 1_000, 5_000] {
                assert_eq!(
                    on_threads(threads, &plan(1_000, shard_size)),
                    expected,
                    "{threads} × {shard_size}"
                );
            }
        }
    }

    #[test]
    fn a_thousand_resamples_are_a_prefix_of_ten_thousand() {
        let short = on_threads(2, &plan(1_000, 64));
        let long = on_threads(2, &plan(10_000, 64));
        assert_eq!(short.sums, long.sums[..1_000]);
    }

    #[test]
    fn a_stopped_run_keeps_a_prefix() {
        let cancel = AtomicBool::new(true);
        let resampler = CompressedFlips::new(&DistinctRows::of_column(&[1, 1, 1]), Level::detected());
        let control = Control { cancel: Some(&cancel), progress: None };
        let tally = run(&plan(1_000_000, 64), &resampler, &control).expect("R > 0");
        assert_eq!((tally.completed, tally.sums.len()), (0, 0));
    }

    #[test]
    fn progress_adds_up_to_the_shards() {
        let (sender, receiver) = crossbeam::channel::bounded(4096);
        let resampler = CompressedFlips::new(&DistinctRows::of_column(&[1, 1, 1]), Level::detected());
        let control = Control { cancel: None, progress: Some(sender) };
        run(&plan(1_024, 64), &resampler, &control).expect("R > 0");
        drop(control);
        let messages: Vec<Progress> = receiver.iter().collect();
        let done: u64 = messages.iter().map(|m| if let Progress::Done(n) = m { *n } else { 0 }).sum();
        assert_eq!(done, 1_024);
        assert_eq!((messages[0], messages[messages.len() - 1]), (Progress::Begin(1_024), Progress::End));
    }

    #[test]
    fn zero_resamples_are_refused() {
        let resampler = CompressedFlips::new(&DistinctRows::of_column(&[1]), Level::detected());
        let refused = run(&plan(0, 1), &resampler, &Control::default());
        assert_eq!(refused, Err(EngineError::NoResamples));
    }
}
