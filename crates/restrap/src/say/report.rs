//! The report line: one sentence that lets a reader repeat the test.

use crate::number::digits::of_differences;
use crate::number::format::{count, end, number, percent};
use crate::outcome::{AlsoOutcome, ComparisonOutcome, Family, Method, Outcome, TestOutcome};
use crate::request::Claim;
use crate::say::method::closed;
use crate::say::method::p_is as of_text;
use crate::say::phrase::{not_sampled, units};
use crate::say::signature;

impl Outcome {
    /// Writes the verdicts and the recipe, in a line and in sentences, from what the outcome knows by now.
    pub fn put_texts(&mut self) {
        self.put_next();
        self.put_verdicts();
        self.run.signature = signature::of(self);
        self.run.report = line(self);
        let signatures: Vec<String> = self
            .also
            .iter()
            .map(|also| self.signature_of_secondary(also))
            .collect();
        for (also, signature) in self.also.iter_mut().zip(signatures) {
            also.signature = signature;
        }
    }

    /// Returns the signature of a secondary metric's comparisons.
    fn signature_of_secondary(&self, also: &AlsoOutcome) -> String {
        let is_adjusted = |test: &TestOutcome| test.p_adjusted.is_some();
        let adjusted = also
            .comparisons
            .iter()
            .flat_map(|one| &one.tests)
            .any(is_adjusted);
        // A metric without options is a column, and each has its own.
        let mut run = self.run.clone();
        if let Some(measure) = &mut run.reading.measure {
            measure.clone_from(&also.metric.name);
        }
        let own = Self {
            run,
            metric: also.metric.clone(),
            comparisons: also.comparisons.clone(),
            family: self.family.clone().filter(|_| adjusted),
            ..self.clone()
        };
        signature::of(&own)
    }
}

/// Names test, sides, R and seed (or that nothing was drawn), stream, version, unit, correction and family, interval,
/// and every test that was run.
pub(crate) fn line(outcome: &Outcome) -> String {
    let request = &outcome.request;
    let Some(first) = outcome.comparisons.first() else {
        return String::new();
    };
    let test = &first.tests[0];
    let drawn = drawn(outcome);
    let decimals = of_differences(
        request.question.digits,
        outcome.comparisons.iter().map(ComparisonOutcome::spread),
    );
    let figures = if outcome.comparisons.len() == 1 {
        figures(first, decimals)
    } else {
        String::new()
    };
    let corrected = |family: &Family| {
        format!(
            "{} correction over {}{}",
            family.adjust,
            count(family.size, "comparison"),
            if outcome.adjusts_all() {
                format!(" of {} metrics", 1 + outcome.also.len())
            } else {
                String::new()
            }
        )
    };
    let mut family = match outcome.family_of_all() {
        Some(family) => corrected(family),
        None if outcome.comparisons.len() > 1 => {
            format!(
                "no correction over {} comparisons",
                outcome.comparisons.len()
            )
        }
        None => "one comparison, no correction".to_owned(),
    };
    if let (Some(by), Some(parts)) = (&outcome.by, &outcome.family) {
        family = format!(
            "{family}, {} for the values of {}",
            corrected(parts),
            by.column
        );
    }
    let interval = first.interval.as_ref().map_or_else(
        || match &first.no_interval {
            Some(why) => format!("no interval ({why})"),
            None => "no interval".to_owned(),
        },
        |interval| {
            let family = outcome.family_of_all().map(|family| family.adjust);
            let joint = interval.level_prefix(outcome.confidence, family);
            format!(
                "{joint}{} interval of the {} by {}",
                percent(outcome.confidence),
                interval.quantity().map_or("difference", |[name, _]| name),
                interval.method_beside(test.name, request.question.interval)
            )
        },
    );
    let margin = first.margin.as_ref().map_or_else(String::new, |margin| {
        let word = match margin.claim {
            Claim::Noninferior => "non-inferiority",
            Claim::Equivalent => "equivalence",
            Claim::Superior => "superiority",
        };
        let p = margin
            .p_text(outcome.resamples)
            .filter(|_| outcome.comparisons.len() == 1)
            .map_or_else(String::new, |p| format!(", {}", of_text(&p)));
        let interval = margin
            .interval
            .as_ref()
            .map_or_else(String::new, |interval| {
                let ends = format!(
                    " [{}, {}]",
                    end(interval.low, decimals),
                    end(interval.high, decimals)
                );
                let ends = if outcome.comparisons.len() == 1 {
                    ends
                } else {
                    String::new()
                };
                let of = if margin.beyond {
                    " of what is beyond it"
                } else {
                    ""
                };
                format!(
                    ", {} interval{of} by {}{ends}",
                    percent(interval.confidence),
                    interval.method
                )
            });
        format!(
            " {word} with margin {}: {}{interval}{p};",
            margin.asked, margin.recipe
        )
    });
    let metric = match &outcome.metric.signature {
        Some(signature) => {
            let over = outcome.metric.mean_over.as_ref();
            format!(
                " metric {signature}{};",
                over.map_or_else(String::new, |over| format!(", mean over {over}"))
            )
        }
        None => format!(" {};", outcome.run.reading.metric(&outcome.metric.name)),
    };
    let read = outcome.run.reading.sentences();
    let tests: Vec<&str> = first.tests.iter().map(|t| t.name.name()).collect();
    format!(
        "{}: {drawn};{metric} {}, unit of resampling: {}; alpha {}; {family}; {interval}; tests run: {};{margin}{figures} \
         restrap {}.{read} {}",
        test.recipe,
        match (&first.clusters, &first.runs) {
            (None, None) => count(outcome.items, request.sample.over.noun()),
            _ => units(first, request).trim_end_matches(',').to_owned(),
        },
        outcome.unit,
        request.question.alpha,
        tests.join(", "),
        outcome.run.version,
        not_sampled(first, request)
    )
}

