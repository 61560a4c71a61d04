//! A comparison on a terminal of 80 columns: systems, differences, tests, verdict and recipe.

use restrap::Outcome;
use restrap::number::{count, grouped};
use restrap::outcome::{ComparisonOutcome, Item, MarginOutcome};
use restrap_words::asked;

use super::claims::all;
use super::systems::{also, board, of_secondary, populations, systems};
use super::tests::{details, tests};
use crate::family::{of_family, of_levels, without};
use crate::terminal::{alarm, bold, signature, wrapped};

pub(super) fn page(outcome: &Outcome, verbose: bool) -> String {
    let mut blocks: Vec<String> = all(outcome).flat_map(|one| blocks(one, verbose)).collect();
    let signatures: Vec<String> = all(outcome).map(|one| signature(&one.run)).collect();
    blocks.push(signatures.join("\n"));
    crate::terminal::page(blocks)
}

/// What is told of one metric.
fn blocks(outcome: &Outcome, verbose: bool) -> Vec<String> {
    let several = outcome.systems.len() > 2;
    // A table says it of many systems, and a paragraph each only what no table holds.
    let is_told_each = |comparison: &ComparisonOutcome| {
        let has_more = comparison.margin.is_some()
            || comparison.posterior.is_some()
            || comparison.order.is_some();
        verbose || has_more || comparison.tests.len() > 1
    };
    let first = if several {
        board(outcome)
    } else {
        systems(outcome)
    };
    let mut blocks = vec![format!("{}\n{}", heading(outcome), first.text())];
    let of_table = several.then(|| of_family(outcome.comparisons.iter(), outcome));
    let without = several.then(|| without(outcome.comparisons.iter()));
    let notes = of_table
        .flatten()
        .into_iter()
        .chain(without.into_iter().flatten());
    blocks.extend(notes.map(|note| wrapped(&note, "")));
    if let Some(summary) = outcome.summary() {
        blocks.push(wrapped(
            &format!("{summary} All pairs at once: restrap rank."),
            "",
        ));
    }
    for comparison in outcome
        .comparisons
        .iter()
        .filter(|one| !several || is_told_each(one))
    {
        let verdict = wrapped(&comparison.verdict, "");
        if several {
            let pair = format!("{} − {}", comparison.system, comparison.baseline);
            blocks.push(format!("{}\n{verdict}", bold(&wrapped(&pair, "  "))));
        } else {
            blocks.extend([details(comparison, outcome).text(), verdict]);
        }
        blocks.extend(
            comparison
                .margin
                .as_ref()
                .and_then(flips)
                .map(|text| wrapped(&text, "  ")),
        );
        if several && comparison.tests.len() > 1 {
            blocks.push(tests(comparison, outcome).text());
        }
    }
    if let Some(next) = &outcome.next {
        blocks.push(wrapped(next, ""));
    }
    if !outcome.also.is_empty() {
        blocks.push(also(outcome).text());
        blocks.push(wrapped(&of_secondary(outcome), ""));
        // Of one comparison its verdict says it.
        let told = outcome
            .comparisons
            .iter()
            .filter(|_| several)
            .flat_map(|one| {
                let words = outcome
                    .also
                    .iter()
                    .filter_map(|also| also.contradicts(one, outcome.alpha));
                words.map(|words| wrapped(&format!("{}: {words}", one.system), ""))
            });
        blocks.extend(told);
    }
    if let Some(by) = &outcome.by {
        blocks.extend([
            bold(&format!("by {}", by.column)),
            populations(by, outcome).text(),
        ]);
        let notes = of_family(outcome.family_members(), outcome)
            .into_iter()
            .chain(of_levels(outcome));
        blocks.extend(notes.map(|note| wrapped(&note, "")));
    }
    blocks.extend(interrupted(outcome).map(|text| alarm(&text, "")));
    if verbose {
        blocks.push(plan(outcome));
    }
    blocks
}

