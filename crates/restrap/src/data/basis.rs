//! What the standard error of a mean or of a difference is computed from, and the names of its t test and interval.

use crate::outcome::{IntervalKind, MarginMethod};
use crate::request::Request;

/// What the standard error is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Basis {
    /// The spread of single items.
    Items,
    /// The spread of clusters.
    Clusters,
    /// The spread of clusters of two kinds at once.
    Crossed,
    /// The spread of items and of training runs.
    Runs,
    /// The spread of folds or splits, which share training items.
    Folds,
    /// The spread of items with a human score, and of a judge of all.
    Labelled,
}

impl Basis {
    /// No swap or resample is known that holds its level: t alone is.
    pub fn has_t_alone(self) -> bool {
        matches!(self, Self::Crossed | Self::Folds | Self::Labelled)
    }

    /// The error is of units that a raised baseline has too.
    pub fn is_raised(self) -> bool {
        matches!(self, Self::Items | Self::Clusters | Self::Crossed)
    }

    /// Name of its interval.
    pub fn interval(self) -> IntervalKind {
        match self {
            Self::Items => IntervalKind::T,
            Self::Clusters => IntervalKind::ClusterT,
            Self::Crossed => IntervalKind::CrossedT,
            Self::Runs => IntervalKind::RecipeT,
            Self::Folds => IntervalKind::CorrectedT,
            Self::Labelled => IntervalKind::PredictionT,
        }
    }

    /// Name of its margin test.
    pub fn margin(self) -> MarginMethod {
        match self {
            Self::Items => MarginMethod::T,
            Self::Clusters => MarginMethod::ClusterT,
            Self::Crossed => MarginMethod::CrossedT,
            Self::Runs => MarginMethod::RecipeT,
            Self::Folds => MarginMethod::CorrectedT,
            Self::Labelled => MarginMethod::PredictionT,
        }
    }

    /// Its t test, with the source.
    pub fn test(self) -> &'static str {
        match self {
            Self::Items => "paired t test (Student 1908)",
            Self::Clusters => "t test of clusters (CR2; Bell & McCaffrey 2002)",
            Self::Crossed => "t test of crossed clusters (Cameron, Gelbach & Miller 2011)",
            Self::Runs => "t test of recipes (items and training runs drawn; Satterthwaite 1946)",
            Self::Folds => "corrected resampled t test (Nadeau & Bengio 2003)",
            Self::Labelled => {
                "t test of prediction-powered means (PPI++, Angelopoulos, Duchi & Zrnic 2023, with one unseen error of the judge added)"
            }
        }
    }

    /// What is drawn, in the plural.
    pub fn units(self, request: &Request) -> String {
        match self {
            Self::Clusters | Self::Crossed => "clusters".to_owned(),
            _ => format!("{}s", request.sample.over.noun()),
        }
    }
}
