//! The side of a test.

use restrap_words::vocabulary;

use crate::Probability;

vocabulary! {
    /// What a test holds against the null; differences are system minus baseline, higher is better.
    pub enum Alternative: "a side" {
        /// The systems differ, in either direction.
        TwoSided = "two-sided",
        /// The system is better: large differences count.
        Greater = "better" | "greater",
        /// The system is worse: small differences count.
        Less = "worse" | "less",
    }
    default TwoSided
}

impl Alternative {
    /// The side with system and baseline exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        match self {
            Self::TwoSided => Self::TwoSided,
            Self::Greater => Self::Less,
            Self::Less => Self::Greater,
        }
    }

    /// The p-value from the two tails, two-sided by doubling the smaller one, at most 1.
    pub fn of_tails(self, greater: Probability, less: Probability) -> Probability {
        match self {
            Self::TwoSided => greater.min(less).scaled(2.0),
            Self::Greater => greater,
            Self::Less => less,
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
