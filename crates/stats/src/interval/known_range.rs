//! Intervals of one mean of scores whose range is known.
//!
//! Wilson's (1927) interval inverts a score test whose variance is that of a share, `m (1 - m)`. Scores in a range have at most
//! that variance: k times it, `k = s^2 / (m (1 - m))`. With t in the place of z, as k is estimated, and `c = t^2 k / n`, the ends
//! are `(m + c/2 ± √(c m (1 - m) + c²/4)) / (1 + c)` of the range: never outside it, and unequal towards the nearer end.

use super::{Interval, Scale, TEstimate};
use crate::error::share;
use crate::moments::Moments;
use crate::special::{student_t_lower, student_t_upper, student_t_upper_quantile};
use crate::{Probability, Sample, StatsError};

impl Scale {
    /// A mean at `at` of the range whose variance, beside the largest that it may have, is `share`.
    fn score_interval(self, at: f64, share: f64, quantile: f64) -> Result<Interval, StatsError> {
        let c = quantile * quantile * share;
        let half = libm::sqrt(c * at * (1.0 - at) + 0.25 * c * c);
        let (low, high) = (
            (at + 0.5 * c - half) / (1.0 + c),
            (at + 0.5 * c + half) / (1.0 + c),
        );
        let width = self.high() - self.low();
        let end = |place: f64| self.low() + width * place;
        Interval::new(end(low.clamp(0.0, at)), end(high.clamp(at, 1.0)))
    }

