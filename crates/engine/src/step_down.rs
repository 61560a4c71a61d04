//! A family of hypotheses under one set of draws: how often the largest statistic reaches each observed one.
//!
//! Westfall & Young's (1993, algorithm 4.1) step-down maxima in one pass: hypotheses come from the least significant to the most
//! significant, and in each resample a running maximum is compared with the observed statistic of each. Each hypothesis costs its
//! statistic, a maximum and a comparison; resamples are next to each other, so that a vector unit processes several at once.
//!
//! Counts are sums over resamples, so they depend on nothing else. Cost: resamples times hypotheses; memory: 8 bytes per resample
//! for its largest statistic, and one count per hypothesis and thread.

use restrap_core::memory::fallible;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use restrap_core::Resampler;

use crate::control::{Control, Progress};
use crate::error::EngineError;
use crate::ranges::{self, Ranges, numbers};
use crate::run::{CHUNK, first_sums};

/// Resamples whose statistics are next to each other.
const LANES: usize = 128;

/// Sums of neighbouring resamples, column by column.
pub struct Block {
    sums: Vec<f64>,
    lanes: usize,
}

impl Block {
    /// Resamples of a block, at most.
    pub const LANES: usize = LANES;

    /// The sums of a column, resample after resample: integers, exact below 2^53.
    pub fn column(&self, column: usize) -> &[f64] {
        &self.sums[column * LANES..][..self.lanes]
    }
}

/// Test statistics of a family: never below 0, and large where the data contradict the null
/// hypothesis.
pub trait Family: Sync {
    /// Integer columns whose sums are needed.
    fn columns(&self) -> usize;

    /// Hypotheses of the family.
    fn hypotheses(&self) -> usize;

    /// The statistic of one hypothesis in every resample of a block.
    fn statistics(&self, block: &Block, hypothesis: usize, values: &mut [f64]);
}

/// What is counted.
#[derive(Clone, Debug)]
pub struct StepDown {
    /// The user's seed.
    pub seed: u64,
    /// Index of the family in the addresses of the stream.
    pub address: u16,
    /// Resamples, from number 0 on.
    pub resamples: u64,
    /// Hypotheses from the least significant to the most significant.
    pub order: Vec<u32>,
    /// From where on a statistic counts as one that reaches the observed one, in that order: never falling.
    pub thresholds: Vec<f64>,
    /// Resamples that a thread takes at once; changes nothing but the granularity of work.
    pub shard_size: u64,
}

/// How often statistics were reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Reached {
    /// Resamples that count: all, or a prefix of a run that was stopped.
    pub completed: u64,
    /// By a hypothesis's own statistic, in the order of the run.
    pub own: Vec<u64>,
    /// By the largest statistic of a hypothesis and all that are less significant.
    pub stepped: Vec<u64>,
    /// The largest statistic of each resample.
    pub largest: Vec<f64>,
}

/// One shard's part.
struct Part {
    resamples: u64,
    own: Vec<u32>,
    stepped: Vec<u32>,
    largest: Vec<f64>,
}

/// Parts put together in the order of their resamples, whichever is finished first.
struct Merged {
    reached: Reached,
    /// The resample that comes next.
    next: u64,
    waiting: BTreeMap<u64, Part>,
}

impl Merged {
    fn take(&mut self, first: u64, part: Part) {
        self.waiting.insert(first, part);
        while let Some(part) = self.waiting.remove(&self.next) {
            let add = |counts: &mut [u64], more: &[u32]| {
                counts
                    .iter_mut()
                    .zip(more)
                    .for_each(|(count, &more)| *count += u64::from(more));
            };
            self.next += part.resamples;
            add(&mut self.reached.own, &part.own);
            add(&mut self.reached.stepped, &part.stepped);
            self.reached.largest.extend_from_slice(&part.largest);
            self.reached.completed += part.resamples;
        }
    }
}

/// Draws all resamples of a family on the current rayon pool, or the prefix that was finished before a stop.
///
/// # Errors
/// [`EngineError::Memory`] where the largest statistics find no room.
///
/// # Panics
/// If the resampler draws other columns than the family needs, or order and thresholds are not of its hypotheses.
pub fn step_down<F: Family>(
    plan: &StepDown,
    resampler: &dyn Resampler,
    family: &F,
    control: &Control,
) -> Result<Reached, EngineError> {
    assert_eq!(
        resampler.columns(),
        family.columns(),
        "a family gets the columns that it needs"
    );
    assert_eq!(
        plan.order.len(),
        family.hypotheses(),
        "every hypothesis has its place"
    );
    assert_eq!(
        plan.order.len(),
        plan.thresholds.len(),
        "every hypothesis has its threshold"
    );
    room(plan.resamples)?;
    control.tell(Progress::Begin(plan.resamples));
    let drawn = ranges::draw(
        &Drawing {
            plan,
            resampler,
            family,
            control,
        },
        0..plan.resamples,
        control,
    );
    control.tell(Progress::End);
    Ok(drawn?.1)
}

