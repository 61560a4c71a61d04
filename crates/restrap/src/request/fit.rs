//! Options that go together: what would be passed over in silence is refused.

use super::goes_with::{self, Given};
use crate::error::Error;
use crate::request::{
    AdjustedMetrics, Centre, Claim, ClusterWeight, Draws, Exact, Gate, IntervalMethod, Over,
    Request, SignP, SignTies, Test,
};

impl Request {
    /// Looks whether everything that was asked for has a place in the answer.
    ///
    /// # Errors
    /// For a test twice, a variant or rule of a test that is not run, a subsample that nothing draws, a gate or a range without its
    /// margin, and draws that stop where p is not a plain share of them.
    pub fn fits(&self) -> Result<(), Error> {
        let tests = &self.question.tests;
        if tests.is_empty() {
            // The data call for it: no bootstrap, and no test with a variant.
            return self.clone().tests([Test::Permutation]).fits();
        }
        if let Some((_, test)) = tests
            .iter()
            .enumerate()
            .find(|(place, test)| tests[..*place].contains(test))
        {
            return Err(Error::unfit(
                format!("expected each test once, found {test} twice"),
                "drop one",
            ));
        }
        if let Some(threshold) = self
            .variants
            .aso_threshold
            .filter(|t| !(*t > 0.0 && *t <= 0.5))
        {
            let expected = "0 < violation ratio <= 0.5, above which neither sample is better";
            return Err(Error::BadParameter {
                expected,
                found: threshold.to_string(),
            });
        }
        let mut given = self.of_tests();
        given.extend(self.of_margins());
        goes_with::check(&given)
    }

    /// Returns the facts of the question and of what a score is of, whatever the data are.
    pub fn facts(&self) -> Vec<Given> {
        let (sample, question) = (&self.sample, &self.question);
        let over = sample.over;
        goes_with::of(&[
            (Given::Unpaired, sample.unpaired),
            (Given::Over, !matches!(over, Over::Items | Over::Votes)),
            (Given::OverVotes, over == Over::Votes),
            (Given::Splits, over == Over::Splits),
            (
                Given::Replications,
                matches!(over, Over::Replications | Over::Repeats),
            ),
            (Given::Values, over.is_independent()),
            (Given::Overlapping, over.overlaps()),
            (Given::TestFraction, sample.test_fraction.is_some()),
            (
                Given::ClusterWeight,
                sample.cluster_weight == ClusterWeight::Equal,
            ),
            (Given::Bounded, question.bounded.is_some()),
            (Given::Bayesian, question.bayesian.is_some()),
            (Given::Margin, question.margin.is_some()),
        ])
    }

    /// Tests with their variants and rules.
    fn of_tests(&self) -> Vec<Given> {
        use IntervalMethod::{Basic, Bca, Normal, Percentile};
        let (own, plain) = (&self.variants, Self::default().variants);
        let tests = &self.question.tests;
        let is_bootstrap =
            |test: &Test| matches!(test, Test::Bootstrap | Test::BootstrapPercentile);
        goes_with::of(&[
            (Given::SignTies, own.sign_ties != SignTies::Drop),
            (Given::SignVariant, own.sign_p != SignP::default()),
            (Given::SignTest, tests.contains(&Test::Sign)),
            (Given::McNemarVariant, own.mcnemar != plain.mcnemar),
            (Given::McNemarTest, tests.contains(&Test::McNemar)),
            (Given::Zeros, own.zeros != plain.zeros),
            (Given::WilcoxonVariant, own.wilcoxon_p != plain.wilcoxon_p),
            (Given::WilcoxonTest, tests.contains(&Test::Wilcoxon)),
            (Given::AsoThreshold, own.aso_threshold.is_some()),
            (Given::AsoTest, tests.contains(&Test::Aso)),
            (Given::ExactAlways, self.compute.exact == Exact::Always),
            (Given::Strict, own.rule.strict),
            (
                Given::ResamplingTest,
                tests.iter().any(|test| test.resamples()),
            ),
            (Given::OtherCentre, own.rule.centre != Centre::Observed),
            (Given::BootstrapTest, tests.contains(&Test::Bootstrap)),
            (
                Given::SubsampleAsked,
                matches!(own.rule.draws, Draws::Subsample(_)),
            ),
            (Given::SwapsFirst, tests.first() == Some(&Test::Permutation)),
            (Given::AnyBootstrap, tests.iter().any(is_bootstrap)),
            (
                Given::BootstrapInterval,
                matches!(self.question.interval, Percentile | Basic | Bca | Normal),
            ),
        ])
    }

    /// Margins with what is asked of them.
    pub(crate) fn of_margins(&self) -> Vec<Given> {
        let (gate, claim) = (
            self.question.gate,
            self.question.margin.map(|margin| margin.claim),
        );
        goes_with::of(&[
            (Given::GateNoninferior, gate == Some(Gate::Noninferior)),
            (Given::GateEquivalent, gate == Some(Gate::Equivalent)),
            (Given::MarginNoninferior, claim == Some(Claim::Noninferior)),
            (Given::MarginEquivalent, claim == Some(Claim::Equivalent)),
            (Given::MarginSuperior, claim == Some(Claim::Superior)),
            (
                Given::AllMetrics,
                self.question.family == AdjustedMetrics::All,
            ),
            (Given::NoCorrection, self.question.adjust.is_none()),
            (Given::MetricClaims, !self.question.claims.is_empty()),
            (Given::OtherGate, gate.is_some()),
            (Given::OtherForbid, self.question.forbid.is_some()),
            (Given::BoundedMargin, self.question.bounded.is_some()),
        ])
    }
}
