//! Calibration error: how far probabilities are from how often it happened.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

use restrap_core::IntegerColumn;

use crate::metric::Calibrated;
use crate::{ColumnName, Metric, OnGrid, RealMetric};

/// Expected calibration error in bins of equal width (Naeini, Cooper and Hauskrecht 2015; Guo et al. 2017), from 0 (calibrated) to 1.
///
/// What is printed elsewhere is Σ over bins of n_b/n · |mean p − share that happened|, to which chance adds: it is above 0 for
/// calibrated systems, the more so the fewer items there are. Kumar, Liang and Ma (2019, section 5) take off what chance adds: were
/// the shares the truth, the value would be expected at Σ n_b/n · E|N(mean p − share, share (1 − share)/n_b)|, which is in closed form
/// as the mean of a folded normal. The debiased value, twice the plain one less this, can fall below 0; with few items a bin it takes off too
/// little, so that a calibrated model of 30 items and uniform probabilities still scores about 0.17 in 15 bins.
///
/// A bin is open below and closed above; the first holds 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Calibration {
    plain: bool,
    bins: usize,
    columns: Vec<ColumnName>,
    /// Taken around its value, as basic intervals take resamples.
    is_resampled: bool,
}

/// The items of a calibration error: what each of them stated.
#[derive(Debug)]
struct Stated {
    metric: Calibration,
    /// Sums of items and of stated probabilities in each bin.
    items: Vec<f64>,
    shares: Vec<f64>,
    /// The bin and the probability of each item.
    each: Vec<(usize, f64)>,
    per_one: Vec<f64>,
}

impl Calibrated for Stated {
    fn plain(&self) -> Box<dyn Metric> {
        let metric = Calibration {
            plain: true,
            is_resampled: true,
            ..self.metric.clone()
        };
        Box::new(OnGrid::new(Box::new(metric), self.per_one.clone()))
    }

    fn items(&self) -> usize {
        self.each.len()
    }

    fn draw(&self, uniform: &mut dyn FnMut() -> f64) -> f64 {
        let mut happened = vec![0.0; self.items.len()];
        for &(bin, share) in &self.each {
            happened[bin] += f64::from(u8::from(uniform() < share));
        }
        self.metric
            .value(&[&self.items[..], &happened, &self.shares].concat())
    }
}

impl Calibration {
    /// In so many bins; plain, as other programs print it, or debiased.
    pub fn new(bins: usize, plain: bool) -> Self {
        let of = |what: &'static str| (1..=bins).map(move |bin| format!("{what}[{bin}]").into());
        Self {
            plain,
            bins,
            is_resampled: false,
            columns: ["items", "happened", "p"]
                .into_iter()
                .flat_map(of)
                .collect(),
        }
    }

    /// The columns of probabilities, and whether what they are of happened.
    pub fn count(&self, happened: &[f64], given: &[f64]) -> Vec<Vec<f64>> {
        let mut columns = vec![vec![0.0; given.len()]; self.columns.len()];
        for (item, (&happened, &share)) in happened.iter().zip(given).enumerate() {
            let bin = self.bin(share);
            for (column, cell) in [1.0, happened, share].into_iter().enumerate() {
                columns[column * self.bins + bin][item] = cell;
            }
        }
        columns
    }

    /// The bin of a probability: edges are quotients, so that 0.3 is an edge of ten bins.
    fn bin(&self, share: f64) -> usize {
        let edge = |bin: usize| bin as f64 / self.bins as f64;
        let mut bin = (share * self.bins as f64) as usize;
        while bin > 0 && share <= edge(bin) {
            bin -= 1;
        }
        bin.min(self.bins - 1)
    }
}

/// The standard error of the share of a bin that happened.
fn error_of(items: f64, happened: f64) -> f64 {
    let share = happened / items;
    libm::sqrt((share * (1.0 - share)).max(0.0) / items)
}

/// E|X| of a normal X.
fn folded(mean: f64, error: f64) -> f64 {
    if error == 0.0 {
        return mean.abs();
    }
    let ratio = mean / error;
    error * libm::sqrt(2.0 / PI) * libm::exp(-ratio * ratio / 2.0)
        + mean * libm::erf(ratio * FRAC_1_SQRT_2)
}

impl Metric for Calibration {
    fn name(&self) -> String {
        "calibration-error".to_owned()
    }

    fn signature(&self) -> String {
        let kind = if self.plain { "plain" } else { "debiased" };
        format!("calibration-error|bins:{}|{kind}", self.bins)
    }

    fn columns(&self) -> &[ColumnName] {
        &self.columns
    }

    fn finish(&self, sums: &[i64]) -> f64 {
        self.value(&sums.iter().map(|&sum| sum as f64).collect::<Vec<_>>())
    }

