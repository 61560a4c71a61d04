//! The numbers of several data sets.

use crate::outcome::replicate::ReplicateOutcome;
use crate::say::explain::{Explain, Explained, adjusted, of_difference};

impl Explain for ReplicateOutcome {
    fn explained(&self) -> Vec<Explained> {
        let mut all = vec![Explained::new(
            "difference",
            format!(
                "The system minus {} on one data set. Cells of different metrics are not comparable in size.",
                self.baseline
            ),
        )];
        if self.cells.iter().any(|cell| cell.interval.is_some()) {
            all.push(of_difference(self.confidence, "units of a data set"));
        }
        if let Some(family) = &self.family {
            all.push(adjusted(&family.adjust.to_string(), family.size));
        }
        if !self.counts.is_empty() {
            all.push(Explained::new(
                "better on k data sets",
                "The number of data sets on which the system is significantly better, with one error rate for all. It is no evidence of \
                 equality on the others, and does not cover data sets that are not here.",
            ));
        }
        if !self.means.is_empty() {
            all.push(Explained::new(
                "mean",
                "The mean difference over these data sets. Items are sampled within each; the data sets are fixed, so it is not a claim \
                 about another data set.",
            ));
        }
        if !self.heterogeneity.is_empty() {
            all.push(Explained::new(
                "heterogeneity",
                "Whether the differences vary between data sets more than sampling of items explains (Cochran's Q), and the share of their \
                 variance that this is (I²). With few data sets a small Q is no evidence that they agree.",
            ));
        }
        all
    }
}