/// A list for the largest statistics.
fn room(resamples: u64) -> Result<Vec<f64>, EngineError> {
    let mut largest = Vec::new();
    let room = usize::try_from(resamples)
        .ok()
        .and_then(|room| fallible(|| largest.try_reserve_exact(room)).ok());
    room.ok_or_else(|| EngineError::Memory {
        resamples,
        bytes: resamples.saturating_mul(8),
    })?;
    Ok(largest)
}

/// A run, drawn in one range or in several.
struct Drawing<'r, F> {
    plan: &'r StepDown,
    resampler: &'r dyn Resampler,
    family: &'r F,
    control: &'r Control<'r>,
}

impl<F: Family> Ranges for Drawing<'_, F> {
    /// With the number of its first resample.
    type Part = (u64, Reached);
    const GRAIN: u64 = CHUNK;

    fn told(&self) -> Vec<u8> {
        let StepDown {
            seed,
            address,
            resamples: _,
            order,
            thresholds,
            shard_size: _,
        } = self.plan;
        let mut told = format!("step down {:?}", (seed, address, order, thresholds)).into_bytes();
        told.extend(first_sums(self.resampler, *seed, *address));
        told
    }

    fn draw(&self, range: Range<u64>) -> Result<Self::Part, EngineError> {
        let Self {
            plan,
            resampler,
            family,
            control,
        } = *self;
        let reached = Reached {
            largest: room(range.end - range.start)?,
            ..self.blank(range.start..range.start).1
        };
        let merged = Mutex::new(Merged {
            reached,
            next: range.start,
            waiting: BTreeMap::new(),
        });
        let (next, shard_size) = (
            AtomicU64::new(range.start),
            plan.shard_size.clamp(1, CHUNK * 64),
        );
        let work = || {
            let mut worker = Worker::new(plan, resampler, family);
            let mut unreported = 0;
            while !control.stopped() {
                let first = next.fetch_add(shard_size, Ordering::Relaxed);
                if first >= range.end {
                    break;
                }
                let Some(part) = worker.count(first, shard_size.min(range.end - first), control)
                else {
                    break;
                };
                unreported += part.resamples;
                merged
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .take(first, part);
                control.report(&mut unreported);
            }
        };
        if range.end - range.start <= shard_size {
            work();
        } else {
            rayon::broadcast(|_| work());
        }
        Ok((
            range.start,
            merged
                .into_inner()
                .unwrap_or_else(PoisonError::into_inner)
                .reached,
        ))
    }

    fn range((first, reached): &Self::Part) -> Range<u64> {
        *first..first + reached.completed
    }

    fn bytes(&self, (_, reached): &Self::Part) -> Vec<u8> {
        let mut bytes = Vec::new();
        numbers::put(
            &mut bytes,
            reached
                .own
                .iter()
                .chain(&reached.stepped)
                .map(|count| count.to_le_bytes()),
        );
        numbers::put(
            &mut bytes,
            reached.largest.iter().map(|largest| largest.to_le_bytes()),
        );
        bytes
    }

    fn part(&self, range: Range<u64>, mut bytes: &[u8]) -> Option<Self::Part> {
        let (number, completed) = (self.plan.order.len(), range.end - range.start);
        let own = numbers::take(&mut bytes, number, u64::from_le_bytes)?;
        let stepped = numbers::take(&mut bytes, number, u64::from_le_bytes)?;
        let largest = numbers::take(&mut bytes, completed as usize, f64::from_le_bytes)?;
        bytes.is_empty().then_some((
            range.start,
            Reached {
                completed,
                own,
                stepped,
                largest,
            },
        ))
    }

    fn blank(&self, range: Range<u64>) -> Self::Part {
        let (number, completed) = (self.plan.order.len(), range.end - range.start);
        let largest = vec![0.0; completed as usize];
        (
            range.start,
            Reached {
                completed,
                own: vec![0; number],
                stepped: vec![0; number],
                largest,
            },
        )
    }

    fn joined(&self, whole: Range<u64>, mut parts: Vec<Self::Part>) -> Self::Part {
        if parts.len() == 1 {
            return parts.swap_remove(0);
        }
        let (first, mut all) = self.blank(whole.start..whole.start);
        let add = |counts: &mut [u64], more: &[u64]| {
            counts
                .iter_mut()
                .zip(more)
                .for_each(|(count, more)| *count += more);
        };
        for (_, part) in parts {
            all.completed += part.completed;
            add(&mut all.own, &part.own);
            add(&mut all.stepped, &part.stepped);
            all.largest.extend(part.largest);
        }
        (first, all)
    }
}

