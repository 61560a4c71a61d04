//! Losses of numbers and of classes, areas of orders, measures of rankings: the values that no counts add up to.

#[cfg(feature = "scorers")]
pub(crate) mod calibration;
#[cfg(feature = "scorers")]
pub(crate) mod classes;
#[cfg(feature = "scorers")]
pub(crate) mod loss;
#[cfg(feature = "scorers")]
pub(crate) mod measure;
#[cfg(feature = "scorers")]
pub(crate) mod numbers;
pub(crate) mod ranked;
#[cfg(feature = "scorers")]
pub(crate) mod root;
#[cfg(feature = "scorers")]
pub(crate) mod topic;
