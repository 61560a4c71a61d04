//! What is asked of many systems.

use restrap_stats::Adjustment;
use restrap_words::vocabulary;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::request::goes_with::{self, Given};
use crate::request::{Gate, Request};

vocabulary! {
    /// What keeps the error of a family of pairs.
    pub enum Correction: "a correction" {
        /// The largest of the studentised random swaps, all pairs swapped alike (Westfall and Young 1993): one decision with the
        /// intervals.
        MaxT = "maxt" | "max-t",
        /// The same in steps: tells some more pairs apart, whose intervals may hold 0.
        MaxTStepDown = "maxt-stepdown" | "westfall-young",
        /// The largest of the studentised bootstrap, each resample by its own standard error: for skewed differences.
        BootstrapMaxT = "bootstrap-maxt" | "bootstrap-max-t",
        /// Randomised Tukey HSD (Carterette 2012): for systems that are all alike under the null, noise included.
        Hsd = "hsd",
        /// Holm on the p-value of each pair: family-wise error, any dependence.
        Holm = "holm",
        /// Nemenyi's range of mean ranks (1963; Demsar 2006): systems are ranked on each item, and compared by their mean ranks, which
        /// depend on who else is entered.
        Nemenyi = "nemenyi",
        /// Bonferroni on the p-value of each pair.
        Bonferroni = "bonferroni",
        /// Sidak on the p-value of each pair: independence.
        Sidak = "sidak",
        /// Step-down Sidak on the p-value of each pair: independence.
        HolmSidak = "holm-sidak",
        /// Hochberg on the p-value of each pair: independence or positive dependence.
        Hochberg = "hochberg",
        /// Hommel on the p-value of each pair: as Hochberg.
        Hommel = "hommel",
        /// Benjamini and Hochberg on the p-value of each pair: false discovery rate, positive dependence.
        BenjaminiHochberg = "bh" | "fdr_bh",
        /// Benjamini and Yekutieli on the p-value of each pair: false discovery rate, any dependence.
        BenjaminiYekutieli = "by" | "fdr_by",
        /// None: each pair by itself.
        None = "none",
    }
    gone {
        "romano-wolf" => "bootstrap-maxt is the same in one step, which its intervals follow",
    }
}

impl From<Adjustment> for Correction {
    fn from(adjust: Adjustment) -> Self {
        match adjust {
            Adjustment::Holm => Self::Holm,
            Adjustment::Bonferroni => Self::Bonferroni,
            Adjustment::Sidak => Self::Sidak,
            Adjustment::HolmSidak => Self::HolmSidak,
            Adjustment::Hochberg => Self::Hochberg,
            Adjustment::Hommel => Self::Hommel,
            Adjustment::BenjaminiHochberg => Self::BenjaminiHochberg,
            Adjustment::BenjaminiYekutieli => Self::BenjaminiYekutieli,
        }
    }
}

impl Correction {
    /// The adjustment of p-values that it is, where each pair has one of its own.
    pub fn adjustment(self) -> Option<Adjustment> {
        self.name().parse().ok()
    }

    /// Returns how the intervals of its pairs hold, as a word before their level: all together, or those of rejected pairs by the false
    /// coverage rate.
    pub fn level_prefix(self) -> &'static str {
        match self.adjustment() {
            Some(adjust) if adjust.is_of_discoveries() => "FCR ",
            None if self == Self::None => "",
            _ => "simultaneous ",
        }
    }

    /// It is the largest of studentised random swaps, in one step or in several.
    pub(crate) fn is_max_t(self) -> bool {
        matches!(self, Self::MaxT | Self::MaxTStepDown)
    }

    /// It comes from draws that all pairs share.
    pub fn is_of_draws(self) -> bool {
        self.is_max_t() || self.is_bootstrap() || self == Self::Hsd
    }

    /// It is the largest of the studentised bootstrap.
    pub fn is_bootstrap(self) -> bool {
        self == Self::BootstrapMaxT
    }

    /// It goes on in steps, as intervals do not.
    pub fn is_in_steps(self) -> bool {
        self == Self::MaxTStepDown
    }
}

/// A ranking of systems: everything but the scores.
///
/// Levels, side, draws and gate as in a comparison, the correction that keeps the error of all pairs, and whether pairs are those
/// with the first system alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct RankRequest {
    /// Levels, direction, draws and gate; tests, margins, adjustment and early stops of it are not used.
    pub request: Request,
    /// What keeps the error of the family; nothing leaves it to the data: max-T of swaps, or of the bootstrap where
    /// differences are skewed, and units are fewer than 30 or scores have no known range and go beyond 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub correction: Option<Correction>,
    /// The pairs are those of every system with the first.
    pub against_first: bool,
    /// Other metrics whose pairs are in the same family: adjusted p-values and intervals hold over all of them (Bonferroni).
    pub alongside: u64,
    /// Bytes that the family may take; `None` for any. Belongs to a machine: it never changes a result, and is not saved.
    #[serde(skip)]
    pub memory: Option<u64>,
}

impl RankRequest {
    /// All pairs, by the correction that the data call for.
    pub fn new(request: Request) -> Self {
        Self {
            request,
            ..Self::default()
        }
    }

    /// Sets what keeps the error of the family.
    #[must_use]
    pub fn correction(self, correction: impl Into<Option<Correction>>) -> Self {
        Self {
            correction: correction.into(),
            ..self
        }
    }

    /// Refuses a family that takes more bytes.
    #[must_use]
    pub fn memory(self, memory: Option<u64>) -> Self {
        Self { memory, ..self }
    }

    /// Refuses what does not go together; before a file is opened, too.
    ///
    /// # Errors
    /// [`Error::NotApplicable`] with both.
    pub fn check(&self) -> Result<(), Error> {
        let mut given = self.facts();
        given.push(Given::AllPairs);
        goes_with::check(&given)
    }

    /// Returns the facts about the request that decide which options go together.
    pub(crate) fn facts(&self) -> Vec<Given> {
        let question = &self.request.question;
        goes_with::of(&[
            (Given::AgainstFirst, self.against_first),
            (Given::Gated, question.gate.is_some()),
            (Given::Forbidding, question.forbid.is_some()),
            (
                Given::MarginGate,
                !matches!(question.gate, None | Some(Gate::Superior)),
            ),
        ])
    }

    /// The request at the level of one metric of the family.
    pub(crate) fn joint(&self, request: &Request) -> Request {
        let error = (1.0 - request.question.confidence) / (self.alongside + 1) as f64;
        if self.alongside == 0 {
            request.clone()
        } else {
            request.clone().confidence(1.0 - error)
        }
    }

    /// Puts the pairs of so many other metrics into the family.
    #[must_use]
    pub fn alongside(self, alongside: u64) -> Self {
        Self { alongside, ..self }
    }

    /// Takes pairs with the first system alone.
    #[must_use]
    pub fn against_first(self, against_first: bool) -> Self {
        Self {
            against_first,
            ..self
        }
    }
}
