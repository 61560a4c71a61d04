//! Ranges of resamples over threads, with progress and cancellation.
//!
//! A run draws the resamples of a range of numbers. Its counts are kept in chunks whose place depends on the resample
//! numbers alone, whatever the range: the tallies of 0..300 and 300..5_000 add up to that of 0..5_000, and a decision after
//! k chunks depends only on the first k chunks.

use restrap_core::memory::fallible;
use std::iter;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use bytemuck::Pod;
use bytemuck::allocation::try_zeroed_vec;
use restrap_core::{Resampler, Statistic};
use serde::{Deserialize, Serialize};

use crate::control::{Control, Progress};
use crate::error::EngineError;
use crate::ranges::{self, Ranges, numbers};

/// Resamples whose counts are kept together: chunk c holds the numbers `c * CHUNK..(c + 1) * CHUNK`.
pub const CHUNK: u64 = 1_024;

/// A tail that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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

/// What to run.
#[derive(Clone, Debug)]
pub struct Run<V> {
    /// The user's seed.
    pub seed: u64,
    /// Index of the comparison.
    pub comparison: u16,
    /// Numbers of the resamples; `0..R` is a whole run, and a range may be empty.
    pub range: Range<u64>,
    /// Resamples per shard; changes only the granularity of the work.
    pub shard_size: u64,
    /// Tails to count, and of which value of a resample.
    pub thresholds: Vec<(usize, Threshold<V>)>,
    /// Which values of a resample are kept, 8 bytes each; empty to run any number of resamples
    /// without storing values.
    pub keep: Vec<usize>,
}

/// What a run found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally<V> {
    /// Numbers of the resamples that count: all of the run, or the longest finished prefix if the run was stopped.
    pub range: Range<u64>,
    /// Values beyond each threshold in each chunk that the range touches, chunk `range.start / CHUNK` first. The first and
    /// the last chunk count only what is in the range.
    pub counts: Vec<Vec<u16>>,
    /// One list for each value to keep, in the order of `Run::keep`: the values in order of resample number.
    pub values: Vec<Vec<V>>,
}

impl<V> Tally<V> {
    /// Number of resamples that count.
    pub fn completed(&self) -> u64 {
        self.range.end - self.range.start
    }

    /// Values beyond each threshold, in all chunks together.
    pub fn totals(&self) -> Vec<u64> {
        self.counts
            .iter()
            .map(|chunks| chunks.iter().map(|&count| u64::from(count)).sum())
            .collect()
    }
}

/// Draws between two looks at the cancel flag.
const POLL: u64 = 16_384;

/// Runs all shards of a range on the current rayon pool.
///
/// Kept values take 8 bytes each and are written to their final place: nothing is copied when the run
/// ends.
///
/// # Errors
/// [`EngineError`] before anything is drawn.
///
/// # Panics
/// If the resampler does not draw the columns that the statistic needs, or the run names a value that the statistic
/// does not have.
pub fn run<S: Statistic>(
    plan: &Run<S::Value>,
    resampler: &dyn Resampler,
    statistic: &S,
    control: &Control,
) -> Result<Tally<S::Value>, EngineError> {
    assert_eq!(
        resampler.columns(),
        statistic.columns(),
        "a statistic gets the columns that it needs"
    );
    let mut named = plan
        .keep
        .iter()
        .chain(plan.thresholds.iter().map(|(which, _)| which));
    assert!(
        named.all(|&which| which < statistic.values()),
        "a run names values that the statistic has"
    );
    control.tell(Progress::Begin(
        plan.range.end.saturating_sub(plan.range.start),
    ));
    let tally = ranges::draw(
        &Drawing {
            plan,
            resampler,
            statistic,
            control,
        },
        plan.range.clone(),
        control,
    );
    control.tell(Progress::End);
    tally
}

/// A run, drawn in one range or in several.
struct Drawing<'r, S: Statistic> {
    plan: &'r Run<S::Value>,
    resampler: &'r dyn Resampler,
    statistic: &'r S,
    control: &'r Control<'r>,
}

/// The sums of the first resamples, which tell data and designs apart.
pub(crate) fn first_sums(resampler: &dyn Resampler, seed: u64, address: u16) -> Vec<u8> {
    const MANY: usize = 64;
    let mut sums = vec![0; MANY * resampler.columns()];
    resampler.sums(seed, address, 0, &mut sums);
    sums.into_iter().flat_map(i64::to_le_bytes).collect()
}

