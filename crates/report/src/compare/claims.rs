//! The sheet of several metrics about each of which something is claimed: a row per metric and system.

use restrap::Outcome;
use restrap::number::{number, signed};
use restrap::outcome::ComparisonOutcome;

use super::systems::{Part, decimals, named};
use crate::cells::ends;
use crate::sheet::{Sheet, left, right};

/// The outcome of the first metric, and those beside it.
pub(crate) fn all(outcome: &Outcome) -> impl Iterator<Item = &Outcome> {
    std::iter::once(outcome).chain(&outcome.further)
}

/// The cells of a difference and of what is claimed of it.
fn claimed(comparison: Option<&ComparisonOutcome>, decimals: usize, resamples: u64) -> [String; 5] {
    let Some(comparison) = comparison else {
        return Default::default();
    };
    let difference = signed(comparison.difference, decimals);
    let Some(margin) = &comparison.margin else {
        let [limits, claim, p, shown] = Default::default();
        return [difference, limits, claim, p, shown];
    };
    let p = margin.p_text(resamples);
    [
        difference,
        ends(margin.interval.as_ref(), decimals) + if margin.beyond { " beyond it" } else { "" },
        format!("{} by {}", margin.claim, margin.asked),
        p.unwrap_or_else(|| "not tested".to_owned()),
        if margin.shown { "yes" } else { "no" }.to_owned(),
    ]
}

pub(super) fn sheet(outcome: &Outcome) -> Sheet {
    let columns = [
        left("metric"),
        left("system"),
        right("score"),
        right("difference"),
        left("CI of the margin"),
    ];
    let mut sheet =
        Sheet::new(
            columns
                .into_iter()
                .chain([left("claim"), right("p"), left("significant")]),
        );
    for (one, part) in all(outcome).flat_map(|one| Part::all(one).map(move |part| (one, part))) {
        let (scores, differences) = (one.decimals(), decimals(part.comparisons.iter(), one));
        let metric = one.metric.title();
        // With sub-populations every one of them has its rows.
        let of = part
            .value
            .map_or_else(|| metric.clone(), |value| format!("{metric}, {value}"));
        for (place, system) in part.systems.iter().enumerate() {
            let comparison = place
                .checked_sub(1)
                .and_then(|place| part.comparisons.get(place));
            let cells = [system.name.clone(), number(system.score, scores)];
            sheet.row(
                of.clone(),
                cells
                    .into_iter()
                    .chain(claimed(comparison, differences, one.resamples)),
            );
        }
    }
    // Metrics that nothing is claimed of are printed beside.
    for also in &outcome.also {
        for (system, score) in outcome.systems.iter().zip(&also.scores) {
            let cells = [system.name.clone(), number(*score, also.decimals())];
            sheet.row(named(also), cells.into_iter().chain(claimed(None, 0, 0)));
        }
    }
    let level = 100.0 * (1.0 - 2.0 * outcome.alpha);
    sheet.note(format!(
        "Differences from {}; CI at {level:.0} %, p one-sided, each claim at level {}: all of them have to be established (intersection–union).",
        outcome.comparisons[0].baseline, outcome.alpha
    ));
    if let Some(gate) = &outcome.gate {
        sheet.gate(gate);
    }
    let reports: Vec<&str> = all(outcome).map(|one| one.run.report.as_str()).collect();
    sheet.report(reports.join(" "));
    sheet
}
