//! Error bars of each system on its own.

use restrap::number::{Spread, grouped, number, of_scores, percent};
use restrap::outcome::Run;
use restrap::{BestOf, BudgetOutcome, DescribeOutcome, DescribedSystem};

use serde_json::Value;

use crate::cells::{Intervals, dash, known};
use crate::output::Report;
use crate::output::json_of;
use crate::sheet::{Sheet, left, right};
use crate::terminal;

impl Report for DescribeOutcome {
    fn page(&self) -> String {
        let searches = self.budget.iter().flat_map(|budget| budgets(self, budget));
        let ahead = highest(self).map(|line| terminal::wrapped(&line, ""));
        let calibrated = self.systems.iter().filter_map(|system| {
            let words = system
                .calibration
                .as_ref()?
                .words(self.decimals as usize + 1);
            Some(terminal::wrapped(&format!("{}: {words}.", system.name), ""))
        });
        let calibrated: Vec<String> = calibrated.collect();
        let calibrated = (!calibrated.is_empty()).then(|| calibrated.join("\n"));
        let blocks = [sheet(self).text()]
            .into_iter()
            .chain(calibrated)
            .chain(searches)
            .chain(ahead);
        terminal::page(blocks.chain(self.by_metric().map(|one| terminal::signature(&one.run))))
    }

    fn paper(&self) -> Sheet {
        let mut sheet = sheet(self);
        sheet.note(format!("{} {}.", percent(self.confidence), methods(self)));
        for system in &self.systems {
            if let Some(calibration) = &system.calibration {
                let words = calibration.words(self.decimals as usize + 1);
                sheet.note(format!("{}: {words}.", system.name));
            }
        }
        if let Some(budget) = &self.budget {
            sheet = searches(self, budget);
            budget
                .sentences()
                .into_iter()
                .chain([budget.checklist.clone()])
                .for_each(|line| sheet.note(line));
        }
        sheet.report(&self.run.report);
        sheet
    }

    /// One row per system.
    fn json(&self) -> Value {
        json_of(self)
    }

    fn run(&self) -> Option<&Run> {
        Some(&self.run)
    }
}

/// A system by a metric.
type Row<'o> = (&'o DescribeOutcome, &'o DescribedSystem);

/// Which of several systems scores best, by how much, and what that does not claim.
fn highest(outcome: &DescribeOutcome) -> Option<String> {
    const ALONE: &str = "Each interval is of one system alone: restrap compare tests a difference.";
    if outcome.budget.is_some() || outcome.systems.len() < 2 {
        return None;
    }
    if outcome.by.is_some() || !outcome.further.is_empty() {
        return Some(ALONE.to_owned());
    }
    let is_lower = outcome
        .metric
        .as_ref()
        .is_some_and(|metric| !metric.higher_is_better);
    let mut order: Vec<&DescribedSystem> = outcome.systems.iter().collect();
    order.sort_by(|a, b| {
        if is_lower {
            a.score.total_cmp(&b.score)
        } else {
            b.score.total_cmp(&a.score)
        }
    });
    let (first, second) = (order[0], order[1]);
    let (best, beyond) = if is_lower {
        ("lowest", "below")
    } else {
        ("highest", "above")
    };
    let decimals = outcome.decimals as usize;
    let gap = number((first.score - second.score).abs(), decimals);
    let seen = if first.score == second.score {
        format!("{} and {} score {best}.", first.name, second.name)
    } else {
        format!(
            "{} scores {best}, {gap} {beyond} {}.",
            first.name, second.name
        )
    };
    Some(format!("{seen} {ALONE}"))
}

/// Every system by every metric, the metrics of a system together.
fn rows(outcome: &DescribeOutcome) -> impl Iterator<Item = Row<'_>> {
    let places = 0..outcome.systems.len();
    places.flat_map(|place| {
        outcome
            .by_metric()
            .filter_map(move |one| Some((one, one.systems.get(place)?)))
    })
}

/// What the intervals are, and over what.
fn methods(outcome: &DescribeOutcome) -> String {
    let mut names: Vec<&str> = Vec::new();
    for interval in rows(outcome).filter_map(|(_, system)| system.interval.as_ref()) {
        if !names.contains(&interval.method.name()) {
            names.push(interval.method.name());
        }
    }
    match names[..] {
        [] => format!(
            "intervals were not computed; scores are means over {}",
            outcome.over
        ),
        _ => format!(
            "intervals ({}) of each system alone, over {}",
            names.join(" or "),
            outcome.over
        ),
    }
}

