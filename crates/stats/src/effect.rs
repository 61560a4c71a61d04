//! Effect sizes of paired and of independent scores: how large a difference is, not how certain.
//!
//! | name | formula | for |
//! |---|---|---|
//! | d_z | mean(d) / sd(d) | pairs; equals t / sqrt n |
//! | d_av | mean difference / sqrt((s_a^2 + s_b^2) / 2) | pairs |
//! | d_s | mean difference / pooled sd | two samples |
//! | Glass's Delta | mean difference / sd of the baseline | two samples |
//! | g | d times J(df), J = Gamma(df/2) / (sqrt(df/2) Gamma((df-1)/2)) | df = n - 1 for d_z, n + m - 2 for d_s |
//! | paired superiority | share of items won + half the share tied | pairs |
//! | Cliff's delta | P(a > b) - P(a < b) over all n m pairs | two samples |
//! | Vargha-Delaney A | (delta + 1) / 2 | two samples; not paired superiority |
//! | matched rank biserial | (R+ - R-) / (R+ + R-) | pairs |
//!
//! Cohen 1988, chapter 2; Lakens 2013; Hedges 1981; Glass 1976; Cliff 1993; Vargha & Delaney 2000; Kerby 2014. All are `None` where
//! the denominator is 0. Ties follow [`Pairs`]: equal decimals are equal.

use crate::error::finite;
use crate::pairs::exceeds;
use crate::special::stirling;
use crate::{Counts, Moments, Pairs, SignedRank, StatsError, Zeros};

/// Effect sizes of paired scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedEffects {
    /// Items won, lost and tied.
    pub counts: Counts,
    /// Cohen's d_z.
    pub cohen_dz: Option<f64>,
    /// d_z with Hedges's correction, n - 1 degrees of freedom; `None` below 3 items.
    pub hedges_gz: Option<f64>,
    /// Cohen's d_av.
    pub cohen_dav: Option<f64>,
    /// P(d > 0) + P(d = 0) / 2.
    pub superiority: f64,
    /// Matched-pairs rank-biserial correlation, `None` where all items tie.
    pub rank_biserial: Option<f64>,
}

/// Effect sizes of two samples, items not matched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleEffects {
    /// Cohen's d_s.
    pub cohen_ds: Option<f64>,
    /// d_s with Hedges's correction, n + m - 2 degrees of freedom.
    pub hedges_gs: Option<f64>,
    /// Glass's Delta: the baseline's spread alone, where the system may have changed it.
    pub glass_delta: Option<f64>,
    /// Cliff's delta.
    pub cliff_delta: f64,
    /// Vargha and Delaney's A.
    pub vargha_delaney: f64,
}

/// All effect sizes of paired scores; O(n log n).
///
/// # Errors
/// As [`Pairs::new`].
pub fn paired_effects(system: &[f64], baseline: &[f64]) -> Result<PairedEffects, StatsError> {
    let pairs = Pairs::new(system, baseline)?;
    let differences = Moments::of(pairs.differences())?;
    let (a, b) = (Moments::of(system)?, Moments::of(baseline)?);
    let spread = if pairs.is_constant() {
        None
    } else {
        differences.sd()
    };
    let cohen_dz = spread.and_then(|sd| ratio(differences.mean(), sd));
    let average = a
        .variance()
        .zip(b.variance())
        .map(|(s, r)| libm::sqrt(f64::midpoint(s, r)));
    let counts = pairs.counts();
    Ok(PairedEffects {
        counts,
        cohen_dz,
        hedges_gz: corrected(cohen_dz, differences.count() as f64 - 1.0),
        cohen_dav: average.and_then(|sd| ratio(differences.mean(), sd)),
        superiority: superiority(counts),
        rank_biserial: SignedRank::of_pairs(&pairs, Zeros::Wilcox)?.rank_biserial(),
    })
}

/// `P(d > 0) + P(d = 0) / 2`: the chance to be ahead on a random item, ties counted half.
pub fn superiority(counts: Counts) -> f64 {
    (counts.better as f64 + 0.5 * counts.tied as f64) / counts.items() as f64
}

/// All effect sizes of two samples; O((n + m) log (n + m)).
///
/// # Errors
/// When a sample is empty or a score is not finite.
pub fn sample_effects(system: &[f64], baseline: &[f64]) -> Result<SampleEffects, StatsError> {
    let (a, b) = (Moments::of(system)?, Moments::of(baseline)?);
    let df = (a.count() + b.count()) as f64 - 2.0;
    let pooled = (df > 0.0).then(|| libm::sqrt((a.squares() + b.squares()) / df));
    let cohen_ds = pooled.and_then(|sd| ratio(a.mean() - b.mean(), sd));
    let cliff_delta = cliff_delta(system, baseline)?;
    Ok(SampleEffects {
        cohen_ds,
        hedges_gs: corrected(cohen_ds, df),
        glass_delta: b.sd().and_then(|sd| ratio(a.mean() - b.mean(), sd)),
        cliff_delta,
        vargha_delaney: 0.5 * (cliff_delta + 1.0),
    })
}

