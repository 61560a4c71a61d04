//! The bootstrap law: `Y = sum of m draws with replacement` from n items with values on `0..=span`.
//!
//! `E exp(zY) = (sum of w_y exp(zy))^m` with `w_y` the share of items that hold y. The m-th power multiplies every
//! rounding by m, so the base is kept as `1 + A` with `A` summed from `exp(·) − 1` about the mean, and its logarithm
//! taken by `log1p`: the error of the exponent stays near 1e-13 at m = 10^6.
//!
//! The mean of Y is m/n of the sum of all values. Phases are told from the nearest half-integer, so that they stay exact
//! integers; what the mean lies beside it (0 for m = n) is added as a small angle.

use std::cell::OnceCell;

use num_complex::Complex64;

use super::series::{Bucket, OctaveSums, POWERS, Powers, Weighted};
use super::transform::{Cumulants, Node, Tilted, Transform, frequent_first, ln_one_plus, mul_mod};

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
                Series {
                    small,
                    large: self.weighted(&self.atoms[large..]).collect(),
                }
            })
        });
        let first = self.shares(
            theta,
            base,
            &self.frequent[..self.frequent.len().min(FIRST)],
        );
        let mean = (self.cumulants(theta).mean - self.beside) / self.power();
        let (others, all) = (OnceCell::new(), OnceCell::new());
        Box::new(TiltedDraws {
            draws: self,
            theta,
            base,
            mean,
            first,
            others,
            all,
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
    large: Vec<Weighted>,
}

/// Shares tilted at once; the others of the sample wait until a bound needs them.
const FIRST: usize = 1 << 10;

struct TiltedDraws<'a> {
    draws: &'a Draws,
    theta: f64,
    base: Base,
    /// Mean of one tilted draw, as a deviation from the untilted one.
    mean: f64,
    /// Tilted shares of the most frequent values: all others together are one remainder in a bound.
    first: Vec<f64>,
    others: OnceCell<Vec<f64>>,
    /// In the order of `draws.atoms`.
    all: OnceCell<Vec<f64>>,
    series: Option<Series<'a>>,
}

impl TiltedDraws<'_> {
    fn shares(&self) -> &[f64] {
        self.all
            .get_or_init(|| self.draws.shares(self.theta, self.base, &self.draws.atoms))
    }

    /// Values of the sample and their shares.
    fn sample(&self) -> impl Iterator<Item = (u64, f64)> {
        let frequent = &self.draws.frequent;
        let others = || {
            self.draws
                .shares(self.theta, self.base, &frequent[self.first.len()..])
        };
        let others = std::iter::once_with(move || self.others.get_or_init(others)).flatten();
        frequent
            .iter()
            .map(|a| a.0)
            .zip(self.first.iter().chain(others).copied())
    }

    fn by_series(&self, series: &Series, alpha: f64) -> Node {
        let z = Complex64::new(self.theta, alpha);
        let mut a: Complex64 = series.small.iter().map(|b| b.polynomial(z, &EXPM1)).sum();
        for v in &series.large {
            let growth = libm::expm1(self.theta * v.value);
            let (sin, cos) = libm::sincos(alpha * v.value);
            let half = libm::sin(0.5 * alpha * v.value);
            a.re += v.weight * (growth * cos - 2.0 * half * half);
            a.im += v.weight * (growth + 1.0) * sin;
        }
        let (ln_modulus, angle) = ln_one_plus(a.re, a.im);
        let n = self.draws.power();
        let residual = n * angle + alpha * self.draws.beside;
        Node {
            ln_modulus: n * (ln_modulus - self.base.ln),
            exact: 0,
            residual,
        }
    }
}

