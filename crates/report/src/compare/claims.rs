//! The sheet of several metrics about each of which something is claimed: a row per metric and system.

use restrap::Outcome;
use restrap::number::{number, probability, signed};
use restrap::outcome::ComparisonOutcome;

use super::systems::decimals;
use crate::cells::ends;
use crate::measures::printed;
use crate::sheet::{Sheet, left, right};

/// The outcome of the first metric, and those beside it.
pub(crate) fn all(outcome: &Outcome) -> impl Iterator<Item = &Outcome> {
    std::iter::once(outcome).chain(&outcome.further)
}

pub(super) fn sheet(outcome: &Outcome) -> Sheet {
    let columns =
        [left("metric"), left("system"), right("score"), right("difference"), left("CI of the margin")];
    let mut sheet = Sheet::new(columns.into_iter().chain([left("claim"), right("p"), left("shown")]));
    for one in all(outcome) {
        let (scores, differences) = (one.decimals(), decimals(one.comparisons.iter(), one));
        for (place, system) in one.systems.iter().enumerate() {
            let comparison = place.checked_sub(1).and_then(|place| one.comparisons.get(place));
            let told = |cell: &dyn Fn(&ComparisonOutcome) -> Option<String>| {
                comparison.and_then(cell).unwrap_or_default()
            };
            let claimed = |of: &ComparisonOutcome| {
                Some(format!("{} by {}", of.margin.as_ref()?.claim, of.margin.as_ref()?.asked))
            };
            let cells = [
                system.name.clone(),
                number(system.score, scores),
                told(&|of| Some(signed(of.difference, differences))),
                told(&|of| Some(ends(of.margin.as_ref()?.interval.as_ref(), differences))),
                told(&claimed),
                told(&|of| {
                    let margin = of.margin.as_ref()?;
                    Some(
                        margin
                            .p_adjusted
                            .or(margin.pvalue)
                            .map_or_else(|| "not tested".to_owned(), probability),
                    )
                }),
                told(&|of| Some(if of.margin.as_ref()?.shown { "yes" } else { "no" }.to_owned())),
            ];
            sheet.row(printed(&one.metric.name), cells);
        }
    }
    let level = 100.0 * (1.0 - 2.0 * outcome.alpha);
    sheet.note(format!(
        "Differences from {}; CI at {level:.0} %, p one-sided, each claim at level {}: all of them have to be shown (intersection–union).",
        outcome.comparisons[0].baseline, outcome.alpha
    ));
    if let Some(gate) = &outcome.gate {
        sheet.gate(gate);
    }
    let reports: Vec<&str> = all(outcome).map(|one| one.run.report.as_str()).collect();
    sheet.report(reports.join(" "));
    sheet
}
