//! Shards over threads, with progress and cancellation.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crossbeam::channel::Sender;
use restrap_core::{Resampler, Statistic};

use crate::histogram::{Bins, Histogram};

/// A tail that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threshold<V> {
    /// Values at or above.
    AtLeast(V),
    /// Values at or below.
    AtMost(V),
}

impl<V: Copy + PartialOrd> Threshold<V> {
    fn holds(self, value: V) -> bool {
        match self {
            Self::AtLeast(t) => value >= t,
            Self::AtMost(t) => value <= t,
        }
    }
}

/// What a run keeps beside the counts of tails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keep<V> {
    /// Nothing: any number of resamples.
    Tails,
    /// How many values fall into each bin, by value of a resample: any number of resamples.
    Histograms(Vec<Bins<V>>),
    /// Every value: 8 bytes each.
    Values,
}

/// What to run.
#[derive(Clone, Debug)]
pub struct Run<V> {
    /// The user's seed.
    pub seed: u64,
    /// Index of the comparison.
    pub comparison: u16,
    /// Number of resamples, R.
    pub resamples: u64,
    /// Resamples a shard; changes nothing but the granularity of work.
    pub shard_size: u64,
    /// Tails to count, and of which value of a resample.
    pub thresholds: Vec<(usize, Threshold<V>)>,
    /// What is kept beside.
    pub keep: Keep<V>,
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
    /// Set by the caller to stop: polled every tenth of a millisecond or so, and before every batch of resamples that
    /// takes longer.
    pub cancel: Option<&'a AtomicBool>,
    /// Receives the progress. Workers never wait for it: where the channel is full, what a message carried is sent with
    /// the next.
    pub progress: Option<Sender<Progress>>,
}

/// What a run found, for resamples `0..completed`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally<V> {
    /// Resamples that count: all of them, or the longest finished prefix of a run that was stopped.
    pub completed: u64,
    /// Values beyond each threshold.
    pub counts: Vec<u64>,
    /// Values in order of resample number, if kept.
    pub values: Vec<V>,
    /// One a value of a resample, if kept.
    pub histograms: Vec<Histogram<V>>,
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

struct Shard<V> {
    number: u64,
    counts: Vec<u64>,
    values: Vec<V>,
}

/// Draws between two looks at the cancel flag.
const POLL: u64 = 16_384;

/// Runs all shards on the current rayon pool.
///
/// # Errors
/// [`EngineError`] before anything is drawn.
///
/// # Panics
/// If the resampler draws other columns than the statistic needs, or histograms are not one a value.
pub fn run<S: Statistic>(
    plan: &Run<S::Value>,
    resampler: &dyn Resampler,
    statistic: &S,
    control: &Control,
) -> Result<Tally<S::Value>, EngineError>
where
    Bins<S::Value>: crate::histogram::Place<S::Value>,
{
    assert_eq!(resampler.columns(), statistic.columns(), "a statistic gets the columns that it needs");
    if plan.resamples == 0 {
        return Err(EngineError::NoResamples);
    }
    let mut values = Vec::new();
    if plan.keep == Keep::Values {
        let count = plan.resamples.saturating_mul(statistic.values() as u64);
        let memory = EngineError::Memory { resamples: plan.resamples, bytes: count.saturating_mul(8) };
        usize::try_from(count).ok().and_then(|n| values.try_reserve_exact(n).ok()).ok_or(memory)?;
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
    let workers = rayon::broadcast(|_| {
        let mut worker = Worker::new(plan, resampler, statistic, control);
        let mut mine = Vec::new();
        let mut unreported = 0;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= shards {
                break;
            }
            let first = number * shard_size;
            let Some(shard) = worker.shard(number, first..(first + shard_size).min(plan.resamples)) else {
                break;
            };
            mine.push(shard);
            unreported += shard_size;
            if let Some(progress) = &control.progress
                && progress.try_send(Progress::Done(unreported)).is_ok()
            {
                unreported = 0;
            }
        }
        (mine, worker.histograms)
    });
    tell(Progress::End);
    let mut tally =
        Tally { completed: 0, counts: vec![0; plan.thresholds.len()], values, histograms: Vec::new() };
    let mut finished = Vec::new();
    for (shards, histograms) in workers {
        finished.extend(shards);
        if tally.histograms.is_empty() {
            tally.histograms = histograms;
        } else {
            tally.histograms.iter_mut().zip(&histograms).for_each(|(all, mine)| all.add(mine));
        }
    }
    finished.sort_unstable_by_key(|shard| shard.number);
    for (expected, shard) in finished.into_iter().enumerate() {
        if shard.number != expected as u64 {
            break;
        }
        tally.completed = ((shard.number + 1) * shard_size).min(plan.resamples);
        tally.counts.iter_mut().zip(&shard.counts).for_each(|(total, count)| *total += count);
        tally.values.extend_from_slice(&shard.values);
    }
    Ok(tally)
}

/// What one thread works with.
struct Worker<'a, S: Statistic> {
    plan: &'a Run<S::Value>,
    resampler: &'a dyn Resampler,
    statistic: &'a S,
    control: &'a Control<'a>,
    sums: Vec<i64>,
    room: Vec<S::Value>,
    histograms: Vec<Histogram<S::Value>>,
}

