//! Columns that are surveyed once, and pairs of them ready for every test: integers, counts, moments, and laws that
//! are computed once.

use std::sync::{Arc, OnceLock};

use restrap_core::{
    Column, DistinctRows, Encoded, Grid, GridError, MixedPrecision, Precision, Survey, Times,
    counted, encode_as_printed, encode_columns, encode_on,
};
use restrap_stats::cluster::{Clusters, Components};
use restrap_stats::interval::Scale;
use restrap_stats::repeats::Repeats;
use restrap_stats::seeds::Runs;
use restrap_stats::{
    Counts, Law, Moments, OneShare, Sample, StatsError, TEstimate, decimal_difference,
};

use crate::data::contest::{Deviating, Raised};
use crate::data::scores::Scores;
use crate::design::clusters::ClusterMap;
use crate::design::human::Labelled;
use crate::design::repeated::Repeated;
use crate::design::scheme::Scheme;
use crate::design::units::Answered;
use crate::design::{Method, PartDesign, Sampled, UnitColumn};
use crate::request::GridChoice;

/// One system's scores and what they lie on.
#[derive(Clone, Copy)]
pub struct Surveyed<'a> {
    pub(crate) scores: &'a Scores<'a>,
    survey: Survey,
}

impl<'a> Surveyed<'a> {
    /// Looks through the scores once.
    pub fn new(scores: &'a Scores<'a>) -> Self {
        Self {
            scores,
            survey: Survey::of(scores.rows(), scores.precision),
        }
    }

    /// All scores are 0 or 1.
    pub fn is_binary(&self) -> bool {
        self.survey.binary
    }

    fn column(&self) -> Column<'a> {
        Column {
            scores: self.scores.rows(),
            survey: self.survey,
        }
    }

    fn in_precision(&self, precision: Precision) -> Column<'a> {
        let survey = if self.survey.precision == precision {
            self.survey
        } else {
            Survey::of(self.scores.rows(), precision)
        };
        Column {
            scores: self.scores.rows(),
            survey,
        }
    }
}

/// A number in the place of a baseline.
#[derive(Clone, Copy)]
pub(crate) struct Against {
    pub number: f64,
    /// The right items of 0/1 scores, or `None` of other scores and of units that are not single items.
    pub share: Option<OneShare>,
}

/// A pair of systems.
pub struct Pair<'a> {
    /// Scores of the baseline.
    pub baseline: &'a Scores<'a>,
    /// Scores of the system.
    pub system: &'a Scores<'a>,
    /// The lattice of the differences.
    pub grid: Grid,
    /// Differences of the units in grid units: of items, or the totals of clusters.
    pub difference: Repeated,
    /// Sum of the differences, in grid units.
    pub total: i64,
    /// Items on which the system is better, and worse.
    pub counts: Counts,
    /// Moments of the differences of items in score units.
    pub moments: Moments,
    /// All units are items whose scores are 0 or 1.
    pub binary: bool,
    /// The items.
    items: u64,
    /// All scores are 0 or 1, or values made of several such answers or runs.
    pub are_trials: bool,
    /// The design, bound to the differences.
    pub(crate) of: Sampled<'a>,
    /// Sampled answers of both, whose means the scores are.
    pub repeats: Option<[&'a Repeats; 2]>,
    /// The files print with different precision.
    pub mixed: Option<MixedPrecision>,
    /// How its bootstrap draws.
    pub design: Arc<Scheme>,
    /// The number in the place of the baseline, with the share of right items of 0/1 scores.
    pub(crate) against: Option<Against>,
    /// The system against a raised baseline, where a gain in per cent is claimed.
    pub(crate) raised: Option<Raised>,
    groups: OnceLock<Result<DistinctRows, usize>>,
    permutation: OnceLock<Law>,
    bootstrap: OnceLock<Law>,
}

