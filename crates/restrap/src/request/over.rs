//! What one value of a file is, and how clusters weigh.

use restrap_words::vocabulary;

vocabulary! {
    /// What the values of a column are.
    pub enum Over: "what scores are of" {
        /// Scores of items.
        Items = "items",
        /// One score a replication, each with data or seeds of its own.
        Replications = "replications",
        /// One score a training run, on the same items.
        Seeds = "seeds",
        /// One score a repetition with other sampled answers, on the same items.
        Repeats = "repeats",
        /// One score a fold of one data set.
        Folds = "folds",
        /// One score a random split of one data set.
        Splits = "splits",
        /// One vote between two systems: of a table of votes alone.
        Votes = "votes",
    }
    default Items
}

impl Over {
    /// One of them.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Items => "item",
            Self::Replications => "replication",
            Self::Seeds => "training run",
            Self::Repeats => "repetition",
            Self::Folds => "fold",
            Self::Splits => "split",
            Self::Votes => "vote",
        }
    }

    /// Several of them.
    pub fn noun_of_several(self) -> String {
        format!("{}s", self.noun())
    }

    /// Each value came about by itself: values of two systems are not pairs.
    pub fn is_independent(self) -> bool {
        matches!(self, Self::Replications | Self::Seeds | Self::Repeats)
    }

    /// Values share training items.
    pub(crate) fn overlaps(self) -> bool {
        matches!(self, Self::Folds | Self::Splits)
    }
}

vocabulary! {
    /// How clusters of different sizes weigh in a mean.
    pub enum ClusterWeight: "a weight of clusters" {
        /// Items weigh alike, and clusters by their size.
        Items = "items",
        /// Clusters weigh alike, whatever their size.
        Equal = "equal",
    }
    default Items
}
