//! An interval and how it was made.

use restrap_words::vocabulary;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::request::IntervalMethod;

vocabulary! {
    /// How an interval was made.
    pub enum IntervalKind: "an interval" {
        /// The differences that a two-sided permutation test does not reject.
        Invert = "invert",
        /// Tango's (1998) score interval for paired 0/1 scores.
        Tango = "tango",
        /// Bootstrap percentiles.
        Percentile = "percentile",
        /// Reflected bootstrap percentiles.
        Basic = "basic",
        /// Bias-corrected and accelerated bootstrap.
        Bca = "bca",
        /// Bootstrap standard deviation and normal quantiles.
        Normal = "normal",
        /// Bootstrap t: each resample by its own standard error.
        Studentized = "studentized",
        /// Newcombe's (1998) interval of a difference of shares.
        Newcombe = "newcombe",
        /// Wilson's (1927) interval of a share.
        Wilson = "wilson",
        /// Clopper and Pearson's (1934) exact interval of a share.
        ClopperPearson = "clopper-pearson",
        /// Student's t (1908).
        T = "t",
        /// Student's t with the correction of Nadeau and Bengio (2003) for folds.
        CorrectedT = "corrected-t",
        /// Welch's t (1947) of two samples.
        Welch = "welch",
        /// What may change where no item of so many differs.
        Identical = "identical",
    }
}

impl From<IntervalMethod> for IntervalKind {
    /// The kind of a method that was resolved; `auto` and `none` make no interval and stand for `percentile` here.
    fn from(method: IntervalMethod) -> Self {
        method.name().parse().unwrap_or(Self::Percentile)
    }
}

/// An interval, its level and how it was made.
///
/// JSON has no infinity: an end that is infinite is null there, and a field `unbounded` then names such ends, `low`, `high` or
/// both.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct IntervalOutcome {
    /// Lower end; may be −∞.
    pub low: f64,
    /// Upper end; may be ∞.
    pub high: f64,
    /// How it was made.
    pub method: IntervalKind,
    /// Level.
    pub confidence: f64,
}

impl Serialize for IntervalOutcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ends = [("low", self.low), ("high", self.high)];
        let unbounded: Vec<&str> =
            ends.into_iter().filter(|(_, end)| end.is_infinite()).map(|(name, _)| name).collect();
        let fields = if unbounded.is_empty() { 4 } else { 5 };
        let mut out = serializer.serialize_struct("IntervalOutcome", fields)?;
        for (name, end) in ends {
            out.serialize_field(name, &end)?;
        }
        out.serialize_field("method", &self.method)?;
        out.serialize_field("confidence", &self.confidence)?;
        if !unbounded.is_empty() {
            out.serialize_field("unbounded", &unbounded)?;
        }
        out.end()
    }
}

impl<'de> Deserialize<'de> for IntervalOutcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Saved {
            low: Option<f64>,
            high: Option<f64>,
            method: IntervalKind,
            confidence: f64,
        }
        let Saved { low, high, method, confidence } = Saved::deserialize(deserializer)?;
        let (low, high) = (low.unwrap_or(f64::NEG_INFINITY), high.unwrap_or(f64::INFINITY));
        Ok(Self { low, high, method, confidence })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infinite_ends_are_null_and_read_back() {
        let interval = IntervalOutcome {
            low: f64::NEG_INFINITY,
            high: 0.1,
            method: IntervalKind::Invert,
            confidence: 0.95,
        };
        let json = serde_json::to_string(&interval).unwrap();
        assert_eq!(
            json,
            r#"{"low":null,"high":0.1,"method":"invert","confidence":0.95,"unbounded":["low"]}"#
        );
        assert_eq!(serde_json::from_str::<IntervalOutcome>(&json).unwrap(), interval);
    }

    #[test]
    fn every_resolved_method_has_its_kind() {
        for method in IntervalMethod::ALL {
            let made = !matches!(method, IntervalMethod::Auto | IntervalMethod::None);
            assert_eq!(IntervalKind::from(method).name() == method.name(), made, "{method}");
        }
    }
}
