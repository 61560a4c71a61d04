//! Simulated experiments over threads: all cells of a design as one job.
//!
//! A shard is a fixed block of experiments of one cell, set by the design and never by the number of threads. Every worker
//! takes the next shard, runs its experiments one after the other and hands over a tally; tallies are added up in the
//! order of the shards. An experiment is a pure function of its address, so the result does not depend on which worker ran
//! it.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::control::{Control, Progress};

/// What is simulated.
pub trait Simulation: Sync {
    /// What one thread uses again and again.
    type Room;
    /// What experiments add up to.
    type Sum: Default + Send;
    /// Why an experiment fails.
    type Error: Send;

    /// Room for one thread.
    fn room(&self) -> Self::Room;

    /// Runs one experiment of a cell and adds it to the sum.
    ///
    /// # Errors
    /// An experiment that fails adds nothing; the others of its cell go on.
    fn experiment(
        &self,
        cell: usize,
        number: u64,
        room: &mut Self::Room,
        sum: &mut Self::Sum,
    ) -> Result<(), Self::Error>;

    /// Adds one sum of a cell to another.
    fn merge(into: &mut Self::Sum, from: Self::Sum);
}

/// How much is simulated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Experiments {
    /// Cells of the design.
    pub cells: usize,
    /// Numbers of the experiments of each cell.
    pub range: Range<u64>,
    /// Experiments per shard; changes only the granularity of the work.
    pub shard_size: u64,
}

impl Experiments {
    fn of_each(&self) -> u64 {
        self.range.end.saturating_sub(self.range.start)
    }

    fn shards_of_each(&self) -> u64 {
        self.of_each().div_ceil(self.shard_size.max(1))
    }

    /// Cell and experiments of a shard.
    fn shard(&self, number: u64) -> (usize, Range<u64>) {
        let size = self.shard_size.max(1);
        let (cell, place) = (
            number / self.shards_of_each(),
            number % self.shards_of_each(),
        );
        let first = self.range.start + place * size;
        (
            cell as usize,
            first..first.saturating_add(size).min(self.range.end),
        )
    }
}

/// The result of one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellTally<T, E> {
    /// Numbers of the experiments that count: all, or the longest finished prefix if the job was stopped.
    pub range: Range<u64>,
    /// Their sum.
    pub sum: T,
    /// The first experiment that failed, and why.
    pub failed: Option<(u64, E)>,
}

impl<T, E> CellTally<T, E> {
    /// Number of experiments that count.
    pub fn completed(&self) -> u64 {
        self.range.end - self.range.start
    }
}

/// What was simulated of all cells.
type Tallies<S> = Vec<CellTally<<S as Simulation>::Sum, <S as Simulation>::Error>>;

