//! Effect sizes of paired and of independent scores: how large a difference is, not how certain.
//!
//! | name | formula | for |
//! |---|---|---|
//! | d_s | mean difference / pooled sd | two samples |
//! | paired superiority | share of items won + half the share tied | pairs |
//!
//! Cohen 1988, chapter 2. d_z of pairs is the mean of the differences over their standard deviation,
//! t / sqrt n; the superiority of two samples is Vargha and Delaney's A ([`crate::MannWhitney`]).

use crate::{Counts, Moments, Sample, StatsError};

/// Computes `P(d > 0) + P(d = 0) / 2`: the chance to be ahead on a random item, ties counted half.
pub fn superiority(counts: Counts) -> f64 {
    (counts.better as f64 + 0.5 * counts.tied as f64) / counts.items() as f64
}

/// Computes Cohen's d_s, the difference of the means over the pooled standard deviation, or `None`
/// if that is 0 or each sample has one item.
///
/// # Errors
/// When a sample is empty or a score is not finite.
pub fn cohen_ds<'a>(
    system: impl Into<Sample<'a>>,
    baseline: impl Into<Sample<'a>>,
) -> Result<Option<f64>, StatsError> {
    let (a, b) = (Moments::of(system)?, Moments::of(baseline)?);
    let df = (a.count() + b.count()) as f64 - 2.0;
    let pooled = (df > 0.0).then(|| libm::sqrt((a.squares() + b.squares()) / df));
    Ok(pooled
        .filter(|&sd| sd > 0.0)
        .map(|sd| (a.mean() - b.mean()) / sd))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_spread_gives_no_standardised_effect() {
        assert_eq!(cohen_ds(&[1.0, 1.0], &[1.0, 1.0]), Ok(None));
        assert_eq!(cohen_ds(&[1.0], &[2.0]), Ok(None));
    }
}
