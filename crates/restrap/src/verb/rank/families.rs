//! Families of pairs under draws: what is computed from the sums of a resample.

use restrap_engine::{Block, Family};
use restrap_metrics::Metric;

use crate::data::scores::Counted;
use crate::evidence::resample::deviations::Deviations;

/// Random swaps of means: all pairs from one signed sum a system, `|S_b - S_a|` over the root of the pair's sum of squares, which swaps
/// leave alone. A monotone function of |t|.
pub(super) struct Swapped {
    pub systems: usize,
    pub pairs: Vec<(usize, usize)>,
    /// One over the root of the sum of squares; 0 where no unit differs.
    pub weights: Vec<f64>,
}

impl Family for Swapped {
    fn columns(&self) -> usize {
        self.systems
    }

    fn hypotheses(&self) -> usize {
        self.pairs.len()
    }

    fn statistics(&self, block: &Block, hypothesis: usize, values: &mut [f64]) {
        let (first, second) = self.pairs[hypothesis];
        let weight = self.weights[hypothesis];
        let sums = block.column(second).iter().zip(block.column(first));
        for (value, (second, first)) in values.iter_mut().zip(sums) {
            *value = (second - first).abs() * weight;
        }
    }
}

/// The bootstrap of means, each resample by its own standard error.
pub(super) struct Bootstrapped {
    pub pairs: Vec<Deviations>,
}

impl Family for Bootstrapped {
    fn columns(&self) -> usize {
        2 * self.pairs.len()
    }

    fn hypotheses(&self) -> usize {
        self.pairs.len()
    }

    fn statistics(&self, block: &Block, hypothesis: usize, values: &mut [f64]) {
        let pair = &self.pairs[hypothesis];
        let (observed, _) = pair.observed();
        let sums = block
            .column(2 * hypothesis)
            .iter()
            .zip(block.column(2 * hypothesis + 1));
        for (value, (&sum, &squares)) in values.iter_mut().zip(sums) {
            let (mean, error) = pair.finish(sum as i64, squares as i64);
            *value = studentised(mean - observed, error);
        }
    }
}

/// The same from how often each unit was drawn: fewer columns to sum where there are more pairs than units, and the sums of a pair stay
/// in the cache.
pub(super) struct BootstrappedByCounts {
    pub pairs: Vec<Deviations>,
    /// Of each pair each unit's deviation and its square.
    columns: Vec<Vec<[f64; 2]>>,
    units: usize,
}

impl BootstrappedByCounts {
    /// `Err` gives the pairs back where there are no more of them than units, or numbers that doubles do not hold.
    pub fn new(pairs: Vec<Deviations>, units: usize) -> Result<Self, Vec<Deviations>> {
        if pairs.len() <= units || !pairs.iter().all(Deviations::is_small) {
            return Err(pairs);
        }
        let column = |pair: &Deviations| {
            let [values, squares] = pair.both();
            values
                .iter()
                .zip(squares)
                .map(|(&value, &square)| [value as f64, square as f64])
                .collect()
        };
        let columns = pairs.iter().map(column).collect();
        Ok(Self {
            pairs,
            columns,
            units,
        })
    }

    /// What is summed: each unit by itself.
    pub fn units(&self) -> Vec<Vec<i64>> {
        let only = |unit: usize| {
            (0..self.units)
                .map(|other| i64::from(other == unit))
                .collect()
        };
        (0..self.units).map(only).collect()
    }
}

impl Family for BootstrappedByCounts {
    fn columns(&self) -> usize {
        self.units
    }

    fn hypotheses(&self) -> usize {
        self.pairs.len()
    }

    fn statistics(&self, block: &Block, hypothesis: usize, values: &mut [f64]) {
        let pair = &self.pairs[hypothesis];
        let mut squares = [0.0; Block::LANES];
        let squares = &mut squares[..values.len()];
        values.fill(0.0);
        for (unit, [value, square]) in self.columns[hypothesis].iter().enumerate() {
            // Whole numbers below 2^53: exact in any order.
            for ((sum, squares), count) in
                values.iter_mut().zip(&mut *squares).zip(block.column(unit))
            {
                *sum += count * value;
                *squares += count * square;
            }
        }
        let (observed, _) = pair.observed();
        for (value, &squares) in values.iter_mut().zip(&*squares) {
            let (mean, error) = pair.finish_small(*value, squares);
            *value = studentised(mean - observed, error);
        }
    }
}

