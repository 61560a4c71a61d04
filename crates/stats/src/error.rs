//! What these functions refuse: each error is the condition that did not hold.

/// Why a statistic is not defined for an input.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StatsError {
    /// Paired columns of different lengths.
    #[error(
        "expected two paired columns of equal length, found {left} and {right} items; pair them by id first"
    )]
    LengthMismatch {
        /// Items of the first column.
        left: usize,
        /// Items of the second column.
        right: usize,
    },
    /// NaN or infinity among the inputs.
    #[error("expected finite numbers, found {value} at position {index} (counted from 0)")]
    NonFinite {
        /// Position, counted from 0.
        index: usize,
        /// The value found there.
        value: f64,
    },
    /// Too little data for the method.
    #[error("expected at least {needed} {what}, found {found}")]
    TooFew {
        /// What is counted.
        what: &'static str,
        /// The least number for which the method is defined.
        needed: usize,
        /// The number given.
        found: usize,
    },
    /// A share that must lie strictly inside the unit interval.
    #[error("expected 0 < {name} < 1, found {name} = {value}")]
    BadShare {
        /// The parameter.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A part larger than its whole.
    #[error("expected {part_name} <= {whole_name}, found {part} > {whole}")]
    PartExceedsWhole {
        /// Name of the part.
        part_name: &'static str,
        /// The part.
        part: u64,
        /// Name of the whole.
        whole_name: &'static str,
        /// The whole.
        whole: u64,
    },
    /// A score that is neither 0 nor 1 where only those are defined.
    #[error("expected scores 0 or 1, found {value} at position {index} (counted from 0)")]
    NotBinary {
        /// Position, counted from 0.
        index: usize,
        /// The value found there.
        value: f64,
    },
    /// A quantity that must be above 0.
    #[error("expected {name} > 0, found {value}")]
    NotPositive {
        /// The parameter.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A quantity outside its range.
    #[error("expected {name} from {low} to {high}, found {value}")]
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// Least value.
        low: f64,
        /// Largest value.
        high: f64,
        /// Its value.
        value: f64,
    },
    /// A quantity above what bounds it.
    #[error("expected {name} to be at most {limit_name}, found {value} and {limit}")]
    Exceeds {
        /// The parameter.
        name: &'static str,
        /// Its value.
        value: f64,
        /// What bounds it.
        limit_name: &'static str,
        /// Value of the bound.
        limit: f64,
    },
    /// Ends of a range in the wrong order.
    #[error("expected {low_name} < {high_name}, found {low} and {high}")]
    OutOfOrder {
        /// Name of the end that must be the smaller.
        low_name: &'static str,
        /// Its value.
        low: f64,
        /// Name of the end that must be the larger.
        high_name: &'static str,
        /// Its value.
        high: f64,
    },
    /// An interval whose ends are not in order.
    #[error(
        "no interval: the distribution is not accurate enough to order its ends; use another method"
    )]
    Unresolved,
    /// A margin test without any spread to measure the margin by.
    #[error(
        "all differences are equal: there is no spread to compare the margin with; use the score test for 0/1 scores, or \
         state the range of the scores"
    )]
    NoSpread,
    /// An exact law of label permutations that is out of reach.
    #[error(
        "no exact distribution for {items} items in two samples: a convolution would take {cells:.1e} steps, and the limit is {limit:.1e}"
    )]
    NeedsSampling {
        /// Items of both samples.
        items: u64,
        /// Table cells that the convolution would update.
        cells: f64,
        /// Most cells that are updated.
        limit: f64,
    },
    /// Different numbers of answers, where a value of many answers is not one of few.
    #[error(
        "expected the same number of answers to every item, found {least} and {most}: {reducer} depends on this number"
    )]
    UnequalAnswers {
        /// What answers are reduced to.
        reducer: String,
        /// Fewest answers to an item.
        least: usize,
        /// Most answers to an item.
        most: usize,
    },
    /// A group of systems whose strengths would be infinite.
    #[error("{}", unbeaten(systems, *apart))]
    Unbeaten {
        /// The group, by number.
        systems: Vec<usize>,
        /// No vote is between the group and the others.
        apart: bool,
    },
    /// Strengths that votes push apart without end, though no group is unbeaten.
    #[error(
        "the maximum likelihood strengths are infinite: votes agree too well with some order of the systems; collect more"
    )]
    NoFiniteStrengths,
    /// A quantity that cannot be negative.
    #[error("expected {name} >= 0, found {value}")]
    Negative {
        /// The parameter.
        name: &'static str,
        /// Its value.
        value: f64,
    },
}

fn unbeaten(systems: &[usize], apart: bool) -> String {
    let numbers: Vec<String> = systems.iter().map(usize::to_string).collect();
    let numbers = numbers.join(", ");
    if apart {
        format!(
            "no vote is between systems {numbers} and the others: only strengths inside each group can be compared"
        )
    } else {
        format!(
            "systems {numbers} never lost to the others nor tied with them: their maximum likelihood strengths are infinite"
        )
    }
}

/// The share strictly inside (0, 1), or the error that says so.
pub(crate) fn share(name: &'static str, value: f64) -> Result<f64, StatsError> {
    if value > 0.0 && value < 1.0 {
        Ok(value)
    } else {
        Err(StatsError::BadShare { name, value })
    }
}

/// The number above 0, or the error that says so.
pub(crate) fn positive(name: &'static str, value: f64) -> Result<f64, StatsError> {
    if value > 0.0 && value.is_finite() {
        Ok(value)
    } else {
        Err(StatsError::NotPositive { name, value })
    }
}

/// All values finite, or the first that is not.
pub(crate) fn finite(values: &[f64]) -> Result<(), StatsError> {
    match values.iter().position(|value| !value.is_finite()) {
        Some(index) => Err(StatsError::NonFinite {
            index,
            value: values[index],
        }),
        None => Ok(()),
    }
}
