//! One way from comparisons to an outcome, whatever was compared: words, report line and gate stand here and nowhere else.

use restrap_core::STREAM_NAME;

use crate::outcome::{ComparisonOutcome, Family, MetricInfo, Outcome, Plan, SCHEMA, SystemOutcome, Unit};
use crate::request::Request;
use crate::{say::gate, say::report, say::verdict, say::warning};

/// What differs between comparisons of scores and of corpus metrics.
pub(crate) struct Parts {
    pub metric: MetricInfo,
    /// Items, of all systems together where they scored different ones.
    pub items: u64,
    pub systems: Vec<SystemOutcome>,
    /// With p-values adjusted, without verdicts.
    pub comparisons: Vec<ComparisonOutcome>,
    pub family: Option<Family>,
    pub plan: Plan,
    pub warnings: Vec<String>,
    /// Resamples after which a run was stopped.
    pub interrupted_after: Option<u64>,
}

/// The outcome, with verdicts, warnings about p-values, report and gate.
pub(crate) fn outcome(parts: Parts, request: &Request) -> Outcome {
    let Parts { metric, items, systems, mut comparisons, family, plan, mut warnings, interrupted_after } =
        parts;
    for comparison in &mut comparisons {
        (comparison.verdict, comparison.shown) = verdict::of(comparison, request);
        warnings.extend(warning::of_p_values(comparison, request));
    }
    let mut outcome = Outcome {
        schema: SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        stream: STREAM_NAME.to_owned(),
        seed: request.compute.seed,
        metric,
        unit: Unit::Item,
        clusters: None,
        items,
        resamples: request.compute.resamples,
        alternative: request.question.alternative,
        alpha: request.question.alpha,
        confidence: request.question.confidence,
        inputs: Vec::new(),
        systems,
        comparisons,
        by: None,
        also: Vec::new(),
        family,
        plan,
        warnings,
        report: String::new(),
        gate: None,
        host: None,
        interrupted_after,
        request: request.clone(),
    };
    outcome.report = report::line(&outcome, request);
    outcome.gate = request.question.gate.map(|gate| gate::of(&outcome, gate));
    outcome
}
