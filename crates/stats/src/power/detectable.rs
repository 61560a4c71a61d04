//! The least difference that a test sees with a wanted power, from the standard error that it has.
//!
//! | test | law under a difference δ | source |
//! |---|---|---|
//! | t with df degrees of freedom | noncentral t, noncentrality δ/se | Johnson and Welch 1940 |
//! | sign flips of at most 12 units | every flip of normal totals: 2^C flips of each of [`SAMPLES`] samples | Fisher 1935; Hoeffding 1952 (power of permutation tests) |
//! | sign flips of more units | noncentral t with C − 1 | |
//!
//! Few flips reject less than t does: .63, .77 and .78 where t has .80, of 6, 7 and 8 units at level .05. With fewer the least p is above
//! the level, and no difference is seen.

use super::mean::over_scale;
use crate::error::{self, StatsError};
use crate::special::{normal_cdf, normal_quantile, student_t_upper_quantile};

/// Units up to which flips are enumerated.
const FEW: usize = 12;
/// Samples of units: a standard error of .009 at a power of .8.
const SAMPLES: u64 = 2_000;
/// Halvings of a difference: a 2^-16th of the range.
const HALVINGS: u32 = 16;

/// Differences in standard errors that a t test sees with this power; `tail`: its level, or half of it two-sided.
///
/// # Errors
/// When `power` or `tail` is outside (0, 1), or `df` is not above 0.
pub fn seen_by_t(df: f64, tail: f64, power: f64) -> Result<f64, StatsError> {
    error::positive("degrees of freedom", df)?;
    let (tail, power) = (error::share("alpha", tail)?, error::share("power", power)?);
    let t = student_t_upper_quantile(tail, df.min(1e9));
    let seen = |d: f64| over_scale(t, df.min(1e9), |s| normal_cdf(d - t * s));
    // Power is near that of a normal test whose critical value is t.
    let (mut low, mut high) = (0.0, t + normal_quantile(power).abs() + 1.0);
    while seen(high) < power {
        (low, high) = (high, 2.0 * high);
    }
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        if seen(middle) < power {
            low = middle;
        } else {
            high = middle;
        }
    }
    Ok(high)
}

/// Differences in standard errors of the mean that flips of units see with this power; `None` where the least p of all flips is above
/// the level.
///
/// `spreads`: standard deviations of the units' totals, and `weights` what a difference of 1 adds to each; only ratios matter.
///
/// # Errors
/// As [`seen_by_t`]; for no units.
pub fn seen_by_flips(
    spreads: &[f64],
    weights: &[f64],
    tail: f64,
    power: f64,
) -> Result<Option<f64>, StatsError> {
    let (tail, power) = (error::share("alpha", tail)?, error::share("power", power)?);
    let units = spreads.len();
    let error = libm::sqrt(spreads.iter().map(|spread| spread * spread).sum())
        / weights.iter().sum::<f64>();
    error::positive("the standard error", error)?;
    if units > FEW {
        return seen_by_t(units as f64 - 1.0, tail, power).map(Some);
    }
    // Flips at least as large as what was seen, itself among them.
    let most = (tail * (1.0 + 1e-12) * libm::ldexp(1.0, units as i32)).floor() as u64;
    if most == 0 {
        return Ok(None);
    }
    let mut state = 0_u64;
    let mut least: Vec<f64> = (0..SAMPLES)
        .map(|_| {
            let noise: Vec<f64> = spreads
                .iter()
                .map(|spread| spread * normal(&mut state))
                .collect();
            least_seen(&noise, weights, error, most)
        })
        .collect();
    least.sort_unstable_by(f64::total_cmp);
    Ok(Some(least[(power * SAMPLES as f64) as usize]))
}

