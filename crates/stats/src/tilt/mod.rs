//! Margins where few units lose: null-tilted resampling (Efron 1981; DiCiccio and Romano 1990; Davison and Hinkley 1997, section 4.4).
//!
//! The null hypothesis is `δ <= δ0` for δ = new − base. A sample in which no unit, or only one, loses much has a spread that says nothing
//! of the losses that it did not show, and t or the bootstrap take that for certainty. Here the units are drawn from the law under the
//! null: unit i has the weight `w_i ∝ mass_i · exp(λ l_i)`, with l its influence on δ and λ the root of `δ(w) = δ0` that is nearest to
//! 0. One *pseudo unit* of mass ½, which loses as much as a unit can, is among them; δ stays that of the units at hand. As many units
//! as there are are drawn, and
//!
//! ```text
//! p = P(δ* >= δ)
//! ```
//!
//! | units | influence | pseudo unit | law |
//! |---|---|---|---|
//! | [`TiltedRatio`]: `δ = ΣD / Σn`, items (n = 1), clusters, error rates | `D − δ0·n` | size `Σn²/Σn`, all of it lost | of the sum of `D − δ·n`, exact |
//! | [`TiltedSamples`]: two independent samples | `y/n_new`, `−x/n_base` | the lowest score in new, the highest in base | of two sums, exact |
//!
//! Levels by enumeration: at most .05 of nominal .05 where units lose wholly or not at all, at most .065 where they also lose in parts
//! (`docs/calibration.md`). Without the pseudo unit, and with it only where no unit loses, they are .09 to .32.

mod ratio;
mod samples;

pub use ratio::TiltedRatio;
pub use samples::TiltedSamples;

use crate::special::normal_quantile;
use crate::{Probability, StatsError};

/// Mass of a pseudo unit.
pub const PSEUDO: f64 = 0.5;

/// Returns weights `mass · exp(λ l)` that sum to 1.
pub fn weights(mass: &[f64], influence: &[f64], lambda: f64) -> Vec<f64> {
    let largest = mass
        .iter()
        .zip(influence)
        .filter(|(mass, _)| **mass > 0.0)
        .map(|(_, l)| lambda * l)
        .fold(f64::NEG_INFINITY, f64::max);
    let mut all: Vec<f64> = mass
        .iter()
        .zip(influence)
        .map(|(mass, l)| mass * libm::exp(lambda * l - largest))
        .collect();
    let sum: f64 = all.iter().sum();
    for weight in &mut all {
        *weight /= sum;
    }
    all
}

/// Returns the root of an increasing function of λ; infinite if it has none. `scale`: a size of λ at which the function changes.
pub(crate) fn increasing_root(scale: f64, f: impl Fn(f64) -> f64) -> f64 {
    const LARGEST: f64 = 1e7;
    let at_0 = f(0.0);
    if at_0 == 0.0 {
        return 0.0;
    }
    let sign = if at_0 < 0.0 { 1.0 } else { -1.0 };
    let (mut near, mut far) = (0.0, scale);
    while sign * f(sign * far) < 0.0 {
        near = far;
        far *= 2.0;
        if far > LARGEST * scale {
            return sign * f64::INFINITY;
        }
    }
    sign * root((near, far), |x| sign * f(sign * x), 4.0 * f64::EPSILON)
}

/// Returns the root of a function that is not positive at the first end and not negative at the other (Illinois: Dowell and Jarratt
/// 1971, with bisections where it stalls), to a relative `tolerance`.
pub fn root((low, high): (f64, f64), f: impl Fn(f64) -> f64, tolerance: f64) -> f64 {
    let ends = [(low, f(low)), (high, f(high))];
    let exact = Tolerance {
        relative: tolerance,
        ordinate: 0.0,
    };
    root_between(ends, f, exact)
}

/// How near to a root is near enough.
#[derive(Clone, Copy, Debug)]
pub struct Tolerance {
    /// Relative error of the root.
    pub relative: f64,
    /// Size of the function there.
    pub ordinate: f64,
}

impl Tolerance {
    /// To the last digits but two.
    pub const EXACT: Self = Self {
        relative: 1e-14,
        ordinate: 0.0,
    };
}

/// The root between two ends whose ordinates are known.
fn root_between(ends: [(f64, f64); 2], f: impl Fn(f64) -> f64, tolerance: Tolerance) -> f64 {
    let [(mut a, mut at_a), (mut b, mut at_b)] = ends;
    if at_a >= 0.0 {
        return a;
    }
    if at_b <= 0.0 {
        return b;
    }
    // The end that moved last; the ordinate of the other one is halved if it stays.
    let mut moved = 0;
    for step in 0..200 {
        let width = b - a;
        if width <= tolerance.relative * a.abs().max(b.abs()) {
            break;
        }
        let secant = a - at_a * width / (at_b - at_a);
        let is_inside = secant > a && secant < b && step % 8 != 7;
        let x = if is_inside { secant } else { a + 0.5 * width };
        if x <= a || x >= b {
            break;
        }
        let at_x = f(x);
        if at_x.abs() <= tolerance.ordinate {
            return x;
        }
        if at_x < 0.0 {
            (a, at_a) = (x, at_x);
            at_b *= if moved == -1 { 0.5 } else { 1.0 };
            moved = -1;
        } else {
            (b, at_b) = (x, at_x);
            at_a *= if moved == 1 { 0.5 } else { 1.0 };
            moved = 1;
        }
    }
    a
}

/// Returns the largest null difference with a p-value of at most `alpha`, between the lowest difference that there can be and the
/// observed one; p falls as the null difference does. `tolerance`: relative error of the limit, and error of p on the scale of normal
/// quantiles. `guess`: where the limit may be, of p-values that are drawn; p of what was observed is then taken for about one half.
///
/// # Errors
/// When `alpha` is outside (0, 1/2).
pub fn lower_limit(
    (lowest, observed): (f64, f64),
    alpha: f64,
    tolerance: Tolerance,
    guess: Option<f64>,
    p: impl Fn(f64) -> Probability,
) -> Result<f64, StatsError> {
    if !(alpha > 0.0 && alpha < 0.5) {
        return Err(StatsError::BadShare {
            name: "2 alpha",
            value: 2.0 * alpha,
        });
    }
    // On the scale of normal quantiles p is close to a line.
    let level = normal_quantile(alpha);
    let excess = |null: f64| {
        let p = p(null).value().clamp(1e-300, 1.0 - 1e-16);
        normal_quantile(p) - level
    };
    let at_observed = match guess {
        Some(_) => -level,
        None => excess(observed),
    };
    if at_observed <= 0.0 {
        return Ok(observed);
    }
    // The limit is mostly close to what was observed, and laws near the lowest difference are points that no number tells apart.
    let width = observed - lowest;
    let guessed = guess.map(|guess| (observed - guess) / width);
    let mut part = guessed.unwrap_or(1.0 / 256.0).clamp(1e-9, 1.0 - 1e-9);
    let mut outside = (observed, at_observed);
    loop {
        let null = observed - part * width;
        let at_null = excess(null);
        if at_null <= 0.0 {
            return Ok(root_between([(null, at_null), outside], excess, tolerance));
        }
        if part >= 1.0 - 1e-9 {
            return Ok(lowest);
        }
        outside = (null, at_null);
        // By the line through what was observed, a little farther.
        let farther = match guess {
            Some(_) if at_null < 0.9 * at_observed => 1.1 * at_observed / (at_observed - at_null),
            _ => 4.0,
        };
        part = (part * farther.clamp(1.05, 4.0)).min(1.0 - 1e-9);
    }
}
