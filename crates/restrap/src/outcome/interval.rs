//! An interval and how it was made.

use restrap_stats::{Adjustment, Interval, StatsError};
use restrap_words::vocabulary;
use serde::{Deserialize, Serialize};

use crate::number::digits::rounded;
use crate::request::{IntervalMethod, Test};

vocabulary! {
    /// How an interval was made.
    pub enum IntervalKind: "an interval" {
        /// The differences that a two-sided permutation test does not reject.
        Invert = "invert",
        /// Tango's (1998) score interval for paired 0/1 scores.
        Tango = "tango",
        /// The differences of paired 0/1 scores that an exact test does not reject, whatever share of items differs.
        Unconditional = "unconditional",
        /// DeLong's (1988) variance of areas under the ROC curve: the normal law of a difference, the score interval of an area.
        DeLong = "delong",
        /// An area of 0 or 1: disjoint pairs of items that are all in order, without an assumption about the scores.
        DisjointPairs = "disjoint-pairs",
        /// Labels that are all right: the lowest value of the metric of laws under which that has a probability of half of alpha.
        AllRight = "all-right",
        /// Clusters of scores in a known range: the score interval of a share with the clusters' variance.
        ClusterScore = "cluster-score",
        /// Bootstrap percentiles.
        Percentile = "percentile",
        /// Centred bootstrap: the difference plus and minus the quantile of the distances of bootstrap differences from it.
        BootstrapCentred = "bootstrap-centred",
        /// Order statistics of the differences that are not 0: the medians that the sign test does not reject.
        SignOrder = "sign",
        /// The mid-p interval of the share of wins among the items that differ.
        WinsMidP = "mcnemar-mid-p",
        /// Wilson's interval of the share of wins among the items that differ.
        WinsWilson = "mcnemar-wilson",
        /// Wilson's interval of the share of wins among the items that differ, with continuity correction.
        WinsWilsonCorrected = "mcnemar-wilson-corrected",
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
        /// Wilson's of scores in a known range: a share's variance times what theirs is of it, with t.
        WilsonDispersed = "wilson-dispersed",
        /// What Student's t and its correction for skewness by Hall (1992) cover together.
        HallT = "hall-t",
        /// Clopper and Pearson's (1934) exact interval of a share.
        ClopperPearson = "clopper-pearson",
        /// Student's t (1908).
        T = "t",
        /// The pseudo-medians that Wilcoxon's test does not reject (Hodges and Lehmann 1963).
        HodgesLehmann = "hodges-lehmann",
        /// The shifts between two samples that the Mann-Whitney test does not reject (Hodges and Lehmann 1963).
        HodgesLehmannShift = "hodges-lehmann-shift",
        /// The differences of two independent shares that an exact test does not reject, whatever the shares (Chan and Zhang 1999).
        ChanZhang = "chan-zhang",
        /// Miettinen and Nurminen's (1985) score interval of two independent shares.
        MiettinenNurminen = "miettinen-nurminen",
        /// Student's t with the correction of Nadeau and Bengio (2003) for folds.
        CorrectedT = "corrected-t",
        /// Student's t with the standard error of clusters (CR2; Bell & McCaffrey 2002).
        ClusterT = "cluster-t",
        /// Student's t with the standard error of items and training runs (Satterthwaite 1946).
        RecipeT = "recipe-t",
        /// Student's t with the standard error of crossed clusters (Cameron, Gelbach & Miller 2011).
        CrossedT = "crossed-t",
        /// Student's t of prediction-powered means (Angelopoulos, Duchi & Zrnic 2023).
        PredictionT = "prediction-t",
        /// Wilson's interval (1927) of a prediction-powered share: as many trials as people alone would need to be as sure.
        PredictionWilson = "prediction-wilson",
        /// Welch's t (1947) of two samples.
        Welch = "welch",
        /// As far to either side of the difference as swaps of the same data go with the level's error.
        SwapCalibrated = "swap-calibrated",
        /// Simultaneous: the differences whose largest studentised swap stays below the critical value (Westfall & Young 1993).
        MaxT = "max-t",
        /// Simultaneous: largest studentised bootstrap deviation (Romano & Wolf 2005).
        BootstrapMaxT = "bootstrap-max-t",
        /// Simultaneous: range of all systems under shuffles within units (Carterette 2012).
        Hsd = "hsd",
        /// Simultaneous: differences of mean ranks, as far as the range of normal variables goes (Nemenyi 1963).
        Nemenyi = "nemenyi",
        /// Student's t with the error of leaving out one unit at a time (Tukey 1958).
        JackknifeT = "jackknife-t",
        /// Means that bets do not rule out, of scores in a range that was declared (Waudby-Smith & Ramdas 2024).
        Betting = "betting",
        /// The hull of the interval of a margin test that a spread gives and of null-tilted resampling (Efron 1981).
        Tilted = "tilted",
        /// What may change where no item of so many differs.
        Identical = "identical",
    }
}

