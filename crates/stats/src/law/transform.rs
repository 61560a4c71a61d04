//! What the inversion needs to know of a law: cumulant function, tilted characteristic function, where it is large.
//!
//! All laws here live on the integers `0..=width`. `K(θ) = ln E exp(θ (Y − mean))`; tilting by θ multiplies the
//! probability of y by `exp(θ y)` and renormalises; `φ_θ` is the characteristic function of the tilted law. Where the mean
//! is not a half-integer the nearest one stands for it.

use num_complex::Complex64;

use super::lanes::{self, LANES, Lanes};

/// Values that a bound looks at: the most frequent ones.
const SAMPLE: usize = 1 << 16;
/// Frequencies told apart when the sample is chosen.
const FREQUENCIES: usize = 1 << 12;

/// The most frequent values, most frequent first, equal ones in a fixed order without pattern, so that the first few
/// stand for all: every value up to 65,536 of them, about as many of more.
pub(super) fn frequent_first(atoms: &[(u64, u64)]) -> Vec<(u64, u64)> {
    // Multiplication by an odd number permutes the 64-bit integers: no ties.
    let place = |value: u64| {
        value
            .wrapping_add(1)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .reverse_bits()
    };
    let frequency = |count: u64| count.min(FREQUENCIES as u64 - 1) as usize;
    let mut sample: Vec<(u64, u64)> = if atoms.len() <= SAMPLE {
        atoms.to_vec()
    } else {
        let mut seen = vec![0_usize; FREQUENCIES];
        for &(_, count) in atoms {
            seen[frequency(count)] += 1;
        }
        // All of the frequencies that fit, and an even share of the first that does not.
        let (mut room, mut least) = (SAMPLE, FREQUENCIES - 1);
        while seen[least] <= room && least > 0 {
            room -= seen[least];
            least -= 1;
        }
        let share = (room as f64 / seen[least] as f64 * u64::MAX as f64) as u64;
        let is_taken = |&(value, count): &(u64, u64)| {
            frequency(count) > least || frequency(count) == least && place(value) <= share
        };
        atoms.iter().copied().filter(is_taken).collect()
    };
    sample.sort_by_cached_key(|&(value, count)| (std::cmp::Reverse(count), place(value)));
    sample
}

/// Places of a sample by parts: 1,024 values, and then each time three times as many as were before.
pub(super) fn parts(len: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
    let ends = std::iter::successors(Some(FIRST), |end| Some(4 * end));
    let starts = std::iter::once(0).chain(ends.clone());
    starts
        .zip(ends)
        .take_while(move |part| part.0 < len)
        .map(move |(start, end)| start..end.min(len))
}

/// Values of the first part, a power of two.
const FIRST: usize = 1 << 10;

/// `K(θ)` and its first two derivatives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cumulants {
    pub k: f64,
    pub mean: f64,
    pub variance: f64,
}

/// `φ_θ(2πk/N) exp(−2πi k mean_0/N)` for one node k of N, where `mean_0` is the untilted mean: `value · exp(iπ exact / N)`.
///
/// The exact part of the phase is an integer, so that angles of 10^12 turns lose nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub value: Complex64,
    pub exact: i128,
}

impl Node {
    /// Of `exp(ln_modulus + i·angle)`.
    pub fn from_ln(ln_modulus: f64, angle: f64, exact: i128) -> Self {
        let (sin, cos) = lanes::sin_cos(angle);
        let modulus = libm::exp(ln_modulus);
        Self {
            value: Complex64::new(modulus * cos, modulus * sin),
            exact,
        }
    }
}

/// Nodes that follow each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nodes {
    pub re: Lanes,
    pub im: Lanes,
    pub exact: [i128; LANES],
}

impl Nodes {
    pub fn from_fn(node: impl Fn(usize) -> Node) -> Self {
        let nodes: [Node; LANES] = std::array::from_fn(node);
        Self {
            re: nodes.map(|node| node.value.re),
            im: nodes.map(|node| node.value.im),
            exact: nodes.map(|node| node.exact),
        }
    }
}

