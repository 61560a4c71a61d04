//! Training runs crossed with items: every seed's model answers every item.
//!
//! Two questions about a difference. *These checkpoints*: items are drawn, the runs are what they are. *This recipe*: runs are
//! drawn as well, seeds of either system on their own and items together. With d̄_i the difference of the means over seeds on
//! item i, S runs and I items a side, MS the mean squares of the two-way analysis of variance of a side,
//!
//! ```text
//! V = s²(d̄)/I  +  sum over both sides of (MS_seeds − MS_residual)/(I S)
//! ```
//!
//! is unbiased, with or without recipe × item interaction (Searle, Casella and McCulloch 1992, chapter 4; the crossed design of
//! Clark 1973). Clamped, a side adds 0 where that is negative: the default. Degrees of freedom are Satterthwaite's (1946),
//! `V² / sum of V_k²/df_k` over the mean squares that V is made of; the clamped form leaves out the residual ones, and has at least the
//! least of their df. Rejected at 0.05 without a difference, 100 items: .014 to .054 with as many runs of both (docs/calibration.md).
//!
//! One system alone is the same with its own item means for d̄.

use crate::interval::satterthwaite;
use crate::moments::sum;
use crate::{Moments, Pairs, StatsError, StudentT, TEstimate, TwoSamples};

/// Scores of one system's runs on the same items, as means and mean squares.
#[derive(Clone, Debug, PartialEq)]
pub struct Runs {
    run_means: Vec<f64>,
    item_means: Vec<f64>,
    mean: f64,
    seed_square: f64,
    item_square: f64,
    residual_square: f64,
}

/// Variance of one score, part by part; each may be negative, as estimates of small variances are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parts {
    /// Between seeds.
    pub seeds: f64,
    /// Between items.
    pub items: f64,
    /// What is left: the interaction of seed and item.
    pub residual: f64,
}

impl Runs {
    /// From the scores: a row for each run, in it one score for each item.
    ///
    /// # Errors
    /// For fewer than two runs or items, rows of different lengths, or a score that is not finite.
    pub fn new<R: AsRef<[f64]>>(rows: &[R]) -> Result<Self, StatsError> {
        let items = rows.first().map_or(0, |row| row.as_ref().len());
        for (what, found) in [("runs", rows.len()), ("items", items)] {
            if found < 2 {
                return Err(StatsError::TooFew {
                    what,
                    needed: 2,
                    found,
                });
            }
        }
        let mut item_sums = vec![0.0; items];
        for row in rows.iter().map(AsRef::as_ref) {
            if row.len() != items {
                return Err(StatsError::LengthMismatch {
                    left: items,
                    right: row.len(),
                });
            }
            crate::error::finite(row)?;
            item_sums
                .iter_mut()
                .zip(row)
                .for_each(|(sum, score)| *sum += score);
        }
        let runs = rows.len() as f64;
        let item_means: Vec<f64> = item_sums.into_iter().map(|sum| sum / runs).collect();
        let run_means: Vec<f64> = rows
            .iter()
            .map(|row| sum(row.as_ref().iter().copied()) / items as f64)
            .collect();
        let (by_run, by_item) = (Moments::of(&run_means)?, Moments::of(&item_means)?);
        let mean = by_run.mean();
        let residuals = sum(rows.iter().zip(&run_means).flat_map(|(row, of_run)| {
            row.as_ref()
                .iter()
                .zip(&item_means)
                .map(move |(score, of_item)| {
                    let residual = (score - of_run) - (of_item - mean);
                    residual * residual
                })
        }));
        let items = items as f64;
        Ok(Self {
            mean,
            seed_square: items * by_run.squares() / (runs - 1.0),
            item_square: runs * by_item.squares() / (items - 1.0),
            residual_square: residuals / ((runs - 1.0) * (items - 1.0)),
            run_means,
            item_means,
        })
    }

    /// Mean score.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Mean score of each run.
    pub fn run_means(&self) -> &[f64] {
        &self.run_means
    }

    /// Mean score over the runs of each item.
    pub fn item_means(&self) -> &[f64] {
        &self.item_means
    }

    /// Mean squares of seeds, items and the rest.
    pub fn mean_squares(&self) -> Parts {
        Parts {
            seeds: self.seed_square,
            items: self.item_square,
            residual: self.residual_square,
        }
    }

    /// Variance components, unclamped.
    pub fn variances(&self) -> Parts {
        Parts {
            seeds: (self.seed_square - self.residual_square) / self.items(),
            items: (self.item_square - self.residual_square) / self.runs(),
            residual: self.residual_square,
        }
    }

    /// The mean of these runs: items are drawn.
    ///
    /// # Errors
    /// When the variance overflows.
    pub fn checkpoints(&self) -> Result<TEstimate, StatsError> {
        StudentT::of_moments(Moments::of(&self.item_means)?).map(|t| t.estimate())
    }

    /// The mean of the recipe: runs and items are drawn.
    ///
    /// # Errors
    /// When the variance overflows, or is not above 0 with `clamped` false.
    pub fn recipe(&self, clamped: bool) -> Result<TEstimate, StatsError> {
        recipe(&self.checkpoints()?, [self], clamped)
    }

