//! A human subset and a judge of everything: prediction-powered inference.
//!
//! n items have a human score y and the judge's f, N others f alone. For any λ
//!
//! ```text
//! θ = λ mean_N(f) + mean_n(y − λ f),    se² = λ² Var_N(f)/N + Var_n(y − λ f)/n
//! ```
//!
//! estimates the mean human score without bias, if the labelled items are a random sample (Angelopoulos et al. 2023). λ = 0 takes
//! the humans alone, λ = 1 the judge with its mean error taken off. PPI++ (Angelopoulos, Duchi and Zrnic 2023, section 6) takes
//! the λ of least variance, `Cov_n(y, f)/((1 + n/N) Var(f))`, clipped to [0, 1]: Var(f) of all n + N items with n + N − 1 below,
//! the other moments with n or N below, as in their package. A difference of two systems is the same of y_A − y_B and f_A − f_B.
//!
//! A judge that errs in one of n items has, in a third of all samples, no error among them, and the formula takes it for perfect:
//! at n = 30 and errors in 4 % of the items the 95 % interval covers .77. [`Prediction::with_unseen_errors`] spreads the labelled
//! items as if the judge had erred once more in either direction (after Agresti and Caffo 2000), means as they are: .98, and .94 to
//! .96 where errors are frequent or labels many.
//!
//! Where nearly all items are right, few labels often hold no wrong one, and t of people alone has nothing to go by: it covers .79 at
//! n = 30 and 95 % right. [`Prediction::share`] takes Wilson's interval (1927) of a share instead, with as many trials as human scores
//! alone would need to be as sure: .94 and more there, as Wilson's of people alone. A difference of two such systems has the spread of
//! human scores with half an item more in each of the four cells (Agresti and Min 2005): [`Prediction::guarded_pair`] covers .94 and
//! more at n = 30, where t of the differences as they are covers .77 to .95.

use crate::interval::{Interval, score_interval, two_sided_quantile};
use crate::moments::sum;
use crate::{Moments, StatsError, StudentT, TEstimate, error};

/// How much larger than that of the humans alone a guarded error or interval may be.
const MOST_WIDER: f64 = 1.05;

/// Human scores, corrected for by a judge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    labelled: Moments,
    judged: Moments,
    unlabelled: Moments,
    /// `sum of (y − mean)(f − mean)` over the labelled items.
    products: f64,
    /// Items whose spread the moments of the labelled ones hold, seen or not.
    spread_over: f64,
}

impl Prediction {
    /// From the human scores, the judge's of the same items, and the judge's of the others.
    ///
    /// # Errors
    /// When the first two differ in length, there are fewer than two labelled items or no other, or a score is not finite.
    pub fn new(human: &[f64], judge: &[f64], judge_alone: &[f64]) -> Result<Self, StatsError> {
        if human.len() != judge.len() {
            return Err(StatsError::LengthMismatch {
                left: human.len(),
                right: judge.len(),
            });
        }
        if human.len() < 2 {
            return Err(StatsError::TooFew {
                what: "items with a human score",
                needed: 2,
                found: human.len(),
            });
        }
        let [labelled, judged, unlabelled] = [
            Moments::of(human)?,
            Moments::of(judge)?,
            Moments::of(judge_alone)?,
        ];
        let products = human
            .iter()
            .zip(judge)
            .map(|(y, f)| (y - labelled.mean()) * (f - judged.mean()));
        Ok(Self {
            products: sum(products),
            labelled,
            judged,
            unlabelled,
            spread_over: human.len() as f64,
        })
    }

    /// The means, spread as if two more labelled items held errors of the judge of this size, one in either direction; 1
    /// for scores of 0 and 1.
    ///
    /// # Errors
    /// When `size` is not above 0.
    pub fn with_unseen_errors(self, size: f64) -> Result<Self, StatsError> {
        error::positive("the size of an error", size)?;
        // Half of it each in y and f, about their means.
        let added = 0.5 * size * size;
        let wider = |moments: Moments| {
            Moments::from_mean(moments.count(), moments.mean(), moments.squares() + added)
        };
        Ok(Self {
            labelled: wider(self.labelled)?,
            judged: wider(self.judged)?,
            products: self.products - added,
            spread_over: self.spread_over + 2.0,
            ..self
        })
    }

    /// The λ of least variance before it is clipped; 0 for a judge without spread.
    pub fn raw_weight(&self) -> f64 {
        let (n, others) = (self.spread_over, self.unlabelled.count() as f64);
        // Squares about the mean of both groups together.
        let apart = self.judged.mean() - self.unlabelled.mean();
        let squares = self.judged.squares()
            + self.unlabelled.squares()
            + apart * apart * n * others / (n + others);
        let covariance = self.products / n;
        if squares > 0.0 {
            covariance / ((1.0 + n / others) * squares / (n + others - 1.0))
        } else {
            0.0
        }
    }

    /// The weight of the judge, λ from 0 to 1.
    pub fn weight(&self) -> f64 {
        self.raw_weight().clamp(0.0, 1.0)
    }