/// Runs the experiments of all cells on the current rayon pool; one tally per cell, in the order of
/// the cells.
///
/// A job that is stopped through `control` keeps the shards before the first unfinished one: whole cells, then part of
/// a cell, then cells without experiments.
pub fn simulate<S: Simulation>(
    simulation: &S,
    plan: &Experiments,
    control: &Control,
) -> Tallies<S> {
    let first = plan.range.start;
    let nothing = || CellTally {
        range: first..first,
        sum: S::Sum::default(),
        failed: None,
    };
    let mut cells: Tallies<S> = std::iter::repeat_with(nothing).take(plan.cells).collect();
    control.tell(Progress::Begin(plan.cells as u64 * plan.of_each()));
    let shards = plan.cells as u64 * plan.shards_of_each();
    let next = AtomicU64::new(0);
    let workers = rayon::broadcast(|_| {
        let mut room = simulation.room();
        let (mut mine, mut unreported) = (Vec::new(), 0);
        'shards: loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= shards {
                break;
            }
            let (cell, experiments) = plan.shard(number);
            let (mut sum, mut failed) = (S::Sum::default(), None);
            unreported += experiments.end - experiments.start;
            for experiment in experiments {
                if control.stopped() {
                    break 'shards;
                }
                if let Err(error) = simulation.experiment(cell, experiment, &mut room, &mut sum) {
                    failed.get_or_insert((experiment, error));
                }
            }
            mine.push((number, sum, failed));
            control.report(&mut unreported);
        }
        mine
    });
    control.tell(Progress::End);
    let mut finished: Vec<_> = workers.into_iter().flatten().collect();
    finished.sort_unstable_by_key(|shard| shard.0);
    for (expected, (number, sum, failed)) in finished.into_iter().enumerate() {
        if number != expected as u64 {
            break;
        }
        let (cell, experiments) = plan.shard(number);
        let cell = &mut cells[cell];
        cell.range.end = experiments.end;
        S::merge(&mut cell.sum, sum);
        // Shards come in order, so the first failure has the least number.
        cell.failed = cell.failed.take().or(failed);
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    /// Adds up digests of experiments; stops itself after some, and fails every so many.
    struct Digests<'a> {
        stop: Option<(&'a AtomicBool, u64)>,
        fails: Option<u64>,
        done: AtomicU64,
    }

    impl Simulation for Digests<'_> {
        type Room = ();
        type Sum = (u64, u64);
        type Error = &'static str;

        fn room(&self) {}

        fn experiment(
            &self,
            cell: usize,
            number: u64,
            (): &mut (),
            sum: &mut (u64, u64),
        ) -> Result<(), &'static str> {
            if self.fails.is_some_and(|every| number % every == every - 1) {
                return Err("it fails");
            }
            let digest =
                (cell as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(7);
            *sum = (
                sum.0 + 1,
                sum.1.wrapping_add(digest.rotate_left(number as u32 % 64)),
            );
            if let Some((flag, after)) = self.stop
                && self.done.fetch_add(1, Ordering::Relaxed) + 1 == after
            {
                flag.store(true, Ordering::Relaxed);
            }
            Ok(())
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
    ) -> Vec<CellTally<(u64, u64), &'static str>> {
        of_range(0..1_000, threads, shard_size, simulation, control)
    }

    fn of_range(
        range: Range<u64>,
        threads: usize,
        shard_size: u64,
        simulation: &Digests,
        control: &Control,
    ) -> Vec<CellTally<(u64, u64), &'static str>> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a small pool");
        pool.install(|| {
            simulate(
                simulation,
                &Experiments {
                    cells: 3,
                    range,
                    shard_size,
                },
                control,
            )
        })
    }

    #[test]
    fn threads_and_shards_never_change_a_tally() {
        let simulation = Digests {
            stop: None,
            fails: None,
            done: AtomicU64::new(0),
        };
        let expected = on_threads(1, 1_000, &simulation, &Control::default());
        assert!(
            expected
                .iter()
                .all(|cell| (cell.completed(), cell.sum.0) == (1_000, 1_000))
        );
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
        let simulation = Digests {
            stop: Some((&flag, 1_500)),
            fails: None,
            done: AtomicU64::new(0),
        };
        let control = Control {
            cancel: Some(&flag),
            ..Control::default()
        };
        let got = on_threads(2, 10, &simulation, &control);
        assert_eq!(got[0].completed(), 1_000, "the first cell was finished");
        assert!(
            (1..1_000).contains(&got[1].completed()),
            "the second was begun: {}",
            got[1].completed()
        );
        assert_eq!((got[2].completed(), got[2].sum.0), (0, 0));
        for cell in &got {
            assert_eq!(cell.sum.0, cell.completed(), "what counts is what is told");
        }
    }

    #[test]
    fn progress_adds_up_to_all_experiments() {
        let (sender, receiver) = crossbeam::channel::bounded(4096);
        let simulation = Digests {
            stop: None,
            fails: None,
            done: AtomicU64::new(0),
        };
        let control = Control {
            progress: Some(sender),
            ..Control::default()
        };
        on_threads(2, 33, &simulation, &control);
        drop(control);
        let messages: Vec<Progress> = receiver.iter().collect();
        let done: u64 = messages
            .iter()
            .map(|m| if let Progress::Done(n) = m { *n } else { 0 })
            .sum();
        assert_eq!((messages[0], done), (Progress::Begin(3_000), 3_000));
    }

    #[test]
    fn ranges_add_up_to_the_whole() {
        let simulation = Digests {
            stop: None,
            fails: Some(400),
            done: AtomicU64::new(0),
        };
        let whole = on_threads(2, 64, &simulation, &Control::default());
        let mut parts = of_range(0..0, 2, 64, &simulation, &Control::default());
        for cut in [0, 1, 300, 300, 710, 1_000].windows(2) {
            let more = of_range(cut[0]..cut[1], 2, 64, &simulation, &Control::default());
            for (all, more) in parts.iter_mut().zip(more) {
                assert_eq!((all.range.end, more.range.end), (more.range.start, cut[1]));
                all.range.end = more.range.end;
                Digests::merge(&mut all.sum, more.sum);
                all.failed = all.failed.or(more.failed);
            }
        }
        assert_eq!(parts, whole);
    }

    #[test]
    fn the_first_experiment_that_fails_is_told_and_the_others_count() {
        for (threads, shard_size) in [(1, 1_000), (3, 7), (2, 1)] {
            let simulation = Digests {
                stop: None,
                fails: Some(400),
                done: AtomicU64::new(0),
            };
            for cell in on_threads(threads, shard_size, &simulation, &Control::default()) {
                let told = (cell.completed(), cell.sum.0, cell.failed);
                assert_eq!(told, (1_000, 998, Some((399, "it fails"))));
            }
        }
    }
}
