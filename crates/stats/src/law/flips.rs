//! The permutation law: `Y = sum over items of B_i w_i`, fair coins `B_i`, weights `w_i > 0` without common divisor.
//!
//! Tilted by θ, coin i shows heads with probability `(1 + τ)/2`, `τ = tanh(θw/2)`, and its factor of the
//! characteristic function, seen from half its weight, is `cos(αw/2) + iτ sin(αw/2)`.

use std::cell::OnceCell;
use std::ops::Range;
use std::sync::Arc;

use num_complex::Complex64;

use super::lanes::{self, LANES, Turning};
use super::rounded::{self, Rounded};
use super::series::{Bucket, OctaveSums, POWERS, Powers, Weighted};
use super::tail::Tail;
use super::transform::{
    Cumulants, Node, Nodes, Tilted, Transform, frequent_first, mul_mod, parts, to_f64,
};
use crate::Probability;

/// `ln cosh x = sum of LN_COSH[j] x^j`; by `|x| = ½` the first term left out is below 1e-13 of the first.
const LN_COSH: [f64; POWERS] = {
    let mut c = [0.0; POWERS];
    c[2] = 1.0 / 2.0;
    c[4] = -1.0 / 12.0;
    c[6] = 1.0 / 45.0;
    c[8] = -17.0 / 2520.0;
    c[10] = 31.0 / 14175.0;
    c[12] = -691.0 / 935_550.0;
    c[14] = 10922.0 / 42_567_525.0;
    c[16] = -929_569.0 / 10_216_206_000.0;
    c[18] = 3_202_291.0 / 97_692_469_875.0;
    c[20] = -221_930_581.0 / 18_561_569_276_250.0;
    c
};

/// `|w z / 2|` up to which the series of ln cosh serves: the term in x^22 is 4e-6·x^22 there, 1e-15 of the first.
pub(super) const SERIES_LIMIT: f64 = 0.35;

/// Subsets counted one by one at the end of the support.
pub(super) const FEW_SUBSETS: u32 = 1 << 12;
/// Most subsets that are counted where no other way is near: 20 ms.
pub(super) const MANY_SUBSETS: u32 = 1 << 20;

/// Distinct weights from which the main lobe uses power sums.
pub(super) const MANY: usize = 512;

/// Mean square root of weights from which few items of different weights have no lattice that a search could sweep.
const CONTINUOUS: f64 = 1e7;

/// Distinct weights and multiplicities: distances of values, which several laws may share, from a shift.
#[derive(Clone, Debug)]
pub(super) struct Atoms {
    pub values: Arc<[(u64, u64)]>,
    pub shift: u64,
    /// A divisor of all distances.
    pub step: u64,
}

impl Atoms {
    fn len(&self) -> usize {
        self.values.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> {
        self.from(0)
    }

    fn from(&self, first: usize) -> impl Iterator<Item = (u64, u64)> {
        let Self { shift, step, .. } = *self;
        self.values[first..].iter().map(move |&(value, m)| {
            let distance = value.abs_diff(shift);
            // Most have no divisor, and a division takes as long as all the rest.
            (if step == 1 { distance } else { distance / step }, m)
        })
    }
}

/// Sign flips of weighted items.
#[derive(Debug)]
pub(super) struct Flips {
    /// In the order of their power sums.
    pub(super) atoms: Atoms,
    /// The most frequent of them, in `frequent_first` order.
    pub(super) frequent: Vec<(u64, u64)>,
    pub(super) items: f64,
    pub(super) width: i128,
    pub(super) halves: Option<OctaveSums>,
}

impl Flips {
    /// From distinct weights with multiplicities; the weights have no common divisor.
    pub fn new(mut atoms: Vec<(u64, u64)>) -> Self {
        let frequent = frequent_first(&atoms);
        let width = atoms
            .iter()
            .map(|&(w, m)| i128::from(w) * i128::from(m))
            .sum();
        let halves = (atoms.len() >= MANY).then(|| {
            OctaveSums::new(
                &mut atoms,
                |&atom| half(atom),
                Weighted {
                    value: 1.0,
                    weight: 1.0,
                },
                Powers::Even,
            )
        });
        let items = atoms.iter().map(|a| a.1).sum::<u64>() as f64;
        Self {
            atoms: Atoms {
                values: atoms.into(),
                shift: 0,
                step: 1,
            },
            frequent,
            items,
            width,
            halves,
        }
    }

