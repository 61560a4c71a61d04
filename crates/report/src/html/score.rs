//! The page of scores.

use restrap::number::count;

use super::compare::inputs;
use super::{Document, Paged, Section};
use crate::score::{ScorePage, of_classes, sheet};

impl Paged for ScorePage<'_> {
    fn document(&self) -> Document {
        let outcome = self.outcome;
        let mut sections = vec![
            Section::new("Systems", sheet(self.scoring, outcome)).notes(outcome.metric.signature.clone()),
        ];
        let classes = outcome.systems.iter().filter(|_| self.classes);
        sections.extend(classes.map(|system| {
            let heading = format!("Classes of {}", system.name);
            Section::new(heading, of_classes(system, outcome.decimals as usize))
        }));
        sections.extend(inputs(&outcome.inputs));
        Document {
            title: format!("{} of {}", outcome.metric.name, count(outcome.systems.len() as u64, "system")),
            verdicts: vec![format!(
                "Scores over {}, without error bars. Whether two systems differ is another question: compare them on the same items.",
                count(outcome.items, "item")
            )],
            warnings: outcome.warnings.clone(),
            sections,
            ..Document::default()
        }
    }
}