pub(crate) fn sheet(outcome: &DescribeOutcome) -> Sheet {
    let intervals = Intervals::of(
        rows(outcome).map(|(_, system)| system.interval.as_ref()),
        outcome.confidence,
    );
    let any = |is_so: fn(&DescribedSystem) -> bool| rows(outcome).any(|(_, system)| is_so(system));
    let clustered = any(|system| system.clusters.is_some());
    let has_errors = any(|system| system.standard_error.is_some());
    let several = !outcome.further.is_empty();
    let score = match &outcome.metric {
        Some(metric) if !several => metric.title(),
        _ => "score".to_owned(),
    };
    let mut columns = vec![left("system")];
    columns.extend(several.then(|| left("metric")));
    columns.extend(outcome.by.as_ref().map(left));
    columns.push(right(outcome.over.name()));
    columns.extend(clustered.then(|| right("clusters")));
    columns.push(right(score));
    columns.extend(
        has_errors
            .then(|| [right("sd"), right("std. error")])
            .into_iter()
            .flatten(),
    );
    columns.push(left(&intervals.header));
    let mut sheet = Sheet::new(columns);
    // Each column has the decimals of its least certain number: two digits of it, if it is an error.
    let of = |one: &DescribeOutcome, value: fn(&DescribedSystem) -> Option<f64>| {
        let spread = |s: &DescribedSystem| Spread {
            items: s.count,
            error: value(s).unwrap_or(0.0),
            binary: false,
        };
        of_scores(
            None,
            one.systems
                .iter()
                .filter(|system| value(system) > Some(0.0))
                .map(spread),
        )
    };
    let decimals: Vec<[usize; 2]> = outcome
        .by_metric()
        .map(|one| {
            [
                of(one, |system| system.variance.map(f64::sqrt)),
                of(one, |system| system.standard_error),
            ]
        })
        .collect();
    let rows = (0..outcome.systems.len()).flat_map(|place| {
        let each = outcome.by_metric().zip(&decimals);
        each.filter_map(move |(one, decimals)| Some((one, one.systems.get(place)?, decimals)))
    });
    for (one, system, &[of_sd, of_error]) in rows {
        let shown =
            |value: Option<f64>, decimals| value.map_or_else(dash, |value| number(value, decimals));
        let mut cells = Vec::new();
        cells.extend(several.then(|| {
            one.metric
                .as_ref()
                .map_or_else(dash, restrap::outcome::MetricInfo::title)
        }));
        cells.extend(outcome.by.as_ref().map(|_| {
            system
                .population
                .clone()
                .unwrap_or_else(|| "all".to_owned())
        }));
        cells.push(grouped(system.count));
        cells.extend(
            clustered.then(|| known(system.clusters.as_ref().map(|of| grouped(of.number)))),
        );
        cells.push(system.quoted.clone());
        if has_errors {
            cells.extend([
                shown(system.variance.map(f64::sqrt), of_sd),
                shown(system.standard_error, of_error),
            ]);
        }
        cells.push(intervals.cell(system.interval.as_ref(), one.decimals as usize));
        sheet.row(&system.name, cells);
    }
    sheet
}

/// Budgets that a table shows, beside the last.
const SHOWN: [u64; 10] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];

/// What the best of a few numbers of trials scores, a row a search and budget.
fn searches(outcome: &DescribeOutcome, budget: &BudgetOutcome) -> Sheet {
    let by = match budget.estimator {
        BestOf::V => "V-statistic",
        BestOf::U => "U-statistic",
    };
    let band = format!("{} band ({by})", percent(budget.confidence));
    let mut sheet = Sheet::new(vec![
        left("search"),
        right("best of"),
        right("expected"),
        left(&band),
        right("sd of one"),
    ]);
    let decimals = (outcome.decimals as usize + 1).max(3);
    for search in &budget.searches {
        for point in search
            .points
            .iter()
            .filter(|point| SHOWN.contains(&point.trials) || point.trials == search.trials)
        {
            let shown = |value| number(value, decimals);
            sheet.row(
                &search.name,
                vec![
                    grouped(point.trials),
                    shown(point.best),
                    format!("{} to {}", shown(point.low), shown(point.high)),
                    shown(point.deviation),
                ],
            );
        }
    }
    sheet
}

/// The table, who is ahead where, and what a paper should say.
fn budgets(outcome: &DescribeOutcome, budget: &BudgetOutcome) -> Vec<String> {
    let said = budget
        .sentences()
        .into_iter()
        .chain([budget.checklist.clone()]);
    let said = said.map(|line| terminal::wrapped(&line, "  "));
    [searches(outcome, budget).text()]
        .into_iter()
        .chain(said)
        .collect()
}
