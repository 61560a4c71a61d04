//! The bins of resamples in a figure.
//!
//! Differences of a resample are on a lattice where scores are. Bins are whole steps of it, so that no bin holds more of its points than
//! the next one; all kinds of resample of a comparison have the same bins, one of which holds the observed difference.

use restrap::number::grouped;
use restrap::{ReplicateColumn, ReplicateOf, Replicates};

/// Share of the span of all values up to which a gap is rounding.
const ROUNDING: f64 = 1e-9;

/// Shares of the resamples of one kind in the bins that all kinds share.
pub(super) struct Binned<'r> {
    pub column: &'r ReplicateColumn,
    /// From one difference to the next, and the share of resamples there.
    pub shares: Vec<(f64, f64, f64)>,
}

/// Sorts the differences of one comparison into about `bins` bins, by kind of resample.
pub(super) fn by_kind(replicates: &Replicates, bins: usize) -> Vec<Binned<'_>> {
    let columns: Vec<&ReplicateColumn> = replicates
        .columns
        .iter()
        .filter(|column| column.of == ReplicateOf::Difference && !column.values.is_empty())
        .collect();
    let all = || columns.iter().flat_map(|column| &column.values).copied();
    let low = all().fold(replicates.difference, f64::min);
    let high = all().fold(replicates.difference, f64::max);
    let span = high - low;
    let steps = || {
        columns
            .iter()
            .map(|column| step_of(&column.values, span))
            .filter(|step| *step > 0.0)
    };
    // Swaps move a sum by twice as much as the bootstrap does. Columns of one point each have no steps.
    let coarse = steps().fold(0.0, f64::max);
    let coarse = if coarse > 0.0 {
        coarse
    } else {
        (span / bins as f64).max(f64::MIN_POSITIVE)
    };
    let width = coarse * (span / (coarse * bins as f64)).ceil().max(1.0);
    // No point of the finer lattice lies on the edge of a bin.
    let from = low - 0.5 * steps().fold(coarse, f64::min);
    let number = ((high - from) / width).floor() as usize + 1;
    columns
        .into_iter()
        .map(|column| binned(column, from, width, number))
        .collect()
}

fn binned(column: &ReplicateColumn, from: f64, width: f64, number: usize) -> Binned<'_> {
    let mut counts = vec![0_u64; number];
    for value in &column.values {
        counts[(((value - from) / width).floor() as usize).min(number - 1)] += 1;
    }
    let edge = |bin: usize| from + bin as f64 * width;
    let share = |count| count as f64 / column.values.len() as f64;
    let bins = counts.into_iter().enumerate();
    let shares = bins
        .map(|(bin, count)| (edge(bin), edge(bin + 1), share(count)))
        .collect();
    Binned { column, shares }
}

/// The smallest gap between two values that differ by more than rounding; 0 where there is none.
fn step_of(values: &[f64], span: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let gaps = sorted
        .windows(2)
        .map(|pair| pair[1] - pair[0])
        .filter(|gap| *gap > ROUNDING * span);
    let least = gaps.fold(f64::INFINITY, f64::min);
    if least.is_finite() { least } else { 0.0 }
}

/// How many resamples there are of each kind, for the title of a figure.
pub(super) fn resamples(all: &[Replicates]) -> String {
    let number = all
        .first()
        .and_then(|one| one.columns.first())
        .map_or(0, |column| column.values.len());
    grouped(number as u64)
}
