//! F1 of a corpus, simulated: sentences with gold entities, of which each system finds some and invents others.
//!
//! A sentence has 1 to 4 gold entities, and each number is equally likely. The baseline finds an entity with probability 0.8
//! and adds, for every gold entity, a wrong one with probability 0.2: F1 is 0.8. In the share of ties the system gives what
//! the baseline gave; otherwise it draws its own entities, and finds them as often as the effect requires: the F1 of its
//! expected counts is that of the baseline plus the effect.
//!
//! F1 is not a mean, so tests resample sentences' counts and compute it from their sums through [`Statistic`]: swaps exchange
//! what two systems gave for a sentence, a bootstrap draws sentences. T* counts as extreme from T − 1e-12 (|F1| + |F1|) on.

use rand::RngExt;
use restrap_core::{
    Design, Experiment, Level, Resampler, ScalarStream, Statistic, StreamedBootstrap, StreamedFlips,
};
use restrap_engine::Threshold;
use restrap_stats::Alternative;

use super::method::Recipe;
use super::request::Setting;
use restrap_lib::Error;
use restrap_lib::Test;
use restrap_lib::inner::{Bounds, Resampling};
use restrap_lib::{Centre, Draws, Rule};

/// Units of an integer estimate in a difference of 1.
pub(crate) const UNITS: f64 = (1_u64 << 40) as f64;
/// Probability that the baseline finds an entity, and that it adds one.
const FOUND: f64 = 0.8;
const ADDED: f64 = 0.2;
const MOST_GOLD: u64 = 4;
/// Share of the F1 of both systems within which values tie.
pub(super) const TIE: f64 = 1e-12;

/// Difference of two F1 from the sums of true positives and predictions of the system and of the baseline, and of gold.
struct F1Difference;

fn f1(found: i64, predicted: i64, gold: i64) -> f64 {
    let all = predicted + gold;
    if all == 0 {
        0.0
    } else {
        2.0 * found as f64 / all as f64
    }
}

impl Statistic for F1Difference {
    type Value = f64;

    fn columns(&self) -> usize {
        5
    }

    fn finish(&self, sums: &[i64], values: &mut Vec<f64>) {
        values.push(f1(sums[0], sums[1], sums[4]) - f1(sums[2], sums[3], sums[4]));
    }
}

/// F1 after swaps, from signed differences of true positives and of predictions: what both systems gave in all stays.
struct Swapped {
    found: i64,
    predicted: i64,
    gold: i64,
}

impl Statistic for Swapped {
    type Value = f64;

    fn columns(&self) -> usize {
        2
    }

    fn finish(&self, sums: &[i64], values: &mut Vec<f64>) {
        let side = |sign: i64| {
            // What a system gave is half of the sum of both and of their difference: a whole number.
            let half = |total: i64, sum: i64| i64::midpoint(total, sign * sum);
            f1(
                half(self.found, sums[0]),
                half(self.predicted, sums[1]),
                self.gold,
            )
        };
        values.push(side(1) - side(-1));
    }
}

/// One cell of sentences.
pub(crate) struct Corpus {
    alpha: f64,
    resamples: u64,
    level: Level,
    items: u64,
    ties: f64,
    /// Probability that the system finds an entity where it does not tie.
    found: f64,
}

impl Corpus {
    /// # Errors
    /// When the effect leaves no room, or there are clusters.
    pub fn new(
        setting: &Setting,
        (alpha, resamples): (f64, u64),
        level: Level,
    ) -> Result<Self, Error> {
        let bad = |expected, found: String| Err(Error::BadParameter { expected, found });
        let ties = setting.ties.unwrap_or(0.0);
        if !(0.0..1.0).contains(&ties) {
            return bad("a share of ties from 0, below 1", ties.to_string());
        }
        if setting.cluster_size != 1 {
            return bad(
                "no clusters for f1, whose sentences hold several entities",
                setting.cluster_size.to_string(),
            );
        }
        let target = f1_of(FOUND) + setting.effect;
        let all = target * (1.0 + ADDED) / (2.0 - target);
        let found = (all - ties * FOUND) / (1.0 - ties);
        if !(0.0..=1.0).contains(&found) {
            return bad(
                "an effect that the model has room for",
                format!("an F1 of {target} with {ties} ties"),
            );
        }
        Ok(Self {
            alpha,
            resamples,
            level,
            items: setting.items,
            ties,
            found,
        })
    }

    /// The five columns of an experiment.
    fn columns(&self, stream: &mut ScalarStream) -> [Vec<i64>; 5] {
        let mut columns: [Vec<i64>; 5] = Default::default();
        let binomial = |stream: &mut ScalarStream, n: i64, p: f64| {
            (0..n).filter(|_| stream.open_unit() < p).count() as i64
        };
        for _ in 0..self.items {
            let gold = stream.random_range(1..=MOST_GOLD) as i64;
            let given = |stream: &mut ScalarStream, found: f64| {
                let found = binomial(stream, gold, found);
                (found, found + binomial(stream, gold, ADDED))
            };
            let baseline = given(stream, FOUND);
            let tied = stream.open_unit() < self.ties;
            let system = if tied {
                baseline
            } else {
                given(stream, self.found)
            };
            let row = [system.0, system.1, baseline.0, baseline.1, gold];
            columns
                .iter_mut()
                .zip(row)
                .for_each(|(column, value)| column.push(value));
        }
        columns
    }