impl<S: Statistic> Ranges for Drawing<'_, S> {
    type Part = Tally<S::Value>;
    const GRAIN: u64 = CHUNK;

    fn told(&self) -> Vec<u8> {
        let Run {
            seed,
            comparison,
            range: _,
            shard_size: _,
            thresholds,
            keep,
        } = self.plan;
        let mut told = format!("run {:?}", (seed, comparison, thresholds, keep)).into_bytes();
        told.extend(first_sums(self.resampler, *seed, *comparison));
        told
    }

    fn draw(&self, range: Range<u64>) -> Result<Self::Part, EngineError> {
        drawn(
            range,
            self.plan,
            self.resampler,
            self.statistic,
            self.control,
        )
    }

    fn range(part: &Self::Part) -> Range<u64> {
        part.range.clone()
    }

    fn bytes(&self, part: &Self::Part) -> Vec<u8> {
        let mut bytes = Vec::new();
        part.counts.iter().for_each(|counts| {
            numbers::put(&mut bytes, counts.iter().map(|count| count.to_le_bytes()));
        });
        part.values
            .iter()
            .for_each(|values| bytes.extend_from_slice(bytemuck::cast_slice(values)));
        bytes
    }

    fn part(&self, range: Range<u64>, mut bytes: &[u8]) -> Option<Self::Part> {
        let counts = self
            .plan
            .thresholds
            .iter()
            .map(|_| numbers::take(&mut bytes, chunks(&range), u16::from_le_bytes));
        let counts = counts.collect::<Option<_>>()?;
        let room = ((range.end - range.start) as usize).checked_mul(size_of::<S::Value>())?;
        let values = self.plan.keep.iter().map(|_| {
            let (own, rest) = bytes.split_at_checked(room)?;
            bytes = rest;
            Some(
                own.chunks_exact(size_of::<S::Value>())
                    .map(bytemuck::pod_read_unaligned)
                    .collect(),
            )
        });
        let values = values.collect::<Option<_>>()?;
        bytes.is_empty().then_some(Tally {
            range,
            counts,
            values,
        })
    }

    fn blank(&self, range: Range<u64>) -> Self::Part {
        let many = (range.end - range.start) as usize;
        Tally {
            counts: vec![vec![0; chunks(&range)]; self.plan.thresholds.len()],
            values: vec![vec![S::Value::default(); many]; self.plan.keep.len()],
            range,
        }
    }

    fn joined(&self, whole: Range<u64>, mut parts: Vec<Self::Part>) -> Self::Part {
        if parts.len() == 1 {
            return parts.swap_remove(0);
        }
        let mut all = self.blank(whole.start..whole.start);
        for part in parts {
            // A chunk that two parts share is one count.
            let chunk = (part.range.start / CHUNK - whole.start / CHUNK) as usize;
            all.range.end = part.range.end;
            for (counts, more) in all.counts.iter_mut().zip(&part.counts) {
                counts.resize(chunks(&all.range), 0);
                counts[chunk..]
                    .iter_mut()
                    .zip(more)
                    .for_each(|(count, more)| *count += more);
            }
            for (values, more) in all.values.iter_mut().zip(part.values) {
                values.extend(more);
            }
        }
        all
    }
}

/// Draws all shards of a range of a run, or the prefix of it that was finished before a stop.
fn drawn<S: Statistic>(
    range: Range<u64>,
    plan: &Run<S::Value>,
    resampler: &dyn Resampler,
    statistic: &S,
    control: &Control,
) -> Result<Tally<S::Value>, EngineError> {
    let resamples = range.end.saturating_sub(range.start);
    let mut values = room(plan.keep.len(), resamples)?;
    let shards = Mutex::new(Shards {
        left: range.clone(),
        size: plan.shard_size.max(1),
        values: values.iter_mut().map(Vec::as_mut_slice).collect(),
    });
    let work = || {
        let mut worker = Worker {
            plan,
            resampler,
            statistic,
            control,
            sums: Vec::new(),
            room: Vec::new(),
        };
        let (mut mine, mut unreported) = (Vec::new(), 0);
        loop {
            // A worker never panics while it takes a shard.
            let shard = shards.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(counts) = shard.and_then(|shard| worker.count(shard)) else {
                break;
            };
            unreported += counts.range.end - counts.range.start;
            mine.push(counts);
            control.report(&mut unreported);
        }
        mine
    };
    // A single shard has nothing to share out, and callers that compare on many threads at once wait for no other.
    let workers = if resamples <= plan.shard_size {
        vec![work()]
    } else {
        rayon::broadcast(|_| work())
    };
    let mut finished: Vec<Counted> = workers.into_iter().flatten().collect();
    finished.sort_unstable_by_key(|shard| shard.range.start);
    let first = range.start;
    let mut end = first;
    let mut counts = vec![Vec::new(); plan.thresholds.len()];
    for shard in finished {
        if shard.range.start != end {
            break;
        }
        end = shard.range.end;
        let chunk = (shard.range.start / CHUNK - first / CHUNK) as usize;
        for (which, counts) in counts.iter_mut().enumerate() {
            counts.resize(chunks(&(first..end)), 0);
            let more = shard
                .counts
                .iter()
                .skip(which)
                .step_by(plan.thresholds.len());
            counts[chunk..]
                .iter_mut()
                .zip(more)
                .for_each(|(count, more)| *count += more);
        }
    }
    for list in &mut values {
        list.truncate((end - first) as usize);
    }
    Ok(Tally {
        range: first..end,
        counts,
        values,
    })
}

