//! Scores from files: their mean, median or another quantile.

use crate::describe::{Choice, Description, Flag, Make, MetricName};

/// The direction of numbers that only the user knows.
pub static LOWER: Choice<bool> = Choice::switch("lower", Flag::None, "Lower values are better");

/// The share of scores below a quantile.
static SHARE: Choice<f64> = Choice::read_by(
    "p",
    Flag::None,
    "SHARE",
    "Probability of the quantile",
    0.5,
    |text| {
        let share = text
            .parse()
            .ok()
            .filter(|share: &f64| (0.0..=1.0).contains(share));
        share.ok_or_else(|| "0 <= p <= 1".to_owned())
    },
    |share| Some(share.to_string()),
);

/// The mean of scores.
static MEAN: Description = Description {
    options: &[&LOWER],
    ..Description::new("mean", "Mean of the scores in the files", Make::Scores)
};

/// The median of scores.
static MEDIAN: Description = Description {
    options: &[&LOWER],
    ..Description::new(
        "median",
        "Median of the scores in the files",
        Make::Order(|_| 0.5),
    )
};

/// A quantile of scores.
static QUANTILE: Description = Description {
    options: &[&SHARE, &LOWER],
    ..Description::new(
        "quantile",
        "Quantile of the scores in the files (Hyndman and Fan 1996, type 7)",
        Make::Order(|name: &MetricName| name.get(&SHARE)),
    )
};

/// Metrics of scores.
pub(crate) static METRICS: &[&Description] = &[&MEAN, &MEDIAN, &QUANTILE];
