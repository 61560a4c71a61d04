//! Sheets of a page: systems, further metrics, differences, sub-populations.

use restrap::number::{count, grouped, number, of_differences, percent, probability, signed};
use restrap::outcome::{AlsoOutcome, ByOutcome, ComparisonOutcome, SystemOutcome};
use restrap::{Outcome, Summarised};

use crate::cells::{Intervals, ci};
use crate::family::{ends_of, of_family};
use crate::mark::Mark;
use crate::sheet::{Sheet, left, right};

/// One row per system: its score, its interval, what is printed with the metric.
pub(crate) fn systems(outcome: &Outcome) -> Sheet {
    let all = outcome
        .systems
        .iter()
        .map(|system| system.interval.as_ref());
    let intervals = Intervals::of(all, outcome.confidence);
    let beside = beside(outcome);
    // Counts of wins have no scores of systems: the share of items that each wins.
    let is_of_wins = outcome.request.sample.summary == Some(Summarised::Wins);
    let score = if is_of_wins { "wins" } else { "score" };
    let columns = [left("system"), right(score), left(&intervals.header)];
    let mut sheet = Sheet::new(columns.into_iter().chain(beside.iter().map(right)));
    let decimals = outcome.decimals();
    for system in &outcome.systems {
        let named = |name: &String| system.beside.iter().find(|beside| beside.name == *name);
        let beside = beside.iter().map(|name| {
            named(name).map_or_else(String::new, |beside| match name.strip_suffix("_p") {
                Some(_) => probability(beside.value),
                None => number(beside.value, decimals.max(3)),
            })
        });
        let score = [
            number(system.score, decimals),
            intervals.cell(system.interval.as_ref(), decimals),
        ];
        sheet.row(&system.name, score.into_iter().chain(beside));
    }
    sheet
}

/// Numbers beside the metric that fit a line; the others are in the JSON and in `restrap score`.
fn beside(outcome: &Outcome) -> Vec<String> {
    const MOST: usize = 2;
    let Some(system) = outcome.systems.first() else {
        return Vec::new();
    };
    let names = system
        .beside
        .iter()
        .map(|beside| beside.name.replace('_', " "));
    let told = |name: &String| !name.ends_with(" len") && !name.chars().any(|c| c.is_ascii_digit());
    names
        .filter(told)
        .take(MOST)
        .map(|name| name.replace(' ', "_"))
        .collect()
}

/// Secondary metrics: a row per metric and system, with the difference from the baseline and its test.
pub(crate) fn also(outcome: &Outcome) -> Sheet {
    let all = outcome.also.iter().flat_map(|also| &also.comparisons);
    let family = outcome.family.as_ref().filter(|_| outcome.adjusts_all());
    let [interval, p] = match family {
        Some(family) => [ci(all, outcome), format!("p ({})", family.adjust)],
        None => [
            format!("{} CI", percent(outcome.confidence)),
            "p".to_owned(),
        ],
    };
    let mut sheet = Sheet::new([
        left("secondary"),
        left("system"),
        right("score"),
        right("difference"),
        left(interval),
        right(p),
        left(""),
    ]);
    for also in &outcome.also {
        let decimals = also.decimals_of_differences();
        for (system, score) in outcome.systems.iter().zip(&also.scores) {
            let comparison = also.comparison_with(&system.name);
            let told = |cell: &dyn Fn(&ComparisonOutcome) -> String| {
                comparison.map_or_else(String::new, cell)
            };
            sheet.row(
                named(also),
                [
                    system.name.clone(),
                    number(*score, also.decimals()),
                    told(&|one| signed(one.difference, decimals)),
                    told(&|one| ends_of(one, decimals)),
                    told(&|one| {
                        let test = &one.tests[0];
                        test.adjusted_text().unwrap_or_else(|| test.p_text())
                    }),
                    told(&shown),
                ],
            );
        }
    }
    sheet.note(of_secondary(outcome));
    sheet
}

/// Returns the note about secondary metrics.
pub(crate) fn of_secondary(outcome: &Outcome) -> String {
    match outcome.family.as_ref().filter(|_| outcome.adjusts_all()) {
        Some(family) => format!(
            "Secondary metrics: p adjusted together with {}, {} of {} metrics.",
            outcome.metric.title(),
            count(family.size, "comparison"),
            1 + outcome.also.len()
        ),
        None => "Secondary metrics: p not adjusted.".to_owned(),
    }
}

/// A secondary metric by its name and direction.
pub(super) fn named(also: &AlsoOutcome) -> String {
    let lower = if also.metric.higher_is_better {
        ""
    } else {
        " (lower)"
    };
    format!("{}{lower}", also.metric.title())
}

