//! The sheet of a comparison for other programs: one row per comparison and test, with all digits of the JSON.

use restrap::Outcome;
use restrap::outcome::{ComparisonOutcome, IntervalOutcome, MarginOutcome, SystemOutcome, TestOutcome};

use super::part::Part;
use crate::cells::{digits, known};
use crate::sheet::Sheet;

/// A test, and what it is of.
struct Row<'a> {
    outcome: &'a Outcome,
    /// `column=value` of a sub-population.
    population: String,
    items: u64,
    baseline: &'a SystemOutcome,
    system: &'a SystemOutcome,
    comparison: &'a ComparisonOutcome,
    interval: Option<&'a IntervalOutcome>,
    margin: Option<&'a MarginOutcome>,
    limits: Option<&'a IntervalOutcome>,
    test: &'a TestOutcome,
}

pub(super) fn sheet(outcome: &Outcome) -> Sheet {
    let column = outcome.by.as_ref().map_or("", |by| &by.column);
    let mut rows = Vec::new();
    for part in Part::all(outcome) {
        for (comparison, system) in part.comparisons.iter().zip(&part.systems[1..]) {
            let margin = comparison.margin.as_ref();
            rows.extend(comparison.tests.iter().map(|test| Row {
                outcome,
                population: known(part.value.map(|value| format!("{column}={value}"))),
                items: part.items,
                baseline: &part.systems[0],
                system,
                comparison,
                interval: comparison.interval.as_ref(),
                margin,
                limits: margin.and_then(|margin| margin.interval.as_ref()),
                test,
            }));
        }
    }
    Sheet::of(
        &[
            ("population", |row: &Row| row.population.clone()),
            ("items", |row| row.items.to_string()),
            ("baseline", |row| row.comparison.baseline.clone()),
            ("system", |row| row.comparison.system.clone()),
            ("baseline_score", |row| row.baseline.score.to_string()),
            ("score", |row| row.system.score.to_string()),
            ("difference", |row| row.comparison.difference.to_string()),
            ("low", |row| known(row.interval.map(|interval| interval.low))),
            ("high", |row| known(row.interval.map(|interval| interval.high))),
            ("interval", |row| known(row.interval.map(|interval| interval.method))),
            ("confidence", |row| known(row.interval.map(|interval| interval.confidence))),
            ("test", |row| row.test.name.to_string()),
            ("primary", |row| row.test.primary.to_string()),
            ("alternative", |row| row.test.alternative.to_string()),
            ("method", |row| row.test.method.to_string()),
            ("pvalue", |row| digits(row.test.pvalue)),
            ("p_adjusted", |row| digits(row.test.p_adjusted)),
            ("shown", |row| known(row.test.primary.then_some(row.comparison.shown))),
            ("margin_claim", |row| known(row.margin.map(|margin| margin.claim))),
            ("margin", |row| known(row.margin.map(|margin| &margin.asked))),
            ("margin_method", |row| known(row.margin.and_then(|margin| margin.method))),
            ("margin_low", |row| known(row.limits.map(|limits| limits.low))),
            ("margin_high", |row| known(row.limits.map(|limits| limits.high))),
            ("margin_pvalue", |row| {
                digits(row.margin.and_then(|margin| margin.p_adjusted.or(margin.pvalue)))
            }),
            ("margin_shown", |row| known(row.margin.map(|margin| margin.shown))),
            ("resamples", |row| known(row.test.resamples)),
            ("at_least_as_extreme", |row| known(row.test.at_least_as_extreme)),
            ("pvalue_low", |row| digits(row.test.pvalue_interval.map(|bounds| bounds[0]))),
            ("pvalue_high", |row| digits(row.test.pvalue_interval.map(|bounds| bounds[1]))),
            ("seed", |row| row.outcome.seed.to_string()),
            ("stream", |row| row.outcome.stream.clone()),
            ("version", |row| row.outcome.version.clone()),
            ("recipe", |row| row.test.recipe.clone()),
        ],
        rows,
    )
}
