//! Populations of a stated mix: scores of items weighted so that their mean is `Σ w_g mean_g` over groups g, whatever shares of the
//! items the groups have (post-stratification; Cochran 1977, section 5A.9). Each group's own mean is a sum over its items by their
//! number, so what is left to chance is within groups: they are strata of every resample.
//!
//! Swaps exchange weighted scores, item by item, which are as exchangeable as the scores themselves.

use std::fmt;
use std::str::FromStr;

use restrap_lib::{
    Populations, Scores, Strata,
    number::count,
    outcome::{MixOutcome, MixedGroup},
};
use restrap_metrics::Mean;
use restrap_words::{asked, asked_as, refers_to};
use serde::{Deserialize, Serialize};

use crate::sources::error::SourceError;

/// How far shares may add up beside 1: decimals that were rounded in binary.
const ROUNDING: f64 = 1e-9;

/// The shares of groups in the population that is asked about: `lang=de:0.5,fr:0.5`, or `lang=equal`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mix {
    /// The column of groups.
    pub column: String,
    /// The weight of each group.
    pub shares: GroupWeights,
}

/// Weights of groups.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum GroupWeights {
    /// Equal weights: the score is the mean of the groups' means.
    Equal,
    /// Each group with its share.
    Given(Vec<(String, f64)>),
}

/// The word for groups that count alike.
const EQUAL: &str = "equal";

/// Text that is not a mix.
///
/// A mix names one column and a share for every group, and the shares add up to 1. The error says which of these failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "expected COL=equal, or COL=GROUP:SHARE,GROUP:SHARE with shares that add up to 1, found {0}"
)]
pub struct BadMix(String);

impl fmt::Display for Mix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shares = match &self.shares {
            GroupWeights::Equal => EQUAL.to_owned(),
            GroupWeights::Given(shares) => {
                let share = |(name, share): &(String, f64)| format!("{name}:{share}");
                shares.iter().map(share).collect::<Vec<_>>().join(",")
            }
        };
        write!(f, "{}={shares}", self.column)
    }
}

impl FromStr for Mix {
    type Err = BadMix;

    fn from_str(text: &str) -> Result<Self, BadMix> {
        let whole = || BadMix(text.to_owned());
        let (column, groups) = text
            .split_once('=')
            .filter(|(column, _)| !column.is_empty())
            .ok_or_else(whole)?;
        if groups.trim() == EQUAL {
            return Ok(Self {
                column: column.to_owned(),
                shares: GroupWeights::Equal,
            });
        }
        let mut shares: Vec<(String, f64)> = Vec::new();
        for group in groups.split(',') {
            let (name, share) = group.rsplit_once(':').ok_or_else(whole)?;
            let share = share
                .trim()
                .parse()
                .ok()
                .filter(|share: &f64| share.is_finite())
                .ok_or_else(whole)?;
            let name = name.trim();
            if share < 0.0 {
                return Err(BadMix(format!("{share} of {name}")));
            }
            if shares.iter().any(|(known, _)| known == name) {
                return Err(BadMix(format!("{name} twice")));
            }
            shares.push((name.to_owned(), share));
        }
        let sum: f64 = shares.iter().map(|(_, share)| share).sum();
        if (sum - 1.0).abs() > ROUNDING {
            return Err(BadMix(format!("shares that add up to {sum}")));
        }
        Ok(Self {
            column: column.to_owned(),
            shares: GroupWeights::Given(shares),
        })
    }
}

/// Weighted scores, and what they are of.
#[derive(Debug)]
pub(super) struct Mixed {
    pub systems: Vec<Scores<'static>>,
    pub mean: Mean,
    pub outcome: MixOutcome,
}