    /// `P(Y >= width − rest)` where no more than `budget` subsets of the weights sum to `rest` or less: their number over
    /// `2^items`.
    pub fn near_end(&self, rest: i128, mut budget: u32) -> Option<Tail> {
        let mut smallest: Vec<(u64, u64)> = self
            .atoms
            .iter()
            .filter(|&(w, _)| i128::from(w) <= rest)
            .collect();
        smallest.sort_unstable();
        let count = subsets(&smallest, rest, &mut budget)?;
        let p = Probability::from_ln(libm::log(count) - self.items * std::f64::consts::LN_2);
        Some(Tail::closed(p, 1e-15 - 2.3e-16 * p.ln()))
    }

    /// Few items whose weights, all different, are not small integers: no frequency is known to be the last that matters.
    pub fn is_continuous(&self) -> bool {
        self.atoms.len() > 40
            && self.items <= 128.0
            && self.variance() > CONTINUOUS * CONTINUOUS * self.items
    }

    /// `P(Y >= width − rest)` from rounded weights, of few items.
    pub fn rounded(&self, rest: i128) -> Option<Rounded> {
        (self.items <= rounded::MOST_ITEMS as f64)
            .then(|| Rounded::new(self.atoms.iter(), rest))
            .flatten()
    }

    /// Variance of the sum of ±w.
    pub fn variance(&self) -> f64 {
        if let Some(halves) = &self.halves {
            return 4.0 * halves.squares();
        }
        let squares = self.atoms.iter();
        squares.map(|(w, m)| w as f64 * w as f64 * m as f64).sum()
    }
}

/// Cumulants of flips of half weights: by power sums of the small ones, one by one of the others.
pub(super) fn cumulants(
    small: &[Bucket],
    large: impl Iterator<Item = Weighted>,
    theta: f64,
) -> Cumulants {
    let mut total = Cumulants {
        k: 0.0,
        mean: 0.0,
        variance: 0.0,
    };
    for Weighted { value, weight } in large {
        let x = theta * value;
        let tau = libm::tanh(x);
        let (weighted, sech2) = (weight * value, 1.0 - tau * tau);
        total.k += weight * ln_cosh(x);
        total.mean += weighted * tau;
        total.variance += weighted * value * sech2;
    }
    // Derivatives of x^j terms by hand: j c x^(j-1), j (j-1) c x^(j-2).
    for bucket in small {
        let z = Complex64::new(theta, 0.0);
        total.k += bucket.polynomial(z, &LN_COSH).re;
        total.mean += bucket.derivative(theta, &LN_COSH, 1);
        total.variance += bucket.derivative(theta, &LN_COSH, 2);
    }
    total
}

/// Half a weight, the size of its swing.
fn half((w, m): (u64, u64)) -> Weighted {
    Weighted {
        value: w as f64 / 2.0,
        weight: m as f64,
    }
}

/// Sub-multisets of ascending (weight, multiplicity) pairs with a sum of at most `rest`, the empty one included; `None`
/// beyond the budget.
fn subsets(atoms: &[(u64, u64)], rest: i128, budget: &mut u32) -> Option<f64> {
    let mut total = 1.0;
    for (i, &(w, m)) in atoms.iter().enumerate() {
        let (mut left, mut ways) = (rest - i128::from(w), 1.0);
        if left < 0 {
            break;
        }
        for k in 1..=m {
            if left < 0 {
                break;
            }
            *budget = budget.checked_sub(1)?;
            ways *= (m - k + 1) as f64 / k as f64;
            total += ways * subsets(&atoms[i + 1..], left, budget)?;
            left -= i128::from(w);
        }
    }
    Some(total)
}

fn ln_cosh(x: f64) -> f64 {
    let x = x.abs();
    if x < 1.0 {
        let s = libm::sinh(x / 2.0);
        libm::log1p(2.0 * s * s)
    } else {
        x + libm::log1p(libm::exp(-2.0 * x)) - std::f64::consts::LN_2
    }
}

impl Transform for Flips {
    fn width(&self) -> i128 {
        self.width
    }

