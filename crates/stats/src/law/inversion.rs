//! Tail probabilities by numerical inversion of the characteristic function, tilted so that the tail asked for is the
//! centre of the law (Daniels 1954; Abate and Whitt 1992 for the aliasing; Loader-style care for relative accuracy).
//!
//! With `z_k = θ + 2πik/N`, θ > 0 and any N,
//!
//! ```text
//! 1/N sum over k of E exp(z_k Y) exp(−z_k y) / (1 − exp(−z_k))  =  sum over j of exp(θ j N) P(Y >= y + jN)
//! ```
//!
//! exactly: the term j = 0 is the tail, the others are aliases, `exp(−θN)` below and the far tail above. θ is the
//! saddle point of y (but at least 1.5 standard deviations' worth, which keeps N finite in the centre), N makes both
//! aliases smaller than 1e-16 of the tail, and only the nodes that weigh more than 1e-18 of the largest are summed: about 60 in the main
//! lobe and those of the other lobes of the lattice. Everything runs in a fixed order in scalar doubles with `libm`.

use num_complex::Complex64;

use super::lanes::{self, Kernel, LANES};
use super::lobes::Search;
use super::transform::{Cumulants, Tilted, Transform, mul_mod, to_f64};
use crate::Probability;

/// `ln` of the weight, relative to that of frequency 0, below which a node is left out.
const FLOOR: f64 = -43.0;
/// `ln` of an alias relative to the tail.
const ALIAS: f64 = 39.0;
/// Smallest tilt, in standard deviations of the untilted law.
const LEAST_TILT: f64 = 1.5;
/// Largest tilt per lattice step: the next lattice point weighs e^-60.
const MOST_TILT: f64 = 60.0;
/// Logarithm below which terms outside the main lobe are left out, where not all lobes can be had: these add up to a millionth.
const COARSE_FLOOR: f64 = -18.0;
/// Both for a tolerance, below its `ln`: what is left out is a thousandth of it, what lies outside the main lobe and
/// below the second a tenth.
const BELOW_TOLERANCE: f64 = -16.0;
const COARSE_BELOW_TOLERANCE: f64 = -7.0;
/// Nodes times values summed at most in the main lobe: 0.6 s.
const MAIN_BUDGET: u64 = 20_000_000;
/// Nodes summed there at most: more are a chain of lobes.
const MOST_MAIN_NODES: i128 = 1 << 15;
/// Values looked at for other lobes, and nodes times distinct values summed there: 300 ms at most where that finds
/// them all.
const BUDGET: u64 = 2_000_000;
/// Values looked at for other lobes where not all of them can be found: 100 ms at most.
const COARSE_BUDGET: u64 = 800_000;
/// Distinct values that a node counts as at least, since every tail sums all nodes again.
const LEAST_COST: u64 = 16;

/// Weights for which room is made at once.
const MOST_RESERVED: i128 = 1 << 12;

/// Which tail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// `P(Y >= y)`.
    Upper,
    /// `P(Y <= y)`.
    Lower,
}

/// A tail probability with its relative error.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inverted {
    pub probability: Probability,
    /// Rounding, aliases and dropped lobes, relative to the probability.
    pub relative_error: f64,
    /// Rounding alone: it grows as the tail moves away from the tilt.
    pub rounding: f64,
    /// All lobes above 1e-20 were found.
    pub complete: bool,
}

/// Nodes with their weights, a column each: characteristic function times kernel, twice for a node and its mirror image.
#[derive(Debug, Default)]
struct Weights {
    k: Vec<i128>,
    /// Integer multiple of `π / nodes`, below a turn, by which the weight is turned; empty while none is.
    exact: Vec<i128>,
    re: Vec<f64>,
    im: Vec<f64>,
}

impl Weights {
    fn len(&self) -> usize {
        self.k.len()
    }

    fn reserve(&mut self, more: usize) {
        self.k.reserve(more);
        self.re.reserve(more);
        self.im.reserve(more);
    }