impl<'a> Pair<'a> {
    /// Puts the differences of two systems on a grid, summed within clusters where there are any. Systems and their places in the
    /// design: the baseline first.
    ///
    /// # Errors
    /// [`Error`](crate::Error) for scores whose squares no double holds, that are not on the grid that was asked for, or that the design
    /// does not fit.
    pub fn new(
        [baseline, system]: [Surveyed<'a>; 2],
        grid: GridChoice,
        scheme: &Arc<Scheme>,
        (design, [first, place]): (&PartDesign<'a>, [usize; 2]),
    ) -> Result<Self, crate::Error> {
        magnitude(&[baseline, system])?;
        let Encoded { grid, difference } = on_grid(baseline, system, grid)?;
        let mixed = MixedPrecision::of(&baseline.column(), &system.column(), grid);
        let mut difference = Repeated::new(difference, system.scores.times().clone());
        let total = sum_of(&difference, grid)?;
        let (b, s) = (baseline.scores.rows(), system.scores.rows());
        let (counts, moments) = if grid.is_recovered() {
            let counts = counts_of(&difference, |row| {
                let d = difference.rows()[row];
                (d > 0, d < 0)
            });
            let moments = match exact_moments(&difference, grid) {
                Some(moments) => moments?,
                None => wide_moments(&all_distinct(&difference), grid)?,
            };
            (counts, moments)
        } else {
            // A difference below half a unit rounds to 0 but is not a tie: count on the scores themselves.
            let of_row = |i: usize| decimal_difference(s[i], b[i]);
            let counts = counts_of(&difference, |i| (of_row(i) > 0.0, of_row(i) < 0.0));
            let moments = match difference.times() {
                Times::Once => Moments::of_each(s.len(), of_row)?,
                times @ Times::Counted(_) => {
                    Moments::of_times((0..s.len()).map(|i| (of_row(i), times.of(i))))?
                }
            };
            (counts, moments)
        };
        let are_trials = baseline.is_binary() && system.is_binary();
        let binary = design.is_of_items() && are_trials;
        let per_one = grid.per_one();
        let items = || {
            let differences = difference.rows().iter();
            differences.map(|&d| d as f64 / per_one).collect()
        };
        let of = design.bind(&[place, first], &[s, b], &items)?;
        let items = difference.units();
        if let Some(clusters) = of.clusters() {
            difference = clusters.totals(difference.rows()).into();
        }
        let (baseline, system) = (baseline.scores, system.scores);
        let (groups, permutation, bootstrap) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Ok(Self {
            baseline,
            system,
            grid,
            difference,
            total,
            counts,
            moments,
            binary,
            items,
            are_trials,
            of,
            repeats: None,
            mixed,
            design: Arc::clone(scheme),
            against: None,
            raised: None,
            groups,
            permutation,
            bootstrap,
        })
    }

    /// Adds the sampled answers whose means its scores are; `place` is that of the system, and the baseline has 0.
    pub(crate) fn answered(self, of: &'a Answered, place: usize) -> Self {
        let repeats = of
            .repeats
            .as_ref()
            .filter(|(_, reducer, _)| reducer == "mean");
        let repeats = repeats.and_then(|(.., of)| Some([of.get(place)?, of.first()?]));
        Self {
            repeats,
            are_trials: self.are_trials || of.are_trials,
            ..self
        }
    }

    /// Adds the system against a raised baseline.
    pub(crate) fn raised(self, raised: Option<Raised>) -> Self {
        Self { raised, ..self }
    }

    /// Takes the baseline for a number that is known.
    ///
    /// # Errors
    /// Never for items of these scores.
    pub(crate) fn against(self, number: f64) -> Result<Self, StatsError> {
        let rows = self.system.rows();
        let is_share =
            self.of.is_of_items() && rows.iter().all(|&score| score == 0.0 || score == 1.0);
        let right = self.system.sample().count(|score| score == 1.0);
        let share = is_share
            .then(|| OneShare::new(right, self.system.items()))
            .transpose()?;
        Ok(Self {
            against: Some(Against { number, share }),
            ..self
        })
    }

    /// Returns the number and the share of right items, if 0/1 scores of items stand against a number.
    pub(crate) fn share_against(&self) -> Option<(f64, OneShare)> {
        let against = self.against?;
        Some((against.number, against.share?))
    }

    /// Returns `true` for 0/1 scores that differ on a million items or more: score tests then are as good as exact ones, which take long.
    pub(crate) fn is_of_many_changes(&self) -> bool {
        const MANY: u64 = 1_000_000;
        self.binary && self.counts.better + self.counts.worse >= MANY
    }

    /// Returns the differences, whose deviations a studentized interval resamples.
    pub(crate) fn deviating(&self) -> Deviating<'_> {
        Deviating {
            column: &self.difference,
            per_one: self.grid.per_one(),
            has_spread: self.moments.sd().is_some_and(|sd| sd > 0.0),
        }
    }

    /// Returns the differences that a studentized margin test resamples: from the raised baseline if a gain in per cent is claimed.
    pub(crate) fn margin_deviating(&self) -> Deviating<'_> {
        self.raised
            .as_ref()
            .map_or_else(|| self.deviating(), Raised::deviating)
    }

