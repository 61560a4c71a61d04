//! Options that go together: what would be passed over in silence is refused.

use restrap_words::{asked, asked_as};

use crate::error::Error;
use crate::request::{Claim, Draws, Gate, IntervalMethod, Profile, Request, Test};

impl Request {
    /// Looks whether everything that was asked for has a place in the answer.
    ///
    /// # Errors
    /// [`Error::Unfit`] for a test twice, a variant of a test that is not run, a subsample that nothing draws, and a gate or a range
    /// without its margin.
    pub fn fits(&self) -> Result<(), Error> {
        self.tests_once()?;
        self.with_margins()?;
        if matches!(self.variants.rule.draws, Draws::Subsample(_)) {
            self.of_the_bootstrap()?;
        }
        self.with_their_tests()
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

impl Profile {
    /// Whether the recipe is one of so many resamples.
    ///
    /// # Errors
    /// [`Error::Unfit`] for another number than the recipe's.
    pub fn is_of(self, resamples: u64) -> Result<(), Error> {
        let own = self.row().resamples;
        if resamples == own {
            return Ok(());
        }
        let (profile, number) = (asked("profile"), asked("resamples"));
        Err(Error::unfit(
            format!(
                "{} is a recipe of {own} resamples, found {}",
                asked_as("profile", self),
                asked_as("resamples", resamples)
            ),
            format!(
                "drop {number}: where the law is known the p-value is the limit of ever more resamples, and {} draws as many as the \
                 recipe; or drop {profile} and say the test",
                asked_as("exact", "never")
            ),
        ))
    }
}