/// The least difference, in standard errors, that flips of this noise see.
fn least_seen(noise: &[f64], weights: &[f64], error: f64, most: u64) -> f64 {
    let mut totals = vec![0.0; noise.len()];
    let mut rejects = |difference: f64| {
        for ((total, noise), weight) in totals.iter_mut().zip(noise).zip(weights) {
            *total = noise + difference * error * weight;
        }
        beyond(&totals) <= most
    };
    let (mut low, mut high) = (-8.0, 8.0);
    while !rejects(high) && high < 1e3 {
        (low, high) = (high, 2.0 * high);
    }
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if rejects(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

/// Flips whose sum is at least that of no flip, in the order of a Gray code.
fn beyond(totals: &[f64]) -> u64 {
    let observed: f64 = totals.iter().sum();
    let limit = observed - 1e-12 * totals.iter().map(|total| total.abs()).sum::<f64>();
    let (mut sum, mut count) = (observed, 1);
    for step in 1_u32..1 << totals.len() {
        let unit = step.trailing_zeros() as usize;
        let is_flipped = ((step ^ (step >> 1)) >> unit) & 1 == 1;
        sum += if is_flipped {
            -2.0 * totals[unit]
        } else {
            2.0 * totals[unit]
        };
        count += u64::from(sum >= limit);
    }
    count
}

/// A normal deviate, the same on every machine: Weyl's sequence through the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
fn normal(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut bits = *state;
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^= bits >> 31;
    normal_quantile(((bits >> 11) as f64 + 0.5) / libm::ldexp(1.0, 53))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Alternative;
    use crate::power::MeanDifference;

    #[test]
    fn t_sees_what_its_power_says() {
        for items in [3, 8, 40] {
            let n = f64::from(items);
            let seen = seen_by_t(n - 1.0, 0.025, 0.8).unwrap();
            let power = MeanDifference::new(1.0, 0.05, Alternative::Greater).unwrap();
            let half = MeanDifference::new(1.0, 0.025, Alternative::Greater).unwrap();
            let of = half.t(seen / libm::sqrt(n)).rejections(n).power.unwrap();
            assert!((of - 0.8).abs() < 1e-9, "{items}: {of}");
            let one_sided = seen_by_t(n - 1.0, 0.05, 0.8).unwrap();
            assert!(
                one_sided < seen
                    && (power
                        .t(one_sided / libm::sqrt(n))
                        .rejections(n)
                        .power
                        .unwrap()
                        - 0.8)
                        .abs()
                        < 1e-9
            );
        }
    }

    #[test]
    fn few_flips_need_more_than_t() {
        let of = |units: usize, tail: f64| {
            seen_by_flips(&vec![1.0; units], &vec![1.0; units], tail, 0.8).unwrap()
        };
        assert_eq!(
            (of(5, 0.025), of(4, 0.05)),
            (None, None),
            "their least p is above the level"
        );
        for (units, power_of_t) in [(6, 0.63), (7, 0.77), (8, 0.78)] {
            let by_t = seen_by_t(units as f64 - 1.0, 0.025, 0.8).unwrap();
            assert!(of(units, 0.025).unwrap() > by_t, "{units}");
            // What flips see of the difference that t sees.
            let mut state = 99;
            let rejected = (0..20_000).filter(|_| {
                let shift = by_t / (units as f64).sqrt();
                let totals: Vec<f64> = (0..units).map(|_| normal(&mut state) + shift).collect();
                beyond(&totals) as f64 <= 0.025 * libm::ldexp(1.0, units as i32)
            });
            let power = rejected.count() as f64 / 20_000.0;
            assert!((power - power_of_t).abs() < 0.02, "{units}: {power}");
        }
        let (last, more) = (of(FEW, 0.025).unwrap(), of(FEW + 1, 0.025).unwrap());
        assert!(last > more && last < 1.1 * more, "{last} {more}");
    }

    #[test]
    fn flips_are_counted_once_each() {
        assert_eq!(beyond(&[1.0, 2.0, 4.0]), 1);
        assert_eq!(beyond(&[-1.0, 2.0, 4.0]), 2);
        assert_eq!(beyond(&[0.0, 0.0]), 4);
    }
}
