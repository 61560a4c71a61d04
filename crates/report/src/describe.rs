//! Error bars of each system on its own.

use restrap::DescribeOutcome;
use restrap::number::{grouped, number};

use crate::cells::{Intervals, dash};
use crate::sheet::{Sheet, left, right};
use crate::terminal;

/// What a terminal shows, styled; it ends with a line feed.
pub fn page(outcome: &DescribeOutcome) -> String {
    terminal::page([sheet(outcome).text(), terminal::report(&outcome.report)])
}

fn sheet(outcome: &DescribeOutcome) -> Sheet {
    let all = outcome.systems.iter().map(|system| system.interval.as_ref());
    let intervals = Intervals::of(all, outcome.confidence);
    let clustered = outcome.systems.iter().any(|system| system.clusters.is_some());
    let mut columns = vec![left("system"), right(outcome.over.name())];
    columns.extend(clustered.then(|| right("clusters")));
    columns.extend([right("score"), right("sd"), right("std. error"), left(&intervals.header)]);
    let mut sheet = Sheet::new(columns);
    for system in &outcome.systems {
        // Two digits of half the width: more than the score has, none that the interval does not support.
        let half = system.interval.as_ref().map_or(0.0, |interval| (interval.high - interval.low) / 2.0);
        let decimals = restrap::decimals(system.count, half, system.binary);
        // Two digits of an error, whatever the score has.
        let two = |value: Option<f64>| {
            value.map_or_else(dash, |value| number(value, restrap::decimals(system.count, value, false)))
        };
        let mut cells = vec![grouped(system.count)];
        cells.extend(system.clusters.as_ref().map(|clusters| grouped(clusters.number)));
        cells.extend([
            system.quoted.clone(),
            two(system.variance.map(f64::sqrt)),
            two(system.standard_error),
            intervals.cell(system.interval.as_ref(), decimals),
        ]);
        sheet.row(&system.name, cells);
    }
    sheet
}
