//! The bootstrap law: `Y = sum of m draws with replacement` from n items with values on `0..=span`.
//!
//! `E exp(zY) = (sum of w_y exp(zy))^m` with `w_y` the share of items that hold y. The m-th power multiplies every
//! rounding by m, so the base is kept as `1 + A` with `A` summed from `exp(·) − 1` about the mean, and its logarithm
//! taken by `log1p`: the error of the exponent stays near 1e-13 at m = 10^6.
//!
//! The mean of Y is m/n of the sum of all values. Phases are told from the nearest half-integer, so that they stay exact
//! integers; what the mean lies beside it (0 for m = n) is added as a small angle.

use std::cell::OnceCell;
use std::ops::Range;

use num_complex::Complex64;

use super::lanes::{self, Taylor};
use super::series::{Bucket, OctaveSums, POWERS, Powers, Weighted};
use super::transform::{
    Cumulants, Node, Nodes, Tilted, Transform, frequent_first, ln_one_plus, mul_mod, parts, to_f64,
};

/// `exp x − 1 = sum of EXPM1[j] x^j`; up to `|x| = 1` the first term left out is below 2e-20.
const EXPM1: [f64; POWERS] = {
    let mut c = [0.0; POWERS];
    c[1] = 1.0;
    let mut j = 2;
    while j < POWERS {
        c[j] = c[j - 1] / j as f64;
        j += 1;
    }
    c
};

/// `|value · z|` up to which the series of exp serves.
const SERIES_LIMIT: f64 = 1.0;

/// Distinct values from which the main lobe uses power sums.
const MANY: usize = 512;

/// Draws with replacement from items on a lattice.
#[derive(Debug)]
pub(super) struct Draws {
    /// Distinct values and how many items hold them, in the order of their power sums.
    atoms: Vec<(u64, u64)>,
    /// The most frequent of them, in `frequent_first` order.
    frequent: Vec<(u64, u64)>,
    width: i128,
    /// m.
    power: u64,
    mean: Mean,
    /// Twice the mean of Y, rounded, and the mean minus that half.
    twice_mean: i128,
    beside: f64,
    /// Smallest and largest deviation.
    range: (f64, f64),
    sums: Option<OctaveSums>,
}

/// The untilted mean of a draw, as an exact quotient.
#[derive(Clone, Copy, Debug)]
struct Mean {
    /// Sum of all values.
    total: i128,
    items: u64,
    /// Multiples of the items and their deviations fit 64 bits.
    narrow: bool,
}

impl Mean {
    /// Deviation of a value, `(n·y − total) / n`: the subtraction is exact in integers.
    fn deviation(self, y: u64) -> f64 {
        self.numerator(y) / self.items as f64
    }

    fn numerator(self, y: u64) -> f64 {
        if self.narrow {
            (y.cast_signed() * self.items.cast_signed() - self.total as i64) as f64
        } else {
            (i128::from(y) * i128::from(self.items) - self.total) as f64
        }
    }

    /// Twice the mean of a sum of draws to the nearest integer, and what the mean lies beside that half.
    fn of_draws(self, draws: u64) -> (i128, f64) {
        let (items, draws) = (i128::from(self.items), i128::from(draws));
        let (whole, rest) = (
            self.total.div_euclid(items),
            2 * draws * self.total.rem_euclid(items),
        );
        let nearest = (2 * rest + items).div_euclid(2 * items);
        (
            2 * draws * whole + nearest,
            (rest - nearest * items) as f64 / (2.0 * items as f64),
        )
    }

    /// Deviation and share of the items, both times their number.
    fn raw(self, &(y, c): &(u64, u64)) -> Weighted {
        Weighted {
            value: self.numerator(y),
            weight: c as f64,
        }
    }

    /// What divides both.
    fn per(self) -> Weighted {
        Weighted {
            value: self.items as f64,
            weight: self.items as f64,
        }
    }

    /// Deviation and share of the items.
    fn weighted(self, &(y, c): &(u64, u64)) -> Weighted {
        Weighted {
            value: self.deviation(y),
            weight: c as f64 / self.items as f64,
        }
    }
}

