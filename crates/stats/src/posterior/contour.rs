//! Chance that a sum of weighted exponentials is above 0, by numerical inversion of its moment generating function.
//!
//! `T = Σ x E`, E standard exponentials, has `E exp(sT) = exp(K(s))` with `K(s) = −Σ ln(1 − s x)`, whose singularities are real. For a
//! contour from `0 < θ < 1 / max x` into the upper half plane
//!
//! ```text
//! P(T > 0) = 1/π Im ∫ exp(K(s)) / s ds
//! ```
//!
//! (Daniels 1954). θ is the saddle point, but at least 1.5 standard deviations' worth, so that the pole at 0 is no nearer than the
//! integrand is wide. The contour is one branch of a hyperbola, `s = θ + a (i sinh u + κ (cosh u − 1))`, which leans to the side on
//! which the integrand decays where one x outweighs the others. The trapezoidal rule in u converges geometrically (Trefethen and
//! Weideman 2014). Terms that are small at every node enter by their power sums, so that a node costs nothing of them: a tail of 10⁶
//! distinct values takes some 0.1 s. A fixed order of scalar doubles.
//!
//! The probability that the first of two rows of exponentials ends last comes from an exact recursion.

/// Step in u: with half of it no digit of the tests changes.
const STEP: f64 = 0.0625;
/// How far the contour leans, of its height.
const LEAN: f64 = 0.5;
/// Least tilt, in standard deviations.
const LEAST_TILT: f64 = 1.5;
/// Most of a in standard deviations.
const WIDEST: f64 = 4.0;
/// `ln` of the integrand, relative to its start, where it is left.
const FLOOR: f64 = 43.0;
/// Size at the last node up to which terms enter by power sums.
const SMALL: f64 = 0.25;
/// Power sums: what is left out is 0.25^28 of the first.
const POWERS: usize = 30;

/// A number of units with one coefficient.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    pub x: f64,
    pub units: f64,
}

/// P(T > 0) for terms of both signs whose mean is not above 0: the smaller tail, or about one half.
pub(super) fn above(terms: &[Term]) -> f64 {
    let largest = terms.iter().map(|term| term.x.abs()).fold(0.0, f64::max);
    let terms = || {
        terms.iter().map(|term| Term {
            x: term.x / largest,
            ..*term
        })
    };
    let pole = 1.0 / terms().map(|term| term.x).fold(0.0, f64::max);
    let theta = tilt(&terms, pole);
    // Tilted, each term is y = x / (1 − θ x).
    let tilted = || {
        terms().map(|term| Term {
            x: term.x / (1.0 - theta * term.x),
            ..term
        })
    };
    let at_theta: f64 = terms()
        .map(|term| -term.units * libm::log1p(-theta * term.x))
        .sum();
    let mut outermost: f64 = 0.0;
    let mut variance = 0.0;
    for term in tilted() {
        variance += term.units * term.x * term.x;
        if term.x.abs() > outermost.abs() {
            outermost = term.x;
        }
    }
    let end = end(&tilted, variance);
    let a = theta.min(pole - theta).min(WIDEST / libm::sqrt(variance));
    let lean = libm::copysign(LEAN, outermost);
    let (small, large) = split(tilted(), end);
    let mut total = 0.0;
    for node in 0.. {
        let u = STEP * f64::from(node);
        let (sinh, cosh) = (libm::sinh(u), libm::cosh(u));
        let z = [a * lean * (cosh - 1.0), a * sinh];
        if z[1] > end {
            break;
        }
        let [ln_modulus, angle] = relative(&small, &large, z, end);
        if ln_modulus < -FLOOR {
            break;
        }
        let [s, slope] = [[theta + z[0], z[1]], [lean * sinh, cosh]];
        // exp(i angle) (lean sinh + i cosh) / s, its imaginary part.
        let (cos, sin) = (libm::cos(angle), libm::sin(angle));
        let turned = [
            cos * slope[0] - sin * slope[1],
            cos * slope[1] + sin * slope[0],
        ];
        let imaginary = (turned[1] * s[0] - turned[0] * s[1]) / (s[0] * s[0] + s[1] * s[1]);
        let weight = if node == 0 { 0.5 } else { 1.0 };
        total += weight * libm::exp(ln_modulus) * imaginary;
    }
    libm::exp(at_theta) * total * a * STEP / std::f64::consts::PI
}

