//! The sheet of a comparison for other programs: one row per comparison and test, with all digits of the JSON, and one per further
//! metric.

use std::rc::Rc;

use restrap::outcome::{
    ComparisonOutcome, IntervalOutcome, MarginOutcome, OrderOutcome, PosteriorOutcome, RopeOutcome,
    TestOutcome,
};
use restrap::{Outcome, Test};

use super::claims::all;
use super::systems::Part;
use crate::cells::{digits, known, limit};
use crate::output::SIGNATURE;
use crate::sheet::Sheet;

/// A test, or a further metric, which has none, and what it is of.
struct Row<'a> {
    outcome: &'a Outcome,
    /// `column=value` of a sub-population.
    population: String,
    items: u64,
    metric: &'a str,
    /// Scores of baseline and system.
    scores: [f64; 2],
    difference: f64,
    comparison: &'a ComparisonOutcome,
    interval: Option<&'a IntervalOutcome>,
    margin: Option<&'a MarginOutcome>,
    limits: Option<&'a IntervalOutcome>,
    test: Option<&'a TestOutcome>,
    signature: Rc<str>,
}

impl Row<'_> {
    /// What almost stochastic order rests on, where it is the test of this row.
    fn order(&self) -> Option<&OrderOutcome> {
        self.comparison
            .order
            .as_ref()
            .filter(|_| self.test.is_some_and(|test| test.name == Test::Aso))
    }

    /// The posterior of the difference; further metrics have none.
    fn posterior(&self) -> Option<&PosteriorOutcome> {
        self.comparison
            .posterior
            .as_ref()
            .filter(|_| self.test.is_some())
    }

    fn rope(&self) -> Option<&RopeOutcome> {
        self.posterior()?.rope.as_ref()
    }
}

/// Returns a row for each test of each system, and one for each secondary metric.
fn rows(outcome: &Outcome) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    for (outcome, signatures, part) in all(outcome).flat_map(|one| {
        let own = one
            .also
            .iter()
            .map(|also| one.signature_of_secondary(also).into());
        let signatures: Rc<[Rc<str>]> = own.collect();
        Part::all(one).map(move |part| (one, Rc::clone(&signatures), part))
    }) {
        let column = outcome.by.as_ref().map_or("", |by| &by.column);
        for (comparison, place) in part.comparisons.iter().zip(1..) {
            let margin = comparison.margin.as_ref();
            rows.extend(comparison.tests.iter().map(|test| Row {
                outcome,
                population: known(part.value.map(|value| format!("{column}={value}"))),
                items: part.items,
                metric: &outcome.metric.name,
                scores: [0, place].map(|place| part.systems[place].score),
                difference: comparison.difference,
                comparison,
                interval: comparison.interval.as_ref(),
                margin,
                limits: margin.and_then(|margin| margin.interval.as_ref()),
                test: Some(test),
                signature: outcome.run.signature[..].into(),
            }));
            // Further metrics are of all items.
            rows.extend(
                outcome
                    .also
                    .iter()
                    .zip(signatures.iter())
                    .filter(|_| part.value.is_none())
                    .map(|(also, signature)| {
                        let own = also.comparison_with(&comparison.system);
                        Row {
                            outcome,
                            population: String::new(),
                            items: part.items,
                            metric: &also.metric.name,
                            scores: [0, place].map(|place| also.scores[place]),
                            difference: also.scores[place] - also.scores[0],
                            comparison: own.unwrap_or(comparison),
                            interval: own.and_then(|one| one.interval.as_ref()),
                            margin: None,
                            limits: None,
                            test: own.and_then(|one| one.tests.first()),
                            signature: Rc::clone(signature),
                        }
                    }),
            );
        }
    }
    rows
}