    fn push(&mut self, k: i128, (re, im): (f64, f64), exact: i128) {
        if exact != 0 || !self.exact.is_empty() {
            self.exact.resize(self.k.len(), 0);
            self.exact.push(exact);
        }
        self.k.push(k);
        self.re.push(re);
        self.im.push(im);
    }

    fn truncate(&mut self, len: usize) {
        self.k.truncate(len);
        self.exact.truncate(len);
        self.re.truncate(len);
        self.im.truncate(len);
    }
}

/// A tilted law sampled at its nodes: `tail` at any y near the tilt costs one cosine a node.
#[derive(Debug)]
pub(super) struct TiltedGrid {
    side: Side,
    theta: f64,
    kernel: Kernel,
    at_theta: Cumulants,
    items: f64,
    nodes: i128,
    /// Least weight, relative to that of frequency 0, and `ln` of the least outside the main lobe.
    least: f64,
    coarse_floor: f64,
    weights: Weights,
    /// Estimated weight of the lobes left out, relative to `exp(K − θy)`.
    dropped: f64,
    /// Relative error if what was not swept is a lattice.
    unresolved: f64,
    /// All lobes were found.
    complete: bool,
}

#[cfg(test)]
thread_local! {
    /// Grids that a thread has made.
    pub(in crate::law) static MADE: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

/// The tilt under which `y` is the mean, bounded away from 0 and infinity.
pub(super) fn saddle(transform: &dyn Transform, side: Side, y: i128) -> f64 {
    let target = distance_from_mean(transform, y);
    let sign = if side == Side::Upper { 1.0 } else { -1.0 };
    let untilted = transform.cumulants(0.0);
    let least = (LEAST_TILT / libm::sqrt(untilted.variance)).min(MOST_TILT);
    let (mut low, mut high) = (least, MOST_TILT);
    if sign * transform.cumulants(sign * low).mean >= sign * target {
        return sign * low;
    }
    if sign * transform.cumulants(sign * high).mean <= sign * target {
        return sign * high;
    }
    let mut theta = (target.abs() / untilted.variance).clamp(low, high);
    for _ in 0..100 {
        let at = transform.cumulants(sign * theta);
        let gap = sign * (target - at.mean);
        if gap > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
        // A tilt within a hundredth of the standard deviation is as good as the saddle point itself.
        if gap.abs() <= 1e-2 * libm::sqrt(at.variance) || high - low <= 1e-6 * high {
            break;
        }
        let newton = theta + gap / at.variance;
        theta = if newton > low && newton < high {
            newton
        } else {
            libm::sqrt(low * high)
        };
    }
    sign * theta
}

/// `y − mean`, exact to rounding.
fn distance_from_mean(transform: &dyn Transform, y: i128) -> f64 {
    to_f64(2 * y - transform.twice_mean()) / 2.0
}

impl TiltedGrid {
    /// A grid that serves every y of `range` on one side. Other lobes are looked for as far as a relative error of
    /// `tolerance` needs them.
    pub fn new(
        transform: &dyn Transform,
        side: Side,
        theta: f64,
        range: (i128, i128),
        tolerance: f64,
    ) -> Self {
        #[cfg(test)]
        MADE.with(|made| made.set(made.get() + 1));
        let at_theta = transform.cumulants(theta);
        let nodes = node_count(transform, side, theta, at_theta, range.0, range.1);
        let mut grid = Self {
            side,
            theta,
            kernel: kernel(side, theta),
            at_theta,
            items: transform.items(),
            nodes,
            least: libm::exp(libm::fmax(FLOOR, libm::log(tolerance) + BELOW_TOLERANCE)),
            coarse_floor: libm::fmax(COARSE_FLOOR, libm::log(tolerance) + COARSE_BELOW_TOLERANCE),
            weights: Weights::default(),
            dropped: 0.0,
            unresolved: 0.0,
            complete: true,
        };
        let (tilted, reached) = grid.add_main_lobe(transform, tolerance);
        if 2 * reached < nodes {
            grid.add_other_lobes(tilted.as_ref(), reached, tolerance);
        }
        grid
    }

    fn alpha(&self, k: i128) -> f64 {
        std::f64::consts::TAU * to_f64(k) / to_f64(self.nodes)
    }

    /// Adds a weight unless it is nothing; says whether it is.
    fn push(&mut self, k: i128, (re, im): (f64, f64), modulus: f64, exact: i128) -> bool {
        // The kernel at frequency 0 is 1 over this.
        if modulus * self.kernel.rest < self.least {
            return true;
        }
        let both = if k == 0 { 1.0 } else { 2.0 };
        let exact = match exact {
            0 => 0,
            exact => exact.rem_euclid(2 * self.nodes),
        };
        self.weights.push(k, (both * re, both * im), exact);
        false
    }

    /// Nodes from 0 until one weighs nothing, and on to where a bound over a fifth of the frequency needs few values;
    /// returns the first node not seen.
    fn add_main_lobe<'t>(
        &mut self,
        transform: &'t dyn Transform,
        tolerance: f64,
    ) -> (Box<dyn Tilted + 't>, i128) {
        let deviation = libm::sqrt(self.at_theta.variance);
        // Power sums need a radius beforehand; it doubles where the lobe turns out wider than a normal one.
        let mut radius = if deviation > 0.0 {
            (12.0 / deviation).min(4.0)
        } else {
            4.0
        };
        let mut tilted = transform.tilt(self.theta, radius);
        let (mut k, mut spent, mut trial, mut budget) = (0, 0, 0, MAIN_BUDGET);
        while 2 * k < self.nodes && k < MOST_MAIN_NODES && spent <= budget {
            let alpha = self.alpha(k);
            if alpha > radius {
                radius = 2.0 * alpha;
                tilted = transform.tilt(self.theta, radius);
            }
            spent += tilted.main_cost().max(LEAST_COST);
            let node = tilted.node(k, self.nodes, true);
            let (re, im) = self.kernel.at(alpha);
            let weight = node.value * Complex64::new(re, im);
            let modulus = libm::sqrt(weight.norm_sqr());
            let is_nothing = self.push(k, (weight.re, weight.im), modulus, node.exact);
            if is_nothing && k >= trial {
                let most = (tilted.cost() / 16).max(256) as usize;
                let floor = self.coarse_floor;
                if tilted.bound(1.1 * alpha, 0.1 * alpha, floor, most).0 < floor {
                    break;
                }
                // Power sums make nodes cheap; a search that needs many laws looks less far.
                let further = match tilted.main_cost() < tilted.cost() {
                    true => 2 * BUDGET,
                    false if tolerance > 0.0 => COARSE_BUDGET / 16,
                    false => COARSE_BUDGET,
                };
                budget = budget.min(spent + further);
                trial = k + k / 8;
            }
            k += 1;
        }
        (tilted, k)
    }

    /// Adds all lobes, or the lower ones with an estimate of the rest.
    fn add_other_lobes(&mut self, tilted: &dyn Tilted, reached: i128, tolerance: f64) {
        use std::f64::consts::PI;
        let deviation = libm::sqrt(self.at_theta.variance);
        let everywhere = Search {
            from: self.alpha(reached) - 0.5 * self.alpha(1),
            to: PI,
            finest: 2.0 / deviation.max(1e-300),
            budget: BUDGET,
            spread: deviation / libm::sqrt(self.items),
        };
        let main = self.weights.len();
        if tolerance == 0.0 && everywhere.is_affordable(tilted, FLOOR) {
            if self.add_lobes(tilted, FLOOR, everywhere, reached) >= PI {
                return;
            }
            self.weights.truncate(main);
        }
        // Lobes that only begin at a frequency belong to a lattice of step 2π / frequency or finer.
        let step_to_error = 2.0 * PI * self.theta.abs();
        let to = if tolerance > 0.0 {
            (step_to_error / tolerance).min(PI)
        } else {
            PI
        };
        let budget = if tolerance > 0.0 {
            COARSE_BUDGET / 4
        } else {
            COARSE_BUDGET
        };
        let near = Search {
            to: to.max(everywhere.from),
            budget,
            ..everywhere
        };
        let swept = self.add_lobes(tilted, self.coarse_floor, near, reached);
        self.complete = false;
        self.unresolved = if swept < PI {
            step_to_error / swept
        } else {
            0.0
        };
        // Those that began below it go on beyond: as much an octave as in the last three.
        let from = (swept / 8.0).max(everywhere.from);
        let weights = &self.weights;
        let recent: f64 = (main..weights.len())
            .filter(|&at| self.alpha(weights.k[at]) >= from)
            .map(|at| libm::hypot(weights.re[at], weights.im[at]))
            .sum();
        let octaves = libm::log(PI / swept) / libm::log(swept / from).max(1e-3);
        let below_floor = libm::exp(self.coarse_floor) * libm::log(PI / everywhere.from);
        self.dropped = recent / self.nodes as f64 * octaves + below_floor;
    }

    /// Adds the lobes above `floor` from the node `next` on; returns the frequency up to which none is missing.
    fn add_lobes(
        &mut self,
        tilted: &dyn Tilted,
        floor: f64,
        search: Search,
        mut next: i128,
    ) -> f64 {
        use std::f64::consts::{PI, TAU};
        // The kernel falls like |θ|/α, so the further out, the higher a lobe must be to matter.
        let theta = self.theta.abs();
        let found = search.sweep(tilted, |alpha| {
            floor + libm::log((2.0 / PI * alpha / theta).max(1.0)) - 0.5 * theta
        });
        if search.budget == BUDGET && found.swept < search.to {
            return found.swept;
        }
        let cost = tilted.cost().max(LEAST_COST);
        let mut spent = 0;
        for (low, high) in found.intervals {
            let from = ((low / TAU * self.nodes as f64).floor() as i128).max(next);
            let to = ((high / TAU * self.nodes as f64).ceil() as i128).min((self.nodes - 1) / 2);
            self.weights
                .reserve((to - from + 1).clamp(0, MOST_RESERVED) as usize);
            let mut first = from;
            while first <= to {
                let nodes = tilted.nodes(first, self.nodes);
                let alpha = std::array::from_fn(|at| self.alpha(first + at as i128));
                let [re, im, moduli] = lanes::weighted(nodes.re, nodes.im, self.kernel, alpha);
                for (at, k) in (first..=to).take(LANES).enumerate() {
                    spent += cost;
                    if spent > search.budget {
                        return self.alpha(k).min(found.swept);
                    }
                    self.push(k, (re[at], im[at]), moduli[at], nodes.exact[at]);
                }
                first += LANES as i128;
            }
            next = next.max(to + 1);
        }
        found.swept
    }

    /// `K(θ) − θ (y − mean)`, by the form whose parts are smaller.
    fn exponent(&self, transform: &dyn Transform, y: i128) -> f64 {
        let shift = self.theta * distance_from_mean(transform, y);
        if shift < 1e3 {
            return self.at_theta.k - shift;
        }
        let end = if self.side == Side::Upper {
            transform.width()
        } else {
            0
        };
        let rest = self.theta * (end - y) as f64;
        if rest < shift {
            transform.k_from_end(self.theta) + rest
        } else {
            self.at_theta.k - shift
        }
    }

    /// Relative error of a tail if what was not swept is a lattice.
    pub fn left_out(&self) -> f64 {
        self.unresolved
    }

    /// The tail at `y`, one cosine a node.
    pub fn tail(&self, transform: &dyn Transform, y: i128) -> Inverted {
        let shift = transform.twice_mean() - 2 * y;
        let two_n = 2 * self.nodes;
        let weights = &self.weights;
        let mut turned: Vec<f64> = weights
            .k
            .iter()
            .map(|&k| to_f64(mul_mod(k, shift, two_n)))
            .collect();
        for (turned, &exact) in turned.iter_mut().zip(&weights.exact) {
            *turned += to_f64(exact);
        }
        let scale = std::f64::consts::PI / to_f64(self.nodes);
        let (total, absolute) = lanes::turned(scale, &turned, &weights.re, &weights.im);
        let exponent = self.exponent(transform, y);
        let share = total / self.nodes as f64;
        if share <= 0.0 {
            // Rounding can only do this where the tail is empty or below what the tilt resolves.
            return Inverted {
                probability: Probability::ZERO,
                relative_error: 1.0,
                rounding: 1.0,
                complete: self.complete,
            };
        }
        let probability = Probability::from_ln(exponent + libm::log(share));
        // Each term carries the rounding of its exponent and phase, a few tens of units in the last place; an n-th
        // power that of its base, about 1 / sqrt(n) of one.
        let rounding = 2.3e-16 * (16.0 + 8.0 * exponent.abs() + libm::sqrt(self.items));
        let rounding = rounding * absolute / total + 1e-16;
        Inverted {
            probability,
            relative_error: rounding + self.dropped / share + self.unresolved,
            rounding,
            complete: self.complete,
        }
    }
}

