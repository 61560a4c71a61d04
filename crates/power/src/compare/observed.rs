//! Two files as a population of differences.

use std::sync::Arc;

use restrap_words::asked;

use super::request::Null;
use restrap_lib::Error;
use restrap_lib::GridChoice;
use restrap_lib::Scores;
use restrap_lib::inner::Scheme;
use restrap_lib::inner::{Pair, PartDesign, Surveyed};

/// Two files as a population of differences.
///
/// Their paired scores on one lattice, as differences: simulated data sets draw these with replacement, under a null or with an
/// effect added.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    /// System − baseline, item by item, in grid units.
    pub differences: Vec<i64>,
    /// Grid units in one unit of the score.
    pub per_one: f64,
    /// All scores are 0 or 1.
    pub binary: bool,
}

impl Observed {
    /// The differences of two files, on the lattice that a comparison of them would find; in fixed point the rounded
    /// differences are the population.
    ///
    /// # Errors
    /// As for a comparison.
    pub fn of(baseline: &Scores, system: &Scores, grid: GridChoice) -> Result<Self, Error> {
        let design = Arc::new(Scheme::plain(baseline.items()));
        let systems = [baseline, system].map(Surveyed::new);
        let pair = Pair::new(systems, grid, &design, (&PartDesign::Items, [0, 1]))?;
        if pair.changed() == 0 {
            return Err(Error::not_applicable(
                "power compare",
                "files that differ",
                "these are equal item by item",
                format!("give another system, or a {model}", model = asked("model")),
            ));
        }
        let (per_one, binary) = (pair.grid.per_one(), pair.binary);
        Ok(Self {
            differences: pair.difference.one_by_one()?.into_owned(),
            per_one,
            binary,
        })
    }

    /// Differences are −1, 0 and 1 alone under this null: centred 0/1 scores are no 0/1 scores.
    pub fn is_binary(&self, null: Null) -> bool {
        self.binary && null == Null::Swaps
    }

    /// BLAKE3 of the population.
    pub(crate) fn digest(&self) -> String {
        let mut digest = blake3::Hasher::new();
        digest.update(&[u8::from(self.binary)]);
        digest.update(&self.per_one.to_le_bytes());
        for difference in &self.differences {
            digest.update(&difference.to_le_bytes());
        }
        digest.finalize().to_string()
    }
}
