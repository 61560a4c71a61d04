//! Sums over columns of drawn items, each item as often as it is drawn, eight side by side: the same bits at every vector level.

#![allow(
    clippy::inline_always,
    reason = "a body is compiled for each vector level only where it is inlined"
)]

use crate::width::at_every_width;

/// Items side by side.
const LANES: usize = 8;

/// Eight values.
pub(super) type Lanes = [f64; LANES];

/// How often eight items are drawn.
type Drawn = [u32; LANES];

/// What a column holds, in blocks of eight.
type Blocks<'c> = &'c [Lanes];

fn filled<T: Copy + Default>(values: &[T]) -> [T; LANES] {
    let mut block = [T::default(); LANES];
    block[..values.len()].copy_from_slice(values);
    block
}

/// Adds up what a kernel gives for whole blocks, and for the last, in which items beyond the end are drawn 0 times.
fn added<const COLUMNS: usize, const PARTS: usize>(
    counts: &[u32],
    columns: [&[f64]; COLUMNS],
    mut kernel: impl FnMut(&[Drawn], [Blocks<'_>; COLUMNS]) -> [Lanes; PARTS],
) -> [f64; PARTS] {
    let (blocks, rest) = counts.as_chunks();
    let mut sums = kernel(blocks, columns.map(|column| column.as_chunks().0));
    if !rest.is_empty() {
        let last = columns.map(|column| [filled(&column[blocks.len() * LANES..])]);
        let of_last = kernel(&[filled(rest)], last.each_ref().map(<[_; 1]>::as_slice));
        for (sum, one) in sums
            .as_flattened_mut()
            .iter_mut()
            .zip(of_last.as_flattened())
        {
            *sum += one;
        }
    }
    sums.map(|x| ((x[0] + x[4]) + (x[2] + x[6])) + ((x[1] + x[5]) + (x[3] + x[7])))
}

/// Counts below 2^31, which convert in one instruction.
#[inline(always)]
fn times(drawn: &Drawn) -> Lanes {
    drawn.map(|count| f64::from(count.cast_signed()))
}

at_every_width! {
    pub(super) fn totals(counts: &[Drawn], x: Blocks<'_>) -> [Lanes; 1] {
        let mut sum = [0.0; LANES];
        for (drawn, x) in counts.iter().zip(x) {
            let drawn = times(drawn);
            for i in 0..LANES {
                sum[i] += drawn[i] * x[i];
            }
        }
        [sum]
    }
}

at_every_width! {
    pub(super) fn squares_of(counts: &[Drawn], x: Blocks<'_>, mean: f64) -> [Lanes; 1] {
        let mut sum = [0.0; LANES];
        for (drawn, x) in counts.iter().zip(x) {
            let drawn = times(drawn);
            for i in 0..LANES {
                let from = x[i] - mean;
                sum[i] += drawn[i] * (from * from);
            }
        }
        [sum]
    }
}

at_every_width! {
    pub(super) fn products_of(
        counts: &[Drawn],
        x: Blocks<'_>,
        y: Blocks<'_>,
        means: [f64; 2],
    ) -> [Lanes; 2] {
        let mut sums = [[0.0; LANES]; 2];
        for ((drawn, x), y) in counts.iter().zip(x).zip(y) {
            let drawn = times(drawn);
            for i in 0..LANES {
                let from = y[i] - means[1];
                let weighted = drawn[i] * from;
                sums[0][i] += (x[i] - means[0]) * weighted;
                sums[1][i] += from * weighted;
            }
        }
        sums
    }
}

at_every_width! {
    pub(super) fn influences_of(
        counts: &[Drawn],
        columns: [Blocks<'_>; 2],
        means: [f64; 2],
        per_deviation: [f64; 2],
        r: f64,
        influences: &mut [Lanes],
    ) -> [Lanes; 1] {
        let half = 0.5 * r;
        let mut sum = [0.0; LANES];
        let columns = columns[0].iter().zip(columns[1]);
        for ((drawn, (x, y)), influences) in counts.iter().zip(columns).zip(influences) {
            let drawn = times(drawn);
            for i in 0..LANES {
                let x = (x[i] - means[0]) * per_deviation[0];
                let y = (y[i] - means[1]) * per_deviation[1];
                let one = x * y - half * (x * x + y * y);
                influences[i] = one;
                sum[i] += drawn[i] * (one * one);
            }
        }
        [sum]
    }
}

at_every_width! {
    pub(super) fn differences_of(counts: &[Drawn], x: Blocks<'_>, y: Blocks<'_>) -> [Lanes; 1] {
        let mut sum = [0.0; LANES];
        for ((drawn, x), y) in counts.iter().zip(x).zip(y) {
            let drawn = times(drawn);
            for i in 0..LANES {
                let between = x[i] - y[i];
                sum[i] += drawn[i] * (between * between);
            }
        }
        [sum]
    }
}

/// The sum of a column.
pub(super) fn total(counts: &[u32], x: &[f64]) -> f64 {
    let [sum] = added(counts, [x], |counts, [x]| totals(counts, x));
    sum
}

/// The sum of squared deviations from `mean`.
pub(super) fn squares(counts: &[u32], x: &[f64], mean: f64) -> f64 {
    let [sum] = added(counts, [x], |counts, [x]| squares_of(counts, x, mean));
    sum
}

/// The sum of products of the deviations of two columns from their means, and that of the squares of the second.
pub(super) fn products(counts: &[u32], columns: [&[f64]; 2], means: [f64; 2]) -> [f64; 2] {
    added(counts, columns, |counts, [x, y]| {
        products_of(counts, x, y, means)
    })
}

/// Influences of all items on r of two columns, put into `influences`; the sum of their squares.
pub(super) fn influences(
    counts: &[u32],
    columns: [&[f64]; 2],
    means: [f64; 2],
    per_deviation: [f64; 2],
    r: f64,
    mut influences: &mut [Lanes],
) -> f64 {
    let [sum] = added(counts, columns, |counts, columns| {
        let rest = std::mem::take(&mut influences);
        let (these, rest) = rest.split_at_mut(counts.len());
        influences = rest;
        influences_of(counts, columns, means, per_deviation, r, these)
    });
    sum
}

/// The sum of squared differences of two columns.
pub(super) fn squared_differences(counts: &[u32], columns: [&[f64]; 2]) -> f64 {
    let [sum] = added(counts, columns, |counts, [x, y]| {
        differences_of(counts, x, y)
    });
    sum
}

/// Blocks that hold a number of items.
pub(super) fn room(items: usize) -> Vec<Lanes> {
    vec![[0.0; LANES]; items.div_ceil(LANES)]
}
