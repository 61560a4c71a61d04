//! Two paired columns, ready for every test: integers, counts, moments, laws made once.

use std::cell::OnceCell;

use restrap_core::{DistinctRows, Encoded, Grid, GridError, Precision, encode, encode_as_printed, encode_on};
use restrap_stats::{Counts, Law, Moments, Pairs, StatsError};

use crate::request::{GridChoice, Scores};

/// A pair of systems.
pub(crate) struct Pair<'a> {
    pub baseline: &'a Scores,
    pub system: &'a Scores,
    pub encoded: Encoded,
    /// Distinct differences.
    pub rows: DistinctRows,
    /// Sum of the differences, in grid units.
    pub total: i64,
    pub counts: Counts,
    /// Moments of the differences in score units.
    pub moments: Moments,
    /// All scores are 0 or 1.
    pub binary: bool,
    permutation: OnceCell<Law>,
    bootstrap: OnceCell<Law>,
}

impl<'a> Pair<'a> {
    pub fn new(baseline: &'a Scores, system: &'a Scores, grid: GridChoice) -> Result<Self, crate::Error> {
        magnitude(baseline, system)?;
        let encoded = on_grid(baseline, system, grid)?;
        let rows = DistinctRows::of_column(&encoded.difference);
        let total = encoded.difference.iter().sum();
        let (counts, moments) = if encoded.grid.is_recovered() {
            (integer_counts(&rows), integer_moments(&rows, encoded.grid)?)
        } else {
            // A difference below half a unit rounds to 0 but is no tie: count on the scores themselves.
            let pairs = Pairs::new(&system.values, &baseline.values)?;
            (pairs.counts(), Moments::of(pairs.differences())?)
        };
        let binary = [baseline, system].iter().all(|s| s.values.iter().all(|&v| v == 0.0 || v == 1.0));
        let (permutation, bootstrap) = (OnceCell::new(), OnceCell::new());
        Ok(Self { baseline, system, encoded, rows, total, counts, moments, binary, permutation, bootstrap })
    }

    pub fn items(&self) -> u64 {
        self.baseline.values.len() as u64
    }

    /// Items that differ, as the permutation test sees them.
    pub fn changed(&self) -> u64 {
        self.rows.pairs().iter().filter(|row| row.0 != 0).map(|row| row.1).sum()
    }

    /// Items whose scores differ, also where the difference rounds to 0.
    pub fn differing(&self) -> u64 {
        self.counts.better + self.counts.worse
    }

    /// What a sum is divided by to give a mean difference.
    pub fn divisor(&self) -> f64 {
        self.items() as f64 * self.encoded.grid.per_one()
    }

    pub fn permutation_law(&self) -> &Law {
        self.permutation.get_or_init(|| Law::permutation(&self.rows.pairs()))
    }

    pub fn bootstrap_law(&self) -> &Law {
        self.bootstrap.get_or_init(|| Law::bootstrap(&self.rows.pairs()))
    }

    /// The bootstrap law for intervals.
    pub fn interval_law(&self) -> Law {
        interval_law(&self.rows)
    }

    /// System − baseline.
    pub fn difference(&self) -> f64 {
        if self.encoded.grid.is_recovered() {
            self.total as f64 / self.divisor()
        } else {
            self.moments.mean()
        }
    }
}

/// Relative error of a tail that moves an end by less than a millionth of a standard error.
const INTERVAL_TOLERANCE: f64 = 1e-6;
/// Items from which that tolerance is used: below, single lattice steps matter and the whole law is cheap.
const MANY_ITEMS: u64 = 1_000;

/// The bootstrap law of a sum for quantiles: other lobes of the lattice are left out where they cannot matter.
pub(crate) fn interval_law(rows: &DistinctRows) -> Law {
    let law = Law::bootstrap(&rows.pairs());
    if rows.items() < MANY_ITEMS { law } else { law.with_tolerance(INTERVAL_TOLERANCE) }
}

/// Squares of scores within these sizes, summed over any number of items, are doubles.
const SIZES: std::ops::RangeInclusive<f64> = 1e-140..=1e140;

fn magnitude(baseline: &Scores, system: &Scores) -> Result<(), crate::Error> {
    let mut largest = (baseline, 0, 0.0);
    for scores in [baseline, system] {
        for (index, value) in scores.values.iter().enumerate() {
            if value.abs() > largest.2 {
                largest = (scores, index, value.abs());
            }
        }
    }
    let (scores, index, value) = largest;
    if value == 0.0 || SIZES.contains(&value) {
        return Ok(());
    }
    Err(crate::Error::Magnitude { system: scores.name.clone(), item: index + 1, value })
}

fn on_grid(baseline: &Scores, system: &Scores, grid: GridChoice) -> Result<Encoded, GridError> {
    let (b, s) = (&baseline.values, &system.values);
    let precision = match (baseline.precision, system.precision) {
        (Precision::Single, Precision::Single) => Precision::Single,
        _ => Precision::Double,
    };
    match grid {
        GridChoice::Auto => Ok(encode(b, s, precision)),
        GridChoice::Denominator(q) => encode_on(Grid::Rationals(q), b, s),
        GridChoice::AsPrinted => encode_as_printed(b, s, precision),
    }
}

fn integer_counts(rows: &DistinctRows) -> Counts {
    let count = |keep: fn(i64) -> bool| rows.pairs().iter().filter(|row| keep(row.0)).map(|row| row.1).sum();
    Counts { better: count(|d| d > 0), worse: count(|d| d < 0), tied: count(|d| d == 0) }
}

/// Exact sums in integers: no cancellation in the squared deviations, whatever the offset.
fn integer_moments(rows: &DistinctRows, grid: Grid) -> Result<Moments, StatsError> {
    let n = rows.items();
    let sum: i128 = rows.pairs().iter().map(|&(d, m)| i128::from(d) * i128::from(m)).sum();
    let mean = sum as f64 / n as f64;
    let squares: f64 = rows
        .pairs()
        .iter()
        .map(|&(d, m)| {
            let deviation = (i128::from(d) * i128::from(n) - sum) as f64 / n as f64;
            deviation * deviation * m as f64
        })
        .sum();
    let unit = grid.unit();
    Moments::from_mean(n, mean * unit, squares * unit * unit)
}
