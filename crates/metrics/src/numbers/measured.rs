//! How numbers are compared: the loss of an item, and how losses become one value.

use super::loss::Loss;
use super::root::RootMean;
use crate::Mean;

/// What numbers are compared by.
#[derive(Debug, Clone, PartialEq)]
pub struct OfNumbers {
    /// The loss of an item.
    pub loss: Loss,
    /// The numbers are probabilities.
    pub probabilities: bool,
    /// The metric is the root of the mean loss, and not the mean.
    pub root: bool,
    pub(super) name: String,
}

impl OfNumbers {
    /// What the mean of the losses is.
    pub fn mean(&self) -> Mean {
        Mean { name: self.name.clone(), signature: self.signature(), higher_is_better: false, range: None }
    }

    /// The root of their mean.
    pub fn root_mean(&self) -> RootMean {
        RootMean::new(&self.name, "squared error")
    }

    fn signature(&self) -> String {
        match self.loss {
            Loss::CrossEntropy { floor } if floor > 0.0 => format!("{}|floor:{floor}", self.name),
            _ => self.name.clone(),
        }
    }
}
