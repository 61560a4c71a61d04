//! The bootstrap of one sample of numbers, or of pairs: statistics that are not means, each resample by how often it takes each item.
//!
//! A quantile needs no sort of a resample: items are sorted once, and counts are summed up to its place. Sums of squares are about the
//! mean of the resample, in two passes, so that a resample of one item has a deviation of exactly 0. Cost: O(n) a resample, and
//! O(n) for all leave-one-out values.

use std::sync::atomic::Ordering;

use rayon::prelude::*;
use restrap_core::Times;
use restrap_core::{Design, Level, Resampler, StreamedBootstrap};
use restrap_engine::Control;
use restrap_words::asked;

use crate::error::Error;
use crate::evidence::interval::metric;
use crate::request::Request;

/// A statistic of a sample.
///
/// It is computed on the rows of a sample and on every resample of them: means, spreads, quantiles, ratios and correlations, of one
/// column or of pairs. The unit is the row.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SampleStatistic {
    /// The mean.
    Mean,
    /// The mean of the first of each pair minus that of the second.
    MeanDifference,
    /// The variance, with so many fewer than the items below.
    Variance(u32),
    /// Its square root.
    Deviation(u32),
    /// The quantile at a share, linear between order statistics (Hyndman and Fan 1996, type 7).
    Quantile(f64),
    /// The sum of the first of each pair by the sum of the second.
    Ratio,
    /// Pearson's correlation of pairs.
    Correlation,
}

impl SampleStatistic {
    /// Numbers an item.
    pub fn columns(self) -> usize {
        match self {
            Self::Mean | Self::Variance(_) | Self::Deviation(_) | Self::Quantile(_) => 1,
            Self::MeanDifference | Self::Ratio | Self::Correlation => 2,
        }
    }
}

/// What a bootstrap found.
///
/// The statistic on the data, its interval, and its values on the resamples, in order of resample number. The unit is the row of
/// the sample.
#[derive(Clone, Debug, PartialEq)]
pub struct Bootstrapped {
    /// The statistic of the sample.
    pub observed: f64,
    /// The ends of its interval.
    pub interval: (f64, f64),
    /// The statistic of each resample, in order of resample number.
    pub replicates: Vec<f64>,
}

/// Bootstraps a statistic of the columns of a sample; interval, level, resamples and seed are those of the request.
///
/// ```
/// # use restrap_lib as restrap;
/// use restrap::{Control, IntervalMethod, Request, SampleStatistic, bootstrap};
///
/// let request = Request::default().resamples(2_000).interval(IntervalMethod::Percentile);
/// let found = bootstrap(&[&[1.0, 2.0, 4.0]], SampleStatistic::Quantile(0.5), &request, &Control::default())?;
/// assert_eq!((found.observed, found.interval), (2.0, (1.0, 4.0)));
/// # Ok::<(), restrap::Error>(())
/// ```
///
/// # Errors
/// [`Error`] for columns of other numbers or lengths than the statistic takes, numbers that are not finite, resamples on which it has
/// no value, intervals that are not of resamples, and runs that were stopped.
pub fn bootstrap(
    columns: &[&[f64]],
    statistic: SampleStatistic,
    request: &Request,
    control: &Control,
) -> Result<Bootstrapped, Error> {
    let items = columns.first().map_or(0, |column| column.len());
    if items < 2
        || columns.len() != statistic.columns()
        || columns.iter().any(|column| column.len() != items)
    {
        let found = format!("{} of {items}", columns.len());
        return Err(Error::BadParameter {
            expected: "columns of at least 2 items, as the statistic takes",
            found,
        });
    }
    let sample = Sample::new(
        columns.iter().map(|column| column.to_vec()).collect(),
        statistic,
    );
    let level = request.compute.level.unwrap_or_else(Level::detected);
    let drawn = StreamedBootstrap::new(&[&vec![0; items]], &Design::full(items as u64), level);
    let value = |resample| {
        if control
            .cancel
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
        {
            return f64::NAN;
        }
        sample.value(&drawn.counts(request.compute.seed, 0, resample))
    };
    let replicates: Vec<f64> = (0..request.compute.resamples)
        .into_par_iter()
        .map(value)
        .collect();
    let observed = sample.value(&vec![1; items]);
    if !observed.is_finite() || replicates.iter().any(|value| !value.is_finite()) {
        return Err(Error::not_applicable(
            "a bootstrap",
            "a value of every resample",
            "it is undefined on some",
            "use more items, or another statistic",
        ));
    }
    let question = &request.question;
    let without = || (0..items).map(|item| sample.without(item)).collect();
    let confidence = question.confidence;
    let made = {
        let (method, scale) = (question.interval, request.sample.scale());
        metric::of(
            observed,
            replicates.clone(),
            method,
            (without, &Times::Once),
            scale,
            confidence,
            &mut Vec::new(),
        )?
    };
    let Some((interval, _)) = made else {
        let found = format!("{} of {:?}", asked("interval"), question.interval);
        return Err(Error::BadParameter {
            expected: "an interval of resamples",
            found,
        });
    };
    Ok(Bootstrapped {
        observed,
        interval: (interval.low, interval.high),
        replicates,
    })
}