/// Bits of a residual: its square, times clusters, stays a double's integer.
const RESIDUAL_BITS: i32 = 20;

/// What clusters add to the deviation of a mean over items, and to its standard error.
pub(super) struct Residuals {
    values: Vec<i64>,
    squares: Vec<i64>,
    /// Residuals times items.
    crossed: Vec<i64>,
}

impl Residuals {
    /// Residuals of clusters from their sums and numbers of items: `D − mean · n`.
    pub fn new(differences: &[i64], sizes: &[f64]) -> Self {
        let total: f64 = differences.iter().map(|&d| d as f64).sum();
        let mean = total / sizes.iter().sum::<f64>();
        let residuals: Vec<f64> = differences
            .iter()
            .zip(sizes)
            .map(|(&d, size)| d as f64 - mean * size)
            .collect();
        let largest = residuals
            .iter()
            .fold(0.0_f64, |largest, residual| largest.max(residual.abs()));
        let scale = if largest > 0.0 {
            libm::ldexp(1.0, RESIDUAL_BITS - libm::frexp(largest).1)
        } else {
            1.0
        };
        let values: Vec<i64> = residuals
            .iter()
            .map(|residual| (residual * scale).round() as i64)
            .collect();
        let squares = values.iter().map(|value| value * value).collect();
        let crossed = values
            .iter()
            .zip(sizes)
            .map(|(value, &size)| value * size as i64)
            .collect();
        Self {
            values,
            squares,
            crossed,
        }
    }

    pub fn columns(&self) -> [&[i64]; 3] {
        [&self.values, &self.squares, &self.crossed]
    }
}

/// The bootstrap of clusters: each resample of the ratio of sums by its own standard error. After three columns of each pair come the
/// items of the clusters and their squares.
pub(super) struct ClustersDrawn {
    pub pairs: usize,
    pub clusters: f64,
}

impl Family for ClustersDrawn {
    fn columns(&self) -> usize {
        3 * self.pairs + 2
    }

    fn hypotheses(&self) -> usize {
        self.pairs
    }

    fn statistics(&self, block: &Block, hypothesis: usize, values: &mut [f64]) {
        let of = |at: usize| block.column(3 * hypothesis + at);
        let (sums, squares, crossed) = (of(0), of(1), of(2));
        let (items, item_squares) = (
            block.column(3 * self.pairs),
            block.column(3 * self.pairs + 1),
        );
        let correction = cr1(self.clusters);
        for (lane, value) in values.iter_mut().enumerate() {
            let deviation = sums[lane] / items[lane];
            let residuals = squares[lane] - 2.0 * deviation * crossed[lane]
                + deviation * deviation * item_squares[lane];
            let error = (residuals.max(0.0) * correction).sqrt() / items[lane];
            *value = studentised(deviation, error);
        }
    }
}

/// Returns the factor of CR1, n/(n − 1), by which squared residuals of units estimate the variance of their sum (Cameron and Miller 2015,
/// section II.B).
///
/// Comparisons have CR2. Rankings keep CR1, because the bootstrap of clusters computes the standard error of every resample from three sums
/// of a pair, which CR2 cannot be computed from, and the observed value needs the standard error of its resamples.
fn cr1(units: f64) -> f64 {
    units / (units - 1.0)
}

/// |deviation| in standard errors: infinite without spread, unless there is no deviation either.
pub(super) fn studentised(deviation: f64, error: f64) -> f64 {
    match () {
        () if deviation == 0.0 => 0.0,
        () if error > 0.0 => deviation.abs() / error,
        () => f64::INFINITY,
    }
}

/// Shuffles within units: the range of all systems' sums.
pub(super) struct Range {
    pub systems: usize,
}

impl Family for Range {
    fn columns(&self) -> usize {
        self.systems
    }

    fn hypotheses(&self) -> usize {
        1
    }

