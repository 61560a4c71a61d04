//! One assumption about the items, and what each method says under it.

use restrap_stats::power::{
    Agreement, Discordant, MeanDifference, Rejections, disagreement_range, least_effect,
    least_items,
};
use restrap_stats::{Alternative, McNemarVariant};
use restrap_words::vocabulary;
use serde::{Deserialize, Serialize};

use super::simulate::Simulated;
use restrap_lib::Error;
use restrap_lib::number::digits::rounded;

/// Most items of an answer.
pub(crate) const MOST_ITEMS: u64 = 10_000_000;
/// Discordant items up to which outcomes are enumerated: a tenth of a second for one number of items.
const ENUMERATED: f64 = 100_000.0;
/// The same of more items than a plan has, whose answers take milliseconds.
const ENUMERATED_OF_MANY: f64 = 5_000.0;

vocabulary! {
    /// How the power of a test is computed.
    ///
    /// By going through all tables of 0/1 scores, by the noncentral t distribution, or in closed form. Every answer says which, as
    /// they differ for few items.
    pub enum PowerApproach: "a way to compute power" {
        /// Every number of discordant items and every split of them, each with its probability.
        Enumeration = "enumeration",
        /// The score test of paired shares in the place of the unconditional one, enumerated.
        Score = "score test, enumerated",
        /// The noncentral t distribution of the mean difference.
        NoncentralT = "noncentral t",
        /// Miller's (2024) closed form, by the normal law.
        ClosedForm = "closed form (Miller 2024)",
    }
}

/// What one way to compute power says.
///
/// The name of the approach, the items that the wanted power needs or the gain that the given items see, and the power where both
/// are given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PowerEstimate {
    /// The test.
    pub test: String,
    /// How its power is computed.
    pub how: PowerApproach,
    /// Probability of rejecting in the direction of the gain, at the items and the gain asked.
    pub power: Option<f64>,
    /// Probability of the wrong sign, given rejection.
    pub type_s: Option<f64>,
    /// Mean size of a significant estimate over the gain.
    pub type_m: Option<f64>,
    /// Items that the gain needs; null where 10 million lack the power.
    pub items_needed: Option<u64>,
    /// Least gain that the items see with the wanted power; null where no gain has it.
    pub least_gain: Option<f64>,
    /// Something was asked that this method cannot compute: more discordant items than are enumerated, or differences
    /// without variance. Then its nulls say nothing.
    pub out_of_reach: bool,
}

/// The answers under one assumption.
///
/// What is assumed of the disagreement of two systems, and by each approach the items needed, or the gain seen, at the wanted power
/// and level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Scenario {
    /// The assumption in words.
    pub name: String,
    /// Share of items on which exactly one system is right, at the gain asked.
    pub disagreement: Option<f64>,
    /// Share of the items on which the systems agree.
    pub agreement: Option<f64>,
    /// Variance of an item's difference, at the gain asked.
    pub variance: Option<f64>,
    /// The first is what the answer quotes.
    pub methods: Vec<PowerEstimate>,
    /// The test of the first method on simulated data, at the items asked or needed.
    pub simulated: Option<Simulated>,
    /// Power where it was simulated, by the method that is quoted.
    pub predicted: Option<f64>,
    /// What the answers were computed from.
    pub assumption: Assumption,
}

/// What is assumed of an item's difference.
///
/// For 0/1 scores the agreement of the systems, for other scores the variance of an item's difference. Plans list several where
/// nothing is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Assumption {
    /// 0/1 scores.
    Binary(BinaryAssumption),
    /// Real scores, by the variance of their differences.
    Variance(f64),
}

impl Scenario {
    /// The method whose figures are the answer: the first that could compute all of them.
    pub fn quoted(&self) -> &PowerEstimate {
        self.methods
            .iter()
            .find(|method| !method.out_of_reach)
            .unwrap_or(&self.methods[0])
    }

    /// Power with `items` items, by the first method (`true`) or by the noncentral t; `None` where that is out of reach.
    pub(crate) fn power_at(
        &self,
        items: u64,
        gain: f64,
        target: &Target,
        first: bool,
    ) -> Option<f64> {
        match self.assumption {
            Assumption::Binary(binary) if first => binary.enumerated(gain, items, target)?.power,
            Assumption::Binary(binary) => {
                binary
                    .mean(gain, target)?
                    .t(gain)
                    .rejections(items as f64)
                    .power
            }
            Assumption::Variance(variance) => {
                let mean = MeanDifference::new(variance, target.alpha, target.alternative).ok()?;
                if first {
                    mean.t(gain).rejections(items as f64).power
                } else {
                    Some(mean.power(gain, items as f64))
                }
            }
        }
    }
}

