//! The page of error bars.

use restrap::DescribeOutcome;
use restrap::number::{count, percent};

use super::compare::inputs;
use super::{Document, Paged, Section};
use crate::describe::sheet;
use crate::figure;

impl Paged for DescribeOutcome {
    fn document(&self) -> Document {
        let mut sections = vec![Section::new("Systems", sheet(self))];
        sections.extend(inputs(&self.run.inputs));
        Document {
            title: format!("Error bars of {}", count(self.systems.len() as u64, "system")),
            gate: None,
            verdicts: vec![format!(
                "{} intervals of each system alone, over {}. Whether two systems differ is another question: compare them on the \
                 same items.",
                percent(self.confidence),
                self.over
            )],
            warnings: self.run.warnings.clone(),
            figures: vec![figure::scores(self).into()],
            sections,
            in_words: Vec::new(),
            report: self.run.report.clone(),
        }
    }
}
