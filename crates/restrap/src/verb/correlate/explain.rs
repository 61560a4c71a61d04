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
                    "{} with {}: how well the metric agrees with it on these outputs. It does not measure the quality of any system, and \
                     other levels give other numbers.",
                    self.measure(),
                    self.gold
                ),
            ),
            Explained::new(
                format!("{level} interval"),
                format!(
                    "The range of values that are compatible with these {unit}. It does not cover the variation between human raters of the same \
                     outputs."
                ),
            ),
        ];
        if !self.pairs.is_empty() {
            all.push(of_difference(self.request.confidence, &unit));
            all.push(Explained::new(
                "p",
                "The probability of a difference at least this large if the standardised scores of the two metrics were exchangeable. It is \
                 not the probability that they agree with people equally well.",
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
                "The p-value of the same hypothesis for independent outputs with normal scores. Outputs of one segment or system are not independent.",
            ));
        }
        if self.metrics.iter().any(|metric| metric.threshold.is_some()) {
            all.push(Explained::new(
                "ties up to",
                "Scores of the metric that differ by at most this count as tied. The value maximises the metric's agreement on these data.",
            ));
        }
        all
    }
}
