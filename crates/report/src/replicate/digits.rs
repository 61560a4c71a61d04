//! Several data sets for other programs: one row per cell with all digits; the data set of a mean is `*`.

use restrap::outcome::{IntervalOutcome, Method};
use restrap::{ReplicateOutcome, Test};

use crate::cells::{digits, known, limit};
use crate::sheet::Sheet;

#[derive(Clone)]
struct Row<'a> {
    /// Of a cell.
    test: Option<Test>,
    outcome: &'a ReplicateOutcome,
    metric: &'a str,
    dataset: &'a str,
    system: &'a str,
    baseline: &'a str,
    scores: [f64; 2],
    difference: f64,
    interval: Option<&'a IntervalOutcome>,
    p: [Option<f64>; 2],
    shown: bool,
    method: Method,
    checkpoints: [Option<f64>; 2],
    count: [Option<u64>; 3],
}

pub(super) fn sheet(outcome: &ReplicateOutcome) -> Sheet {
    let tests = &outcome.request.request.question.tests;
    let cells = outcome.cells.iter().flat_map(|cell| {
        let these = cell.checkpoints.as_ref();
        let first = Row {
            test: tests.first().copied(),
            outcome,
            metric: &cell.metric,
            dataset: &cell.dataset,
            system: &cell.system,
            baseline: &cell.baseline,
            scores: [cell.baseline_score, cell.score],
            difference: cell.difference,
            interval: cell.interval.as_ref(),
            p: [cell.pvalue, cell.p_adjusted],
            shown: cell.shown,
            method: cell.method,
            checkpoints: [
                these.and_then(|these| these.pvalue),
                these.and_then(|these| these.p_adjusted),
            ],
            count: [None; 3],
        };
        // The interval is that of the first test.
        let further = cell.further.iter().map(|test| Row {
            test: Some(test.name),
            interval: None,
            p: [test.pvalue, test.p_adjusted],
            shown: test.shown,
            method: test.method,
            checkpoints: [None; 2],
            ..first.clone()
        });
        let further: Vec<Row> = further.collect();
        std::iter::once(first).chain(further)
    });
    let means = outcome.means.iter().map(|mean| {
        let count = outcome
            .counts
            .iter()
            .find(|count| count.metric == mean.metric && count.system == mean.system);
        Row {
            test: None,
            outcome,
            metric: &mean.metric,
            dataset: "*",
            system: &mean.system,
            baseline: &mean.baseline,
            scores: [mean.baseline_score, mean.score],
            difference: mean.difference,
            interval: mean.interval.as_ref(),
            p: [mean.pvalue, mean.p_adjusted],
            shown: mean.shown,
            method: mean.method,
            checkpoints: [None; 2],
            count: [
                Some(mean.n),
                count.map(|count| count.k_bonferroni),
                count.map(|count| count.k_fisher),
            ],
        }
    });
    Sheet::of(
        &[
            ("metric", |row: &Row| row.metric.to_owned()),
            ("dataset", |row| row.dataset.to_owned()),
            ("baseline", |row| row.baseline.to_owned()),
            ("system", |row| row.system.to_owned()),
            ("baseline_score", |row| row.scores[0].to_string()),
            ("score", |row| row.scores[1].to_string()),
            ("difference", |row| row.difference.to_string()),
            ("low", |row| {
                limit(row.interval.map(|interval| interval.low))
            }),
            ("high", |row| {
                limit(row.interval.map(|interval| interval.high))
            }),
            ("interval", |row| {
                known(row.interval.map(|interval| interval.method))
            }),
            ("confidence", |row| {
                known(row.interval.map(|interval| interval.confidence))
            }),
            ("test", |row| known(row.test)),
            ("method", |row| row.method.to_string()),
            ("pvalue", |row| digits(row.p[0])),
            ("p_adjusted", |row| digits(row.p[1])),
            ("shown", |row| row.shown.to_string()),
            ("checkpoints_pvalue", |row| digits(row.checkpoints[0])),
            ("checkpoints_p_adjusted", |row| digits(row.checkpoints[1])),
            ("data_sets", |row| known(row.count[0])),
            ("k_bonferroni", |row| known(row.count[1])),
            ("k_fisher", |row| known(row.count[2])),
            ("resamples", |row| row.outcome.resamples.to_string()),
            ("seed", |row| row.outcome.seed.to_string()),
            ("stream", |row| row.outcome.stream.clone()),
            ("version", |row| row.outcome.run.version.clone()),
        ],
        cells.chain(means),
    )
}
