//! Interval of one mean of scores whose range is not known, in closed form.
//!
//! | part | ends |
//! |---|---|
//! | Student (1908) | `mean ± t s / √n` |
//! | Hall (1992, "On the removal of skewness by transformation") | `mean - (s / √n) g⁻¹(± t)`, with `g(x) = x + (γ/√n) (x²/3 + 1/6) + (γ²/n) x³/27` and γ the skewness |
//!
//! g takes the first effect of skewness off t. It is a cubic that always rises, so that its inverse is one root. The interval is what both
//! cover: t alone is too narrow on the side of the tail (lognormal scores, n = 10: .84 of .95), Hall's on the other side.

use super::Interval;
use crate::StatsError;
use crate::error::share;
use crate::moments::{Moments, sum};
use crate::special::student_t_upper_quantile;

/// What Student's and Hall's intervals of a mean cover together; `None` of one score or equal ones. It holds the mean.
///
/// # Errors
/// For no scores, one that is not finite, or a confidence outside (0, 1).
pub fn skewed_mean(scores: &[f64], confidence: f64) -> Result<Option<Interval>, StatsError> {
    let half = 0.5 * (1.0 - share("confidence", confidence)?);
    let moments = Moments::of(scores)?;
    let Some(sd) = moments.sd().filter(|&sd| sd > 0.0) else {
        return Ok(None);
    };
    let (mean, items) = (moments.mean(), moments.count() as f64);
    let scale = libm::sqrt(moments.squares() / items);
    let skewness = sum(scores
        .iter()
        .map(|score| (score - mean) / scale)
        .map(|u| u * u * u))
        / items;
    let (error, t) = (
        sd / libm::sqrt(items),
        student_t_upper_quantile(half, items - 1.0),
    );
    let bend = skewness / libm::sqrt(items);
    let end = |x: f64| mean - error * unbent(x, bend);
    Ok(Some(
        Interval::around(mean, t * error)?.hull(Interval::new(end(t), end(-t))?),
    ))
}

/// The root of `g(y) = x`, in two forms that do not cancel: `(1 + b (x - b/6))^(1/3)` less 1, over b/3.
fn unbent(x: f64, bend: f64) -> f64 {
    let shifted = bend * (x - bend / 6.0);
    if shifted == 0.0 || bend == 0.0 {
        return if bend == 0.0 { x } else { 0.0 };
    }
    let root = libm::cbrt(1.0 + shifted);
    // c - 1 = (c³ - 1) / (c² + c + 1).
    3.0 * (x - bend / 6.0) / (root * root + root + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use restrap_testing::Numbers;

    fn cubic(y: f64, bend: f64) -> f64 {
        y + bend * (y * y / 3.0 + 1.0 / 6.0) + bend * bend * y * y * y / 27.0
    }

    #[test]
    fn the_root_solves_the_cubic() {
        for bend in [-1.0, -0.3, -1e-9, 0.0, 1e-12, 0.01, 0.5, 1.0] {
            for x in [-30.0, -2.0, -0.1, 0.0, 0.2, 1.96, 12.7, 300.0] {
                let y = unbent(x, bend);
                assert!(
                    (cubic(y, bend) - x).abs() <= 1e-12 * x.abs().max(1.0),
                    "{x} {bend}: {y}"
                );
            }
        }
    }

    #[test]
    fn it_holds_t_and_reaches_further_towards_the_tail() {
        let mut numbers = Numbers(3);
        for items in 3..40 {
            let scores: Vec<f64> = (0..items).map(|_| 1.0 / (numbers.share() + 1e-3)).collect();
            let mean = Moments::of(&scores).unwrap().mean();
            let found = skewed_mean(&scores, 0.95).unwrap().unwrap();
            let t = crate::StudentT::of_moments(Moments::of(&scores).unwrap())
                .unwrap()
                .interval(0.95)
                .unwrap()
                .unwrap();
            assert!(
                found.low <= t.low + 1e-12 && found.high >= t.high - 1e-12 && found.contains(mean),
                "{items}: {found:?}"
            );
            assert!(found.low.is_finite() && found.high.is_finite());
            let (up, down) = (found.high - mean, mean - found.low);
            assert!(
                items < 12 || up > down,
                "{items}: the long tail is above: {found:?}"
            );
        }
        assert_eq!(skewed_mean(&[0.3; 5], 0.95), Ok(None));
        assert_eq!(skewed_mean(&[0.3], 0.95), Ok(None));
    }
}
