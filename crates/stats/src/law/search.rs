//! A law that is asked for many tails near each other: the search for a root, of which each step would tilt the law anew.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::inversion::{Side, TiltedGrid, saddle};
use super::rounded::RoundedSums;
use super::transform::Transform;
use super::{CENTRAL, Law, Tail, first_true, reaches, tail_of};

/// Standard deviations that one grid serves beyond the centre: half of them off its tilt, at a cost of less than a digit.
const BAND: f64 = 1.0;
/// Relative error above which a tail gets a grid of its own: the tilted law is narrow against the band near the end of the support.
const CLOSE: f64 = 1e-9;

/// What a law computed for one tail and may need for the next.
#[derive(Debug, Default)]
pub(super) struct Kept {
    pub rounded: Option<RoundedSums>,
    /// Grids beyond the centre, by side and distance, where they are to be kept.
    bands: Option<BTreeMap<(bool, i64), TiltedGrid>>,
}

/// A law that keeps what it computed for one tail for the next ones. Tails are those of [`Law`], to 1e-9 of themselves.
#[derive(Debug)]
pub struct LawSearch<'l> {
    law: &'l Law,
    kept: RefCell<Kept>,
}

impl<'l> LawSearch<'l> {
    /// A search of a law.
    pub fn new(law: &'l Law) -> Self {
        let kept = Kept {
            bands: Some(BTreeMap::new()),
            ..Kept::default()
        };
        Self {
            law,
            kept: RefCell::new(kept),
        }
    }

    /// `P(T >= t)`.
    pub fn at_least(&self, t: i128) -> Tail {
        let law = self.law;
        law.upper(law.place(t), &mut self.kept.borrow_mut())
    }

    /// `P(T <= t)`.
    pub fn at_most(&self, t: i128) -> Tail {
        let law = self.law;
        self.lower((t - law.origin).div_euclid(law.step))
    }

    fn lower(&self, y: i128) -> Tail {
        self.law.lower(y, &mut self.kept.borrow_mut())
    }

    /// [`Law::quantile`], which also serves the tails that are asked for afterwards.
    pub fn quantile(&self, q: f64) -> i128 {
        let law = self.law;
        let y = match law.transform() {
            None => self.by_galloping(q),
            Some(transform) => self.by_inversion(transform, q),
        };
        law.origin + law.step * y
    }

    /// Doubling steps away from the normal quantile, then bisection: few tails for forms that compute one at a time.
    fn by_galloping(&self, q: f64) -> i128 {
        let law = self.law;
        let enough = |y: i128| reaches(self.lower(y), q);
        let middle = (law.mean - law.origin as f64) / law.step as f64;
        let guess = middle + crate::special::normal_quantile(q) * law.deviation_of_y();
        let (mut low, mut high) = (0, law.width);
        let start = (guess as i128).clamp(low, high);
        let mut step = 1;
        if enough(start) {
            high = start;
            while high > low {
                let next = (high - step).max(low);
                if !enough(next) {
                    low = next + 1;
                    break;
                }
                high = next;
                step *= 2;
            }
        } else {
            low = start + 1;
            while low < high {
                let next = (low + step).min(high);
                if enough(next) {
                    high = next;
                    break;
                }
                low = next + 1;
                step *= 2;
            }
        }
        first_true(low, high, enough)
    }

    /// Bisection on the central grid, and beyond it on those of the bands.
    fn by_inversion(&self, transform: &dyn Transform, q: f64) -> i128 {
        let law = self.law;
        let (first, last) = law.centre(transform);
        let grid = law.central_grid(transform);
        let enough = |y: i128| reaches(tail_of(grid.tail(transform, y + 1)).complement(), q);
        if !enough(first) && enough(last) {
            return first_true(first, last, enough);
        }
        let enough = |y: i128| reaches(self.lower(y), q);
        if enough(first) {
            first_true(0, first, enough)
        } else {
            first_true(last, law.width, enough)
        }
    }
}

impl Kept {
    /// `P(Y >= y)` or `P(Y <= y)` beyond the centre, from the grid of its band; `None` where every tail has a grid of its own.
    pub fn beyond(
        &mut self,
        law: &Law,
        transform: &dyn Transform,
        side: Side,
        y: i128,
    ) -> Option<Tail> {
        let bands = self.bands.as_mut()?;
        let (middle, deviation) = (transform.twice_mean() / 2, law.deviation_of_y());
        let outward = if side == Side::Upper { 1 } else { -1 };
        let distance = (outward * (y - middle)) as f64 / deviation;
        let band = ((distance - CENTRAL) / BAND).floor();
        let at = |deviations: f64| {
            let y = middle + outward * (deviations * deviation) as i128;
            y.clamp(0, law.width)
        };
        let (near, far) = (CENTRAL + band * BAND, CENTRAL + (band + 1.0) * BAND);
        let grid = bands
            .entry((side == Side::Upper, band as i64))
            .or_insert_with(|| {
                let theta = saddle(transform, side, at(0.5 * (near + far)));
                // Both ends, rounded outwards.
                let range = (at(near) - outward, at(far) + outward);
                let range = (range.0.min(range.1), range.0.max(range.1));
                let range = (range.0.max(0), range.1.min(law.width));
                TiltedGrid::new(transform, side, theta, range, law.tolerance)
            });
        let tail = tail_of(grid.tail(transform, y));
        let left_out = if law.tolerance > 0.0 {
            grid.left_out()
        } else {
            0.0
        };
        (tail.relative_error - left_out < CLOSE).then_some(tail)
    }
}
