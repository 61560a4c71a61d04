//! Many systems, and several data sets.

use restrap_stats::Alternative;

use super::text::{Text, listed};
use super::{Methods, tests_of};
use crate::design;
use crate::number::format::{count, grouped, percent};
use crate::outcome::rank::RankOutcome;
use crate::outcome::replicate::ReplicateOutcome;
use crate::outcome::{Method, MetricInfo};
use crate::request::Test;
use crate::request::rank::Correction;
use crate::works::{
    self, CARTERETTE, COCHRAN, DAVIDSON, DEMSAR, DROR_DATA_SETS, FRIEDMAN, ROMANO_WOLF,
    SATTERTHWAITE, WESTFALL_YOUNG,
};

/// Names that a sentence holds.
const NAMED: usize = 6;

/// What was done to rank systems, in sentences, and what it cites.
pub fn methods_of_ranking(outcome: &RankOutcome) -> Methods {
    let mut text = Text::default();
    text.say(&format!(
        "We ranked {}",
        count(outcome.systems.len() as u64, "system")
    ));
    let all = std::iter::once(outcome).chain(&outcome.further);
    by(&mut text, all.filter_map(|one| one.metrics.first()));
    text.say(&format!(" on {}", count(outcome.items, outcome.noun())));
    if let (Some(clusters), Some(column)) = (outcome.clusters, &outcome.cluster) {
        text.say(&format!(
            " in {} ({column}), which were swapped and resampled whole",
            count(clusters, "cluster")
        ));
    }
    if outcome.request.request.sample.over.is_independent() {
        text.say(" of all systems together, which are not paired.");
    } else {
        text.say(&format!(", the same {}s of each system.", outcome.noun()));
    }
    if let Some(sets) = &outcome.datasets {
        text.say(&format!(
            " A score is the mean over {} ({}), which have equal weights; items were resampled within them.",
            count(sets.names.len() as u64, "data set"),
            listed(&sets.names)
        ));
    }
    if let Some(column) = &outcome.recipes {
        text.say(&format!(
            " Each score is a mean over training runs ({column})."
        ));
    }
    if outcome.votes.is_some() {
        text.say(" Strengths were fitted to all votes, ties among them");
        text.cite(&[&DAVIDSON]);
        text.say(".");
    }
    let pairs = outcome.pairs.len() as u64;
    text.say(&match &outcome.baseline {
        Some(baseline) if pairs == 1 => format!(" The pair with {baseline}"),
        None if pairs == 1 => " The pair".to_owned(),
        Some(baseline) => format!(" The {} with {baseline}", count(pairs, "pair")),
        None => format!(" All {}", count(pairs, "pair")),
    });
    decided(&mut text, outcome);
    let alongside = outcome.request.alongside;
    if alongside > 0 {
        text.say(&format!(
            " Adjusted p-values and intervals hold over all {} metrics (Bonferroni).",
            alongside + 1
        ));
    }
    if let Some(words) = outcome.omnibus_words() {
        text.say(" Tests of whether any systems differ at all");
        text.cite(&[&FRIEDMAN]);
        text.say(&format!(": {words}."));
    }
    let rate = match outcome.family.adjust {
        Correction::BenjaminiHochberg | Correction::BenjaminiYekutieli => "false discovery rate",
        Correction::None => "level",
        _ => "family-wise error",
    };
    text.say(&format!(
        " Differences are reported as significant at a {rate} of {}.",
        outcome.alpha
    ));
    if outcome.pairs.iter().any(|pair| pair.interval.is_some()) {
        let level = percent(outcome.confidence);
        text.say(&format!(
            " The {level} intervals of differences hold simultaneously; those of scores are for one system alone."
        ));
    }
    made(text, &outcome.run.version)
}

