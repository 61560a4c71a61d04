//! An axis: linear with round ticks; or with ticks at given numbers, logarithmic if their range is wide; or for p-values, by
//! powers of ten.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;

/// A ratio of the largest to the smallest number from which given numbers stand on a logarithmic axis.
const LOGARITHMIC: f64 = 6.0;

/// Powers of ten of an axis of p-values.
pub const DECADES: u32 = 6;

/// An axis from the smallest to the largest number, with room at both ends.
pub struct Axis {
    /// Ends, of logarithms where it is logarithmic.
    ends: (f64, f64),
    logarithmic: bool,
    /// Ticks that were given; none for round ones.
    ticks: Vec<f64>,
}

impl Axis {
    /// `at`: numbers that alone have ticks, or none; `room`: share of the axis left free at each end.
    pub fn new((low, high): (f64, f64), at: &[f64], room: f64) -> Self {
        let logarithmic = !at.is_empty() && low > 0.0 && high / low >= LOGARITHMIC;
        let (low, high) = if logarithmic {
            (libm::log(low), libm::log(high))
        } else {
            (low, high)
        };
        // A single number stands in the middle.
        let (low, high) = match (high > low, at.is_empty()) {
            (true, _) => (low, high),
            (false, true) => (low, low + 1.0),
            (false, false) => (low - 0.5, low + 0.5),
        };
        let room = room * (high - low);
        Self {
            ends: (low - room, high + room),
            logarithmic,
            ticks: at.to_vec(),
        }
    }

    /// From the power of ten at or below `least` up to 1.
    pub fn of_p(least: f64, room: f64) -> Self {
        let powers = || (0..=DECADES).map(|power| (power, libm::pow(10.0, -f64::from(power))));
        let lowest = powers()
            .find(|(_, number)| *number <= least * (1.0 + 1e-9))
            .map_or(DECADES, |(power, _)| power);
        let ticks: Vec<f64> = powers()
            .take(1 + lowest.max(1) as usize)
            .map(|(_, number)| number)
            .collect();
        let low = libm::log(ticks[ticks.len() - 1]);
        Self {
            ends: (low * (1.0 + room), -low * room),
            logarithmic: true,
            ticks,
        }
    }

    fn scaled(&self, value: f64) -> f64 {
        if self.logarithmic {
            libm::log(value)
        } else {
            value
        }
    }

    /// Place of a number as a share of the axis.
    pub fn place(&self, value: f64) -> f64 {
        (self.scaled(value) - self.ends.0) / (self.ends.1 - self.ends.0)
    }

    /// Drops given ticks whose labels, `width` as shares of the axis, would touch the one before; the last one stays.
    pub fn thinned(mut self, width: impl Fn(f64) -> f64) -> Self {
        let mut ticks = std::mem::take(&mut self.ticks);
        ticks.sort_by(f64::total_cmp);
        ticks.dedup();
        let touch = |a: f64, b: f64| {
            (self.place(b) - self.place(a)).abs() < f64::midpoint(width(a), width(b))
        };
        let mut kept: Vec<f64> = Vec::new();
        for tick in ticks.into_iter().rev() {
            if kept.last().is_none_or(|&last| !touch(tick, last)) {
                kept.push(tick);
            }
        }
        self.ticks = kept;
        self
    }
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        limit.0 + (self.place(*value) * f64::from(limit.1 - limit.0)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if self.ticks.is_empty() {
            RangedCoordf64::from(self.ends.0..self.ends.1).key_points(hint)
        } else {
            self.ticks.clone()
        }
    }

    fn range(&self) -> Range<f64> {
        let of = |end: f64| {
            if self.logarithmic {
                libm::exp(end)
            } else {
                end
            }
        };
        of(self.ends.0)..of(self.ends.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_span_much_stand_at_equal_ratios() {
        let axis = Axis::new((25.0, 400.0), &[25.0, 100.0, 400.0], 0.0);
        for (value, place) in [(25.0, 0.0), (100.0, 0.5), (400.0, 1.0)] {
            assert!((axis.place(value) - place).abs() < 1e-12, "{value}");
        }
        let axis = Axis::new((50.0, 150.0), &[50.0, 150.0], 0.0);
        assert!(
            (axis.place(100.0) - 0.5).abs() < 1e-12,
            "a small span is linear"
        );
        let one = Axis::new((30.0, 30.0), &[30.0], 0.1);
        assert!(
            (one.place(30.0) - 0.5).abs() < 1e-12,
            "one number stands in the middle"
        );
    }

    #[test]
    fn labels_that_would_touch_are_dropped() {
        let numbers: Vec<f64> = (1..=20).map(|k| 10.0 * f64::from(k)).collect();
        let axis = Axis::new((10.0, 200.0), &numbers, 0.0).thinned(|_| 0.1);
        let ticks = axis.key_points(6);
        assert!(ticks.len() > 3 && ticks[0] == 200.0, "{ticks:?}");
        for pair in ticks.windows(2) {
            assert!(
                axis.place(pair[0]) - axis.place(pair[1]) >= 0.1,
                "{ticks:?}"
            );
        }
    }
}