/// Power sums of the terms that are small at every node, in units of the last node so that none underflows early, and the others.
fn split(tilted: impl Iterator<Item = Term>, end: f64) -> ([f64; POWERS], Vec<Term>) {
    let (mut powers, mut large) = ([0.0; POWERS], Vec::new());
    for term in tilted {
        let at_end = term.x * end;
        if at_end.abs() > SMALL {
            large.push(term);
            continue;
        }
        let mut power = term.units;
        for sum in &mut powers {
            power *= at_end;
            *sum += power;
        }
    }
    (powers, large)
}

/// `K(θ + z) − K(θ)`, real and imaginary part: `−Σ ln(1 − zy)`, by `Σ z^k y^k / k` of the small terms.
fn relative(small: &[f64; POWERS], large: &[Term], z: [f64; 2], end: f64) -> [f64; 2] {
    let share = z.map(|part| part / end);
    let (mut sum, mut power) = ([0.0; 2], [1.0, 0.0]);
    for (k, moment) in (1..).zip(small) {
        power = [
            power[0] * share[0] - power[1] * share[1],
            power[0] * share[1] + power[1] * share[0],
        ];
        let factor = moment / f64::from(k);
        sum = [sum[0] + factor * power[0], sum[1] + factor * power[1]];
    }
    for term in large {
        let [real, imaginary] = z.map(|part| -part * term.x);
        sum[0] -= 0.5 * term.units * libm::log1p(real * (2.0 + real) + imaginary * imaginary);
        sum[1] -= term.units * libm::atan2(imaginary, 1.0 + real);
    }
    sum
}

/// The tilt: where the tilted mean is 0 to a tenth of its standard deviation.
fn tilt<I: Iterator<Item = Term>>(terms: &impl Fn() -> I, pole: f64) -> f64 {
    let moments = |theta: f64| {
        let (mut mean, mut variance) = (0.0, 0.0);
        for term in terms() {
            let y = term.x / (1.0 - theta * term.x);
            mean += term.units * y;
            variance += term.units * y * y;
        }
        (mean, variance)
    };
    let (mut low, mut high) = (0.0, pole);
    let (mut mean, mut variance) = moments(0.0);
    let least = LEAST_TILT / libm::sqrt(variance);
    let mut theta = 0.0;
    for _ in 0..100 {
        if mean * mean <= 0.01 * variance {
            break;
        }
        if mean < 0.0 {
            low = theta;
        } else {
            high = theta;
        }
        let newton = theta - mean / variance;
        theta = if newton > low && newton < high {
            newton
        } else {
            0.5 * (low + high)
        };
        (mean, variance) = moments(theta);
    }
    // A tilt that has to be moved does not come nearer to the pole than halfway.
    theta.max(least.min(0.5 * (theta + pole)))
}

/// A height of the contour beyond which nothing is left of the integrand.
fn end<I: Iterator<Item = Term>>(tilted: &impl Fn() -> I, variance: f64) -> f64 {
    let mut end = 10.0 / libm::sqrt(variance);
    let left = |t: f64| -> f64 {
        tilted()
            .map(|term| 0.5 * term.units * libm::log1p(t * t * term.x * term.x))
            .sum()
    };
    while left(end) < FLOOR && end.is_finite() {
        end *= 2.0;
    }
    end
}

/// Chance that exponentials with the means of `later`, one after the other, end after those of `sooner`; 0 for none.
pub(super) fn last_to_end(later: &[f64], sooner: &[f64]) -> f64 {
    if later.is_empty() {
        return 0.0;
    }
    // `chance[j]`: with the `later` so far and j of the `sooner` left.
    let mut chance = vec![0.0; sooner.len() + 1];
    for &p in later {
        chance[0] = 1.0;
        for (j, &q) in sooner.iter().enumerate() {
            // The one of `later` ends next with chance q / (p + q), and one fewer of it is left: the old entry.
            chance[j + 1] = (q * chance[j + 1] + p * chance[j]) / (p + q);
        }
    }
    chance[sooner.len()]
}