impl Mix {
    /// The weighted scores of systems whose items have these groups.
    ///
    /// # Errors
    /// For groups without a share, and shares without a group.
    pub(super) fn of(
        &self,
        systems: &[Scores],
        by: &Populations,
        mean: Mean,
    ) -> Result<(Mixed, Strata), SourceError> {
        let refuse = |found: String, hint: String| Err(SourceError::usage(found, hint));
        let column = &by.column;
        let names = by.values.join(", ");
        let mut items = vec![0_u64; by.values.len()];
        for &code in &by.codes {
            match items.get_mut((code as usize).wrapping_sub(1)) {
                Some(items) => *items += 1,
                None => {
                    return refuse(
                        format!(
                            "{} needs a group of every item, found items without one in {column}",
                            asked("mix")
                        ),
                        format!(
                            "leave them out with {}",
                            asked_as("where", format!("{column}!="))
                        ),
                    );
                }
            }
        }
        let given = match &self.shares {
            GroupWeights::Equal => None,
            GroupWeights::Given(shares) => Some(shares),
        };
        let is_none =
            |(name, _): &&(String, f64)| !by.values.iter().any(|value| refers_to(name, value));
        if let Some((name, _)) = given.and_then(|shares| shares.iter().find(is_none)) {
            return refuse(
                format!(
                    "{} names {name}, which {column} does not have",
                    asked("mix")
                ),
                format!("{column} has {names}"),
            );
        }
        // Every item of a group may have been left out.
        let equal = 1.0 / items.iter().filter(|items| **items > 0).count() as f64;
        let mut groups = Vec::with_capacity(items.len());
        for (name, &items) in by.values.iter().zip(&items) {
            let share = match given {
                None => Some(if items == 0 { 0.0 } else { equal }),
                Some(shares) => shares
                    .iter()
                    .find(|(known, _)| refers_to(known, name))
                    .map(|(_, share)| *share),
            };
            let Some(share) = share else {
                return refuse(
                    format!(
                        "{} needs a share of every group, found none of {name} ({})",
                        asked("mix"),
                        count(items, "item")
                    ),
                    format!("{column} has {names}; a share of 0 leaves a group out"),
                );
            };
            if items == 0 && share > 0.0 {
                return refuse(
                    format!(
                        "{} has a share for {name}, found no items of it",
                        asked("mix")
                    ),
                    "a share of 0 leaves a group out, and equal counts only groups that have items"
                        .to_owned(),
                );
            }
            groups.push(MixedGroup {
                value: name.clone(),
                items,
                share,
                own: items as f64 / by.codes.len() as f64,
            });
        }
        let weight = |code: &u32| {
            let group = &groups[*code as usize - 1];
            group.share / group.own
        };
        let weights: Vec<f64> = by.codes.iter().map(weight).collect();
        let weighted = |system: &Scores| {
            let scores = system.rows().iter().zip(&weights);
            let scores: Vec<f64> = scores.map(|(score, weight)| score * weight).collect();
            Scores::new(&system.name, scores)
        };
        let systems = systems.iter().map(weighted).collect();
        let strata = Strata {
            column: column.clone(),
            codes: by.codes.clone().into(),
        };
        let outcome = MixOutcome {
            column: column.clone(),
            groups,
        };
        Ok((
            Mixed {
                systems,
                mean,
                outcome,
            },
            strata,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mix_is_shares_of_groups_that_add_up_to_1() {
        let mix: Mix = "lang=de:0.3, fr:0.7".parse().expect("a mix");
        assert_eq!(
            (mix.column.as_str(), mix.to_string().as_str()),
            ("lang", "lang=de:0.3,fr:0.7")
        );
        assert_eq!(
            "t=a:b:0.1,c:0.2,d:0.7"
                .parse::<Mix>()
                .expect("a mix")
                .shares,
            GroupWeights::Given(vec![
                ("a:b".to_owned(), 0.1),
                ("c".to_owned(), 0.2),
                ("d".to_owned(), 0.7)
            ])
        );
        let equal: Mix = "task=equal".parse().expect("a mix");
        assert_eq!(
            (&equal.shares, &equal.to_string()[..]),
            (&GroupWeights::Equal, "task=equal")
        );
        let said = |text: &str| text.parse::<Mix>().expect_err(text).to_string();
        assert!(said("lang=de:0.5,fr:0.4").ends_with("found shares that add up to 0.9"));
        assert!(said("lang=de:1.5,fr:-0.5").ends_with("found -0.5 of fr"));
        assert!(said("lang=de:0.5,de:0.5").ends_with("found de twice"));
        for text in [
            "de:0.5,fr:0.5",
            "lang=de",
            "lang=de:x",
            "=de:1",
            "lang=",
            "lang=de:NaN",
        ] {
            assert!(said(text).ends_with(&format!("found {text}")), "{text}");
        }
    }

    fn mean() -> Mean {
        Mean {
            name: "mean".to_owned(),
            signature: "mean".to_owned(),
            higher_is_better: true,
            range: None,
        }
    }

    #[test]
    fn the_mean_of_weighted_scores_is_that_of_the_mix() {
        let by = Populations {
            shared: 0,
            column: "lang".to_owned(),
            values: vec!["de".to_owned(), "fr".to_owned()],
            codes: vec![1, 1, 1, 2],
        };
        let scores = [Scores::new("a", vec![1.0, 0.0, 1.0, 0.5])];
        let (mixed, strata) = "lang=fr:0.25,de:0.75"
            .parse::<Mix>()
            .unwrap()
            .of(&scores, &by, mean())
            .unwrap();
        assert_eq!(
            (mixed.systems[0].rows(), mixed.outcome.warning(None)),
            (scores[0].rows(), None)
        );
        assert_eq!(strata.number(), 2);
        let (mixed, _) = "lang=fr:0.5,de:0.5"
            .parse::<Mix>()
            .unwrap()
            .of(&scores, &by, mean())
            .unwrap();
        let mean = mixed.systems[0].rows().iter().sum::<f64>() / 4.0;
        // (2/3 + 1/2) / 2.
        assert!((mean - 7.0 / 12.0).abs() < 1e-15, "{mean}");
        assert!(
            mixed
                .outcome
                .warning(Some("a"))
                .unwrap()
                .text
                .contains("the test set has another (de 75 %, fr 25 %)")
        );
    }
}
