//! How a metric is compared with a gold score: a measure of agreement, at a level.

use restrap_words::vocabulary;

use super::coefficient::Coefficient;
use super::matrix::{Grouped, Level, Matrix};
use super::pairwise::PairwiseAccuracy;
use crate::StatsError;

/// Outputs of one group beyond which its pairs are too many to look at.
const MOST_OF_A_GROUP: usize = 4_000;

vocabulary! {
    /// How a metric agrees with a gold score.
    pub enum Agreement: "a measure of agreement" {
        /// Correlation of the scores themselves, along a straight line (Pearson's r).
        Pearson = "pearson",
        /// Correlation of the ranks, mid-ranks for ties (Spearman's rho).
        Spearman = "spearman",
        /// Agreement on the order of pairs, corrected for ties (Kendall's tau-b).
        Kendall = "kendall" | "kendall-tau-b",
        /// The share of pairs that both order alike or both call a tie (Deutsch, Foster & Freitag 2023).
        PairwiseAccuracy = "pairwise-accuracy" | "acc-eq",
    }
    default Pearson
}

impl Agreement {
    /// The correlation that it is, if it is one.
    pub fn coefficient(self) -> Option<Coefficient> {
        match self {
            Self::Pearson => Some(Coefficient::Pearson),
            Self::Spearman => Some(Coefficient::Spearman),
            Self::Kendall => Some(Coefficient::Kendall),
            Self::PairwiseAccuracy => None,
        }
    }
}

/// A measure of agreement at a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Criterion {
    /// What is computed within each group of outputs.
    pub agreement: Agreement,
    /// What the groups are.
    pub level: Level,
    /// For pairwise accuracy: scores of the metric that differ by at most this count as tied; `None` chooses the threshold that serves
    /// the metric best, anew for every table.
    pub threshold: Option<f64>,
}

/// How a metric agrees with a gold score, averaged over groups.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreed {
    /// The mean over the groups that have a value; `None` where no group has.
    pub value: Option<f64>,
    /// Groups with a value.
    pub defined: usize,
    /// Groups without one, left out: a column of theirs does not vary, or they hold a single output.
    pub undefined: usize,
    /// The threshold of ties, of pairwise accuracy alone.
    pub threshold: Option<f64>,
}

impl Agreed {
    fn of(grouped: Grouped) -> Self {
        let Grouped {
            mean: value,
            defined,
            undefined,
        } = grouped;
        Self {
            value,
            defined,
            undefined,
            threshold: None,
        }
    }
}

impl Criterion {
    /// How a metric agrees with the gold score; equal decimals are ties.
    ///
    /// # Errors
    /// When the tables differ in shape, or pairwise accuracy is asked of groups of more than 4,000 outputs.
    pub fn of(self, gold: &Matrix, metric: &Matrix) -> Result<Agreed, StatsError> {
        gold.same_shape(metric)?;
        self.check(gold)?;
        if self.agreement == Agreement::PairwiseAccuracy && self.level != Level::System {
            let columns = (gold.grouped(self.level), metric.grouped(self.level));
            let groups = columns
                .0
                .iter()
                .zip(&columns.1)
                .map(|(gold, metric)| (&gold[..], &metric[..]));
            return Ok(self.accuracy(gold.groups(self.level), PairwiseAccuracy::new(groups).ok()));
        }
        let Some(coefficient) = self.agreement.coefficient() else {
            return Ok(self.of_standardised(gold, metric));
        };
        Ok(Agreed::of(gold.correlation(
            metric,
            coefficient,
            self.level,
        )?))
    }

    /// Refuses groups with too many pairs.
    fn check(self, table: &Matrix) -> Result<(), StatsError> {
        let of_a_group = table.systems() * table.segments() / table.groups(self.level).max(1);
        let most = f64::from(u32::try_from(MOST_OF_A_GROUP).unwrap_or(u32::MAX));
        if self.agreement == Agreement::PairwiseAccuracy
            && self.level != Level::System
            && of_a_group > MOST_OF_A_GROUP
        {
            let name = "outputs whose pairs are looked at";
            return Err(StatsError::OutOfRange {
                name,
                low: 2.0,
                high: most,
                value: of_a_group as f64,
            });
        }
        Ok(())
    }

    /// The criterion for a metric's standardised scores: a fixed threshold is in units of the metric's deviation.
    #[must_use]
    pub fn of_deviations(self, metric: &Matrix) -> Self {
        Self {
            threshold: self
                .threshold
                .map(|threshold| threshold / metric.deviation()),
            ..self
        }
    }

    /// As [`Criterion::of`], of standardised tables of one shape: scores are equal where they are to ten decimals, as means and
    /// standardised scores differ in the last bits. Of a table that was drawn, an output makes no pair with its own copy: both scores
    /// would call it a tie, and every resample would agree more than the data.
    pub fn of_standardised(self, gold: &Matrix, metric: &Matrix) -> Agreed {
        let Some(coefficient) = self.agreement.coefficient() else {
            let read = |table: &Matrix| units(&table.grouped(self.level));
            let groups = gold.groups(self.level);
            let origins: Vec<_> = (0..groups)
                .map(|group| gold.origins(self.level, group))
                .collect();
            return self.accuracy(
                groups,
                PairwiseAccuracy::of_units(&read(gold), &read(metric), &origins),
            );
        };
        Agreed::of(gold.correlation_as(metric, coefficient, self.level, super::matrix::rounded))
    }

    fn accuracy(self, groups: usize, pairs: Option<PairwiseAccuracy>) -> Agreed {
        let Some(pairs) = pairs else {
            return Agreed {
                value: None,
                defined: 0,
                undefined: groups,
                threshold: None,
            };
        };
        let calibrated = || {
            let best = pairs.calibrated();
            (best.accuracy, best.epsilon)
        };
        let (value, threshold) = self
            .threshold
            .map_or_else(calibrated, |threshold| (pairs.at(threshold), threshold));
        let defined = pairs.groups();
        Agreed {
            value: Some(value),
            defined,
            undefined: groups - defined,
            threshold: Some(threshold),
        }
    }
}

/// Scores in units of the tenth decimal.
fn units(groups: &[Vec<f64>]) -> Vec<Vec<i128>> {
    let unit = |value: &f64| (value * 1e10).round() as i128;
    groups
        .iter()
        .map(|group| group.iter().map(unit).collect())
        .collect()
}