    fn range(&self) -> [f64; 2] {
        if self.plain {
            crate::range::UNIT
        } else {
            [-1.0, 1.0]
        }
    }

    fn has_faithful_resamples(&self) -> bool {
        self.is_resampled
    }

    fn higher_is_better(&self) -> bool {
        false
    }
}

impl RealMetric for Calibration {
    fn of_calibration(
        &self,
        columns: &[IntegerColumn],
        per_one: &[f64],
    ) -> Option<Box<dyn Calibrated>> {
        let columns: Vec<_> = columns.iter().map(IntegerColumn::whole).collect();
        let real = |column: usize, item: usize| columns[column][item] as f64 / per_one[column];
        let number = columns.first().map_or(0, |column| column.len());
        let each = (0..number).map(|item| {
            let bin = (0..self.bins).find(|&bin| columns[bin][item] != 0)?;
            Some((bin, real(2 * self.bins + bin, item)))
        });
        let each = each.collect::<Option<Vec<(usize, f64)>>>()?;
        let (mut items, mut shares) = (vec![0.0; self.bins], vec![0.0; self.bins]);
        for &(bin, share) in &each {
            items[bin] += 1.0;
            shares[bin] += share;
        }
        Some(Box::new(Stated {
            metric: self.clone(),
            items,
            shares,
            each,
            per_one: per_one.to_vec(),
        }))
    }

    fn value(&self, sums: &[f64]) -> f64 {
        let (items, rest) = sums.split_at(self.bins);
        let (happened, given) = rest.split_at(self.bins);
        let (mut all, mut value) = (0.0, 0.0);
        for ((&items, &happened), &given) in items.iter().zip(happened).zip(given) {
            if items > 0.0 {
                let distance = (given - happened) / items;
                let by_chance = || folded(distance, error_of(items, happened));
                value += items
                    * if self.plain {
                        distance.abs()
                    } else {
                        2.0 * distance.abs() - by_chance()
                    };
                all += items;
            }
        }
        if all > 0.0 { value / all } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(metric: &Calibration, happened: &[f64], given: &[f64]) -> f64 {
        let columns = metric.count(happened, given);
        metric.value(
            &columns
                .iter()
                .map(|column| column.iter().sum())
                .collect::<Vec<f64>>(),
        )
    }

    #[test]
    fn bins_are_closed_above() {
        let metric = Calibration::new(10, true);
        let bins = [0.0, 0.1, 0.3, 0.7, 1.0, 0.300_000_000_000_000_04, 5e-324]
            .map(|share| metric.bin(share));
        assert_eq!(bins, [0, 0, 2, 6, 9, 3, 0]);
        for bins in 1..=100 {
            let metric = Calibration::new(bins, true);
            assert!(
                (1..=bins).all(|bin| metric.bin(bin as f64 / bins as f64) == bin - 1),
                "{bins}"
            );
        }
    }

    #[test]
    fn chance_is_taken_off() {
        // One bin of four items: mean p is .4, two of four happened: |.4 - .5| = .1, and an error of .25.
        let (happened, given) = ([1.0, 0.0, 1.0, 0.0], [0.5, 0.3, 0.6, 0.2]);
        assert!((value(&Calibration::new(1, true), &happened, &given) - 0.1).abs() < 1e-15);
        let debiased = value(&Calibration::new(1, false), &happened, &given);
        assert!(
            (debiased - (0.2 - folded(0.1, 0.25))).abs() < 1e-15 && debiased < 0.0,
            "{debiased}"
        );
        // Without spread in any bin nothing is taken off.
        let sure = [1.0, 1.0, 0.0, 0.0];
        let metrics = [true, false].map(|plain| Calibration::new(10, plain));
        let [plain, debiased] =
            metrics.map(|metric| value(&metric, &sure, &[0.95, 0.91, 0.12, 0.18]));
        assert!(
            (plain - debiased).abs() < 1e-15 && (plain - 0.11).abs() < 1e-12,
            "{plain} {debiased}"
        );
    }

    #[test]
    fn the_mean_of_a_folded_normal_is_that_of_its_values() {
        for (mean, error) in [(0.0, 1.0), (0.3, 0.2), (-0.3, 0.2), (1.0, 0.1)] {
            // The midpoint rule over 12 errors on each side.
            let steps = 100_000;
            let width = 24.0 / steps as f64;
            let at = |step: usize| -12.0 + (step as f64 + 0.5) * width;
            let density = |z: f64| libm::exp(-z * z / 2.0) / libm::sqrt(2.0 * PI);
            let of = |step: usize| (mean + error * at(step)).abs() * density(at(step)) * width;
            let want: f64 = (0..steps).map(of).sum();
            assert!(
                (folded(mean, error) - want).abs() < 1e-8,
                "{mean} {error}: {} {want}",
                folded(mean, error)
            );
        }
    }
}
