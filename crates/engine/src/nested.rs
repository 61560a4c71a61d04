//! Simulated experiments over threads: all cells of a design as one job.
//!
//! A shard is a fixed block of experiments of one cell, set by the design and never by the number of threads. Every worker
//! takes the next shard, runs its experiments one after the other and hands over a tally; tallies are added up in the
//! order of the shards. An experiment is a pure function of its address, so the result does not depend on who ran it.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::run::{Control, Progress};

/// What is simulated.
pub trait Simulation: Sync {
    /// What one thread uses again and again.
    type Room;
    /// What experiments add up to.
    type Tally: Default + Send;

    /// Room for one thread.
    fn room(&self) -> Self::Room;

    /// Runs one experiment of a cell and adds it to the tally.
    fn experiment(&self, cell: usize, number: u64, room: &mut Self::Room, tally: &mut Self::Tally);

    /// Adds one tally of a cell to another.
    fn merge(into: &mut Self::Tally, from: Self::Tally);
}

/// How much is simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NestedRun {
    /// Cells of the design.
    pub cells: usize,
    /// Experiments of each.
    pub experiments: u64,
    /// Experiments a shard; changes nothing but the granularity of work.
    pub shard_size: u64,
}

impl NestedRun {
    fn per_cell(&self) -> u64 {
        self.experiments.div_ceil(self.shard_size.max(1))
    }

    /// Cell and experiments of a shard.
    fn shard(&self, number: u64) -> (usize, Range<u64>) {
        let size = self.shard_size.max(1);
        let first = number % self.per_cell() * size;
        ((number / self.per_cell()) as usize, first..(first + size).min(self.experiments))
    }
}

/// What one cell got: experiments `0..completed`, and what they add up to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellTally<T> {
    /// Experiments that count: all, or the longest finished prefix of a job that was stopped.
    pub completed: u64,
    /// Their sum.
    pub tally: T,
}

/// Runs all experiments of all cells on the current rayon pool; one tally a cell, cell after cell.
///
/// A job that is stopped through `control` keeps the shards before the first that was not finished: whole cells, then a
/// part of one, then cells with nothing.
pub fn simulate<S: Simulation>(
    simulation: &S,
    plan: &NestedRun,
    control: &Control,
) -> Vec<CellTally<S::Tally>> {
    let tell = |message| {
        if let Some(progress) = &control.progress {
            // A caller that no longer listens does not stop the job.
            let _ = progress.send(message);
        }
    };
    let mut cells: Vec<CellTally<S::Tally>> =
        std::iter::repeat_with(|| CellTally { completed: 0, tally: S::Tally::default() })
            .take(plan.cells)
            .collect();
    if plan.experiments == 0 {
        return cells;
    }
    tell(Progress::Begin(plan.cells as u64 * plan.experiments));
    let shards = plan.cells as u64 * plan.per_cell();
    let next = AtomicU64::new(0);
    let workers = rayon::broadcast(|_| {
        let mut room = simulation.room();
        let mut mine = Vec::new();
        let mut unreported = 0;
        'shards: loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= shards {
                break;
            }
            let (cell, experiments) = plan.shard(number);
            let mut tally = S::Tally::default();
            unreported += experiments.end - experiments.start;
            for experiment in experiments {
                if control.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                    break 'shards;
                }
                simulation.experiment(cell, experiment, &mut room, &mut tally);
            }
            mine.push((number, tally));
            if let Some(progress) = &control.progress
                && progress.try_send(Progress::Done(unreported)).is_ok()
            {
                unreported = 0;
            }
        }
        mine
    });
    tell(Progress::End);
    let mut finished: Vec<(u64, S::Tally)> = workers.into_iter().flatten().collect();
    finished.sort_unstable_by_key(|shard| shard.0);
    for (expected, (number, tally)) in finished.into_iter().enumerate() {
        if number != expected as u64 {
            break;
        }
        let (cell, experiments) = plan.shard(number);
        cells[cell].completed = experiments.end;
        S::merge(&mut cells[cell].tally, tally);
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    /// Adds up digests of experiments; stops itself after some.
    struct Digests<'a> {
        stop: Option<(&'a AtomicBool, u64)>,
        done: AtomicU64,
    }

    impl Simulation for Digests<'_> {
        type Room = ();
        type Tally = (u64, u64);

        fn room(&self) {}

        fn experiment(&self, cell: usize, number: u64, (): &mut (), tally: &mut (u64, u64)) {
            let digest = (cell as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(7);
            *tally = (tally.0 + 1, tally.1.wrapping_add(digest.rotate_left(number as u32 % 64)));
            if let Some((flag, after)) = self.stop
                && self.done.fetch_add(1, Ordering::Relaxed) + 1 == after
            {
                flag.store(true, Ordering::Relaxed);
            }
        }

        fn merge(into: &mut (u64, u64), from: (u64, u64)) {
            *into = (into.0 + from.0, into.1.wrapping_add(from.1));
        }
    }

    fn on_threads(
        threads: usize,
        shard_size: u64,
        simulation: &Digests,
        control: &Control,
    ) -> Vec<CellTally<(u64, u64)>> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a small pool");
        let plan = NestedRun { cells: 3, experiments: 1_000, shard_size };
        pool.install(|| simulate(simulation, &plan, control))
    }

    #[test]
    fn threads_and_shards_never_change_a_tally() {
        let simulation = Digests { stop: None, done: AtomicU64::new(0) };
        let expected = on_threads(1, 1_000, &simulation, &Control::default());
        assert!(expected.iter().all(|cell| (cell.completed, cell.tally.0) == (1_000, 1_000)));
        for threads in [1, 2, 3, 7] {
            for shard_size in [1, 7, 64, 5_000] {
                let got = on_threads(threads, shard_size, &simulation, &Control::default());
                assert_eq!(got, expected, "{threads} × {shard_size}");
            }
        }
    }

    #[test]
    fn a_stopped_job_keeps_a_prefix_and_says_how_long_it_is() {
        let flag = AtomicBool::new(false);
        let simulation = Digests { stop: Some((&flag, 1_500)), done: AtomicU64::new(0) };
        let control = Control { cancel: Some(&flag), progress: None };
        let got = on_threads(2, 10, &simulation, &control);
        assert_eq!(got[0].completed, 1_000, "the first cell was finished");
        assert!((1..1_000).contains(&got[1].completed), "the second was begun: {}", got[1].completed);
        assert_eq!((got[2].completed, got[2].tally.0), (0, 0));
        for cell in &got {
            assert_eq!(cell.tally.0, cell.completed, "what counts is what is told");
        }
    }

    #[test]
    fn progress_adds_up_to_all_experiments() {
        let (sender, receiver) = crossbeam::channel::bounded(4096);
        let simulation = Digests { stop: None, done: AtomicU64::new(0) };
        let control = Control { cancel: None, progress: Some(sender) };
        on_threads(2, 33, &simulation, &control);
        drop(control);
        let messages: Vec<Progress> = receiver.iter().collect();
        let done: u64 = messages.iter().map(|m| if let Progress::Done(n) = m { *n } else { 0 }).sum();
        assert_eq!((messages[0], done), (Progress::Begin(3_000), 3_000));
    }
}
