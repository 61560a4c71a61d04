//! The statistics of several systems as columns that are drawn once: shared columns are drawn once for all systems,
//! and constant ones are not drawn.

use std::borrow::Cow;

use restrap_core::IntegerColumn;
use restrap_metrics::Metric;

use crate::data::scores::Counted;

/// Where the statistics of the baseline and of some systems are found among the sums of a resample.
#[derive(Debug)]
pub struct Layout<'a> {
    /// Columns that differ from each other and are not constant.
    pub columns: Vec<&'a IntegerColumn>,
    /// For each system and statistic: a column, or beyond the columns a constant.
    places: Vec<Vec<usize>>,
    /// What constant columns sum to in a resample.
    constants: Vec<i64>,
}

impl<'a> Layout<'a> {
    /// The layout of sums over `draws` items.
    pub fn new(systems: &[&'a Counted], draws: u64) -> Self {
        let mut columns: Vec<&IntegerColumn> = Vec::new();
        let mut constants: Vec<i64> = Vec::new();
        let mut places: Vec<Vec<Result<usize, usize>>> = Vec::new();
        for system in systems {
            let mut mine = Vec::new();
            for (statistic, column) in system.columns.iter().enumerate() {
                // The same statistic of an earlier system: counts of the gold, lengths of the references.
                let shared = || {
                    let earlier = places.iter().zip(systems);
                    let mut same = earlier.filter(|(_, other)| other.columns[statistic] == *column);
                    same.next().map(|(places, _)| places[statistic])
                };
                mine.push(if let Some(value) = column.constant() {
                    constants.push(value * draws.cast_signed());
                    Err(constants.len() - 1)
                } else if let Some(place) = shared() {
                    place
                } else {
                    columns.push(column);
                    Ok(columns.len() - 1)
                });
            }
            places.push(mine);
        }
        // A resample has at least one sum.
        if columns.is_empty() {
            columns.extend(
                systems
                    .iter()
                    .filter_map(|system| system.columns.first())
                    .take(1),
            );
        }
        let beyond = columns.len();
        let place =
            |place: Result<usize, usize>| place.unwrap_or_else(|constant| beyond + constant);
        let places = places
            .into_iter()
            .map(|mine| mine.into_iter().map(place).collect())
            .collect();
        Self {
            columns,
            places,
            constants,
        }
    }

    /// Sums of a resample, followed by the constants.
    pub fn complete(&self, sums: &[i64], all: &mut Vec<i64>) {
        all.clear();
        all.extend_from_slice(sums);
        all.extend_from_slice(&self.constants);
    }

    /// The statistics of one system from complete sums.
    pub fn of_system(&self, system: usize, all: &[i64], statistics: &mut Vec<i64>) {
        statistics.clear();
        statistics.extend(self.places[system].iter().map(|&place| all[place]));
    }

    /// Systems laid out.
    pub fn systems(&self) -> usize {
        self.places.len()
    }
}

/// The differences of two systems' statistics: what a swap moves from one to the other.
#[derive(Debug)]
pub struct Differences {
    /// Columns of differences that are not all 0.
    pub columns: Vec<IntegerColumn>,
    /// The statistic of each.
    pub statistics: Vec<usize>,
    /// The sums of both systems together, one per statistic: swaps leave them alone.
    pub together: Vec<i64>,
    /// The difference of the sums, one per statistic.
    pub apart: Vec<i64>,
}

impl Differences {
    /// System − baseline.
    pub fn new(baseline: &Counted, system: &Counted) -> Self {
        let mut made = Self {
            columns: vec![],
            statistics: vec![],
            together: vec![],
            apart: vec![],
        };
        for (statistic, (b, s)) in baseline.columns.iter().zip(&system.columns).enumerate() {
            let [of_baseline, of_system] = [(b, baseline), (s, system)]
                .map(|(column, counted)| column.sum_of_times(&counted.times));
            made.together.push(of_system + of_baseline);
            made.apart.push(of_system - of_baseline);
            if b != s {
                made.columns.push(s.plus(-1, b));
                made.statistics.push(statistic);
            }
        }
        // A resample has at least one sum.
        if made.columns.is_empty() {
            made.columns.push(IntegerColumn::zeros(baseline.rows()));
            made.statistics.push(0);
        }
        made
    }

    /// Returns the differences of all items in each column.
    pub fn whole(&self) -> Vec<Cow<'_, [i64]>> {
        self.columns.iter().map(IntegerColumn::whole).collect()
    }

    /// T = M(system) − M(baseline) after swaps whose signed differences sum to `sums`, one per column.
    pub fn value(&self, metric: &dyn Metric, sums: &[i64], room: &mut Vec<i64>) -> f64 {
        let mut each = |sign| {
            room.clear();
            self.side(sign, sums, room);
            metric.finish(room)
        };
        each(1) - each(-1)
    }

    /// Values of a batched metric on many such sums; NaN where it has no value.
    pub fn values(&self, metric: &dyn Metric, sums: impl Iterator<Item: AsRef<[i64]>>) -> Vec<f64> {
        let mut sides = Vec::new();
        for sums in sums {
            self.side(1, sums.as_ref(), &mut sides);
            self.side(-1, sums.as_ref(), &mut sides);
        }
        metric
            .finish_all(&sides)
            .chunks_exact(2)
            .map(|both| both[0] - both[1])
            .collect()
    }

    /// Adds the statistics of one side after swaps, 1 for the system and -1 for the baseline.
    fn side(&self, sign: i64, sums: &[i64], sides: &mut Vec<i64>) {
        let first = sides.len();
        sides.extend_from_slice(&self.together);
        let side = &mut sides[first..];
        // Statistics that do not differ are those of either system.
        for (&sum, &statistic) in sums.iter().zip(&self.statistics) {
            side[statistic] += sign * sum;
        }
        for sum in side {
            *sum /= 2;
        }
    }
}
