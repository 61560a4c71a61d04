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
                    "Probabilities of the difference given these {units}, by the Bayesian bootstrap: that the system is better, worse{}. They \
                     are not p-values, no error rate is kept over comparisons, and other {units} than these were never thought of.",
                    if posterior.rope.is_some() { ", or practically equal" } else { "" }
                ),
            ));
        }
        all
    }
}

/// What was drawn like what it stands for, in the plural.
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
        (name, _) => format!("The {name} of all {of} together"),
    };
    Explained::new(
        "score",
        format!(
            "{what}. It is a fact about these, and its last digits change with the next test set."
        ),
    )
}

pub(crate) fn of_one_system(confidence: f64, units: &str) -> Explained {
    Explained::new(
        format!("{} CI of a score", percent(confidence)),
        format!(
            "Where the score of this one system lies over all {units} like these. Two such intervals that overlap do not show that two \
             systems are level: the interval of their difference says that."
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
            "{} minus {} on these {units}; {better} 0 is better. It says how much, and not how sure that is.",
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
                "On how many {units} the system scores higher, lower, the same: {}, {}, {}. Which ones they are says more than their \
                 number; tied ones say nothing about a direction.",
                grouped(effect.better),
                grouped(effect.worse),
                grouped(effect.tied)
            ),
        ));
    }
    if effect.cohen_dz.is_some() {
        all.push(Explained::new(
            "d_z",
            "The mean difference in units of how much differences vary. It says how steady a gain is, and is not comparable between \
             metrics or with d of two groups.",
        ));
    }
    if effect.cohen_ds.is_some() {
        all.push(Explained::new(
            "d_s",
            "The difference of the means in units of how much scores vary. It is not comparable with d_z of pairs.",
        ));
    }
    all.push(Explained::new(
        "P(better) + P(tied)/2",
        "How often the system wins on one drawn at random, ties counted half. It is not the probability that the system is better.",
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
            "How many times the variance of the difference is that of as many independent items. It is a property of this comparison, not \
             of the test set.",
        ));
        all.push(Explained::new(
            "intraclass correlation",
            "How alike the differences of one cluster are: 0 for items as good as independent. It may be negative, which is chance.",
        ));
    }
    if comparison.runs.is_some() {
        all.push(Explained::new(
            "runs",
            "How much of the variance is luck of training: the rest is luck of items. The answer is about recipes, not about one checkpoint.",
        ));
    }
    if comparison.variance.is_some() {
        all.push(Explained::new(
            "gain",
            "The smallest true difference that a study of this size finds in 80 % of cases. It is not a bound on the difference.",
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
            format!("if it were chance which system got which {unit}")
        }
        Test::Permutation | Test::McNemar => {
            format!("if a coin decided for each {unit} which of its two scores belongs to {of}")
        }
        Test::Sign => {
            format!("if {of} were as likely to win as to lose each {unit} that is not tied")
        }
        Test::Wilcoxon => format!("if the differences of each {unit} were symmetric about 0"),
        Test::Bootstrap | Test::BootstrapPercentile => {
            format!("if there were no difference, each {unit} drawn anew from these")
        }
        Test::T | Test::FiveByTwo => {
            format!("if the true mean difference were 0, each {unit} drawn by itself")
        }
        Test::Binomial => format!(
            "if the true share of right {unit}s were {}",
            comparison.baseline
        ),
        Test::OneSample => format!("if the true mean were {}", comparison.baseline),
        Test::DeLong => "if the two true areas under the ROC curve were equal".to_owned(),
        Test::StuartMaxwell => "if both systems gave each class equally often".to_owned(),
        Test::Welch | Test::Student => "if the two true means were equal".to_owned(),
        Test::MannWhitney => "if the scores of both systems came from one distribution".to_owned(),
        Test::Aso => {
            format!("if both systems had one distribution of scores, each {unit} drawn by itself")
        }
        Test::Boschloo | Test::Barnard | Test::ChanZhang | Test::Score => {
            "if both systems were right equally often".to_owned()
        }
    };
    if test.pvalue.is_none() {
        return Explained::new(
            format!("p ({})", test.name),
            "Not defined on these data: the test claims nothing, neither a difference nor its absence.",
        );
    }
    Explained::new(
        format!("p ({})", test.name),
        format!(
            "How often a result at least this far from none would come about {null}. It is not the probability that the systems are level, \
             nor that the result is chance, and says nothing about size."
        ),
    )
}

/// Almost stochastic order.
fn order() -> [Explained; 2] {
    [
        Explained::new(
            "violation ratio",
            "How much of the distance between the two distributions of scores speaks for the other system: 0 where every quantile is \
             better. It says nothing about how far apart they are.",
        ),
        Explained::new(
            "epsilon min",
            "The upper bound of that ratio: below the threshold the order is shown. It is not a p-value, and above the threshold nothing is \
             shown either way.",
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
            "How often data would look at least this good if the system were in truth {claim}. Above alpha the claim is not shown, which is \
             not the same as shown to be false."
        ),
    )
}
