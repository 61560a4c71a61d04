//! Power of a mean difference: the paired t by the noncentral t, and the normal closed form.
//!
//! Closed form (Miller 2024, section on power): with the variance of an item's difference
//! `v = omega^2 + sigma_A^2 / K_A + sigma_B^2 / K_B` (omega^2 between items, sigma^2 within an item over K repeats),
//! `n = (z_alpha/2 + z_beta)^2 v / d^2`, and the least effect of n items by inversion. 0/1 scores answered once have
//! v = D - d^2 for a disagreement D.
//!
//! t: noncentrality `d sqrt(n / v)`, n - 1 degrees of freedom. Type S and type M given rejection (Gelman & Carlin 2014) come
//! from the same integral over the estimated spread, not from a normal law.
//!
//! The noncentral t, by integration over the scale.
//!
//! T = (Z + d) / S with Z normal and df S^2 chi-square on df degrees of freedom, so
//! `P(T > t) = integral of Phi(d - t s) f(s) ds`: positive terms only (the integral that Benton & Krishnamoorthy 2003
//! start from). With s = e^u the density falls off doubly exponentially on the right and as e^(df u) on the left, where the
//! trapezoid sum of an analytic function converges geometrically.
//!
//! The series of Lenth (1989, AS 243) underflows from d = 38 on, and no crate was found that holds more digits: statrs has
//! no noncentral t. Against mpmath (below): error below 1e-12.

use std::f64::consts::PI;

use super::Rejections;
use crate::special::{normal_cdf, normal_quantile, stirling, student_t_upper_quantile};
use crate::{Alternative, StatsError, error};

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

/// Log of a density that adds nothing any more: e^-60 = 1e-26.
const NEGLIGIBLE: f64 = -60.0;

/// Least step: beyond t = 6,000, which takes one or two degrees of freedom at a tiny alpha, 1e-5 of accuracy is enough and
/// millions of terms are not worth more.
const LEAST_STEP: f64 = 2e-5;

/// Mean of `f` over the law of `S = sqrt(chi-square_df / df)`, for an f that varies on a scale of 1 / t.
pub(crate) fn over_scale(t: f64, df: f64, f: impl Fn(f64) -> f64) -> f64 {
    assert!(
        df > 0.0 && df.is_finite() && t.is_finite(),
        "expected df > 0 and a finite t, found df {df}, t {t}"
    );
    // Density of u = ln s: 2 sqrt(df / 4 pi) exp(-stirling(df / 2) + df (u - (e^2u - 1) / 2)).
    let scale = 2.0 * libm::sqrt(df / (4.0 * PI)) * libm::exp(-stirling(0.5 * df));
    let exponent = |u: f64| df * (u - 0.5 * libm::expm1(2.0 * u));
    // Both features, the density of width 1 / sqrt(2 df) and f of width 1 / t, are wider than 1 / sqrt(2 df + t^2): an
    // eighth of that leaves the trapezoid rule an error far below rounding.
    let step = (0.125 / libm::sqrt(2.0 * df + t * t + 4.0))
        .max(LEAST_STEP.min(0.125 / libm::sqrt(2.0 * df)));
    let mut sum = 0.0;
    for (direction, first) in [(step, 0.0), (-step, 1.0)] {
        let mut k = first;
        loop {
            let u = direction * k;
            let weight = exponent(u);
            if weight < NEGLIGIBLE {
                break;
            }
            sum += libm::exp(weight) * f(libm::exp(u));
            k += 1.0;
        }
    }
    scale * step * sum
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

#[cfg(test)]
mod noncentral_t_tests {
    use super::*;
    use crate::special::normal_cdf;

    /// `P(T > t)` for T noncentral t with `df` > 0 degrees of freedom and noncentrality `d`.
    fn noncentral_t_upper(t: f64, df: f64, d: f64) -> f64 {
        over_scale(t, df, |s| normal_cdf(d - t * s)).min(1.0)
    }

    /// (t, df, noncentrality, upper tail): `integral of Phi(d - t s) f(s) ds` by mpmath 1.3 with 40 digits.
    const TAILS: [(f64, f64, f64, f64); 12] = [
        (2.0, 58.0, 1.8434, 0.442_186_209_171_858_16),
        (2.0, 58.0, -1.8434, 8.101_514_744_166_666e-5),
        (12.706, 1.0, 0.5, 0.043_695_140_527_553_96),
        (1.96, 1e4, 2.8, 0.799_536_929_714_764),
        (0.5, 2.5, 1.0, 0.703_809_426_122_223_2),
        (3.0, 9.0, 0.0, 0.007_478_181_955_207_107),
        (40.0, 5.0, 45.0, 0.723_764_325_047_879_8),
        (2.0, 1e6, 4.5, 0.993_790_299_617_571_4),
        (10.0, 1.0, 3.0, 0.234_717_409_085_365_07),
        (-1.0, 7.0, 0.3, 0.889_539_991_161_297_2),
        (1.6, 3.0, -2.0, 0.001_164_748_133_356_312_2),
        (2.2, 11.0, 6.0, 0.999_732_250_977_261_9),
    ];

    #[test]
    fn noncentral_t_tails_equal_those_of_mpmath() {
        let mut worst = 0.0_f64;
        for (t, df, d, want) in TAILS {
            let got = noncentral_t_upper(t, df, d);
            worst = worst.max((got / want - 1.0).abs());
        }
        println!(
            "noncentral t: largest relative error {worst:.1e} of {} tails",
            TAILS.len()
        );
        // A sum of some hundred positive terms of 15 digits, times a constant of 14.
        assert!(worst < 1e-13, "{worst}");
    }
}
