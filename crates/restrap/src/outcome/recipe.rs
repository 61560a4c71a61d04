//! Recipes of tests as they are printed and saved, and the designs of t tests.

use std::fmt;

use restrap_words::vocabulary;
use serde::{Deserialize, Serialize};

/// A recipe in full, as it is printed: test, how it resamples, side, and source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Recipe(String);

impl From<String> for Recipe {
    fn from(words: String) -> Self {
        Self(words)
    }
}

impl From<&str> for Recipe {
    fn from(words: &str) -> Self {
        Self(words.to_owned())
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

vocabulary! {
    /// The design that a t test is of: what its standard error and degrees of freedom depend on.
    pub enum TestedDesign: "a design" {
        /// Single items.
        Items = "items",
        /// Clusters of items.
        Clusters = "clusters",
        /// Two kinds of clusters that cross.
        Crossed = "crossed",
        /// Items and training runs.
        Runs = "runs",
        /// Folds or splits that share training items.
        Folds = "folds",
        /// Items of a judge, corrected by people.
        Human = "human",
        /// Different items of each system.
        Apart = "apart",
    }
}