/// How pairs were decided.
fn decided(text: &mut Text, outcome: &RankOutcome) {
    let family = &outcome.family;
    let steps = if family.adjust.is_in_steps() {
        ", in steps"
    } else {
        ""
    };
    let unit = if outcome.clusters.is_some() {
        "cluster"
    } else {
        outcome.noun()
    };
    let of_draws = match family.adjust {
        Correction::MaxT | Correction::MaxTStepDown => Some((
            "the largest of their studentised differences under random swaps that all pairs share",
            &WESTFALL_YOUNG,
        )),
        Correction::BootstrapMaxT => Some((
            "the largest of their studentised deviations in a bootstrap that all pairs share",
            &ROMANO_WOLF,
        )),
        Correction::Nemenyi => Some((
            "Nemenyi's test of their mean ranks over items, corrected for ties",
            &DEMSAR,
        )),
        Correction::Hsd => Some((
            "the range of all means under shuffles (randomised Tukey HSD)",
            &CARTERETTE,
        )),
        _ => None,
    };
    if let Some((words, work)) = of_draws {
        let verb = if outcome.pairs.len() == 1 {
            "was tested"
        } else {
            "were decided together"
        };
        text.say(&format!(" {verb} by {words}, {unit} by {unit}{steps}"));
        text.cite(&[work]);
    } else {
        text.say(if outcome.pairs.len() == 1 {
            " was tested by a two-sided "
        } else {
            " were each tested by a two-sided "
        });
        if outcome.recipes.is_some() {
            text.say("t test over items and training runs");
            text.cite(&[&SATTERTHWAITE]);
        } else if outcome.votes.is_some() {
            text.say("t test of their strengths");
        } else {
            let test = family
                .each
                .as_ref()
                .map_or(Test::Permutation, |each| each.name);
            let design = family.each.as_ref().and_then(|each| each.design);
            let row = design.and_then(design::Method::of_test);
            tests_of::noun(text, test, row, &outcome.request.request);
        }
        match family.adjust.adjustment() {
            Some(adjustment) => {
                let (words, works) = works::of_adjustment(adjustment);
                text.say(&format!(", and p-values adjusted by {words}"));
                text.cite(works);
            }
            None => text.say(", without a correction"),
        }
    }
    text.say(&match (family.method, family.resamples) {
        (Method::Sampled, Some(resamples)) => format!(
            "; {} random resamples (seed {}, stream {}).",
            grouped(resamples),
            outcome.seed,
            outcome.stream
        ),
        (Method::Exact, _) => "; no resampling was needed.".to_owned(),
        _ => ".".to_owned(),
    });
}

/// What was done to compare systems on several data sets, in sentences, and what it cites.
pub fn methods_of_replication(outcome: &ReplicateOutcome) -> Methods {
    let mut text = Text::default();
    let request = &outcome.request.request;
    let systems = match outcome.systems.len() {
        few if few <= NAMED => listed(&outcome.systems),
        many => count(many as u64, "system"),
    };
    text.say(&format!(
        "We compared {systems} with the baseline {}",
        outcome.baseline
    ));
    by(&mut text, outcome.metrics.iter());
    let names: Vec<String> = outcome
        .datasets
        .iter()
        .map(|set| set.name.clone())
        .collect();
    let sizes = outcome.datasets.iter().map(|set| set.items);
    let (least, most) = (sizes.clone().min().unwrap_or(0), sizes.max().unwrap_or(0));
    let sizes = if least == most {
        grouped(least)
    } else {
        format!("{} to {}", grouped(least), grouped(most))
    };
    let named = if names.len() <= NAMED {
        format!(" ({})", listed(&names))
    } else {
        String::new()
    };
    text.say(&format!(
        " on {}{named} of {sizes} items.",
        count(names.len() as u64, "data set")
    ));
    let side = match outcome.alternative {
        Alternative::TwoSided => "two-sided",
        _ => "one-sided",
    };
    if let Some(test) = request.question.tests.first() {
        text.say(&format!(
            " On each data set significance was tested with a {side} "
        ));
        tests_of::noun(&mut text, *test, None, request);
    }
    match &outcome.family {
        Some(family) => {
            let (words, works) = works::of_adjustment(family.adjust);
            text.say(&format!(
                "; the {} p-values were adjusted together by {words}",
                grouped(family.size)
            ));
            text.cite(works);
            text.say(".");
        }
        None => text.say(", without a correction."),
    }
    for test in request.question.tests.iter().skip(1) {
        text.say(&format!(" Beside it stands a {side} "));
        tests_of::noun(&mut text, *test, None, request);
        text.say(", whose p-values are a family of their own.");
    }
    if let Some(margin) = request.question.margin {
        text.say(&format!(
            " On each data set a margin test asked whether the system is {} by {}, fixed beforehand; these p-values were adjusted alike.",
            margin.claim, margin.size
        ));
    }
    let weight = if outcome.request.micro {
        "each item"
    } else {
        "each data set"
    };
    text.say(&format!(
        " Means over data sets give {weight} equal weights and are tested with items resampled within each: they are no claim about other data sets. The number of data sets with a gain is a lower bound by partial conjunction"
    ));
    text.cite(&[&DROR_DATA_SETS]);
    text.say("; whether data sets differ was tested by Cochran's Q");
    text.cite(&[&COCHRAN]);
    text.say(&format!(". The level of the tests was {}.", outcome.alpha));
    made(text, &outcome.run.version)
}

/// The metrics, with their signatures.
fn by<'m>(text: &mut Text, metrics: impl Iterator<Item = &'m MetricInfo>) {
    for (place, metric) in metrics.enumerate() {
        text.say(if place == 0 { " by " } else { ", and by " });
        let printed = metric.printed();
        text.say(match (metric.name.as_str(), metric.binary) {
            ("mean", true) => "the mean of 0/1 scores",
            ("mean", false) => "the mean score",
            _ => &printed,
        });
        text.cite(works::of_metric(&metric.name));
        if let Some(signature) = &metric.signature {
            text.say(&format!(" (signature {signature})"));
        }
    }
}

fn made(mut text: Text, version: &str) -> Methods {
    text.say(&format!(
        " All computations were made with restrap {version}."
    ));
    text.done()
}
