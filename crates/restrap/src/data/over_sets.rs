//! A metric of the whole corpus over several data sets that count alike: the mean of its values on each.
//!
//! Every statistic has a column for each data set, 0 on the items of the others, so that sums over any items know the sums of each data
//! set, and swaps, resamples and jackknives of the mean are those of any metric of sums.

use restrap_metrics::{ColumnName, Metric};

use crate::data::scores::Counted;
use crate::design::units::Populations;

/// The mean of a system's values over languages, where the groups of its items are such.
pub fn over_languages(metric: &dyn Metric, system: &Counted, groups: &Populations) -> Option<f64> {
    let (codes, names) = groups.apart().filter(|_| groups.are_languages())?;
    let over = OverSets::new(metric, &names);
    Some(over.finish(&over.apart(system, &codes).sums()))
}

/// The mean of a metric over data sets.
#[derive(Debug)]
pub(crate) struct OverSets<'m> {
    metric: &'m dyn Metric,
    sets: usize,
    columns: Vec<ColumnName>,
    per_one: Option<Vec<f64>>,
}

impl<'m> OverSets<'m> {
    pub fn new(metric: &'m dyn Metric, names: &[String]) -> Self {
        let column = |set: &String| {
            metric
                .columns()
                .iter()
                .map(|column| format!("{column} of {set}").into())
                .collect::<Vec<_>>()
        };
        let per_one = metric.per_one().map(|steps| steps.repeat(names.len()));
        Self {
            metric,
            sets: names.len(),
            columns: names.iter().flat_map(column).collect(),
            per_one,
        }
    }

    /// The statistics of a system, apart by the data set of each item.
    pub fn apart(&self, system: &Counted, codes: &[usize]) -> Counted {
        let of_set = |set| {
            let own = system.regrouped(codes.len(), |item| (codes[item] == set).then_some(item));
            own.columns
        };
        Counted {
            name: system.name.clone(),
            columns: (0..self.sets).flat_map(of_set).collect(),
            times: system.times.clone(),
        }
    }

    /// Whether the metric is defined on a data set.
    pub fn is_defined_on(&self, sums: &[i64], set: usize) -> bool {
        sums.chunks_exact(self.metric.columns().len())
            .nth(set)
            .is_none_or(|own| self.metric.is_defined(own))
    }

    /// The values on each data set.
    pub fn each(&self, sums: &[i64]) -> Vec<f64> {
        sums.chunks_exact(self.metric.columns().len())
            .map(|own| self.metric.finish(own))
            .collect()
    }
}

impl Metric for OverSets<'_> {
    fn name(&self) -> String {
        self.metric.name()
    }

    fn signature(&self) -> String {
        self.metric.signature()
    }

    fn columns(&self) -> &[ColumnName] {
        &self.columns
    }

    fn finish(&self, sums: &[i64]) -> f64 {
        self.each(sums).iter().sum::<f64>() / self.sets as f64
    }

    fn per_one(&self) -> Option<&[f64]> {
        self.per_one.as_deref()
    }

    fn has_faithful_resamples(&self) -> bool {
        self.metric.has_faithful_resamples()
    }

    fn is_batched(&self) -> bool {
        self.metric.is_batched()
    }

    fn finish_all(&self, sums: &[i64]) -> Vec<f64> {
        let values = self.metric.finish_all(sums);
        values
            .chunks_exact(self.sets)
            .map(|of_sets| of_sets.iter().sum::<f64>() / self.sets as f64)
            .collect()
    }

    fn is_defined(&self, sums: &[i64]) -> bool {
        sums.chunks_exact(self.metric.columns().len())
            .all(|own| self.metric.is_defined(own))
    }

    fn higher_is_better(&self) -> bool {
        self.metric.higher_is_better()
    }

    fn range(&self) -> [f64; 2] {
        self.metric.range()
    }

    fn is_percentage(&self) -> bool {
        self.metric.is_percentage()
    }
}
