//! A tail of a law, as computed.

use crate::Probability;

/// A probability computed from a law, with its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tail {
    /// The probability.
    pub probability: Probability,
    /// Numerical error relative to the probability: rounding, aliases, dropped lobes.
    pub relative_error: f64,
    /// No part of the law was left out on trust: the value is exact up to rounding.
    pub complete: bool,
}

impl Tail {
    pub(super) fn closed(probability: Probability, relative_error: f64) -> Self {
        Self {
            probability,
            relative_error,
            complete: true,
        }
    }

    pub(super) fn complement(self) -> Self {
        let probability = self.probability.complement();
        let absolute = self.relative_error * self.probability.value() + 1.2e-16;
        let relative_error = if probability.value() > 0.0 {
            absolute / probability.value()
        } else {
            1.0
        };
        Self {
            probability,
            relative_error,
            complete: self.complete,
        }
    }
}