pub(super) fn sheet(outcome: &Outcome) -> Sheet {
    Sheet::of(
        &[
            ("population", |row: &Row| row.population.clone()),
            ("items", |row| row.items.to_string()),
            ("baseline", |row| row.comparison.baseline.clone()),
            ("system", |row| row.comparison.system.clone()),
            ("metric", |row| row.metric.to_owned()),
            ("baseline_score", |row| row.scores[0].to_string()),
            ("score", |row| row.scores[1].to_string()),
            ("difference", |row| row.difference.to_string()),
            ("low", |row| {
                limit(row.interval.map(|interval| interval.low))
            }),
            ("high", |row| {
                limit(row.interval.map(|interval| interval.high))
            }),
            ("interval", |row| {
                known(row.interval.map(|interval| interval.method))
            }),
            ("confidence", |row| {
                known(row.interval.map(|interval| interval.confidence))
            }),
            ("test", |row| known(row.test.map(|test| test.name))),
            ("primary", |row| known(row.test.map(|test| test.primary))),
            ("alternative", |row| {
                known(row.test.map(|test| test.alternative))
            }),
            ("method", |row| known(row.test.map(|test| test.method))),
            ("pvalue", |row| {
                digits(row.test.and_then(|test| test.pvalue))
            }),
            ("p_adjusted", |row| {
                digits(row.test.and_then(|test| test.p_adjusted))
            }),
            ("p_floor", |row| {
                digits(row.test.and_then(|test| test.p_floor))
            }),
            ("shown", |row| {
                known(
                    row.test
                        .filter(|test| test.primary)
                        .map(|_| row.comparison.shown),
                )
            }),
            ("margin_claim", |row| {
                known(row.margin.map(|margin| margin.claim))
            }),
            ("margin", |row| {
                known(row.margin.map(|margin| &margin.asked))
            }),
            ("margin_method", |row| {
                known(row.margin.and_then(|margin| margin.method))
            }),
            ("margin_low", |row| {
                limit(row.limits.map(|limits| limits.low))
            }),
            ("margin_high", |row| {
                limit(row.limits.map(|limits| limits.high))
            }),
            ("margin_pvalue", |row| {
                digits(
                    row.margin
                        .and_then(|margin| margin.p_adjusted.or(margin.pvalue)),
                )
            }),
            ("margin_shown", |row| {
                known(row.margin.map(|margin| margin.shown))
            }),
            ("violation_ratio", |row| {
                known(row.order().map(|order| order.ratio))
            }),
            ("epsilon_min", |row| {
                known(row.order().map(|order| order.epsilon_min))
            }),
            ("posterior_better", |row| {
                digits(row.posterior().map(|of| of.better))
            }),
            ("posterior_worse", |row| {
                digits(row.posterior().map(|of| of.worse))
            }),
            ("posterior_low", |row| {
                known(row.posterior().map(|of| of.low))
            }),
            ("posterior_high", |row| {
                known(row.posterior().map(|of| of.high))
            }),
            ("rope", |row| known(row.rope().map(|rope| &rope.asked))),
            ("rope_better", |row| {
                digits(row.rope().map(|rope| rope.better))
            }),
            ("rope_equal", |row| {
                digits(row.rope().map(|rope| rope.equal))
            }),
            ("rope_worse", |row| {
                digits(row.rope().map(|rope| rope.worse))
            }),
            ("resamples", |row| {
                known(row.test.and_then(|test| test.resamples))
            }),
            ("at_least_as_extreme", |row| {
                known(row.test.and_then(|test| test.at_least_as_extreme))
            }),
            ("pvalue_low", |row| digits(bound(row.test, 0))),
            ("pvalue_high", |row| digits(bound(row.test, 1))),
            ("seed", |row| row.outcome.seed.to_string()),
            ("stream", |row| row.outcome.stream.clone()),
            ("version", |row| row.outcome.run.version.clone()),
            ("recipe", |row| known(row.test.map(|test| &test.recipe))),
            (SIGNATURE, |row| row.signature.to_string()),
        ],
        rows(outcome),
    )
}

/// A bound of the Monte Carlo error of a sampled p-value.
fn bound(test: Option<&TestOutcome>, end: usize) -> Option<f64> {
    Some(test?.pvalue_interval?[end])
}
