//! The permutation law of a metric of counts: the joint law of what swaps move, where that has at most two dimensions, and
//! every swap one by one where few items differ.
//!
//! With one gold standard a swap moves true positives and predictions, and everything else follows: the state is their pair
//! (Zmigrod, Vieira & Cotterell 2022, section 4, with the totals of both systems fixed). Each item halves the probability of
//! a cell and shares it with the cell beside it, so all terms are positive and the error stays below one part in 10^12. Cost:
//! items times cells; beyond [`MOST_STEPS`] the test is sampled.
//!
//! In more dimensions (macro F1, BLEU) all 2^n swaps of up to [`FEW_ITEMS`] items are gone through in the order of a Gray code (one
//! item a step), which costs about what as many draws cost; of more items distinct sums are kept one by one, as long as they are
//! few.

use std::collections::HashMap;

use rayon::prelude::*;
use restrap_core::{Entries, IntegerColumn, JointRows, Times};
use restrap_stats::Probability;

use crate::data::contest::{Contest, Summed};
use crate::data::rows::Rows;
use crate::evidence::resample::bounds::{Combine, Resampling, Value};
use crate::evidence::resample::event::ExtremeValues;

/// A p-value by law, and the values with their probabilities where an interval needs them.
pub(crate) type ByLaw = (Value, Vec<(f64, f64)>);

/// Cells at most: 8 bytes each, twice.
const MOST_CELLS: u64 = 1 << 22;
/// Updates of cells at most: a fraction of a second.
const MOST_STEPS: u64 = 1 << 30;
/// Items that differ up to which every swap is gone through: 131,072 values, half of all, since swapping the other items instead
/// turns the sign.
pub(crate) const FEW_ITEMS: u64 = 18;
/// Swaps that one task goes through: 2 to this power.
const BLOCK: u32 = 12;
/// Sums that could differ up to which distinct sums are looked for.
const FEW_BOXES: u64 = 1 << 18;
/// Distinct sums at most, and steps of all items over them.
const MOST_SUMS: usize = 1 << 16;
const MOST_SUM_STEPS: usize = 1 << 21;
/// Below this, cells may have underflowed.
const SMALLEST: f64 = 1e-280;
/// Halvings of a sum of positive terms, and the sum of the cells.
const RELATIVE_ERROR: f64 = 1e-12;

/// Columns that are up to sign one of at most two.
struct Plane<'a> {
    columns: Vec<&'a IntegerColumn>,
    /// For each column of differences: which of them, and its sign.
    places: Vec<(usize, i64)>,
}

impl<'a> Plane<'a> {
    fn new(differences: &'a [IntegerColumn]) -> Option<Self> {
        let mut made = Self {
            columns: Vec::new(),
            places: Vec::new(),
        };
        for column in differences {
            let same = |sign: i64| {
                let mut known = made.columns.iter();
                let at = known.position(|other| other.is_multiple(sign, column))?;
                Some((at, sign))
            };
            let place = same(1)
                .or_else(|| same(-1))
                .unwrap_or((made.columns.len(), 1));
            if place.0 == made.columns.len() {
                made.columns.push(column);
            }
            made.places.push(place);
            if made.columns.len() > 2 {
                return None;
            }
        }
        Some(made)
    }
}

/// The law of the sums of what is not swapped, over a grid of cells.
struct Cells {
    probability: Vec<f64>,
    width: usize,
    /// The column of the grid that stands for 0.
    zero: usize,
    /// Sums of all rows, as normalised.
    total: [i64; 2],
}

