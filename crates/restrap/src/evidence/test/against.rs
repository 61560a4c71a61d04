//! Scores against a number that is known, in the place of a baseline: test, interval and margins as one decision.
//!
//! | scores | test | interval |
//! |---|---|---|
//! | 0/1, single items | exact binomial, twice the smaller tail | Clopper and Pearson (1934) |
//! | in a known range | score test of a mean: Wilson (1927) with dispersion, on t | its dual |
//! | in an unknown range | the larger p of Student's and Hall's (1992) | the hull of theirs |
//! | clusters of items | the same score test with the standard error of clusters, on its degrees of freedom | its dual |
//!
//! Swaps of the sign of a distance from the number are exact only for scores that lie symmetrically about it: 12 of 12 right against 0.9
//! have p .0005 there, and probability .28.

use restrap_stats::interval::{Scale, skewed_mean, skewed_mean_p};
use restrap_stats::{Alternative, Interval, Margin, MarginTest, OneShare, Probability, TEstimate};
use restrap_words::{Code, asked_as};

use crate::data::pair::{Against, Pair};
use crate::error::Error;
use crate::evidence::level::{IntervalLevel, decided};
use crate::evidence::test::observed::ClosedForm;
use crate::outcome::{IntervalKind, IntervalOutcome, Method};
use crate::request::{AskedMargin, Claim, Request, Test};

/// The scores of one system, as they are tested against a number.
pub(crate) struct OneSample<'p> {
    pair: &'p Pair<'p>,
    number: f64,
    scale: Scale,
    by: By,
}

/// The test that the scores allow.
enum By {
    Binomial(OneShare),
    KnownRange,
    /// The mean, with the standard error of clusters.
    Clusters(TEstimate),
    Skewed,
}

/// Returns `true` if the primary test is one against a number: interval and margins are then its own.
pub(crate) fn decides(pair: &Pair, request: &Request) -> bool {
    let primary = request.question.tests[0];
    pair.against.is_some() && matches!(primary, Test::Binomial | Test::OneSample)
}

/// Runs a test against a number.
///
/// # Errors
/// For a baseline that is no number, and scores that the test does not allow.
pub(crate) fn run(
    test: Test,
    side: Alternative,
    pair: &Pair,
    request: &Request,
) -> Result<ClosedForm, Error> {
    let sample = OneSample::new(test, pair, request)?;
    let p = sample.p(side)?;
    let notes =
        if p.is_some() {
            Vec::new()
        } else {
            vec![Code::NoSpread.says(
                "all scores are equal, and there is no spread to compare their distance with",
            )]
        };
    let sums = pair
        .system
        .each()
        .map(|(score, times)| score * times as f64);
    let mean = sums.sum::<f64>() / pair.system.items() as f64;
    Ok(ClosedForm {
        p,
        method: match sample.by {
            By::Binomial(_) => Method::Exact,
            _ => Method::Asymptotic,
        },
        centred: None,
        relative_error: 0.0,
        df: None,
        statistic: Some(mean),
        floor: match sample.by {
            By::Binomial(share) => Some(share.floor(sample.number, side)?),
            _ => None,
        },
        design: None,
        recipe: sample.recipe().into(),
        notes,
    })
}

/// Returns 0/1 scores that are all alike as trials: clusters without spread are as many as there are clusters.
///
/// # Errors
/// Never for 1 cluster or more.
fn alike(values: &[f64], clusters: u64) -> Result<Option<OneShare>, Error> {
    let all = |score: f64| values.iter().all(|&value| value == score);
    let right = match (all(0.0), all(1.0)) {
        (true, _) => 0,
        (_, true) => clusters,
        _ => return Ok(None),
    };
    Ok(Some(OneShare::new(right, clusters)?))
}

/// Returns the interval of such scores; `None` of others.
///
/// # Errors
/// For a confidence outside (0, 1).
pub(crate) fn interval_of_alike(
    values: &[f64],
    clusters: u64,
    confidence: f64,
) -> Result<Option<IntervalOutcome>, Error> {
    let Some(share) = alike(values, clusters)? else {
        return Ok(None);
    };
    let (found, kind) = (
        share.interval(0.0, confidence)?,
        IntervalKind::ClopperPearson,
    );
    Ok(Some(IntervalOutcome::new(found, kind, confidence)))
}

