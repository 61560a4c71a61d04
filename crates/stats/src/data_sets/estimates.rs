//! Independent estimates, one per data set: their mean, and whether one effect explains them all.
//!
//! The mean gives every data set the same weight: variance `sum of V_k / K²`, degrees of freedom by Welch and Satterthwaite
//! (1946). The heterogeneity is Cochran's Q (1954): `sum of w (d_k − fixed)²`, w = 1/V_k, fixed the mean with these weights;
//! chi-square with K − 1 degrees of freedom where data sets are large. I² is the share of Q beyond its degrees of freedom
//! (Higgins & Thompson 2002), tau² the variance between data sets (DerSimonian & Laird 1986).

use crate::interval::satterthwaite;
use crate::seeds::Runs;
use crate::special::chi_square_upper;
use crate::{Moments, Probability, StatsError, TEstimate};

/// The mean of independent estimates with these shares, which add up to 1: 1/K each where data sets count alike.
///
/// # Errors
/// For other numbers of shares, and a variance that overflows.
pub fn macro_estimate(of: &[TEstimate], shares: &[f64]) -> Result<TEstimate, StatsError> {
    if of.len() != shares.len() {
        return Err(StatsError::LengthMismatch {
            left: of.len(),
            right: shares.len(),
        });
    }
    let mean = of
        .iter()
        .zip(shares)
        .map(|(one, share)| share * one.estimate())
        .sum::<f64>();
    let part =
        |(one, share): (&TEstimate, &f64)| ((share * one.standard_error()).powi(2), one.df());
    let parts: Vec<(f64, f64)> = of.iter().zip(shares).map(part).collect();
    let variance: f64 = parts.iter().map(|part| part.0).sum();
    TEstimate::new(mean, libm::sqrt(variance), satterthwaite(variance, &parts))
}

/// Estimates about recipes: with the variance between training runs of each side, of system and baseline on every data set.
///
/// Where a side has as many runs on every data set they are taken for the same runs, in their order: the variance is that of the
/// means of each run over data sets, which holds whether a run that is good on one data set is good on others or not. Else the runs
/// of different data sets are independent. Clamped as [`crate::seeds::recipe`].
///
/// # Errors
/// As [`macro_estimate`].
pub fn macro_recipe(
    checkpoints: &[TEstimate],
    runs: &[[&Runs; 2]],
    shares: &[f64],
) -> Result<TEstimate, StatsError> {
    if runs.len() != checkpoints.len() {
        return Err(StatsError::LengthMismatch {
            left: checkpoints.len(),
            right: runs.len(),
        });
    }
    let of_items = macro_estimate(checkpoints, shares)?;
    let mut variance = of_items.standard_error() * of_items.standard_error();
    let mut parts = vec![(variance, of_items.df())];
    for side in 0..2 {
        let sets: Vec<(&Runs, f64)> = runs
            .iter()
            .zip(shares)
            .map(|(of, share)| (of[side], *share))
            .collect();
        let first = sets.first().map_or(0, |(of, _)| of.run_means().len());
        let together = sets.iter().all(|(of, _)| of.run_means().len() == first);
        let groups: Vec<&[(&Runs, f64)]> = if together {
            vec![&sets[..]]
        } else {
            sets.chunks(1).collect()
        };
        for group in groups {
            let (between, residual, df) = of_runs(group)?;
            parts.push((between, df));
            variance += (between - residual).max(0.0);
        }
    }
    TEstimate::new(
        of_items.estimate(),
        libm::sqrt(variance),
        satterthwaite(variance, &parts),
    )
}

/// The variance of a mean over data sets between runs that are the same on all of them, what of it is items, and its degrees of freedom.
fn of_runs(sets: &[(&Runs, f64)]) -> Result<(f64, f64, f64), StatsError> {
    let number = sets.first().map_or(0, |(of, _)| of.run_means().len());
    let mean = |run: usize| {
        sets.iter()
            .map(|(of, share)| share * of.run_means()[run])
            .sum()
    };
    let means: Vec<f64> = (0..number).map(mean).collect();
    let runs = number as f64;
    let between = Moments::of(&means)?.squares() / (runs - 1.0) / runs;
    let residual = |(of, share): &(&Runs, f64)| {
        share * share * of.mean_squares().residual / (runs * of.item_means().len() as f64)
    };
    Ok((between, sets.iter().map(residual).sum(), runs - 1.0))
}

/// How much estimates differ beyond their errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heterogeneity {
    /// Cochran's Q.
    pub q: f64,
    /// Data sets minus 1.
    pub df: u64,
    /// P(chi-square >= Q): of one effect for all data sets; asymptotic.
    pub p: Probability,
    /// Share of Q beyond its degrees of freedom, from 0 to below 1.
    pub i2: f64,
    /// Variance of the effect between data sets, at least 0.
    pub tau2: f64,
    /// The mean weighted by precision, and its standard error: of one effect for all data sets.
    pub fixed: [f64; 2],
    /// Estimate and standard error where effects vary with variance tau².
    pub random: [f64; 2],
}

/// `None` where fewer than two data sets have an effect, or one has no spread.
pub fn heterogeneity(of: &[TEstimate]) -> Option<Heterogeneity> {
    if of.len() < 2 || of.iter().any(|one| one.standard_error() <= 0.0) {
        return None;
    }
    let variance = |one: &TEstimate| one.standard_error() * one.standard_error();
    let weighted = |between: f64| {
        let weight = |one: &TEstimate| 1.0 / (variance(one) + between);
        let sum: f64 = of.iter().map(weight).sum();
        let mean = of
            .iter()
            .map(|one| weight(one) * one.estimate())
            .sum::<f64>()
            / sum;
        ([mean, libm::sqrt(1.0 / sum)], sum)
    };
    let (fixed, sum) = weighted(0.0);
    let q: f64 = of
        .iter()
        .map(|one| (one.estimate() - fixed[0]).powi(2) / variance(one))
        .sum();
    let squares: f64 = of
        .iter()
        .map(|one| 1.0 / (variance(one) * variance(one)))
        .sum();
    let df = of.len() as u64 - 1;
    let excess = (q - df as f64).max(0.0);
    let tau2 = excess / (sum - squares / sum);
    Some(Heterogeneity {
        q,
        df,
        p: chi_square_upper(q, df as f64),
        i2: if excess > 0.0 { excess / q } else { 0.0 },
        tau2,
        fixed,
        random: weighted(tau2).0,
    })
}
