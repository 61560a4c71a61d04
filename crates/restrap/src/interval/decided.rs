//! An interval whose side of 0 is that of its decision.

use restrap_stats::Interval;
use restrap_stats::interval::Scale;

/// An end so near to 0, beside the difference, is 0 that was rounded.
const ROUNDED: f64 = 1e-9;

/// Ends that rounding never takes across 0, inside the range of differences; none of differences without spread.
pub(crate) fn decided(
    (low, high): (f64, f64),
    excludes: bool,
    difference: f64,
    scale: Scale,
) -> Option<Interval> {
    let near = ROUNDED * difference.abs();
    let least = 1e-12 * difference.abs();
    let (low, high) = match excludes {
        true if difference > 0.0 => (low.max(least), high),
        true => (low, high.min(-least)),
        false => (
            if low.abs() <= near { 0.0 } else { low.min(0.0) },
            if high.abs() <= near { 0.0 } else { high.max(0.0) },
        ),
    };
    let interval = Interval::new(low, high).ok().filter(|interval| interval.low < interval.high)?;
    Some(interval.within(scale, difference))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_on_the_side_that_was_decided() {
        let of = |ends, excludes, difference| {
            decided(ends, excludes, difference, Scale::UNKNOWN).map(|found| (found.low, found.high))
        };
        assert_eq!(of((-88.2, 2e-10), false, -44.1), Some((-88.2, 0.0)), "an end that is 0 is 0");
        assert_eq!(of((-1e-17, 2.0), true, 1.0).unwrap().1, 2.0);
        assert!(of((-1e-17, 2.0), true, 1.0).unwrap().0 > 0.0);
        assert_eq!(of((0.1, 2.0), false, 1.0), Some((0.0, 2.0)));
        assert_eq!(of((-1.0, -1.0), true, -1.0), None, "no width is no evidence");
        let unit = Scale::new(0.0, 1.0).unwrap().of_difference();
        assert_eq!(decided((-0.2, 1.4), false, 0.6, unit).unwrap().high, 1.0);
    }
}
