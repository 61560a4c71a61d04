//! How numbers are compared: by the loss of each item, or in bins.

use super::calibration::Calibration;
use super::loss::Loss;
use super::root::RootMean;
use crate::{Mean, RealMetric};

/// What numbers are compared by.
#[derive(Debug, Clone, PartialEq)]
pub enum OfNumbers {
    /// A loss of each item.
    Losses(OfLosses),
    /// How far probabilities are from what happened, in bins.
    Calibration(Calibration),
}

impl OfNumbers {
    /// The numbers are probabilities.
    pub fn are_probabilities(&self) -> bool {
        match self {
            Self::Losses(of) => of.probabilities,
            Self::Calibration(_) => true,
        }
    }

    /// What it is of sums, where sums over items determine it.
    pub fn of_sums(self) -> Box<dyn RealMetric> {
        match self {
            Self::Losses(of) => Box::new(of.root_mean()),
            Self::Calibration(of) => Box::new(of),
        }
    }
}

/// The loss of an item, and how losses become one value.
#[derive(Debug, Clone, PartialEq)]
pub struct OfLosses {
    /// The loss of an item.
    pub loss: Loss,
    /// The numbers are probabilities.
    pub probabilities: bool,
    /// The metric is the root of the mean loss, and not the mean.
    pub root: bool,
    pub(crate) name: String,
}

impl OfLosses {
    /// What the mean of the losses is.
    pub fn mean(&self) -> Mean {
        Mean {
            name: self.name.clone(),
            signature: self.signature(),
            higher_is_better: false,
            range: Some(crate::range::POSITIVE),
        }
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