    /// Returns the names of its t test, interval and margin test.
    pub(crate) fn method(&self) -> &'static Method {
        self.of.method()
    }

    /// Returns the clusters, if units are clusters.
    pub fn clusters(&self) -> Option<&Arc<ClusterMap>> {
        self.of.clusters()
    }

    /// Training runs of the system and of the baseline.
    pub(crate) fn runs(&self) -> Option<[&'a Runs; 2]> {
        self.of.runs()
    }

    /// What human scores of some items make of it.
    pub(crate) fn labelled(&self) -> Option<&Labelled> {
        self.of.labelled()
    }

    /// Returns the differences as their standard error needs them.
    pub(crate) fn column(&self) -> UnitColumn<'_> {
        UnitColumn {
            units: &self.difference,
            per_one: self.grid.per_one(),
            items: self.moments,
        }
    }

    pub(crate) fn items(&self) -> u64 {
        self.items
    }

    /// Items, or clusters: what is swapped and drawn.
    pub fn units(&self) -> u64 {
        self.difference.units()
    }

    /// Items whose scores differ, also where the difference rounds to 0.
    pub fn changed_items(&self) -> u64 {
        self.counts.better + self.counts.worse
    }

    /// Units that differ.
    pub fn changed(&self) -> u64 {
        match self.clusters() {
            None => self.changed_items(),
            Some(_) => self
                .difference
                .rows()
                .iter()
                .filter(|&&total| total != 0)
                .count() as u64,
        }
    }

    /// What a sum is divided by to give a mean difference.
    pub fn divisor(&self) -> f64 {
        self.items() as f64 * self.grid.per_one()
    }

    /// Number of distinct differences.
    pub fn distinct(&self) -> u64 {
        self.groups()
            .as_ref()
            .map_or_else(|&distinct| distinct, DistinctRows::len) as u64
    }

    /// Totals and sizes, where units are clusters.
    ///
    /// # Errors
    /// Never for clusters of items.
    pub fn cluster_sums(&self) -> Result<Option<Clusters>, StatsError> {
        self.of.cluster_sums(&self.column())
    }

    /// The mean difference with the standard error of its units, training runs taken as fixed.
    ///
    /// # Errors
    /// For fewer than two units.
    pub fn items_estimate(&self) -> Result<TEstimate, StatsError> {
        self.of.checkpoints().estimate(&self.column())
    }

    /// The mean difference with the standard error of its design.
    ///
    /// # Errors
    /// For fewer than two units.
    pub fn t_estimate(&self) -> Result<TEstimate, StatsError> {
        self.of.estimate(&self.column())
    }

    /// Distinct differences.
    pub fn rows(&self) -> DistinctRows {
        self.groups()
            .clone()
            .unwrap_or_else(|_| all_distinct(&self.difference))
    }

    fn groups(&self) -> &Result<DistinctRows, usize> {
        self.groups
            .get_or_init(|| self.difference.distinct(most_groups(&self.difference)))
    }

    /// Differences and how many items hold them; not grouped where most are distinct.
    pub fn weighted(&self) -> Box<dyn Iterator<Item = (i64, u64)> + '_> {
        match self.groups() {
            Ok(rows) => Box::new(rows.iter()),
            Err(_) => Box::new(self.difference.each()),
        }
    }

    /// The law of the sum of differences when each is swapped by a fair coin.
    pub fn permutation_law(&self) -> &Law {
        self.permutation
            .get_or_init(|| Law::permutation(self.weighted()))
    }

    pub(crate) fn bootstrap_law(&self) -> &Law {
        self.bootstrap.get_or_init(|| self.new_bootstrap_law())
    }

    /// The bootstrap law for intervals.
    pub fn interval_law(&self) -> Law {
        interval_law(&self.difference, self.items(), self.new_bootstrap_law())
    }

    fn new_bootstrap_law(&self) -> Law {
        let of_strata = self.design.law_of_strata(&self.difference);
        of_strata.unwrap_or_else(|| self.design.law(self.weighted()))
    }

    /// Mean differences that resamples of these sums stand for, scaled.
    pub fn replicates(&self, sums: &[i64]) -> Vec<f64> {
        self.design.replicates(sums, self.total, self.divisor())
    }

    /// Units by which a sum of `terms` rounded differences may miss the true sum.
    pub fn slack(&self, terms: u64) -> i64 {
        self.grid.slack(terms)
    }

    /// System − baseline.
    pub fn difference(&self) -> f64 {
        if let Some(labelled) = self.labelled() {
            return labelled.estimate.estimate();
        }
        if self.grid.is_recovered() {
            self.total as f64 / self.divisor()
        } else {
            self.moments.mean()
        }
    }
}