/// Chunks that a range touches.
fn chunks(range: &Range<u64>) -> usize {
    if range.is_empty() {
        0
    } else {
        ((range.end - 1) / CHUNK - range.start / CHUNK) as usize + 1
    }
}

/// Lists of the values that are kept, to be written in place.
///
/// Pages are zeroed by the system where a thread first writes, not here by one thread for all.
fn room<V: Pod>(lists: usize, resamples: u64) -> Result<Vec<Vec<V>>, EngineError> {
    let length = usize::try_from(resamples).unwrap_or(usize::MAX);
    // First as one block: systems that promise more memory than they have refuse one block that is too large, not many that
    // are too many. Nothing is written before all is reserved.
    let is_there =
        fallible(|| Vec::<V>::new().try_reserve_exact(length.saturating_mul(lists))).is_ok();
    let lists_of_zeros = || (0..lists).map(|_| try_zeroed_vec(length).ok()).collect();
    let reserved = is_there.then(|| fallible(lists_of_zeros)).flatten();
    reserved.ok_or_else(|| EngineError::Memory {
        resamples,
        bytes: resamples.saturating_mul((lists * size_of::<V>()) as u64),
    })
}

/// A shard: its resamples, and where their values go, one slice for each that is kept.
struct Shard<'v, V> {
    range: Range<u64>,
    values: Vec<&'v mut [V]>,
}

/// What is left to hand out.
struct Shards<'v, V> {
    left: Range<u64>,
    size: u64,
    values: Vec<&'v mut [V]>,
}

impl<'v, V> Iterator for Shards<'v, V> {
    type Item = Shard<'v, V>;

    /// Shards end at multiples of their size, wherever the range begins: resamples that share a tile of the stream are then
    /// drawn together.
    fn next(&mut self) -> Option<Shard<'v, V>> {
        if self.left.is_empty() {
            return None;
        }
        let first = self.left.start;
        let end = (first - first % self.size)
            .saturating_add(self.size)
            .min(self.left.end);
        self.left.start = end;
        let take =
            |values| <[V]>::split_off_mut(values, ..(end - first) as usize).unwrap_or_default();
        Some(Shard {
            range: first..end,
            values: self.values.iter_mut().map(take).collect(),
        })
    }
}

/// A shard that was finished.
struct Counted {
    range: Range<u64>,
    /// Counts of every threshold in the first chunk that the shard touches, then in the next.
    counts: Vec<u16>,
}

/// What one thread works with.
struct Worker<'a, S: Statistic> {
    plan: &'a Run<S::Value>,
    resampler: &'a dyn Resampler,
    statistic: &'a S,
    control: &'a Control<'a>,
    sums: Vec<i64>,
    room: Vec<S::Value>,
}