    /// The mean over runs, on exactly these items.
    ///
    /// # Errors
    /// When the variance overflows.
    pub fn on_these_items(&self) -> Result<TEstimate, StatsError> {
        StudentT::of_moments(Moments::of(&self.run_means)?).map(|t| t.estimate())
    }

    /// What the mean square of runs adds to the variance of a recipe, with its degrees of freedom.
    pub fn part_of_seeds(&self) -> (f64, f64) {
        (self.share(self.seed_square), self.runs() - 1.0)
    }

    fn runs(&self) -> f64 {
        self.run_means.len() as f64
    }

    fn items(&self) -> f64 {
        self.item_means.len() as f64
    }

    /// What a mean square adds to the variance of the mean.
    fn share(&self, square: f64) -> f64 {
        square / (self.runs() * self.items())
    }
}

/// A mean or difference of these checkpoints as one of recipes: with the variance between the runs of each side.
///
/// `checkpoints` may be any estimate for which items are drawn, clusters of them as well.
///
/// # Errors
/// When the variance overflows, or is not above 0 with `clamped` false.
pub fn recipe<const N: usize>(
    checkpoints: &TEstimate,
    sides: [&Runs; N],
    clamped: bool,
) -> Result<TEstimate, StatsError> {
    let of_items = checkpoints.standard_error() * checkpoints.standard_error();
    let mut variance = of_items;
    let mut parts = vec![(of_items, checkpoints.df())];
    for side in sides {
        let (seeds, residual) = (
            side.share(side.seed_square),
            side.share(side.residual_square),
        );
        let (runs, items) = (side.runs() - 1.0, side.items() - 1.0);
        parts.push((seeds, runs));
        if clamped {
            variance += (seeds - residual).max(0.0);
        } else {
            variance += seeds - residual;
            parts.push((residual, runs * items));
        }
    }
    if variance < 0.0 {
        return Err(StatsError::Negative {
            name: "the unclamped variance of a recipe",
            value: variance,
        });
    }
    let df = if clamped {
        recipe_df(variance, parts[0], &parts[1..])
    } else {
        satterthwaite(variance, &parts)
    };
    TEstimate::new(checkpoints.estimate(), libm::sqrt(variance), df)
}

/// Degrees of freedom of the variance of a recipe, with those of its mean squares: of items, and of the runs of each side.
///
/// A sum of mean squares has at least the degrees of freedom of one of them. This variance is less than their sum, and where it is far
/// less the quotient goes to 0, and the quantile of t to infinity.
pub fn recipe_df(variance: f64, of_items: (f64, f64), of_runs: &[(f64, f64)]) -> f64 {
    let parts: Vec<(f64, f64)> = std::iter::once(of_items)
        .chain(of_runs.iter().copied())
        .collect();
    let least = parts
        .iter()
        .map(|part| part.1)
        .fold(f64::INFINITY, f64::min);
    satterthwaite(variance, &parts).max(least)
}

/// Two systems' runs on the same items.
#[derive(Clone, Copy, Debug)]
pub struct Recipes<'a> {
    system: &'a Runs,
    baseline: &'a Runs,
}

impl<'a> Recipes<'a> {
    /// # Errors
    /// When the numbers of items differ.
    pub fn new(system: &'a Runs, baseline: &'a Runs) -> Result<Self, StatsError> {
        let (left, right) = (system.item_means.len(), baseline.item_means.len());
        if left == right {
            Ok(Self { system, baseline })
        } else {
            Err(StatsError::LengthMismatch { left, right })
        }
    }

    /// The difference of these runs: items are drawn.
    ///
    /// # Errors
    /// When the variance overflows.
    pub fn checkpoints(&self) -> Result<TEstimate, StatsError> {
        let pairs = Pairs::new(&self.system.item_means, &self.baseline.item_means)?;
        StudentT::of_pairs(&pairs).map(|t| t.estimate())
    }

    /// The difference of the recipes: runs of either system and items are drawn.
    ///
    /// # Errors
    /// As [`recipe`].
    pub fn recipe(&self, clamped: bool) -> Result<TEstimate, StatsError> {
        recipe(&self.checkpoints()?, [self.system, self.baseline], clamped)
    }

    /// Welch's test of the mean scores of the runs: recipes on exactly these items.
    ///
    /// # Errors
    /// When the variance overflows.
    pub fn on_these_items(&self) -> Result<TEstimate, StatsError> {
        TwoSamples::new(&self.system.run_means, &self.baseline.run_means)?.welch()
    }

    /// Variance between items of the true difference of these runs, unclamped: without what the interaction of seed and item
    /// adds to d̄.
    ///
    /// # Errors
    /// As [`Recipes::checkpoints`].
    pub fn variance_of_items(&self) -> Result<f64, StatsError> {
        let checkpoints = self.checkpoints()?;
        let seen =
            checkpoints.standard_error() * checkpoints.standard_error() * self.system.items();
        let rest = |side: &Runs| side.residual_square / side.runs();
        Ok(seen - rest(self.system) - rest(self.baseline))
    }
}