/// One system on its own, as differences from 0.
pub(crate) struct Alone {
    pub grid: Grid,
    /// The scores in grid units.
    pub scores: Repeated,
    /// Sum of the scores, in grid units.
    pub total: i64,
    /// What a sum is divided by to give a mean.
    pub divisor: f64,
    /// Mean score.
    pub mean: f64,
}

impl Alone {
    pub fn new(system: Surveyed, grid: GridChoice) -> Result<Self, crate::Error> {
        magnitude(&[system])?;
        let scores = system.scores;
        let zeros = Scores::new("", vec![0.0; scores.rows().len()]).in_precision(scores.precision);
        let Encoded { grid, difference } = on_grid(Surveyed::new(&zeros), system, grid)?;
        let difference = Repeated::new(difference, scores.times().clone());
        let total = sum_of(&difference, grid)?;
        let divisor = scores.items() as f64 * grid.per_one();
        let mean = if grid.is_recovered() {
            total as f64 / divisor
        } else {
            Moments::of(scores.sample())?.mean()
        };
        Ok(Self {
            grid,
            scores: difference,
            total,
            divisor,
            mean,
        })
    }

    /// Grid units in one unit of the score.
    pub fn per_one(&self) -> f64 {
        self.grid.per_one()
    }

    /// Items that are right, where every score is 0 or 1: a grid may have several units in one.
    pub fn right(&self) -> u64 {
        (self.total.unsigned_abs() as f64 / self.per_one()).round() as u64
    }

