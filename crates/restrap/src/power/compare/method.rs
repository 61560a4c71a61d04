//! The tests of a simulation, side by side: a name, a request, and when it rejects.

use restrap_stats::{Alternative, Moments, Probability, SignTest, SignedRank, StudentT};

use crate::error::Error;
use crate::request::profile::Profile;
use crate::request::rule::Draws;
use crate::request::{Request, SignP, Test};
use crate::resample::bounds::{Resampling, doubles};
use crate::resample::extreme::TRUSTED;

/// A p-value at or below alpha rejects; rounding of one that is alpha on paper must not keep it from doing so.
const ROUNDING: f64 = 1e-12;
/// Changed items up to which signed ranks go by their exact law; beyond, some 0.1 ms and more an experiment.
pub(crate) const EXACT_RANKS: u64 = 50;

/// One test or published recipe.
#[derive(Clone, Debug)]
pub struct PowerMethod {
    /// Name of the test or of the profile.
    pub name: &'static str,
    /// What it asks for: its first test, side, rule, variants. R and alpha are those of the simulation.
    pub request: Request,
}

impl PowerMethod {
    /// A test with the options of a request.
    pub fn test(test: Test, request: &Request) -> Self {
        Self { name: test.name(), request: request.clone().tests(vec![test]) }
    }

    /// A profile, which fixes test, side and rule.
    pub fn profile(profile: Profile, request: &Request) -> Self {
        Self { name: profile.name(), request: request.clone().profile(profile) }
    }

    pub(crate) fn kind(&self) -> Test {
        self.request.question.tests[0]
    }

    /// What it draws: swaps, or resamples of all or half of the items.
    pub(crate) fn resampling(&self) -> Option<(Resampling, bool)> {
        let resampling = Resampling::of(self.kind())?;
        Some((resampling, self.request.variants.rule.draws == Draws::Half && resampling == Resampling::Items))
    }

    /// What multiplies its share of extreme resamples: 2 where it doubles its smaller tail.
    pub(crate) fn factor(&self) -> f64 {
        let doubled =
            doubles(self.kind(), self.request.question.alternative, self.request.variants.rule.doubled);
        if doubled { 2.0 } else { 1.0 }
    }

    /// Whether this p-value rejects at a level.
    pub(crate) fn rejects(p: Probability, alpha: f64) -> bool {
        p.value() <= alpha * (1.0 + ROUNDING)
    }

    /// The largest number of extreme resamples of R that rejects, where their share is multiplied by `factor`; `None`
    /// where nothing does.
    ///
    /// (c + 1)/(R + 1) is a valid p-value, P(p <= alpha) <= alpha, whatever R; where alpha (R + 1) is a whole number the
    /// test of a continuous sum has level alpha itself (Boos & Zhang 2000).
    pub(crate) fn limit(&self, resamples: u64, factor: f64, alpha: f64) -> Option<u64> {
        let r = resamples as f64;
        let alpha = alpha * (1.0 + ROUNDING);
        let most =
            if self.request.variants.raw_p { alpha * r / factor } else { alpha * (r + 1.0) / factor - 1.0 };
        (most >= 0.0).then_some(most as u64)
    }
}

/// What the tests that resample nothing want to know of an experiment.
pub(crate) struct Facts<'a> {
    pub counts: restrap_stats::Counts,
    pub moments: Moments,
    /// Differences with their numbers of items.
    pub groups: &'a dyn Fn() -> Vec<(i64, u64)>,
}

impl Facts<'_> {
    /// Whether a classical test rejects; `None` where it is none, or does not apply.
    pub fn rejects(&self, method: &PowerMethod, alpha: f64) -> Result<Option<bool>, Error> {
        let (request, side) = (&method.request, method.request.question.alternative);
        let sign = |request: &Request| SignTest::new(self.counts, request.variants.sign_ties);
        let p = match method.kind() {
            Test::T if self.counts.items() > 1 => StudentT::of_moments(self.moments)?.p(side),
            Test::Sign => match request.variants.sign_p {
                SignP::Exact => sign(request).exact(side),
                SignP::Normal => sign(request).normal(side, true),
                SignP::NormalUncorrected => sign(request).normal(side, false),
            },
            Test::McNemar => {
                let test = restrap_stats::McNemar { b: self.counts.better, c: self.counts.worse };
                test.p(request.variants.mcnemar, side)
            }
            Test::Wilcoxon => self.ranks(request, side)?,
            _ => return Ok(None),
        };
        Ok(Some(PowerMethod::rejects(p, alpha)))
    }

    fn ranks(&self, request: &Request, side: Alternative) -> Result<Probability, Error> {
        let changed = self.counts.better + self.counts.worse;
        let test = SignedRank::of_groups(&(self.groups)(), request.variants.zeros)?;
        if request.variants.wilcoxon_p == SignP::Exact && changed <= EXACT_RANKS {
            let tail = test.exact(side);
            if tail.relative_error <= TRUSTED || changed == 0 {
                return Ok(tail.probability);
            }
        }
        Ok(test.normal(side, request.variants.wilcoxon_p != SignP::NormalUncorrected))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_the_last_count_that_rejects() {
        let plain = PowerMethod::test(Test::Permutation, &Request::default());
        let raw = PowerMethod::profile(Profile::Moses, &Request::default());
        for resamples in [19, 20, 99, 100, 999, 1_000, 10_000] {
            for factor in [1.0, 2.0] {
                for alpha in [0.05, 0.01, 0.1] {
                    for (method, add) in [(&plain, 1.0), (&raw, 0.0)] {
                        let p = |c: u64| factor * (c as f64 + add) / (resamples as f64 + add);
                        let last = (0..=resamples).take_while(|&c| p(c) <= alpha * (1.0 + 1e-12)).last();
                        assert_eq!(
                            method.limit(resamples, factor, alpha),
                            last,
                            "{resamples} {factor} {alpha}"
                        );
                    }
                }
            }
        }
    }
}