    /// Whether each recipe rejects (`None` where it is a test of item scores), and the difference.
    pub fn decisions(
        &self,
        recipes: &[Recipe],
        experiment: Experiment,
        stream: &mut ScalarStream,
    ) -> (Vec<Option<bool>>, i64) {
        let columns = self.columns(stream);
        let sums: Vec<i64> = columns.iter().map(|column| column.iter().sum()).collect();
        let mut observed = Vec::new();
        F1Difference.finish(&sums, &mut observed);
        let t = observed[0];
        let tie = TIE * (f1(sums[0], sums[1], sums[4]) + f1(sums[2], sums[3], sums[4]));
        let mut drawn: Vec<((Resampling, bool), Vec<f64>)> = Vec::new();
        let decisions = recipes.iter().map(|recipe| {
            let kind = recipe.resampling()?;
            if !drawn.iter().any(|(other, _)| *other == kind) {
                drawn.push((kind, self.draw(kind, experiment, &columns, &sums)));
            }
            let values = &drawn.iter().find(|(other, _)| *other == kind)?.1;
            let (extreme, factor) = extreme(recipe, values, t, tie);
            let limit = recipe.limit(self.resamples, factor, self.alpha);
            Some(limit.is_some_and(|limit| extreme <= limit))
        });
        let decisions = decisions.collect();
        (decisions, (t * UNITS).round() as i64)
    }

    /// All values of one kind of resample.
    fn draw(
        &self,
        (resampling, halved): (Resampling, bool),
        experiment: Experiment,
        columns: &[Vec<i64>; 5],
        sums: &[i64],
    ) -> Vec<f64> {
        let seed = experiment.own_seed();
        let count = self.resamples as usize;
        let mut values = Vec::new();
        match resampling {
            Resampling::Swaps => {
                let difference = |a: usize, b: usize| -> Vec<i64> {
                    columns[a]
                        .iter()
                        .zip(&columns[b])
                        .map(|(a, b)| a - b)
                        .collect()
                };
                let (found, predicted) = (difference(0, 2), difference(1, 3));
                let resampler = StreamedFlips::new(&[&found, &predicted], self.level);
                let mut drawn = vec![0; 2 * count];
                resampler.sums(seed, 0, 0, &mut drawn);
                let statistic = Swapped {
                    found: sums[0] + sums[2],
                    predicted: sums[1] + sums[3],
                    gold: sums[4],
                };
                statistic.finish_all(&drawn, &mut values);
            }
            Resampling::Items => {
                let draws = Rule {
                    draws: if halved { Draws::Half } else { Draws::All },
                    ..Rule::PLAIN
                }
                .draws(self.items);
                let columns: Vec<&[i64]> = columns.iter().map(Vec::as_slice).collect();
                let design = Design::draws(self.items, draws);
                let resampler = StreamedBootstrap::new(&columns, &design, self.level);
                let mut drawn = vec![0; 5 * count];
                resampler.sums(seed, u16::from(halved), 0, &mut drawn);
                F1Difference.finish_all(&drawn, &mut values);
            }
        }
        values
    }
}

/// F1 of expected counts.
fn f1_of(found: f64) -> f64 {
    2.0 * found / (found + ADDED + 1.0)
}

/// How many values are extreme, and what their share is multiplied with.
pub(super) fn extreme(recipe: &Recipe, values: &[f64], t: f64, tie: f64) -> (u64, f64) {
    let (test, side, rule) = (
        recipe.test(),
        recipe.request.question.alternative,
        recipe.request.variants.rule,
    );
    let slack = if rule.strict { -tie } else { tie };
    let n = values.len() as f64;
    let count = |is: &dyn Fn(f64) -> bool| values.iter().filter(|&&value| is(value)).count() as u64;
    let around = |centre: f64| match side {
        Alternative::Greater => count(&|value| value - centre >= t - slack),
        Alternative::Less => count(&|value| value - centre <= t + slack),
        Alternative::TwoSided => count(&|value| (value - centre).abs() >= t.abs() - slack),
    };
    match (test, rule.centre) {
        (Test::Bootstrap, Centre::Replicates) => (around(values.iter().sum::<f64>() / n), 1.0),
        (Test::Bootstrap, Centre::MeanSize) => {
            let mean = values.iter().map(|value| value.abs()).sum::<f64>() / n;
            (count(&|value| value.abs() - mean >= t.abs() - slack), 1.0)
        }
        _ => {
            let bounds = Bounds::new(test, side, (t, t), slack, rule.doubled);
            let beyond = |threshold: Threshold<f64>| match threshold {
                Threshold::AtLeast(limit) => count(&|value| value >= limit),
                Threshold::AtMost(limit) => count(&|value| value <= limit),
            };
            let counts: Vec<u64> = bounds.thresholds().into_iter().map(beyond).collect();
            bounds.combined(&counts, values.len() as u64)
        }
    }
}