    /// Returns the design of a system, bound to its scores; `place` is its number.
    ///
    /// # Errors
    /// For fewer than two clusters of a kind, and fewer than two human scores.
    pub fn bind<'d>(
        &self,
        design: &PartDesign<'d>,
        place: usize,
        scores: &[f64],
    ) -> Result<Sampled<'d>, crate::Error> {
        design.bind(&[place], &[scores], &|| self.rows())
    }

    /// Returns the mean with the standard error of a design, and the components of its clusters.
    ///
    /// # Errors
    /// For fewer than two units.
    pub fn estimate(&self, of: &Sampled) -> Result<(TEstimate, Option<Components>), StatsError> {
        let per_one = self.per_one();
        let rows = self.scores.rows();
        let items = if self.scores.single().is_some() {
            Moments::of_each(rows.len(), |row| rows[row] as f64 / per_one)?
        } else {
            let scores = self.scores.each();
            Moments::of_times(scores.map(|(score, times)| (score as f64 / per_one, times)))?
        };
        let totals = of.clusters().map(|map| Repeated::from(map.totals(rows)));
        let units = totals.as_ref().unwrap_or(&self.scores);
        let column = UnitColumn {
            units,
            per_one,
            items,
        };
        let components = of.cluster_sums(&column)?.map(|sums| sums.components());
        Ok((of.estimate(&column)?, components))
    }

    /// Number of distinct scores.
    pub fn distinct(&self) -> u64 {
        let distinct = counted(self.scores.rows(), self.scores.times(), 0);
        distinct.map_or_else(|distinct| distinct, |groups| groups.len()) as u64
    }

    /// The score of each row.
    pub fn rows(&self) -> Vec<f64> {
        let (per_one, rows) = (self.per_one(), self.scores.rows().iter());
        rows.map(|&score| score as f64 / per_one).collect()
    }

    /// Returns these scores of the rows with their numbers of items.
    pub fn sample<'r>(&'r self, rows: &'r [f64]) -> Sample<'r> {
        Sample::new(rows, self.scores.times().counts())
    }

    /// The extremes that scores on a grid reach more than once, which the scale then ends at.
    pub fn reached_twice(&self) -> Scale {
        let scores = self.scores.rows();
        let ends = scores.iter().min().zip(scores.iter().max());
        let Some((low, high)) = ends.filter(|_| self.grid.is_recovered()) else {
            return Scale::UNKNOWN;
        };
        let is_tied = |end: &i64| {
            let mut at = (0..scores.len()).filter(|row| scores[*row] == *end);
            let first = at.next().map_or(0, |row| self.scores.times().of(row));
            first > 1 || at.next().is_some()
        };
        let end = |end: &i64, unknown: f64| {
            if is_tied(end) {
                *end as f64 / self.per_one()
            } else {
                unknown
            }
        };
        Scale::new(end(low, f64::NEG_INFINITY), end(high, f64::INFINITY)).unwrap_or(Scale::UNKNOWN)
    }

    /// The bootstrap law for intervals.
    pub fn interval_law(&self, design: &Scheme) -> Law {
        let scores = &self.scores;
        let items = scores.units();
        if let Some(law) = design.law_of_strata(scores) {
            return interval_law(scores, items, law);
        }
        let law = match counted(scores.rows(), scores.times(), most_groups(scores)) {
            Ok(groups) => design.law(groups),
            Err(_) => design.law(scores.each()),
        };
        interval_law(scores, items, law)
    }
}

/// Distinct values up to which a column is grouped for its laws: of more, where most items differ, groups take twice
/// the room of the column and save nothing.
fn most_groups(column: &Repeated) -> usize {
    match column.single() {
        Some(items) => (items.len() / 2).max(1 << 16),
        None => usize::MAX,
    }
}

/// All distinct integers with their numbers of units.
fn all_distinct(column: &Repeated) -> DistinctRows {
    // There are never more than that.
    column
        .distinct(usize::MAX)
        .unwrap_or_else(|_| DistinctRows::of_column(column.rows()))
}

/// The largest sum that is taken, with room for a sign and a doubling.
const LARGEST_SUM: i128 = 1 << 62;

/// The sum of a column, exactly.
///
/// # Errors
/// [`GridError::TooLarge`] if resamples may sum to more than 2^62.
fn sum_of(column: &Repeated, grid: Grid) -> Result<i64, GridError> {
    let Times::Counted(_) = column.times() else {
        return Ok(column.rows().iter().sum());
    };
    let largest = column
        .rows()
        .iter()
        .map(|value| value.unsigned_abs())
        .max()
        .unwrap_or(0);
    let items = column.units();
    if i128::from(largest) * i128::from(items) >= LARGEST_SUM {
        return Err(GridError::TooLarge {
            grid,
            items: items as usize,
            largest: largest as f64 * grid.unit(),
        });
    }
    Ok(column.sum() as i64)
}