impl IntervalKind {
    /// Returns `true` if the interval of a difference excludes 0 exactly where this test rejects at its level.
    pub fn decides_as(self, test: Test) -> bool {
        match self {
            Self::Tango
            | Self::Basic
            | Self::Bca
            | Self::Normal
            | Self::Studentized
            | Self::Newcombe
            | Self::Wilson
            | Self::JackknifeT => false,
            Self::Percentile => test == Test::BootstrapPercentile,
            Self::Invert => test == Test::Permutation,
            Self::Unconditional => matches!(test, Test::Permutation | Test::McNemar | Test::Sign),
            Self::HodgesLehmann => test == Test::Wilcoxon,
            Self::T => matches!(test, Test::T | Test::Student),
            Self::ClusterT => matches!(test, Test::T | Test::Welch),
            Self::RecipeT | Self::CrossedT | Self::CorrectedT | Self::PredictionT => {
                test == Test::T
            }
            Self::Welch => test == Test::Welch,
            // These have no name to ask for them by.
            _ => true,
        }
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "Saved", into = "Saved")]
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
    /// The estimated quantity if it is not the difference of the scores, such as a pseudo-median.
    pub estimate: Option<f64>,
}

impl IntervalOutcome {
    /// The only way to one: ends are in order, and carry the digits that a double has.
    pub(crate) fn new(interval: Interval, method: IntervalKind, confidence: f64) -> Self {
        let (low, high) = (rounded(interval.low), rounded(interval.high));
        Self {
            low,
            high,
            method,
            confidence,
            estimate: None,
        }
    }

    /// Returns the name of the estimated quantity, short and in full, if it is not the difference of the scores.
    pub fn quantity(&self) -> Option<[&'static str; 2]> {
        self.estimate?;
        Some(match self.method {
            IntervalKind::SignOrder => ["median", "median of the differences that are not 0"],
            IntervalKind::HodgesLehmannShift => ["shift", "shift between the two samples"],
            _ => ["pseudo-median", "pseudo-median of the differences"],
        })
    }

    /// Returns the method in words, with what follows from an interval that was asked for by name: it may contain 0 where `test` rejects,
    /// and the test decides. `asked`: the interval of the request.
    pub fn method_beside(&self, test: Test, asked: IntervalMethod) -> String {
        let is_default = matches!(asked, IntervalMethod::Auto | IntervalMethod::None);
        if is_default || self.method.decides_as(test) {
            self.method.to_string()
        } else {
            format!("{}, can disagree with p", self.method)
        }
    }