/// What one thread works with.
struct Worker<'a, F> {
    plan: &'a StepDown,
    resampler: &'a dyn Resampler,
    family: &'a F,
    sums: Vec<i64>,
    block: Block,
    values: Vec<f64>,
}

impl<'a, F: Family> Worker<'a, F> {
    fn new(plan: &'a StepDown, resampler: &'a dyn Resampler, family: &'a F) -> Self {
        let columns = resampler.columns();
        let block = Block {
            sums: vec![0.0; columns * LANES],
            lanes: 0,
        };
        Self {
            plan,
            resampler,
            family,
            sums: vec![0; columns * LANES],
            block,
            values: vec![0.0; LANES],
        }
    }

    /// All resamples of a shard, or `None` where the run was stopped.
    fn count(&mut self, first: u64, resamples: u64, control: &Control) -> Option<Part> {
        let number = self.plan.order.len();
        let largest = Vec::with_capacity(resamples as usize);
        let mut part = Part {
            resamples,
            own: vec![0; number],
            stepped: vec![0; number],
            largest,
        };
        let mut done = 0;
        while done < resamples {
            if control.stopped() {
                return None;
            }
            let lanes = (LANES as u64).min(resamples - done);
            self.draw(first + done, lanes as usize);
            self.judge(&mut part);
            done += lanes;
        }
        Some(part)
    }

    /// The sums of some resamples, turned so that resamples are next to each other.
    fn draw(&mut self, first: u64, lanes: usize) {
        let columns = self.resampler.columns();
        let sums = &mut self.sums[..lanes * columns];
        self.resampler
            .sums(self.plan.seed, self.plan.address, first, sums);
        self.block.lanes = lanes;
        for (lane, sums) in sums.chunks_exact(columns).enumerate() {
            for (column, &sum) in sums.iter().enumerate() {
                self.block.sums[column * LANES + lane] = sum as f64;
            }
        }
    }