    /// The estimate at a weight of the judge, with t of n − 1 degrees of freedom: the labelled items are the fewer.
    ///
    /// # Errors
    /// When `weight` is not finite or the variance overflows.
    pub fn estimate(&self, weight: f64) -> Result<TEstimate, StatsError> {
        error::finite(&[weight])?;
        let (n, others) = (self.labelled.count() as f64, self.unlabelled.count() as f64);
        let mean =
            weight * self.unlabelled.mean() + (self.labelled.mean() - weight * self.judged.mean());
        // Squares of y − λ f; rounding alone may leave less than nothing.
        let left = self.labelled.squares()
            + weight * (weight * self.judged.squares() - 2.0 * self.products);
        let variance = weight * weight * self.unlabelled.squares() / (others * others)
            + left.max(0.0) / (n * self.spread_over);
        TEstimate::new(mean, libm::sqrt(variance), n - 1.0)
    }

    /// The estimate to report: the judge's weight and the error as if it had erred once more (see [`Prediction::with_unseen_errors`]),
    /// and the error at most 5 % above that of the humans alone.
    ///
    /// # Errors
    /// When `size` is not above 0 or a variance overflows.
    pub fn guarded(self, size: f64) -> Result<TEstimate, StatsError> {
        let cautious = self.with_unseen_errors(size)?;
        let estimate = cautious.estimate(cautious.weight())?;
        let alone = self.humans_alone()?.standard_error();
        // Equal human scores say nothing about their error.
        let most = if alone > 0.0 {
            MOST_WIDER * alone
        } else {
            f64::INFINITY
        };
        TEstimate::new(
            estimate.estimate(),
            estimate.standard_error().min(most),
            estimate.df(),
        )
    }

    /// The guarded difference of two systems whose human scores are all 0 or 1, `human` being differences: beside that of
    /// [`Prediction::humans_alone_pair`], the error is what the judge makes of it, and at most 5 % more.
    ///
    /// # Errors
    /// When `size` is not above 0 or a variance overflows.
    pub fn guarded_pair(self, size: f64) -> Result<TEstimate, StatsError> {
        let cautious = self.with_unseen_errors(size)?;
        let [with_judge, without] = [
            cautious.estimate(cautious.weight())?,
            cautious.estimate(0.0)?,
        ];
        let ratio = (with_judge.standard_error() / without.standard_error()).min(MOST_WIDER);
        let error = ratio * self.humans_alone_pair()?.standard_error();
        TEstimate::new(with_judge.estimate(), error, with_judge.df())
    }

    /// Wilson's interval of the mean of human scores that are all 0 or 1: of as many trials as human scores alone would need for the
    /// guarded error, and at most 5 % wider than that of the human scores alone. `weight` is the judge's; `None` takes the best, and
    /// only that one is known to be no worse than human scores alone.
    ///
    /// # Errors
    /// When `size` is not above 0, `confidence` is outside (0, 1), `weight` is not finite, or a variance overflows.
    pub fn share(
        self,
        size: f64,
        weight: Option<f64>,
        confidence: f64,
    ) -> Result<Interval, StatsError> {
        let alone = self.humans_alone_share(confidence)?;
        let cautious = self.with_unseen_errors(size)?;
        let [with_judge, without] = [
            cautious.estimate(weight.unwrap_or_else(|| cautious.weight()))?,
            cautious.estimate(0.0)?,
        ];
        let gain = without.standard_error() / with_judge.standard_error();
        let most_wider = if weight.is_none() {
            MOST_WIDER
        } else {
            f64::INFINITY
        };
        let trials = self.labelled.count() as f64 * (gain * gain).max(most_wider.powi(-2));
        let right = with_judge.estimate().clamp(0.0, 1.0) * trials;
        let of = score_interval(right, trials, two_sided_quantile(confidence)?)?;
        // The judge may move the share to where intervals are wider.
        let [centre, half] = [0.5 * (of.low + of.high), 0.5 * (of.high - of.low)];
        let half = half.min(0.5 * most_wider * (alone.high - alone.low));
        Interval::new((centre - half).max(0.0), (centre + half).min(1.0))
    }

    /// Wilson's interval of the human scores alone, all 0 or 1.
    ///
    /// # Errors
    /// When `confidence` is outside (0, 1).
    pub fn humans_alone_share(&self, confidence: f64) -> Result<Interval, StatsError> {
        let trials = self.labelled.count() as f64;
        let right = self.labelled.mean().clamp(0.0, 1.0) * trials;
        let Interval { low, high, .. } =
            score_interval(right, trials, two_sided_quantile(confidence)?)?;
        Interval::new(low.max(0.0), high.min(1.0))
    }

    /// Student's t of the human scores alone.
    ///
    /// # Errors
    /// When the variance overflows.
    pub fn humans_alone(&self) -> Result<TEstimate, StatsError> {
        Ok(StudentT::of_moments(self.labelled)?.estimate())
    }

    /// Student's t of differences of human scores that are all 0 or 1, spread as if each cell of the table of both systems (right or
    /// wrong) held half an item more (Agresti and Min 2005): equal scores have an error too.
    ///
    /// # Errors
    /// When the variance overflows.
    pub fn humans_alone_pair(&self) -> Result<TEstimate, StatsError> {
        let n = self.labelled.count() as f64;
        let variance = (self.labelled.squares() + 1.0) / (n * (n + 2.0));
        TEstimate::new(self.labelled.mean(), libm::sqrt(variance), n - 1.0)
    }

    /// How many human scores alone would be as sure as these with the judge.
    ///
    /// # Errors
    /// As [`Prediction::estimate`].
    pub fn effective_labels(&self) -> Result<f64, StatsError> {
        let alone = self.estimate(0.0)?.standard_error();
        let ratio = alone / self.estimate(self.weight())?.standard_error();
        Ok(self.labelled.count() as f64 * ratio * ratio)
    }
}
