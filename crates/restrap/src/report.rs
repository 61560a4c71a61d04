//! The report line: one sentence that lets a reader repeat the test.

use crate::outcome::{ComparisonOutcome, Method, Outcome};
use crate::request::Request;
use crate::words::{grouped, percent, probability};

/// Names test, sides, R and seed (or that nothing was drawn), stream, version, unit, correction and family, interval,
/// and every test that was run.
pub(crate) fn line(outcome: &Outcome, request: &Request) -> String {
    let Some(first) = outcome.comparisons.first() else { return String::new() };
    let test = &first.tests[0];
    let drawn = match (test.method, test.resamples) {
        (Method::Sampled, Some(resamples)) => {
            format!("{} resamples, seed {}, stream {}", grouped(resamples), outcome.seed, outcome.stream)
        }
        (Method::Exact, _) => "exact; no resampling".to_owned(),
        (Method::Inversion, _) => "computed by inversion; no resampling".to_owned(),
        _ => "asymptotic; no resampling".to_owned(),
    };
    let figures = if outcome.comparisons.len() == 1 { figures(first) } else { String::new() };
    let family = match &outcome.family {
        Some(family) => format!("{} correction over {} comparisons", family.adjust, family.size),
        None if outcome.comparisons.len() > 1 => {
            format!("no correction over {} comparisons", outcome.comparisons.len())
        }
        None => "one comparison, no correction".to_owned(),
    };
    let interval = first.interval.as_ref().map_or_else(
        || "no interval".to_owned(),
        |interval| format!("{} intervals by {}", percent(interval.confidence), interval.method),
    );
    let tests: Vec<&str> = first.tests.iter().map(|t| t.name).collect();
    format!(
        "{}: {drawn}; {} items, unit of resampling: {}; alpha {}; {family}; {interval}; tests run: {};{figures} \
         restrap {}.",
        test.recipe,
        grouped(outcome.items),
        outcome.unit,
        request.alpha,
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
        " {} − {} = {}{ends}, p = {};",
        comparison.system,
        comparison.baseline,
        short(comparison.difference),
        probability(comparison.tests[0].pvalue)
    )
}

/// Four significant digits.
fn short(value: f64) -> String {
    if value == 0.0 || value.is_infinite() {
        return value.to_string().replace("inf", "∞").replace('-', "−");
    }
    let decimals = (3.0 - value.abs().log10().floor()).clamp(0.0, 12.0) as usize;
    format!("{value:.decimals$}").replace('-', "−")
}
