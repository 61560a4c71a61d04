//! What is drawn and swapped, and what items are sorted into.

use std::sync::Arc;

use restrap_stats::repeats::Repeats;
use restrap_stats::seeds::Runs;

use crate::design::clusters::{ClusterMap, Clustering};
use crate::design::scheme::Strata;
use crate::error::Error;

/// What is drawn and swapped together.
///
/// Items by themselves, clusters of items, two kinds of clusters that cross, or clusters of each system's own items. Which one is
/// right follows from how the items were collected.
#[derive(Clone, Debug, Default)]
pub enum Units {
    /// Items, one by one.
    #[default]
    Items,
    /// Clusters of items.
    Clusters(Clustering),
    /// Clusters of two kinds that cross: the standard error of t is of both (Cameron, Gelbach and Miller 2011).
    Crossed(Clustering, Clustering),
    /// Clusters of the items of each system, which scored different ones.
    Apart(Vec<Clustering>),
}

/// What items are sorted into.
///
/// Strata keep their sizes in every bootstrap resample. Sub-populations are compared one by one, and all of them are one family of
/// comparisons, adjusted together.
#[derive(Clone, Debug, Default)]
pub enum Groups {
    /// Nothing: all items are drawn from one population.
    #[default]
    None,
    /// Strata, whose sizes every bootstrap resample keeps.
    Strata(Strata),
    /// Sub-populations, on each of which the comparison is repeated; all of them and all items together are one family.
    Populations(Populations),
}

/// Which sub-population each item belongs to.
///
/// Each is compared by itself, together with all items; an item may stand in several of them, and all items together are then not
/// tested.
#[derive(Clone, Debug)]
pub struct Populations {
    /// The column, for messages.
    pub column: String,
    /// Its values.
    pub values: Vec<String>,
    /// For each item the number of its value, from 1; 0 belongs to none.
    pub codes: Vec<u32>,
    /// Items that stand in several sub-populations: these overlap where there are any, and all items together are not tested.
    pub shared: u64,
}

impl Populations {
    /// Columns of languages, whose items no corpus metric pools: BLEU over several has the n-grams of the longest texts.
    const LANGUAGES: [&str; 10] = [
        "lang",
        "language",
        "lp",
        "langpair",
        "languagepair",
        "tgt",
        "target",
        "targetlang",
        "locale",
        "langs",
    ];

    /// The groups of items are languages.
    pub(crate) fn are_languages(&self) -> bool {
        let bare: String = self
            .column
            .chars()
            .filter(|letter| letter.is_alphanumeric())
            .collect();
        Self::LANGUAGES.contains(&bare.to_lowercase().as_str())
    }

    /// The number of each item's group from 0, without those that no item has, and their names; `None` where an item has none or
    /// several, or all are of one.
    pub(crate) fn apart(&self) -> Option<(Vec<usize>, Vec<String>)> {
        if self.shared > 0 || self.codes.contains(&0) {
            return None;
        }
        let mut place = vec![None; self.values.len()];
        let mut names = Vec::new();
        let code = |&code: &u32| {
            *place[code as usize - 1].get_or_insert_with(|| {
                names.push(self.values[code as usize - 1].clone());
                names.len() - 1
            })
        };
        let codes = self.codes.iter().map(code).collect();
        (names.len() > 1).then_some((codes, names))
    }
}

impl Units {
    /// The clusters of items that all systems scored.
    pub fn clusters(&self) -> Option<&Clustering> {
        match self {
            Self::Clusters(clusters) | Self::Crossed(clusters, _) => Some(clusters),
            Self::Items | Self::Apart(_) => None,
        }
    }

    /// The clusters of the items that `is_in` keeps, of both kinds.
    ///
    /// # Errors
    /// For items of no cluster, and other numbers of items.
    pub(crate) fn map(
        &self,
        items: usize,
        is_in: &dyn Fn(usize) -> bool,
    ) -> Result<Option<ClusterMap>, Error> {
        let Some(clusters) = self.clusters() else {
            return Ok(None);
        };
        let mut map = clusters.map(items, is_in)?;
        if let Self::Crossed(_, crossed) = self {
            map.crossed = Some(Arc::new(crossed.map(items, is_in)?));
        }
        Ok(Some(map))
    }
}

impl Groups {
    /// The strata, if items are sorted into any.
    pub fn strata(&self) -> Option<&Strata> {
        if let Self::Strata(strata) = self {
            Some(strata)
        } else {
            None
        }
    }

    /// The sub-populations, if items are sorted into any.
    pub fn populations(&self) -> Option<&Populations> {
        if let Self::Populations(populations) = self {
            Some(populations)
        } else {
            None
        }
    }
}

/// What the rows of an item are, where it has several: one value of them is in the scores, and these say how it came about.
#[derive(Clone, Debug, Default)]
pub struct Answered {
    /// Sampled answers of each system, with the column that tells them apart and how they were reduced.
    #[doc(hidden)]
    pub repeats: Option<(String, String, Vec<Repeats>)>,
    /// Training runs of each system, with the column that tells them apart.
    #[doc(hidden)]
    pub runs: Option<(String, Vec<Runs>)>,
    /// Every answer scores 0 or 1, so that a value made of several lies between.
    #[doc(hidden)]
    pub are_trials: bool,
    /// The same of the items of each sub-population, by its number from 1; empty without sub-populations.
    #[doc(hidden)]
    pub parts: Vec<Self>,
}

impl Answered {
    /// Returns what is known of the rows of one system, by its place.
    pub(crate) fn only(&self, place: usize) -> Self {
        let repeats = self.repeats.as_ref().map(|(column, reducer, of)| {
            let own = of.get(place).cloned().into_iter().collect();
            (column.clone(), reducer.clone(), own)
        });
        let runs = self.runs.as_ref();
        Self {
            repeats,
            runs: runs.map(|(column, of)| (column.clone(), vec![of[place].clone()])),
            are_trials: self.are_trials,
            parts: self.parts.iter().map(|part| part.only(place)).collect(),
        }
    }

    /// Returns what is known of the items of a sub-population, by its number; of all items for 0.
    pub(crate) fn part(&self, population: u32) -> &Self {
        match population {
            0 => self,
            _ => &self.parts[population as usize - 1],
        }
    }
}

/// Votes of which the scores are the shares of the systems.
#[derive(Clone, Debug)]
pub struct Voted {
    /// Whether the system was shown first.
    pub first: Vec<bool>,
    /// Rows without a winner.
    pub missing: u64,
    /// How many voted; 0 where nothing says it.
    pub judges: u64,
}
