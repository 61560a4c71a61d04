//! Items side by side: what each system scored on each, and where two systems are farthest apart.

use std::sync::Arc;

use restrap_engine::Control;
use restrap_io::{Metadata, Prepared, Values};
use restrap_lib::{
    Error, GridChoice, Populations, Replicates, Request, Scores,
    inner::{Pair, PartDesign, Scheme, Surveyed},
    outcome::Item,
    replicates,
};
use restrap_words::asked;

use crate::sources::data::{Owned, OwnedData};
use crate::sources::error::SourceError;

/// What a corpus metric lacks, and what it has.
const NO_SCORES: &str =
    "expected a score per item, found a corpus metric, or systems of different items";
const HINT: &str = "restrap score writes what a corpus metric counts per item";

/// The items on which a system and the baseline are farthest apart, the farthest first; ties in the order of the items.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Extremes {
    /// Name of the system.
    pub system: String,
    /// Items on which it scored less than the baseline, and how many of them there are.
    pub below: (Vec<ScoredItem>, u64),
    /// Items on which the system scored more.
    pub above: (Vec<ScoredItem>, u64),
}

impl Extremes {
    /// At most so many items of each kind.
    #[must_use]
    pub fn farthest(&self, most: usize) -> Self {
        let first = |(items, all): &(Vec<ScoredItem>, u64)| {
            (items.iter().take(most).cloned().collect(), *all)
        };
        Self {
            system: self.system.clone(),
            below: first(&self.below),
            above: first(&self.above),
        }
    }
}

/// An item with the scores of both systems.
///
/// The id of the item, its score under the baseline and under the system. Differences are system less baseline, in the unit of the
/// scores.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredItem {
    /// Its id, or its place from 1.
    pub item: Item,
    /// Score of the baseline.
    pub baseline: f64,
    /// Score of the system.
    pub system: f64,
}

impl OwnedData {
    /// At most so many items of each kind for each system after the first, whose scores are paired; none for corpus metrics, which have
    /// no score per item.
    pub fn extremes(&self, most: usize) -> Vec<Extremes> {
        let Some((baseline, systems)) = self.paired() else {
            return Vec::new();
        };
        let of = |system: &Scores| {
            let pairs = || baseline.rows().iter().zip(system.rows()).enumerate();
            let farthest = |sign: f64| {
                let gap = |(_, (b, s)): &(usize, (&f64, &f64))| sign * (*s - *b);
                let mut items: Vec<_> = pairs().filter(|pair| gap(pair) > 0.0).collect();
                let count = items.len() as u64;
                let order = |a: &_, b: &_| {
                    gap(b)
                        .total_cmp(&gap(a))
                        .then_with(|| usize::cmp(&a.0, &b.0))
                };
                if items.len() > most {
                    items.select_nth_unstable_by(most, order);
                    items.truncate(most);
                }
                items.sort_unstable_by(order);
                let named = items
                    .into_iter()
                    .map(|(item, (&baseline, &system))| ScoredItem {
                        item: self.item(item),
                        baseline,
                        system,
                    });
                (named.collect(), count)
            };
            Extremes {
                system: system.name.clone(),
                below: farthest(-1.0),
                above: farthest(1.0),
            }
        };
        systems.iter().map(of).collect()
    }

    /// Writes one row per item as CSV: its id or place, its sub-population if there are any, the score of each system, and the
    /// difference of each from the baseline.
    ///
    /// # Errors
    /// For corpus metrics and for samples of different items, which have no pairs of scores, and when the file cannot be written.
    pub fn prepare_items(&self, path: &str) -> Result<Prepared, SourceError> {
        if self.has_counts() {
            return Err(SourceError::usage(
                format!(
                    "{} writes a row for each item, found rows that stand for several",
                    asked("per-item")
                ),
                "give one row per item",
            ));
        }
        let Some((baseline, systems)) = self.paired() else {
            return Err(SourceError::usage(NO_SCORES, HINT));
        };
        let mut header = vec!["item".to_owned()];
        header.extend(
            self.sampling
                .groups
                .populations()
                .map(|by| by.column.clone()),
        );
        header.extend(
            [baseline]
                .into_iter()
                .chain(systems)
                .map(|system| system.name.clone()),
        );
        header.extend(systems.iter().map(|system| match systems {
            [_] => "difference".to_owned(),
            _ => format!("difference of {}", system.name),
        }));
        let rows = (0..baseline.rows().len()).map(|item| {
            let mut row = vec![self.item(item).to_string()];
            row.extend(self.sampling.groups.populations().map(|by| value(by, item)));
            let score = |system: &Scores| system.rows()[item];
            row.extend(
                [baseline]
                    .into_iter()
                    .chain(systems)
                    .map(|system| score(system).to_string()),
            );
            row.extend(
                systems
                    .iter()
                    .map(|system| (score(system) - score(baseline)).to_string()),
            );
            row
        });
        Ok(restrap_io::prepare_rows(path, &header, rows)?)
    }