/// The statistic of these columns, which mean difference and ratio allow to be of different lengths.
pub(crate) fn statistic_of(columns: Vec<Vec<f64>>, statistic: SampleStatistic) -> f64 {
    let sum = |column: usize| columns[column].iter().sum::<f64>();
    let mean = |column: usize| sum(column) / columns[column].len() as f64;
    match statistic {
        SampleStatistic::Mean => mean(0),
        SampleStatistic::MeanDifference => mean(0) - mean(1),
        SampleStatistic::Ratio => sum(0) / sum(1),
        _ => {
            let ones = vec![1; columns[0].len()];
            Sample::new(columns, statistic).value(&ones)
        }
    }
}

/// The columns of a sample, those of a quantile in ascending order.
struct Sample {
    columns: Vec<Vec<f64>>,
    statistic: SampleStatistic,
    /// Total of each column.
    totals: Vec<f64>,
    /// Sums about the means: squares of the first column, products, squares of the second.
    products: Vec<f64>,
}

impl Sample {
    fn new(mut columns: Vec<Vec<f64>>, statistic: SampleStatistic) -> Self {
        if let SampleStatistic::Quantile(_) = statistic {
            columns[0].sort_by(f64::total_cmp);
        }
        let totals = columns.iter().map(|column| column.iter().sum()).collect();
        let mut sample = Self {
            columns,
            statistic,
            totals,
            products: Vec::new(),
        };
        let pairs = [(0, 0), (0, 1), (1, 1)]
            .into_iter()
            .filter(|&(_, two)| two < sample.columns.len());
        let items = sample.columns[0].len();
        sample.products = pairs
            .map(|(one, two)| {
                (0..items)
                    .map(|item| sample.deviation(one, item) * sample.deviation(two, item))
                    .sum()
            })
            .collect();
        sample
    }

    /// How far an item is from the mean of all.
    fn deviation(&self, column: usize, item: usize) -> f64 {
        let values = &self.columns[column];
        values[item] - self.totals[column] / values.len() as f64
    }

    /// The statistic of items that are there so often.
    fn value(&self, counts: &[u64]) -> f64 {
        let items: u64 = counts.iter().sum();
        let sum = |of: &dyn Fn(usize) -> f64| -> f64 {
            counts
                .iter()
                .enumerate()
                .filter(|(_, count)| **count > 0)
                .map(|(item, &count)| count as f64 * of(item))
                .sum()
        };
        let total = |column: usize| sum(&|item| self.columns[column][item]);
        if let SampleStatistic::Quantile(share) = self.statistic {
            return self.quantile(share, items, |place| {
                let mut passed = 0;
                let found = counts.iter().position(|&count| {
                    passed += count;
                    passed > place
                });
                found.unwrap_or(counts.len() - 1)
            });
        }
        match self.statistic {
            SampleStatistic::Mean => return total(0) / items as f64,
            SampleStatistic::MeanDifference => return (total(0) - total(1)) / items as f64,
            SampleStatistic::Ratio => return total(0) / total(1),
            _ => {}
        }
        let means: Vec<f64> = (0..self.columns.len())
            .map(|column| total(column) / items as f64)
            .collect();
        let product = |one: usize, two: usize| {
            sum(&|item| {
                (self.columns[one][item] - means[one]) * (self.columns[two][item] - means[two])
            })
        };
        self.of_products(product, items)
    }

