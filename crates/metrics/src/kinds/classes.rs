//! What the scores of all classes of an item are worth.

use crate::Mean;
use crate::kinds::loss::Loss;
use crate::kinds::numbers::OfLosses;

/// What the scores of all classes of an item are compared by.
#[derive(Debug, Clone, PartialEq)]
pub enum OfClasses {
    /// A loss of probabilities.
    Loss(OfLosses),
    /// Whether the class of the item is among so many of the highest.
    Top(usize),
}

impl OfClasses {
    /// Scores are probabilities, which sum to 1.
    pub fn are_probabilities(&self) -> bool {
        matches!(self, Self::Loss(_))
    }

    /// The score of an item of a class; infinite where its class had no probability.
    pub fn of(&self, class: usize, scores: &[f64]) -> f64 {
        let own = scores[class];
        match self {
            Self::Loss(OfLosses {
                loss: Loss::CrossEntropy { floor },
                ..
            }) => -libm::log(own.max(*floor)),
            Self::Loss(OfLosses { loss, .. }) => {
                let happened = |at| f64::from(u8::from(at == class));
                scores
                    .iter()
                    .enumerate()
                    .map(|(at, &share)| loss.of(happened(at), share))
                    .sum()
            }
            Self::Top(k) => {
                let above =
                    |(at, &other): (usize, &f64)| other > own || (other == own && at > class);
                f64::from(u8::from(
                    scores.iter().enumerate().filter(|one| above(*one)).count() < *k,
                ))
            }
        }
    }

    /// What its mean is, of a metric of some classes.
    pub fn mean(&self, labels: &[String]) -> Mean {
        let mean = match self {
            Self::Loss(of) => of.mean(),
            Self::Top(k) => {
                let name = format!("top-accuracy@{k}");
                let range = Some(crate::range::UNIT);
                Mean {
                    signature: name.clone(),
                    name,
                    higher_is_better: true,
                    range,
                }
            }
        };
        Mean {
            signature: format!("{}|labels:{}", mean.signature, labels.join(",")),
            ..mean
        }
    }
}
