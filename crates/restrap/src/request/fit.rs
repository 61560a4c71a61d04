//! Options that go together: what would be passed over in silence is refused.

use restrap_words::{asked, asked_as};

use crate::error::Error;
use crate::request::{Centre, Claim, Draws, Exact, Gate, IntervalMethod, Request, Test};

impl Request {
    /// Looks whether everything that was asked for has a place in the answer.
    ///
    /// # Errors
    /// [`Error::Unfit`] for a test twice, a variant or rule of a test that is not run, a subsample that nothing draws, a gate or a
    /// range without its margin, and draws that stop where p is not a plain share of them.
    pub fn fits(&self) -> Result<(), Error> {
        if self.question.tests.is_empty() {
            // The data call for it: no bootstrap, and no test with a variant.
            return self.clone().tests([Test::Permutation]).fits();
        }
        self.tests_once()?;
        self.may_stop()?;
        self.with_margins()?;
        if matches!(self.variants.rule.draws, Draws::Subsample(_)) {
            self.of_the_bootstrap()?;
        }
        if let Some(threshold) = self.variants.aso_threshold.filter(|t| !(*t > 0.0 && *t <= 0.5)) {
            let expected = "0 < violation ratio <= 0.5, above which neither sample is ahead";
            return Err(Error::BadParameter { expected, found: threshold.to_string() });
        }
        if self.question.tests.contains(&Test::Aso) && self.compute.exact == Exact::Always {
            return Err(Error::not_applicable(
                asked_as("exact", Exact::Always),
                "a recipe with a law",
                format!("{} draws a bootstrap", asked_as("test", Test::Aso)),
                format!("use {}", asked_as("exact", Exact::Auto)),
            ));
        }
        self.with_what_they_resample()?;
        self.with_their_tests()
    }

    /// Draws stop by the count of one test, of which p is a plain share.
    pub(crate) fn may_stop(&self) -> Result<(), Error> {
        let Some(adaptive) = self.compute.adaptive else { return Ok(()) };
        let (tests, rule, option) = (&self.question.tests, self.variants.rule, asked("adaptive"));
        let refuse = |needs: &str, found: String, hint: String| {
            Err(Error::unfit(
                format!("{} needs {needs}, found {found}", asked_as("adaptive", adaptive)),
                hint,
            ))
        };
        let names: Vec<&str> = tests.iter().map(|test| test.name()).collect();
        let asked_tests = asked_as("test", names.join(","));
        if let Some(profile) = self.question.profile {
            let found = asked_as("profile", profile).to_string();
            return refuse(
                "a number of resamples that is open",
                found,
                format!("drop {option}: a recipe fixes its own"),
            );
        }
        if tests.iter().filter(|test| test.resamples()).count() != 1
            || !tests.first().is_some_and(|test| test.resamples())
        {
            let hint = format!("use {}, or drop {option}", asked_as("test", Test::Permutation));
            return refuse("one test that resamples, the first", asked_tests.to_string(), hint);
        }
        if tests[0].doubles(self.question.alternative, rule.doubled) {
            let hint = format!("use {}, or a one-sided alternative", asked_as("test", Test::Bootstrap));
            return refuse(
                "a p-value that is one share of the resamples",
                format!("{asked_tests}, two-sided"),
                hint,
            );
        }
        if rule.centre != Centre::Observed {
            let found = asked_as("centre", rule.centre).to_string();
            return refuse(
                "a centre that no further resample moves",
                found,
                format!("drop {option} or {}", asked("centre")),
            );
        }
        if self.variants.raw_p {
            let hint =
                format!("drop one of them: {} is for figures of fixed numbers of resamples", asked("raw-p"));
            return refuse("a p-value that is valid at its stop", asked("raw-p").to_string(), hint);
        }
        Ok(())
    }

    /// Which resamples count, and around what, is a rule of tests that have some.
    fn with_what_they_resample(&self) -> Result<(), Error> {
        let (tests, rule) = (&self.question.tests, self.variants.rule);
        let refuse = |option: String, of: &str| {
            let names: Vec<&str> = tests.iter().map(|test| test.name()).collect();
            let found = asked_as("test", names.join(","));
            Err(Error::unfit(
                format!("{option} is a rule of {of}, found {found}"),
                format!("use {}, or drop {option}", asked_as("test", Test::Bootstrap)),
            ))
        };
        if rule.strict && !tests.iter().any(|test| test.resamples()) {
            return refuse(asked("strict").to_string(), "a test that resamples");
        }
        if rule.centre != Centre::Observed && !tests.contains(&Test::Bootstrap) {
            return refuse(asked_as("centre", rule.centre).to_string(), "the bootstrap test");
        }
        Ok(())
    }

