//! The page of metrics and a gold score.

use restrap::CorrelateOutcome;

use super::compare::inputs;
use super::{Document, Paged, Section};
use crate::correlate::{metrics, pairs};

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
            warnings: self.run.warnings.clone(),
            sections,
            ..Document::default()
        }
    }
}
