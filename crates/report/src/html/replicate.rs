//! The page of several data sets.

use restrap::number::{count, grouped, plain};
use restrap::outcome::Recipe;
use restrap::{MeanOutcome, ReplicateOutcome};

use super::compare::{PARAGRAPHS, inputs};
use super::{Document, Paged, Section, gate};
use crate::figure;
use crate::replicate::{by_test, means, notes, of_metric};
use crate::sheet::{Sheet, left, right};

impl Paged for ReplicateOutcome {
    fn document(&self) -> Document {
        let (verdicts, in_words) = match self.verdict.len() {
            0..=PARAGRAPHS => (self.verdict.clone(), Vec::new()),
            _ => (vec![summary(self)], self.verdict.clone()),
        };
        let mut sections: Vec<Section> = self
            .metrics
            .iter()
            .map(|metric| {
                let direction = if metric.higher_is_better {
                    ""
                } else {
                    " (lower is better)"
                };
                let heading = format!("{}{direction} by data set", metric.title());
                Section::new(heading, of_metric(self, metric))
            })
            .collect();
        if let Some(last) = sections.pop() {
            sections.push(last.notes(notes(self)));
        }
        sections.extend(by_test(self).map(|sheet| Section::new("p-values by test", sheet)));
        sections.push(Section::new("Means over data sets", means(self)));
        sections.push(Section::new("Data sets", data_sets(self)));
        if !self.absent.is_empty() {
            sections.push(Section::new("Absent", absent(self)).wrapping());
        }
        sections.push(recipe(self));
        sections.extend(inputs(&self.run.inputs));
        let systems = match &self.systems[..] {
            [one] => one.clone(),
            several => count(several.len() as u64, "system"),
        };
        Document {
            title: format!(
                "{systems} against {} on {}",
                self.baseline,
                count(self.datasets.len() as u64, "data set")
            ),
            gate: self.gate.as_ref().map(gate),
            verdicts,
            next: None,
            warnings: self.run.warnings.clone(),
            figures: vec![figure::data_sets(self).into()],
            sections,
            in_words,
            report: self.run.report.clone(),
        }
    }
}

/// Which systems are shown ahead of the baseline, and behind it, in the mean under the primary metric.
fn summary(outcome: &ReplicateOutcome) -> String {
    let primary = || {
        outcome
            .means
            .iter()
            .filter(|mean| mean.metric == outcome.metrics[0].name)
    };
    let shown = |is: fn(&MeanOutcome) -> bool| {
        primary().filter(|mean| mean.shown && is(mean)).count() as u64
    };
    let (ahead, behind) = (
        shown(|mean| mean.improvement > 0.0),
        shown(|mean| mean.improvement < 0.0),
    );
    format!(
        "Significantly better than {} in the mean over data sets: {} of {}. Significantly worse: {}.",
        outcome.baseline,
        grouped(ahead),
        count(primary().count() as u64, "system"),
        grouped(behind)
    )
}

fn data_sets(outcome: &ReplicateOutcome) -> Sheet {
    let clusters = outcome.datasets.iter().any(|set| set.clusters.is_some());
    let runs = outcome.datasets.iter().any(|set| set.runs.is_some());
    let mut columns = vec![left("data set"), right("items")];
    columns.extend(clusters.then(|| right("clusters")));
    columns.extend(runs.then(|| right("runs")));
    columns.push(left("measured by"));
    let mut sheet = Sheet::new(columns);
    for set in &outcome.datasets {
        let number = |number: Option<u64>| number.map_or_else(String::new, grouped);
        let mut cells = vec![grouped(set.items)];
        cells.extend(clusters.then(|| number(set.clusters)));
        cells.extend(runs.then(|| number(set.runs)));
        cells.push(
            set.metrics
                .iter()
                .flatten()
                .cloned()
                .collect::<Vec<_>>()
                .join(", "),
        );
        sheet.row(&set.name, cells);
    }
    sheet
}

fn absent(outcome: &ReplicateOutcome) -> Sheet {
    let mut sheet = Sheet::new([
        left("data set"),
        left("metric"),
        left("system"),
        left("reason"),
    ]);
    for one in &outcome.absent {
        sheet.row(
            &one.dataset,
            [one.metric.clone(), one.system.clone(), one.reason.clone()],
        );
    }
    sheet
}

/// What was decided together, and how.
fn recipe(outcome: &ReplicateOutcome) -> Section {
    let mut sheet = Sheet::new([left(""), left("")]);
    let family = outcome.family.as_ref().map_or_else(
        || "no correction".to_owned(),
        |family| format!("{}, {}", family.words(), family.adjust),
    );
    sheet.row(
        "cells",
        [format!("{family}, alpha {}", plain(outcome.alpha))],
    );
    let mut told: Vec<&Recipe> = Vec::new();
    for mean in &outcome.means {
        if !told.contains(&&mean.recipe) {
            told.push(&mean.recipe);
            sheet.row("means", [mean.recipe.to_string()]);
        }
    }
    sheet.row(
        "resamples",
        [format!(
            "{}, seed {}",
            grouped(outcome.resamples),
            outcome.seed
        )],
    );
    sheet.row("draws", [outcome.stream.clone()]);
    sheet.row("restrap", [outcome.run.version.clone()]);
    Section::new("Recipe", sheet).wrapping()
}
