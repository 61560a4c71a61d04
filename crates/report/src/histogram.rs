//! Resamples of a comparison as histograms: rows of bars for a terminal, and the bins of figures.
//!
//! Differences of a resample are on a lattice where scores are. Bins are whole steps of it, so that no bin holds more of its
//! points than the next one; all histograms of a comparison have the same bins, one of which holds the observed difference.

use restrap::number::{count, grouped, signed};
use restrap::{Outcome, ReplicateColumn, ReplicateOf, Replicates};

use crate::compare::decimals;
use crate::sheet::{Sheet, left};
use crate::terminal::{bold, wrapped};

/// Rows on a terminal, at most; the observed difference may lie beyond them.
const ROWS: usize = 21;
/// Columns of the longest bar.
const LONGEST: f64 = 22.0;
/// Share of the span of all values up to which a gap is rounding.
const ROUNDING: f64 = 1e-9;

/// Shares of resamples in bins that they share with those of another kind.
pub(crate) struct Histogram<'r> {
    pub column: &'r ReplicateColumn,
    /// From one difference to the next, and the share of resamples there.
    pub shares: Vec<(f64, f64, f64)>,
}

/// The histograms of the differences of one comparison, in about so many bins.
pub(crate) fn of(replicates: &Replicates, bins: usize) -> Vec<Histogram<'_>> {
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

fn binned(column: &ReplicateColumn, from: f64, width: f64, number: usize) -> Histogram<'_> {
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
    Histogram { column, shares }
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

/// Bars for a terminal: one block a comparison, the row of the observed difference marked. Ends with a line feed.
pub fn histogram(outcome: &Outcome, all: &[Replicates]) -> String {
    let decimals = decimals(outcome.comparisons.iter(), outcome);
    let blocks = all.iter().map(|replicates| {
        let histograms = of(replicates, ROWS);
        let observed = replicates.difference;
        let tallest = histograms
            .iter()
            .flat_map(|one| &one.shares)
            .map(|share| share.2)
            .fold(0.0, f64::max);
        let heads = histograms
            .iter()
            .map(|one| left(one.column.resample.name()));
        let mut sheet = Sheet::new(
            [left("difference")]
                .into_iter()
                .chain(heads)
                .chain([left("")]),
        );
        for bin in 0..histograms.first().map_or(0, |one| one.shares.len()) {
            let (low, high, _) = histograms[0].shares[bin];
            let bars = histograms
                .iter()
                .map(|one| bar(one.shares[bin].2 / tallest * LONGEST));
            let mark = if low <= observed && observed < high {
                "< observed"
            } else {
                ""
            };
            let name = signed(0.5 * (low + high), decimals + 1);
            sheet.row(name, bars.chain([mark.to_owned()]));
        }
        let resamples = histograms
            .first()
            .map_or(0, |one| one.column.values.len() as u64);
        let title = format!("{} − {}", replicates.system, replicates.baseline);
        let told = format!(
            "{} of each kind, observed {}; a row is named by its middle",
            count(resamples, "resample"),
            signed(observed, decimals)
        );
        format!(
            "{}\n{}\n\n{}\n",
            bold(&wrapped(&title, "  ")),
            wrapped(&told, "  "),
            sheet.text()
        )
    });
    blocks.collect::<Vec<String>>().join("\n")
}

/// A bar of so many columns, to an eighth; what is not 0 shows.
fn bar(length: f64) -> String {
    const EIGHTHS: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
    if length <= 0.0 {
        return String::new();
    }
    let eighths = (8.0 * length).round().max(1.0) as usize;
    let mut text = "█".repeat(eighths / 8);
    text.extend((!eighths.is_multiple_of(8)).then_some(EIGHTHS[eighths % 8]));
    text
}

/// How many resamples there are of each kind, for the title of a figure.
pub(crate) fn resamples(all: &[Replicates]) -> String {
    let number = all
        .first()
        .and_then(|one| one.columns.first())
        .map_or(0, |column| column.values.len());
    grouped(number as u64)
}