    /// The interval of the mean of independent scores; `None` of one score, and of equal ones inside the range.
    ///
    /// Where at least half of the scores sit on one end, k is of the scores and half a score at either end: few of the others
    /// are seen, and none of them at all says little.
    ///
    /// # Errors
    /// For a confidence outside (0, 1), scores that are not finite, or a range that is not known or does not hold them.
    pub fn interval_of_mean<'a>(
        self,
        scores: impl Into<Sample<'a>>,
        confidence: f64,
    ) -> Result<Option<Interval>, StatsError> {
        share("confidence", confidence)?;
        let Some(Scored { at, spread, df }) = self.scored(scores.into())? else {
            return Ok(None);
        };
        let quantile = student_t_upper_quantile(0.5 * (1.0 - confidence), df);
        self.score_interval(at, spread, quantile).map(Some)
    }

    /// The p-values of "the true mean is `number`" against a larger and a smaller one, whose dual is [`Self::interval_of_mean`];
    /// `None` where that is.
    ///
    /// # Errors
    /// As [`Self::interval_of_mean`], and for a number that is not inside the range.
    pub fn p_of_mean<'a>(
        self,
        scores: impl Into<Sample<'a>>,
        number: f64,
    ) -> Result<Option<[Probability; 2]>, StatsError> {
        let Some(Scored { at, spread, df }) = self.scored(scores.into())? else {
            return Ok(None);
        };
        let null = share("the number's place in the range", self.place(number))?;
        let t = (at - null) / libm::sqrt(spread * null * (1.0 - null));
        Ok(Some([student_t_upper(t, df), student_t_lower(t, df)]))
    }

    /// The mean of scores in units of the range, with its variance beside `m (1 - m)`.
    fn scored(self, scores: Sample) -> Result<Option<Scored>, StatsError> {
        let moments = scores.moments_of(|score| self.place(score))?;
        if !self.is_bounded() || !self.holds(scores.rows().iter().copied()) {
            let found = Moments::of(scores)?.mean();
            return Err(StatsError::OutOfOrder {
                low_name: "score",
                low: found,
                high_name: "end of the range",
                high: self.high(),
            });
        }
        let Some(variance) = moments.variance() else {
            return Ok(None);
        };
        let (mean, items) = (moments.mean(), moments.count() as f64);
        let on = |end: f64| scores.count(|score| score == end);
        let (mut spread, mut df) = (variance / (mean * (1.0 - mean)), items - 1.0);
        if 2 * on(self.low()).max(on(self.high())) >= moments.count() {
            let middle = (mean * items + 0.5) / (items + 1.0);
            let around = items * (mean - middle) * (mean - middle);
            let ends = 0.5 * (middle * middle + (1.0 - middle) * (1.0 - middle));
            df = items;
            spread = (moments.squares() + around + ends) / (df * middle * (1.0 - middle));
        }
        let has_spread = spread != 0.0 && !spread.is_nan();
        let spread = spread.min(1.0) / items;
        Ok(has_spread.then_some(Scored {
            at: mean,
            spread,
            df,
        }))
    }

    fn place(self, score: f64) -> f64 {
        (score - self.low()) / (self.high() - self.low())
    }

    /// The interval of a mean with a standard error of its own, such as that of clusters: the same with `c = (t se)² / (m (1 - m))`.
    /// That of t where the range is not known or does not hold the estimate; `None` without spread.
    ///
    /// # Errors
    /// For a confidence outside (0, 1).
    pub fn interval_of_estimate(
        self,
        estimate: &TEstimate,
        confidence: f64,
    ) -> Result<Option<Interval>, StatsError> {
        let Some(by_t) = estimate.interval(confidence)? else {
            return Ok(None);
        };
        let at = self.place(estimate.estimate());
        if !(self.is_bounded() && at > 0.0 && at < 1.0) {
            return Ok(Some(by_t));
        }
        let error = estimate.standard_error() / (self.high() - self.low());
        let quantile = (by_t.high - by_t.low) / (2.0 * estimate.standard_error());
        self.score_interval(at, error * error / (at * (1.0 - at)), quantile)
            .map(Some)
    }

    /// The p-values of "the true mean is `number`" against a larger and a smaller one, whose dual is [`Self::interval_of_estimate`];
    /// `None` without spread.
    ///
    /// # Errors
    /// For a number that is not inside a range that is known.
    pub fn p_of_estimate(
        self,
        estimate: &TEstimate,
        number: f64,
    ) -> Result<Option<[Probability; 2]>, StatsError> {
        let error = estimate.standard_error();
        if error <= 0.0 {
            return Ok(None);
        }
        let at = self.place(estimate.estimate());
        let mut t = (estimate.estimate() - number) / error;
        if self.is_bounded() && at > 0.0 && at < 1.0 {
            let null = share("the number's place in the range", self.place(number))?;
            t *= libm::sqrt(at * (1.0 - at) / (null * (1.0 - null)));
        }
        let df = estimate.df();
        Ok(Some([student_t_upper(t, df), student_t_lower(t, df)]))
    }
}

/// A mean in units of the range.
struct Scored {
    at: f64,
    /// Its variance beside `m (1 - m)`.
    spread: f64,
    df: f64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::wilson;

    const UNIT: [f64; 2] = [0.0, 1.0];

    fn unit() -> Scale {
        Scale::new(UNIT[0], UNIT[1]).unwrap()
    }

    #[test]
    fn of_many_shares_it_is_wilson_s_interval() {
        // k is 1 but for n / (n - 1), and t is z.
        let scores: Vec<f64> = (0..200_000)
            .map(|item| f64::from(u8::from(item % 3 == 0)))
            .collect();
        let found = unit().interval_of_mean(&scores, 0.95).unwrap().unwrap();
        let wilson = wilson(66_667, 200_000, 0.95).unwrap();
        assert!(
            (found.low - wilson.low).abs() < 1e-7 && (found.high - wilson.high).abs() < 1e-7,
            "{found:?} {wilson:?}"
        );
    }

