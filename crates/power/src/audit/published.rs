//! Accuracies as they are printed, and the question that an audit asks of them.

use std::fmt;
use std::str::FromStr;

use restrap_lib::Error;
use restrap_lib::number::format::grouped;
use restrap_stats::Alternative;
use serde::{Deserialize, Serialize};

use crate::format::share;
use crate::plan::{level, wanted_power};
use crate::setters::setters;

/// Rounding of a printed decimal as a double, in items; of more than a million items it is four units in the last place.
const SLACK: f64 = 1e-9;

/// An accuracy as it was printed: `0.852`, `85.2%` or `426/500`.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    text: String,
    /// The share.
    value: f64,
    /// Half of its last digit; 0 for a count.
    half: f64,
    /// Right items of a count, and its items.
    of: Option<(u64, u64)>,
}

/// A word that is not an accuracy.
///
/// Accuracies are shares such as `0.852`, percentages such as `85.2%`, or counts such as `426/500`. The error repeats the word.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a share (0.852), a percentage (85.2%) or a count (426/500), found '{0}'")]
pub struct NoAccuracy(String);

impl FromStr for Published {
    type Err = NoAccuracy;

    fn from_str(text: &str) -> Result<Self, NoAccuracy> {
        let no = || NoAccuracy(text.to_owned());
        let digits = |text: &str| -> Option<u64> {
            (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
                .then(|| text.parse().ok())?
        };
        if let Some((right, of)) = text.split_once('/') {
            let (right, of) = (digits(right).ok_or_else(no)?, digits(of).ok_or_else(no)?);
            if of == 0 || right > of {
                return Err(no());
            }
            return Ok(Self {
                text: text.to_owned(),
                value: right as f64 / of as f64,
                half: 0.0,
                of: Some((right, of)),
            });
        }
        let (number, unit) = match text.strip_suffix('%') {
            Some(number) => (number.trim_end(), 100.0),
            None => (text, 1.0),
        };
        let decimals = number.split_once('.').map_or("", |(_, decimals)| decimals);
        let plain = number
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
        let value: f64 = number.parse().ok().filter(|_| plain).ok_or_else(no)?;
        if value > unit || decimals.len() > 12 {
            return Err(no());
        }
        let half = 0.5 * libm::pow(10.0, -(decimals.len() as f64)) / unit;
        Ok(Self {
            text: text.to_owned(),
            value: value / unit,
            half,
            of: None,
        })
    }
}

impl fmt::Display for Published {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

restrap_words::as_text!(Published);

impl Published {
    /// Items of a count, `K/N`.
    pub fn items(&self) -> Option<u64> {
        self.of.map(|(_, of)| of)
    }

    /// Counts of right items out of `items` that print so, first and last.
    pub(crate) fn counts(&self, items: u64) -> Result<(u64, u64), Error> {
        if let Some((right, of)) = self.of
            && of == items
        {
            return Ok((right, right));
        }
        let n = items as f64;
        let slack = SLACK.max(4.0 * f64::EPSILON * n);
        let first = libm::ceil((self.value - self.half) * n - slack).max(0.0) as u64;
        let last = libm::floor((self.value + self.half) * n + slack).min(n) as u64;
        if self.of.is_some() || first > last {
            let below = libm::floor(self.value * n) as u64;
            let near =
                [below, (below + 1).min(items)].map(|k| format!("{k} ({})", share(k as f64 / n)));
            return Err(Error::not_applicable(
                "an audit",
                "accuracies that so many items can have",
                format!(
                    "no count of right items out of {} is {}; the nearest are {}",
                    grouped(items),
                    self.text,
                    near.join(" and ")
                ),
                "check the number of items; a score that is no share of right items, such as F1 or BLEU, has no such \
                       bounds",
            ));
        }
        Ok((first, last))
    }

    /// The count nearest to what was printed.
    pub(super) fn nearest(&self, items: u64) -> u64 {
        match self.of {
            Some((right, of)) if of == items => right,
            _ => libm::round(self.value * items as f64) as u64,
        }
    }
}

/// Published numbers and the test to audit.
///
/// Two accuracies as they were printed, the number of items, the level and side of the test, and the power with which a true gain
/// should be seen.
///
/// ```
/// # use restrap_facade as restrap;
/// use restrap::power::{AuditRequest, AuditVerdict, audit};
///
/// let outcome = audit(&AuditRequest::new(500, "80.0%".parse()?, "82.4%".parse()?))?;
/// assert_eq!(outcome.verdict, AuditVerdict::Undecided);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct AuditRequest {
    /// Items of the test set.
    pub items: u64,
    /// Accuracy of the baseline.
    pub baseline: Published,
    /// Accuracy of the system.
    pub system: Published,
    /// Side of the test.
    #[serde(default)]
    pub alternative: Alternative,
    /// Level of the test.
    #[serde(default = "level")]
    pub alpha: f64,
    /// Wanted power.
    #[serde(default = "wanted_power")]
    pub power: f64,
}

impl AuditRequest {
    /// An audit of two accuracies on so many items.
    pub fn new(items: u64, baseline: Published, system: Published) -> Self {
        let alternative = Alternative::TwoSided;
        Self {
            items,
            baseline,
            system,
            alternative,
            alpha: level(),
            power: wanted_power(),
        }
    }
}

setters!(AuditRequest {
    /// Side of the test.
    alternative: Alternative => alternative,
    /// Level of the test.
    alpha: f64 => alpha,
    /// Wanted power.
    power: f64 => power,
});

#[cfg(test)]
mod tests {
    use super::*;

    fn published(text: &str) -> Published {
        text.parse().expect("an accuracy")
    }

    #[test]
    fn a_printed_accuracy_stands_for_the_counts_that_print_so() {
        assert_eq!(published("85.2%").counts(500).expect("counts"), (426, 426));
        assert_eq!(
            published("0.85").counts(500).expect("counts"),
            (423, 427),
            "0.845 and 0.855 round either way"
        );
        assert_eq!(
            published("426/500").counts(500).expect("counts"),
            (426, 426)
        );
        assert_eq!(published("100%").counts(10).expect("counts"), (10, 10));
        assert_eq!(
            published("0").counts(10).expect("counts"),
            (0, 5),
            "0 or 1 of a whole number is rough"
        );
    }

    #[test]
    fn what_no_count_prints_is_refused() {
        assert!(published("85.3%").counts(500).is_err());
        assert!(published("426/500").counts(499).is_err());
        for text in [
            "85.2", "-0.1", "1e-3", "7/5", "0/0", "", "%", "x", "NaN", "inf",
        ] {
            assert!(text.parse::<Published>().is_err(), "{text}");
        }
    }
}