impl Draws {
    /// `draws` draws from distinct values with the number of items that hold each.
    pub fn new(mut atoms: Vec<(u64, u64)>, draws: u64) -> Self {
        let frequent = frequent_first(&atoms);
        let items: u64 = atoms.iter().map(|a| a.1).sum();
        let total: i128 = atoms
            .iter()
            .map(|&(y, c)| i128::from(y) * i128::from(c))
            .sum();
        let (least, most) = atoms
            .iter()
            .fold((u64::MAX, 0), |r, a| (r.0.min(a.0), r.1.max(a.0)));
        let width = i128::from(most) * i128::from(draws);
        let narrow = i128::from(most) * i128::from(items) < i128::from(i64::MAX);
        let mean = Mean {
            total,
            items,
            narrow,
        };
        let (twice_mean, beside) = mean.of_draws(draws);
        let range = (
            mean.deviation(least).min(0.0),
            mean.deviation(most).max(0.0),
        );
        let sums = (atoms.len() >= MANY)
            .then(|| OctaveSums::new(&mut atoms, |a| mean.raw(a), mean.per(), Powers::All));
        Self {
            atoms,
            frequent,
            width,
            power: draws,
            mean,
            twice_mean,
            beside,
            range,
            sums,
        }
    }

    /// m, as the exponent that it is.
    fn power(&self) -> f64 {
        self.power as f64
    }

    fn weighted<'a>(&self, atoms: &'a [(u64, u64)]) -> impl Iterator<Item = Weighted> + use<'a> {
        let mean = self.mean;
        atoms.iter().map(move |atom| mean.weighted(atom))
    }

    /// `sum of share·(exp(θx) − 1)` and its first two derivatives, or None where a single term would overflow the
    /// accuracy of that form.
    fn expm1_sums(&self, theta: f64) -> [f64; 3] {
        let mut total = [0.0; 3];
        let mut add = |v: Weighted| {
            let x = theta * v.value;
            let e = libm::expm1(x);
            total[0] += v.weight * e;
            total[1] += v.weight * v.value * e;
            total[2] += v.weight * v.value * v.value * (e + 1.0);
        };
        match &self.sums {
            None => self.weighted(&self.atoms).for_each(&mut add),
            Some(sums) => {
                let (small, large) = sums.split(theta.abs(), SERIES_LIMIT);
                self.weighted(&self.atoms[large..]).for_each(&mut add);
                for bucket in small {
                    let z = Complex64::new(theta, 0.0);
                    // The first power sums to zero over all values but not over one octave: keep it in both.
                    total[0] += bucket.polynomial(z, &EXPM1).re;
                    total[1] +=
                        bucket.derivative(theta, &EXPM1, 1) - bucket.derivative(0.0, &EXPM1, 1);
                    total[2] += bucket.derivative(theta, &EXPM1, 2);
                }
            }
        }
        total
    }

    /// `ln` of `sum of share·exp(θ (x − anchor))`: about the mean while no exponential is large, about the end of
    /// the support otherwise, so that neither form cancels.
    fn base(&self, theta: f64) -> Base {
        if (theta * self.range.0).max(theta * self.range.1) < 30.0 {
            return Base {
                anchor: 0.0,
                ln: libm::log1p(self.expm1_sums(theta)[0]),
            };
        }
        let anchor = self.end(theta);
        let sum: f64 = self
            .weighted(&self.atoms)
            .map(|v| v.weight * libm::exp(theta * (v.value - anchor)))
            .sum();
        Base {
            anchor,
            ln: libm::log(sum),
        }
    }

    fn end(&self, theta: f64) -> f64 {
        if theta > 0.0 {
            self.range.1
        } else {
            self.range.0
        }
    }

    fn shares(&self, theta: f64, base: Base, atoms: &[(u64, u64)]) -> Vec<f64> {
        let share = |v: Weighted| v.weight * libm::exp(theta * (v.value - base.anchor) - base.ln);
        self.weighted(atoms).map(share).collect()
    }
}

impl Transform for Draws {
    fn width(&self) -> i128 {
        self.width
    }

    fn twice_mean(&self) -> i128 {
        self.twice_mean
    }

    fn items(&self) -> f64 {
        self.power()
    }

    fn cumulants(&self, theta: f64) -> Cumulants {
        let n = self.power();
        let base = self.base(theta);
        let k = n * (theta * base.anchor + base.ln) + theta * self.beside;
        if base.anchor == 0.0 {
            let [a, b, c] = self.expm1_sums(theta);
            let mean = b / (1.0 + a);
            let variance = n * (c / (1.0 + a) - mean * mean);
            return Cumulants {
                k,
                mean: n * mean + self.beside,
                variance,
            };
        }
        let (mut mean, mut square) = (0.0, 0.0);
        let shares = self.shares(theta, base, &self.atoms);
        for (v, share) in self.weighted(&self.atoms).zip(shares) {
            mean += share * v.value;
            square += share * v.value * v.value;
        }
        Cumulants {
            k,
            mean: n * mean + self.beside,
            variance: n * (square - mean * mean).max(0.0),
        }
    }

