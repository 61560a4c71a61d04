//! Margins: how large a difference still does not matter, fixed beforehand.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;
use restrap_stats::interval::Scale;
use restrap_words::{asked_as, vocabulary};
use serde::{Deserialize, Serialize};

vocabulary! {
    /// What a margin test is to show.
    pub enum Claim: "a claim about a margin" {
        /// The system is worse by less than the margin.
        Noninferior = "noninferior",
        /// The systems differ by less than the margin, either way.
        Equivalent = "equivalent",
        /// The system is better by more than the margin.
        Superior = "superior",
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
        let size = |text: &str| {
            text.parse::<f64>()
                .ok()
                .filter(|size| *size > 0.0 && size.is_finite())
        };
        let found = match (
            word.strip_suffix("pt"),
            word.strip_suffix('%'),
            word.strip_prefix("abs:"),
        ) {
            (Some(points), _, _) => size(points).map(Self::Points),
            (_, Some(percent), _) => size(percent).map(Self::Percent),
            (_, _, Some(absolute)) => size(absolute).map(Self::Absolute),
            _ => None,
        };
        found.ok_or_else(|| BadMargin(word.to_owned()))
    }
}

restrap_words::as_text!(MarginSize);

/// A margin, and the metric that it is of where several are compared: `1pt`, `cost=40%`.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricMargin {
    /// The metric or column of scores, as typed.
    pub metric: Option<String>,
    /// The margin.
    pub size: MarginSize,
}

impl fmt::Display for MetricMargin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.metric {
            Some(metric) => write!(f, "{metric}={}", self.size),
            None => self.size.fmt(f),
        }
    }
}

impl FromStr for MetricMargin {
    type Err = BadMargin;

    fn from_str(word: &str) -> Result<Self, BadMargin> {
        // Options of a metric have the same sign: f1(average=macro)=1pt.
        match word.rsplit_once('=') {
            Some((metric, size)) if !metric.is_empty() && !size.ends_with(')') => Ok(Self {
                metric: Some(metric.to_owned()),
                size: size.parse()?,
            }),
            _ => Ok(Self {
                metric: None,
                size: word.parse()?,
            }),
        }
    }
}

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
        let number = |text: &str| {
            text.trim()
                .parse::<f64>()
                .ok()
                .filter(|number| number.is_finite())
        };
        let ends = word
            .split_once(',')
            .and_then(|(low, high)| Some((number(low)?, number(high)?)));
        let found = ends
            .filter(|(low, high)| low < high)
            .map(|(low, high)| Self { low, high });
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

/// A claim about one of several metrics: `cost` is to be `superior` by `40%`.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MetricClaim {
    /// The metric or column of scores, as typed.
    pub metric: String,
    /// What is to be shown of it.
    pub claim: Claim,
    /// The margin.
    pub size: MarginSize,
}

impl fmt::Display for MetricClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} by {}", self.metric, self.claim, self.size)
    }
}

/// What margins ask for.
#[derive(Debug)]
pub(crate) enum Claims {
    /// One claim of the primary metric, or none.
    Primary(Option<AskedMargin>),
    /// A claim of each of several metrics.
    Each(Vec<MetricClaim>),
}

impl Claims {
    /// # Errors
    /// For two claims about one metric.
    pub fn new(asked: impl IntoIterator<Item = (Claim, MetricMargin)>) -> Result<Self, Error> {
        let asked: Vec<(Claim, MetricMargin)> = asked.into_iter().collect();
        if let [] | [(_, MetricMargin { metric: None, .. })] = &asked[..] {
            let first = asked.first().map(|(claim, margin)| AskedMargin {
                claim: *claim,
                size: margin.size,
            });
            return Ok(Self::Primary(first));
        }
        let mut claims: Vec<MetricClaim> = Vec::new();
        for (claim, MetricMargin { metric, size }) in asked {
            let typed = asked_as(claim.name(), size);
            let Some(metric) = metric else {
                let hint =
                    format!("drop one of the two, or name the metric of each: METRIC={size}");
                return Err(Error::not_applicable(
                    typed,
                    "one question",
                    "there is another margin",
                    hint,
                ));
            };
            if claims.iter().any(|known| known.metric == metric) {
                let found = format!("there is another for {metric}");
                return Err(Error::not_applicable(
                    typed,
                    "one margin per metric",
                    found,
                    "drop one of the two",
                ));
            }
            claims.push(MetricClaim {
                metric,
                claim,
                size,
            });
        }
        Ok(Self::Each(claims))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_may_name_its_metric() {
        let read = |word: &str| {
            word.parse::<MetricMargin>()
                .map(|margin| (margin.to_string(), margin.metric))
        };
        assert_eq!(read("1pt"), Ok(("1pt".to_owned(), None)));
        for (word, metric) in [
            ("cost=40%", "cost"),
            ("f1(average=macro)=1pt", "f1(average=macro)"),
        ] {
            assert_eq!(read(word), Ok((word.to_owned(), Some(metric.to_owned()))));
        }
        for word in ["=1pt", "cost=", "f1(average=macro)", "cost=40"] {
            assert!(read(word).is_err(), "{word}");
        }
    }

    #[test]
    fn every_one_of_several_claims_names_a_metric_of_its_own() {
        let of = |words: &[(Claim, &str)]| {
            let asked: Result<Vec<_>, _> = words
                .iter()
                .map(|(claim, word)| Ok((*claim, word.parse()?)))
                .collect();
            Claims::new(
                asked
                    .map_err(|error: BadMargin| error.to_string())
                    .expect("margins"),
            )
        };
        assert!(matches!(of(&[]), Ok(Claims::Primary(None))));
        assert!(matches!(
            of(&[(Claim::Superior, "1pt")]),
            Ok(Claims::Primary(Some(_)))
        ));
        assert!(
            matches!(of(&[(Claim::Superior, "a=1pt")]), Ok(Claims::Each(each)) if each.len() == 1)
        );
        let two = [(Claim::Noninferior, "a=1pt"), (Claim::Superior, "b=1%")];
        assert!(
            matches!(of(&two), Ok(Claims::Each(each)) if each[1].to_string() == "b superior by 1%")
        );
        assert!(of(&[(Claim::Noninferior, "1pt"), (Claim::Superior, "b=1%")]).is_err());
        assert!(of(&[(Claim::Noninferior, "1pt"), (Claim::Equivalent, "1pt")]).is_err());
        assert!(of(&[(Claim::Noninferior, "b=1pt"), (Claim::Superior, "b=1%")]).is_err());
    }

    #[test]
    fn margins_read_as_they_print() {
        for word in ["1pt", "0.5%", "abs:0.01"] {
            assert_eq!(
                word.parse::<MarginSize>()
                    .map(|size| size.to_string())
                    .as_deref(),
                Ok(word)
            );
        }
        for word in [
            "1", "0pt", "-1pt", "abs:", "abs:nan", "abs:inf", "pt", "1 point", "%",
        ] {
            assert!(word.parse::<MarginSize>().is_err(), "{word}");
        }
    }
}
