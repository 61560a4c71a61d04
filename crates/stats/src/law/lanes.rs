//! Sums and products over many values of a law, eight at a time.
//!
//! Sine and cosine are computed by reduction to an eighth of a turn (Cody & Waite 1980, π/2 in three parts) and the polynomials of
//! fdlibm, of degree 13 and 14; error below one unit in the last place, plus that of the argument. Everything is made of additions,
//! multiplications, comparisons and roundings to an integer, in one order: eight running values, folded in halves at the end. The
//! bits are therefore the same at every vector level and in WebAssembly.

#![allow(
    clippy::inline_always,
    reason = "a body is compiled for each vector level only where it is inlined"
)]

use crate::width::at_every_width;

/// Values side by side.
pub(super) const LANES: usize = 8;

pub(super) type Lanes = [f64; LANES];

/// π/2 in parts of 33, 33 and 53 bits: a product of either of the first two with up to 2^20 is exact.
const QUARTER: [f64; 3] = [
    1.570_796_326_734_125_6,
    6.077_100_506_303_966e-11,
    2.022_266_248_795_950_6e-21,
];
/// 1.5·2^52: added to an integer, it leaves its last bits in the mantissa.
const TO_BITS: f64 = 6_755_399_441_055_744.0;

const SIN: [f64; 6] = [
    -0.166_666_666_666_666_32,
    0.008_333_333_333_322_49,
    -0.000_198_412_698_298_579_5,
    2.755_731_370_707_006_8e-6,
    -2.505_076_025_340_686_3e-8,
    1.589_690_995_211_55e-10,
];
const COS: [f64; 6] = [
    0.041_666_666_666_666_6,
    -0.001_388_888_888_887_411,
    2.480_158_728_947_673e-5,
    -2.755_731_435_139_066_3e-7,
    2.087_572_321_298_175e-9,
    -1.135_964_755_778_819_5e-11,
];

/// Sine for |r| up to π/4, from r and r².
#[inline(always)]
fn sin_near_zero(r: f64, z: f64) -> f64 {
    let tail = SIN[1] + z * (SIN[2] + z * (SIN[3] + z * (SIN[4] + z * SIN[5])));
    r + r * z * (SIN[0] + z * tail)
}

/// Cosine for |r| up to π/4, from r².
#[inline(always)]
fn cos_near_zero(z: f64) -> f64 {
    let tail =
        z * z * (COS[0] + z * (COS[1] + z * (COS[2] + z * (COS[3] + z * (COS[4] + z * COS[5])))));
    let half = 0.5 * z;
    let first = 1.0 - half;
    first + (((1.0 - first) - half) + tail)
}

#[inline(always)]
pub(super) fn sin_cos(x: f64) -> (f64, f64) {
    let quarters = (x * std::f64::consts::FRAC_2_PI).round_ties_even();
    let r = ((x - quarters * QUARTER[0]) - quarters * QUARTER[1]) - quarters * QUARTER[2];
    let z = r * r;
    let (sin, cos) = (sin_near_zero(r, z), cos_near_zero(z));
    let bits = (quarters + TO_BITS).to_bits();
    let (sin, cos) = if bits & 1 == 1 {
        (cos, sin)
    } else {
        (sin, cos)
    };
    let signed = |value: f64, sign: u64| f64::from_bits(value.to_bits() ^ ((sign & 2) << 62));
    (signed(sin, bits), signed(cos, bits + 1))
}

/// Sine for x from 0 to π/2.
#[inline(always)]
fn sin_of_first_quarter(x: f64) -> f64 {
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};
    let other = FRAC_PI_2 - x;
    let (near, far) = (sin_near_zero(x, x * x), cos_near_zero(other * other));
    if x <= FRAC_PI_4 { near } else { far }
}

/// A block of values, filled up with zeros.
#[inline(always)]
fn filled(values: &[f64]) -> Lanes {
    let mut block = [0.0; LANES];
    block[..values.len()].copy_from_slice(values);
    block
}

/// Whole numbers of a block, filled up with zeros.
#[inline(always)]
fn whole(values: &[f64]) -> [u64; LANES] {
    let mut block = [0; LANES];
    for (one, &value) in block.iter_mut().zip(values) {
        *one = value as u64;
    }
    block
}

