//! Error bars of a metric, from statistics that were saved.

use restrap_engine::Control;
use restrap_words::asked_as;

use super::scoring::{Scored, Scoring};
use crate::compare::{Data, compare};
use crate::describe::{DescribeOutcome, DescribeRequest, DescribedSystem, SCHEMA, describe, report};
use crate::error::Error;
use crate::number::digits::quoted_decimals;
use crate::number::format::number;
use crate::outcome::AlsoOutcome;
use crate::reproduction;
use crate::request::{Over, Test};

/// Value and interval of a metric for every system, from statistics of its items.
///
/// # Errors
/// As [`describe`]; replications and folds have scores, not statistics.
pub fn describe_scored(
    scoring: &Scoring,
    asked: &DescribeRequest,
    control: &Control,
) -> Result<DescribeOutcome, Error> {
    if asked.over != Over::Items {
        return Err(Error::not_applicable(
            asked_as("over", asked.over.name()),
            "one score a replication or fold",
            "these files hold statistics of items",
            format!("use {}", asked_as("over", Over::Items.name())),
        ));
    }
    if asked.reproduction {
        reproduction::check(asked.over)?;
    }
    let AlsoOutcome { metric, decimals, .. } = scoring.described();
    let metric = Some(metric);
    let (own, systems) = match &scoring.scored {
        Scored::Scores { systems, .. } => {
            let described = describe(systems, asked, control)?;
            return Ok(DescribeOutcome { metric, inputs: scoring.inputs.clone(), ..described });
        }
        Scored::Counted { metric, systems } => (metric.as_ref(), systems),
    };
    // Intervals are those of a comparison; one system is compared with itself.
    let mut beside = systems.clone();
    beside.extend((systems.len() == 1).then(|| systems[0].clone()));
    let request = asked.request.clone().tests(vec![Test::Bootstrap]);
    let compared = compare(Data::counted(own, &beside), &request, control)?;
    let items = scoring.items() as u64;
    let known = asked.plus_minus.map(|given| quoted_decimals(items, given, false) as u64);
    let digits = asked.request.question.digits.map(u64::from);
    let decimals = digits.or(known).or(decimals).unwrap_or_default();
    let described = systems.iter().zip(compared.systems).map(|(counted, found)| {
        let count = counted.items() as u64;
        DescribedSystem {
            name: counted.name.clone(),
            count,
            score: found.score,
            quoted: number(found.score, decimals as usize),
            variance: None,
            standard_error: None,
            interval: found.interval,
            test_fraction: None,
            binary: false,
            clusters: None,
            human: None,
            reproduction: None,
        }
    });
    let described: Vec<_> = described.collect();
    let report = report(&described, asked).replacen("mean", &own.signature(), 1);
    Ok(DescribeOutcome {
        interrupted_of: None,
        schema: SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        over: asked.over,
        confidence: asked.request.question.confidence,
        metric,
        mix: None,
        budget: None,
        decimals,
        inputs: scoring.inputs.clone(),
        warnings: scoring.notes.clone(),
        report,
        systems: described,
    })
}
