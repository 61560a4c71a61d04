//! Newcombe's hybrid score intervals of a difference of two shares: Wilson's ends, squared and added.
//!
//! Unpaired (Newcombe 1998a, Statistics in Medicine 17, 873-890, method 10): with shares p1, p2 and Wilson's ends l, u,
//! `p1 - p2 - sqrt((p1 - l1)^2 + (u2 - p2)^2)` to `p1 - p2 + sqrt((u1 - p1)^2 + (p2 - l2)^2)`.
//!
//! Paired (Newcombe 1998b, the same volume, 2635-2650, method 10): the products `-2 phi (p1 - l1) (u2 - p2)` and
//! `-2 phi (u1 - p1) (p2 - l2)` join the squares, phi the correlation of the two columns with Newcombe's correction
//! `max(e h - f g - n / 2, 0)` where `e h > f g`, and 0 where a margin is empty. Tango's interval is the default for paired
//! 0/1 scores: it holds its level closer and inverts a test; this one is closed in form and widely printed.

use super::Interval;
use super::proportion::{two_sided_quantile, wilson_at};
use crate::StatsError;

/// Difference of two shares of independent samples, `k1 / n1 - k2 / n2`.
///
/// # Errors
/// When a sample is empty, a count exceeds its sample or `confidence` is outside (0, 1).
pub fn newcombe(
    k1: u64,
    n1: u64,
    k2: u64,
    n2: u64,
    confidence: f64,
) -> Result<Interval, StatsError> {
    Shares::new((k1, n1), (k2, n2), confidence)?.interval(0.0)
}

/// Counts of items by who answers them right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairedTable {
    /// Both right.
    pub both: u64,
    /// Only the system right.
    pub system: u64,
    /// Only the baseline right.
    pub baseline: u64,
    /// Neither right.
    pub neither: u64,
}

impl PairedTable {
    /// All items.
    pub fn items(self) -> u64 {
        self.both + self.system + self.baseline + self.neither
    }

    /// The correlation of the two columns, shrunk by Newcombe's correction; 0 where a column is constant.
    fn correlation(self) -> f64 {
        let [e, f, g, h] =
            [self.both, self.system, self.baseline, self.neither].map(|count| count as f64);
        let margins = [e + f, g + h, e + g, f + h];
        if margins.contains(&0.0) {
            return 0.0;
        }
        let excess = e * h - f * g;
        let shrunk = if excess > 0.0 {
            (excess - 0.5 * (e + f + g + h)).max(0.0)
        } else {
            excess
        };
        // The root of each factor: the product of four counts would overflow late, but loses nothing here.
        shrunk
            / margins
                .iter()
                .map(|count| libm::sqrt(*count))
                .product::<f64>()
    }
}

/// Difference of two shares of the same items, system minus baseline.
///
/// # Errors
/// When there is no item or `confidence` is outside (0, 1).
pub fn newcombe_paired(table: PairedTable, confidence: f64) -> Result<Interval, StatsError> {
    let n = table.items();
    let shares = Shares::new(
        (table.both + table.system, n),
        (table.both + table.baseline, n),
        confidence,
    )?;
    shares.interval(table.correlation())
}

/// Two shares and how far Wilson's ends lie from each.
struct Shares {
    difference: f64,
    below: [f64; 2],
    above: [f64; 2],
}

impl Shares {
    fn new(one: (u64, u64), two: (u64, u64), confidence: f64) -> Result<Self, StatsError> {
        Self::of_quantile(one, two, two_sided_quantile(confidence)?)
    }

    fn of_quantile(one: (u64, u64), two: (u64, u64), z: f64) -> Result<Self, StatsError> {
        let (first, second) = (wilson_at(one.0, one.1, z)?, wilson_at(two.0, two.1, z)?);
        let (p, q) = (one.0 as f64 / one.1 as f64, two.0 as f64 / two.1 as f64);
        Ok(Self {
            difference: p - q,
            below: [p - first.low, q - second.low],
            above: [first.high - p, second.high - q],
        })
    }

    fn interval(&self, correlation: f64) -> Result<Interval, StatsError> {
        let reach =
            |x: f64, y: f64| libm::sqrt((x * x - 2.0 * correlation * x * y + y * y).max(0.0));
        Interval::new(
            self.difference - reach(self.below[0], self.above[1]),
            self.difference + reach(self.above[0], self.below[1]),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn airway_responsiveness_of_twenty_one_children() {
        // Fagerland, Lydersen & Laake 2014 (Statistics in Medicine 33, 2850-2875), data of Bentur et al.: 1, 1, 7, 12; the
        // square-and-add interval is -0.507 to -0.026.
        let table = PairedTable {
            both: 1,
            system: 1,
            baseline: 7,
            neither: 12,
        };
        let got = newcombe_paired(table, 0.95).unwrap();
        assert!(
            (got.low + 0.507).abs() < 5e-4 && (got.high + 0.026).abs() < 5e-4,
            "{got:?}"
        );
    }

    #[test]
    fn tables_printed_by_newcombe() {
        // 1998b, method 10, fifty items: a negative correlation, and an empty column, where it is 0.
        for (f, g, low, high) in [(12, 2, 0.0569, 0.3404), (14, 0, 0.1528, 0.4167)] {
            let table = PairedTable {
                both: 36,
                system: f,
                baseline: g,
                neither: 0,
            };
            let got = newcombe_paired(table, 0.95).unwrap();
            assert!(
                (got.low - low).abs() < 5e-5 && (got.high - high).abs() < 5e-5,
                "{f} {g}: {got:?}"
            );
        }
    }

    #[test]
    fn exchanging_the_systems_mirrors_the_interval() {
        for (e, f, g, h) in [
            (1, 1, 7, 12),
            (59, 6, 16, 80),
            (0, 5, 0, 3),
            (0, 0, 0, 9),
            (400, 20, 31, 7),
        ] {
            let one = PairedTable {
                both: e,
                system: f,
                baseline: g,
                neither: h,
            };
            let other = PairedTable {
                system: g,
                baseline: f,
                ..one
            };
            let (one, other) = (
                newcombe_paired(one, 0.9).unwrap(),
                newcombe_paired(other, 0.9).unwrap(),
            );
            let mirrored = other.mirrored();
            // The squares are added in the other order.
            let apart = (one.low - mirrored.low)
                .abs()
                .max((one.high - mirrored.high).abs());
            assert!(apart < 1e-15, "{e} {f} {g} {h}: {apart}");
            assert!(
                one.low >= -1.0 && one.high <= 1.0 && one.low < one.high,
                "{one:?}"
            );
        }
        assert_eq!(
            newcombe(3, 10, 8, 20, 0.95).unwrap(),
            newcombe(8, 20, 3, 10, 0.95).unwrap().mirrored()
        );
    }

    #[test]
    fn unrelated_columns_are_as_good_as_two_samples() {
        // 6 * 6 = 4 * 9: no correlation.
        let table = PairedTable {
            both: 6,
            system: 4,
            baseline: 9,
            neither: 6,
        };
        assert_eq!(newcombe_paired(table, 0.95), newcombe(10, 25, 15, 25, 0.95));
        // Negative control: with the correlation of agreeing columns the interval is shorter.
        let agreeing = PairedTable {
            both: 8,
            system: 2,
            baseline: 7,
            neither: 8,
        };
        let (paired, unpaired) = (
            newcombe_paired(agreeing, 0.95).unwrap(),
            newcombe(10, 25, 15, 25, 0.95).unwrap(),
        );
        assert!(
            paired.low > unpaired.low && paired.high < unpaired.high,
            "{paired:?} {unpaired:?}"
        );
    }
}
