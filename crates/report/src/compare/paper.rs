//! The sheet of a comparison for papers and README files: one row per system and sub-population.

use restrap::number::{chance, count, grouped, number, percent, signed};
use restrap::outcome::{
    ClusterOutcome, ComparisonOutcome, MarginOutcome, OrderOutcome, PosteriorOutcome,
    SystemOutcome, Unit,
};
use restrap::{Alternative, Outcome};

use super::page::mean_over;
use super::systems::Part;
use super::systems::{decimals, named, of_secondary};
use crate::cells::{ci, common_prefix};
use crate::family::{ends_of, of_family, of_levels};
use crate::mark::{Mark, legend};
use crate::sheet::{Column, Sheet, left, right};

pub(super) fn sheet(outcome: &Outcome) -> Sheet {
    let mut sheet = Sheet::new(columns(outcome));
    let differences = decimals(
        Part::all(outcome).flat_map(|part| part.comparisons),
        outcome,
    );
    // Sub-populations of fewer items have fewer.
    let scores = if outcome.by.is_some() {
        differences.min(outcome.decimals())
    } else {
        outcome.decimals()
    };
    for part in Part::all(outcome) {
        for (place, system) in part.systems.iter().enumerate() {
            let comparison = place
                .checked_sub(1)
                .and_then(|place| part.comparisons.get(place));
            // Further metrics are of all items.
            let also = outcome.also.iter().map(|also| {
                let score = also.scores.get(place).filter(|_| part.value.is_none());
                let p = also.comparison_with(&system.name).map(|one| {
                    let mark = Mark::new(one.shown, Some(one.direction())).sign();
                    let test = &one.tests[0];
                    let p = test.adjusted_text().unwrap_or_else(|| test.p_text());
                    format!("{mark} (p {p})")
                });
                let told = |score: &f64| number(*score, also.decimals()) + &p.unwrap_or_default();
                score.map_or_else(String::new, told)
            });
            let cells = cells(
                outcome,
                system,
                comparison,
                [scores, differences],
                also.collect(),
            );
            if outcome.by.is_some() {
                let of = [grouped(part.items), system.name.clone()];
                sheet.row(part.value.unwrap_or("all"), of.into_iter().chain(cells));
            } else {
                sheet.row(&system.name, cells);
            }
        }
    }
    sheet.note(caption(outcome));
    let beyond: Vec<&str> = outcome
        .comparisons
        .iter()
        .filter(|one| out_of_reach(one, outcome))
        .map(|one| &one.system[..])
        .collect();
    if !beyond.is_empty() {
        sheet.note(format!(
            "No p of {} can be {} or smaller: too few {} differ.",
            beyond.join(", "),
            outcome.alpha,
            match outcome.unit {
                Unit::Cluster => "clusters".to_owned(),
                _ => format!("{}s", outcome.request.sample.over.noun()),
            }
        ));
    }
    if Part::all(outcome).any(|part| part.comparisons.iter().any(|comparison| comparison.shown)) {
        let adjusted = if outcome.family.is_some() {
            "adjusted "
        } else {
            ""
        };
        let level = format!("{adjusted}p at most {}", outcome.alpha);
        sheet.note(legend(&outcome.comparisons[0].baseline, &level));
    }
    if !outcome.also.is_empty() {
        sheet.note(of_secondary(outcome));
    }
    let parts = outcome.by.iter().flat_map(|by| &by.populations);
    let on_parts = parts.flat_map(|part| &part.comparisons);
    if let Some(by) = &outcome.by
        && common_prefix(outcome.all_comparisons(), outcome).is_none()
    {
        // One column holds both.
        let kind = common_prefix(on_parts, outcome).unwrap_or_default();
        sheet.note(format!(
            "The intervals of the values of {} are {}intervals.",
            by.column, kind
        ));
    }
    let notes = of_family(outcome.all_comparisons(), outcome)
        .into_iter()
        .chain(of_levels(outcome));
    notes.for_each(|note| {
        sheet.note(note);
    });
    if let Some(order) = order(outcome) {
        let below = order.threshold;
        sheet.note(format!("epsilon min below {below}: almost stochastically better, or worse where the difference is a loss."));
    }
    if let Some(posterior) = posterior(outcome) {
        let beyond = posterior
            .rope
            .as_ref()
            .map_or_else(String::new, |rope| format!(" by more than {}", rope.asked));
        let level = percent(posterior.probability);
        sheet.note(format!(
            "P: posterior probabilities of being better or worse{beyond} (Bayesian bootstrap; {level} intervals are in the JSON), not \
             p-values and not adjusted."
        ));
    }
    sheet.next(outcome.next.clone());
    if let Some(gate) = &outcome.gate {
        sheet.gate(gate);
    }
    sheet.report(&outcome.run.report);
    sheet
}

