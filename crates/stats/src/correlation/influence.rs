//! How much each item moves Pearson's r: the standard error of r, of Fisher's z and of the difference of two r.

use super::coefficient::Coefficient;
use crate::moments::sum;

/// Pearson's r of two columns, with the influence of each item on it: x·y − r·(x² + y²)/2 of standardised scores (Devlin, Gnanadesikan &
/// Kettenring 1975).
#[derive(Clone, Debug, PartialEq)]
pub struct CorrelationInfluence {
    r: f64,
    /// One for each item.
    of_items: Vec<f64>,
}

impl CorrelationInfluence {
    /// Of two columns of equal length; `None` where one does not vary.
    pub fn new(gold: &[f64], metric: &[f64]) -> Option<Self> {
        let r = Coefficient::Pearson.of_checked(gold, metric)?;
        let [gold, metric] = [gold, metric].map(standardised);
        let of_items = gold
            .zip(metric)
            .map(|(x, y)| x * y - 0.5 * r * (x * x + y * y));
        Some(Self {
            r,
            of_items: of_items.collect(),
        })
    }

    /// Pearson's r.
    pub fn r(&self) -> f64 {
        self.r
    }

    /// Fisher's z and its standard error; `None` where all items lie on a line, or no error can be told.
    pub fn fisher(&self) -> Option<[f64; 2]> {
        let free = 1.0 - self.r * self.r;
        // Below it r is 1 but for rounding.
        if free < 1e-12 {
            return None;
        }
        let error = error(self.of_items.iter().copied()) / free;
        (error > 0.0).then(|| [libm::atanh(self.r), error])
    }

    /// How far r is above that of another metric of the same items, and its standard error; `None` where no error can be told.
    pub fn beyond(&self, other: &Self) -> Option<[f64; 2]> {
        let differences = self
            .of_items
            .iter()
            .zip(&other.of_items)
            .map(|(a, b)| a - b);
        let error = error(differences);
        (error > 1e-12).then_some([self.r - other.r, error])
    }
}

/// The standard error of a mean of influences, which have mean 0.
fn error(influences: impl ExactSizeIterator<Item = f64>) -> f64 {
    let n = influences.len() as f64;
    sum(influences.map(|one| one * one)).sqrt() / n
}

/// Scores less their mean, over their standard deviation (denominator n).
fn standardised(column: &[f64]) -> impl ExactSizeIterator<Item = f64> + '_ {
    let n = column.len() as f64;
    let mean = sum(column.iter().copied()) / n;
    let deviation = (sum(column.iter().map(|value| (value - mean).powi(2))) / n).sqrt();
    column.iter().map(move |value| (value - mean) / deviation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn influences_are_the_derivative_of_r_by_the_weight_of_an_item() {
        let x = [1.0, 2.5, 3.0, 4.5, 7.0, 7.5];
        let y = [0.3, 1.0, 2.0, 1.5, 4.0, 2.5];
        let of = CorrelationInfluence::new(&x, &y).expect("columns that vary");
        let weighted = |place: usize, weight: f64| {
            let w: Vec<f64> = (0..x.len())
                .map(|item| if item == place { 1.0 + weight } else { 1.0 })
                .collect();
            let all: f64 = w.iter().sum();
            let mean = |of: &dyn Fn(usize) -> f64| -> f64 {
                (0..x.len()).map(|item| w[item] * of(item)).sum::<f64>() / all
            };
            let (mx, my) = (mean(&|i| x[i]), mean(&|i| y[i]));
            mean(&|i| (x[i] - mx) * (y[i] - my))
                / (mean(&|i| (x[i] - mx).powi(2)) * mean(&|i| (y[i] - my).powi(2))).sqrt()
        };
        for place in 0..x.len() {
            let slope = (weighted(place, 1e-5) - weighted(place, -1e-5)) / 2e-5;
            assert!(
                (slope * x.len() as f64 - of.of_items[place]).abs() < 1e-6,
                "{place}"
            );
        }
        assert!(of.of_items.iter().sum::<f64>().abs() < 1e-12);
    }

    #[test]
    fn a_line_has_no_error() {
        let x = [1.0, 2.0, 3.0, 4.0];
        let of = CorrelationInfluence::new(&x, &[2.0, 4.0, 6.0, 8.0]).expect("columns that vary");
        assert!((of.r() - 1.0).abs() < 1e-12);
        assert_eq!((of.fisher(), of.beyond(&of)), (None, None));
        assert_eq!(CorrelationInfluence::new(&x, &[1.0; 4]), None);
    }
}