/// The places and lengths of blocks.
#[inline(always)]
fn blocks(len: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..len)
        .step_by(LANES)
        .map(move |at| (at, LANES.min(len - at)))
}

#[inline(always)]
fn folded(x: Lanes) -> f64 {
    ((x[0] + x[4]) + (x[2] + x[6])) + ((x[1] + x[5]) + (x[3] + x[7]))
}

/// `a·b` of complex numbers.
#[inline(always)]
fn times(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
}

/// Copies up to which a power is a product: it multiplies the rounding of its base by as much.
pub(super) const MOST_COPIES: f64 = 64.0;

at_every_width! {
    /// The product of `(cos x + i·tau·sin x)^copies` for x = scale·angle, as (re, im); copies are whole and at most [`MOST_COPIES`].
    pub(super) fn coins(scale: f64, angles: &[f64], taus: &[f64], copies: &[f64]) -> (f64, f64) {
        let (mut re, mut im) = ([1.0; LANES], [0.0; LANES]);
        for (at, taken) in blocks(angles.len()) {
            let angle = filled(&angles[at..at + taken]);
            let tau = filled(&taus[at..at + taken]);
            let (mut power_re, mut power_im) = ([0.0; LANES], [0.0; LANES]);
            for lane in 0..LANES {
                let (sin, cos) = sin_cos(scale * angle[lane]);
                (power_re[lane], power_im[lane]) = (cos, tau[lane] * sin);
            }
            let copies = &copies[at..at + taken];
            if copies.iter().all(|&copies| copies == 1.0) {
                for lane in 0..LANES {
                    (re[lane], im[lane]) = times((re[lane], im[lane]), (power_re[lane], power_im[lane]));
                }
                continue;
            }
            let mut left = whole(copies);
            while left.iter().any(|&left| left > 0) {
                for lane in 0..LANES {
                    let power = (power_re[lane], power_im[lane]);
                    let taken = times((re[lane], im[lane]), power);
                    let is_odd = left[lane] & 1 == 1;
                    re[lane] = if is_odd { taken.0 } else { re[lane] };
                    im[lane] = if is_odd { taken.1 } else { im[lane] };
                    left[lane] >>= 1;
                    (power_re[lane], power_im[lane]) = times(power, power);
                }
            }
        }
        for width in [4, 2, 1] {
            for lane in 0..width {
                let other = (re[lane + width], im[lane + width]);
                (re[lane], im[lane]) = times((re[lane], im[lane]), other);
            }
        }
        (re[0], im[0])
    }
}

at_every_width! {
    /// The product of `(1 - sech² sin² x)^copies`, x being the distance of `turns` half turns of `halves` to the nearest multiple of π,
    /// less `half_width` of it, up to where it falls below `enough`; copies are whole and at most [`MOST_COPIES`]. Returns the product and the values looked at.
    pub(super) fn squared_moduli(
        interval: (f64, f64),
        halves: &[f64],
        sech2: &[f64],
        copies: &[f64],
        enough: f64
    ) -> (f64, usize) {
        let (turns, half_width) = interval;
        let mut product = 1.0;
        for (at, taken) in blocks(halves.len()) {
            let half = filled(&halves[at..at + taken]);
            let share = filled(&sech2[at..at + taken]);
            let copies = &copies[at..at + taken];
            let mut factor = [1.0; LANES];
            for lane in 0..LANES {
                let turned = turns * half[lane];
                let distance = (turned - turned.round_ties_even()).abs() * std::f64::consts::PI - half_width * half[lane];
                let distance = distance.clamp(0.0, std::f64::consts::FRAC_PI_2);
                let sin = sin_of_first_quarter(distance);
                factor[lane] = 1.0 - share[lane] * sin * sin;
            }
            if copies.iter().any(|&copies| copies > 1.0) {
                let mut power = factor;
                let mut left = whole(copies);
                factor = [1.0; LANES];
                while left.iter().any(|&left| left > 0) {
                    for lane in 0..LANES {
                        let taken = factor[lane] * power[lane];
                        factor[lane] = if left[lane] & 1 == 1 { taken } else { factor[lane] };
                        left[lane] >>= 1;
                        power[lane] *= power[lane];
                    }
                }
            }
            let before = product;
            for factor in factor {
                product *= factor;
            }
            if product < enough {
                product = before;
                for (lane, factor) in factor.into_iter().enumerate() {
                    product *= factor;
                    if product < enough {
                        return (product, at + lane + 1);
                    }
                }
            }
        }
        (product, halves.len())
    }
}