/// What the numbers are, in a line.
fn caption(outcome: &Outcome) -> String {
    let first = &outcome.comparisons[0];
    let test = &first.tests[0];
    let side = match test.alternative {
        Alternative::TwoSided => "two-sided".to_owned(),
        side => format!("one-sided ({side})"),
    };
    let interval = first
        .interval
        .as_ref()
        .map_or_else(String::new, |interval| {
            format!(
                "{} ({}), ",
                ci(
                    Part::all(outcome).flat_map(|part| part.comparisons),
                    outcome
                ),
                interval.method_beside(test.name, outcome.request.question.interval)
            )
        });
    format!(
        "{}{} on {}{}; difference from {}, {interval}p of the {side} {} test.",
        outcome.metric.title(),
        mean_over(outcome),
        count(outcome.items, outcome.request.sample.over.noun()),
        first
            .clusters
            .as_ref()
            .map_or_else(String::new, ClusterOutcome::phrase),
        first.baseline,
        test.name
    )
}

/// The least p-value that these items allow is above alpha.
fn out_of_reach(comparison: &ComparisonOutcome, outcome: &Outcome) -> bool {
    comparison.tests[0]
        .p_floor
        .is_some_and(|floor| floor > outcome.alpha)
}

fn columns(outcome: &Outcome) -> Vec<Column> {
    let mut columns = Vec::new();
    if let Some(by) = &outcome.by {
        columns.extend([left(&by.column), right("items")]);
    }
    columns.extend([left("system"), right(outcome.metric.title())]);
    columns.extend(outcome.also.iter().map(|also| right(named(also))));
    columns.push(right("difference"));
    columns.extend([
        left(ci(
            Part::all(outcome).flat_map(|part| part.comparisons),
            outcome,
        )),
        right("p"),
    ]);
    columns.extend(
        outcome
            .family
            .as_ref()
            .map(|family| right(format!("p ({})", family.adjust))),
    );
    columns.extend(
        margin(outcome).map(|margin| right(format!("p ({} by {})", margin.claim, margin.asked))),
    );
    columns.extend(order(outcome).map(|_| right("epsilon min")));
    if let Some(posterior) = posterior(outcome) {
        columns.extend([right("P(better)"), right("P(worse)")]);
        columns.extend(
            posterior
                .rope
                .as_ref()
                .map(|rope| right(format!("P(equal within {})", rope.asked))),
        );
    }
    columns
}

/// The cells behind the name of a system.
fn cells(
    outcome: &Outcome,
    system: &SystemOutcome,
    comparison: Option<&ComparisonOutcome>,
    [scores, decimals]: [usize; 2],
    also: Vec<String>,
) -> Vec<String> {
    let told =
        |cell: &dyn Fn(&ComparisonOutcome) -> String| comparison.map_or_else(String::new, cell);
    let mark = |c: &ComparisonOutcome| Mark::new(c.shown, Some(c.direction())).sign();
    let mut cells = vec![number(system.score, scores)];
    cells.extend(also);
    cells.extend([
        told(&|c| signed(c.difference, decimals) + mark(c)),
        told(&|c| ends_of(c, decimals)),
        told(&|c| c.tests[0].p_text()),
    ]);
    if outcome.family.is_some() {
        cells.push(told(&|c| c.tests[0].adjusted_text().unwrap_or_default()));
    }
    if margin(outcome).is_some() {
        cells.push(told(&|c| {
            let told = |margin| of_margin(margin, outcome.resamples);
            c.margin.as_ref().map_or_else(String::new, told)
        }));
    }
    if order(outcome).is_some() {
        cells.push(told(&|c| {
            c.order
                .as_ref()
                .map_or_else(String::new, |order| number(order.epsilon_min, 3))
        }));
    }
    if let Some(first) = posterior(outcome) {
        // Beyond the region, where there is one: the three then add up to 1.
        let of = |c: &ComparisonOutcome| {
            let posterior = c.posterior.as_ref()?;
            Some(match &posterior.rope {
                Some(rope) => [rope.better, rope.worse, rope.equal],
                None => [posterior.better, posterior.worse, 0.0],
            })
        };
        let shown = if first.rope.is_some() { 3 } else { 2 };
        for place in 0..shown {
            cells.push(told(&|c| {
                of(c).map_or_else(String::new, |chances| chance(chances[place]))
            }));
        }
    }
    cells
}

/// p of the margin test, and whether it is significant.
fn of_margin(margin: &MarginOutcome, resamples: u64) -> String {
    let p = margin.p_text(resamples);
    let p = p.unwrap_or_else(|| "not tested".to_owned());
    format!("{p}{}", if margin.shown { " (significant)" } else { "" })
}

/// The almost stochastic order that was tested, if one was.
fn order(outcome: &Outcome) -> Option<&OrderOutcome> {
    outcome
        .comparisons
        .first()
        .and_then(|comparison| comparison.order.as_ref())
}

/// The posterior that was asked for, if one was.
fn posterior(outcome: &Outcome) -> Option<&PosteriorOutcome> {
    outcome
        .comparisons
        .first()
        .and_then(|comparison| comparison.posterior.as_ref())
}

/// The margin that was tested, if one was.
fn margin(outcome: &Outcome) -> Option<&MarginOutcome> {
    outcome
        .comparisons
        .first()
        .and_then(|comparison| comparison.margin.as_ref())
}
