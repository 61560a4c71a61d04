//! A score for each of several classes against the class of the item.
//!
//! | metric | of an item | over items |
//! |---|---|---|
//! | `log-loss` | -ln p of its class | mean (cross-entropy) |
//! | `brier` | Σ over classes of (p - 1 or 0)² | mean (Brier 1950) |
//! | `top-accuracy@k` | whether its class is among the k highest scores | mean |
//!
//! Definitions are those of scikit-learn (`log_loss`, `brier_score_loss`, `top_k_accuracy_score`): of equal scores the later class counts
//! as the higher one.

use crate::Mean;
use crate::describe::{Cut, CutRule, Description, Make};
use crate::labels::LABELS;
use crate::numbers::{Loss, OfNumbers};

/// What the scores of all classes of an item are compared by.
#[derive(Debug, Clone, PartialEq)]
pub enum OfClasses {
    /// A loss of probabilities.
    Loss(OfNumbers),
    /// Whether the class of the item is among so many of the highest.
    Top(usize),
}

pub(crate) static TOP_ACCURACY: Description = Description {
    aliases: &["top-k-accuracy", "top-k-accuracy-score"],
    options: &[&LABELS],
    cut: Cut { rule: CutRule::Needed(5), aliases: &["top"], numbered: &["top"] },
    ..Description::new(
        "top-accuracy",
        "Share of items whose class is among the k with the highest scores: a column of scores for each label",
        Make::Classes(|name| OfClasses::Top(name.cutoff().unwrap_or(1))),
    )
};

/// Metrics of the scores of several classes alone.
pub(crate) static METRICS: &[&Description] = &[&TOP_ACCURACY];

impl OfClasses {
    /// Scores are probabilities, which sum to 1.
    pub fn are_probabilities(&self) -> bool {
        matches!(self, Self::Loss(_))
    }

    /// The score of an item of a class; infinite where its class had no probability.
    pub fn of(&self, class: usize, scores: &[f64]) -> f64 {
        let own = scores[class];
        match self {
            Self::Loss(OfNumbers { loss: Loss::CrossEntropy { floor }, .. }) => -libm::log(own.max(*floor)),
            Self::Loss(OfNumbers { loss, .. }) => {
                let happened = |at| f64::from(u8::from(at == class));
                scores.iter().enumerate().map(|(at, &share)| loss.of(happened(at), share)).sum()
            }
            Self::Top(k) => {
                let above = |(at, &other): (usize, &f64)| other > own || (other == own && at > class);
                f64::from(u8::from(scores.iter().enumerate().filter(|one| above(*one)).count() < *k))
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
                Mean { signature: name.clone(), name, higher_is_better: true, range }
            }
        };
        Mean { signature: format!("{}|labels:{}", mean.signature, labels.join(",")), ..mean }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MetricName;

    #[test]
    fn items_score_as_in_scikit_learn() {
        let scores = [0.2, 0.5, 0.3];
        let of = |name: &str| match name.parse::<MetricName>().unwrap().description().make {
            Make::Numbers(make) => OfClasses::Loss(make(&name.parse().unwrap())),
            _ => unreachable!(),
        };
        assert_eq!(of("log-loss").of(1, &scores), std::f64::consts::LN_2);
        assert_eq!(of("log-loss").of(0, &[0.0, 1.0]), f64::INFINITY);
        assert!((of("brier").of(0, &scores) - (0.64 + 0.25 + 0.09)).abs() < 1e-15);
        let top = |k, class, scores: &[f64]| OfClasses::Top(k).of(class, scores);
        assert_eq!([top(1, 1, &scores), top(1, 2, &scores), top(2, 2, &scores)], [1.0, 0.0, 1.0]);
        // sklearn.metrics.top_k_accuracy_score([0], [[.4, .4, .2]], k=1, labels=[0, 1, 2]) is 0, and of class 1 it is 1.
        assert_eq!([top(1, 0, &[0.4, 0.4, 0.2]), top(1, 1, &[0.4, 0.4, 0.2])], [0.0, 1.0]);
    }
}
