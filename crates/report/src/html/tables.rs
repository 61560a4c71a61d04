//! The pages of answers whose sections are tables alone.

use restrap::number::{count, grouped, percent};
use restrap::{AdjustOutcome, AdviseOutcome, CorrelateOutcome, DescribeOutcome};

use crate::cells::ends;
use crate::correlate::{metrics, pairs};
use crate::html::compare::inputs;
use crate::html::{Document, Paged, Section};
use crate::output::Report as _;
use crate::score::{ScorePage, of_classes, sheet};
use crate::{adjusted, describe, figure};

impl Paged for ScorePage<'_> {
    fn document(&self) -> Document {
        let outcome = self.outcome;
        let signatures = outcome
            .by_metric()
            .filter_map(|one| one.metric.signature.clone());
        let mut sections = vec![Section::new("Systems", sheet(self)).notes(signatures)];
        let classes = outcome.by_metric().filter(|_| self.classes);
        sections.extend(classes.flat_map(|one| {
            one.systems.iter().map(|system| {
                let heading = format!("Classes of {}", system.name);
                Section::new(heading, of_classes(system, one.decimals as usize))
            })
        }));
        sections.extend(inputs(&outcome.inputs));
        let names: Vec<String> = outcome.by_metric().map(|one| one.metric.title()).collect();
        Document {
            title: format!(
                "{} of {}",
                names.join(", "),
                count(outcome.systems.len() as u64, "system")
            ),
            verdicts: vec![format!(
                "Scores over {}, without error bars. Whether two systems differ is another question: compare them on the same items.",
                count(outcome.items, "item")
            )],
            next: None,
            warnings: outcome.warnings.clone(),
            sections,
            ..Document::default()
        }
    }
}

impl Paged for AdviseOutcome {
    fn document(&self) -> Document {
        let mut sections = vec![Section::new("Advice", self.paper())];
        sections.extend(inputs(&self.inputs));
        Document {
            title: format!("Advice: {}", self.leaf),
            verdicts: vec![self.why.clone()],
            next: None,
            warnings: self.warnings.clone(),
            sections,
            ..Document::default()
        }
    }
}

impl Paged for AdjustOutcome {
    fn document(&self) -> Document {
        let mut sections = vec![Section::new("p-values", adjusted::sheet(self))];
        sections.extend(inputs(&self.run.inputs));
        Document {
            title: format!("{} adjusted", count(self.rows.len() as u64, "p-value")),
            verdicts: self.sentences(),
            report: self.run.report.clone(),
            next: None,
            warnings: self.run.warnings.clone(),
            sections,
            ..Document::default()
        }
    }
}

impl Paged for CorrelateOutcome {
    fn document(&self) -> Document {
        let mut sections = vec![Section::new("Metrics", metrics(self))];
        if !self.pairs.is_empty() {
            sections.push(Section::new("Pairs of metrics", pairs(self)));
        }
        sections.extend(inputs(&self.run.inputs));
        Document {
            title: format!("{} with {}", self.measure(), self.gold),
            verdicts: self.verdicts.clone(),
            report: self.run.report.clone(),
            next: None,
            warnings: self.run.warnings.clone(),
            sections,
            ..Document::default()
        }
    }
}

/// The score and interval of a single system as a sentence, if there is one system, one metric and an interval.
fn alone(outcome: &DescribeOutcome) -> Option<String> {
    let [system] = &outcome.systems[..] else {
        return None;
    };
    let interval = system
        .interval
        .as_ref()
        .filter(|_| outcome.further.is_empty())?;
    let of = outcome
        .metric
        .as_ref()
        .map(|metric| format!(" {}", metric.title()));
    Some(format!(
        "{} scored {}{} on {} {} ({} CI {}, {}).",
        system.name,
        system.quoted,
        of.unwrap_or_default(),
        grouped(system.count),
        outcome.over,
        percent(interval.confidence),
        ends(Some(interval), outcome.decimals as usize),
        interval.method
    ))
}

impl Paged for DescribeOutcome {
    fn document(&self) -> Document {
        let mut sections = vec![Section::new("Systems", describe::sheet(self))];
        sections.extend(inputs(&self.run.inputs));
        Document {
            title: format!(
                "Error bars of {}",
                count(self.systems.len() as u64, "system")
            ),
            gate: None,
            verdicts: vec![alone(self).unwrap_or_else(|| {
                format!(
                    "{} intervals of each system alone, over {}. Whether two systems differ is another question: compare them on \
                     the same items.",
                    percent(self.confidence),
                    self.over
                )
            })],
            next: None,
            warnings: self.run.warnings.clone(),
            figures: vec![figure::scores(self).into()],
            sections,
            in_words: Vec::new(),
            report: self.run.report.clone(),
        }
    }
}