/// How many items are better and worse; `is`: whether those of a row are.
fn counts_of(column: &Repeated, is: impl Fn(usize) -> (bool, bool)) -> Counts {
    let rows = 0..column.rows().len();
    match column.times() {
        Times::Once => Counts::of(rows.map(is)),
        times @ Times::Counted(_) => Counts::of_times(rows.map(|row| {
            let (is_better, is_worse) = is(row);
            (is_better, is_worse, times.of(row))
        })),
    }
}

/// Relative error of a tail that moves an end by less than a millionth of a standard error.
const INTERVAL_TOLERANCE: f64 = 1e-6;
/// Items from which that tolerance is used: below, single steps of a recovered lattice matter and the whole law is cheap.
const MANY_ITEMS: u64 = 1_000;

/// The bootstrap law of a sum for quantiles: other lobes of the lattice are left out where they cannot matter, because many items share
/// the variance.
fn interval_law(column: &Repeated, items: u64, law: Law) -> Law {
    let leaves_out = items >= MANY_ITEMS && is_shared(column);
    if leaves_out {
        law.with_tolerance(INTERVAL_TOLERANCE)
    } else {
        law
    }
}

/// No item holds a hundredth of the variance: one that does makes lumps of the law.
fn is_shared(column: &Repeated) -> bool {
    const SHARE: f64 = 0.01;
    let Some(items) = column.single() else {
        let of = |(d, times): (i64, u64)| (d as f64, times as f64);
        let sum: f64 = column.each().map(of).map(|(d, times)| d * times).sum();
        let mean = sum / column.units() as f64;
        let squares = || {
            column
                .each()
                .map(of)
                .map(|(d, times)| ((d - mean) * (d - mean), times))
        };
        let largest = squares().map(|(square, _)| square).fold(0.0, f64::max);
        return largest <= SHARE * squares().map(|(square, times)| square * times).sum::<f64>();
    };
    let mean = items.iter().map(|&d| d as f64).sum::<f64>() / items.len().max(1) as f64;
    let square = |&d: &i64| (d as f64 - mean) * (d as f64 - mean);
    let largest = items.iter().map(square).fold(0.0, f64::max);
    largest <= SHARE * items.iter().map(square).sum::<f64>()
}

/// Squares of scores within these sizes, summed over any number of items, are doubles.
const SIZES: std::ops::RangeInclusive<f64> = 1e-140..=1e140;

/// Refuses scores whose squares no double holds.
///
/// # Errors
/// [`crate::Error::Magnitude`] with the first system and item of the largest size.
pub(crate) fn magnitude(systems: &[Surveyed]) -> Result<(), crate::Error> {
    let value = systems
        .iter()
        .map(|system| system.survey.largest)
        .fold(0.0, f64::max);
    if value == 0.0 || SIZES.contains(&value) {
        return Ok(());
    }
    let place = systems.iter().find_map(|system| {
        let index = system.scores.rows().iter().position(|v| v.abs() == value)?;
        Some((system.scores.name.clone(), index + 1))
    });
    let (system, item) = place.unwrap_or_default();
    Err(crate::Error::Magnitude {
        system,
        item,
        value,
    })
}

/// The differences of two systems on a grid.
pub(crate) fn on_grid(
    baseline: Surveyed,
    system: Surveyed,
    grid: GridChoice,
) -> Result<Encoded, GridError> {
    let precision = match (baseline.survey.precision, system.survey.precision) {
        (Precision::Single, Precision::Single) => Precision::Single,
        _ => Precision::Double,
    };
    let (baseline, system) = (
        baseline.in_precision(precision),
        system.in_precision(precision),
    );
    match grid {
        GridChoice::Auto => Ok(encode_columns(&baseline, &system)),
        GridChoice::Denominator(q) => encode_on(Grid::Rationals(q), &baseline, &system),
        GridChoice::AsPrinted => encode_as_printed(&baseline, &system),
    }
}