    fn twice_mean(&self) -> i128 {
        self.width
    }

    fn items(&self) -> f64 {
        self.items
    }

    fn cumulants(&self, theta: f64) -> Cumulants {
        let (small, large) = match &self.halves {
            None => (&[][..], 0),
            Some(sums) => sums.split(theta.abs(), SERIES_LIMIT),
        };
        cumulants(small, self.atoms.from(large).map(half), theta)
    }

    fn k_from_end(&self, theta: f64) -> f64 {
        let atoms = self.atoms.iter();
        let rest: f64 = atoms
            .map(|(w, m)| m as f64 * libm::log1p(libm::exp(-theta.abs() * w as f64)))
            .sum();
        rest - self.items * std::f64::consts::LN_2
    }

    fn tilt(&self, theta: f64, main: f64) -> Box<dyn Tilted + '_> {
        let radius = libm::hypot(theta, main);
        let series = self.halves.as_ref().map(|sums| {
            let (small, large) = sums.split(radius, SERIES_LIMIT);
            let at_zero = small
                .iter()
                .map(|b| b.polynomial(Complex64::new(theta, 0.0), &LN_COSH).re)
                .sum();
            Series {
                small,
                large: Coins::new(self.atoms.from(large), theta),
                at_zero,
            }
        });
        Box::new(TiltedFlips {
            flips: self,
            theta,
            sample: Parts::new(&self.frequent, theta),
            all: OnceCell::new(),
            series,
        })
    }
}

/// Distinct weights of the tilted law, a column each.
#[derive(Debug, Default)]
struct Coins {
    half: Vec<f64>,
    multiplicity: Vec<f64>,
    tau: Vec<f64>,
    sech2: Vec<f64>,
    /// No weight occurs more often than a power is a product for.
    are_few: bool,
}

/// One of them.
#[derive(Clone, Copy, Debug)]
struct Coin {
    multiplicity: f64,
    tau: f64,
    sech2: f64,
}

impl Coins {
    fn new(atoms: impl Iterator<Item = (u64, u64)>, theta: f64) -> Self {
        let mut coins = Self {
            are_few: true,
            ..Self::default()
        };
        for Weighted { value, weight } in atoms.map(half) {
            let coin = Coin::new(value, weight, theta);
            coins.half.push(value);
            coins.multiplicity.push(weight);
            coins.tau.push(coin.tau);
            coins.sech2.push(coin.sech2);
            coins.are_few &= weight <= lanes::MOST_COPIES;
        }
        coins
    }

    fn len(&self) -> usize {
        self.half.len()
    }

    fn coin(&self, at: usize) -> Coin {
        Coin {
            multiplicity: self.multiplicity[at],
            tau: self.tau[at],
            sech2: self.sech2[at],
        }
    }

    /// The product of all factors at `scale·angle`.
    fn product(&self, scale: f64, angles: &[f64]) -> Complex64 {
        if self.are_few {
            let (re, im) = lanes::coins(scale, angles, &self.tau, &self.multiplicity);
            return Complex64::new(re, im);
        }
        let (mut ln_modulus, mut angle) = (0.0, 0.0);
        for (at, x) in angles.iter().enumerate() {
            let coin = self.coin(at);
            let (sin, cos) = libm::sincos(scale * x);
            // A half turn is exact: keep the angle small, so that m copies of it lose nothing.
            let (sin, cos, half_turns) = if cos < 0.0 {
                (-sin, -cos, coin.multiplicity % 2.0)
            } else {
                (sin, cos, 0.0)
            };
            ln_modulus += coin.multiplicity * coin.ln_modulus(sin * sin);
            angle += coin.multiplicity * libm::atan2(coin.tau * sin, cos)
                + half_turns * std::f64::consts::PI;
        }
        Node::from_ln(ln_modulus, angle, 0).value
    }

