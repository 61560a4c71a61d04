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
                "The mean over the {unit}s of this file, or the metric of all of them. It describes this test set."
            ),
        )];
        let has =
            |of: fn(&crate::verb::describe::DescribedSystem) -> bool| self.systems.iter().any(of);
        if has(|system| system.variance.is_some()) {
            all.push(Explained::new(
                "sd",
                format!("The standard deviation of the scores of single {unit}s. It does not shrink with more {unit}s, and is not an error bar."),
            ));
        }
        if has(|system| system.standard_error.is_some()) {
            all.push(Explained::new(
                "std. error",
                format!("The standard error of the score over samples of {unit}s like these. It does not cover other kinds of {unit}s."),
            ));
        }
        if has(|system| system.interval.is_some()) {
            all.push(of_one_system(self.confidence, &format!("{unit}s")));
        }
        if self.budget.is_some() {
            all.push(Explained::new(
                "best of n",
                "The expected best validation score of n independent trials. It is not a test score, and does not apply to a search that \
                 learns from its trials.",
            ));
        }
        all
    }
}