/// What every scenario is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub gain: Option<f64>,
    pub items: Option<u64>,
    pub power: f64,
    pub alpha: f64,
    pub alternative: Alternative,
    pub variant: McNemarVariant,
}

/// How much the systems disagree, as a function of the gain.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Disagreement {
    /// On this share of the items.
    Fixed(f64),
    /// Between as little as the gain allows (0) and as much as the accuracies allow (1), on a logarithmic scale.
    Within(f64),
}

/// 0/1 scores of a baseline's accuracy.
///
/// The accuracy of the baseline, and the share of items on which exactly one system is right, which grows with the gain that is
/// asked about.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BinaryAssumption {
    /// Accuracy of the baseline.
    pub baseline: f64,
    /// Share of items on which exactly one system is right.
    pub disagreement: Disagreement,
}

impl BinaryAssumption {
    /// The table at a gain.
    pub(crate) fn table(&self, gain: f64) -> Result<Agreement, Error> {
        let (least, most) = disagreement_range(self.baseline, gain)?;
        let disagreement = match self.disagreement {
            Disagreement::Fixed(share) => share,
            Disagreement::Within(0.0) => least,
            Disagreement::Within(1.0) => most,
            Disagreement::Within(part) => least * libm::exp(part * libm::log(most / least)),
        };
        Ok(Agreement::new(self.baseline, gain, 1.0 - disagreement)?)
    }

    /// Gains that such accuracies and disagreement allow.
    fn gains(&self) -> (f64, f64) {
        let highest = 1.0 - self.baseline;
        match self.disagreement {
            Disagreement::Fixed(share) => {
                let (low, high) = (share - 2.0 * self.baseline, 2.0 * highest - share);
                (low.max(0.0), highest.min(share).min(high))
            }
            Disagreement::Within(_) => (0.0, highest),
        }
    }

    /// More than one gain is possible.
    pub(crate) fn has_room(&self) -> bool {
        let (low, high) = self.gains();
        low < high
    }

    /// Rejections of the test of discordant items; `None` where there are too many to enumerate.
    fn enumerated(&self, gain: f64, items: u64, target: &Target) -> Option<Rejections> {
        let table = self.table(gain).ok()?;
        let most = if items > MOST_ITEMS {
            ENUMERATED_OF_MANY
        } else {
            ENUMERATED
        };
        if table.disagreement() * items as f64 > most {
            return None;
        }
        let cells = (table.only_system, table.only_baseline);
        let test = Discordant::new(
            cells.0,
            cells.1,
            target.alpha,
            target.variant,
            target.alternative,
        )
        .ok()?;
        Some(test.rejections(items))
    }

    /// The difference as a mean of items; `None` where it has no variance.
    fn mean(&self, gain: f64, target: &Target) -> Option<MeanDifference> {
        let table = self.table(gain).ok()?;
        MeanDifference::new(
            table.disagreement() - gain * gain,
            target.alpha,
            target.alternative,
        )
        .ok()
    }

    /// Everything that is target, by every method.
    pub(crate) fn scenario(&self, name: String, target: &Target) -> Result<Scenario, Error> {
        // A gain that contradicts what is known is refused.
        target.gain.map(|gain| self.table(gain)).transpose()?;
        let (low, high) = self.gains();
        // A gain that was asked for stands, whether others are possible or not.
        if !self.has_room() && target.gain.is_none() {
            return Err(Error::BadParameter {
                expected: "an agreement that leaves room for a gain at this baseline",
                found: format!("{name} at accuracy {}", self.baseline),
            });
        }
        let enumerated = |gain: f64, items: u64| self.enumerated(gain, items, target);
        let mean = |gain: f64| self.mean(gain, target);
        let test = match target.variant {
            McNemarVariant::Exact => "exact McNemar".to_owned(),
            variant => format!("McNemar {variant}"),
        };
        let methods = vec![
            answers(
                test,
                PowerApproach::Enumeration,
                target,
                (low, high),
                mean,
                enumerated,
            ),
            by_t(target, (low, high), mean),
            closed_form(target, (low, high), mean),
        ];
        // Without a gain that is asked for, what is told is of the smallest that is found.
        let gain = target.gain.or(methods[0].least_gain);
        let table = gain.and_then(|gain| self.table(gain).ok());
        Ok(Scenario {
            name,
            disagreement: table.map(|table| rounded(table.disagreement())),
            agreement: table.map(|table| rounded(1.0 - table.disagreement())),
            variance: table
                .zip(gain)
                .map(|(table, gain)| rounded(table.disagreement() - gain * gain)),
            methods,
            simulated: None,
            predicted: None,
            assumption: Assumption::Binary(*self),
        })
    }
}

