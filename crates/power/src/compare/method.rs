//! The tests of a simulation, side by side: a name, a recipe, and when it rejects.

use std::fmt;
use std::str::FromStr;

use restrap_stats::{Alternative, Moments, Probability, SignTest, SignedRank, StudentT};
use restrap_words::UnknownWord;

use restrap_lib::Draws;
use restrap_lib::Error;
use restrap_lib::inner::Resampling;
use restrap_lib::inner::TRUSTED;
use restrap_lib::{Profile, Request, SignP, Test, Variants};

/// A p-value at or below alpha rejects; rounding of one that is alpha on paper must not keep it from doing so.
const ROUNDING: f64 = 1e-12;
/// Changed items up to which signed ranks go by their exact law; beyond, some 0.1 ms and more an experiment.
pub(crate) const EXACT_RANKS: u64 = 50;

/// One test or published recipe.
///
/// A test by its name, or a recipe of the literature with its own test, side and number of resamples. Both judge the same simulated
/// data sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PowerMethod {
    /// A test, with the side and the variants of the simulation.
    Test(Test),
    /// A profile, which fixes test, side and rule.
    Profile(Profile),
}

impl PowerMethod {
    /// The name of the test or of the profile.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Test(test) => test.name(),
            Self::Profile(profile) => profile.name(),
        }
    }

    /// The test, or the one behind the profile.
    pub fn test(self) -> Test {
        match self {
            Self::Test(test) => test,
            Self::Profile(profile) => profile.row().test,
        }
    }

    /// The profile, if it is one.
    pub const fn profile(self) -> Option<Profile> {
        match self {
            Self::Test(_) => None,
            Self::Profile(profile) => Some(profile),
        }
    }
}

impl From<Test> for PowerMethod {
    fn from(test: Test) -> Self {
        Self::Test(test)
    }
}

impl From<Profile> for PowerMethod {
    fn from(profile: Profile) -> Self {
        Self::Profile(profile)
    }
}

impl fmt::Display for PowerMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for PowerMethod {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        let test = word.parse().map(Self::Test);
        test.or_else(|mut unknown: UnknownWord| {
            word.parse()
                .map(Self::Profile)
                .map_err(|profile: UnknownWord| {
                    unknown.what = "a test or a profile";
                    unknown.known.extend(profile.known);
                    unknown
                })
        })
    }
}

restrap_words::as_text!(PowerMethod);

/// A method with everything that it asks for: its first test, side, rule, variants. R and alpha are those of the simulation.
#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    pub method: PowerMethod,
    pub request: Request,
}

impl Recipe {
    /// A method with the side and the variants of a simulation.
    pub fn new(method: PowerMethod, alternative: Alternative, variants: &Variants) -> Self {
        let mut request = Request::default().alternative(alternative);
        request.variants = variants.clone();
        let request = match method {
            PowerMethod::Test(test) => request.tests([test]),
            PowerMethod::Profile(profile) => request.profile(profile),
        };
        Self { method, request }
    }

    pub fn test(&self) -> Test {
        self.method.test()
    }

    /// What it draws: swaps, or resamples of all or half of the items.
    pub fn resampling(&self) -> Option<(Resampling, bool)> {
        let resampling = Resampling::of(self.test())?;
        Some((
            resampling,
            self.request.variants.rule.draws == Draws::Half && resampling == Resampling::Items,
        ))
    }

    /// What multiplies its share of extreme resamples: 2 where it doubles its smaller tail.
    pub fn factor(&self) -> f64 {
        let doubled = self.test().doubles(
            self.request.question.alternative,
            self.request.variants.rule.doubled,
        );
        if doubled { 2.0 } else { 1.0 }
    }

    /// Whether this p-value rejects at a level.
    pub fn rejects(p: Probability, alpha: f64) -> bool {
        p.value() <= alpha * (1.0 + ROUNDING)
    }

    /// The largest number of extreme resamples of R that rejects, where their share is multiplied by `factor`; `None`
    /// where nothing does.
    ///
    /// (c + 1)/(R + 1) is a valid p-value, P(p <= alpha) <= alpha, whatever R; where alpha (R + 1) is a whole number the
    /// test of a continuous sum has level alpha itself (Boos & Zhang 2000).
    pub fn limit(&self, resamples: u64, factor: f64, alpha: f64) -> Option<u64> {
        let r = resamples as f64;
        let alpha = alpha * (1.0 + ROUNDING);
        let most = if self.request.variants.raw_p {
            alpha * r / factor
        } else {
            alpha * (r + 1.0) / factor - 1.0
        };
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
    pub fn rejects(&self, recipe: &Recipe, alpha: f64) -> Result<Option<bool>, Error> {
        let (request, side) = (&recipe.request, recipe.request.question.alternative);
        let sign = |request: &Request| SignTest::new(self.counts, request.variants.sign_ties);
        let p = match recipe.test() {
            Test::T if self.counts.items() > 1 => StudentT::of_moments(self.moments)?.p(side),
            Test::Sign => match request.variants.sign_p {
                SignP::Exact => sign(request).exact(side),
                SignP::Normal => sign(request).normal(side, true),
                SignP::NormalUncorrected => sign(request).normal(side, false),
            },
            Test::McNemar => {
                let test = restrap_stats::McNemar {
                    b: self.counts.better,
                    c: self.counts.worse,
                };
                test.p(self.counts.items(), request.variants.mcnemar, side)?
            }
            Test::Wilcoxon => self.ranks(request, side)?,
            _ => return Ok(None),
        };
        Ok(Some(Recipe::rejects(p, alpha)))
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
        Ok(test.normal(
            side,
            request.variants.wilcoxon_p != SignP::NormalUncorrected,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_the_last_count_that_rejects() {
        let plain = Recipe::new(
            Test::Permutation.into(),
            Alternative::TwoSided,
            &Variants::default(),
        );
        let raw = Recipe::new(
            Profile::Moses.into(),
            Alternative::TwoSided,
            &Variants::default(),
        );
        for resamples in [19, 20, 99, 100, 999, 1_000, 10_000] {
            for factor in [1.0, 2.0] {
                for alpha in [0.05, 0.01, 0.1] {
                    for (recipe, add) in [(&plain, 1.0), (&raw, 0.0)] {
                        let p = |c: u64| factor * (c as f64 + add) / (resamples as f64 + add);
                        let last = (0..=resamples)
                            .take_while(|&c| p(c) <= alpha * (1.0 + 1e-12))
                            .last();
                        assert_eq!(
                            recipe.limit(resamples, factor, alpha),
                            last,
                            "{resamples} {factor} {alpha}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn every_method_reads_as_it_prints() {
        let tests = Test::ALL.map(PowerMethod::Test);
        for method in tests
            .into_iter()
            .chain(Profile::ALL.map(PowerMethod::Profile))
        {
            assert_eq!(method.to_string().parse(), Ok(method));
        }
        let unknown = "x"
            .parse::<PowerMethod>()
            .expect_err("no method")
            .to_string();
        assert!(
            unknown.starts_with("expected a test or a profile (permutation, bootstrap,"),
            "{unknown}"
        );
        assert!(unknown.contains("jansen"), "{unknown}");
    }
}