/// How the p-values of the primary test were made: once where all went one way, else with the systems of each way.
fn drawn(outcome: &Outcome) -> String {
    let mut ways: Vec<(String, Vec<&str>)> = Vec::new();
    for comparison in &outcome.comparisons {
        let test = &comparison.tests[0];
        let way = match (test.method, test.resamples) {
            _ if test.pvalue.is_none() => "undefined".to_owned(),
            (Method::Sampled, Some(resamples)) => {
                format!(
                    "{}, seed {}, stream {}",
                    count(resamples, "resample"),
                    outcome.seed,
                    outcome.stream
                )
            }
            (Method::Exact, _) => "exact; no resampling".to_owned(),
            (Method::Inversion, _) => "computed by inversion; no resampling".to_owned(),
            _ => format!("{}; no resampling", closed(test)),
        };
        match ways.iter_mut().find(|(known, _)| *known == way) {
            Some((_, systems)) => systems.push(&comparison.system),
            None => ways.push((way, vec![&comparison.system])),
        }
    }
    if let [(way, _)] = &ways[..] {
        return way.clone();
    }
    let each: Vec<String> = ways
        .iter()
        .map(|(way, systems)| format!("{way} ({})", systems.join(", ")))
        .collect();
    each.join("; ")
}

fn figures(comparison: &ComparisonOutcome, decimals: usize) -> String {
    let ends = comparison.interval.as_ref().map_or_else(String::new, |i| {
        let of = i
            .quantity()
            .zip(i.estimate)
            .map(|([name, _], at)| format!(", {name} {}", number(at, decimals)));
        format!(
            "{} [{}, {}]",
            of.unwrap_or_default(),
            end(i.low, decimals),
            end(i.high, decimals)
        )
    });
    format!(
        " {} − {} = {}{ends}, {};",
        comparison.system,
        comparison.baseline,
        number(comparison.difference, decimals),
        of_text(&comparison.tests[0].p_text())
    )
}