    /// An upper bound of the `ln` of the modulus over frequencies within `half_width` of π·turns, from the first coins on until it falls
    /// below `floor` or `most` are looked at; with the number of coins looked at. Multiplicities descend.
    fn bound(&self, (turns, half_width): (f64, f64), floor: f64, most: usize) -> (f64, usize) {
        let last = self.len().min(most);
        let mut total = 0.0;
        // The squared moduli of few copies are multiplied, and one logarithm serves them all.
        let many = self
            .multiplicity
            .partition_point(|&copies| copies > lanes::MOST_COPIES)
            .min(last);
        for at in 0..many {
            let (coin, half) = (self.coin(at), self.half[at]);
            // Distance of α·w/2 to the nearest multiple of π, at its smallest over the interval.
            let turned = turns * half;
            let distance =
                (turned - libm::rint(turned)).abs() * std::f64::consts::PI - half_width * half;
            if distance <= 0.0 {
                continue;
            }
            let sin = libm::sin(distance.min(std::f64::consts::FRAC_PI_2));
            total += coin.multiplicity * coin.ln_modulus(sin * sin);
            if total < floor {
                return (total, at + 1);
            }
        }
        let (product, seen) = lanes::squared_moduli(
            (turns, half_width),
            &self.half[many..last],
            &self.sech2[many..last],
            &self.multiplicity[many..last],
            libm::exp(2.0 * (floor - total)),
        );
        (total + 0.5 * libm::log(product), many + seen)
    }
}

/// Coins of the sample in parts, each four times the one before, made when they are first asked for.
struct Parts<'a> {
    atoms: &'a [(u64, u64)],
    theta: f64,
    coins: Vec<(Range<usize>, OnceCell<Coins>)>,
}

impl<'a> Parts<'a> {
    fn new(atoms: &'a [(u64, u64)], theta: f64) -> Self {
        Self {
            atoms,
            theta,
            coins: parts(atoms.len())
                .map(|part| (part, OnceCell::new()))
                .collect(),
        }
    }

    fn iter(&self) -> impl Iterator<Item = &Coins> {
        self.coins.iter().map(|(part, coins)| {
            coins.get_or_init(|| Coins::new(self.atoms[part.clone()].iter().copied(), self.theta))
        })
    }
}

impl Coin {
    fn new(half: f64, multiplicity: f64, theta: f64) -> Self {
        let tau = libm::tanh(theta * half);
        let cosh = libm::cosh((theta * half).min(300.0));
        Self {
            multiplicity,
            tau,
            sech2: 1.0 / (cosh * cosh),
        }
    }

    /// `ln |cos x + iτ sin x|` from `sin² x`.
    fn ln_modulus(self, sin2: f64) -> f64 {
        let loss = self.sech2 * sin2;
        if loss < 0.5 {
            0.5 * libm::log1p(-loss)
        } else {
            0.5 * libm::log(1.0 - sin2 + self.tau * self.tau * sin2)
        }
    }
}

struct Series<'a> {
    small: &'a [Bucket],
    large: Coins,
    at_zero: f64,
}

struct TiltedFlips<'a> {
    flips: &'a Flips,
    theta: f64,
    /// The most frequent weights: the others can only make a bound smaller.
    sample: Parts<'a>,
    /// In the order of `flips.atoms`.
    all: OnceCell<Coins>,
    series: Option<Series<'a>>,
}

