//! The numbers of metrics beside a gold score.

use super::outcome::CorrelateOutcome;
use crate::number::percent;
use crate::say::explain::{Explain, Explained, adjusted, of_difference};

impl Explain for CorrelateOutcome {
    fn explained(&self) -> Vec<Explained> {
        let unit = self.unit();
        let level = percent(self.request.confidence);
        let mut all = vec![
            Explained::new(
                self.request.agreement.to_string(),
                format!(
                    "{} with {}: how well the metric orders or follows these outputs. It is not the quality of any system, and other levels \
                     give other numbers.",
                    self.measure(),
                    self.gold
                ),
            ),
            Explained::new(
                format!("{level} interval"),
                format!(
                    "Where it would lie with others drawn like these {unit}. It does not cover other people's scores of the same outputs."
                ),
            ),
        ];
        if !self.pairs.is_empty() {
            all.push(of_difference(self.request.confidence, &unit));
            all.push(Explained::new(
                "p",
                "How often the two metrics would lie at least this far apart if their standardised scores changed places at random. It is not \
                 the probability that they agree with people equally well.",
            ));
        }
        if self.pairs.len() > 1 {
            all.push(adjusted(
                &self.request.correction.to_string(),
                self.pairs.len() as u64,
            ));
        }
        if self.pairs.iter().any(|pair| pair.williams.is_some()) {
            all.push(Explained::new(
                "Williams p",
                "The same question of independent outputs with normal scores. Outputs of one segment or system are not independent.",
            ));
        }
        if self.metrics.iter().any(|metric| metric.threshold.is_some()) {
            all.push(Explained::new(
                "ties up to",
                "Scores of the metric that differ by at most this count as tied, chosen so that the metric does best on these data.",
            ));
        }
        all
    }
}