    fn k_from_end(&self, theta: f64) -> f64 {
        let base = self.base(theta);
        self.power() * (base.ln + theta * (base.anchor - self.end(theta)))
    }

    fn tilt(&self, theta: f64, main: f64) -> Box<dyn Tilted + '_> {
        let base = self.base(theta);
        let series = self.sums.as_ref().and_then(|sums| {
            (base.anchor == 0.0).then(|| {
                let (small, large) = sums.split(libm::hypot(theta, main), SERIES_LIMIT);
                let large = || self.weighted(&self.atoms[large..]);
                Series {
                    small,
                    values: large().map(|v| v.value).collect(),
                    weights: large()
                        .map(|v| v.weight * libm::exp(theta * v.value))
                        .collect(),
                    grown: large()
                        .map(|v| v.weight * libm::expm1(theta * v.value))
                        .sum(),
                }
            })
        });
        let mean = (self.cumulants(theta).mean - self.beside) / self.power();
        Box::new(TiltedDraws {
            draws: self,
            theta,
            base,
            sample: Parts {
                draws: self,
                theta,
                base,
                mean,
                samples: parts(self.frequent.len())
                    .map(|part| (part, OnceCell::new()))
                    .collect(),
            },
            all: OnceCell::new(),
            series,
        })
    }
}

/// `sum of share·exp(θ (x − anchor)) = exp(ln)`.
#[derive(Clone, Copy, Debug)]
struct Base {
    anchor: f64,
    ln: f64,
}

struct Series<'a> {
    small: &'a [Bucket],
    /// Larger values one by one, and their tilted weights.
    values: Vec<f64>,
    weights: Vec<f64>,
    /// `sum of weight·(exp(θ value) − 1)` over them.
    grown: f64,
}

/// Values of a bound.
struct Sample {
    /// From the tilted mean.
    distances: Vec<f64>,
    /// Tilted shares.
    shares: Vec<f64>,
}

/// The sample in parts, which are made when they are first asked for.
struct Parts<'a> {
    draws: &'a Draws,
    theta: f64,
    base: Base,
    /// Mean of one tilted draw, as a deviation from the untilted one.
    mean: f64,
    samples: Vec<(Range<usize>, OnceCell<Sample>)>,
}

impl Parts<'_> {
    fn iter(&self) -> impl Iterator<Item = (&Sample, &Range<usize>)> {
        self.samples
            .iter()
            .map(|(part, sample)| (sample.get_or_init(|| self.part(part.clone())), part))
    }

    #[cold]
    fn part(&self, part: Range<usize>) -> Sample {
        let draws = self.draws;
        let atoms = &draws.frequent[part];
        let distance = |&(y, _): &(u64, u64)| draws.mean.deviation(y) - self.mean;
        Sample {
            distances: atoms.iter().map(distance).collect(),
            shares: draws.shares(self.theta, self.base, atoms),
        }
    }
}

struct TiltedDraws<'a> {
    draws: &'a Draws,
    theta: f64,
    base: Base,
    /// The most frequent values: all others together are one remainder in a bound.
    sample: Parts<'a>,
    /// In the order of `draws.atoms`.
    all: OnceCell<Vec<f64>>,
    series: Option<Series<'a>>,
}

impl TiltedDraws<'_> {
    fn shares(&self) -> &[f64] {
        self.all
            .get_or_init(|| self.draws.shares(self.theta, self.base, &self.draws.atoms))
    }

    fn by_series(&self, series: &Series, alpha: f64) -> Node {
        let z = Complex64::new(self.theta, alpha);
        let mut a: Complex64 = series.small.iter().map(|b| b.polynomial(z, &EXPM1)).sum();
        // w (exp((θ + iα) v) − 1) = w (exp(θv) − 1) + w exp(θv) (exp(iαv) − 1).
        let (re, im) = lanes::draws(alpha, &series.values, 0.0, &series.weights);
        a += Complex64::new(series.grown + re, im);
        let (ln_modulus, angle) = ln_one_plus(a.re, a.im);
        let n = self.draws.power();
        let residual = n * angle + alpha * self.draws.beside;
        Node::from_ln(n * (ln_modulus - self.base.ln), residual, 0)
    }
}

