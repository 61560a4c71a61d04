//! How published recipes and designs depart from the default: what counts as extreme, around which centre, of how many draws.
//!
//! **m draws from n items.** The law of `√m (θ* − θ)` estimates that of `√n (θ − θ_0)` (Bickel, Götze & van Zwet 1997;
//! Politis, Romano & Wolf 1999). Deviations `θ* − θ` are therefore `κ = √(n/m)` times too wide, and `κ = √(n/m) √(1 − m/n)`
//! times where an item is drawn once at most: tests hold them against `κ θ`, intervals take `θ + (θ* − θ) / κ`.

use std::fmt;
use std::str::FromStr;

use restrap_words::vocabulary;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::number::format::{grouped, number};

vocabulary! {
    /// Around what bootstrap differences are centred.
    ///
    /// The bootstrap test counts differences around a centre: the observed difference, the mean of the replicates, or their mean
    /// size, as published recipes have it.
    pub enum Centre: "a centre" {
        /// The observed difference.
        Observed = "observed",
        /// The mean of the resamples; its limit is the observed difference.
        Replicates = "replicates",
        /// Sizes of differences at the mean of the sizes: the folded statistic of sacrebleu and Moses.
        MeanSize = "mean-size",
    }
    default Observed
}

/// How many items a bootstrap resample draws.
///
/// All of them by default, half of them, or a subsample; published recipes differ in this, and the spread of the resamples with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Draws {
    /// As many as there are.
    #[default]
    All,
    /// Half of them, rounded down, and nothing is scaled for it: a published recipe.
    Half,
    /// m of n, scaled.
    Subsample(Subsample),
}

/// m-out-of-n resamples.
///
/// Each bootstrap resample draws `size` items, and deviations from the observed difference are divided by √(n/m), or by the factor
/// of draws without replacement (Politis, Romano and Wolf 1999).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Subsample {
    /// m.
    pub size: SubsampleSize,
    /// An item may be drawn again.
    pub replacement: bool,
}

/// Size of a subsample.
///
/// Either a number of items, from 1 to four times as many as there are, or a share of the items between 0 and 1, which is rounded
/// to a whole number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SubsampleSize {
    /// So many items.
    Items(u64),
    /// This share of the items, between 0 and 1, rounded to a whole number.
    Share(f64),
}

impl fmt::Display for SubsampleSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Items(items) => items.fmt(f),
            Self::Share(share) => share.fmt(f),
        }
    }
}

restrap_words::as_text!(SubsampleSize);

/// A word that is not a size of a subsample.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected a number of items such as 100000, or a share of them between 0 and 1 such as 0.2, found '{0}'"
)]
/// The text that was given is in the error, with the two forms that are read: a number of items such as `100000`, or a share of
/// them such as `0.2`.
pub struct BadSubsample(String);

impl FromStr for SubsampleSize {
    type Err = BadSubsample;

    fn from_str(word: &str) -> Result<Self, BadSubsample> {
        let items = word
            .parse()
            .ok()
            .filter(|&items: &u64| items > 0)
            .map(Self::Items);
        let share = || {
            word.parse()
                .ok()
                .filter(|&share: &f64| share > 0.0 && share < 1.0)
                .map(Self::Share)
        };
        items
            .or_else(share)
            .ok_or_else(|| BadSubsample(word.to_owned()))
    }
}

/// Departures from the default; each off in [`Rule::PLAIN`].
///
/// Whether ties with the threshold count, around which centre, how many items are drawn, and how two-sided p-values are made: what
/// published recipes differ in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Rule {
    /// Ties with the threshold do not count.
    pub strict: bool,
    /// Centre of the bootstrap test.
    pub centre: Centre,
    /// Items that a bootstrap resample draws.
    pub draws: Draws,
    /// Two-sided swaps by the doubled smaller tail, each with its own add-one.
    pub doubled: bool,
}

impl Rule {
    /// The default: ties count, centred at the observed difference, as many draws as items.
    pub const PLAIN: Self = Self {
        strict: false,
        centre: Centre::Observed,
        draws: Draws::All,
        doubled: false,
    };

    /// Draws in a resample.
    pub fn draws(self, items: u64) -> u64 {
        match self.draws {
            Draws::All => items,
            Draws::Half => (items / 2).max(1),
            Draws::Subsample(Subsample {
                size: SubsampleSize::Items(items),
                ..
            }) => items,
            Draws::Subsample(Subsample {
                size: SubsampleSize::Share(share),
                ..
            }) => ((share * items as f64).round() as u64).max(1),
        }
    }

