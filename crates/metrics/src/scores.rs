//! Scores that stand in files: their mean.

use crate::describe::{Choice, Description, Flag, Make};

/// The direction of numbers that only the user knows.
pub static LOWER: Choice<bool> = Choice::switch("lower", Flag::None, "Lower values are better");

/// The mean of scores.
static MEAN: Description = Description {
    options: &[&LOWER],
    ..Description::new("mean", "The mean of the scores in the files", Make::Scores)
};

/// Metrics of scores.
pub(crate) static METRICS: &[&Description] = &[&MEAN];
