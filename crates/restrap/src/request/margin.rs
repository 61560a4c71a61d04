//! Margins: how large a difference still does not matter, fixed beforehand.

use std::fmt;
use std::str::FromStr;

use restrap_stats::interval::Scale;
use restrap_words::vocabulary;
use serde::{Deserialize, Serialize};

vocabulary! {
    /// What a margin test is to show.
    pub enum Claim: "a claim about a margin" {
        /// The system is worse by less than the margin.
        Noninferior = "noninferior",
        /// The systems differ by less than the margin, either way.
        Equivalent = "equivalent",
    }
}

/// How large a difference still does not matter: `1pt`, `0.5%` or `abs:0.01`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MarginSize {
    /// Percentage points, of scores between 0 and 1.
    Points(f64),
    /// Per cent of the baseline's score.
    Percent(f64),
    /// In the unit of the scores.
    Absolute(f64),
}

impl fmt::Display for MarginSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points(size) => write!(f, "{size}pt"),
            Self::Percent(size) => write!(f, "{size}%"),
            Self::Absolute(size) => write!(f, "abs:{size}"),
        }
    }
}

/// A word that is not a margin.
///
/// Margins are `1pt` (a hundredth), `0.5%` (of the baseline), or `abs:0.01` (in units of the score). The error repeats the word.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a size above 0 as 1pt (points), 0.5% (of the baseline) or abs:0.01, found '{0}'")]
pub struct BadMargin(String);

impl FromStr for MarginSize {
    type Err = BadMargin;

    fn from_str(word: &str) -> Result<Self, BadMargin> {
        let size = |text: &str| text.parse::<f64>().ok().filter(|size| *size > 0.0 && size.is_finite());
        let found = match (word.strip_suffix("pt"), word.strip_suffix('%'), word.strip_prefix("abs:")) {
            (Some(points), _, _) => size(points).map(Self::Points),
            (_, Some(percent), _) => size(percent).map(Self::Percent),
            (_, _, Some(absolute)) => size(absolute).map(Self::Absolute),
            _ => None,
        };
        found.ok_or_else(|| BadMargin(word.to_owned()))
    }
}

restrap_words::as_text!(MarginSize);

/// The range that scores cannot leave, declared beforehand: `0,1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreRange {
    /// The least score that there can be.
    pub low: f64,
    /// The largest.
    pub high: f64,
}

impl fmt::Display for ScoreRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.low, self.high)
    }
}

/// A word that is not a range.
///
/// A range is two finite numbers with a comma between them, the lower first, such as `0,1` or `1,5`. The error repeats the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected the least and the largest possible score as 0,1, found '{0}'")]
pub struct BadRange(String);

impl From<ScoreRange> for Scale {
    fn from(range: ScoreRange) -> Self {
        Self::new(range.low, range.high).unwrap_or(Self::UNKNOWN)
    }
}

impl FromStr for ScoreRange {
    type Err = BadRange;

    fn from_str(word: &str) -> Result<Self, BadRange> {
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        let ends = word.split_once(',').and_then(|(low, high)| Some((number(low)?, number(high)?)));
        let found = ends.filter(|(low, high)| low < high).map(|(low, high)| Self { low, high });
        found.ok_or_else(|| BadRange(word.to_owned()))
    }
}

restrap_words::as_text!(ScoreRange);

/// A margin, fixed beforehand.
///
/// What is claimed (not worse by more, or equivalent both ways) and the size that still does not matter, in points, per cent of the
/// baseline, or units of the score.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedMargin {
    /// What the margin test is to show.
    pub claim: Claim,
    /// The largest difference that would not matter.
    pub size: MarginSize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_read_as_they_print() {
        for word in ["1pt", "0.5%", "abs:0.01"] {
            assert_eq!(word.parse::<MarginSize>().map(|size| size.to_string()).as_deref(), Ok(word));
        }
        for word in ["1", "0pt", "-1pt", "abs:", "abs:nan", "abs:inf", "pt", "1 point", "%"] {
            assert!(word.parse::<MarginSize>().is_err(), "{word}");
        }
    }
}
