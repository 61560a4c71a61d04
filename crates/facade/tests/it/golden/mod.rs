//! Golden cases that need the whole of a comparison: scores in, p-values and error classes out.
//!
//! The reader and the values of a law are those of the tests of `restrap-stats`.

mod clusters;
mod curves;
mod data_sets;
mod effects;
mod families;
mod means;
mod metric;
mod published;
mod topics;
mod validation;

#[allow(dead_code, reason = "the other families use the rest")]
#[path = "../../../../stats/tests/it/golden/law.rs"]
mod law;
#[allow(dead_code, reason = "the other families use the rest")]
#[path = "../../../../stats/tests/it/golden/reader.rs"]
mod reader;

use restrap_facade::outcome::Method;
use restrap_facade::{
    Alternative, Control, Error, Exact, IntervalMethod, Outcome, Request, Scores, Test,
};

fn scores(name: &str, values: &[f64]) -> Scores<'static> {
    Scores::new(name, values.to_vec())
}

/// Tests of one side with everything by law, no interval.
fn by_law(tests: &[Test], alternative: Alternative) -> Request {
    Request::default()
        .tests(tests.to_vec())
        .alternative(alternative)
        .exact(Exact::Always)
        .interval(IntervalMethod::None)
}

fn compare(baseline: &[f64], system: &[f64], request: &Request) -> Result<Outcome, Error> {
    restrap_facade::compare(
        &[scores("baseline", baseline), scores("system", system)],
        request,
        &Control::default(),
    )
}

/// The p-values of all tests of the request.
fn p_values(baseline: &[f64], system: &[f64], request: &Request) -> Vec<f64> {
    let outcome = compare(baseline, system, request).expect("a valid comparison");
    let tests = &outcome.comparisons[0].tests;
    assert!(
        tests.iter().all(|test| test.method == Method::Exact),
        "{tests:?}"
    );
    tests
        .iter()
        .map(|test| test.pvalue.unwrap_or(0.0))
        .collect()
}
