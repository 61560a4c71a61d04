//! How precision, recall and F of classes become one number.

use restrap_words::{asked, asked_as};

use super::options::{AVERAGE, LabelAverage, POSITIVE};
use crate::Error;
use crate::describe::MetricName;

/// How precision, recall and F of classes become one number, with the class that is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Average {
    /// One class counts against all others.
    Binary {
        /// That class.
        positive: String,
    },
    /// From counts pooled over classes.
    Micro,
    /// The plain mean over the label set.
    Macro,
    /// The mean over the label set, weighted by the number of gold items of each class.
    Weighted,
}

impl Average {
    /// The name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Binary { .. } => LabelAverage::Binary.name(),
            Self::Micro => LabelAverage::Micro.name(),
            Self::Macro => LabelAverage::Macro.name(),
            Self::Weighted => LabelAverage::Weighted.name(),
        }
    }

    /// The average over these classes that a metric asks for; `default` where it asks for none.
    ///
    /// # Errors
    /// None where one is needed, or a binary one without its class.
    pub(crate) fn asked(
        name: &MetricName,
        default: Option<LabelAverage>,
        classes: &[String],
    ) -> Result<Self, Error> {
        let (average, positive) = (name.get(&AVERAGE), name.get(&POSITIVE));
        if let (Some(average), Some(positive)) = (average, &positive)
            && average != LabelAverage::Binary
        {
            let found = format!(
                "{} {}",
                asked_as("positive", positive),
                asked_as("average", average)
            );
            let message = format!(
                "{} names the class of a binary average, found {found}",
                asked("positive")
            );
            return Err(Error::usage(message, "drop one of them"));
        }
        let of_one = positive.is_some().then_some(LabelAverage::Binary);
        match average.or(of_one).or(default) {
            Some(LabelAverage::Micro) => Ok(Self::Micro),
            Some(LabelAverage::Macro) => Ok(Self::Macro),
            Some(LabelAverage::Weighted) => Ok(Self::Weighted),
            Some(LabelAverage::Binary) => match (positive, classes) {
                (Some(positive), _) => Ok(Self::Binary { positive }),
                (None, [zero, one]) if zero == "0" && one == "1" => Ok(Self::Binary {
                    positive: one.clone(),
                }),
                _ => Err(Error::usage(
                    "a binary average needs its positive class, found none",
                    format!(
                        "add {}; the labels are {}",
                        asked_as("positive", "LABEL"),
                        classes.join(", ")
                    ),
                )),
            },
            None if classes == ["0", "1"] => Ok(Self::Binary {
                positive: "1".to_owned(),
            }),
            Some(LabelAverage::Samples) | None => Err(Error::usage(
                format!(
                    "an average over {} classes is needed, found none",
                    classes.len()
                ),
                format!(
                    "add {} (mean of the classes), micro (pooled counts), weighted, or {}",
                    asked_as("average", LabelAverage::Macro),
                    asked_as("positive", "LABEL")
                ),
            )),
        }
    }
}