impl Tilted for TiltedDraws<'_> {
    fn cost(&self) -> u64 {
        self.draws.atoms.len() as u64
    }

    fn main_cost(&self) -> u64 {
        self.series
            .as_ref()
            .map_or(self.cost(), |series| series.large.len() as u64)
    }

    fn node(&self, k: i128, nodes: i128, main: bool) -> Node {
        if let (Some(series), true) = (&self.series, main) {
            return self.by_series(series, std::f64::consts::TAU * k as f64 / nodes as f64);
        }
        let atoms = &self.draws.atoms;
        let reference = i128::from(self.draws.frequent[0].0);
        // Angles seen from the most frequent value, wrapped to half a turn either way, as exact fractions of N.
        let wrapped = |y: u64| {
            let r = mul_mod(i128::from(y) - reference, k, nodes);
            if 2 * r > nodes { r - nodes } else { r }
        };
        let sum: i128 = atoms.iter().map(|&(y, c)| wrapped(y) * i128::from(c)).sum();
        let (n, items) = (self.draws.power(), i128::from(self.draws.mean.items));
        let unit = std::f64::consts::TAU / nodes as f64;
        let centre = unit * (sum as f64 / items as f64);
        let (mut re, mut im) = (0.0, 0.0);
        for (&(y, _), share) in atoms.iter().zip(self.shares()) {
            let angle = unit * wrapped(y) as f64 - centre;
            let half = libm::sin(0.5 * angle);
            re -= share * 2.0 * half * half;
            im += share * libm::sin(angle);
        }
        let (ln_modulus, angle) = ln_one_plus(re, im);
        // Seen from half of `twice_mean`: m·reference·k + m·sum/n − mean·k turns of 1/N, of which what m·sum/n has beyond
        // an integer is an angle.
        let draws = i128::from(self.draws.power);
        let rest = draws * sum.rem_euclid(items);
        let drawn = draws * sum.div_euclid(items) + rest.div_euclid(items);
        let exact = 2 * (draws * reference * k + drawn) - self.draws.twice_mean * k;
        let beyond = unit * (rest.rem_euclid(items) as f64 / items as f64);
        Node {
            ln_modulus: n * ln_modulus,
            exact,
            residual: n * angle + beyond,
        }
    }

    fn bound(&self, center: f64, half_width: f64, floor: f64) -> (f64, u64) {
        // By Taylor about the centre: |φ| <= |f| + h |f'| + h²/2 sum of share·d² over the values seen + what is left.
        // About the tilted mean f' is small near frequency 0.
        let n = self.draws.power();
        let (mut f, mut slope) = (Complex64::ZERO, Complex64::ZERO);
        let (mut curvature, mut left, mut bound) = (0.0, 1.0, 0.0);
        let (mut seen, mut next_check) = (0, 2);
        let last = self.draws.frequent.len() as u64;
        for (y, share) in self.sample() {
            let distance = self.draws.mean.deviation(y) - self.mean;
            // A value that turns far over the interval tells nothing: it stays with what is left.
            if half_width * distance.abs() < 2.0 {
                let (sin, cos) = libm::sincos(center * distance);
                f += Complex64::new(share * cos, share * sin);
                slope += Complex64::new(share * cos, share * sin) * distance;
                curvature += share * distance * distance;
                left -= share;
            }
            seen += 1;
            if seen == next_check || seen == last {
                next_check *= 2;
                let motion =
                    half_width * (libm::hypot(slope.re, slope.im) + 0.5 * half_width * curvature);
                bound = n * libm::log((libm::hypot(f.re, f.im) + motion + left.max(0.0)).min(1.0));
                if bound < floor {
                    break;
                }
            }
        }
        (bound, seen)
    }

    fn windows(&self, floor: f64) -> Vec<(u64, f64)> {
        let (reference, p) = (self.draws.frequent[0].0, self.first[0]);
        // n·ln(1 − loss) >= floor with loss = p + q − |p + q exp(ix)|.
        let allowed = -libm::expm1(floor / self.draws.power());
        let mut windows = Vec::new();
        for (y, q) in self.sample().skip(1) {
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
