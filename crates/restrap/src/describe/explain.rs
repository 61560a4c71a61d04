//! The numbers of error bars.

use super::DescribeOutcome;
use crate::say::explain::of_one_system;
use crate::say::explain::{Explain, Explained};

impl Explain for DescribeOutcome {
    fn explained(&self) -> Vec<Explained> {
        let unit = self.over.noun();
        let mut all = vec![Explained::new(
            "score",
            format!(
                "The mean over the {unit}s of this file, or the metric of all of them. It is a fact about these alone."
            ),
        )];
        let has = |of: fn(&crate::describe::DescribedSystem) -> bool| self.systems.iter().any(of);
        if has(|system| system.variance.is_some()) {
            all.push(Explained::new(
                "sd",
                format!("How much the scores of single {unit}s vary. It does not shrink with more {unit}s, and is not an error bar."),
            ));
        }
        if has(|system| system.standard_error.is_some()) {
            all.push(Explained::new(
                "std. error",
                format!("How far the score would move with other {unit}s like these. It knows nothing of another kind of {unit}."),
            ));
        }
        if has(|system| system.interval.is_some()) {
            all.push(of_one_system(self.confidence, &format!("{unit}s")));
        }
        if self.budget.is_some() {
            all.push(Explained::new(
                "best of n",
                "What the best of n trials is expected to score on validation data. It is not a test score, and the best of a search that \
                 learns from its trials is another number.",
            ));
        }
        all
    }
}