/// `P(a > b) - P(a < b)` over all pairs of a system score and a baseline score.
///
/// # Errors
/// When a sample is empty or a score is not finite.
pub fn cliff_delta(system: &[f64], baseline: &[f64]) -> Result<f64, StatsError> {
    finite(system)?;
    finite(baseline)?;
    if system.is_empty() || baseline.is_empty() {
        return Err(StatsError::TooFew {
            what: "items in each sample",
            needed: 1,
            found: 0,
        });
    }
    let sorted = |values: &[f64]| {
        let mut copy = values.to_vec();
        copy.sort_by(f64::total_cmp);
        copy
    };
    let (a, b) = (sorted(system), sorted(baseline));
    let (mut below, mut not_above) = (0, 0);
    let mut lead: i128 = 0;
    for &score in &a {
        while below < b.len() && exceeds(score, b[below]) {
            below += 1;
        }
        not_above = not_above.max(below);
        while not_above < b.len() && !exceeds(b[not_above], score) {
            not_above += 1;
        }
        lead += below as i128 - (b.len() - not_above) as i128;
    }
    Ok(lead as f64 / (a.len() as f64 * b.len() as f64))
}

/// Hedges's factor `J(df)` (1981, equation 6e), which removes the bias of d. `None` below 2 degrees of freedom, where d
/// has no mean. Relative error below 1e-15.
pub fn hedges_factor(df: f64) -> Option<f64> {
    if df.is_nan() || df < 2.0 {
        return None;
    }
    // With Stirling's remainders the large terms of the two log-gammas cancel on paper.
    let (high, low) = (0.5 * df, 0.5 * (df - 1.0));
    Some(libm::exp(
        stirling(high) - stirling(low) + (low - 0.5) * libm::log1p(0.5 / low) - 0.5,
    ))
}

fn corrected(effect: Option<f64>, df: f64) -> Option<f64> {
    effect.zip(hedges_factor(df)).map(|(d, factor)| d * factor)
}

fn ratio(numerator: f64, denominator: f64) -> Option<f64> {
    (denominator > 0.0).then(|| numerator / denominator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_spread_gives_no_standardised_effect() {
        let same = paired_effects(&[0.4, 0.7, 0.3], &[0.3, 0.6, 0.2]).unwrap();
        assert_eq!((same.cohen_dz, same.hedges_gz), (None, None));
        assert_eq!(same.superiority, 1.0);
        let flat = sample_effects(&[1.0, 1.0], &[1.0, 1.0]).unwrap();
        assert_eq!(flat.glass_delta, None);
        assert_eq!(
            (flat.cohen_ds, flat.cliff_delta, flat.vargha_delaney),
            (None, 0.0, 0.5)
        );
        assert_eq!(paired_effects(&[1.0], &[1.0]).unwrap().rank_biserial, None);
    }

    #[test]
    fn glass_divides_by_the_spread_of_the_baseline() {
        // Means 3 and 1, variance of the baseline 1.
        let got = sample_effects(&[3.0, 3.0], &[0.0, 1.0, 2.0]).unwrap();
        assert_eq!(got.glass_delta, Some(2.0));
    }

    #[test]
    fn cliff_delta_counts_every_pair_with_decimal_ties() {
        let (a, b) = ([0.1 + 0.2, 0.1, 0.9, 0.3], [0.3, 0.2, 0.9]);
        let mut lead = 0;
        for x in a {
            for y in b {
                lead += i32::from(exceeds(x, y)) - i32::from(exceeds(y, x));
            }
        }
        assert_eq!(cliff_delta(&a, &b).unwrap(), f64::from(lead) / 12.0);
    }

    #[test]
    fn hedges_factor_tends_to_one_as_one_minus_three_over_four_df() {
        for df in [1e3, 1e5, 1e7] {
            let j = hedges_factor(df).unwrap();
            // The next term of the series is 7/(32 df^2), a rounding is 1e-16.
            assert!(
                (j - (1.0 - 0.75 / df)).abs() < 0.3 / (df * df) + 3e-16,
                "{df}: {j}"
            );
        }
        assert_eq!(hedges_factor(1.0), None);
        assert!((hedges_factor(2.0).unwrap() - 1.0 / std::f64::consts::PI.sqrt()).abs() < 1e-15);
    }
}