    /// The baseline and the other systems, where they have scores of the same items.
    fn paired(&self) -> Option<(&Scores<'static>, &[Scores<'static>])> {
        let Owned::Scores { systems, .. } = &self.owned else {
            return None;
        };
        // Values that stand for a mean and a standard deviation are nobody's scores.
        let (baseline, systems) = systems
            .split_first()
            .filter(|_| self.summaries.is_empty() && !self.has_counts())?;
        let alike = systems
            .iter()
            .all(|system| system.rows().len() == baseline.rows().len());
        alike.then_some((baseline, systems))
    }

    /// Rows stand for several items, which have no names.
    fn has_counts(&self) -> bool {
        let Owned::Scores { systems, .. } = &self.owned else {
            return self.are_counted;
        };
        self.are_counted || systems.iter().any(|system| !system.times().are_once())
    }

    fn item(&self, place: usize) -> Item {
        let id = self.ids.as_ref().and_then(|ids| ids.get(place));
        id.map_or(Item::Number(place as u64 + 1), Item::Id)
    }
}

/// The value of an item's sub-population; nothing where it has none.
fn value(by: &Populations, item: usize) -> String {
    let place = (by.codes[item] as usize).checked_sub(1);
    place
        .and_then(|place| by.values.get(place))
        .cloned()
        .unwrap_or_default()
}

impl OwnedData {
    /// What each resample of the comparisons comes to.
    ///
    /// # Errors
    /// As [`replicates`].
    pub fn replicates(
        &self,
        request: &Request,
        control: &Control,
    ) -> Result<Vec<Replicates>, Error> {
        if !self.summaries.is_empty() {
            return Err(Error::not_applicable(
                "a resample",
                "the scores themselves",
                "only their means and standard deviations are known",
                "leave the resamples out",
            ));
        }
        replicates(self.data(), request, control)
    }
}

/// Writes resamples as `.csv`, `.tsv`, `.npy` (with the names of its columns in a `.json` beside it) or `.parquet`. A column is called
/// `swaps new - base: difference`: what was resampled, whose, and what its values are.
///
/// # Errors
/// When the extension is another, or the file cannot be written.
pub fn write_replicates(path: &str, all: &[Replicates]) -> Result<(), restrap_io::Error> {
    let named = all.iter().flat_map(|of| {
        of.columns.iter().map(move |column| {
            let name = format!(
                "{} {} - {}: {}",
                column.resample, of.system, of.baseline, column.of
            );
            (name, Values::Doubles(&column.values))
        })
    });
    let named: Vec<(String, Values)> = named.collect();
    let columns: Vec<(&str, Values)> = named
        .iter()
        .map(|(name, values)| (name.as_str(), *values))
        .collect();
    // Resamples are not statistics of items: the file says nothing of a metric.
    restrap_io::write_columns(path, &columns, None, &Metadata::default())
}

/// Standard deviations on each side of 0 that are told, at least.
const WIDE: f64 = 4.0;
/// The observed difference lies at most at this share of a side.
const INSIDE: f64 = 0.9;

/// How a difference is spread where each item's two scores are swapped at random.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SwapLaw {
    /// Name of the system.
    pub system: String,
    /// System − baseline, as observed.
    pub difference: f64,
    /// From one difference to the next, in score units, and the share of all swaps there.
    pub shares: Vec<(f64, f64, f64)>,
}