impl Cells {
    fn new(plane: &Plane, times: &Times) -> Option<Self> {
        let items = plane.columns.first().map_or(0, |column| column.items());
        let rows = JointRows::of_counted_differences(&plane.columns, times, items)?;
        let row = |group: usize| -> [i64; 2] {
            let row = rows.row(group);
            [row[0], row.get(1).copied().unwrap_or(0)]
        };
        let (mut height, mut above, mut below, mut widest) = (0_u64, 0_u64, 0_u64, 0_u64);
        let mut total = [0_i64, 0];
        for (group, &count) in rows.counts().iter().enumerate() {
            let [x, y] = row(group);
            height = height.checked_add(count.checked_mul(x.unsigned_abs())?)?;
            let side = if y > 0 { &mut above } else { &mut below };
            *side = side.checked_add(count.checked_mul(y.unsigned_abs())?)?;
            widest = widest.max(y.unsigned_abs());
            // No grid holds what overflows.
            let all = i64::try_from(count).ok()?;
            total = [
                total[0].checked_add(all.checked_mul(x)?)?,
                total[1].checked_add(all.checked_mul(y)?)?,
            ];
        }
        // Cells beyond a side stay empty, so that a step never reads the other end of a neighbouring row.
        let width = above.checked_add(below)?.checked_add(widest + 1)?;
        let cells = width.checked_mul(height.checked_add(1)?)?;
        if cells > MOST_CELLS || cells.checked_mul(rows.items())? > MOST_STEPS {
            return None;
        }
        let (width, zero) = (width as usize, below as usize);
        let mut now = vec![0.0; cells as usize];
        now[zero] = 1.0;
        let mut next = now.clone();
        // The cells that may be above 0, in both buffers.
        let (mut first, mut last) = (zero, zero);
        for (group, &count) in rows.counts().iter().enumerate() {
            let [x, y] = row(group);
            // The first value that is not 0 is positive, so a step goes forward.
            let step = (x * width as i64 + y).unsigned_abs() as usize;
            for _ in 0..count {
                last += step;
                step_forward(&now[first..=last], step, &mut next[first..=last]);
                std::mem::swap(&mut now, &mut next);
            }
            first = first.min(last);
        }
        Some(Self {
            probability: now,
            width,
            zero,
            total,
        })
    }
}

/// Half of every cell stays, half goes `step` cells on.
fn step_forward(now: &[f64], step: usize, next: &mut [f64]) {
    let near = step.min(now.len());
    for (next, stays) in next[..near].iter_mut().zip(now) {
        *next = 0.5 * stays;
    }
    for ((next, stays), comes) in next[near..].iter_mut().zip(&now[near..]).zip(now) {
        *next = 0.5 * (stays + comes);
    }
}

/// Distinct sums in more dimensions, in order, each with its probability.
fn distinct_sums(columns: &[IntegerColumn], times: &Times) -> Option<Vec<(Vec<i64>, f64)>> {
    // Where neither is small the search would end without an answer, after more time than the draws take.
    let reach = |column: &IntegerColumn| {
        let mut sum = 1_u64;
        column.each(|row, value| {
            sum = sum.saturating_add(value.unsigned_abs().saturating_mul(times.of(row)));
        });
        sum
    };
    let boxes = columns.iter().map(reach).fold(1_u64, u64::saturating_mul);
    if boxes > FEW_BOXES {
        return None;
    }
    let all: Vec<&IntegerColumn> = columns.iter().collect();
    let rows = JointRows::of_counted_differences(&all, times, usize::MAX - 1)?;
    let mut law = HashMap::from([(vec![0; columns.len()], 1.0)]);
    let mut steps = 0;
    for (group, &count) in rows.counts().iter().enumerate() {
        for _ in 0..count {
            let mut next: HashMap<Vec<i64>, f64> = HashMap::with_capacity(2 * law.len());
            steps += law.len();
            for (sums, p) in law {
                for sign in [1, -1] {
                    let mut moved = sums.clone();
                    rows.entries(group)
                        .iter()
                        .for_each(|&(column, value)| moved[column as usize] += sign * value);
                    // At most two ways lead here, so the order of addition is no matter.
                    *next.entry(moved).or_default() += 0.5 * p;
                }
            }
            law = next;
            if law.len() > MOST_SUMS || steps > MOST_SUM_STEPS {
                return None;
            }
        }
    }
    let mut law: Vec<_> = law.into_iter().collect();
    law.sort_unstable_by(|x, y| x.0.cmp(&y.0));
    Some(law)
}

/// Probabilities of the upper event, the lower one, and either; and of all values, where they are kept.
#[derive(Default)]
struct Tails([f64; 3], Vec<(f64, f64)>);

impl Tails {
    fn add(&mut self, (event, keeps): (&ExtremeValues, bool), value: f64, p: f64) {
        if keeps {
            self.1.push((value, p));
        }
        let above = event.bounds.upper.is_some_and(|bound| value >= bound);
        let below = event.bounds.lower.is_some_and(|bound| value <= bound);
        for (tail, is_in) in self.0.iter_mut().zip([above, below, above || below]) {
            *tail += if is_in { p } else { 0.0 };
        }
    }
}