impl Tilted for TiltedDraws<'_> {
    fn cost(&self) -> u64 {
        self.draws.atoms.len() as u64
    }

    fn main_cost(&self) -> u64 {
        self.series
            .as_ref()
            .map_or(self.cost(), |series| series.values.len() as u64)
    }

    fn node(&self, k: i128, nodes: i128, main: bool) -> Node {
        if let (Some(series), true) = (&self.series, main) {
            return self.by_series(series, std::f64::consts::TAU * to_f64(k) / to_f64(nodes));
        }
        let atoms = &self.draws.atoms;
        let reference = i128::from(self.draws.frequent[0].0);
        // Angles seen from the most frequent value, wrapped to half a turn either way, as exact fractions of N.
        let wrapped = |y: u64| {
            let r = mul_mod(i128::from(y) - reference, k, nodes);
            if 2 * r > nodes { r - nodes } else { r }
        };
        let turned: Vec<i128> = atoms.iter().map(|&(y, _)| wrapped(y)).collect();
        let sum: i128 = atoms
            .iter()
            .zip(&turned)
            .map(|(&(_, c), turned)| turned * i128::from(c))
            .sum();
        let (n, items) = (self.draws.power(), i128::from(self.draws.mean.items));
        let unit = std::f64::consts::TAU / to_f64(nodes);
        let centre = unit * (sum as f64 / items as f64);
        let turned: Vec<f64> = turned.into_iter().map(to_f64).collect();
        let (re, im) = lanes::draws(unit, &turned, centre, self.shares());
        let (ln_modulus, angle) = ln_one_plus(re, im);
        // Seen from half of `twice_mean`: m·reference·k + m·sum/n − mean·k turns of 1/N, of which what m·sum/n has beyond
        // an integer is an angle.
        let draws = i128::from(self.draws.power);
        let rest = draws * sum.rem_euclid(items);
        let drawn = draws * sum.div_euclid(items) + rest.div_euclid(items);
        let exact = 2 * (draws * reference * k + drawn) - self.draws.twice_mean * k;
        let beyond = unit * (rest.rem_euclid(items) as f64 / items as f64);
        Node::from_ln(n * ln_modulus, n * angle + beyond, exact)
    }

    fn nodes(&self, first: i128, nodes: i128) -> Nodes {
        Nodes::from_fn(|at| self.node(first + at as i128, nodes, false))
    }

    fn bound(&self, center: f64, half_width: f64, floor: f64, most: usize) -> (f64, u64) {
        // By Taylor about the centre: |φ| <= |f| + h |f'| + h²/2 sum of share·d² over the values seen + what is left.
        // About the tilted mean f' is small near frequency 0.
        let n = self.draws.power();
        let enough = libm::exp(floor / n);
        let last = self.draws.frequent.len().min(most);
        let mut sums = Taylor::default();
        let (mut seen, mut next_check, mut modulus) = (0, 2, 1.0);
        // What the first block adds up to each of its first checks.
        let mut first = [Taylor::default(); 3];
        for (part, range) in self.sample.iter() {
            if range.start == 0 {
                let block = last.min(lanes::LANES);
                let (distances, shares) = (&part.distances[..block], &part.shares[..block]);
                first = lanes::taylor_by_two(center, half_width, distances, shares);
            }
            // Ends of checks and of parts are powers of two.
            while seen < range.end.min(last) {
                let end = next_check.min(last);
                let sum = match seen {
                    0 => first[0],
                    2 => first[1],
                    4 => first[2],
                    _ => {
                        let own = seen - range.start..end - range.start;
                        let (distances, shares) = (&part.distances[own.clone()], &part.shares[own]);
                        lanes::taylor(center, half_width, distances, shares)
                    }
                };
                sums.add(sum);
                (seen, next_check) = (end, 2 * next_check);
                modulus = sums.bound(half_width);
                if modulus < enough {
                    return (n * libm::log(modulus), seen as u64);
                }
            }
            if seen >= last {
                break;
            }
        }
        (n * libm::log(modulus), seen as u64)
    }

    fn windows(&self, floor: f64) -> Vec<(u64, f64)> {
        let mut values = self
            .sample
            .iter()
            .flat_map(|(part, range)| self.draws.frequent[range.clone()].iter().zip(&part.shares))
            .map(|(&(y, _), &share)| (y, share));
        let Some((reference, p)) = values.next() else {
            return Vec::new();
        };
        // n·ln(1 − loss) >= floor with loss = p + q − |p + q exp(ix)|.
        let allowed = -libm::expm1(floor / self.draws.power());
        let mut windows = Vec::new();
        for (y, q) in values {
            let modulus = p + q - allowed;
            // |p + q exp(ix)|² = (p + q)² − 4pq sin²(x/2)
            let sin2 = ((p + q) * (p + q) - modulus * modulus) / (4.0 * p * q);
            if modulus > 0.0 && sin2 < 0.5 {
                windows.push((y.abs_diff(reference), 2.0 * libm::asin(libm::sqrt(sin2))));
            }
        }
        windows
    }
}
