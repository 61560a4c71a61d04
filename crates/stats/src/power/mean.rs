//! Power of a mean difference: the paired t by the noncentral t, and the normal closed form.
//!
//! Closed form (Miller 2024, section on power): with the variance of an item's difference
//! `v = omega^2 + sigma_A^2 / K_A + sigma_B^2 / K_B` (omega^2 between items, sigma^2 within an item over K repeats),
//! `n = (z_alpha/2 + z_beta)^2 v / d^2`, and the least effect of n items by inversion. 0/1 scores answered once have
//! v = D - d^2 for a disagreement D.
//!
//! t: noncentrality `d sqrt(n / v)`, n - 1 degrees of freedom. Type S and type M given rejection (Gelman & Carlin 2014) come
//! from the same integral over the estimated spread, not from a normal law.

use super::Rejections;
use super::noncentral_t::over_scale;
use crate::special::{normal_cdf, normal_quantile, student_t_upper_quantile};
use crate::{Alternative, StatsError, error};
use std::f64::consts::PI;

/// The mean difference of items whose differences have a given variance, tested at level alpha.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanDifference {
    variance: f64,
    alpha: f64,
    alternative: Alternative,
}

impl MeanDifference {
    /// # Errors
    /// When the variance is not above 0 or alpha is outside (0, 1).
    pub fn new(variance: f64, alpha: f64, alternative: Alternative) -> Result<Self, StatsError> {
        error::positive("the variance of the differences", variance)?;
        error::share("alpha", alpha)?;
        Ok(Self {
            variance,
            alpha,
            alternative,
        })
    }

    /// Variance of an item's difference from its parts: between items, and within items over repeats (Miller 2024).
    pub fn variance_of(between: f64, within: [f64; 2], repeats: [u64; 2]) -> f64 {
        between + within[0] / repeats[0] as f64 + within[1] / repeats[1] as f64
    }

    /// Normal quantile of the test.
    fn z(&self) -> f64 {
        -normal_quantile(self.tail())
    }

    fn tail(&self) -> f64 {
        if self.alternative == Alternative::TwoSided {
            0.5 * self.alpha
        } else {
            self.alpha
        }
    }

    /// Closed form: items (a real number) that give this power for an effect.
    ///
    /// # Errors
    /// When the power is outside (0, 1) or the effect is 0.
    pub fn items(&self, effect: f64, power: f64) -> Result<f64, StatsError> {
        error::positive("the size of the effect", effect.abs())?;
        let z = self.z() + normal_quantile(error::share("power", power)?);
        Ok(z * z * self.variance / (effect * effect))
    }

    /// Closed form: the effect that `items` items show with this power.
    ///
    /// # Errors
    /// When the power is outside (0, 1) or there are no items.
    pub fn effect(&self, items: f64, power: f64) -> Result<f64, StatsError> {
        error::positive("items", items)?;
        let z = self.z() + normal_quantile(error::share("power", power)?);
        Ok(z * libm::sqrt(self.variance / items))
    }

    /// Closed form: probability of rejecting in the direction of the effect.
    pub fn power(&self, effect: f64, items: f64) -> f64 {
        normal_cdf(effect.abs() * libm::sqrt(items / self.variance) - self.z())
    }

    /// The t test of this mean.
    pub fn t(&self, effect: f64) -> TPower {
        TPower {
            shift: effect / libm::sqrt(self.variance),
            tail: self.tail(),
            alternative: self.alternative,
        }
    }
}

/// A paired t test of a true effect of `shift` standard deviations (d_z).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TPower {
    shift: f64,
    tail: f64,
    alternative: Alternative,
}

impl TPower {
    /// Power, type S and type M with `items` items; a real number of items, so that it can be solved for. Fewer than two
    /// items reject nothing.
    pub fn rejections(&self, items: f64) -> Rejections {
        if items <= 1.0 {
            let power = (self.shift != 0.0).then_some(0.0);
            return Rejections {
                power,
                reject_rate: 0.0,
                type_s: None,
                type_m: None,
            };
        }
        let df = items - 1.0;
        let t = student_t_upper_quantile(self.tail, df);
        let d = self.shift * libm::sqrt(items);
        let above = |d: f64| over_scale(t, df, |s| normal_cdf(d - t * s));
        // E[Z; Z > t s] for Z normal around d.
        let excess = |d: f64| over_scale(t, df, |s| d * normal_cdf(d - t * s) + density(t * s - d));
        let (mut better, mut worse, mut size) = (0.0, 0.0, 0.0);
        if self.alternative != Alternative::Less {
            better = above(d);
            size += excess(d);
        }
        if self.alternative != Alternative::Greater {
            worse = above(-d);
            size += excess(-d);
        }
        let reject_rate = (better + worse).min(1.0);
        if self.shift == 0.0 {
            return Rejections {
                power: None,
                reject_rate,
                type_s: None,
                type_m: None,
            };
        }
        let (right, wrong) = if self.shift > 0.0 {
            (better, worse)
        } else {
            (worse, better)
        };
        let given = |value: f64| (reject_rate > 0.0).then(|| value / reject_rate);
        Rejections {
            power: Some(right.min(1.0)),
            reject_rate,
            type_s: given(wrong),
            type_m: given(size / d.abs()),
        }
    }
}

fn density(x: f64) -> f64 {
    libm::exp(-0.5 * x * x) / libm::sqrt(2.0 * PI)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(variance: f64) -> MeanDifference {
        MeanDifference::new(variance, 0.05, Alternative::TwoSided).expect("valid")
    }

    #[test]
    fn the_closed_form_inverts_itself() {
        let of = mean(0.3);
        let items = of.items(0.05, 0.8).expect("items");
        // Two square roots and two quantiles.
        assert!((of.effect(items, 0.8).expect("an effect") / 0.05 - 1.0).abs() < 1e-14);
        assert!((of.power(0.05, items) - 0.8).abs() < 1e-13);
    }

    #[test]
    fn with_many_items_t_and_normal_agree() {
        // The t quantile differs from the normal one by 1 / (4 df) of itself and a half.
        let of = mean(1.0);
        let t = of.t(0.001).rejections(1e7).power.expect("an effect");
        assert!((t - of.power(0.001, 1e7)).abs() < 1e-6, "{t}");
    }

    #[test]
    fn without_an_effect_t_rejects_at_its_level() {
        for items in [2.0, 3.0, 10.0, 1000.0] {
            let size = mean(1.0).t(0.0).rejections(items).reject_rate;
            // A trapezoid sum and a quantile of 13 digits.
            assert!((size - 0.05).abs() < 1e-12, "{items}: {size}");
        }
    }

    #[test]
    fn one_item_rejects_nothing() {
        let one = mean(1.0).t(5.0).rejections(1.0);
        assert_eq!((one.power, one.reject_rate), (Some(0.0), 0.0));
    }

    #[test]
    fn low_power_exaggerates_and_high_power_does_not() {
        let of = mean(1.0);
        let low = of.t(0.01).rejections(100.0);
        assert!(
            low.type_m.expect("rejects") > 10.0 && low.type_s.expect("rejects") > 0.2,
            "{low:?}"
        );
        let high = of.t(1.0).rejections(100.0);
        // Everything is rejected, and the mean estimate is the effect.
        assert!(
            (high.type_m.expect("rejects") - 1.0).abs() < 1e-9,
            "{high:?}"
        );
        assert!(high.type_s.expect("rejects") < 1e-12);
    }
}
