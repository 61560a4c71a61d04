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
use crate::error::share;
use crate::moments::Moments;
use crate::special::{student_t_lower, student_t_upper, student_t_upper_quantile};
use crate::{Probability, Sample, StatsError};

/// What Student's and Hall's intervals of a mean cover together; `None` of one score or equal ones. It holds the mean.
///
/// # Errors
/// For no scores, one that is not finite, or a confidence outside (0, 1).
pub fn skewed_mean<'a>(
    scores: impl Into<Sample<'a>>,
    confidence: f64,
) -> Result<Option<Interval>, StatsError> {
    let half = 0.5 * (1.0 - share("confidence", confidence)?);
    let Some(Bent {
        mean,
        error,
        bend,
        df,
    }) = Bent::new(scores.into())?
    else {
        return Ok(None);
    };
    let t = student_t_upper_quantile(half, df);
    let end = |x: f64| mean - error * unbent(x, bend);
    Ok(Some(
        Interval::around(mean, t * error)?.hull(Interval::new(end(t), end(-t))?),
    ))
}

/// The p-values of "the true mean is `number`" against a larger and a smaller one: on each side the larger of Student's and Hall's,
/// whose dual is [`skewed_mean`]. `None` of one score or equal ones.
///
/// # Errors
/// For no scores, or one that is not finite.
pub fn skewed_mean_p<'a>(
    scores: impl Into<Sample<'a>>,
    number: f64,
) -> Result<Option<[Probability; 2]>, StatsError> {
    let Some(Bent {
        mean,
        error,
        bend,
        df,
    }) = Bent::new(scores.into())?
    else {
        return Ok(None);
    };
    let by_t = (mean - number) / error;
    let by_hall = cubic(by_t, bend);
    Ok(Some([
        student_t_upper(by_t.min(by_hall), df),
        student_t_lower(by_t.max(by_hall), df),
    ]))
}

/// A mean with its standard error and skewness.
struct Bent {
    mean: f64,
    error: f64,
    /// Skewness over the root of the number of scores.
    bend: f64,
    df: f64,
}

impl Bent {
    fn new(scores: Sample) -> Result<Option<Self>, StatsError> {
        let moments = Moments::of(scores)?;
        let Some(sd) = moments.sd().filter(|&sd| sd > 0.0) else {
            return Ok(None);
        };
        let (mean, items) = (moments.mean(), moments.count() as f64);
        let scale = libm::sqrt(moments.squares() / items);
        let cubes = scores.sum(|score| {
            let u = (score - mean) / scale;
            u * u * u
        });
        let skewness = cubes / items;
        let root = libm::sqrt(items);
        Ok(Some(Self {
            mean,
            error: sd / root,
            bend: skewness / root,
            df: items - 1.0,
        }))
    }
}

/// Hall's (1992) transformation `g(y) = y + b (y²/3 + 1/6) + b² y³/27`, which increases.
fn cubic(y: f64, bend: f64) -> f64 {
    y + bend * (y * y / 3.0 + 1.0 / 6.0) + bend * bend * y * y * y / 27.0
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

    #[test]
    fn a_number_is_outside_exactly_where_its_p_is_at_most_alpha() {
        let mut numbers = Numbers(11);
        for items in [3, 5, 12, 40] {
            let scores: Vec<f64> = (0..items).map(|_| numbers.share().powi(4) * 9.0).collect();
            for step in -200..400 {
                let number = f64::from(step) / 50.0;
                for alpha in [0.05, 0.01, 0.2] {
                    let interval = skewed_mean(&scores, 1.0 - alpha).unwrap().unwrap();
                    let [greater, less] = skewed_mean_p(&scores, number)
                        .unwrap()
                        .unwrap()
                        .map(Probability::value);
                    let outside = number < interval.low || number > interval.high;
                    assert_eq!(
                        2.0 * greater.min(less) <= alpha,
                        outside,
                        "{number} {alpha}"
                    );
                }
            }
        }
    }
}
