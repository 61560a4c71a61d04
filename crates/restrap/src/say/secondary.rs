//! Metrics beside the one that a comparison is about: tested, and no part of the decision. Their p-values are adjusted together with those
//! of the first where that is asked for.

use restrap_words::Note;
use std::cmp::Ordering;

use crate::number::digits::of_differences;
use crate::number::format::signed;
use crate::outcome::{AlsoOutcome, ComparisonOutcome, Outcome};
use crate::request::{AdjustedMetrics, Request};
use crate::say::method::p_is;

impl Request {
    /// Returns the request of a secondary metric: its primary test and interval without margin and gate, and without adjustment unless all
    /// metrics are one family.
    #[must_use]
    pub fn of_secondary(self) -> Self {
        let mut request = self.of_claim(None).forbid(None);
        request.question.tests.truncate(1);
        request.question.bayesian = None;
        if request.question.family == AdjustedMetrics::Primary {
            request.question.adjust = None;
        }
        request
    }
}

impl Outcome {
    /// Adds the same systems by a secondary metric; verdicts say where the two contradict each other.
    #[must_use]
    pub fn with_secondary(mut self, other: Self) -> Self {
        let name = other.metric.printed();
        let told = &self.run.warnings;
        let new = other
            .run
            .warnings
            .iter()
            .filter(|warning| !told.contains(warning));
        let new: Vec<Note> = new.map(|warning| warning.naming(&name)).collect();
        self.run.warnings.extend(new);
        let also = AlsoOutcome {
            scores: other.systems.iter().map(|system| system.score).collect(),
            metric: other.metric,
            decimals: other.decimals,
            comparisons: other.comparisons,
            signature: String::new(),
        };
        self.also.push(also);
        self.put_texts();
        self
    }
}

impl AlsoOutcome {
    /// Returns the comparison of this system, if it was tested.
    pub fn comparison_with(&self, system: &str) -> Option<&ComparisonOutcome> {
        self.comparisons.iter().find(|one| one.system == system)
    }

    /// Decimals of its differences in a table.
    pub fn decimals_of_differences(&self) -> usize {
        let digits = self.decimals.filter(|_| self.comparisons.is_empty());
        let spreads = self.comparisons.iter().map(ComparisonOutcome::spread);
        of_differences(digits.map(|digits| digits as u8), spreads)
    }

    /// Returns what this metric adds to the verdict of the primary one: a difference on the other side, or one where none was shown.
    pub fn contradicts(&self, primary: &ComparisonOutcome, alpha: f64) -> Option<String> {
        let own = self.comparison_with(&primary.system)?;
        let test = own
            .tests
            .first()
            .filter(|test| test.is_significant(alpha))?;
        let name = self.metric.printed();
        let (p, left) = match test.adjusted_text() {
            Some(p) => (format!("adjusted {}", p_is(&p)), ["", ""]),
            None => (
                p_is(&test.p_text()),
                [", secondary, not adjusted", ", not adjusted"],
            ),
        };
        let gap = signed(own.difference, self.decimals_of_differences());
        if !primary.shown {
            return Some(format!("{name} differs: {gap} ({p}{}).", left[0]));
        }
        let side = match own.direction() {
            direction if direction == primary.direction() => return None,
            Ordering::Less => "worse",
            _ => "better",
        };
        Some(format!(
            "But significantly {side} on {name} ({gap}, {p}{}): the metrics disagree.",
            left[1]
        ))
    }
}