/// From sums in integers: no cancellation in the squared deviations, whatever the offset. `None` where they overflow.
fn exact_moments(column: &Repeated, grid: Grid) -> Option<Result<Moments, StatsError>> {
    let n = column.units();
    let largest = column.rows().iter().map(|d| d.unsigned_abs()).max()?;
    // n · sum of squares and the square of the sum.
    let bits = |x: u64| u64::BITS - x.leading_zeros();
    if 2 * (bits(largest) + bits(n)) > u128::BITS {
        return None;
    }
    let (mut sum, mut squares) = (0_i128, 0_u128);
    match column.single() {
        Some(items) => {
            for &d in items {
                sum += i128::from(d);
                squares += u128::from(d.unsigned_abs()) * u128::from(d.unsigned_abs());
            }
        }
        None => {
            for (d, times) in column.each() {
                let size = u128::from(d.unsigned_abs());
                sum += i128::from(d) * i128::from(times);
                squares += size * size * u128::from(times);
            }
        }
    }
    let deviations = u128::from(n) * squares - sum.unsigned_abs() * sum.unsigned_abs();
    let unit = grid.unit();
    let mean = sum as f64 / n as f64;
    Some(Moments::from_mean(
        n,
        mean * unit,
        deviations as f64 / n as f64 * unit * unit,
    ))
}

/// Moments from one deviation after another, for sums that overflow.
fn wide_moments(rows: &DistinctRows, grid: Grid) -> Result<Moments, StatsError> {
    let n = rows.items();
    let sum: i128 = rows
        .pairs()
        .iter()
        .map(|&(d, m)| i128::from(d) * i128::from(m))
        .sum();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(values: &[f64]) -> Scores<'static> {
        Scores::new("x", values.to_vec())
    }

    #[test]
    fn moments_of_wide_and_of_narrow_integers_agree() {
        let difference: Vec<i64> = (0..5_000).map(|i: i64| i * i % 4_999 - 77).collect();
        let rows = DistinctRows::of_column(&difference);
        let (grid, column) = (Grid::Decimals(3), Repeated::from(difference));
        let exact = exact_moments(&column, grid)
            .expect("narrow")
            .expect("items");
        let wide = wide_moments(&rows, grid).expect("items");
        let counted = Repeated::new(rows.values.clone(), Times::Counted(rows.counts.into()));
        assert_eq!(
            exact_moments(&counted, grid),
            Some(Ok(exact)),
            "of counted rows"
        );
        // 2,500 roundings of 1e-16 each, at random.
        assert!(
            (exact.squares() / wide.squares() - 1.0).abs() < 1e-14,
            "{exact:?} {wide:?}"
        );
        assert_eq!(exact.mean(), wide.mean());
        let huge = Repeated::from(vec![1 << 52; 1 << 12]);
        let moments = exact_moments(&huge, Grid::Integers);
        assert!(moments.is_none(), "their squares overflow");
    }

    #[test]
    fn items_that_differ_by_less_than_half_a_unit_are_changed() {
        let pi = std::f64::consts::PI;
        let (baseline, system) = (scores(&[pi, 0.0, 2.0]), scores(&[-pi, 1e-12, 2.0]));
        let design = Arc::new(Scheme::plain(3));
        let systems = (Surveyed::new(&baseline), Surveyed::new(&system));
        let pair = Pair::new(
            [systems.0, systems.1],
            GridChoice::Auto,
            &design,
            (&PartDesign::Items, [0, 1]),
        )
        .expect("valid");
        assert_eq!(pair.difference.rows()[1..], [0, 0]);
        assert_eq!(
            (pair.changed(), pair.counts.better, pair.counts.worse),
            (2, 1, 1)
        );
    }
}