/// The p-value of a permutation test by its law, with the law itself where an interval needs it (`keeps`); `None` where it has too many
/// cells or dimensions.
pub(crate) fn law(contest: &Contest, event: &ExtremeValues, keeps: bool) -> Option<ByLaw> {
    let certain = Value {
        p: Probability::ONE,
        relative_error: 0.0,
        exact: true,
        sampled: None,
    };
    if event.resampling != Resampling::Swaps {
        return None;
    }
    if event.bounds.is_certain() && !keeps {
        return Some((certain, Vec::new()));
    }
    let summed = contest.summed()?;
    let event = (event, keeps);
    let mut rows = in_the_plane(summed, event).or_else(|| {
        if contest.changed <= FEW_ITEMS {
            return Some(one_by_one(summed, event));
        }
        let mut tails = Tails::default();
        let mut room = Vec::new();
        for (sums, p) in distinct_sums(&summed.differences.columns, summed.times())? {
            tails.add(
                event,
                summed.differences.value(summed.metric, &sums, &mut room),
                p,
            );
        }
        Some(vec![tails])
    })?;
    let sum = |at: usize| rows.iter().map(|tails| tails.0[at]).sum::<f64>();
    let p = match event.0.bounds.combine {
        Combine::Sum => sum(2),
        Combine::DoubleSmaller => 2.0 * sum(0).min(sum(1)),
    };
    // Nothing is as extreme only where ties do not count.
    let known = p > SMALLEST || p == 0.0 && contest.changed < 900;
    let value = Value {
        p: Probability::new(p.min(1.0)),
        relative_error: RELATIVE_ERROR,
        exact: true,
        sampled: None,
    };
    let value = if event.0.bounds.is_certain() {
        certain
    } else {
        value
    };
    known.then(|| {
        (
            value,
            rows.iter_mut()
                .flat_map(|tails| std::mem::take(&mut tails.1))
                .collect(),
        )
    })
}

/// The tails of all swaps, block by block: probabilities are powers of two, so that every sum is exact.
fn one_by_one(summed: &Summed, event: (&ExtremeValues, bool)) -> Vec<Tails> {
    let (metric, differences) = (summed.metric, &summed.differences);
    let rows = Rows::new(&differences.columns);
    // A row that stands for several items is swapped for each of them.
    let changed = (0..rows.items()).filter(|&row| !rows.of(row).is_empty());
    let changed = changed.flat_map(|row| std::iter::repeat_n(row, summed.times().of(row) as usize));
    let changed: Vec<usize> = changed.collect();
    // The last item stays: a swap and the swap of all other items have one value but for its sign.
    let free = &changed[..changed.len().saturating_sub(1)];
    let each = 0.5_f64.powi(changed.len() as i32);
    let inner = free.len().min(BLOCK as usize);
    let total = differences
        .columns
        .iter()
        .map(|column| column.sum_of_times(summed.times()));
    let total: Vec<i64> = total.collect();
    let block = |block: u32| {
        let mut sums = total.clone();
        let turn = |item: usize, sign: i64, sums: &mut Vec<i64>| {
            rows.of(item)
                .iter()
                .for_each(|&(column, value)| sums[column as usize] += sign * 2 * value);
        };
        for (_, &item) in free[inner..]
            .iter()
            .enumerate()
            .filter(|(bit, _)| (block >> bit) & 1 == 1)
        {
            turn(item, -1, &mut sums);
        }
        let (mut tails, mut room) = (Tails::default(), Vec::new());
        for step in 0_u32..1 << inner {
            if step > 0 {
                // From one code to the next one bit changes, the lowest that is set in the number of the step.
                let bit = step.trailing_zeros();
                let is_swapped = ((step ^ (step >> 1)) >> bit) & 1 == 1;
                turn(
                    free[bit as usize],
                    if is_swapped { -1 } else { 1 },
                    &mut sums,
                );
            }
            let value = differences.value(metric, &sums, &mut room);
            tails.add(event, value, each);
            tails.add(event, -value, each);
        }
        tails
    };
    (0_u32..1 << (free.len() - inner))
        .into_par_iter()
        .map(block)
        .collect()
}

/// The tails of each row of cells.
fn in_the_plane(summed: &Summed, event: (&ExtremeValues, bool)) -> Option<Vec<Tails>> {
    let plane = Plane::new(&summed.differences.columns)?;
    let cells = Cells::new(&plane, summed.times())?;
    let tails = |(at, row): (usize, &[f64])| {
        let mut room = Vec::new();
        let mut sums = vec![0; plane.places.len()];
        let mut tails = Tails::default();
        for (column, &p) in row.iter().enumerate().filter(|(_, p)| **p > 0.0) {
            let moved = [
                2 * at as i64 - cells.total[0],
                2 * (column as i64 - cells.zero as i64) - cells.total[1],
            ];
            for (sum, &(place, sign)) in sums.iter_mut().zip(&plane.places) {
                *sum = sign * moved[place];
            }
            tails.add(
                event,
                summed.differences.value(summed.metric, &sums, &mut room),
                p,
            );
        }
        tails
    };
    Some(
        cells
            .probability
            .par_chunks(cells.width)
            .enumerate()
            .map(tails)
            .collect(),
    )
}