/// Several systems and their differences from the baseline, the best score first.
pub(crate) fn board(outcome: &Outcome) -> Sheet {
    let any = outcome
        .comparisons
        .iter()
        .any(|comparison| comparison.interval.is_some());
    let interval = if any {
        ci(&outcome.comparisons, outcome)
    } else {
        String::new()
    };
    // A line of 80 columns has no room for both.
    let p = outcome
        .family_of_all()
        .map_or_else(|| "p".to_owned(), |family| format!("p ({})", family.adjust));
    let columns = [
        left("system"),
        right("score"),
        right("difference"),
        left(interval),
        right(p),
        left(""),
    ];
    let mut sheet = Sheet::new(columns);
    let (scores, differences) = (
        outcome.decimals(),
        decimals(outcome.comparisons.iter(), outcome),
    );
    let mut order: Vec<usize> = (0..outcome.systems.len()).collect();
    let better = |a: f64, b: f64| {
        if outcome.metric.higher_is_better {
            b.total_cmp(&a)
        } else {
            a.total_cmp(&b)
        }
    };
    order.sort_by(|&a, &b| better(outcome.systems[a].score, outcome.systems[b].score));
    for place in order {
        let system = &outcome.systems[place];
        // A stopped run may not have reached it.
        let comparison = place
            .checked_sub(1)
            .and_then(|place| outcome.comparisons.get(place));
        let told =
            |cell: &dyn Fn(&ComparisonOutcome) -> String| comparison.map_or_else(String::new, cell);
        let last = if place == 0 {
            "baseline".to_owned()
        } else {
            told(&shown)
        };
        sheet.row(
            &system.name,
            [
                number(system.score, scores),
                told(&|one| signed(one.difference, differences)),
                told(&|one| ends_of(one, differences)),
                told(&|one| {
                    one.tests[0]
                        .adjusted_text()
                        .unwrap_or_else(|| one.tests[0].p_text())
                }),
                last,
            ],
        );
    }
    if let Some(note) = of_family(outcome.comparisons.iter(), outcome) {
        sheet.note(note);
    }
    sheet
}

/// One row per sub-population and system.
pub(crate) fn populations(by: &ByOutcome, outcome: &Outcome) -> Sheet {
    let several = outcome.systems.len() > 2;
    let mut columns = vec![left(&by.column)];
    columns.extend(several.then(|| left("system")));
    columns.extend([right("items"), right("base"), right("difference")]);
    columns.push(left(ci(
        by.populations.iter().flat_map(|part| &part.comparisons),
        outcome,
    )));
    // A line of 80 columns has no room for both.
    let adjusted = outcome
        .family
        .as_ref()
        .map(|family| format!("p ({})", family.adjust));
    columns.extend([right(adjusted.unwrap_or_else(|| "p".to_owned())), left("")]);
    let mut sheet = Sheet::new(columns);
    let decimals = decimals(
        by.populations.iter().flat_map(|part| &part.comparisons),
        outcome,
    );
    for part in &by.populations {
        for comparison in &part.comparisons {
            let test = &comparison.tests[0];
            let mut row: Vec<String> = several
                .then(|| comparison.system.clone())
                .into_iter()
                .collect();
            row.extend([
                grouped(part.items),
                number(part.systems[0].score, decimals),
                signed(comparison.difference, decimals),
                ends_of(comparison, decimals),
                test.adjusted_text().unwrap_or_else(|| test.p_text()),
                shown(comparison),
            ]);
            sheet.row(&part.value, row);
        }
    }
    let all = by.populations.iter().flat_map(|part| &part.comparisons);
    if let Some(note) = of_family(all, outcome) {
        sheet.note(note);
    }
    sheet
}

fn shown(comparison: &ComparisonOutcome) -> String {
    Mark::new(comparison.shown, Some(comparison.direction())).label()
}

/// Decimals of a column of differences.
pub(crate) fn decimals<'a>(
    comparisons: impl Iterator<Item = &'a ComparisonOutcome>,
    outcome: &Outcome,
) -> usize {
    of_differences(
        outcome.request.question.digits,
        comparisons.map(ComparisonOutcome::spread),
    )
}

/// Items that were compared together.
pub(crate) struct Part<'a> {
    /// Their value of the column of sub-populations; `None` for all items.
    pub value: Option<&'a str>,
    pub items: u64,
    pub systems: &'a [SystemOutcome],
    pub comparisons: &'a [ComparisonOutcome],
}

impl<'a> Part<'a> {
    /// All items, then each sub-population.
    pub fn all(outcome: &'a Outcome) -> impl Iterator<Item = Self> {
        let Outcome {
            items,
            systems,
            comparisons,
            ..
        } = outcome;
        let whole = Self {
            value: None,
            items: *items,
            systems,
            comparisons,
        };
        let populations = outcome
            .by
            .iter()
            .flat_map(|by| &by.populations)
            .map(|part| Self {
                value: Some(&part.value),
                items: part.items,
                systems: &part.systems,
                comparisons: &part.comparisons,
            });
        std::iter::once(whole).chain(populations)
    }
}
