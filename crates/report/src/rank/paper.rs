//! The sheet of a ranking for papers and README files: one row per system.

use restrap::RankOutcome;
use restrap::number::{number, percent};

use super::words::{
    Apart, apart, difference, ends, from, groups, heading, metric, notes, of_groups, ranks, simultaneous,
};
use crate::sheet::{Sheet, left, right};

/// The rows alone.
pub(crate) fn table(outcome: &RankOutcome) -> Sheet {
    let (decimals, of_differences) = (outcome.decimals as usize, outcome.decimals_of_differences());
    let last = match of_groups(outcome) {
        "" => "group",
        name => name,
    };
    let mut columns = vec![left("system"), right("rank"), right(metric(outcome))];
    columns.push(left(format!("{} CI", percent(outcome.confidence))));
    columns.extend([right(from(outcome)), left(simultaneous(outcome)), left(last)]);
    let mut sheet = Sheet::new(columns);
    for system in &outcome.systems {
        let apart = apart(outcome, system);
        let told = |cell: &dyn Fn(&Apart) -> String| apart.as_ref().map_or_else(String::new, cell);
        sheet.row(
            &system.name,
            [
                ranks(system),
                number(system.score, decimals),
                ends(system.interval.as_ref(), decimals),
                told(&|apart| difference(outcome, apart, of_differences)),
                told(&|apart| ends(apart.interval, of_differences)),
                groups(outcome, system, false),
            ],
        );
    }
    sheet
}

pub(super) fn sheet(outcome: &RankOutcome) -> Sheet {
    let mut sheet = table(outcome);
    let gate = outcome.gate.as_ref().map(|gate| gate.words() + ". ");
    sheet.lead(gate.unwrap_or_default() + &outcome.verdict);
    sheet.note(format!("{}.", heading(outcome)));
    for note in notes(outcome, true) {
        sheet.note(note);
    }
    sheet.note("A late entry changes every adjusted value: rerun with all systems.");
    sheet.report(&outcome.run.report);
    sheet
}
