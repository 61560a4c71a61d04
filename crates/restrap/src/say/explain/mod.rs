//! What each number of an answer is, and what it is not: a sentence or two for each that is shown.

mod compare;

pub(crate) use compare::of_one_system;

use crate::number::percent;

/// A number of an answer, and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// Its name where it is printed.
    pub number: String,
    /// What it is, and what it is not.
    pub words: String,
}

impl Explained {
    pub(crate) fn new(number: impl Into<String>, words: impl Into<String>) -> Self {
        Self {
            number: number.into(),
            words: words.into(),
        }
    }
}

/// An answer whose numbers can be explained.
///
/// Each number that a page shows gets a sentence on what it is and one on what it is not, in the order of the page; the command
/// line prints them with `--explain`.
pub trait Explain {
    /// Its numbers, in the order in which a page has them.
    fn explained(&self) -> Vec<Explained>;
}

/// The interval of a difference, of units such as items.
pub(crate) fn of_difference(confidence: f64, units: &str) -> Explained {
    let level = percent(confidence);
    Explained::new(
        format!("{level} CI of the difference"),
        format!(
            "The differences that are compatible with these {units}: in about {} of 100 such studies the interval contains the true \
             difference. It is not the range of {level} of new {units} or new training runs.",
            (100.0 * confidence).round()
        ),
    )
}

/// A p-value that was adjusted.
pub(crate) fn adjusted(how: &str, family: u64) -> Explained {
    Explained::new(
        "adjusted p",
        format!(
            "The p-value corrected for the {family} tests of this family ({how}); compare it with alpha. Comparisons that were tried \
             elsewhere are not counted."
        ),
    )
}

/// Bounds of a p-value that was drawn.
pub(crate) fn bounds() -> Explained {
    Explained::new(
        "bounds",
        "The 95 % interval of the p-value for infinitely many resamples. It measures Monte Carlo error, which more resamples reduce, \
         and not the strength of the evidence.",
    )
}