/// A coin at a node and how it turns from one to the next, in integers below `turn`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turning {
    pub first: f64,
    pub step: f64,
    pub tau: f64,
    /// At most [`MOST_COPIES`].
    pub copies: f64,
}

at_every_width! {
    /// The product of `(cos x + i·tau·sin x)^copies` over coins at each of a block of nodes, for x = scale·(first + node·step mod turn).
    pub(super) fn coins_at_nodes(scale: f64, turn: f64, coins: &[Turning]) -> (Lanes, Lanes) {
        let (mut re, mut im) = ([1.0; LANES], [0.0; LANES]);
        for coin in coins {
            let mut angle = [0.0; LANES];
            let mut at = coin.first;
            for angle in &mut angle {
                *angle = at;
                at += coin.step;
                at = if at >= turn { at - turn } else { at };
            }
            let (mut power_re, mut power_im) = ([0.0; LANES], [0.0; LANES]);
            for lane in 0..LANES {
                let (sin, cos) = sin_cos(scale * angle[lane]);
                (power_re[lane], power_im[lane]) = (cos, coin.tau * sin);
            }
            let mut left = coin.copies as u64;
            loop {
                if left & 1 == 1 {
                    for lane in 0..LANES {
                        (re[lane], im[lane]) = times((re[lane], im[lane]), (power_re[lane], power_im[lane]));
                    }
                }
                left >>= 1;
                if left == 0 {
                    break;
                }
                for lane in 0..LANES {
                    let power = (power_re[lane], power_im[lane]);
                    (power_re[lane], power_im[lane]) = times(power, power);
                }
            }
        }
        (re, im)
    }
}

/// The sums of a Taylor bound of a characteristic function.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Taylor {
    /// `sum of share·exp(i x)`.
    pub value: (f64, f64),
    /// `sum of share·distance·exp(i x)`.
    pub slope: (f64, f64),
    /// `sum of share·distance²`.
    pub curvature: f64,
    /// `sum of share`.
    pub shares: f64,
}

impl Taylor {
    fn from_sums([re, im, slope_re, slope_im, curvature, shares]: [f64; 6]) -> Self {
        Self {
            value: (re, im),
            slope: (slope_re, slope_im),
            curvature,
            shares,
        }
    }

    /// Adds the sums over other values.
    pub fn add(&mut self, other: Self) {
        let both = |a: (f64, f64), b: (f64, f64)| (a.0 + b.0, a.1 + b.1);
        *self = Self {
            value: both(self.value, other.value),
            slope: both(self.slope, other.slope),
            curvature: self.curvature + other.curvature,
            shares: self.shares + other.shares,
        };
    }

    /// The bound of the modulus within `half_width`, all values that were not added taken as in phase; at most 1.
    pub fn bound(&self, half_width: f64) -> f64 {
        let size = |(re, im): (f64, f64)| libm::sqrt(re * re + im * im);
        let motion = half_width * (size(self.slope) + 0.5 * half_width * self.curvature);
        let left = (1.0 - self.shares).max(0.0);
        (size(self.value) + motion + left).min(1.0)
    }
}

/// The terms of [`Taylor`] of one block.
#[inline(always)]
fn taylor_terms(center: f64, half_width: f64, distance: Lanes, share: Lanes) -> [Lanes; 6] {
    let mut terms = [[0.0; LANES]; 6];
    for lane in 0..LANES {
        let d = distance[lane];
        // A value that turns far over the interval tells nothing: it stays with what is left.
        let share = if half_width * d.abs() < 2.0 {
            share[lane]
        } else {
            0.0
        };
        let (sin, cos) = sin_cos(center * d);
        let (re, im) = (share * cos, share * sin);
        terms[0][lane] = re;
        terms[1][lane] = im;
        terms[2][lane] = re * d;
        terms[3][lane] = im * d;
        terms[4][lane] = share * d * d;
        terms[5][lane] = share;
    }
    terms
}

