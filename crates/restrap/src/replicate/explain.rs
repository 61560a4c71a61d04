//! The numbers of several data sets.

use super::outcome::ReplicateOutcome;
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
                "ahead on k data sets",
                "The number of data sets on which the system is significantly better, at one error rate for all. On the others it is not \
                 shown to be equal, and of data sets that are not here it says nothing.",
            ));
        }
        if !self.means.is_empty() {
            all.push(Explained::new(
                "mean",
                "The mean difference over these data sets, items drawn anew within each. The data sets themselves are taken as they are: it is \
                 not a claim about the next data set.",
            ));
        }
        if !self.heterogeneity.is_empty() {
            all.push(Explained::new(
                "heterogeneity",
                "Whether the differences of the data sets differ more than drawing items explains (Q), and what share of their spread that is \
                 (I²). A small Q of few data sets does not show that they agree.",
            ));
        }
        all
    }
}
