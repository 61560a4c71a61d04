//! How much each item moves Pearson's r: the standard error of r, of Fisher's z and of the difference of two r.

use super::sums::{self, Lanes};

/// Columns of scores beside a gold score, for Pearson's r of drawn items and its error in every draw.
#[derive(Clone, Debug)]
pub struct Influences<'t> {
    gold: &'t [f64],
    /// `None` where a metric does not vary.
    metrics: Vec<Option<&'t [f64]>>,
}

/// Room for the influences of the items of one draw.
#[derive(Clone, Debug)]
pub struct InfluenceRoom {
    /// Of every metric, in blocks that the last item may not fill.
    of_items: Vec<Vec<Lanes>>,
    of_metrics: Vec<Option<OfMetric>>,
}

/// Pearson's r of one metric.
#[derive(Clone, Copy, Debug)]
struct OfMetric {
    r: f64,
    /// Influences squared and added up.
    squares: f64,
}

/// Pearson's r of several metrics over drawn items, with the influence of each item on it: x·y − r·(x² + y²)/2 of standardised
/// scores (Devlin, Gnanadesikan & Kettenring 1975).
#[derive(Clone, Copy, Debug)]
pub struct Influenced<'r> {
    counts: &'r [u32],
    room: &'r InfluenceRoom,
    n: f64,
}

/// The mean of a column of drawn items and the root of its squared deviations; `None` where it does not vary.
pub(super) fn mean_and_root(counts: &[u32], column: &[f64], n: f64) -> Option<[f64; 2]> {
    let mean = sums::total(counts, column) / n;
    let squares = sums::squares(counts, column, mean);
    varies(counts, column, squares / n, mean).then(|| [mean, squares.sqrt()])
}

/// Returns `true` if drawn items differ. A variance that the rounding of the mean may have left is looked into.
pub(super) fn varies(counts: &[u32], column: &[f64], variance: f64, mean: f64) -> bool {
    if variance > 1e-20 * mean * mean {
        return true;
    }
    let mut drawn = counts
        .iter()
        .zip(column)
        .filter(|(count, _)| **count > 0)
        .map(|(_, value)| *value);
    let first = drawn.next();
    variance > 0.0 && drawn.any(|value| Some(value) != first)
}

impl<'t> Influences<'t> {
    /// Of metrics whose scores are of the items of `gold`, in its order; `None` for one that does not vary.
    pub fn new(gold: &'t [f64], metrics: Vec<Option<&'t [f64]>>) -> Self {
        Self { gold, metrics }
    }

    /// Room for the influences of one draw.
    pub fn room(&self) -> InfluenceRoom {
        let metrics = self.metrics.iter();
        InfluenceRoom {
            of_items: metrics
                .map(|metric| sums::room(metric.map_or(0, <[f64]>::len)))
                .collect(),
            of_metrics: vec![None; self.metrics.len()],
        }
    }

    /// Of items that are drawn `counts` times each, below 2^31 in all; 1 each is the data themselves.
    pub fn resample<'r>(&self, room: &'r mut InfluenceRoom, counts: &'r [u32]) -> Influenced<'r> {
        let n = f64::from(counts.iter().sum::<u32>());
        let gold = mean_and_root(counts, self.gold, n);
        let metrics = self.metrics.iter().zip(&mut room.of_items);
        for ((metric, of_items), of_metric) in metrics.zip(&mut room.of_metrics) {
            *of_metric = gold.zip(*metric).and_then(|(gold, metric)| {
                let mean = sums::total(counts, metric) / n;
                let means = [gold[0], mean];
                let [together, squares] = sums::products(counts, [self.gold, metric], means);
                if !varies(counts, metric, squares / n, mean) {
                    return None;
                }
                // Two roots: the product of the sums of squares may leave the range of doubles.
                let roots = [gold[1], squares.sqrt()];
                let r = Some(together / (roots[0] * roots[1])).filter(|r| r.is_finite())?;
                let r = r.clamp(-1.0, 1.0);
                let per_deviation = roots.map(|root| n.sqrt() / root);
                let squares = sums::influences(
                    counts,
                    [self.gold, metric],
                    means,
                    per_deviation,
                    r,
                    of_items,
                );
                Some(OfMetric { r, squares })
            });
        }
        Influenced { counts, room, n }
    }
}

