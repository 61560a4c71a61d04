//! The largest probability over the share of items that differ.
//!
//! On the scale `u = 2 sqrt(n s) phi`, where the share is `d + s sin^2 phi`, d the size of the tested difference and s = 1 - d,
//! one unit is at least one standard error of the share (the arcsine law, for trinomial counts). A probability as a function of u is
//! a region smoothed by a law of unit variance: waves shorter than w units are damped by exp(-2 pi^2 / w^2), to 1e-9 of what
//! they were at w = 1. A grid of a third of a unit therefore shows every maximum, and each that may be the largest is
//! then followed to 1e-10.

use std::array;
use std::f64::consts::FRAC_PI_2;

/// Shares of the grid that are tried at once.
pub(super) const LANES: usize = 8;

/// Steps of the grid in a standard error.
const STEPS_PER_ERROR: f64 = 3.0;

/// A maximum is followed where the grid comes this close to the largest value.
const CLOSE: f64 = 0.5;

/// Where the next step gains less than this share, the maximum is found.
const GAIN: f64 = 1e-11;

/// Shares of items that differ, from `low` to `high`, and not below the tested difference.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    difference: f64,
    rest: f64,
    low: f64,
    high: f64,
    steps: u32,
}

impl Shares {
    /// None where no share of the range allows the difference.
    pub fn new(n: u64, difference: f64, low: f64, high: f64) -> Option<Self> {
        let difference = difference.abs();
        if high < difference {
            return None;
        }
        let rest = 1.0 - difference;
        let angle = |share: f64| {
            // A difference of 1 leaves one share.
            let part = if rest > 0.0 {
                (share - difference) / rest
            } else {
                0.0
            };
            libm::asin(libm::sqrt(part.clamp(0.0, 1.0)))
        };
        let (low, high) = (angle(low), angle(high));
        let units = (high - low) * 2.0 * libm::sqrt(n as f64 * rest);
        let steps = libm::ceil(units * STEPS_PER_ERROR) as u32;
        Some(Self {
            difference,
            rest,
            low,
            high,
            steps,
        })
    }

    /// The share at an angle; exact at the ends of the circle.
    fn at(&self, angle: f64) -> f64 {
        if angle >= FRAC_PI_2 {
            return 1.0;
        }
        let sine = libm::sin(angle);
        self.difference + self.rest * sine * sine
    }

    /// The ends of the range.
    pub fn ends(&self) -> (f64, f64) {
        (self.at(self.low), self.at(self.high))
    }

    /// The largest value of a function of the share, and where. `of` is that function, and `of_each` that of several shares.
    ///
    /// Given a number to compare it with, any value on the same side of that may stand for the largest.
    pub fn largest(
        &self,
        compared: Option<f64>,
        of_each: impl Fn([f64; LANES]) -> [f64; LANES],
        of: impl Fn(f64) -> f64,
    ) -> (f64, f64) {
        let step = (self.high - self.low) / f64::from(self.steps.max(1));
        let angle = |i: usize| {
            if i as u32 >= self.steps {
                self.high
            } else {
                self.low + step * i as f64
            }
        };
        let last = self.steps as usize;
        let mut grid = Vec::with_capacity(last + LANES);
        while grid.len() <= last {
            grid.extend(of_each(array::from_fn(|lane| {
                self.at(angle(grid.len() + lane))
            })));
        }
        grid.truncate(last + 1);
        let (place, top) =
            grid.iter().enumerate().fold(
                (0, 0.0),
                |top, (i, &v)| if v > top.1 { (i, v) } else { top },
            );
        let mut best = (top, self.at(angle(place)));
        if self.steps == 0 || compared.is_some_and(|limit| top > limit || top < CLOSE * limit) {
            return best;
        }
        for (i, &here) in grid.iter().enumerate() {
            let (before, after) = (grid[i.saturating_sub(1)], grid[(i + 1).min(last)]);
            if here < CLOSE * top || before > here || after > here {
                continue;
            }
            let (from, to) = (angle(i.saturating_sub(1)), angle((i + 1).min(last)));
            let (found, place) = climb(&|angle| of(self.at(angle)), (angle(i), here), from, to);
            if found > best.0 {
                best = (found, self.at(place));
            }
        }
        best
    }
}

/// Brent's (1973) maximum between `from` and `to`, from a point that is at least as high as both.
fn climb(f: &impl Fn(f64) -> f64, start: (f64, f64), from: f64, to: f64) -> (f64, f64) {
    const GOLDEN: f64 = 0.381_966_011_250_105_1;
    let (mut low, mut high) = (from, to);
    let (mut best, mut second, mut third) = (start, start, start);
    let (mut step, mut before): (f64, f64) = (0.0, 0.0);
    let least = 1e-6 * (to - from);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if high - low <= 4.0 * least {
            break;
        }
        // The vertex of the parabola through the three.
        let r = (best.0 - second.0) * (best.1 - third.1);
        let q = (best.0 - third.0) * (best.1 - second.1);
        let (p, q) = (
            (best.0 - third.0) * q - (best.0 - second.0) * r,
            2.0 * (q - r),
        );
        let vertex = -p / q;
        let inside = best.0 + vertex > low + least && best.0 + vertex < high - least;
        let golden = !(inside && vertex.abs() < 0.5 * before.abs());
        if golden {
            before = if best.0 >= middle {
                low - best.0
            } else {
                high - best.0
            };
            step = GOLDEN * before;
        } else {
            before = step;
            step = vertex;
        }
        let place = best.0
            + if step.abs() >= least {
                step
            } else {
                least.copysign(step)
            };
        let next = (place, f(place));
        if next.1 >= best.1 {
            if next.0 >= best.0 {
                low = best.0;
            } else {
                high = best.0;
            }
            let gained = next.1 - best.1;
            (third, second, best) = (second, best, next);
            if !golden && gained <= GAIN * best.1 {
                break;
            }
        } else {
            if next.0 < best.0 {
                low = next.0;
            } else {
                high = next.0;
            }
            if next.1 >= second.1 || second.0 == best.0 {
                (third, second) = (second, next);
            } else if next.1 >= third.1 || third.0 == best.0 || third.0 == second.0 {
                third = next;
            }
        }
    }
    (best.1, best.0)
}
