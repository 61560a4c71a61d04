//! Items in clusters: a passage's questions, a document's sentences, a repository's issues.
//!
//! A cluster is a pair of sums: D, the total difference of its items, and n, their number. The estimate is the ratio
//! `sum of D / sum of n`, in which every item has the same weight. Swaps, bootstrap laws and standard errors treat clusters as
//! independent; items inside one may depend on each other in any way. Totals are integers on the grid of the scores, so ties are
//! ties and equal clusters are told apart from almost equal ones.
//!
//! `sandwich` holds standard errors, `components` how much clusters matter, `crossed` clusters of two kinds at once.

mod components;
mod crossed;
mod sandwich;

pub use components::{Components, Within};
pub use crossed::{Crossed, CrossedParts};
pub use sandwich::Sandwich;

use crate::interval::{Interval, Unit, invert_units};
use crate::moments::sum;
use crate::{Alternative, Law, Probability, StatsError, error};

/// Bits that a mean of a cluster keeps where no common grid holds all of them.
const MEAN_BITS: u32 = 40;

/// Clusters of items, as sums.
#[derive(Clone, Debug, PartialEq)]
pub struct Clusters {
    /// Distinct pairs of total and size, ascending.
    units: Vec<Unit>,
    /// Steps of the totals that make a difference of 1.
    per_one: f64,
    /// How far a sum of totals may lie from the tie that it is: 0 where totals are exact.
    slack: u64,
    count: u64,
    items: u64,
    largest: u64,
    total: i128,
    /// Sum over the items of the squared deviation from their mean.
    squares: f64,
}

impl Clusters {
    /// From the total difference and the number of items of each cluster, `per_one` steps of the totals to a difference of 1.
    ///
    /// `squares` is the sum over all items of their squared deviation from the mean, in scores: [`Moments::squares`](crate::Moments::squares).
    ///
    /// # Errors
    /// When there is no cluster, one has no items, `per_one` is not above 0 or `squares` is not a number from 0 on.
    pub fn new(
        clusters: impl IntoIterator<Item = (i64, u64)>,
        per_one: f64,
        squares: f64,
    ) -> Result<Self, StatsError> {
        error::positive("grid steps in 1", per_one)?;
        error::finite(&[squares])?;
        if squares < 0.0 {
            return Err(StatsError::Negative {
                name: "the sum of squared deviations",
                value: squares,
            });
        }
        let mut units: Vec<Unit> = clusters
            .into_iter()
            .map(|(total, items)| Unit {
                total,
                items,
                copies: 1,
            })
            .collect();
        if units.is_empty() {
            return Err(StatsError::TooFew {
                what: "clusters",
                needed: 1,
                found: 0,
            });
        }
        if units.iter().any(|unit| unit.items == 0) {
            return Err(StatsError::TooFew {
                what: "items in each cluster",
                needed: 1,
                found: 0,
            });
        }
        let count = units.len() as u64;
        units.sort_unstable_by_key(|unit| (unit.items, unit.total));
        units.dedup_by(|later, kept| {
            let same = (later.total, later.items) == (kept.total, kept.items);
            kept.copies += u64::from(same) * later.copies;
            same
        });
        Ok(Self {
            items: units.iter().map(|unit| unit.items * unit.copies).sum(),
            largest: units.iter().map(|unit| unit.items).max().unwrap_or(1),
            total: units
                .iter()
                .map(|unit| i128::from(unit.total) * i128::from(unit.copies))
                .sum(),
            units,
            per_one,
            slack: 0,
            count,
            squares,
        })
    }