    /// Returns how the interval holds, as a word before its level: `joint` with those of its family, `FCR` among those of the family
    /// that are selected, else nothing.
    ///
    /// `confidence` was asked for; `family` is the adjustment of the family, if the interval belongs to one.
    pub fn level_prefix(&self, confidence: f64, family: Option<Adjustment>) -> &'static str {
        if family.is_some_and(Adjustment::is_of_discoveries) {
            "FCR "
        } else if self.confidence > confidence {
            "joint "
        } else {
            ""
        }
    }

    /// `true` if the interval contains 0 at its level because `p`, which is not adjusted, is above the error of that level.
    ///
    /// Else it is not the interval of the test, and contains 0 by a rule of its own.
    pub fn is_of_later_step(&self, p: Option<f64>) -> bool {
        self.contains_0() && p.is_some_and(|p| p > 1.0 - self.confidence)
    }

    /// `false` if both ends agree in all printed digits: values that differ only by the rounding of decimals have no spread.
    pub fn has_width(&self) -> bool {
        self.low < self.high
    }

    /// `true` if the closed interval contains 0.
    pub fn contains_0(&self) -> bool {
        self.low <= 0.0 && 0.0 <= self.high
    }

    /// Both ends.
    ///
    /// # Errors
    /// Never for an interval that was made here.
    pub(crate) fn ends(&self) -> Result<Interval, StatsError> {
        Interval::new(self.low, self.high)
    }

    /// Its ends as improvements, low first.
    pub(crate) fn oriented(&self, higher_is_better: bool) -> (f64, f64) {
        if higher_is_better {
            (self.low, self.high)
        } else {
            (-self.high, -self.low)
        }
    }
}

/// An interval, its level and how it was made.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "IntervalOutcome"))]
struct Saved {
    /// Lower end; null where it is −∞.
    low: Option<f64>,
    /// Upper end; null where it is ∞.
    high: Option<f64>,
    /// How it was made.
    method: IntervalKind,
    /// Level.
    confidence: f64,
    /// What it is an interval of, where that is not the difference of the scores: a pseudo-median.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    estimate: Option<f64>,
    /// The ends that are infinite.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    unbounded: Vec<End>,
}

/// An end of an interval.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum End {
    Low,
    High,
}

impl From<IntervalOutcome> for Saved {
    fn from(interval: IntervalOutcome) -> Self {
        let IntervalOutcome {
            low,
            high,
            method,
            confidence,
            estimate,
        } = interval;
        let (low, high) = (
            Some(low).filter(|end| end.is_finite()),
            Some(high).filter(|end| end.is_finite()),
        );
        let ends = [(low, End::Low), (high, End::High)];
        let unbounded = ends
            .into_iter()
            .filter(|(end, _)| end.is_none())
            .map(|(_, name)| name)
            .collect();
        Self {
            low,
            high,
            method,
            confidence,
            estimate,
            unbounded,
        }
    }
}

impl From<Saved> for IntervalOutcome {
    fn from(saved: Saved) -> Self {
        let Saved {
            low,
            high,
            method,
            confidence,
            estimate,
            ..
        } = saved;
        Self {
            low: low.unwrap_or(f64::NEG_INFINITY),
            high: high.unwrap_or(f64::INFINITY),
            method,
            confidence,
            estimate,
        }
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
            estimate: None,
        };
        let json = serde_json::to_string(&interval).unwrap();
        assert_eq!(
            json,
            r#"{"low":null,"high":0.1,"method":"invert","confidence":0.95,"unbounded":["low"]}"#
        );
        assert_eq!(
            serde_json::from_str::<IntervalOutcome>(&json).unwrap(),
            interval
        );
    }

    #[test]
    fn an_interval_names_what_it_estimates() {
        let of = |method, estimate| {
            let interval = IntervalOutcome {
                low: 0.0,
                high: 1.0,
                method,
                confidence: 0.95,
                estimate,
            };
            interval.quantity().map(|[name, _]| name)
        };
        // The sign test is about a median, and was said to have a pseudo-median.
        assert_eq!(of(IntervalKind::SignOrder, Some(0.5)), Some("median"));
        assert_eq!(
            of(IntervalKind::HodgesLehmannShift, Some(0.5)),
            Some("shift")
        );
        assert_eq!(
            of(IntervalKind::HodgesLehmann, Some(0.5)),
            Some("pseudo-median")
        );
        assert_eq!(of(IntervalKind::T, None), None);
    }

    #[test]
    fn every_resolved_method_has_its_kind() {
        for method in IntervalMethod::ALL {
            let made = !matches!(method, IntervalMethod::Auto | IntervalMethod::None);
            assert_eq!(
                IntervalKind::from(method).name() == method.name(),
                made,
                "{method}"
            );
        }
    }
}
