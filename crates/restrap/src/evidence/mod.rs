//! Tests, intervals and margins, and the resamples that they share.

pub(crate) mod driver;
pub(crate) mod family;
pub(crate) mod interval;
pub(crate) mod level;
pub(crate) mod pending;
pub(crate) mod ranges;
pub(crate) mod resample;
pub(crate) mod test;
