//! The sheet of a comparison for papers and README files: one row per system and sub-population.

use restrap::Outcome;
use restrap::number::{grouped, number, probability, signed};
use restrap::outcome::{ComparisonOutcome, MarginOutcome, SystemOutcome};

use super::part::Part;
use crate::cells::{ci, ends};
use crate::sheet::{Column, Sheet, left, right};

/// Behind a difference that was shown.
const MARK: &str = "*";

pub(super) fn sheet(outcome: &Outcome) -> Sheet {
    let mut sheet = Sheet::new(columns(outcome));
    for part in Part::all(outcome) {
        let decimals = |comparison: &ComparisonOutcome| {
            restrap::decimals(part.items, comparison.standard_error.unwrap_or(0.0), comparison.binary)
        };
        // The baseline's score has the digits of the most certain difference.
        let most = part.comparisons.iter().map(decimals).max().unwrap_or(2);
        for (place, system) in part.systems.iter().enumerate() {
            let comparison = place.checked_sub(1).and_then(|place| part.comparisons.get(place));
            let cells = cells(outcome, system, comparison, comparison.map_or(most, decimals));
            if outcome.by.is_some() {
                let of = [grouped(part.items), system.name.clone()];
                sheet.row(part.value.unwrap_or("all"), of.into_iter().chain(cells));
            } else {
                sheet.row(&system.name, cells);
            }
        }
    }
    if Part::all(outcome).any(|part| part.comparisons.iter().any(|comparison| comparison.shown)) {
        let adjusted = if outcome.family.is_some() { "adjusted " } else { "" };
        sheet.note(format!("{MARK} {adjusted}p at most {}.", outcome.alpha));
    }
    if let Some(gate) = &outcome.gate {
        sheet.lead(gate.words());
    }
    sheet.note(&outcome.report);
    sheet
}

fn columns(outcome: &Outcome) -> Vec<Column> {
    let mut columns = Vec::new();
    if let Some(by) = &outcome.by {
        columns.extend([left(&by.column), right("items")]);
    }
    columns.extend([left("system"), right("score"), right("difference")]);
    columns.extend([left(ci(Part::all(outcome).flat_map(|part| part.comparisons), outcome)), right("p")]);
    columns.extend(outcome.family.as_ref().map(|family| right(format!("p ({})", family.adjust))));
    columns.extend(margin(outcome).map(|margin| right(format!("p ({} by {})", margin.claim, margin.asked))));
    columns
}

/// The cells behind the name of a system.
fn cells(
    outcome: &Outcome,
    system: &SystemOutcome,
    comparison: Option<&ComparisonOutcome>,
    decimals: usize,
) -> Vec<String> {
    let told = |cell: &dyn Fn(&ComparisonOutcome) -> String| comparison.map_or_else(String::new, cell);
    let mark = |c: &ComparisonOutcome| if c.shown { MARK } else { "" };
    let mut cells = vec![
        number(system.score, decimals),
        told(&|c| signed(c.difference, decimals) + mark(c)),
        told(&|c| ends(c.interval.as_ref(), decimals)),
        told(&|c| c.tests[0].p_text()),
    ];
    if outcome.family.is_some() {
        cells.push(told(&|c| c.tests[0].adjusted_text().unwrap_or_default()));
    }
    if margin(outcome).is_some() {
        cells.push(told(&|c| c.margin.as_ref().map_or_else(String::new, of_margin)));
    }
    cells
}

/// p of the margin test, and whether its claim was shown.
fn of_margin(margin: &MarginOutcome) -> String {
    let p = margin.p_adjusted.or(margin.pvalue).map_or_else(|| "not tested".to_owned(), probability);
    format!("{p}{}", if margin.shown { " shown" } else { "" })
}

/// The margin that was tested, if one was.
fn margin(outcome: &Outcome) -> Option<&MarginOutcome> {
    outcome.comparisons.first().and_then(|comparison| comparison.margin.as_ref())
}