impl<'p> OneSample<'p> {
    /// Returns the scores of a pair whose baseline is a number, as this test takes them.
    ///
    /// # Errors
    /// For a baseline with scores of its own, a number at or beyond an end of the range of the scores, and a binomial test of other
    /// scores than 0 and 1.
    pub fn new(test: Test, pair: &'p Pair, request: &Request) -> Result<Self, Error> {
        let refuse = |found: &str| {
            Err(Error::not_applicable(
                asked_as("test", test),
                match test {
                    Test::Binomial => {
                        "0/1 scores of items and a number in the place of the baseline"
                    }
                    _ => "a number in the place of the baseline",
                },
                found.to_owned(),
                format!("add {}, or drop it", asked_as("against", 0.5)),
            ))
        };
        let Some(Against { number, share }) = pair.against else {
            return refuse("the baseline has scores of its own");
        };
        let values = pair.system.rows();
        let is_share = values.iter().all(|&score| score == 0.0 || score == 1.0);
        let scale = if is_share {
            Scale::new(0.0, 1.0)?
        } else {
            request.sample.scale()
        };
        let is_known = scale.is_bounded() && scale.holds(values.iter().copied());
        let scale = if is_known { scale } else { Scale::UNKNOWN };
        if is_known && !(scale.low() < number && number < scale.high()) {
            let end = if number >= scale.high() {
                scale.high()
            } else {
                scale.low()
            };
            return Err(Error::not_applicable(
                asked_as("against", number),
                "a number inside the range of the scores",
                format!("the true mean is {end} only if every score is {end}"),
                format!(
                    "use a number inside the range, such as {}",
                    asked_as("against", f64::midpoint(scale.low(), scale.high()))
                ),
            ));
        }
        let alike = match pair.clusters() {
            Some(clusters) => alike(values, clusters.number())?,
            None => None,
        };
        let by = match (share, pair.clusters(), alike) {
            (Some(share), ..) if test == Test::Binomial => By::Binomial(share),
            _ if test == Test::Binomial => {
                return refuse("these are other scores, or units of several items");
            }
            (None, Some(_), Some(share)) => By::Binomial(share),
            (None, Some(_), None) => {
                // The estimate is of the distances from the number.
                let away = pair.t_estimate()?;
                let mean = away.estimate() + number;
                By::Clusters(TEstimate::new(mean, away.standard_error(), away.df())?)
            }
            _ if is_known => By::KnownRange,
            _ => By::Skewed,
        };
        Ok(Self {
            pair,
            number,
            scale,
            by,
        })
    }

    /// Returns the recipe of the test.
    pub fn recipe(&self) -> String {
        let number = self.number;
        match &self.by {
            By::Binomial(_) => format!(
                "exact binomial test against {number} (Clopper & Pearson 1934; two-sided by twice the smaller tail)"
            ),
            By::KnownRange => format!(
                "score test of a mean against {number}, scores in a known range (Wilson 1927, with dispersion), on t"
            ),
            By::Clusters(estimate) => format!(
                "score test of a mean against {number}, standard error of clusters (CR2; Bell & McCaffrey 2002), {:.1} degrees of freedom",
                estimate.df()
            ),
            By::Skewed => {
                format!(
                    "test of a mean against {number}, the larger p of Student's t and of Hall's (1992)"
                )
            }
        }
    }

    /// Returns the p-values against a larger and a smaller mean than `number`; `None` without spread.
    fn sides(&self, number: f64) -> Result<Option<[Probability; 2]>, Error> {
        let values = self.pair.system.sample();
        Ok(match &self.by {
            By::Binomial(share) => {
                let p = |side| share.p(number, side);
                Some([p(Alternative::Greater)?, p(Alternative::Less)?])
            }
            By::KnownRange => self.scale.p_of_mean(values, number)?,
            By::Clusters(mean) => self.scale.p_of_estimate(mean, number)?,
            By::Skewed => skewed_mean_p(values, number)?,
        })
    }

    /// Returns the p-value of the number; `None` without spread.
    ///
    /// # Errors
    /// For a number outside the range of the scores.
    pub fn p(&self, side: Alternative) -> Result<Option<Probability>, Error> {
        let sides = self.sides(self.number)?;
        Ok(sides.map(|[greater, less]| match side {
            Alternative::Greater => greater,
            Alternative::Less => less,
            Alternative::TwoSided if greater.value() < less.value() => greater.scaled(2.0),
            Alternative::TwoSided => less.scaled(2.0),
        }))
    }

    /// Returns the interval of the mean, with its name; `None` without spread.
    ///
    /// # Errors
    /// For a confidence outside (0, 1).
    pub fn interval(&self, confidence: f64) -> Result<Option<IntervalOutcome>, Error> {
        let values = self.pair.system.sample();
        let (found, kind) = match &self.by {
            By::Binomial(share) => (
                Some(share.interval(0.0, confidence)?),
                IntervalKind::ClopperPearson,
            ),
            By::KnownRange => (
                self.scale.interval_of_mean(values, confidence)?,
                IntervalKind::WilsonDispersed,
            ),
            By::Clusters(mean) => (
                self.scale.interval_of_estimate(mean, confidence)?,
                if self.scale.is_bounded() {
                    IntervalKind::ClusterScore
                } else {
                    IntervalKind::ClusterT
                },
            ),
            By::Skewed => (skewed_mean(values, confidence)?, IntervalKind::HallT),
        };
        Ok(found.map(|found| IntervalOutcome::new(found, kind, confidence)))
    }