    /// An item may be drawn again.
    pub(crate) fn replaces(self) -> bool {
        !matches!(
            self.draws,
            Draws::Subsample(Subsample {
                replacement: false,
                ..
            })
        )
    }

    /// The sums of its bootstrap resamples have a law that is computed.
    pub(crate) fn has_law(self) -> bool {
        self.draws != Draws::Half && self.replaces()
    }

    /// κ: what deviations of resamples are divided by; `None` where they stay as they are.
    pub(crate) fn scaling(self, items: u64) -> Option<f64> {
        let Draws::Subsample(Subsample { replacement, .. }) = self.draws else {
            return None;
        };
        let (n, m) = (items as f64, self.draws(items) as f64);
        if !replacement {
            return Some(libm::sqrt((n - m) / m));
        }
        (n != m).then(|| libm::sqrt(n / m))
    }

    /// Whether `items` can be drawn so.
    ///
    /// # Errors
    /// [`Error::BadParameter`] for more draws than there are items to draw, or a centre that has no scaling.
    pub(crate) fn check(self, items: u64) -> Result<(), Error> {
        let Draws::Subsample(Subsample { replacement, .. }) = self.draws else {
            return Ok(());
        };
        let draws = self.draws(items);
        let found = format!("{draws} of {items}");
        if self.centre != Centre::Observed {
            let found = format!("{found} centred elsewhere");
            return Err(Error::BadParameter {
                expected: "a subsample centred at the observed difference",
                found,
            });
        }
        if !replacement && draws >= items {
            return Err(Error::BadParameter {
                expected: "a subsample without replacement of fewer items than there are",
                found,
            });
        }
        if draws == 0 || draws.div_ceil(4) > items {
            return Err(Error::BadParameter {
                expected: "a subsample of 1 item to 4 times as many as there are",
                found,
            });
        }
        Ok(())
    }

    /// Departures in the words of a recipe; `of_items`: how many it resamples, if it resamples items.
    pub(crate) fn words(self, of_items: Option<u64>) -> String {
        let ties = if self.strict {
            "ties with the threshold not counted"
        } else {
            "ties with the observed value counted"
        };
        let centre = match self.centre {
            Centre::Observed => "",
            Centre::Replicates => ", centred at the mean of the resamples",
            Centre::MeanSize => ", sizes centred at their mean",
        };
        let draws = match (self.draws, of_items) {
            (Draws::All, _) | (Draws::Subsample(_), None) => String::new(),
            (Draws::Half, _) => ", resamples of half the items".to_owned(),
            (Draws::Subsample(Subsample { replacement, .. }), Some(items)) => {
                let (how, by) = if replacement {
                    ("with replacement", "√(n/m)")
                } else {
                    ("without replacement", "√(n/m)·√(1 − m/n)")
                };
                format!(
                    ", resamples of m = {} of n = {} items {how}, deviations divided by {by} = {}",
                    grouped(self.draws(items)),
                    grouped(items),
                    number(self.scaling(items).unwrap_or(1.0), 4)
                )
            }
        };
        let doubled = if self.doubled {
            ", doubled smaller tail"
        } else {
            ""
        };
        format!("{ties}{centre}{draws}{doubled}")
    }
}

/// What a resample deviates, divided by κ: `observed + (replicate − observed) / κ`.
pub(crate) fn rescaled(observed: f64, replicate: f64, scaling: Option<f64>) -> f64 {
    scaling.map_or(replicate, |kappa| observed + (replicate - observed) / kappa)
}

