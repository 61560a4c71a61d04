//! The numbers of a comparison.

use super::{Explain, Explained, adjusted, bounds, of_difference};
use crate::number::{count, grouped, percent};
use crate::outcome::{ComparisonOutcome, MarginOutcome, Outcome, TestOutcome, Unit};
use crate::request::{Claim, Test};

impl Explain for Outcome {
    fn explained(&self) -> Vec<Explained> {
        let Some(first) = self.comparisons.first() else {
            return Vec::new();
        };
        let units = units(self, first);
        let mut all = vec![score(self), difference(self, first, &units)];
        if self.systems.iter().any(|system| system.interval.is_some()) {
            all.insert(1, of_one_system(self.confidence, &units));
        }
        if first.interval.is_some() {
            all.push(of_difference(self.confidence, &units));
        }
        all.extend(effect(first, &units));
        all.extend(structure(first));
        all.extend(
            first
                .tests
                .iter()
                .map(|test| p_value(test, first, self.unit)),
        );
        if self
            .comparisons
            .iter()
            .flat_map(|one| &one.tests)
            .any(|test| test.pvalue_interval.is_some())
        {
            all.push(bounds());
        }
        if let Some(family) = &self.family {
            all.push(adjusted(&family.adjust.to_string(), family.size));
        }
        all.extend(first.margin.as_ref().map(margin));
        if first.order.is_some() {
            all.extend(order());
        }
        if let Some(posterior) = &first.posterior {
            all.push(Explained::new(
                "posterior",
                format!(
                    "Probabilities given these {units}, by the Bayesian bootstrap: that the system is better, worse{}. They are not \
                     p-values, and no error rate is controlled over comparisons.",
                    if posterior.rope.is_some() { ", or practically equal" } else { "" }
                ),
            ));
        }
        all
    }
}

/// Returns the units of inference, in the plural.
fn units(outcome: &Outcome, comparison: &ComparisonOutcome) -> String {
    if comparison.clusters.is_some() {
        return "clusters".to_owned();
    }
    format!("{}s", outcome.unit)
}

fn score(outcome: &Outcome) -> Explained {
    let of = count(outcome.items, outcome.request.sample.over.noun());
    let what = match (outcome.metric.name.as_str(), outcome.metric.binary) {
        ("mean", true) => format!("The share of the {of} that are right"),
        ("mean", false) => format!("The mean over the {of}"),
        _ => format!("The {} of all {of} together", outcome.metric.printed()),
    };
    Explained::new(
        "score",
        format!("{what}. It describes this test set; its last digits would differ on another one."),
    )
}

pub(crate) fn of_one_system(confidence: f64, units: &str) -> Explained {
    Explained::new(
        format!("{} CI of a score", percent(confidence)),
        format!(
            "The range of this system's score for a population of {units} like these. Two such intervals may overlap although the systems \
             differ significantly: look at the interval of the difference."
        ),
    )
}

fn difference(outcome: &Outcome, comparison: &ComparisonOutcome, units: &str) -> Explained {
    let better = if outcome.metric.higher_is_better {
        "above"
    } else {
        "below"
    };
    Explained::new(
        "difference",
        format!(
            "{} minus {} on these {units}; {better} 0 is better. It gives the size of the difference, not its uncertainty.",
            comparison.system, comparison.baseline
        ),
    )
}

fn effect(comparison: &ComparisonOutcome, units: &str) -> Vec<Explained> {
    let effect = &comparison.effect;
    let mut all = Vec::new();
    if comparison.samples.is_none() && comparison.votes.is_none() && comparison.counts_items() {
        all.push(Explained::new(
            "better, worse, tied",
            format!(
                "The number of {units} on which the system scores better, worse, the same: {}, {}, {}. Ties carry no evidence about \
                 the direction.",
                grouped(effect.better),
                grouped(effect.worse),
                grouped(effect.tied)
            ),
        ));
    }
    if effect.cohen_dz.is_some() {
        all.push(Explained::new(
            "d_z",
            "The mean difference divided by the standard deviation of the differences: how consistent the gain is. It is not comparable \
             between metrics, nor with Cohen's d of two groups.",
        ));
    }
    if effect.cohen_ds.is_some() {
        all.push(Explained::new(
            "d_s",
            "The difference of the means divided by the pooled standard deviation of the scores (Cohen's d). It is not comparable with d_z \
             of pairs.",
        ));
    }
    all.push(Explained::new(
        "P(better) + P(tied)/2",
        "The share of items on which the system wins, with ties counted half. It is not the probability that the system is better.",
    ));
    all
}

