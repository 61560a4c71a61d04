//! The value of a test outside the resampling family, before it has digits.

use restrap_stats::Probability;

use crate::outcome::Method;

/// A test outside the resampling family.
pub(crate) struct ClosedForm {
    /// `None` where the test is undefined on these data; the last note then says why.
    pub p: Option<Probability>,
    pub method: Method,
    /// Relative error of p by inversion; 0 elsewhere.
    pub relative_error: f64,
    pub statistic: Option<f64>,
    /// Degrees of freedom of t.
    pub df: Option<f64>,
    pub floor: Option<Probability>,
    pub recipe: String,
    pub notes: Vec<String>,
}
