//! One number per item against the right one: errors of predictions, and losses of probabilities.
//!
//! | metric | loss of an item | over items |
//! |---|---|---|
//! | `mae` | \\|given - gold\\| | mean |
//! | `mse` | (given - gold)² | mean |
//! | `rmse` | (given - gold)² | root of the mean |
//! | `brier` | the same, of a probability | mean (Brier 1950, for two outcomes) |
//! | `log-loss` | -(gold ln p + (1 - gold) ln(1 - p)) | mean (cross-entropy) |
//! | `calibration-error` | its bin, p, whether it happened | Σ over bins of share of items · \\|mean p - share that happened\\|, debiased |
//!
//! Definitions are those of scikit-learn (`mean_absolute_error`, `mean_squared_error`, `root_mean_squared_error`, `brier_score_loss`,
//! `log_loss`), except that a probability of 0 of what happened is refused, where scikit-learn clips it at the rounding of
//! doubles: `floor` says what it counts as. The gold of a probability is 1 or 0, or a probability itself.

pub use crate::kinds::calibration::Calibration;
pub use crate::kinds::loss::Loss;
pub use crate::kinds::numbers::{OfLosses, OfNumbers};
pub use crate::kinds::root::RootMean;

use crate::describe::{Choice, Description, Flag, Make, MetricName};
use crate::labels::LABELS;

/// The least probability of what happened.
static FLOOR: Choice<f64> = Choice::read_by(
    "floor",
    Flag::None,
    "P",
    "Lower bound for probabilities, which keeps the loss finite",
    0.0,
    |text| {
        let floor = text
            .parse()
            .ok()
            .filter(|floor: &f64| (0.0..0.5).contains(floor));
        floor.ok_or_else(|| "0 <= floor < 0.5".to_owned())
    },
    |floor| (*floor > 0.0).then(|| floor.to_string()),
);

/// How many bins of equal width.
static BINS: Choice<usize> = Choice::read_by(
    "bins",
    Flag::None,
    "N",
    "Number of equal-width bins",
    15,
    |text| {
        text.parse()
            .ok()
            .filter(|bins| (1..=1_000).contains(bins))
            .ok_or_else(|| "1 <= bins <= 1,000".to_owned())
    },
    |bins| Some(bins.to_string()),
);

/// The value as other programs print it.
static PLAIN: Choice<bool> = Choice::switch(
    "plain",
    Flag::None,
    "Without the correction for the bias of few items, as other programs print it",
);

const fn of(
    name: &'static str,
    help: &'static str,
    make: fn(&MetricName) -> OfNumbers,
) -> Description {
    Description::new(name, help, Make::Numbers(make))
}

fn errors(name: &str, loss: Loss) -> OfLosses {
    OfLosses {
        loss,
        probabilities: false,
        root: false,
        name: name.to_owned(),
    }
}

static MAE: Description = Description {
    printed: Some("MAE"),
    aliases: &["mean-absolute-error"],
    ..of("mae", "Mean absolute error", |_| {
        OfNumbers::Losses(errors("mae", Loss::Absolute))
    })
};

static MSE: Description = Description {
    printed: Some("MSE"),
    aliases: &["mean-squared-error"],
    ..of("mse", "Mean squared error", |_| {
        OfNumbers::Losses(errors("mse", Loss::Squared))
    })
};

static RMSE: Description = Description {
    printed: Some("RMSE"),
    aliases: &["root-mean-squared-error"],
    ..of("rmse", "Root mean squared error", |_| {
        OfNumbers::Losses(OfLosses {
            root: true,
            ..errors("rmse", Loss::Squared)
        })
    })
};

static BRIER: Description = Description {
    printed: Some("Brier score"),
    aliases: &["brier-score"],
    options: &[&LABELS],
    ..of(
        "brier",
        "Brier score: mean squared error of probabilities",
        |_| {
            OfNumbers::Losses(OfLosses {
                probabilities: true,
                ..errors("brier", Loss::Squared)
            })
        },
    )
};

static LOG_LOSS: Description = Description {
    printed: Some("log loss"),
    aliases: &["cross-entropy"],
    options: &[&FLOOR, &LABELS],
    ..of(
        "log-loss",
        "Log loss (cross-entropy), natural logarithm",
        |name| {
            let loss = Loss::CrossEntropy {
                floor: name.get(&FLOOR),
            };
            OfNumbers::Losses(OfLosses {
                probabilities: true,
                ..errors("log-loss", loss)
            })
        },
    )
};

static CALIBRATION_ERROR: Description = Description {
    printed: Some("calibration error"),
    aliases: &["ece", "expected-calibration-error"],
    options: &[&BINS, &PLAIN, &LABELS],
    ..of(
        "calibration-error",
        "Expected calibration error, debiased for the number of items per bin",
        |name| OfNumbers::Calibration(Calibration::new(name.get(&BINS), name.get(&PLAIN))),
    )
};

/// Metrics of numbers.
pub(crate) static METRICS: &[&Description] =
    &[&MAE, &MSE, &RMSE, &BRIER, &LOG_LOSS, &CALIBRATION_ERROR];
