//! The side of a test.

use crate::Probability;
use std::fmt;
use std::str::FromStr;

/// What a test holds against the null; differences are system minus baseline, higher is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Alternative {
    /// The systems differ, in either direction.
    #[default]
    TwoSided,
    /// The system is better: large differences count.
    Greater,
    /// The system is worse: small differences count.
    Less,
}

impl Alternative {
    /// All sides, in the order of the documentation.
    pub const ALL: [Self; 3] = [Self::TwoSided, Self::Greater, Self::Less];

    /// The side with system and baseline exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        match self {
            Self::TwoSided => Self::TwoSided,
            Self::Greater => Self::Less,
            Self::Less => Self::Greater,
        }
    }

    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::TwoSided => "two-sided",
            Self::Greater => "better",
            Self::Less => "worse",
        }
    }

    /// The p-value from the two tails, two-sided by doubling the smaller one, at most 1.
    pub(crate) fn of_tails(self, greater: Probability, less: Probability) -> Probability {
        match self {
            Self::TwoSided => greater.min(less).scaled(2.0),
            Self::Greater => greater,
            Self::Less => less,
        }
    }
}

impl fmt::Display for Alternative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that names no alternative.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected two-sided, better (greater) or worse (less), found '{0}'")]
pub struct UnknownAlternative(String);

impl FromStr for Alternative {
    type Err = UnknownAlternative;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        match word {
            "two-sided" => Ok(Self::TwoSided),
            "better" | "greater" => Ok(Self::Greater),
            "worse" | "less" => Ok(Self::Less),
            _ => Err(UnknownAlternative(word.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_as_the_side_that_they_name() {
        for side in Alternative::ALL {
            assert_eq!(side.to_string().parse(), Ok(side));
            assert_eq!(side.swapped().swapped(), side);
        }
        assert_eq!("greater".parse(), Ok(Alternative::Greater));
        assert_eq!("less".parse(), Ok(Alternative::Less));
        assert!("bigger".parse::<Alternative>().is_err());
    }
}