    #[test]
    fn it_is_inside_the_range_holds_the_mean_and_moves_with_the_scale() {
        let samples: [&[f64]; 6] = [
            &[1.0; 8],
            &[1.0, 1.0, 1.0, 0.75],
            &[0.0, 0.0, 0.5],
            &[0.2, 0.4, 0.3],
            &[0.0, 1.0],
            &[0.5, 1.0, 1.0, 1.0, 1.0],
        ];
        for scores in samples {
            let found = unit().interval_of_mean(scores, 0.95).unwrap().unwrap();
            let mean = scores.iter().sum::<f64>() / scores.len() as f64;
            assert!(
                found.low >= 0.0 && found.high <= 1.0 && found.contains(mean),
                "{scores:?}: {found:?}"
            );
            assert!(found.low < found.high);
            let likert: Vec<f64> = scores.iter().map(|score| 1.0 + 4.0 * score).collect();
            let moved = Scale::new(1.0, 5.0)
                .unwrap()
                .interval_of_mean(&likert, 0.95)
                .unwrap()
                .unwrap();
            assert!(
                (moved.low - (1.0 + 4.0 * found.low)).abs() < 1e-12,
                "{moved:?} {found:?}"
            );
        }
        assert_eq!(
            unit().interval_of_mean(&[0.5; 4], 0.95),
            Ok(None),
            "equal scores inside say nothing of their spread"
        );
        assert_eq!(unit().interval_of_mean(&[1.0], 0.95), Ok(None));
        assert!(unit().interval_of_mean(&[1.5, 0.0], 0.95).is_err());
    }

    #[test]
    fn an_estimate_with_an_error_of_its_own_stays_inside_and_is_that_of_t_far_from_the_ends() {
        let near = TEstimate::new(0.96, 0.05, 7.0).unwrap();
        let found = unit().interval_of_estimate(&near, 0.95).unwrap().unwrap();
        assert!(
            found.high < 1.0 && found.low < near.interval(0.95).unwrap().unwrap().low + 0.05,
            "{found:?}"
        );
        let middle = TEstimate::new(0.5, 1e-4, 7.0).unwrap();
        let (one, t) = (
            unit().interval_of_estimate(&middle, 0.95).unwrap().unwrap(),
            middle.interval(0.95).unwrap().unwrap(),
        );
        assert!(
            (one.low - t.low).abs() < 1e-7 && (one.high - t.high).abs() < 1e-7,
            "{one:?} {t:?}"
        );
        assert_eq!(
            Scale::UNKNOWN.interval_of_estimate(&near, 0.95),
            near.interval(0.95)
        );
    }

    #[test]
    fn a_number_is_outside_exactly_where_its_p_is_at_most_alpha() {
        let likert: Vec<f64> = (0..40)
            .map(|i| [1.0, 2.0, 3.0, 4.0, 5.0, 5.0][i * i % 6])
            .collect();
        let ends: Vec<f64> = (0..30)
            .map(|i| if i % 6 == 0 { 3.0 } else { 5.0 })
            .collect();
        let scale = Scale::new(1.0, 5.0).unwrap();
        for scores in [&likert[..], &ends, &likert[..5]] {
            let moments = Moments::of(scores).unwrap();
            let error = moments.sd().unwrap() / (scores.len() as f64).sqrt();
            let estimate = TEstimate::new(moments.mean(), error, 7.0).unwrap();
            for step in 1..400 {
                let number = 1.0 + f64::from(step) / 100.0;
                for alpha in [0.05, 0.01, 0.2] {
                    let of_scores = scale
                        .interval_of_mean(scores, 1.0 - alpha)
                        .unwrap()
                        .unwrap();
                    let of_error = scale
                        .interval_of_estimate(&estimate, 1.0 - alpha)
                        .unwrap()
                        .unwrap();
                    let p = |both: Option<[Probability; 2]>| {
                        let [greater, less] = both.unwrap().map(Probability::value);
                        2.0 * greater.min(less)
                    };
                    for (p, interval) in [
                        (p(scale.p_of_mean(scores, number).unwrap()), of_scores),
                        (p(scale.p_of_estimate(&estimate, number).unwrap()), of_error),
                    ] {
                        let outside = number < interval.low || number > interval.high;
                        assert_eq!(p <= alpha, outside, "{number} {alpha}: {p} {interval:?}");
                    }
                }
            }
        }
        assert!(scale.p_of_mean(&likert, 5.0).is_err());
    }
}
