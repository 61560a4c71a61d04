//! A registration for readers: one row for each thing that was written down.

use restrap::number::{count, grouped, percent, plain};
use restrap::outcome::Unit;
use restrap::{RegisterOutcome, RegisteredUnits};

use crate::output::Report;
use crate::sheet::{Sheet, left};
use crate::terminal::{self, bold, wrapped};

impl Report for RegisterOutcome {
    /// The registration as text: its file, its digest, and the plan.
    fn page(&self) -> String {
        let head = format!("{} is registered, digest {}", self.study, self.short());
        terminal::page(vec![
            bold(&wrapped(&head, "  ")),
            plan(self).text(),
            wrapped(&self.advice(), ""),
        ])
    }

    fn paper(&self) -> Sheet {
        let mut sheet = plan(self);
        sheet.note(format!("Digest {}.", self.short()));
        sheet
    }

    fn digits(&self) -> Sheet {
        plan(self)
    }
}

/// What was written down.
pub(crate) fn plan(outcome: &RegisterOutcome) -> Sheet {
    let plan = &outcome.plan;
    let (request, study) = (&plan.request.request, &plan.study);
    let question = &request.question;
    let mut sheet = Sheet::new([left(""), left("")]);
    let systems = study
        .system_order
        .iter()
        .skip(1)
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    sheet.row("systems", [format!("{systems} against {}", study.baseline)]);
    sheet.row("data sets", [study.dataset_order.join(", ")]);
    let mut metrics: Vec<&String> = study.metrics.iter().collect();
    for metric in study
        .datasets
        .values()
        .flat_map(|set| set.metrics.iter().flatten())
    {
        if !metrics.contains(&metric) {
            metrics.push(metric);
        }
    }
    sheet.row(
        "metrics",
        [metrics.into_iter().cloned().collect::<Vec<_>>().join(", ")],
    );
    let tests: Vec<&str> = question.tests.iter().map(|test| test.name()).collect();
    let test = format!(
        "{}, {}, alpha {}",
        tests.join(", "),
        question.alternative,
        plain(question.alpha)
    );
    sheet.row("test", [test]);
    let correction = question
        .adjust
        .map_or_else(|| "none".to_owned(), |adjust| adjust.to_string());
    sheet.row(
        "correction",
        [format!("{correction}, over {} cells", study.family)],
    );
    sheet.row(
        "intervals",
        [format!(
            "{}, {}",
            question.interval,
            percent(question.confidence)
        )],
    );
    let compute = &request.compute;
    sheet.row(
        "resamples",
        [format!(
            "{}, seed {}",
            grouped(compute.resamples),
            compute.seed
        )],
    );
    for (set, units) in &plan.units {
        sheet.row(set, [counted(units)]);
    }
    let there = plan.inputs.values().flatten().count() as u64;
    let to_come = plan.inputs.len() as u64 - there;
    sheet.row(
        "inputs",
        [format!(
            "{} there, {} to come",
            grouped(there),
            grouped(to_come)
        )],
    );
    sheet
}

fn counted(units: &RegisteredUnits) -> String {
    let mut told = count(units.items, "item");
    if let Some(clusters) = units.clusters.filter(|_| units.unit == Unit::Cluster) {
        told += " in ";
        told += &count(clusters, "cluster");
    }
    if let Some(runs) = units.runs {
        told += ", ";
        told += &count(runs, "seed");
        told += " each";
    }
    told
}