    /// The statistic without an item.
    fn without(&self, item: usize) -> f64 {
        let items = self.columns[0].len() as u64;
        match self.statistic {
            SampleStatistic::Quantile(share) => self.quantile(share, items - 1, |place| {
                let place = place as usize;
                place + usize::from(place >= item)
            }),
            SampleStatistic::Mean | SampleStatistic::MeanDifference => {
                let sum = |column: usize| self.totals[column] - self.columns[column][item];
                let other = if self.columns.len() == 2 { sum(1) } else { 0.0 };
                (sum(0) - other) / (items - 1) as f64
            }
            SampleStatistic::Ratio => {
                (self.totals[0] - self.columns[0][item]) / (self.totals[1] - self.columns[1][item])
            }
            _ => {
                let own = items as f64 / (items - 1) as f64;
                let product = |one: usize, two: usize| {
                    let lost = own * self.deviation(one, item) * self.deviation(two, item);
                    self.products[one + two] - lost
                };
                self.of_products(product, items - 1)
            }
        }
    }

    /// From sums of squares and products about the means.
    fn of_products(&self, product: impl Fn(usize, usize) -> f64, items: u64) -> f64 {
        match self.statistic {
            SampleStatistic::Variance(fewer) => product(0, 0) / (items as f64 - f64::from(fewer)),
            SampleStatistic::Deviation(fewer) => {
                libm::sqrt(product(0, 0).max(0.0) / (items as f64 - f64::from(fewer)))
            }
            _ => product(0, 1) / libm::sqrt(product(0, 0) * product(1, 1)),
        }
    }

    /// `at`: the item that is at a place of the ordered resample.
    fn quantile(&self, share: f64, items: u64, at: impl Fn(u64) -> usize) -> f64 {
        let position = share * (items - 1) as f64;
        let below = libm::floor(position);
        let (low, part) = (below as u64, position - below);
        let first = self.columns[0][at(low)];
        if part == 0.0 {
            return first;
        }
        let second = self.columns[0][at(low + 1)];
        // The nearer end, as NumPy has it: a quantile of equal numbers is that number.
        if part < 0.5 {
            first + part * (second - first)
        } else {
            second - (1.0 - part) * (second - first)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_without_an_item_is_what_counts_say() {
        let one = [3.0, 1.0, 4.0, 1.5, 9.0, 2.6];
        let two = [2.0, 7.0, 1.0, 8.0, 2.5, 8.5];
        for statistic in [
            SampleStatistic::Mean,
            SampleStatistic::MeanDifference,
            SampleStatistic::Variance(1),
            SampleStatistic::Deviation(0),
            SampleStatistic::Quantile(0.3),
            SampleStatistic::Ratio,
            SampleStatistic::Correlation,
        ] {
            let columns = [one.to_vec(), two.to_vec()][..statistic.columns()].to_vec();
            let sample = Sample::new(columns, statistic);
            for item in 0..one.len() {
                let kept: Vec<u64> = (0..one.len()).map(|at| u64::from(at != item)).collect();
                let (by_counts, by_sums) = (sample.value(&kept), sample.without(item));
                // Sums of six numbers round differently in another order.
                assert!(
                    (by_counts - by_sums).abs() < 1e-13,
                    "{statistic:?} {item}: {by_counts} {by_sums}"
                );
            }
        }
    }

    #[test]
    fn a_resample_of_one_item_has_no_deviation() {
        let sample = Sample::new(vec![vec![0.1, 0.7, 1e9]], SampleStatistic::Deviation(0));
        // Three times 0.7, divided by three, is a hair below it.
        let deviation = sample.value(&[0, 3, 0]);
        assert!((0.0..1e-15).contains(&deviation), "{deviation}");
    }

    #[test]
    fn resamples_without_a_value_are_refused() {
        let request = Request::default().resamples(500);
        let found = bootstrap(
            &[&[1.0, 2.0], &[2.0, 5.0]],
            SampleStatistic::Correlation,
            &request,
            &Control::default(),
        );
        assert!(matches!(found, Err(Error::NotApplicable { .. })));
    }
}
