//! DeLong's test of the areas of two systems, and the intervals that go with it.

use restrap_stats::special::normal_upper;
use restrap_stats::{Alternative, Probability, TEstimate};
use restrap_words::{Code, Note};

use crate::data::areas::Areas;
use crate::data::contest::Contest;
use crate::error::Error;
use crate::evidence::test::observed::ClosedForm;
use crate::evidence::test::outcome;
use crate::number::digits::rounded;
use crate::outcome::{Method, TestOutcome};
use crate::request::{Request, Test};
use crate::verb::compare::evidence::Intervals;

/// Clusters below which the normal law of an area is doubtful.
const FEW_CLUSTERS: usize = 20;

/// DeLong's test of the difference.
fn closed_form(areas: &Areas, names: [&str; 2], side: Alternative) -> ClosedForm {
    let silent = areas.silent(names);
    let difference = areas.difference().filter(|_| silent.is_none());
    let mut notes: Vec<Note> = silent.into_iter().collect();
    // Equal placements are no evidence.
    let statistic = difference.map(|of| {
        if of.error > 0.0 {
            of.value / of.error
        } else {
            0.0
        }
    });
    let df = difference.and_then(|of| of.df);
    let p = statistic.map(|z| match df {
        None => side.of_tails(normal_upper(z), normal_upper(-z)),
        Some(df) => of_t(z, df, side),
    });
    let classes = difference.map_or(String::new(), |of| {
        let [positive, negative] = of.variance.classes;
        match of.variance.clusters {
            None => format!(", {positive} positive and {negative} negative items"),
            Some(clusters) => {
                format!(", {clusters} clusters, {positive} with positive and {negative} with negative items")
            }
        }
    });
    if let Some(clusters) = difference
        .and_then(|of| of.variance.clusters)
        .filter(|&number| number < FEW_CLUSTERS)
    {
        notes.push(Code::FewClusters.says(format!(
            "{clusters} clusters: below {FEW_CLUSTERS} the variance of an area is poorly estimated"
        )));
    }
    let name = if areas.is_of_clusters() {
        "DeLong's test of clusters (Obuchowski 1997)"
    } else if areas.are_apart() {
        "z test of two independent areas, variances of DeLong (1988)"
    } else {
        "DeLong's test (1988)"
    };
    ClosedForm {
        p,
        method: Method::Asymptotic,
        centred: None,
        relative_error: 0.0,
        statistic,
        df,
        floor: None,
        design: None,
        recipe: format!("{name}{classes}").into(),
        notes,
    }
}

fn of_t(t: f64, df: f64, side: Alternative) -> Probability {
    TEstimate::new(t, 1.0, df).map_or(Probability::ONE, |estimate| estimate.p(side))
}

/// Computes DeLong's intervals of both systems and of the difference; none under other metrics.
///
/// # Errors
/// For a confidence outside (0, 1).
pub(crate) fn intervals(
    contest: &Contest,
    level: f64,
    request: &Request,
) -> Result<Intervals, Error> {
    let Some(areas) = &contest.areas else {
        return Ok(Intervals::default());
    };
    let own = request.question.confidence;
    let system = |which: usize| {
        areas
            .system(which)
            .map(|area| area.interval(own))
            .transpose()
            .map(Option::flatten)
    };
    Ok(Intervals {
        systems: [system(0)?, system(1)?],
        difference: areas.interval(contest.names, level)?,
        standard_error: areas.difference().map(|area| rounded(area.error)),
        ..Intervals::default()
    })
}

/// DeLong's test of two areas, with the p-value that is adjusted.
pub(crate) fn tested(
    areas: &Areas,
    names: [&str; 2],
    side: Alternative,
    request: &Request,
) -> (Option<Probability>, TestOutcome) {
    let done = closed_form(areas, names, side);
    (done.p, outcome::of_classical(Test::DeLong, done, request))
}