/// What units other than single items add.
fn structure(comparison: &ComparisonOutcome) -> Vec<Explained> {
    let mut all = Vec::new();
    if comparison
        .clusters
        .as_ref()
        .is_some_and(|clusters| clusters.design_effect.is_some())
    {
        all.push(Explained::new(
            "design effect",
            "The variance of the difference divided by that of as many independent items. It is a property of this comparison, not of \
             the test set.",
        ));
        all.push(Explained::new(
            "intraclass correlation",
            "The correlation of differences within a cluster: 0 for independent items. Small negative values occur by chance.",
        ));
    }
    if comparison.runs.is_some() {
        all.push(Explained::new(
            "runs",
            "The share of the variance that comes from training runs; the rest comes from items. The conclusion is about the training \
             recipes, not about one checkpoint.",
        ));
    }
    if comparison.variance.is_some() {
        all.push(Explained::new(
            "gain",
            "The smallest true difference that a study of this size detects with a power of 80 %. It is not a bound on the difference.",
        ));
    }
    all
}

fn p_value(test: &TestOutcome, comparison: &ComparisonOutcome, unit: Unit) -> Explained {
    let unit = if comparison.clusters.is_some() {
        "cluster".to_owned()
    } else {
        unit.to_string()
    };
    let of = &comparison.system;
    let null = match test.name {
        Test::Permutation if comparison.samples.is_some() => {
            format!("if the {unit}s were assigned to the two systems at random")
        }
        Test::Permutation | Test::McNemar => {
            format!(
                "if for each {unit} the two scores were exchangeable between {of} and the baseline"
            )
        }
        Test::Sign => {
            format!("if {of} were as likely to win as to lose on each {unit} that is not tied")
        }
        Test::Wilcoxon => format!("if the difference on each {unit} were symmetric about 0"),
        Test::Bootstrap | Test::BootstrapPercentile => {
            format!("if the true difference were 0, estimated by resampling the {unit}s")
        }
        Test::T | Test::FiveByTwo => {
            format!("if the true mean difference were 0 and the {unit}s are independent")
        }
        Test::Binomial => format!(
            "if the true share of right {unit}s were {}",
            comparison.baseline
        ),
        Test::OneSample => format!("if the true mean were {}", comparison.baseline),
        Test::DeLong => "if the two true areas under the ROC curve were equal".to_owned(),
        Test::StuartMaxwell => "if both systems predicted each class equally often".to_owned(),
        Test::Welch | Test::Student => "if the two true means were equal".to_owned(),
        Test::MannWhitney => "if the scores of both systems came from one distribution".to_owned(),
        Test::Aso => {
            format!(
                "if both systems had the same distribution of scores and the {unit}s are independent"
            )
        }
        Test::Boschloo | Test::Barnard | Test::ChanZhang | Test::Score => {
            "if both systems were right equally often".to_owned()
        }
    };
    if test.pvalue.is_none() {
        return Explained::new(
            format!("p ({})", test.name),
            "Undefined on these data: neither a difference nor its absence can be concluded.",
        );
    }
    Explained::new(
        format!("p ({})", test.name),
        format!(
            "The probability of a result at least this extreme {null}. It is not the probability that the systems are equal or that the \
             result is due to chance, and it says nothing about the size of the difference."
        ),
    )
}

/// Almost stochastic order.
fn order() -> [Explained; 2] {
    [
        Explained::new(
            "violation ratio",
            "The share of the distance between the two distributions of scores that favours the other system: 0 if every quantile is \
             better. It says nothing about the size of the difference.",
        ),
        Explained::new(
            "epsilon min",
            "The upper confidence bound of that ratio: the order is significant if it is below the threshold. It is not a p-value; above \
             the threshold there is no conclusion either way.",
        ),
    ]
}

fn margin(margin: &MarginOutcome) -> Explained {
    let claim = match margin.claim {
        Claim::Noninferior => "worse by the margin",
        Claim::Equivalent => "as far apart as the margin",
        Claim::Superior => "better by no more than the margin",
    };
    Explained::new(
        format!("p of the margin {}", margin.asked),
        format!(
            "The probability of data at least this favourable if the system were in truth {claim}. Above alpha the claim is not \
             established, which does not mean that it is false."
        ),
    )
}