at_every_width! {
    /// [`taylor`] of at most a block: of its first two values, of the next two, and of the others.
    pub(super) fn taylor_by_two(center: f64, half_width: f64, distances: &[f64], shares: &[f64]) -> [Taylor; 3] {
        let terms = taylor_terms(center, half_width, filled(distances), filled(shares));
        [
            Taylor::from_sums(terms.map(|x| x[0] + x[1])),
            Taylor::from_sums(terms.map(|x| x[2] + x[3])),
            Taylor::from_sums(terms.map(|x| (x[4] + x[6]) + (x[5] + x[7]))),
        ]
    }
}

at_every_width! {
    /// Sums over the values that turn by less than two radians within `half_width`, at x = center·distance.
    pub(super) fn taylor(center: f64, half_width: f64, distances: &[f64], shares: &[f64]) -> Taylor {
        let mut sums = [[0.0; LANES]; 6];
        for (at, taken) in blocks(distances.len()) {
            let (distance, share) = (filled(&distances[at..at + taken]), filled(&shares[at..at + taken]));
            let terms = taylor_terms(center, half_width, distance, share);
            for (sum, term) in sums.iter_mut().zip(terms) {
                for lane in 0..LANES {
                    sum[lane] += term[lane];
                }
            }
        }
        Taylor::from_sums(sums.map(folded))
    }
}

/// `1 / (1 − exp(∓z))` for z = θ + iα at one θ: the kernel of an upper or lower tail.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kernel {
    /// The sign of its angle.
    pub sign: f64,
    /// `exp(−|θ|)`.
    pub decay: f64,
    /// `1 − decay`, with all of its digits.
    pub rest: f64,
}

impl Kernel {
    /// Its value at a frequency up to π.
    #[inline(always)]
    pub fn at(self, alpha: f64) -> (f64, f64) {
        let (sin, cos) = sin_cos(0.5 * alpha);
        let twice = 2.0 * self.decay * sin;
        let (re, im) = (self.rest + twice * sin, twice * cos);
        let norm = re * re + im * im;
        (re / norm, self.sign * im / norm)
    }
}

at_every_width! {
    /// Values times the kernel at frequencies, and the moduli.
    pub(super) fn weighted(re: Lanes, im: Lanes, kernel: Kernel, alpha: Lanes) -> [Lanes; 3] {
        let mut found = [[0.0; LANES]; 3];
        for lane in 0..LANES {
            let (re, im) = times((re[lane], im[lane]), kernel.at(alpha[lane]));
            found[0][lane] = re;
            found[1][lane] = im;
            found[2][lane] = (re * re + im * im).sqrt();
        }
        found
    }
}

at_every_width! {
    /// The real part of `sum of (re + i im) exp(i·scale·angle)`, and the sum of the moduli.
    pub(super) fn turned(scale: f64, angles: &[f64], re: &[f64], im: &[f64]) -> (f64, f64) {
        let (mut total, mut absolute) = ([0.0; LANES], [0.0; LANES]);
        for (at, taken) in blocks(angles.len()) {
            let angle = filled(&angles[at..at + taken]);
            let (re, im) = (filled(&re[at..at + taken]), filled(&im[at..at + taken]));
            for lane in 0..LANES {
                let (sin, cos) = sin_cos(scale * angle[lane]);
                total[lane] += re[lane] * cos - im[lane] * sin;
                absolute[lane] += (re[lane] * re[lane] + im[lane] * im[lane]).sqrt();
            }
        }
        (folded(total), folded(absolute))
    }
}

