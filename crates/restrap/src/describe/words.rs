//! What is said of systems that are described each on its own: warnings, the sentence for a paper, the signature.

use restrap_stats::Skewness;
use restrap_stats::interval::Scale;
use restrap_words::asked_as;

use super::{DescribeOutcome, DescribeRequest, DescribedSystem};
use crate::data::scores::Scores;
use crate::number::format::{number, percent};
use crate::outcome::{ClusterOutcome, IntervalKind, Unit};
use crate::request::Over;
use crate::say::guard::is_telling;
use crate::say::signature::{Signature, kind};

/// Few skewed scores do not show their tail, unless it is known where it ends.
pub(super) fn skewed(systems: &[Scores], scale: Scale) -> Option<String> {
    /// Items from which the tail is seen.
    const SEEN: usize = 50;
    let is_skewed = |system: &&Scores| {
        let skewness = Skewness::of(&system.values).ok().flatten();
        system.values.len() < SEEN
            && skewness.is_some_and(|skewness| is_telling(&skewness, system.values.len()))
    };
    if scale.is_bounded() {
        return None;
    }
    let names: Vec<&str> = systems.iter().filter(is_skewed).map(|system| &system.name[..]).collect();
    (!names.is_empty()).then(|| {
        format!(
            "{}: few scores, and skewed: the interval may be too short towards the tail; say where scores end with {}",
            names.join(", "),
            asked_as("range", "L,H")
        )
    })
}

/// Equal scores, or one alone, have no spread to make an interval of.
pub(super) fn no_interval(systems: &[&str], over: Over) -> String {
    format!("no interval for {}: fewer than 2 {over}, or all equal", systems.join(", "))
}

/// One sentence for the paper.
pub(super) fn report(systems: &[DescribedSystem], asked: &DescribeRequest) -> String {
    let mut methods: Vec<&str> = Vec::new();
    for interval in systems.iter().filter_map(|system| system.interval.as_ref()) {
        if !methods.contains(&interval.method.name()) {
            methods.push(interval.method.name());
        }
    }
    let has_runs = asked.has_runs();
    let what = asked.mix.as_ref().map_or_else(|| "mean".to_owned(), |mix| format!("mean of the mix {mix}"));
    let how = match (asked.over, methods.first()) {
        (_, None) => return format!("{what}, no interval; restrap {}.", env!("CARGO_PKG_VERSION")),
        (Over::Items | Over::Votes, Some(_)) => match &systems[0].clusters {
            _ if asked.human.iter().any(Option::is_some) => {
                let by = if methods == [IntervalKind::PredictionWilson.name()] { "Wilson" } else { "t" };
                format!(
                    "interval by {by} of prediction-powered means (PPI++, Angelopoulos, Duchi & Zrnic 2023, with one unseen error of the judge added)"
                )
            }
            Some(ClusterOutcome { column, crossed: Some(crossed), .. }) => format!(
                "interval by t over crossed clusters ({column}, {}; Cameron, Gelbach & Miller 2011)",
                crossed.column
            ),
            Some(clusters) if !has_runs => format!(
                "interval by t over clusters ({}), standard error CR2 (Bell & McCaffrey 2002)",
                clusters.column
            ),
            _ if has_runs => "interval by t over items and training runs (Satterthwaite 1946)".to_owned(),
            _ => {
                let within = asked.mix.as_ref().map(|mix| format!(", drawn within {}", mix.column));
                format!("interval by {} over items{}", methods.join(" or "), within.unwrap_or_default())
            }
        },
        (Over::Replications | Over::Seeds | Over::Repeats, Some(_)) => format!(
            "Student's t over independent {}s, standard error s/√K, K − 1 degrees of freedom",
            asked.over.noun()
        ),
        (Over::Folds | Over::Splits, Some(_)) => {
            let first = systems[0].test_fraction;
            let fraction = match first.filter(|_| systems.iter().all(|system| system.test_fraction == first))
            {
                Some(fraction) => number(fraction, 4).trim_end_matches('0').to_owned(),
                None => "1/K".to_owned(),
            };
            format!(
                "Student's t over {} of one data set with the correction of Nadeau & Bengio (2003), standard error \
                 s·√(1/K + n_test/n_train), test fraction {fraction}, K − 1 degrees of freedom",
                asked.over
            )
        }
    };
    format!(
        "{what} with {} {how}; restrap {}.",
        percent(asked.request.question.confidence),
        env!("CARGO_PKG_VERSION")
    )
}

/// The recipe of systems that are described each on its own.
pub(super) fn signature_of(outcome: &DescribeOutcome) -> String {
    let counts: Vec<u64> = outcome.systems.iter().map(|system| system.count).collect();
    let size = match (counts.iter().min(), counts.iter().max()) {
        (Some(least), Some(most)) if least < most => format!("{least}-{most}"),
        (Some(least), _) => least.to_string(),
        _ => "0".to_owned(),
    };
    let clusters = outcome.systems.iter().find_map(|system| system.clusters.as_ref());
    let clusters = clusters.map(|clusters| format!("{}({})", clusters.number, clusters.column));
    let mut kinds: Vec<String> = Vec::new();
    for interval in outcome.systems.iter().filter_map(|system| system.interval.as_ref()) {
        let kind = kind(interval.method, interval.confidence);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let best = outcome.budget.as_ref().map(|budget| budget.estimator);
    Signature::new(&outcome.run)
        .read(&outcome.run, outcome.metric.as_ref())
        .with("unit", Unit::from(outcome.over))
        .with("n", size)
        .maybe("clusters", clusters)
        .maybe("mix", outcome.mix.as_ref().map(|mix| mix.column.clone()))
        .maybe("best-of", best)
        .with("ci", if kinds.is_empty() { "none".to_owned() } else { kinds.join(",") })
        .done()
}
