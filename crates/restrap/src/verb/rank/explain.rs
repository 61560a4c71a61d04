//! The numbers of a leaderboard.

use crate::number::percent;
use crate::outcome::rank::RankOutcome;
use crate::say::explain::{Explain, Explained, adjusted};

impl Explain for RankOutcome {
    fn explained(&self) -> Vec<Explained> {
        let mut all = vec![
            Explained::new(
                "score",
                "The system's score on these items, which are the same for all systems. It describes this test set.",
            ),
            Explained::new(
                "rank",
                format!(
                    "The ranks that are compatible with the data, simultaneously for all systems at {}: from 1 + the number of systems that are \
                     significantly better, to the number of systems − the number that are significantly worse. It is not the place in \
                     this list.",
                    percent(self.confidence)
                ),
            ),
        ];
        if self.systems.iter().any(|system| system.to_best.is_some()) {
            all.push(Explained::new(
                "to the best",
                "The score minus that of the first system in the list. The lead of the first of many is partly chance: it is \
                 overestimated.",
            ));
            all.push(Explained::new(
                "simultaneous CI",
                format!(
                    "Intervals that hold simultaneously: in about {} of 100 such studies all of them contain their true differences. They \
                     are wider than the interval of a single pair.",
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
                "The share of bootstrap resamples in which the system comes first. It is not the probability that it is the best.",
            ));
        }
        all.push(adjusted(&self.family.adjust.to_string(), self.family.size));
        if !self.omnibus.is_empty() {
            all.push(Explained::new(
                "omnibus tests",
                "Tests of whether any two systems differ. They do not say which, and decide no pair here.",
            ));
        }
        all
    }
}
