//! Studentized (bootstrap-t) intervals of a mean: sums and sums of squares of one resample, drawn together.
//!
//! Squares are taken of deviations from the integer nearest to the mean, and lie on a grid of their own: 40 bits at most, so
//! that a resample sums integers whatever the scores. Efron & Tibshirani (1993, chapter 12).

use restrap_core::{
    CompressedBootstrap, Design, IndexedBootstrap, JointRows, Level, Resampler, StreamedBootstrap, Sums,
};
use restrap_engine::{Control, Route, Run, bootstrap_route, default_shard_size, run};
use restrap_stats::Interval;
use restrap_stats::interval::studentized;
use restrap_words::asked_as;

use crate::error::Error;
use crate::request::Request;

/// Bits of a square.
const SQUARE: u32 = 40;
/// Share of replicates without spread from which a note is due (`statistics`: 1 %).
const WITHOUT_ERROR: f64 = 0.01;

/// An interval, how many resamples it rests on, and what a reader must know of it.
pub(crate) struct Done {
    pub interval: Interval,
    pub completed: u64,
    pub note: Option<String>,
}

/// Deviations and their squares.
struct Columns {
    centre: i64,
    deviations: Vec<i64>,
    squares: Vec<i64>,
    /// Squares are in units of `2^shift`.
    shift: u32,
}

impl Columns {
    fn of(column: &[i64]) -> Self {
        let total: i128 = column.iter().map(|&d| i128::from(d)).sum();
        let centre = (total as f64 / column.len() as f64).round() as i64;
        let deviations: Vec<i64> = column.iter().map(|&d| d - centre).collect();
        let square = |u: i64| i128::from(u) * i128::from(u);
        let largest = deviations.iter().map(|&u| square(u)).max().unwrap_or(0);
        let shift = (i128::BITS - largest.leading_zeros()).saturating_sub(SQUARE);
        let half = (1_i128 << shift) >> 1;
        let squares = deviations.iter().map(|&u| ((square(u) + half) >> shift) as i64).collect();
        Self { centre, deviations, squares, shift }
    }

    /// Mean and its standard error of a resample with these sums, in grid units.
    fn finish(&self, sum: i64, squares: i64) -> (f64, f64) {
        let n = self.deviations.len() as i128;
        let mean = self.centre as f64 + sum as f64 / n as f64;
        // n^2 times the variance with n below.
        let spread = if self.shift == 0 {
            (n * i128::from(squares) - i128::from(sum) * i128::from(sum)) as f64
        } else {
            let unit = (1_u128 << self.shift) as f64;
            let spread = n as f64 * (squares as f64 * unit) - sum as f64 * sum as f64;
            // Below what rounding of squares can make, there is none.
            if spread > (n * n) as f64 * unit { spread } else { 0.0 }
        };
        let all = n as f64;
        (mean, (spread / (all * all * (all - 1.0))).sqrt())
    }
}

/// The interval of the mean of a column of at least two grid units; `per_one` grid units are one unit of the score.
pub(crate) fn interval(
    column: &[i64],
    per_one: f64,
    comparison: u16,
    request: &Request,
    control: &Control,
) -> Result<Option<Done>, Error> {
    let columns = Columns::of(column);
    let both = [&columns.deviations[..], &columns.squares[..]];
    let items = column.len() as u64;
    let level = request.compute.level.unwrap_or_else(Level::detected);
    // Squares follow from deviations: as many distinct rows as distinct differences.
    let rows = JointRows::of_columns(&both, (items / 2).max(64) as usize);
    let route = request.compute.route.unwrap_or_else(|| {
        rows.as_ref()
            .map_or_else(|| bootstrap_route(items, items), |rows| bootstrap_route(items, rows.len() as u64))
    });
    let resampler: Box<dyn Resampler> = match (route, rows) {
        (Route::Compressed, Some(rows)) => Box::new(CompressedBootstrap::new(rows, items, level)),
        (Route::Indexed, _) => Box::new(IndexedBootstrap::new(&both, &Design::full(items))),
        _ => Box::new(StreamedBootstrap::new(&both, &Design::full(items), level)),
    };
    let plan = Run {
        seed: request.compute.seed,
        comparison,
        range: 0..request.compute.resamples,
        shard_size: request
            .compute
            .shard_size
            .unwrap_or_else(|| default_shard_size(resampler.cost(), resampler.batch())),
        thresholds: Vec::new(),
        keep: vec![0, 1],
    };
    let tally = run(&plan, resampler.as_ref(), &Sums(2), control)?;
    let completed = tally.completed();
    if completed < 2 {
        return Ok(None);
    }
    let (sum, squares) = (columns.deviations.iter().sum(), columns.squares.iter().sum());
    let scaled = |(mean, error): (f64, f64)| (mean / per_one, error / per_one);
    let (observed, error) = scaled(columns.finish(sum, squares));
    let replicates: Vec<(f64, f64)> = tally.values[0]
        .iter()
        .zip(&tally.values[1])
        .map(|(&sum, &squares)| scaled(columns.finish(sum, squares)))
        .collect();
    let done = studentized(observed, error, &replicates, request.question.confidence)?;
    let share = done.without_error as f64 / replicates.len() as f64;
    let note = (share > WITHOUT_ERROR).then(|| {
        format!(
            "{:.1} % of the resamples have no spread, which the studentized interval counts as infinite: use {}",
            100.0 * share,
            asked_as("interval", "invert")
        )
    });
    Ok(Some(Done { interval: done.interval, completed, note }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_give_mean_and_standard_error() {
        let column = [3_i64, 7, 7, 12, 40];
        let columns = Columns::of(&column);
        let (mean, error) = columns.finish(columns.deviations.iter().sum(), columns.squares.iter().sum());
        // Squared deviations 116.64, 46.24, 46.24, 3.24, 686.44: 898.8 over 4 times 5.
        assert!((mean - 13.8).abs() < 1e-14 && (error - 44.94_f64.sqrt()).abs() < 1e-14, "{mean} {error}");
        let all_alike = columns.finish(5 * columns.deviations[4], 5 * columns.squares[4]);
        assert_eq!(all_alike, (40.0, 0.0), "no spread is exactly none");
    }

    #[test]
    fn wide_squares_keep_their_first_40_bits() {
        let column: Vec<i64> = (0..1_000_i64).map(|i| (i * 7_919 % 1_009 - 500) << 36).collect();
        let narrow: Vec<i64> = column.iter().map(|d| d >> 36).collect();
        let of = |column: &[i64]| {
            let columns = Columns::of(column);
            columns.finish(columns.deviations.iter().sum(), columns.squares.iter().sum()).1
        };
        // A square is off by 2^-41 of the largest.
        assert!((of(&column) / of(&narrow) / (1_u64 << 36) as f64 - 1.0).abs() < 1e-10);
        assert_eq!(Columns::of(&narrow).shift, 0);
        let columns = Columns::of(&column);
        assert!(columns.shift > 0);
        assert_eq!(columns.finish(1_000 * columns.deviations[3], 1_000 * columns.squares[3]).1, 0.0);
    }
}