    fn tests_once(&self) -> Result<(), Error> {
        let tests = &self.question.tests;
        let twice = tests.iter().enumerate().find(|(place, test)| tests[..*place].contains(test));
        match twice {
            Some((_, test)) => {
                Err(Error::unfit(format!("expected each test once, found {test} twice"), "drop one"))
            }
            None => Ok(()),
        }
    }

    fn with_margins(&self) -> Result<(), Error> {
        let claim = self.question.margin.map(|margin| margin.claim);
        let wanted = match self.question.gate {
            Some(Gate::Noninferior) => Some(Claim::Noninferior),
            Some(Gate::Equivalent) => Some(Claim::Equivalent),
            Some(Gate::Superior) | None => None,
        };
        if let (Some(gate), Some(wanted)) = (self.question.gate, wanted)
            && claim != Some(wanted)
        {
            let margin = asked_as(wanted.name(), "1pt");
            let (found, hint) = match claim {
                None => ("none".to_owned(), format!("add {margin}, or the margin that matters to you")),
                Some(other) => {
                    let other = asked(other.name());
                    (format!("that of {other}"), format!("use {margin} in place of {other}"))
                }
            };
            return Err(Error::unfit(
                format!("{} needs its own margin, found {found}", asked_as("require", gate)),
                hint,
            ));
        }
        if self.question.bounded.is_some() && claim.is_none() {
            return Err(Error::unfit(
                format!("{} is for a margin, found none", asked("bounded")),
                format!("add {}, or the margin that matters to you", asked_as("noninferior", "1pt")),
            ));
        }
        Ok(())
    }

    fn of_the_bootstrap(&self) -> Result<(), Error> {
        use IntervalMethod::{Basic, Bca, Normal, Percentile};
        let is_bootstrap = |test: &Test| matches!(test, Test::Bootstrap | Test::BootstrapPercentile);
        let Some(primary) = self.question.tests.first() else { return Ok(()) };
        let (subsample, found) = (asked("subsample"), asked_as("test", primary));
        let bootstrap = asked_as("test", Test::Bootstrap);
        if *primary == Test::Permutation {
            return Err(Error::unfit(
                format!("{subsample} draws items for the bootstrap, found {found}, which swaps all of them"),
                format!("add {bootstrap}, or drop {subsample}"),
            ));
        }
        if self.question.tests.iter().any(is_bootstrap)
            || matches!(self.question.interval, Percentile | Basic | Bca | Normal)
        {
            return Ok(());
        }
        let percentile = asked_as("interval", Percentile);
        Err(Error::unfit(
            format!("{subsample} draws items for the bootstrap, found {found} and no bootstrap interval"),
            format!("add {bootstrap} or {percentile}, or drop {subsample}"),
        ))
    }

    fn with_their_tests(&self) -> Result<(), Error> {
        let (own, plain) = (&self.variants, Self::default().variants);
        let variants = [
            (own.sign_ties != plain.sign_ties, "sign-ties", Test::Sign),
            (own.sign_p != plain.sign_p, "sign", Test::Sign),
            (own.mcnemar != plain.mcnemar, "mcnemar", Test::McNemar),
            (own.zeros != plain.zeros, "zeros", Test::Wilcoxon),
            (own.wilcoxon_p != plain.wilcoxon_p, "wilcoxon", Test::Wilcoxon),
            (own.aso_threshold.is_some(), "aso-threshold", Test::Aso),
        ];
        let tests = &self.question.tests;
        let unused = variants.into_iter().find(|(is_asked, _, test)| *is_asked && !tests.contains(test));
        let Some((_, option, test)) = unused else { return Ok(()) };
        let option = asked(option);
        let names: Vec<&str> = tests.iter().map(|test| test.name()).collect();
        let (of, found) = (asked_as("test", test), asked_as("test", names.join(",")));
        Err(Error::unfit(
            format!("{option} is a variant of {of}, found {found}"),
            format!("add {test} to {}, or drop {option}", asked("test")),
        ))
    }
}