/// What is subtracted from what, and what the scores are.
fn heading(outcome: &Outcome) -> String {
    let direction = if outcome.metric.higher_is_better {
        "higher"
    } else {
        "lower"
    };
    let first = &outcome.comparisons[0];
    let system = if outcome.systems.len() > 2 {
        "SYSTEM"
    } else {
        &first.system
    };
    let difference = format!("difference = {system} − {}", first.baseline);
    let samples = outcome
        .comparisons
        .iter()
        .any(|comparison| comparison.samples.is_some());
    let scores = format!(
        "{}{}, {}{}, {direction} is better",
        count(outcome.items, outcome.request.sample.over.noun()),
        match &first.clusters {
            Some(clusters) => clusters.phrase(),
            None if samples => " in all, unpaired".to_owned(),
            None => String::new(),
        },
        match (outcome.metric.name.as_str(), outcome.metric.binary) {
            ("accuracy", _) => "share of right labels".to_owned(),
            ("mean", true) => "mean of 0/1 scores".to_owned(),
            ("mean", false) => "mean of scores".to_owned(),
            _ => outcome.metric.printed(),
        },
        mean_over(outcome)
    );
    format!(
        "{}\n{}",
        bold(&wrapped(&difference, "  ")),
        wrapped(&scores, "  ")
    )
}

/// That the value is a mean over languages.
pub(super) fn mean_over(outcome: &Outcome) -> String {
    let column = outcome.metric.mean_over.as_ref();
    column.map_or_else(String::new, |column| format!(" (mean over {column})"))
}

/// Items whose 0/1 score changes, by id or number, the first of each kind.
fn flips(margin: &MarginOutcome) -> Option<String> {
    /// Items of each kind that a line lists.
    const LISTED: usize = 4;
    let flips = margin.flips.as_ref()?;
    let listed = |items: &[Item]| {
        let shown: Vec<String> = items.iter().take(LISTED).map(Item::to_string).collect();
        match items.len() {
            0 => "none".to_owned(),
            all if all > LISTED => format!("{}, ...", shown.join(", ")),
            _ => shown.join(", "),
        }
    };
    let more = flips.harmful.len().max(flips.beneficial.len()) > LISTED;
    let rest = if more {
        format!(" (all of them with {})", asked("json"))
    } else {
        String::new()
    };
    Some(format!(
        "items broken: {}; mended: {}{rest}",
        listed(&flips.harmful),
        listed(&flips.beneficial)
    ))
}

/// What an interrupted run has and lacks.
fn interrupted(outcome: &Outcome) -> Option<String> {
    let completed = outcome.interrupted_after?;
    let text = if completed > 0 {
        format!(
            "Interrupted after {} of {}: sampled figures rest on those.",
            grouped(completed),
            count(outcome.resamples, "resample")
        )
    } else {
        "Interrupted: unfinished results are left out.".to_owned()
    };
    let (begun, asked) = (outcome.comparisons.len(), outcome.systems.len() - 1);
    let reached = if begun < asked {
        format!(" {begun} of {asked} comparisons were begun.")
    } else {
        String::new()
    };
    Some(text + &reached)
}

/// How it was computed, and where.
fn plan(outcome: &Outcome) -> String {
    let plan = &outcome.plan;
    let mut lines = vec![wrapped(
        &format!(
            "plan: route {} ({}), grid {}, {}{}",
            plan.route,
            plan.because,
            plan.grid,
            count(plan.distinct_rows, "distinct difference"),
            plan.level
                .as_ref()
                .map_or_else(String::new, |level| format!(", level {level}"))
        ),
        "  ",
    )];
    if let Some(host) = &outcome.run.host {
        let peak = host
            .peak_bytes
            .map_or_else(String::new, |b| format!(", peak {} MiB", b >> 20));
        lines.push(format!(
            "host: {}, {:.3} s{peak}",
            count(host.threads, "thread"),
            host.seconds
        ));
    }
    let several = outcome.comparisons.len() > 1;
    for comparison in &outcome.comparisons {
        let whose = if several {
            format!("{}: ", comparison.system)
        } else {
            String::new()
        };
        for test in &comparison.tests {
            lines.push(wrapped(
                &format!("{whose}{}: {}", test.name, test.recipe),
                "  ",
            ));
            lines.extend(
                test.notes
                    .iter()
                    .map(|note| wrapped(&format!("  note: {note}"), "  ")),
            );
        }
    }
    lines.join("\n")
}