impl<S: Statistic> Worker<'_, S> {
    /// All resamples of a shard, or `None` where the run was stopped.
    fn count(&mut self, mut shard: Shard<S::Value>) -> Option<Counted> {
        let (columns, values) = (self.statistic.columns(), self.statistic.values());
        let Range { start, end } = shard.range;
        let thresholds = &self.plan.thresholds;
        let mut counts = vec![0; chunks(&shard.range) * thresholds.len()];
        let at_once = (POLL / self.resampler.cost().max(1))
            .max(self.resampler.batch())
            .min(end - start);
        self.sums.resize(at_once as usize * columns, 0);
        let mut first = start;
        while first < end {
            if self.control.stopped() {
                return None;
            }
            let now = at_once.min(end - first);
            let sums = &mut self.sums[..now as usize * columns];
            self.resampler
                .sums(self.plan.seed, self.plan.comparison, first, sums);
            let drawn = self.statistic.finish_all(sums, &mut self.room);
            for (&which, kept) in self.plan.keep.iter().zip(&mut shard.values) {
                let slots = &mut kept[(first - start) as usize..];
                slots
                    .iter_mut()
                    .zip(drawn.iter().skip(which).step_by(values))
                    .for_each(|(slot, &value)| *slot = value);
            }
            let border = (CHUNK - first % CHUNK) as usize * values;
            let (to_border, beyond) = drawn.split_at(drawn.len().min(border));
            let first_chunk = (first / CHUNK - start / CHUNK) as usize;
            let pieces = iter::once(to_border).chain(beyond.chunks(CHUNK as usize * values));
            for (chunk, drawn) in (first_chunk..).zip(pieces) {
                let counts = &mut counts[chunk * thresholds.len()..];
                for (count, &(which, threshold)) in counts.iter_mut().zip(thresholds) {
                    let drawn = drawn.iter().skip(which).step_by(values);
                    *count += drawn.filter(|&&value| threshold.holds(value)).count() as u16;
                }
            }
            first += now;
        }
        Some(Counted {
            range: shard.range,
            counts,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    use crate::ledger::{Ledger, Step};
    use restrap_core::{
        CompressedBootstrap, CompressedFlips, DistinctRows, IndexedBootstrap, Level, Sums,
    };

    const COLUMN: [i64; 10] = [1, 0, -1, 1, 1, -1, 1, 0, 0, -1];

    fn plan(range: Range<u64>, shard_size: u64) -> Run<i64> {
        let thresholds = vec![(0, Threshold::AtMost(0)), (0, Threshold::AtLeast(2))];
        Run {
            seed: 0,
            comparison: 0,
            range,
            shard_size,
            thresholds,
            keep: vec![0],
        }
    }

    fn on_threads(threads: usize, plan: &Run<i64>) -> Tally<i64> {
        let resampler =
            CompressedBootstrap::new(DistinctRows::of_column(&COLUMN), 10, Level::detected());
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a small pool");
        pool.install(|| run(plan, &resampler, &Sums(1), &Control::default()))
            .expect("memory for 10,000 sums")
    }

    #[test]
    fn threads_and_shards_never_change_a_count_or_a_sum() {
        for range in [0..3_000, 1_000..2_100] {
            let expected = on_threads(1, &plan(range.clone(), 5_000));
            assert_eq!(
                (expected.range.clone(), expected.values[0].len() as u64),
                (range.clone(), expected.completed())
            );
            let beyond = |holds: fn(&i64) -> bool| {
                expected.values[0]
                    .iter()
                    .filter(|value| holds(value))
                    .count() as u64
            };
            assert_eq!(
                expected.totals(),
                [beyond(|&sum| sum <= 0), beyond(|&sum| sum >= 2)]
            );
            for threads in [1, 2, 3, 7] {
                for shard_size in [1, 7, 64, 1_000, 5_000] {
                    let got = on_threads(threads, &plan(range.clone(), shard_size));
                    assert_eq!(got, expected, "{threads} × {shard_size}");
                }
            }
        }
    }

    #[test]
    fn ranges_add_up_to_the_whole_by_chunk() {
        let whole = on_threads(2, &plan(0..5_000, 64));
        let mut counts = vec![vec![0; 5]; 2];
        let mut values = Vec::new();
        for cut in [0, 1, 300, 300, 1_024, 1_500, 4_097, 5_000].windows(2) {
            let part = on_threads(2, &plan(cut[0]..cut[1], 64));
            for (all, part) in counts.iter_mut().zip(&part.counts) {
                let first = (cut[0] / CHUNK) as usize;
                all[first..]
                    .iter_mut()
                    .zip(part)
                    .for_each(|(all, part)| *all += part);
            }
            values.extend_from_slice(&part.values[0]);
        }
        assert_eq!((counts, vec![values]), (whole.counts, whole.values));
    }

    #[test]
    fn a_thousand_resamples_are_a_prefix_of_ten_thousand() {
        let short = on_threads(2, &plan(0..1_000, 64));
        let long = on_threads(2, &plan(0..10_000, 64));
        assert_eq!(short.values[0], long.values[0][..1_000]);
    }

    #[test]
    fn only_values_that_are_asked_for_are_kept() {
        let opposite = COLUMN.map(|d| -d);
        let both = IndexedBootstrap::new(&[&COLUMN, &opposite], &restrap_core::Design::full(10));
        let kept = |keep: &[usize]| {
            let plan = Run {
                keep: keep.to_vec(),
                ..plan(0..500, 64)
            };
            run(&plan, &both, &Sums(2), &Control::default())
                .expect("memory for 1,000 sums")
                .values
        };
        let all = kept(&[0, 1]);
        assert!(
            all[0]
                .iter()
                .zip(&all[1])
                .all(|(one, other)| *one == -other)
        );
        assert_eq!((kept(&[1]), kept(&[])), (vec![all[1].clone()], vec![]));
    }

    #[test]
    fn a_stopped_run_keeps_a_prefix() {
        let cancel = AtomicBool::new(true);
        let resampler =
            CompressedFlips::new(DistinctRows::of_column(&[1, 1, 1]), Level::detected());
        let control = Control {
            cancel: Some(&cancel),
            ..Control::default()
        };
        let tally = run(&plan(70..1_000_000, 64), &resampler, &Sums(1), &control).expect("8 MB");
        assert_eq!(
            (tally.range, tally.values, tally.counts),
            (70..70, vec![vec![]], vec![vec![], vec![]])
        );
    }

    #[test]
    fn progress_adds_up_to_the_resamples() {
        for range in [0..1_024, 0..1_000, 33..100] {
            let (sender, receiver) = crossbeam::channel::bounded(4096);
            let resampler =
                CompressedFlips::new(DistinctRows::of_column(&[1, 1, 1]), Level::detected());
            let control = Control {
                progress: Some(sender),
                ..Control::default()
            };
            let tally = run(&plan(range, 64), &resampler, &Sums(1), &control).expect("8 kB");
            drop(control);
            let messages: Vec<Progress> = receiver.iter().collect();
            let done: u64 = messages
                .iter()
                .map(|m| if let Progress::Done(n) = m { *n } else { 0 })
                .sum();
            assert_eq!(
                (messages[0], done),
                (Progress::Begin(tally.completed()), tally.completed())
            );
            assert_eq!(messages[messages.len() - 1], Progress::End);
        }
    }

    #[test]
    fn a_range_of_nothing_has_nothing() {
        let tally = on_threads(2, &plan(1_024..1_024, 64));
        assert_eq!(
            (tally.completed(), tally.totals(), &tally.values[0][..]),
            (0, vec![0, 0], &[][..])
        );
    }

    #[test]
    fn memory_that_is_not_there_is_refused_with_its_bytes() {
        let resampler = CompressedFlips::new(DistinctRows::of_column(&[1]), Level::detected());
        let refused = run(
            &plan(0..1 << 60, 64),
            &resampler,
            &Sums(1),
            &Control::default(),
        );
        assert_eq!(
            refused,
            Err(EngineError::Memory {
                resamples: 1 << 60,
                bytes: 1 << 63
            })
        );
    }

    /// Keeps ranges, and answers with those that it was given.
    #[derive(Default)]
    struct Kept {
        known: Vec<(Range<u64>, Vec<u8>)>,
        new: Mutex<Vec<(Range<u64>, Vec<u8>)>>,
    }

    impl Ledger for Kept {
        fn steps(&self, _: &[u8], whole: Range<u64>) -> Result<Vec<Step>, EngineError> {
            let known = self
                .known
                .iter()
                .map(|(range, bytes)| Step::Known(range.clone(), bytes.clone()));
            let end = self.known.last().map_or(whole.start, |known| known.0.end);
            Ok(known.chain([Step::Draw(end..whole.end)]).collect())
        }

        fn keep(&self, _: &[u8], range: Range<u64>, result: Vec<u8>) -> Result<(), EngineError> {
            self.new.lock().unwrap().push((range, result));
            Ok(())
        }
    }

    #[test]
    fn what_was_kept_counts_as_what_is_drawn() {
        let resampler =
            CompressedBootstrap::new(DistinctRows::of_column(&COLUMN), 10, Level::detected());
        let on = |range: Range<u64>, ledger: Option<&dyn Ledger>| {
            let control = Control {
                ledger,
                ..Control::default()
            };
            run(&plan(range, 100), &resampler, &Sums(1), &control)
        };
        for whole in [0..9_000, 300..5_000] {
            let first = Kept::default();
            let middle = 2_500;
            on(whole.start..middle, Some(&first)).unwrap();
            let mut known = first.new.into_inner().unwrap();
            assert!(known.len() > 1, "several ranges are kept");
            let again = Kept {
                known: known.clone(),
                ..Kept::default()
            };
            assert_eq!(on(whole.clone(), Some(&again)), on(whole.clone(), None));
            assert_eq!(again.new.into_inner().unwrap()[0].0.start, middle);
            known[0].1.pop();
            let damaged = Kept {
                known,
                ..Kept::default()
            };
            assert!(matches!(
                on(whole, Some(&damaged)),
                Err(EngineError::Foreign(_))
            ));
        }
    }
}