    fn judge(&mut self, part: &mut Part) {
        let mut running = [0.0_f64; LANES];
        let running = &mut running[..self.block.lanes];
        let values = &mut self.values[..self.block.lanes];
        let each = self
            .plan
            .order
            .iter()
            .zip(&self.plan.thresholds)
            .zip(part.own.iter_mut().zip(&mut part.stepped));
        for ((&hypothesis, &threshold), (own, stepped)) in each {
            self.family
                .statistics(&self.block, hypothesis as usize, values);
            let (mut of_own, mut of_all) = (0, 0);
            for (largest, &value) in running.iter_mut().zip(values.iter()) {
                // What `maxpd` does; a value is a number.
                *largest = if value > *largest { value } else { *largest };
                of_own += u64::from(value >= threshold);
                of_all += u64::from(*largest >= threshold);
            }
            *own += of_own as u32;
            *stepped += of_all as u32;
        }
        part.largest.extend_from_slice(running);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use restrap_core::{EverySwap, Level, StreamedFlips};

    /// Absolute sums, one per column.
    struct Sizes(usize);

    impl Family for Sizes {
        fn columns(&self) -> usize {
            self.0
        }

        fn hypotheses(&self) -> usize {
            self.0
        }

        fn statistics(&self, block: &Block, hypothesis: usize, values: &mut [f64]) {
            values
                .iter_mut()
                .zip(block.column(hypothesis))
                .for_each(|(value, sum)| *value = sum.abs());
        }
    }

    fn columns() -> Vec<Vec<i64>> {
        (0..7)
            .map(|c| {
                (0..300)
                    .map(|i: i64| {
                        (i * i * 31 + c * i * 17 + c) % (50 + 40 * c) - 25 - 20 * c + i % 3
                    })
                    .collect()
            })
            .collect()
    }

    fn plan(columns: &[Vec<i64>], shard_size: u64, resamples: u64) -> StepDown {
        let observed: Vec<f64> = columns
            .iter()
            .map(|column| column.iter().sum::<i64>().abs() as f64)
            .collect();
        let mut order: Vec<u32> = (0..columns.len() as u32).collect();
        order.sort_by(|&a, &b| observed[a as usize].total_cmp(&observed[b as usize]));
        let thresholds = order.iter().map(|&at| observed[at as usize]).collect();
        StepDown {
            seed: 4,
            address: 1,
            resamples,
            order,
            thresholds,
            shard_size,
        }
    }

    fn slices(columns: &[Vec<i64>]) -> Vec<&[i64]> {
        columns.iter().map(Vec::as_slice).collect()
    }

    /// The definition, resample by resample and hypothesis by hypothesis: how often any statistic of the hypotheses up to each in the
    /// order reaches it. `from`: the first of them.
    fn by_definition(
        plan: &StepDown,
        resampler: &dyn Resampler,
        from: impl Fn(usize) -> usize,
    ) -> Vec<u64> {
        let mut counts = vec![0; plan.order.len()];
        let mut sums = vec![0; resampler.columns()];
        for resample in 0..plan.resamples {
            resampler.sums(plan.seed, plan.address, resample, &mut sums);
            for (at, count) in counts.iter_mut().enumerate() {
                let largest = plan.order[from(at)..=at]
                    .iter()
                    .map(|&h| sums[h as usize].abs())
                    .max();
                *count +=
                    u64::from(largest.is_some_and(|largest| largest as f64 >= plan.thresholds[at]));
            }
        }
        counts
    }

    #[test]
    fn maxima_in_one_pass_equal_their_definition() {
        let columns = columns();
        let flips = StreamedFlips::new(&slices(&columns), Level::detected());
        let plan = plan(&columns, 100, 3_000);
        let reached = step_down(&plan, &flips, &Sizes(7), &Control::default()).expect("memory");
        assert_eq!(reached.completed, 3_000);
        assert_eq!(reached.own, by_definition(&plan, &flips, |at| at));
        assert_eq!(reached.stepped, by_definition(&plan, &flips, |_| 0));
        // Negative control: each compared with its neighbour alone.
        assert_ne!(
            reached.stepped,
            by_definition(&plan, &flips, |at| at.saturating_sub(1))
        );
        let largest = |resample: u64| {
            let mut sums = [0; 7];
            flips.sums(4, 1, resample, &mut sums);
            sums.iter().map(|sum| sum.abs()).max().map(|sum| sum as f64)
        };
        assert!(
            (0..3_000)
                .all(|resample| Some(reached.largest[resample as usize]) == largest(resample))
        );
    }

    #[test]
    fn threads_shards_and_levels_never_change_a_count() {
        let columns = columns();
        let of = |threads, shard_size, level| {
            let flips = StreamedFlips::new(&slices(&columns), level);
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("a small pool");
            pool.install(|| {
                step_down(
                    &plan(&columns, shard_size, 2_500),
                    &flips,
                    &Sizes(7),
                    &Control::default(),
                )
            })
            .expect("memory")
        };
        let expected = of(1, 5_000, Level::Scalar);
        for threads in [1, 2, 5] {
            for shard_size in [1, 127, 128, 1_000] {
                assert_eq!(
                    of(threads, shard_size, Level::detected()),
                    expected,
                    "{threads} × {shard_size}"
                );
            }
        }
    }

    #[test]
    fn every_swap_is_counted_once() {
        let columns: Vec<Vec<i64>> = columns()
            .iter()
            .map(|column| column[..9].to_vec())
            .collect();
        let every = EverySwap::new(&slices(&columns)).expect("few items");
        let plan = plan(&columns, 33, every.number());
        let reached = step_down(&plan, &every, &Sizes(7), &Control::default()).expect("memory");
        assert_eq!(
            (reached.completed, reached.stepped),
            (256, by_definition(&plan, &every, |_| 0))
        );
    }

    #[test]
    fn a_stopped_run_counts_a_prefix() {
        let columns = columns();
        let flips = StreamedFlips::new(&slices(&columns), Level::detected());
        let stopped = std::sync::atomic::AtomicBool::new(true);
        let control = Control {
            cancel: Some(&stopped),
            ..Control::default()
        };
        let reached =
            step_down(&plan(&columns, 100, 3_000), &flips, &Sizes(7), &control).expect("memory");
        assert_eq!(
            (reached.completed, reached.largest.len(), &reached.own[..]),
            (0, 0, &[0; 7][..])
        );
    }
}
