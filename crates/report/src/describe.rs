//! Error bars of each system on its own.

use restrap::number::{Spread, grouped, number, of_scores, percent};
use restrap::outcome::Run;
use restrap::{BestOf, BudgetOutcome, BudgetPoint, DescribeOutcome, DescribedSystem};

use crate::cells::{Intervals, dash, known};
use crate::output::Report;
use crate::sheet::{Sheet, Told, left, right};
use crate::terminal;

impl Report for DescribeOutcome {
    fn page(&self) -> String {
        let lines = self.systems.iter().filter_map(|system| system.reproduced(self.decimals as usize));
        let lines = lines.map(|lines| lines.map(|line| terminal::wrapped(&line, "  ")).join("\n"));
        let searches = self.budget.iter().flat_map(|budget| budgets(self, budget));
        let ahead = highest(self).map(|line| terminal::wrapped(&line, ""));
        let blocks = [sheet(self).text()].into_iter().chain(lines).chain(searches).chain(ahead);
        terminal::page(blocks.chain([terminal::signature(&self.run)]))
    }

    fn paper(&self) -> Sheet {
        let mut sheet = sheet(self);
        sheet.note(format!("{} {}.", percent(self.confidence), methods(self)));
        let lines = self.systems.iter().filter_map(|system| system.reproduced(self.decimals as usize));
        lines.for_each(|lines| sheet.note(lines.join(" ")));
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
    fn digits(&self) -> Sheet {
        if let Some(budget) = &self.budget {
            return budget_digits(budget);
        }
        let columns: [Told<&DescribedSystem>; 12] = [
            ("system", |system| system.name.clone()),
            ("count", |system| system.count.to_string()),
            ("clusters", |system| known(system.clusters.as_ref().map(|clusters| clusters.number))),
            ("score", |system| system.score.to_string()),
            ("variance", |system| known(system.variance)),
            ("standard_error", |system| known(system.standard_error)),
            ("interval", |system| known(system.interval.as_ref().map(|interval| interval.method))),
            ("confidence", |system| known(system.interval.as_ref().map(|interval| interval.confidence))),
            ("low", |system| known(system.interval.as_ref().map(|interval| interval.low))),
            ("high", |system| known(system.interval.as_ref().map(|interval| interval.high))),
            ("unbiased_sd", |system| known(system.reproduction.as_ref().map(|of| of.deviation))),
            ("cv_star", |system| known(system.reproduction.as_ref().map(|of| of.coefficient))),
        ];
        let is_reproduced = self.systems.iter().any(|system| system.reproduction.is_some());
        Sheet::of(&columns[..if is_reproduced { 12 } else { 10 }], &self.systems)
    }

    fn run(&self) -> Option<&Run> {
        Some(&self.run)
    }
}

/// Which of several systems scores highest, by how much, and what that does not claim.
fn highest(outcome: &DescribeOutcome) -> Option<String> {
    if outcome.budget.is_some() || outcome.systems.len() < 2 {
        return None;
    }
    let mut order: Vec<&DescribedSystem> = outcome.systems.iter().collect();
    order.sort_by(|a, b| b.score.total_cmp(&a.score));
    let (first, second) = (order[0], order[1]);
    let decimals = outcome.decimals as usize;
    let gap = number(first.score - second.score, decimals);
    let seen = if first.score > second.score {
        format!("{} scores highest, {gap} above {}.", first.name, second.name)
    } else {
        format!("{} and {} score highest.", first.name, second.name)
    };
    Some(format!("{seen} Each interval is of one system alone: restrap compare tests a difference."))
}

/// What the intervals are, and over what.
fn methods(outcome: &DescribeOutcome) -> String {
    let mut names: Vec<&str> = Vec::new();
    for interval in outcome.systems.iter().filter_map(|system| system.interval.as_ref()) {
        if !names.contains(&interval.method.name()) {
            names.push(interval.method.name());
        }
    }
    match names[..] {
        [] => format!("intervals were not computed; scores are means over {}", outcome.over),
        _ => format!("intervals ({}) of each system alone, over {}", names.join(" or "), outcome.over),
    }
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
    let said = budget.sentences().into_iter().chain([budget.checklist.clone()]);
    let said = said.map(|line| terminal::wrapped(&line, "  "));
    [searches(outcome, budget).text()].into_iter().chain(said).collect()
}

/// One row a search and budget.
fn budget_digits(budget: &BudgetOutcome) -> Sheet {
    type Row<'b> = (&'b str, &'b BudgetPoint);
    let columns: [Told<Row>; 6] = [
        ("search", |(name, _)| (*name).to_owned()),
        ("trials", |(_, point)| point.trials.to_string()),
        ("best", |(_, point)| point.best.to_string()),
        ("deviation", |(_, point)| point.deviation.to_string()),
        ("low", |(_, point)| point.low.to_string()),
        ("high", |(_, point)| point.high.to_string()),
    ];
    let rows =
        budget.searches.iter().flat_map(|search| search.points.iter().map(|point| (&search.name[..], point)));
    let rows: Vec<Row> = rows.collect();
    Sheet::of(&columns, rows)
}
