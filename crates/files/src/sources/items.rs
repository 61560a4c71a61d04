//! Items side by side: what each system scored on each, and where two systems are farthest apart.

use restrap_io::By;

use super::data::{Owned, OwnedData};
use super::error::SourceError;
use restrap_lib::Scores;
use restrap_lib::outcome::Item;

/// What a corpus metric lacks, and what it has.
const NO_SCORES: &str = "expected a score per item, found a corpus metric, or systems of different items";
const HINT: &str = "restrap score writes what a corpus metric counts per item";

/// The items on which a system and the baseline are farthest apart, the farthest first; ties in the order of the items.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Extremes {
    /// Name of the system.
    pub system: String,
    /// Items on which it scored less than the baseline, and how many of them there are.
    pub below: (Vec<ScoredItem>, u64),
    /// The same where it scored more.
    pub above: (Vec<ScoredItem>, u64),
}

impl Extremes {
    /// At most so many items of each kind.
    #[must_use]
    pub fn farthest(&self, most: usize) -> Self {
        let first =
            |(items, all): &(Vec<ScoredItem>, u64)| (items.iter().take(most).cloned().collect(), *all);
        Self { system: self.system.clone(), below: first(&self.below), above: first(&self.above) }
    }
}

/// An item with the scores of both systems.
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
        let Some((baseline, systems)) = self.paired() else { return Vec::new() };
        let of = |system: &Scores| {
            let pairs = || baseline.values.iter().zip(system.values.iter()).enumerate();
            let farthest = |sign: f64| {
                let gap = |(_, (b, s)): &(usize, (&f64, &f64))| sign * (*s - *b);
                let mut items: Vec<_> = pairs().filter(|pair| gap(pair) > 0.0).collect();
                let count = items.len() as u64;
                let order = |a: &_, b: &_| gap(b).total_cmp(&gap(a)).then_with(|| usize::cmp(&a.0, &b.0));
                if items.len() > most {
                    items.select_nth_unstable_by(most, order);
                    items.truncate(most);
                }
                items.sort_unstable_by(order);
                let named = items.into_iter().map(|(item, (&baseline, &system))| ScoredItem {
                    item: self.item(item),
                    baseline,
                    system,
                });
                (named.collect(), count)
            };
            Extremes { system: system.name.clone(), below: farthest(-1.0), above: farthest(1.0) }
        };
        systems.iter().map(of).collect()
    }

    /// Writes one row per item as CSV: its id or place, its sub-population if there are any, the score of each system, and the
    /// difference of each from the baseline.
    ///
    /// # Errors
    /// For corpus metrics and for samples of different items, which have no pairs of scores, and when the file cannot be written.
    pub fn write_items(&self, path: &str) -> Result<(), SourceError> {
        let Some((baseline, systems)) = self.paired() else {
            return Err(SourceError::usage(NO_SCORES, HINT));
        };
        let mut header = vec!["item".to_owned()];
        header.extend(self.by.as_ref().map(|by| by.column.clone()));
        header.extend([baseline].into_iter().chain(systems).map(|system| system.name.clone()));
        header.extend(systems.iter().map(|system| match systems {
            [_] => "difference".to_owned(),
            _ => format!("difference of {}", system.name),
        }));
        let rows = (0..baseline.values.len()).map(|item| {
            let mut row = vec![self.item(item).to_string()];
            row.extend(self.by.as_ref().map(|by| value(by, item)));
            let score = |system: &Scores| system.values[item];
            row.extend([baseline].into_iter().chain(systems).map(|system| score(system).to_string()));
            row.extend(systems.iter().map(|system| (score(system) - score(baseline)).to_string()));
            row
        });
        Ok(restrap_io::write_rows(path, &header, rows)?)
    }

    /// The baseline and the other systems, where they have scores of the same items.
    fn paired(&self) -> Option<(&Scores<'static>, &[Scores<'static>])> {
        let Owned::Scores { systems, .. } = &self.owned else { return None };
        let (baseline, systems) = systems.split_first()?;
        let alike = systems.iter().all(|system| system.values.len() == baseline.values.len());
        alike.then_some((baseline, systems))
    }

    fn item(&self, place: usize) -> Item {
        let id = self.ids.as_ref().and_then(|ids| ids.get(place));
        id.map_or(Item::Number(place as u64 + 1), Item::Id)
    }
}

/// The value of an item's sub-population; nothing where it has none.
fn value(by: &By, item: usize) -> String {
    let place = (by.codes[item] as usize).checked_sub(1);
    place.and_then(|place| by.values.get(place)).cloned().unwrap_or_default()
}