    /// Returns the interval of the difference from the number; `None` without spread.
    ///
    /// # Errors
    /// As [`Self::interval`].
    pub fn interval_of_difference(
        &self,
        confidence: f64,
    ) -> Result<Option<IntervalOutcome>, Error> {
        let Some(interval) = self.interval(confidence)? else {
            return Ok(None);
        };
        let shifted = Interval::new(interval.low - self.number, interval.high - self.number)?;
        Ok(Some(IntervalOutcome::new(
            shifted,
            interval.method,
            confidence,
        )))
    }

    /// Returns the interval of the difference at the level of the comparison, with 0 outside exactly where the test rejects: p may be
    /// the level itself, as of none right of one against 0.95.
    ///
    /// # Errors
    /// As [`Self::interval`].
    pub fn decided_interval(&self, at: IntervalLevel) -> Result<Option<IntervalOutcome>, Error> {
        let found = self.interval_of_difference(at.of_both_ends())?;
        let (Some(found), Some(p)) = (found, self.p(at.side)?) else {
            return Ok(None);
        };
        let difference = self.pair.difference();
        let excludes = p.value() <= (1.0 - at.confidence) * (1.0 + 1e-12);
        let ends = (found.low, found.high);
        let interval = decided(ends, excludes, difference, Scale::UNKNOWN);
        Ok(interval.map(|interval| IntervalOutcome::new(interval, found.method, found.confidence)))
    }

    /// Refuses a margin that no mean can exceed.
    ///
    /// # Errors
    /// For a limit at or beyond an end of the range on the side of the claim.
    pub fn check(&self, margin: Margin, asked: &AskedMargin, is_higher: bool) -> Result<(), Error> {
        let is_inside = |limit: f64| !self.is_beyond(self.number + limit);
        let is_open = match asked.claim {
            Claim::Equivalent => is_inside(margin.low()) || is_inside(margin.high()),
            _ => is_inside(if is_higher {
                margin.low()
            } else {
                margin.high()
            }),
        };
        if is_open {
            return Ok(());
        }
        Err(Error::not_applicable(
            format!("a margin of {} about {}", asked.size, self.number),
            "a limit inside the range of the scores",
            "no mean lies beyond it",
            "give a smaller margin",
        ))
    }

    fn is_beyond(&self, limit: f64) -> bool {
        self.scale.is_bounded() && !(self.scale.low() < limit && limit < self.scale.high())
    }

    /// Returns `true` if the scores are trials that are right or wrong.
    pub fn is_binomial(&self) -> bool {
        matches!(self.by, By::Binomial(_))
    }

    /// Returns the tests against both limits of a margin, with the interval at confidence 1 - 2 alpha and its name; `None` without
    /// spread. The p of a limit that no mean can exceed is 0, or 1 if every mean is within it.
    ///
    /// # Errors
    /// For an alpha outside (0, 1/2).
    pub fn margin(
        &self,
        margin: Margin,
        alpha: f64,
    ) -> Result<Option<(MarginTest, IntervalKind)>, Error> {
        let one = |limit: f64, side: usize| -> Result<Option<Probability>, Error> {
            let limit = self.number + limit;
            if !self.is_beyond(limit) {
                return Ok(self.sides(limit)?.map(|both| both[side]));
            }
            let end = if limit <= self.scale.low() {
                self.scale.low()
            } else {
                self.scale.high()
            };
            // The null "at or beyond an end" holds if every score is that end, and the null of the other side always.
            let is_beyond_claim = (limit <= self.scale.low()) == (side == 0);
            let holds = !is_beyond_claim
                || limit == end && self.pair.system.rows().iter().all(|&score| score == end);
            Ok(Some(if holds {
                Probability::ONE
            } else {
                Probability::ZERO
            }))
        };
        let sides = (one(margin.low(), 0)?, one(margin.high(), 1)?);
        let (Some(interval), (Some(p_low), Some(p_high))) =
            (self.interval_of_difference(1.0 - 2.0 * alpha)?, sides)
        else {
            return Ok(None);
        };
        let (kind, interval) = (interval.method, interval.ends()?);
        Ok(Some((
            MarginTest {
                p_low,
                p_high,
                interval,
            },
            kind,
        )))
    }
}