/// Real scores whose differences have a variance.
pub(crate) fn of_variance(variance: f64, name: String, target: &Target) -> Result<Scenario, Error> {
    let known = MeanDifference::new(variance, target.alpha, target.alternative)?;
    let mean = |_: f64| Some(known);
    // Beyond this gain two items would do.
    let gains = (0.0, 100.0 * libm::sqrt(variance));
    Ok(Scenario {
        name,
        disagreement: None,
        agreement: None,
        variance: Some(rounded(variance)),
        methods: vec![by_t(target, gains, mean), closed_form(target, gains, mean)],
        simulated: None,
        predicted: None,
        assumption: Assumption::Variance(rounded(variance)),
    })
}

fn by_t(
    target: &Target,
    gains: (f64, f64),
    mean: impl Fn(f64) -> Option<MeanDifference>,
) -> PowerEstimate {
    let rejections = |gain: f64, items: u64| Some(mean(gain)?.t(gain).rejections(items as f64));
    answers(
        "t".to_owned(),
        PowerApproach::NoncentralT,
        target,
        gains,
        &mean,
        rejections,
    )
}

fn closed_form(
    target: &Target,
    gains: (f64, f64),
    mean: impl Fn(f64) -> Option<MeanDifference>,
) -> PowerEstimate {
    let power = |gain: f64, items: u64| {
        let power = mean(gain).map(|mean| mean.power(gain, items as f64));
        Some(Rejections {
            power: Some(power?),
            reject_rate: 0.0,
            type_s: None,
            type_m: None,
        })
    };
    answers(
        "normal".to_owned(),
        PowerApproach::ClosedForm,
        target,
        gains,
        &mean,
        power,
    )
}

/// Power, items and least gain by one way to compute power.
fn answers(
    test: String,
    how: PowerApproach,
    target: &Target,
    (low, high): (f64, f64),
    mean: impl Fn(f64) -> Option<MeanDifference>,
    rejections: impl Fn(f64, u64) -> Option<Rejections>,
) -> PowerEstimate {
    let power = |gain: f64, items: u64| rejections(gain, items).and_then(|told| told.power);
    let at = target
        .gain
        .zip(target.items)
        .map(|(gain, items)| rejections(gain, items));
    let mut out_of_reach = matches!(at, Some(None));
    let at = at.flatten();
    let items_needed = target.gain.and_then(|gain| {
        let guess = mean(gain).and_then(|mean| mean.items(gain, target.power).ok());
        let guess = guess.map_or(100, |items| items.clamp(1.0, MOST_ITEMS as f64) as u64);
        let near = power(gain, guess);
        let enough = |items: u64| power(gain, items).unwrap_or(1.0);
        let found = near.and_then(|_| least_items(enough, target.power, guess, MOST_ITEMS));
        out_of_reach |= near.is_none() || found.is_some_and(|items| power(gain, items).is_none());
        found
    });
    let least_gain = target.items.and_then(|items| {
        // Far from the answer a normal law may stand in where enumeration is out of reach; at the answer it may not.
        let normal = |gain: f64| mean(gain).map(|mean| mean.power(gain, items as f64));
        let reach = |gain: f64| power(gain, items).or_else(|| normal(gain)).unwrap_or(0.0);
        let found = if low < high {
            least_effect(reach, target.power, low, high * (1.0 - 1e-9))
        } else {
            None
        };
        out_of_reach |= found.is_some_and(|gain| power(gain, items).is_none());
        found
    });
    let told = |value: Option<f64>| value.map(rounded);
    PowerEstimate {
        test,
        how,
        power: told(at.and_then(|at| at.power)),
        type_s: told(at.and_then(|at| at.type_s)),
        type_m: told(at.and_then(|at| at.type_m)),
        items_needed: items_needed.filter(|_| !out_of_reach),
        least_gain: told(least_gain.filter(|_| !out_of_reach)),
        out_of_reach,
    }
}
