//! The page of advice.

use restrap::AdviseOutcome;

use super::compare::inputs;
use super::{Document, Paged, Section};
use crate::output::Report as _;

impl Paged for AdviseOutcome {
    fn document(&self) -> Document {
        let mut sections = vec![Section::new("Advice", self.paper())];
        sections.extend(inputs(&self.inputs));
        Document {
            title: format!("Advice: {}", self.leaf),
            verdicts: vec![self.why.clone()],
            warnings: self.warnings.clone(),
            sections,
            ..Document::default()
        }
    }
}