impl<'a, S: Statistic> Worker<'a, S>
where
    Bins<S::Value>: crate::histogram::Place<S::Value>,
{
    fn new(
        plan: &'a Run<S::Value>,
        resampler: &'a dyn Resampler,
        statistic: &'a S,
        control: &'a Control<'a>,
    ) -> Self {
        let histograms = match &plan.keep {
            Keep::Histograms(bins) => {
                assert_eq!(bins.len(), statistic.values(), "one histogram a value");
                bins.iter().map(|&bins| Histogram::new(bins)).collect()
            }
            Keep::Tails | Keep::Values => Vec::new(),
        };
        Self { plan, resampler, statistic, control, sums: Vec::new(), room: Vec::new(), histograms }
    }

    /// All resamples of a shard, or `None` where the run was stopped. Histograms are not kept by shard, so there a shard
    /// that was begun is finished: what is in them is a prefix too.
    fn shard(&mut self, number: u64, resamples: std::ops::Range<u64>) -> Option<Shard<S::Value>> {
        let (columns, values) = (self.statistic.columns(), self.statistic.values());
        let mut shard = Shard { number, counts: vec![0; self.plan.thresholds.len()], values: Vec::new() };
        let count = (resamples.end - resamples.start) as usize;
        if self.plan.keep == Keep::Values {
            shard.values.reserve_exact(count * values);
        }
        let at_once = (POLL / self.resampler.cost().max(1)).max(self.resampler.batch()).min(count as u64);
        self.sums.resize(at_once as usize * columns, 0);
        let mut first = resamples.start;
        while first < resamples.end {
            let begun = first > resamples.start && !self.histograms.is_empty();
            if !begun && self.control.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                return None;
            }
            let now = at_once.min(resamples.end - first);
            let sums = &mut self.sums[..now as usize * columns];
            self.resampler.sums(self.plan.seed, self.plan.comparison, first, sums);
            let drawn = self.statistic.finish_all(sums, &mut self.room);
            for (count, &(which, threshold)) in shard.counts.iter_mut().zip(&self.plan.thresholds) {
                let beyond =
                    drawn.iter().skip(which).step_by(values).filter(|&&value| threshold.holds(value));
                *count += beyond.count() as u64;
            }
            for (which, histogram) in self.histograms.iter_mut().enumerate() {
                drawn.iter().skip(which).step_by(values).for_each(|&value| histogram.count(value));
            }
            if self.plan.keep == Keep::Values {
                shard.values.extend_from_slice(drawn);
            }
            first += now;
        }
        Some(shard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use restrap_core::{CompressedBootstrap, CompressedFlips, DistinctRows, Level, Sums};

    const COLUMN: [i64; 10] = [1, 0, -1, 1, 1, -1, 1, 0, 0, -1];

    fn plan(resamples: u64, shard_size: u64) -> Run<i64> {
        Run {
            seed: 0,
            comparison: 0,
            resamples,
            shard_size,
            thresholds: vec![(0, Threshold::AtMost(0)), (0, Threshold::AtLeast(2))],
            keep: Keep::Values,
        }
    }

    fn on_threads(threads: usize, plan: &Run<i64>) -> Tally<i64> {
        let resampler = CompressedBootstrap::new(DistinctRows::of_column(&COLUMN), 10, Level::detected());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a small pool");
        pool.install(|| run(plan, &resampler, &Sums(1), &Control::default())).expect("R > 0")
    }

    #[test]
    fn threads_and_shards_never_change_a_count_or_a_sum() {
        let expected = on_threads(1, &plan(1_000, 1_000));
        assert_eq!(expected.values.len(), 1_000);
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
        assert_eq!(short.values, long.values[..1_000]);
    }

    #[test]
    fn a_stopped_run_keeps_a_prefix() {
        let cancel = AtomicBool::new(true);
        let resampler = CompressedFlips::new(DistinctRows::of_column(&[1, 1, 1]), Level::detected());
        let control = Control { cancel: Some(&cancel), progress: None };
        let tally = run(&plan(1_000_000, 64), &resampler, &Sums(1), &control).expect("R > 0");
        assert_eq!((tally.completed, tally.values.len()), (0, 0));
    }

    #[test]
    fn progress_adds_up_to_the_shards() {
        let (sender, receiver) = crossbeam::channel::bounded(4096);
        let resampler = CompressedFlips::new(DistinctRows::of_column(&[1, 1, 1]), Level::detected());
        let control = Control { cancel: None, progress: Some(sender) };
        run(&plan(1_024, 64), &resampler, &Sums(1), &control).expect("R > 0");
        drop(control);
        let messages: Vec<Progress> = receiver.iter().collect();
        let done: u64 = messages.iter().map(|m| if let Progress::Done(n) = m { *n } else { 0 }).sum();
        assert_eq!(done, 1_024);
        assert_eq!((messages[0], messages[messages.len() - 1]), (Progress::Begin(1_024), Progress::End));
    }

    #[test]
    fn zero_resamples_are_refused() {
        let resampler = CompressedFlips::new(DistinctRows::of_column(&[1]), Level::detected());
        let refused = run(&plan(0, 1), &resampler, &Sums(1), &Control::default());
        assert_eq!(refused, Err(EngineError::NoResamples));
    }
}
