//! Error bars of each system on its own.

use restrap::number::{Spread, grouped, number, of_scores};
use restrap::{DescribeOutcome, DescribedSystem};

use crate::cells::{Intervals, dash};
use crate::sheet::{Sheet, left, right};
use crate::terminal;

/// What a terminal shows, styled; it ends with a line feed.
pub fn page(outcome: &DescribeOutcome) -> String {
    terminal::page([sheet(outcome).text(), terminal::report(&outcome.report)])
}

pub(crate) fn sheet(outcome: &DescribeOutcome) -> Sheet {
    let all = outcome.systems.iter().map(|system| system.interval.as_ref());
    let intervals = Intervals::of(all, outcome.confidence);
    let clustered = outcome.systems.iter().any(|system| system.clusters.is_some());
    let mut columns = vec![left("system"), right(outcome.over.name())];
    columns.extend(clustered.then(|| right("clusters")));
    columns.extend([right("score"), right("sd"), right("std. error"), left(&intervals.header)]);
    let mut sheet = Sheet::new(columns);
    // Each column has the decimals of its least certain number: two digits of it, if it is an error.
    let of = |value: fn(&DescribedSystem) -> Option<f64>| {
        let spread =
            |s: &DescribedSystem| Spread { items: s.count, error: value(s).unwrap_or(0.0), binary: false };
        of_scores(None, outcome.systems.iter().filter(|system| value(system) > Some(0.0)).map(spread))
    };
    let (of_sd, of_error) = (of(|system| system.variance.map(f64::sqrt)), of(|system| system.standard_error));
    for system in &outcome.systems {
        let shown = |value: Option<f64>, decimals| value.map_or_else(dash, |value| number(value, decimals));
        let mut cells = vec![grouped(system.count)];
        cells.extend(system.clusters.as_ref().map(|clusters| grouped(clusters.number)));
        cells.extend([
            system.quoted.clone(),
            shown(system.variance.map(f64::sqrt), of_sd),
            shown(system.standard_error, of_error),
            intervals.cell(system.interval.as_ref(), outcome.decimals as usize),
        ]);
        sheet.row(&system.name, cells);
    }
    sheet
}
