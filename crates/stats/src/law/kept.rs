//! Grids and rounded weights of one tail that serve the next.

use std::collections::BTreeMap;

use super::inversion::{Inverted, Side, TiltedGrid, saddle};
use super::rounded::RoundedSums;
use super::transform::Transform;

/// Standard deviations either side of the mean that one grid serves: the lower end is computed as the complement of
/// an upper tail, at a cost of three digits.
pub(super) const CENTRAL: f64 = 3.5;
/// Standard deviations that one grid serves beyond them: half of them off its tilt, at a cost of less than a digit.
const BAND: f64 = 1.0;
/// Relative rounding above which a tail gets a grid of its own: the tilted law is narrow against the band near the end of the support.
const CLOSE: f64 = 1e-11;

/// Weights that were rounded, and grids.
#[derive(Debug, Default)]
pub(super) struct Kept {
    pub rounded: Option<RoundedSums>,
    /// Grids beyond the centre, by side and distance, where they are to be kept.
    bands: Option<BTreeMap<(bool, i64), TiltedGrid>>,
}

impl Kept {
    /// For many tails near each other.
    pub fn of_search() -> Self {
        Self {
            bands: Some(BTreeMap::new()),
            ..Self::default()
        }
    }

    /// `P(Y >= y)` or `P(Y <= y)` beyond the centre of a law with this standard deviation, from the grid of its band; `None` where
    /// every tail has a grid of its own.
    pub fn beyond(
        &mut self,
        transform: &dyn Transform,
        (deviation, tolerance): (f64, f64),
        side: Side,
        y: i128,
    ) -> Option<Inverted> {
        let bands = self.bands.as_mut()?;
        let (middle, width) = (transform.twice_mean() / 2, transform.width());
        let outward = if side == Side::Upper { 1 } else { -1 };
        let distance = (outward * (y - middle)) as f64 / deviation;
        let band = ((distance - CENTRAL) / BAND).floor();
        let at = |deviations: f64| {
            let y = middle + outward * (deviations * deviation) as i128;
            y.clamp(0, width)
        };
        let (near, far) = (CENTRAL + band * BAND, CENTRAL + (band + 1.0) * BAND);
        let grid = bands
            .entry((side == Side::Upper, band as i64))
            .or_insert_with(|| {
                let theta = saddle(transform, side, at(0.5 * (near + far)));
                // Both ends, rounded outwards.
                let range = (at(near) - outward, at(far) + outward);
                let range = (range.0.min(range.1).max(0), range.0.max(range.1).min(width));
                TiltedGrid::new(transform, side, theta, range, tolerance)
            });
        let tail = grid.tail(transform, y);
        (tail.rounding < CLOSE).then_some(tail)
    }
}
