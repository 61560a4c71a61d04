//! The report line: one sentence that lets a reader repeat the test.

use crate::number::digits::MOST_DECIMALS;
use crate::number::format::{count, number, p_is, percent};
use crate::outcome::{ComparisonOutcome, Method, Outcome};
use crate::request::{Claim, Request};

/// Names test, sides, R and seed (or that nothing was drawn), stream, version, unit, correction and family, interval,
/// and every test that was run.
pub(crate) fn line(outcome: &Outcome, request: &Request) -> String {
    let Some(first) = outcome.comparisons.first() else { return String::new() };
    let test = &first.tests[0];
    let drawn = match (test.method, test.resamples) {
        (Method::Sampled, Some(resamples)) => {
            let resamples = count(resamples, "resample");
            format!("{resamples}, seed {}, stream {}", outcome.seed, outcome.stream)
        }
        (Method::Exact, _) => "exact; no resampling".to_owned(),
        (Method::Inversion, _) => "computed by inversion; no resampling".to_owned(),
        _ => "asymptotic; no resampling".to_owned(),
    };
    let figures = if outcome.comparisons.len() == 1 { figures(first) } else { String::new() };
    let family = match &outcome.family {
        Some(family) => {
            format!("{} correction over {}", family.adjust, count(family.size, "comparison"))
        }
        None if outcome.comparisons.len() > 1 => {
            format!("no correction over {} comparisons", outcome.comparisons.len())
        }
        None => "one comparison, no correction".to_owned(),
    };
    let interval = first.interval.as_ref().map_or_else(
        || "no interval".to_owned(),
        |interval| {
            format!("{} interval of the difference by {}", percent(interval.confidence), interval.method)
        },
    );
    let margin = first.margin.as_ref().map_or_else(String::new, |margin| {
        let word = if margin.claim == Claim::Equivalent { "equivalence" } else { "non-inferiority" };
        let p = margin
            .pvalue
            .filter(|_| outcome.comparisons.len() == 1)
            .map_or_else(String::new, |p| format!(", {}", p_is(p)));
        let interval = margin.interval.as_ref().map_or_else(String::new, |interval| {
            let ends = format!(" [{}, {}]", short(interval.low), short(interval.high));
            let ends = if outcome.comparisons.len() == 1 { ends } else { String::new() };
            format!(", {} interval by {}{ends}", percent(interval.confidence), interval.method)
        });
        format!(" {word} with margin {}: {}{interval}{p};", margin.asked, margin.recipe)
    });
    let metric = outcome
        .metric
        .signature
        .as_ref()
        .map_or_else(String::new, |signature| format!(" metric {signature};"));
    let tests: Vec<&str> = first.tests.iter().map(|t| t.name.name()).collect();
    format!(
        "{}: {drawn};{metric} {}, unit of resampling: {}; alpha {}; {family}; {interval}; tests run: {};{margin}{figures} \
         restrap {}.",
        test.recipe,
        count(outcome.items, "item"),
        outcome.unit,
        request.question.alpha,
        tests.join(", "),
        outcome.version
    )
}

fn figures(comparison: &ComparisonOutcome) -> String {
    let ends = comparison
        .interval
        .as_ref()
        .map_or_else(String::new, |i| format!(" [{}, {}]", short(i.low), short(i.high)));
    format!(
        " {} − {} = {}{ends}, {};",
        comparison.system,
        comparison.baseline,
        short(comparison.difference),
        p_is(comparison.tests[0].pvalue)
    )
}

/// Four significant digits.
fn short(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let decimals = (3.0 - value.abs().log10().floor()).clamp(0.0, MOST_DECIMALS as f64) as usize;
    number(value, decimals)
}