impl OwnedData {
    /// The law of each system after the first, in at most so many bins. Nothing where units are not items with a score of each system
    /// (clusters, training runs, raters, human scores, votes, corpus metrics).
    ///
    /// # Errors
    /// [`Error`] for scores that do not lie on the grid.
    pub fn swap_laws(&self, grid: GridChoice, bins: u32) -> Result<Vec<SwapLaw>, Error> {
        let Owned::Scores { systems, .. } = &self.owned else {
            return Ok(Vec::new());
        };
        let Some((baseline, systems)) = systems.split_first() else {
            return Ok(Vec::new());
        };
        let has_units = self.sampling.units.clusters().is_some()
            || self.sampling.answered.is_some()
            || self.sampling.voted.is_some()
            || self.sampling.human.is_some()
            || self.mixed.is_some();
        if has_units
            || systems
                .iter()
                .any(|system| system.rows().len() != baseline.rows().len())
        {
            return Ok(Vec::new());
        }
        let design = Arc::new(Scheme::plain(baseline.items()));
        let surveyed = Surveyed::new(baseline);
        let law = |system| {
            let systems = [surveyed, Surveyed::new(system)];
            let pair = Pair::new(systems, grid, &design, (&PartDesign::Items, [0, 1]))?;
            Ok(of_pair(&pair, bins.max(1)))
        };
        systems.iter().map(law).collect()
    }
}

fn of_pair(pair: &Pair, bins: u32) -> SwapLaw {
    let law = pair.permutation_law();
    let (mut end, mut step) = (0_i128, 0_u64);
    for (difference, items) in pair.weighted() {
        end += i128::from(difference.unsigned_abs()) * i128::from(items);
        step = gcd(step, difference.unsigned_abs());
    }
    // Swapping an item moves the sum by twice its difference.
    let step = 2 * i128::from(step.max(1));
    let reach = (WIDE * law.variance().sqrt()).max((pair.total.unsigned_abs() as f64) / INSIDE);
    let steps = (2.0 * reach / step as f64 / f64::from(bins))
        .ceil()
        .max(1.0) as i128;
    let width = steps * step;
    // Bins end half-way between two values of the sum, and one of them holds its least value.
    let from = -end + ((end - reach as i128).max(0) / width) * width;
    let upper = |sum: i128| law.at_least(sum).probability.value();
    let mut shares = Vec::new();
    let mut low = from;
    while low <= -from && low <= end {
        let place = |sum: i128| (sum as f64 - 0.5 * step as f64) / pair.divisor();
        shares.push((
            place(low),
            place(low + width),
            (upper(low) - upper(low + width)).max(0.0),
        ));
        low += width;
    }
    SwapLaw {
        system: pair.system.name.clone(),
        difference: pair.difference(),
        shares,
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use restrap_lib::Scores;

    use super::*;

    fn laws(baseline: &[f64], system: &[f64], bins: u32) -> SwapLaw {
        let systems = vec![
            Scores::new("base", baseline.to_vec()),
            Scores::new("new", system.to_vec()),
        ];
        let data = OwnedData {
            owned: Owned::Scores {
                mean: None,
                systems,
            },
            ..OwnedData::default()
        };
        data.swap_laws(GridChoice::Auto, bins)
            .expect("on a grid")
            .remove(0)
    }

    #[test]
    fn four_items_of_equal_gain_are_a_binomial() {
        let law = laws(&[0.0; 5], &[1.0, 1.0, 1.0, 1.0, 0.0], 100);
        let shares: Vec<f64> = law.shares.iter().map(|share| share.2).collect();
        assert_eq!(law.difference, 0.8);
        for (share, ways) in shares.iter().zip([1.0, 4.0, 6.0, 4.0, 1.0]) {
            assert!((share - ways / 16.0).abs() < 1e-12, "{shares:?}");
        }
        assert_eq!(shares.len(), 5);
        let last = law.shares[4];
        assert!(last.0 < 0.8 && 0.8 < last.1, "{last:?}");
    }

    #[test]
    fn bins_of_many_values_hold_all_swaps() {
        let baseline: Vec<f64> = (0..200).map(|item| f64::from(item * 37 % 101)).collect();
        let system: Vec<f64> = (0..200).map(|item| f64::from(item * 53 % 101)).collect();
        let law = laws(&baseline, &system, 40);
        let all: f64 = law.shares.iter().map(|share| share.2).sum();
        // Beyond four standard deviations are 6e-5.
        assert!(
            (all - 1.0).abs() < 2e-4 && law.shares.len() <= 42,
            "{all} {}",
            law.shares.len()
        );
        let middle = law.shares.iter().map(|share| share.2).fold(0.0, f64::max);
        assert!(law.shares[0].2 < middle / 100.0);
    }
}