    fn statistics(&self, block: &Block, _: usize, values: &mut [f64]) {
        let (mut low, mut high) = (
            vec![f64::INFINITY; values.len()],
            vec![f64::NEG_INFINITY; values.len()],
        );
        for system in 0..self.systems {
            for ((low, high), &sum) in low.iter_mut().zip(&mut high).zip(block.column(system)) {
                *low = low.min(sum);
                *high = high.max(sum);
            }
        }
        for ((value, low), high) in values.iter_mut().zip(low).zip(high) {
            *value = high - low;
        }
    }
}

/// Which systems score best in a resample: 1 for each that no other beats, else 0.
pub(super) struct Best {
    pub systems: usize,
    pub higher_is_better: bool,
}

impl Family for Best {
    fn columns(&self) -> usize {
        self.systems
    }

    fn hypotheses(&self) -> usize {
        self.systems
    }

    fn statistics(&self, block: &Block, hypothesis: usize, values: &mut [f64]) {
        let sign = if self.higher_is_better { 1.0 } else { -1.0 };
        let own = block.column(hypothesis);
        values.fill(1.0);
        for other in 0..self.systems {
            for ((value, own), other) in values.iter_mut().zip(own).zip(block.column(other)) {
                if sign * other > sign * own {
                    *value = 0.0;
                }
            }
        }
    }
}

/// Random swaps of the rows of a corpus metric, both systems scored again, in standard errors of the observed difference.
pub(super) struct Rescored<'a> {
    pub metric: &'a dyn Metric,
    pub pairs: Vec<(usize, usize)>,
    /// One over the standard error of each difference; 0 where no unit differs.
    pub weights: Vec<f64>,
    /// Sums of each system's statistics.
    totals: Vec<Vec<i64>>,
    /// For each system and statistic the column of its signed differences from the first system; none where there are none.
    places: Vec<Vec<Option<usize>>>,
    columns: usize,
}

impl<'a> Rescored<'a> {
    /// With the columns that it needs the signed sums of.
    pub fn new(
        metric: &'a dyn Metric,
        systems: &[Counted],
        pairs: Vec<(usize, usize)>,
        weights: Vec<f64>,
    ) -> (Self, Vec<Vec<i64>>) {
        let mut columns: Vec<Vec<i64>> = Vec::new();
        let mut places = Vec::new();
        for system in systems {
            let both = system.columns.iter().zip(&systems[0].columns);
            let own = both.map(|(own, first)| {
                if own == first {
                    return None;
                }
                columns.push(own.plus(-1, first).whole().into_owned());
                Some(columns.len() - 1)
            });
            places.push(own.collect());
        }
        // A resample has at least one sum.
        if columns.is_empty() {
            columns.push(vec![0; systems[0].rows()]);
        }
        let totals = systems.iter().map(Counted::sums).collect();
        (
            Self {
                metric,
                pairs,
                weights,
                totals,
                places,
                columns: columns.len(),
            },
            columns,
        )
    }
}

impl Family for Rescored<'_> {
    fn columns(&self) -> usize {
        self.columns
    }

    fn hypotheses(&self) -> usize {
        self.pairs.len()
    }

    fn statistics(&self, block: &Block, hypothesis: usize, values: &mut [f64]) {
        let (first, second) = self.pairs[hypothesis];
        let (mut low, mut high) = (Vec::new(), Vec::new());
        for (lane, value) in values.iter_mut().enumerate() {
            low.clear();
            high.clear();
            let both = self.totals[first]
                .iter()
                .zip(&self.totals[second])
                .zip(self.places[first].iter().zip(&self.places[second]));
            for ((total, other), (place, other_place)) in both {
                let signed = |place: &Option<usize>| {
                    place.map_or(0, |column| block.column(column)[lane] as i64)
                };
                let (together, apart) = (total + other, signed(other_place) - signed(place));
                // Both are even or both odd.
                low.push((together - apart) / 2);
                high.push(i64::midpoint(together, apart));
            }
            let gap = self.metric.finish(&high) - self.metric.finish(&low);
            *value = gap.abs() * self.weights[hypothesis];
        }
    }
}