/// Resamples whose centred difference is at least as extreme as `observed`, in exact integers: R times a sum against the
/// total of all. `None` where the centre is the observed difference, which thresholds tell.
pub(crate) fn counted(
    rule: Rule,
    sums: &[i64],
    observed: i64,
    upper: bool,
    lower: bool,
) -> Option<u64> {
    let (all, t) = (sums.len() as i128, i128::from(observed));
    let beyond = |gap: i128, limit: i128| {
        if rule.strict {
            gap > limit
        } else {
            gap >= limit
        }
    };
    let count =
        |is: &dyn Fn(i128) -> bool| sums.iter().filter(|&&sum| is(i128::from(sum))).count() as u64;
    match rule.centre {
        Centre::Observed => None,
        Centre::MeanSize => {
            let total: i128 = sums.iter().map(|&sum| i128::from(sum).abs()).sum();
            Some(count(&|sum| beyond(all * sum.abs() - total, all * t.abs())))
        }
        Centre::Replicates => {
            let total: i128 = sums.iter().map(|&sum| i128::from(sum)).sum();
            let limit = if upper && lower { t.abs() } else { t };
            Some(count(&|sum| {
                let gap = all * sum - total;
                upper && beyond(gap, all * limit)
                    || lower && beyond(-gap, all * if upper { limit } else { -t })
            }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_centred_at_their_mean() {
        // Sizes 1, 2, 3, 6 have mean 3: gaps −2, −1, 0, 3.
        let sums = [1, -2, 3, -6];
        let rule = Rule {
            centre: Centre::MeanSize,
            ..Rule::PLAIN
        };
        assert_eq!(counted(rule, &sums, 3, true, true), Some(1));
        assert_eq!(counted(rule, &sums, -3, true, true), Some(1));
        assert_eq!(
            counted(
                Rule {
                    strict: true,
                    ..rule
                },
                &sums,
                3,
                true,
                true
            ),
            Some(0)
        );
        assert_eq!(counted(rule, &sums, 0, true, true), Some(2));
        assert_eq!(counted(Rule::PLAIN, &sums, 0, true, true), None);
    }

    #[test]
    fn differences_are_centred_at_their_mean() {
        // Mean 2: gaps −3, −1, 1, 3.
        let (sums, rule) = (
            [-1, 1, 3, 5],
            Rule {
                centre: Centre::Replicates,
                ..Rule::PLAIN
            },
        );
        assert_eq!(counted(rule, &sums, 1, true, true), Some(4));
        assert_eq!(counted(rule, &sums, 3, true, true), Some(2));
        assert_eq!(counted(rule, &sums, 3, true, false), Some(1));
        assert_eq!(counted(rule, &sums, -3, false, true), Some(1));
        assert_eq!(counted(rule, &sums, -1, true, false), Some(3));
    }

    #[test]
    fn half_of_the_items_is_rounded_down_but_not_to_nothing() {
        let rule = Rule {
            draws: Draws::Half,
            ..Rule::PLAIN
        };
        assert_eq!([1, 2, 7].map(|items| rule.draws(items)), [1, 1, 3]);
        assert_eq!(rule.scaling(7), None);
    }

    fn subsample(size: SubsampleSize, replacement: bool) -> Rule {
        Rule {
            draws: Draws::Subsample(Subsample { size, replacement }),
            ..Rule::PLAIN
        }
    }

    #[test]
    fn deviations_are_scaled_by_the_shares_of_the_sampling_variance() {
        let with = subsample(SubsampleSize::Items(100_000), true);
        let without = subsample(SubsampleSize::Items(100_000), false);
        // √1.65954, and the 0.812 by which draws without replacement understate the standard error of all.
        assert!((with.scaling(165_954).unwrap() - 1.288_231_3).abs() < 1e-6);
        assert!((without.scaling(165_954).unwrap() - 0.812_120_7).abs() < 1e-6);
        let all = subsample(SubsampleSize::Items(9), true);
        assert_eq!(
            all.scaling(9),
            None,
            "all items with replacement are the plain bootstrap"
        );
        let fifth = subsample(SubsampleSize::Share(0.2), true);
        assert_eq!([1, 7, 8].map(|items| fifth.draws(items)), [1, 1, 2]);
    }

    #[test]
    fn subsamples_that_cannot_be_drawn_are_refused() {
        let refused = |size, replacement| subsample(size, replacement).check(10).is_err();
        assert!(
            refused(SubsampleSize::Items(10), false) && refused(SubsampleSize::Items(41), true)
        );
        assert!(
            !refused(SubsampleSize::Items(9), false) && !refused(SubsampleSize::Items(40), true)
        );
        for word in ["0", "0.0", "1.0", "-1", "nan", "1e3x", "20%", ""] {
            assert!(word.parse::<SubsampleSize>().is_err(), "{word}");
        }
        assert_eq!("0.2".parse(), Ok(SubsampleSize::Share(0.2)));
        assert_eq!("7".parse(), Ok(SubsampleSize::Items(7)));
    }
}
