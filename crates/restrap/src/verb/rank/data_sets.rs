//! Several data sets that count alike: an item weighs as much as its data set has few, so that the mean over all items is the mean over
//! data sets, and swaps of items are swaps within data sets.

use restrap_stats::{Moments, StatsError, TEstimate};

use crate::design::units::Populations;
use crate::error::Error;
use crate::number::digits::rounded;
use crate::outcome::rank::{RankOutcome, RankedSets};

/// Data sets of files that hold one training run each: values of items whose mean is the mean over data sets.
#[derive(Clone, Debug)]
pub struct SetsOfRuns {
    sets: DataSets,
    told: RankedSets,
    /// Of each system, by its name, on each data set.
    values: Vec<(String, Vec<f64>)>,
}

impl SetsOfRuns {
    /// # Errors
    /// For items without a data set, and fewer than two data sets.
    pub fn new(of: &Populations) -> Result<Self, Error> {
        let (sets, told) = DataSets::new(of)?;
        Ok(Self {
            sets,
            told,
            values: Vec::new(),
        })
    }

    /// The same with the values of systems on each data set.
    #[must_use]
    pub fn with(self, values: Vec<(String, Vec<f64>)>) -> Self {
        Self { values, ..self }
    }

    /// What the items of one run add to the mean over data sets, and its value on each: the mean of the first is that of the second, and
    /// their spread that of items within data sets. `of`: the value of some items, and what each of them adds to it.
    pub fn linear(&self, mut of: impl FnMut(&[usize]) -> (f64, Vec<f64>)) -> (Vec<f64>, Vec<f64>) {
        let (number, items) = (self.sets.items.len(), self.sets.codes.len());
        let mut members = vec![Vec::new(); number];
        self.sets
            .codes
            .iter()
            .enumerate()
            .for_each(|(item, &code)| members[code].push(item));
        let each: Vec<(f64, Vec<f64>)> = members.iter().map(|members| of(members)).collect();
        let values: Vec<f64> = each.iter().map(|(value, _)| *value).collect();
        let mean = values.iter().sum::<f64>() / number as f64;
        let mut adds = vec![mean; items];
        for (members, (value, own)) in members.iter().zip(&each) {
            let weight = items as f64 / (number * members.len()) as f64;
            for (&item, own) in members.iter().zip(own) {
                adds[item] += weight * (own - value);
            }
        }
        (adds, values)
    }

    /// Puts them into a ranking.
    pub fn tell(self, outcome: &mut RankOutcome) {
        for system in &mut outcome.systems {
            let own = self.values.iter().find(|(name, _)| *name == system.name);
            system.on_datasets = own
                .map(|(_, own)| own.iter().map(|value| rounded(*value)).collect())
                .unwrap_or_default();
        }
        outcome.datasets = Some(self.told);
    }
}

/// Which data set each item belongs to.
#[derive(Clone, Debug)]
pub(crate) struct DataSets {
    /// Numbers from 0.
    codes: Vec<usize>,
    items: Vec<u64>,
}

impl DataSets {
    /// Data sets by a column that every item has, with their names and sizes.
    ///
    /// # Errors
    /// For items without a data set, and fewer than two data sets.
    pub fn new(of: &Populations) -> Result<(Self, RankedSets), Error> {
        let bad = |expected, found: usize| {
            Err(Error::BadParameter {
                expected,
                found: found.to_string(),
            })
        };
        let without = of.codes.iter().filter(|&&code| code == 0).count();
        if without > 0 {
            return bad("a data set for every item", without);
        }
        // Values that no common item has are not data sets.
        let mut place = vec![None; of.values.len()];
        let (mut names, mut items) = (Vec::new(), Vec::new());
        let code = |&code: &u32| {
            let value = code as usize - 1;
            let at = *place[value].get_or_insert_with(|| {
                names.push(of.values[value].clone());
                items.push(0);
                items.len() - 1
            });
            items[at] += 1;
            at
        };
        let codes: Vec<usize> = of.codes.iter().map(code).collect();
        if items.len() < 2 {
            return bad("at least 2 data sets", items.len());
        }
        let told = RankedSets {
            column: of.column.clone(),
            names,
            items: items.clone(),
        };
        Ok((Self { codes, items }, told))
    }

    /// The data set of each item.
    pub fn codes(&self) -> &[usize] {
        &self.codes
    }

    /// What each item weighs; 1 in the mean.
    pub fn weights(&self) -> Vec<f64> {
        let of_set: Vec<f64> = self
            .items
            .iter()
            .map(|&items| self.codes.len() as f64 / (self.items.len() as f64 * items as f64))
            .collect();
        self.codes.iter().map(|&code| of_set[code]).collect()
    }

    /// Moments of the values of each.
    fn moments(&self, values: impl Iterator<Item = f64>) -> Result<Vec<Moments>, StatsError> {
        let mut apart: Vec<Vec<f64>> = self
            .items
            .iter()
            .map(|&items| Vec::with_capacity(items as usize))
            .collect();
        for (value, &code) in values.zip(&self.codes) {
            apart[code].push(value);
        }
        apart.iter().map(Moments::of).collect()
    }

    /// The variance of a sum over all items, drawn within data sets; a data set of one item has none to be seen.
    pub fn variance_of_sum(&self, values: impl Iterator<Item = f64>) -> f64 {
        let moments = self.moments(values).unwrap_or_default();
        moments
            .iter()
            .map(|of| of.variance().unwrap_or(0.0) * of.count() as f64)
            .sum()
    }

    /// The mean of each data set, and their mean with its standard error (Satterthwaite's degrees of freedom); none where no data set has
    /// two items.
    ///
    /// # Errors
    /// For values that are not finite.
    pub fn mean(&self, scores: &[f64]) -> Result<(Vec<f64>, f64, Option<TEstimate>), Error> {
        let moments = self.moments(scores.iter().copied())?;
        let sets = moments.len() as f64;
        let means: Vec<f64> = moments.iter().map(Moments::mean).collect();
        let mean = means.iter().sum::<f64>() / sets;
        let part = |of: &Moments| {
            let count = of.count() as f64;
            Some((of.variance()? / (count * sets * sets), count - 1.0))
        };
        let parts: Vec<(f64, f64)> = moments.iter().filter_map(part).collect();
        let variance: f64 = parts.iter().map(|(part, _)| part).sum();
        if variance <= 0.0 {
            return Ok((means, mean, None));
        }
        let df = variance * variance / parts.iter().map(|(part, df)| part * part / df).sum::<f64>();
        Ok((
            means,
            mean,
            Some(TEstimate::new(mean, variance.sqrt(), df)?),
        ))
    }
}
