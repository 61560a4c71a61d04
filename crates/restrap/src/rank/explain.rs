//! The numbers of a leaderboard.

use super::outcome::RankOutcome;
use crate::number::percent;
use crate::say::explain::{Explain, Explained, adjusted};

impl Explain for RankOutcome {
    fn explained(&self) -> Vec<Explained> {
        let mut all = vec![
            Explained::new(
                "score",
                "The system's score on these items, the same for all systems. It is a fact about these items.",
            ),
            Explained::new(
                "rank",
                format!(
                    "The places that the system may have, all systems at once, at {}: from 1 + the systems that are significantly better to the \
                     number of systems − those that are significantly worse. It is not the place in this list.",
                    percent(self.confidence)
                ),
            ),
        ];
        if self.systems.iter().any(|system| system.to_best.is_some()) {
            all.push(Explained::new(
                "to the best",
                "The score − that of the first of this list, whose lead over its neighbours is partly luck: the first of many is \
                 seldom as good as it looks.",
            ));
            all.push(Explained::new(
                "simultaneous CI",
                format!(
                    "Intervals that hold together: in about {} of 100 studies like this every one of them holds its true difference. They \
                     are wider than those of one pair.",
                    (100.0 * self.confidence).round()
                ),
            ));
        }
        if self.systems.iter().any(|system| system.letters.is_some()) {
            all.push(Explained::new(
                "letters",
                "Systems without a common letter differ significantly. A common letter is not evidence that two systems are equal: the test \
                 set may be too small.",
            ));
        }
        if self
            .systems
            .iter()
            .any(|system| system.best_share.is_some())
        {
            all.push(Explained::new(
                "best share",
                "In which share of bootstrap resamples the system comes first. It describes, and is not the probability that it is the best.",
            ));
        }
        all.push(adjusted(&self.family.adjust.to_string(), self.family.size));
        if !self.omnibus.is_empty() {
            all.push(Explained::new(
                "omnibus tests",
                "Whether any two systems differ at all. They do not say which, and decide nothing here.",
            ));
        }
        all
    }
}