/// The kernel at one θ.
fn kernel(side: Side, theta: f64) -> Kernel {
    Kernel {
        sign: if side == Side::Upper { -1.0 } else { 1.0 },
        decay: libm::exp(-theta.abs()),
        rest: -libm::expm1(-theta.abs()),
    }
}

/// Odd number of nodes that keeps both aliases below e^-39 of the tail for all y asked for.
fn node_count(
    transform: &dyn Transform,
    side: Side,
    theta: f64,
    at_theta: Cumulants,
    first: i128,
    last: i128,
) -> i128 {
    let deviation = libm::sqrt(at_theta.variance);
    // The tail is about exp(K − θy) / (1 + 2.5 θ sd): its reciprocal bounds what an alias of mass 1 weighs.
    let spread = libm::log1p(2.6 * theta.abs() * deviation) + 1.0;
    let sign = theta.signum();
    let (inner, outer) = if side == Side::Upper {
        (first, last)
    } else {
        (last, first)
    };
    let beyond = match side {
        Side::Upper => (transform.width() - first) as f64,
        Side::Lower => last as f64,
    };
    // A distance from y, outward (1) or back (−1), beyond which the tilted law has less than e^-39 of the tail.
    // Chernoff: ln P_θ(Y >= x) <= K(θ + η) − K(θ) − η (x − mean), at the η of a normal law, or a smaller one where the
    // law has a longer tail than that.
    let reach = |y: i128, way: f64| {
        let start = sign * distance_from_mean(transform, y);
        let is_far = |distance: f64| {
            let x = start + way * distance;
            let excess = way * (x - sign * at_theta.mean);
            (0..7)
                .map(|halvings| libm::ldexp(excess / at_theta.variance, -halvings))
                .any(|eta| {
                    let further = transform.cumulants(theta + sign * way * eta);
                    further.k - at_theta.k - way * eta * x <= -(ALIAS + spread)
                })
        };
        let mut distance = (way * (sign * at_theta.mean - start) + 9.0 * deviation).max(1.0);
        while distance <= beyond && at_theta.variance > 0.0 && !is_far(distance) {
            distance *= 1.3;
        }
        distance
    };
    let depth = [first, last]
        .map(|y| theta * distance_from_mean(transform, y) - at_theta.k)
        .into_iter()
        .fold(0.0, f64::max);
    let mut near = (ALIAS + depth + spread) / theta.abs();
    // Far out, most of the alias is mass that the tilted law hardly has: exp(−θN/2) of what lies within N/2, and the
    // mass beyond.
    let halves = 2.0 * (ALIAS + spread + 1.0) / theta.abs();
    if halves.max(18.0 * deviation) < 0.5 * near {
        near = near.min(halves.max(2.0 * reach(outer, -1.0)));
    }
    let far = reach(inner, 1.0).min(beyond + 1.0);
    (near.max(far).ceil() as i128 + 2) | 1
}
