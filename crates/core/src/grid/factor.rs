//! Scores that share a factor or an offset that no short decimal and no small fraction is: multiples of 2^-20, of 37e15, of 0.7
//! per standard deviation, all with 0.0123456789 added.
//!
//! Between the least and the largest score all lie on fractions k/q, q ≤ 5,040, as close as the rounding of their doubles allows;
//! paired differences are then k steps of `range / q`. Chance does not do that: of two random scores between two others, both lie
//! on such fractions once in 10^13.

use super::survey::{LARGEST_DENOMINATOR, lcm, nearest, smallest_denominator};

/// Roundings in a score and in its place between least and largest.
const ROUNDINGS: f64 = 8.0;
/// A place known less well than this may be on a fraction by chance.
const COARSEST: f64 = 1e-11;

/// Steps of the common factor in 1, and differences in steps, if the scores have one.
pub(super) fn multiples(baseline: &[f64], system: &[f64]) -> Option<(f64, Vec<i64>)> {
    let all = || baseline.iter().chain(system).copied();
    let (low, high) = all().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
        (low.min(x), high.max(x))
    });
    let range = high - low;
    let place = |x: f64| (x - low) / range;
    // What rounding may have moved a place by: nothing where neither the score nor the least one has a size.
    let noise = |x: f64| ROUNDINGS * f64::EPSILON * ((x.abs() + low.abs()) / range + place(x));
    if !(range.is_normal() && noise(high).max(noise(low)) <= COARSEST) {
        return None;
    }
    let is_on = |x: f64, q: u64| {
        let scaled = place(x) * q as f64;
        (scaled - nearest(scaled)).abs() <= noise(x) * q as f64
    };
    let mut q = 1;
    for x in all() {
        if !is_on(x, q) {
            q = lcm(q, smallest_denominator(place(x), noise(x))?);
            if q > LARGEST_DENOMINATOR || !is_on(x, q) {
                return None;
            }
        }
    }
    let step = |x: f64| nearest(place(x) * q as f64) as i64;
    let difference = baseline
        .iter()
        .zip(system)
        .map(|(&b, &s)| step(s) - step(b))
        .collect();
    Some((q as f64 / range, difference))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: [[f64; 6]; 2] = [
        [0.0, 1.0, 4.0, 2.0, 2.0, 3.0],
        [1.0, 1.0, 2.0, 4.0, 0.0, 3.0],
    ];

    fn steps(of: impl Fn(f64) -> f64) -> Option<(Vec<i64>, f64)> {
        let [baseline, system] = WHOLE.map(|column| column.map(&of));
        let (per_one, difference) = multiples(&baseline, &system)?;
        Some((difference, 1.0 / per_one))
    }

    #[test]
    fn a_factor_and_an_offset_change_nothing() {
        for factor in [
            1.0,
            2.0_f64.powi(-20),
            2.0_f64.powi(200),
            37e15,
            std::f64::consts::PI,
            1e-9 / 7.0,
        ] {
            for offset in [0.0, 0.012_345_678_9, -3.0] {
                let (difference, unit) = steps(|x| (x + offset) * factor).unwrap();
                assert_eq!(difference, [1, 0, -2, 2, -2, 0], "{factor:e} {offset}");
                assert!((unit / factor - 1.0).abs() < 1e-12, "{unit:e} {factor:e}");
            }
        }
    }

    #[test]
    fn what_is_off_by_more_than_rounding_has_no_factor() {
        assert!(steps(|x| if x == 3.0 { 3.0 + 1e-9 } else { x }).is_none());
        assert!(steps(f64::sqrt).is_none());
        assert!(
            steps(|x| 1e9 + x).is_none(),
            "an offset that leaves too few digits"
        );
        assert!(multiples(&[1.0; 3], &[1.0; 3]).is_none());
    }
}