impl TiltedFlips<'_> {
    fn all(&self) -> &Coins {
        self.all
            .get_or_init(|| Coins::new(self.flips.atoms.iter(), self.theta))
    }

    fn by_series(&self, series: &Series, alpha: f64) -> Node {
        let z = Complex64::new(self.theta, alpha);
        let mut sum: Complex64 = series.small.iter().map(|b| b.polynomial(z, &LN_COSH)).sum();
        sum.re -= series.at_zero;
        let small = Node::from_ln(sum.re, sum.im, 0);
        Node {
            value: small.value * series.large.product(alpha, &series.large.half),
            exact: 0,
        }
    }
}

impl Tilted for TiltedFlips<'_> {
    fn cost(&self) -> u64 {
        self.flips.atoms.len() as u64
    }

    fn main_cost(&self) -> u64 {
        self.series
            .as_ref()
            .map_or(self.cost(), |series| series.large.len() as u64)
    }

    fn node(&self, k: i128, nodes: i128, main: bool) -> Node {
        if let (Some(series), true) = (&self.series, main) {
            return self.by_series(series, std::f64::consts::TAU * to_f64(k) / to_f64(nodes));
        }
        // The integers keep the angles exact however far out the node is.
        let turned: Vec<f64> = self
            .flips
            .atoms
            .iter()
            .map(|(w, _)| to_f64(mul_mod(i128::from(w), k, 2 * nodes)))
            .collect();
        let scale = std::f64::consts::PI / to_f64(nodes);
        Node {
            value: self.all().product(scale, &turned),
            exact: 0,
        }
    }

    fn nodes(&self, first: i128, nodes: i128) -> Nodes {
        let coins = self.all();
        // Angles are sums of doubles that hold whole numbers.
        if !coins.are_few || nodes >= 1 << 51 {
            return Nodes::from_fn(|at| self.node(first + at as i128, nodes, false));
        }
        let turning: Vec<Turning> = self
            .flips
            .atoms
            .iter()
            .enumerate()
            .map(|(at, (w, m))| Turning {
                first: to_f64(mul_mod(i128::from(w), first, 2 * nodes)),
                step: to_f64(if i128::from(w) < 2 * nodes {
                    i128::from(w)
                } else {
                    i128::from(w) % (2 * nodes)
                }),
                tau: coins.tau[at],
                copies: m as f64,
            })
            .collect();
        let scale = std::f64::consts::PI / to_f64(nodes);
        let (re, im) = lanes::coins_at_nodes(scale, 2.0 * to_f64(nodes), &turning);
        Nodes {
            re,
            im,
            exact: [0; LANES],
        }
    }

    fn bound(&self, center: f64, half_width: f64, floor: f64, most: usize) -> (f64, u64) {
        let interval = (center / std::f64::consts::PI, half_width);
        let (mut ln_bound, mut seen) = (0.0, 0);
        for coins in self.sample.iter() {
            let (part, looked) = coins.bound(interval, floor - ln_bound, most - seen);
            ln_bound += part;
            seen += looked;
            if ln_bound < floor || seen >= most {
                break;
            }
        }
        (ln_bound, seen as u64)
    }

    fn windows(&self, floor: f64) -> Vec<(u64, f64)> {
        let mut windows = Vec::new();
        let frequent = &self.flips.frequent;
        // Weights of fewer copies have no such window, whatever the tilt.
        let many = frequent.partition_point(|&(_, m)| -libm::expm1(2.0 * floor / m as f64) < 0.5);
        for &(w, m) in &frequent[..many] {
            let coin = Coin::new(w as f64 / 2.0, m as f64, self.theta);
            // m/2·ln(1 − sech² sin² x) >= floor  <=>  sin² x <= (1 − exp(2 floor/m)) / sech².
            let sin2 = -libm::expm1(2.0 * floor / coin.multiplicity) / coin.sech2;
            if sin2 < 0.5 {
                windows.push((w, 2.0 * libm::asin(libm::sqrt(sin2))));
            }
        }
        windows
    }
}
