//! What the scores are a sample of, and the lattice that they lie on.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The lattice of the scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GridChoice {
    /// Recovered from the scores; never snaps.
    #[default]
    Auto,
    /// The decimals as printed; an error where scores are not short decimals.
    AsPrinted,
    /// Multiples of 1/q, each score going to the nearest within half a printed digit.
    Denominator(u32),
}

impl fmt::Display for GridChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::AsPrinted => f.write_str("as-printed"),
            Self::Denominator(q) => write!(f, "1/{q}"),
        }
    }
}

/// A word that is no lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected auto, as-printed, or 1/N such as 1/2520")]
pub struct BadGrid;

impl FromStr for GridChoice {
    type Err = BadGrid;

    fn from_str(word: &str) -> Result<Self, BadGrid> {
        let denominator = |q: &str| q.parse().ok().filter(|&q| q > 0).map(Self::Denominator);
        match word {
            "auto" => Ok(Self::Auto),
            "as-printed" => Ok(Self::AsPrinted),
            _ => word.strip_prefix("1/").and_then(denominator).ok_or(BadGrid),
        }
    }
}

restrap_words::as_text!(GridChoice);

/// What the scores are a sample of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Sample {
    /// The systems scored different items: columns may differ in length, and only [`crate::Test::UNPAIRED`] are defined.
    pub unpaired: bool,
    /// Lattice of the scores.
    pub grid: GridChoice,
}
