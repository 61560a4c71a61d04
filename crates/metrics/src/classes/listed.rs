//! How they are asked for.

use crate::describe::{Cut, CutRule, Description, Make};
use crate::kinds::classes::OfClasses;
use crate::labels::LABELS;

static TOP_ACCURACY: Description = Description {
    printed: Some("top accuracy"),
    aliases: &["top-k-accuracy", "top-k-accuracy-score"],
    options: &[&LABELS],
    cut: Cut {
        rule: CutRule::Needed(5),
        aliases: &["top"],
        numbered: &["top"],
    },
    ..Description::new(
        "top-accuracy",
        "Top-k accuracy: share of items whose class is among the k highest scores",
        Make::Classes(|name| OfClasses::Top(name.cutoff().unwrap_or(1))),
    )
};

/// Metrics of the scores of several classes alone.
pub(crate) static METRICS: &[&Description] = &[&TOP_ACCURACY];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MetricName;
    use crate::numbers::OfNumbers;

    #[test]
    fn items_score_as_in_scikit_learn() {
        let scores = [0.2, 0.5, 0.3];
        let of = |name: &str| match name.parse::<MetricName>().unwrap().description().make {
            Make::Numbers(make) => match make(&name.parse().unwrap()) {
                OfNumbers::Losses(losses) => OfClasses::Loss(losses),
                OfNumbers::Calibration(_) => unreachable!(),
            },
            _ => unreachable!(),
        };
        assert_eq!(of("log-loss").of(1, &scores), std::f64::consts::LN_2);
        assert_eq!(of("log-loss").of(0, &[0.0, 1.0]), f64::INFINITY);
        assert!((of("brier").of(0, &scores) - (0.64 + 0.25 + 0.09)).abs() < 1e-15);
        let top = |k, class, scores: &[f64]| OfClasses::Top(k).of(class, scores);
        assert_eq!(
            [top(1, 1, &scores), top(1, 2, &scores), top(2, 2, &scores)],
            [1.0, 0.0, 1.0]
        );
        // sklearn.metrics.top_k_accuracy_score([0], [[.4, .4, .2]], k=1, labels=[0, 1, 2]) is 0, and of class 1 it is 1.
        assert_eq!(
            [top(1, 0, &[0.4, 0.4, 0.2]), top(1, 1, &[0.4, 0.4, 0.2])],
            [0.0, 1.0]
        );
    }
}
