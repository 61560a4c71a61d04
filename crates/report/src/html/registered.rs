//! The page of a registration.

use restrap::RegisterOutcome;

use super::{Document, Paged, Section};
use crate::registered::plan;

impl Paged for RegisterOutcome {
    fn document(&self) -> Document {
        Document {
            title: format!("{}, registered", self.study),
            verdicts: vec![format!("Digest {}.", self.digest), self.advice()],
            sections: vec![Section::new("Plan", plan(self)).wrapping()],
            ..Document::default()
        }
    }
}