at_every_width! {
    /// `sum of share·(exp(i x) - 1)` at x = scale·angle - shift, as (re, im).
    pub(super) fn draws(scale: f64, angles: &[f64], shift: f64, shares: &[f64]) -> (f64, f64) {
        let (mut re, mut im) = ([0.0; LANES], [0.0; LANES]);
        for (at, taken) in blocks(angles.len()) {
            let angle = filled(&angles[at..at + taken]);
            let share = filled(&shares[at..at + taken]);
            for lane in 0..LANES {
                let (sin, cos) = sin_cos(0.5 * (scale * angle[lane] - shift));
                let twice = 2.0 * share[lane] * sin;
                re[lane] -= twice * sin;
                im[lane] += twice * cos;
            }
        }
        (folded(re), folded(im))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use restrap_testing::Numbers;

    #[test]
    fn sine_and_cosine_are_those_of_libm() {
        let mut numbers = Numbers(3);
        for reach in [1e-8, 0.1, 1.0, 10.0, 1e3, 1e6] {
            for _ in 0..20_000 {
                let x = (2.0 * numbers.share() - 1.0) * reach;
                let (sin, cos) = sin_cos(x);
                let (expected_sin, expected_cos) = libm::sincos(x);
                assert!(
                    (sin - expected_sin).abs() <= 4e-16 * expected_sin.abs().max(1e-1),
                    "sin {x}"
                );
                assert!(
                    (cos - expected_cos).abs() <= 4e-16 * expected_cos.abs().max(1e-1),
                    "cos {x}"
                );
            }
        }
        for x in [0.0, -0.0, std::f64::consts::FRAC_PI_2, std::f64::consts::PI] {
            let (sin, cos) = sin_cos(x);
            let (expected_sin, expected_cos) = libm::sincos(x);
            assert!(
                (sin - expected_sin).abs() < 1e-32 && (cos - expected_cos).abs() < 1e-32,
                "{x}"
            );
        }
    }

    /// Values of sizes that leave the last block full, half full and with one value.
    fn values(len: usize, seed: u64) -> Vec<f64> {
        let mut numbers = Numbers(seed);
        (0..len).map(|_| 3.0 * numbers.share()).collect()
    }

    #[test]
    fn a_product_of_coins_is_that_of_one_after_the_other() {
        for len in [0, 1, 5, 8, 9, 100] {
            let (angles, taus) = (
                values(len, 5),
                values(len, 6).iter().map(|x| x / 3.0).collect::<Vec<_>>(),
            );
            let copies: Vec<f64> = (0..len)
                .map(|at| f64::from([1, 2, 3, 17, 64][at % 5]))
                .collect();
            for copies in [vec![1.0; len], copies] {
                let mut expected = num_complex::Complex64::ONE;
                for ((angle, tau), copies) in angles.iter().zip(&taus).zip(&copies) {
                    let (sin, cos) = libm::sincos(0.05 * angle);
                    expected *= num_complex::Complex64::new(cos, tau * sin).powi(*copies as i32);
                }
                let (re, im) = coins(0.05, &angles, &taus, &copies);
                let error = libm::hypot(re - expected.re, im - expected.im);
                assert!(error <= 1e-13 * expected.norm(), "{len}: {error}");
            }
        }
    }

    #[test]
    fn squared_moduli_stop_at_the_value_that_makes_them_small() {
        for len in [1, 7, 8, 30] {
            let halves: Vec<f64> = values(len, 7).iter().map(|x| 40.0 * x + 1.0).collect();
            let sech2: Vec<f64> = values(len, 8).iter().map(|x| 1.0 - x / 4.0).collect();
            let copies: Vec<f64> = (0..len).map(|at| f64::from([1, 4, 1, 9][at % 4])).collect();
            for (turns, half_width, enough) in [
                (0.3, 1e-3, 1e-30),
                (0.3, 1e-3, 1e-2),
                (2e-3, 1e-2, 0.5),
                (1.7, 0.0, 0.0),
            ] {
                let (mut expected, mut seen) = (1.0, 0);
                for ((half, share), copies) in halves.iter().zip(&sech2).zip(&copies) {
                    seen += 1;
                    let turned: f64 = turns * half;
                    let distance = (turned - libm::rint(turned)).abs() * std::f64::consts::PI
                        - half_width * half;
                    let sin = libm::sin(distance.clamp(0.0, std::f64::consts::FRAC_PI_2));
                    expected *= libm::pow(1.0 - share * sin * sin, *copies);
                    if expected < enough {
                        break;
                    }
                }
                let found = squared_moduli((turns, half_width), &halves, &sech2, &copies, enough);
                assert_eq!(found.1, seen, "{len} {turns} {enough}");
                assert!(
                    (found.0 - expected).abs() <= 1e-13 * expected,
                    "{found:?} {expected}"
                );
            }
        }
    }

    #[test]
    fn coins_at_a_block_of_nodes_are_coins_at_each() {
        let (first, step, turn) = ([3.0, 900.0, 77.0], [401.0, 5.0, 1_000.0], 1_001.0);
        let (taus, copies) = ([0.3, 0.9, 0.01], [1.0, 14.0, 63.0]);
        let turning: Vec<Turning> = (0..3)
            .map(|at| Turning {
                first: first[at],
                step: step[at],
                tau: taus[at],
                copies: copies[at],
            })
            .collect();
        let found = coins_at_nodes(0.006, turn, &turning);
        for node in 0..LANES {
            let angles: Vec<f64> = (0..3)
                .map(|at| (first[at] + node as f64 * step[at]) % turn)
                .collect();
            let (re, im) = coins(0.006, &angles, &taus, &copies);
            let (found_re, found_im) = (found.0[node], found.1[node]);
            let error = libm::hypot(found_re - re, found_im - im);
            assert!(error <= 1e-14 * libm::hypot(re, im), "{node}: {error}");
        }
    }

    #[test]
    fn sums_by_two_are_those_of_the_parts() {
        for len in [1, 2, 3, 5, 8] {
            let (distances, shares) = (values(len, 9), values(len, 10));
            let found = taylor_by_two(2.5, 0.9, &distances, &shares);
            for (part, found) in [(0, 2), (2, 4), (4, 8)].into_iter().zip(found) {
                let range = part.0.min(len)..part.1.min(len);
                let expected = taylor(2.5, 0.9, &distances[range.clone()], &shares[range]);
                let pairs = [
                    (found.value.0, expected.value.0),
                    (found.slope.1, expected.slope.1),
                    (found.curvature, expected.curvature),
                    (found.shares, expected.shares),
                ];
                for (found, expected) in pairs {
                    assert!((found - expected).abs() < 1e-14, "{len} {part:?}");
                }
            }
        }
    }

    #[test]
    fn sums_of_draws_and_of_a_bound_are_those_of_one_after_the_other() {
        for len in [1, 8, 21] {
            let (distances, shares) = (values(len, 9), values(len, 10));
            let sums = taylor(2.5, 0.9, &distances, &shares);
            let mut expected = [0.0; 4];
            for (d, share) in distances
                .iter()
                .zip(&shares)
                .filter(|one| 0.9 * one.0 < 2.0)
            {
                expected[0] += share * libm::cos(2.5 * d);
                expected[1] += share * d * libm::sin(2.5 * d);
                expected[2] += share * d * d;
                expected[3] += share;
            }
            let found = [sums.value.0, sums.slope.1, sums.curvature, sums.shares];
            for (found, expected) in found.iter().zip(expected) {
                assert!(
                    (found - expected).abs() < 1e-13,
                    "{len}: {found} {expected}"
                );
            }
            let (total, absolute) = turned(0.7, &distances, &shares, &distances);
            let expected_total: f64 = distances
                .iter()
                .zip(&shares)
                .map(|(d, share)| share * libm::cos(0.7 * d) - d * libm::sin(0.7 * d))
                .sum();
            assert!((total - expected_total).abs() < 1e-13, "{len}");
            let moduli = distances.iter().zip(&shares);
            let expected: f64 = moduli.map(|(d, share)| libm::hypot(*d, *share)).sum();
            assert!((absolute - expected).abs() < 1e-13, "{len}");
            let (re, im) = draws(0.7, &distances, 0.2, &shares);
            let each = || distances.iter().map(|d| 0.7 * d - 0.2).zip(&shares);
            let expected_re: f64 = each().map(|(x, share)| share * (libm::cos(x) - 1.0)).sum();
            let expected_im: f64 = each().map(|(x, share)| share * libm::sin(x)).sum();
            assert!(
                (re - expected_re).abs() < 1e-13 && (im - expected_im).abs() < 1e-13,
                "{len}"
            );
        }
    }
}
