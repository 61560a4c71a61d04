//! Pages of `restrap power`.

use restrap::number::{count, plain};
use restrap::power::{AuditOutcome, CurveOutcome, MeansOutcome, PlanOutcome, PowerCurve};

use super::compare::inputs;
use super::{Document, Paged, Section};
use crate::figure::power as figure;
use crate::output::Report;
use crate::power::{Rates, ends, figures, last, notes, of_panel, published, rows};

/// A plan as a page.
#[derive(Clone, Copy, Debug)]
pub struct PlanPage<'a> {
    /// What came out.
    pub outcome: &'a PlanOutcome,
    /// Its power against the number of items; none where no gain was asked for.
    pub curves: &'a [PowerCurve],
}

impl Paged for PlanPage<'_> {
    fn document(&self) -> Document {
        let Self { outcome, curves } = *self;
        let by = if outcome.dataset.is_some() {
            "By data set"
        } else {
            "By method"
        };
        let mut sections = vec![Section::new(by, outcome.paper())];
        sections.extend(inputs(&outcome.run.inputs));
        Document {
            title: "Plan of a comparison".to_owned(),
            verdicts: vec![outcome.answer.clone()],
            next: None,
            warnings: outcome.run.warnings.clone(),
            figures: (!curves.is_empty())
                .then(|| figure::plan(outcome, curves).into())
                .into_iter()
                .collect(),
            sections,
            report: outcome.run.report.clone(),
            ..Document::default()
        }
    }
}

impl Paged for CurveOutcome {
    fn document(&self) -> Document {
        let ends = Section::new(
            format!("Last share of hurt items with p < {}", self.alpha),
            last(self),
        );
        let of_panels = self.panels.iter().map(|panel| {
            let heading = format!(
                "{}: p by gain and share of hurt items",
                count(panel.items, "item")
            );
            Section::new(heading, of_panel(panel)).folded(true)
        });
        Document {
            title: "p of a fixed gain".to_owned(),
            verdicts: vec![
                "Whether a gain is significant depends on how many items it hurts: the same net gain has a larger p the more items \
                 change sides."
                    .to_owned(),
            ],
            next: None,
            warnings: self.run.warnings.clone(),
            figures: vec![figure::curves(self).into()],
            sections: std::iter::once(ends).chain(of_panels).collect(),
            report: self.run.report.clone(),
            ..Document::default()
        }
    }
}

impl Paged for AuditOutcome {
    fn document(&self) -> Document {
        Document {
            title: format!(
                "{} and {} of {}",
                self.baseline.published,
                self.system.published,
                count(self.items, "item")
            ),
            verdicts: vec![self.answer.clone()],
            figures: vec![figure::audit(self).into()],
            sections: vec![
                Section::new("Published", published(self)),
                Section::new("What these scores allow", ends(self)),
            ],
            report: self.run.report.clone(),
            ..Document::default()
        }
    }
}

impl Paged for Rates<'_> {
    fn document(&self) -> Document {
        let outcome = self.outcome;
        let heading = format!("Rates at alpha {}", plain(outcome.alpha));
        Document {
            title: "How often tests reject".to_owned(),
            verdicts: notes(outcome, &rows(outcome)),
            next: None,
            warnings: outcome.run.warnings.clone(),
            figures: vec![figure::of_power(outcome)],
            sections: vec![Section::new(heading, self.paper())],
            report: outcome.run.report.clone(),
            ..Document::default()
        }
    }
}

impl Paged for MeansOutcome {
    fn document(&self) -> Document {
        Document {
            title: "A difference of published means".to_owned(),
            verdicts: vec![self.answer.clone()],
            sections: vec![Section::new("Difference", figures(self))],
            report: self.run.report.clone(),
            ..Document::default()
        }
    }
}