/// A law as seen by the inversion.
pub(super) trait Transform {
    /// Largest value of `Y`; the smallest is 0.
    fn width(&self) -> i128;
    /// `K(θ)`, the mean of the tilted law minus the untilted mean, and the tilted variance.
    fn cumulants(&self, theta: f64) -> Cumulants;
    /// `ln E exp(θ (Y − end))`, `end` being the largest value for θ > 0 and the smallest for θ < 0: what `K(θ)` and
    /// `θ y` leave of each other near the end of the support.
    fn k_from_end(&self, theta: f64) -> f64;
    /// Twice the mean of `Y`, rounded: the half-integer that `K`, the mean and phases are told from.
    fn twice_mean(&self) -> i128;
    /// Independent summands.
    fn items(&self) -> f64;
    /// The law tilted by θ, ready for frequencies up to `main` radians per unit in the main lobe.
    fn tilt(&self, theta: f64, main: f64) -> Box<dyn Tilted + '_>;
}

/// A tilted law.
pub(super) trait Tilted {
    /// Node `k` of `nodes`; `main` says that it lies in the main lobe, where power sums may serve.
    fn node(&self, k: i128, nodes: i128, main: bool) -> Node;
    /// The nodes from `first` on, outside the main lobe.
    fn nodes(&self, first: i128, nodes: i128) -> Nodes;
    /// Cost of a node in the main lobe, in values.
    fn main_cost(&self) -> u64;
    /// Cost of a node outside the main lobe: distinct values.
    fn cost(&self) -> u64;
    /// An upper bound of `ln |φ_θ|` over `center ± half_width` radians, looking at values until it falls below
    /// `floor` or `most` were looked at; with the number of values looked at.
    fn bound(&self, center: f64, half_width: f64, floor: f64, most: usize) -> (f64, u64);
    /// Pairs (step, angle): `ln |φ_θ(α)| >= floor` is possible only where `α·step` lies within `angle` of a multiple
    /// of 2π. Only values whose windows leave most of the circle out.
    fn windows(&self, floor: f64) -> Vec<(u64, f64)>;
}

/// An integer as the nearest double: of 64 bits an instruction, of more a call.
#[inline]
pub(super) fn to_f64(x: i128) -> f64 {
    i64::try_from(x).map_or_else(|_| wide_to_f64(x), |x| x as f64)
}

#[cold]
#[inline(never)]
fn wide_to_f64(x: i128) -> f64 {
    x as f64
}

/// `a·b mod n` for `n > 0`, in `[0, n)`.
#[inline]
pub(super) fn mul_mod(a: i128, b: i128, n: i128) -> i128 {
    // The hardware's 64-bit division is several times faster, and nearly every lattice fits it.
    if let (Ok(a), Ok(b), Ok(n)) = (i64::try_from(a), i64::try_from(b), i64::try_from(n))
        && let Some(product) = a.checked_mul(b)
    {
        return i128::from(product.rem_euclid(n));
    }
    mul_mod_wide(a, b, n)
}

#[cold]
fn mul_mod_wide(a: i128, b: i128, n: i128) -> i128 {
    let (a, b) = (a.rem_euclid(n), b.rem_euclid(n));
    a.checked_mul(b).map_or_else(
        || {
            let half = mul_mod(a, b / 2, n);
            (half + half + if b % 2 == 1 { a } else { 0 }).rem_euclid(n)
        },
        |product| product % n,
    )
}

/// `ln(1 + x)` of a complex number given as (re, im): modulus without cancellation, angle in (−π, π].
pub(super) fn ln_one_plus(re: f64, im: f64) -> (f64, f64) {
    let excess = 2.0 * re + re * re + im * im;
    let ln_modulus = if excess > -0.5 {
        0.5 * libm::log1p(excess)
    } else {
        0.5 * libm::log((1.0 + re) * (1.0 + re) + im * im)
    };
    (ln_modulus, libm::atan2(im, 1.0 + re))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_of_many_values_holds_the_frequent_ones_and_an_even_share_of_the_others() {
        let atoms: Vec<(u64, u64)> = (0..400_000)
            .map(|v| (v, if v % 1_000 == 7 { 5 } else { 1 }))
            .collect();
        let sample = frequent_first(&atoms);
        assert!(sample[..400].iter().all(|a| a.1 == 5) && sample[400].1 == 1);
        // A binomial count of 65,136 ± 233.
        assert!(sample.len().abs_diff(SAMPLE) < 1_000, "{}", sample.len());
        let first: f64 = sample[400..2_400].iter().map(|a| a.0 as f64).sum::<f64>() / 2_000.0;
        // The mean of 2,000 values spread over 400,000 has a standard error of 2,600.
        assert!((first - 2e5).abs() < 11_000.0, "{first}");
    }
}
