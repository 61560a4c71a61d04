//! Almost stochastic order: what its bootstrap says, and what keeps its level.
//!
//! The null is that the violation ratio of "the one is better" is at or above the threshold. Its bootstrap alone rejects far too often
//! where both have one distribution: the ratio then is anything between 0 and 1, and is not a quantity that resamples tell of. So the claim
//! must also survive the permutation of labels, which is exact there: p is the larger of the two, and the bound of the ratio is at least
//! one half, the ratio of equal distributions, where labels are not told apart.

use restrap_stats::{Alternative, Probability, ResampledRatios, ViolationRatio};
use restrap_words::{Code, Note};

use crate::data::contrast::Samples;
use crate::data::scores::Scores;
use crate::error::Error;
use crate::evidence::resample::bounds::{Value, of_extreme};
use crate::evidence::resample::labels;
use crate::evidence::test::observed::ClosedForm;
use crate::evidence::test::outcome;
use crate::number::digits::rounded;
use crate::outcome::{Method, OrderOutcome, TestOutcome};
use crate::request::{Request, Test};

/// Violation ratio of neither ahead.
pub(crate) const NEITHER: f64 = 0.5;
/// Runs of the smaller sample below which the limits of the level are told.
const FEW: usize = 20;
/// A bound and a p-value of one level agree: alpha times p over its adjusted value is rounded.
const ROUNDING: f64 = 1.0 + 1e-9;

/// The bootstrap and the label permutation of one comparison, with the claim that they test.
pub(crate) struct Ordered {
    ratios: ResampledRatios,
    /// One-sided or two-sided: what tails are multiplied by.
    sides: f64,
    bootstrap: Value,
    labels: Probability,
    outcome: OrderOutcome,
}

impl Ordered {
    /// `ratios`: of resamples, of "the system's scores are larger". `labels`: the p-value of their permutation. `side`: of the difference
    /// itself.
    ///
    /// # Errors
    /// For no resamples.
    pub fn new(
        ratios: &[f64],
        labels: &Value,
        side: Alternative,
        samples: &Samples,
        request: &Request,
    ) -> Result<Self, Error> {
        let scores = (samples.system.one_by_one()?, samples.baseline.one_by_one()?);
        let observed = ViolationRatio::of(&scores.0, &scores.1)?.value();
        let larger = match side {
            Alternative::Greater => true,
            Alternative::Less => false,
            Alternative::TwoSided => {
                observed < NEITHER || observed == NEITHER && samples.t.difference() >= 0.0
            }
        };
        let sides = if side == Alternative::TwoSided {
            2.0
        } else {
            1.0
        };
        let threshold = request.variants.aso_threshold.unwrap_or(NEITHER);
        let (mut of_claim, mut ratio) = (ResampledRatios::new(ratios.to_vec())?, observed);
        if !larger {
            (of_claim, ratio) = (of_claim.swapped(), 1.0 - observed);
        }
        let raw = request.variants.raw_p;
        let bootstrap = of_extreme(
            (of_claim.reaching(threshold), sides),
            of_claim.resamples(),
            raw,
        )?;
        // Labels that differ the other way are no evidence for the claim.
        let against = samples.t.difference() != 0.0 && (samples.t.difference() > 0.0) != larger;
        let p_labels = if against { Probability::ONE } else { labels.p };
        let better = if larger == request.question.higher_is_better {
            samples.system
        } else {
            samples.baseline
        };
        // Whose scores are larger is the other one where lower is better.
        let outcome = OrderOutcome {
            better: better.name.clone(),
            ratio: rounded(ratio),
            epsilon_min: 1.0,
            confidence: 0.0,
            threshold,
            p_bootstrap: outcome::printed(bootstrap.p),
            p_labels: outcome::printed(p_labels),
        };
        let mut ordered = Self {
            ratios: of_claim,
            sides,
            bootstrap,
            labels: p_labels,
            outcome,
        };
        ordered.settle(request.question.alpha);
        Ok(ordered)
    }

    /// The larger of both p-values.
    pub fn p(&self) -> Probability {
        self.bootstrap.p.max(self.labels)
    }

    /// Takes the level at which an adjustment tests this comparison.
    pub fn settle(&mut self, alpha: f64) {
        let of_claim = self.ratios.bound(alpha * ROUNDING / self.sides);
        let least = if self.labels.value() > alpha * ROUNDING {
            NEITHER
        } else {
            0.0
        };
        self.outcome.epsilon_min = rounded(of_claim.max(least));
        self.outcome.confidence = rounded(1.0 - alpha / self.sides);
    }

    pub fn outcome(&self) -> OrderOutcome {
        self.outcome.clone()
    }

    /// Returns the outcome of the test.
    pub fn tested(
        &self,
        labels: &Value,
        side: Alternative,
        samples: &Samples,
        request: &Request,
    ) -> Result<TestOutcome, Error> {
        let is_of_labels = self.labels.value() > self.bootstrap.p.value();
        let floor = Probability::new(labels::floor(samples, side)?);
        let one = self.sides / (self.ratios.resamples() as f64 + 1.0);
        let of_draws = if request.variants.raw_p {
            Probability::ZERO
        } else {
            Probability::new(one)
        };
        let share = if request.variants.raw_p {
            "c/R"
        } else {
            "(c + 1)/(R + 1)"
        };
        let share = if self.sides > 1.0 {
            format!("2 {share}")
        } else {
            share.to_owned()
        };
        let done = ClosedForm {
            p: Some(self.p()),
            method: Method::Sampled,
            centred: None,
            relative_error: 0.0,
            df: None,
            statistic: Some(self.outcome.ratio),
            floor: Some(floor.max(of_draws)),
            design: None,
            recipe: format!(
                "almost stochastic order (del Barrio, Cuesta-Albertos & Matr\u{e1}n 2018), violation ratio below {}: the larger p of \
                 bootstrap percentiles of both samples, p = {share}, and of the permutation of labels (random labels; Fisher 1935){}",
                self.outcome.threshold,
                if labels.sampled.is_none() {
                    ", over all labels"
                } else {
                    ""
                }
            ).into(),
            notes: notes(samples),
        };
        let sampled = if is_of_labels {
            labels.sampled
        } else {
            self.bootstrap.sampled
        };
        Ok(TestOutcome {
            resamples: Some(self.ratios.resamples()),
            at_least_as_extreme: sampled.map(|sampled| sampled.extreme),
            pvalue_interval: sampled.map(|sampled| sampled.bounds.map(rounded)),
            ..outcome::of_classical(Test::Aso, done, request)
        })
    }
}

/// Returns notes about the level of the test and the violation ratio.
fn notes(samples: &Samples) -> Vec<Note> {
    let scores = [samples.system, samples.baseline].map(Scores::one_by_one);
    let [Ok(system), Ok(baseline)] = &scores else {
        return Vec::new();
    };
    let undefined = ViolationRatio::of(system, baseline).is_ok_and(|ratio| ratio.undefined());
    let same = undefined.then(|| {
        Code::EqualQuantiles
            .says("both have the same quantiles: the violation ratio is 0.5 by convention")
    });
    let few = (system.len().min(baseline.len()) < FEW).then(|| {
        Code::OrderOfFew.says("its level is exact if both have the same distribution of scores; if spread or skewness differ, it rejects too often with few values")
    });
    same.into_iter().chain(few).collect()
}
