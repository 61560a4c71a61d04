//! Ranges that values of metrics keep to: the least and the largest; an end without a bound is infinite.

/// No bound is known.
pub const ANY: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];
/// Shares.
pub const UNIT: [f64; 2] = [0.0, 1.0];
/// Shares in per cent.
pub const PERCENT: [f64; 2] = [0.0, 100.0];
/// Nothing is below 0.
pub const POSITIVE: [f64; 2] = [0.0, f64::INFINITY];
/// Correlations.
pub const SIGNED_UNIT: [f64; 2] = [-1.0, 1.0];
