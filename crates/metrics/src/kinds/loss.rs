//! The loss of one item.

/// How far a number is from the right one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Loss {
    /// The distance.
    Absolute,
    /// The square of the distance.
    Squared,
    /// The negative log probability of what happened.
    CrossEntropy {
        /// Smaller probabilities count as this one.
        floor: f64,
    },
}

impl Loss {
    /// The loss of a difference that is known in steps, of which `per_one` make 1: the double nearest to it, where steps are of a power
    /// of ten and their square is below 2^53. `None` where the loss is of no difference.
    pub fn of_difference(self, steps: f64, per_one: f64) -> Option<f64> {
        match self {
            Self::Absolute => Some(steps.abs() / per_one),
            Self::Squared => Some(steps * steps / (per_one * per_one)),
            Self::CrossEntropy { .. } => None,
        }
    }

    /// The loss of a number that should be `gold`; infinite where what happened had no probability.
    pub fn of(self, gold: f64, given: f64) -> f64 {
        match self {
            Self::Absolute => (given - gold).abs(),
            Self::Squared => (given - gold) * (given - gold),
            Self::CrossEntropy { floor } => {
                let given = given.clamp(floor, 1.0 - floor);
                // What cannot happen costs nothing, whatever its logarithm.
                let cost = |share: f64, log: f64| if share == 0.0 { 0.0 } else { -share * log };
                cost(gold, libm::log(given)) + cost(1.0 - gold, libm::log1p(-given))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_happened_without_a_probability_costs_without_end() {
        let loss = Loss::CrossEntropy { floor: 0.0 };
        assert_eq!((loss.of(1.0, 1.0), loss.of(0.0, 0.0)), (0.0, 0.0));
        assert_eq!(loss.of(1.0, 0.5), std::f64::consts::LN_2);
        assert!(loss.of(1.0, 0.0) == f64::INFINITY && loss.of(0.0, 1.0) == f64::INFINITY);
        let floored = Loss::CrossEntropy { floor: 1e-3 };
        assert_eq!(floored.of(1.0, 0.0), -libm::log(1e-3));
        assert_eq!(floored.of(0.0, 1.0), -libm::log1p(-(1.0 - 1e-3)));
    }

    #[test]
    fn differences_in_steps_are_decimals() {
        assert_eq!(Loss::Absolute.of_difference(-3.0, 10.0), Some(0.3));
        assert_eq!(Loss::Squared.of_difference(-3.0, 10.0), Some(0.09));
        assert_ne!(Loss::Squared.of(0.4, 0.1), 0.09);
    }
}