impl Influenced<'_> {
    /// Fisher's z of a metric's r and its standard error; `None` where all items lie on a line, or no error can be told.
    pub fn fisher(&self, metric: usize) -> Option<[f64; 2]> {
        let OfMetric { r, squares } = self.room.of_metrics[metric]?;
        let free = 1.0 - r * r;
        // Below it r is 1 but for rounding.
        if free < 1e-12 {
            return None;
        }
        let error = squares.sqrt() / self.n / free;
        (error > 0.0).then(|| [libm::atanh(r), error])
    }

    /// How far r of one metric is above that of another, and its standard error; `None` where no error can be told.
    pub fn beyond(&self, base: usize, metric: usize) -> Option<[f64; 2]> {
        let r = |place: usize| Some(self.room.of_metrics[place]?.r);
        let difference = r(metric)? - r(base)?;
        let of_items = [metric, base].map(|place| self.room.of_items[place].as_flattened());
        let error = sums::squared_differences(self.counts, of_items).sqrt() / self.n;
        (error > 1e-12).then_some([difference, error])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn influences_are_the_derivative_of_r_by_the_weight_of_an_item() {
        let x = [1.0, 2.5, 3.0, 4.5, 7.0, 7.5];
        let y = [0.3, 1.0, 2.0, 1.5, 4.0, 2.5];
        let of = Influences::new(&x, vec![Some(&y)]);
        let mut room = of.room();
        of.resample(&mut room, &[1; 6]);
        let influences = &room.of_items[0].as_flattened()[..6];
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
        for (place, influence) in influences.iter().enumerate() {
            let slope = (weighted(place, 1e-5) - weighted(place, -1e-5)) / 2e-5;
            assert!((slope * x.len() as f64 - influence).abs() < 1e-6, "{place}");
        }
        assert!(influences.iter().sum::<f64>().abs() < 1e-12);
    }

    #[test]
    fn a_line_has_no_error() {
        let x = [1.0, 2.0, 3.0, 4.0];
        let line = [2.0, 4.0, 6.0, 8.0];
        let of = Influences::new(&x, vec![Some(&line), Some(&line), Some(&[1.0; 4]), None]);
        let mut room = of.room();
        let drawn = of.resample(&mut room, &[1; 4]);
        assert_eq!((drawn.fisher(0), drawn.beyond(0, 1)), (None, None));
        let no_r = |place: usize| drawn.room.of_metrics[place].is_none();
        assert!(!no_r(0) && no_r(2) && no_r(3));
    }

    #[test]
    fn drawn_items_weigh_as_their_copies_do() {
        let x = [1.0, 2.5, 3.0, 4.5, 7.0, 7.5];
        let columns = [
            [0.3, 1.0, 2.0, 1.5, 4.0, 2.5],
            [5.0, 1.0, 2.0, 2.5, 4.0, 0.5],
        ];
        let counts = [2, 0, 1, 3, 0, 1];
        let copied = |column: &[f64; 6]| -> Vec<f64> {
            let times = counts.iter().zip(column);
            times
                .flat_map(|(count, value)| vec![*value; *count as usize])
                .collect()
        };
        let (gold, [one, two]) = (copied(&x), [copied(&columns[0]), copied(&columns[1])]);
        let of = Influences::new(&x, vec![Some(&columns[0]), Some(&columns[1])]);
        let plain = Influences::new(&gold, vec![Some(&one), Some(&two)]);
        let (mut room, mut plain_room) = (of.room(), plain.room());
        let drawn = of.resample(&mut room, &counts);
        let copies = plain.resample(&mut plain_room, &[1; 7]);
        let near = |a: Option<[f64; 2]>, b: Option<[f64; 2]>| {
            let (a, b) = (a.expect("a value"), b.expect("a value"));
            assert!(
                a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-14),
                "{a:?} {b:?}"
            );
        };
        near(drawn.fisher(1), copies.fisher(1));
        near(drawn.beyond(0, 1), copies.beyond(0, 1));
        // One item alone does not vary.
        let alone = of.resample(&mut room, &[0, 6, 0, 0, 0, 0]);
        assert_eq!(alone.fisher(0), None);
    }
}