    /// Gives clusters equal weights: each becomes one item, its mean difference.
    ///
    /// Means are exact where their common denominator leaves room on the grid; else they are rounded to 2^-40 of the largest,
    /// and sums that near a tie count as one.
    #[must_use]
    pub fn with_equal_weights(&self) -> Self {
        let most = self
            .units
            .iter()
            .map(|unit| unit.total.unsigned_abs() / unit.items + 1)
            .max()
            .unwrap_or(1);
        let room = (1_u64 << 62) / most;
        let common = self.units.iter().try_fold(1_u64, |all, unit| {
            (all / divisor(all, unit.items))
                .checked_mul(unit.items)
                .filter(|&all| all <= room)
        });
        let bits = MEAN_BITS.saturating_sub(u64::BITS - most.leading_zeros());
        let (steps, slack) = common.map_or((1 << bits, self.count), |common| (common, 0));
        let mean = |unit: &Unit| {
            let (scaled, items) = (
                i128::from(unit.total) * i128::from(steps),
                i128::from(unit.items),
            );
            // To the nearest, halves up.
            let rounded = (2 * scaled + items).div_euclid(2 * items);
            Unit {
                total: rounded as i64,
                items: 1,
                copies: unit.copies,
            }
        };
        let units: Vec<Unit> = self.units.iter().map(mean).collect();
        let mut equal = Self {
            total: units
                .iter()
                .map(|unit| i128::from(unit.total) * i128::from(unit.copies))
                .sum(),
            units,
            per_one: self.per_one * steps as f64,
            slack,
            count: self.count,
            items: self.count,
            largest: 1,
            squares: 0.0,
        };
        equal.squares = equal.sum_of_residuals(|residual, _| residual * residual);
        equal
    }

    /// Number of clusters.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Number of items.
    pub fn items(&self) -> u64 {
        self.items
    }

    /// Share of the items that the largest cluster holds.
    pub fn largest_share(&self) -> f64 {
        self.largest as f64 / self.items as f64
    }

    /// `sum of D / sum of n`.
    pub fn mean(&self) -> f64 {
        self.total as f64 / self.items as f64 / self.per_one
    }

    /// The law of `sum of ±D`: whole clusters swapped at random.
    pub fn law(&self) -> Law {
        Law::permutation(self.units.iter().map(|unit| (unit.total, unit.copies)))
    }

    /// The p-value of swapping whole clusters, from [`Clusters::law`]: exact if, without a difference, the systems may be
    /// exchanged within each cluster.
    ///
    /// At least `2^-C`, two-sided `2^(1-C)`.
    pub fn p(&self, law: &Law, alternative: Alternative) -> Probability {
        let slack = i128::from(self.slack);
        let at_least = |sum: i128| law.at_least(sum - slack).probability;
        match alternative {
            Alternative::Greater => at_least(self.total),
            Alternative::Less => at_least(-self.total),
            Alternative::TwoSided => at_least(self.total.abs()).scaled(2.0),
        }
    }

    /// The shifts of the mean difference that swaps of clusters do not reject, two-sided: quantiles of the ratios
    /// `sum of D / sum of n` over random subsets of the clusters.
    ///
    /// Unbounded for fewer than `log2(2 / (1 − confidence))` clusters: 6 at 95 %.
    ///
    /// # Errors
    /// When `confidence` is outside (0, 1).
    pub fn interval(&self, confidence: f64) -> Result<Interval, StatsError> {
        invert_units(&self.units, self.slack, self.per_one, confidence)
    }

    /// The sum over the clusters of a function of `D − n·mean`, in scores, and of n; residuals that are 0 are exactly 0.
    fn sum_of_residuals(&self, term: impl Fn(f64, f64) -> f64) -> f64 {
        let items = i128::from(self.items);
        let in_scores = 1.0 / (self.items as f64 * self.per_one);
        sum(self.units.iter().map(|unit| {
            let residual = i128::from(unit.total) * items - i128::from(unit.items) * self.total;
            unit.copies as f64 * term(residual as f64 * in_scores, unit.items as f64)
        }))
    }

    /// The bootstrap law of `N·sum of D − multiple·T·sum of n` over C clusters drawn with replacement, T the observed total
    /// and N the items: the resampled mean is at most `multiple` times the observed one where that is at most 0, by a common
    /// factor.
    ///
    /// `None` where these products leave 64 bits.
    pub fn bootstrap(&self, multiple: i8) -> Option<Law> {
        let (items, total) = (
            i128::from(self.items),
            i128::from(multiple).checked_mul(self.total)?,
        );
        let common = i128::from(divisor(
            self.items,
            u64::try_from(total.unsigned_abs()).ok()?,
        ));
        let shifted = self.units.iter().map(|unit| {
            let above = (items / common).checked_mul(i128::from(unit.total))?;
            let shift = (total / common).checked_mul(i128::from(unit.items))?;
            Some((i64::try_from(above - shift).ok()?, unit.copies))
        });
        Some(Law::bootstrap(shifted.collect::<Option<Vec<_>>>()?))
    }
}

/// Greatest common divisor.
fn divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
