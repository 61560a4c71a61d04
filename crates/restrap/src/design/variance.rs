//! What a difference is held against: the standard error of a design, and the law of its test under a difference.

use restrap_stats::Alternative;
use restrap_stats::power::{seen_by_flips, seen_by_t};

use crate::error::Error;
use crate::number::digits::rounded;
use crate::outcome::More;
use crate::request::{Request, Test};

/// Power of the least gain that is told.
const POWER: f64 = 0.8;

/// A standard error, with the law of the test under a difference.
pub(crate) struct Planned {
    pub error: f64,
    law: Planning,
}

/// The law of a test.
pub(super) enum Planning {
    /// Student's t with so many degrees of freedom.
    T(f64),
    /// Flips of units, with the standard deviation of each and what it weighs.
    Flips(Vec<f64>, Vec<f64>),
}

/// What a design sees, and what it would see with twice as much of each source.
pub(crate) struct Plans {
    pub own: Planned,
    pub more: Vec<(More, Planned)>,
}

impl Planned {
    /// Returns the plan of a mean with this variance.
    pub(super) fn new(variance: f64, law: Planning) -> Self {
        Self {
            error: error(variance),
            law,
        }
    }

    /// Returns the least difference that this test sees; `None` where its least p is above the level, or nothing varies.
    ///
    /// # Errors
    /// For levels outside (0, 1).
    pub fn seen(&self, request: &Request) -> Result<Option<f64>, Error> {
        let alpha = request.question.alpha;
        let tail = if request.question.alternative == Alternative::TwoSided {
            0.5 * alpha
        } else {
            alpha
        };
        if self.error == 0.0 || !self.error.is_finite() {
            return Ok(None);
        }
        let reach = match &self.law {
            Planning::T(df) => Some(seen_by_t(*df, tail, POWER)?),
            Planning::Flips(spreads, weights) => seen_by_flips(spreads, weights, tail, POWER)?,
        };
        Ok(reach.map(|reach| rounded(reach * self.error)))
    }
}

/// Returns the standard error of a variance that may have come out negative.
pub(super) fn error(variance: f64) -> f64 {
    libm::sqrt(variance.max(0.0))
}

/// Returns `true` if the primary test swaps units.
pub(super) fn is_of_swaps(request: &Request) -> bool {
    request.question.tests[0] != Test::T
}
