//! Two systems' outputs as a population of items, each with its statistics under a metric of the whole corpus.
//!
//! An experiment draws items with replacement, or takes each item of the files once if as many are asked for, and assigns the two
//! outputs of each item to the systems by a coin. A fair coin is the null: exchangeable item by item. An effect makes the coin
//! unfair, which moves the sums of both systems in proportion; the metric follows them to first order. A coin that never swaps
//! gives the difference of the files.
//!
//! Tests resample statistics as those of a comparison do, and compute the metric from their sums. T* counts as extreme from
//! T − 1e-12 (|M| + |M|) on.

use std::borrow::Cow;
use std::sync::Arc;

use rand::Rng;
use restrap_core::{
    Design, Experiment, IntegerColumn, Level, Resampler, ScalarStream, Statistic,
    StreamedBootstrap, StreamedFlips, Times, below,
};
use restrap_engine::Threshold;
use restrap_metrics::Metric;
use restrap_stats::Alternative;
use restrap_words::asked;

use super::method::Recipe;
use super::request::Setting;
use crate::format::too_much;
use restrap_lib::Counted;
use restrap_lib::Error;
use restrap_lib::inner::{Bounds, Resampling};
use restrap_lib::inner::{Differences, Layout};
use restrap_lib::inner::{Resampled, Swapped};
use restrap_lib::{Centre, Draws, Rule, Test};

/// Units of an integer estimate in a difference of 1.
pub(super) const UNITS: f64 = (1_u64 << 40) as f64;
/// Share of both values of the metric within which values tie.
const TIE: f64 = 1e-12;
/// Resamples whose sums are kept at once.
const AT_ONCE: usize = 4_096;

/// Two systems' outputs as a population.
///
/// Statistics of two systems whose sums determine a metric, on the same items: simulated data sets draw items of them, or swap
/// their systems.
#[derive(Clone, Debug)]
pub struct ObservedOutputs(Arc<Pool>);

#[derive(Debug)]
struct Pool {
    metric: Box<dyn Metric>,
    systems: [Counted; 2],
    /// M(system) − M(baseline), or the other way round where lower is better.
    difference: f64,
}

impl ObservedOutputs {
    /// Takes the statistics of a baseline and a system.
    ///
    /// # Errors
    /// For systems of different items, without any, of more than 10,000,000, or that do not differ, and where the metric has no
    /// value.
    pub fn new(metric: Box<dyn Metric>, systems: [Counted; 2]) -> Result<Self, Error> {
        let [baseline, system] = systems;
        let systems = [
            baseline.one_by_one()?.into_owned(),
            system.one_by_one()?.into_owned(),
        ];
        let [baseline, system] = &systems;
        if baseline.rows() == 0 {
            return Err(Error::Empty);
        }
        if baseline.rows() != system.rows() {
            return Err(Error::LengthMismatch {
                baseline: baseline.name.clone(),
                baseline_items: baseline.rows(),
                system: system.name.clone(),
                system_items: system.rows(),
            });
        }
        if let Some(undefined) = systems
            .iter()
            .find(|system| !metric.is_defined(&system.sums()))
        {
            return Err(Error::Undefined {
                metric: metric.name(),
                system: undefined.name.clone(),
            });
        }
        if baseline.columns == system.columns {
            return Err(Error::not_applicable(
                "power compare",
                "outputs that differ",
                "these are equal item by item",
                format!("give another system, or a {}", asked("model")),
            ));
        }
        let difference = side(metric.as_ref())
            * (metric.finish(&system.sums()) - metric.finish(&baseline.sums()));
        Ok(Self(Arc::new(Pool {
            metric,
            systems,
            difference,
        })))
    }

    /// Number of items.
    pub fn items(&self) -> u64 {
        self.0.systems[0].items()
    }

    /// BLAKE3 of the population.
    pub(crate) fn digest(&self) -> String {
        let mut digest = blake3::Hasher::new();
        digest.update(self.0.metric.signature().as_bytes());
        for column in self.0.systems.iter().flat_map(|system| &system.columns) {
            for value in &*column.whole() {
                digest.update(&value.to_le_bytes());
            }
        }
        digest.finalize().to_string()
    }
}

/// The columns, as resamplers take them.
fn slices<'a>(columns: &'a [Cow<'_, [i64]>]) -> Vec<&'a [i64]> {
    columns.iter().map(AsRef::as_ref).collect()
}

/// What turns a difference so that a gain is above 0.
fn side(metric: &dyn Metric) -> f64 {
    if metric.higher_is_better() { 1.0 } else { -1.0 }
}

/// One cell of outputs.
pub(crate) struct Outputs {
    of: Arc<Pool>,
    alpha: f64,
    resamples: u64,
    level: Level,
    items: u64,
    /// Probability that the outputs of an item are swapped.
    swapped: f64,
}

impl Outputs {
    /// # Errors
    /// For an effect larger than that of the files, or clusters.
    pub fn new(
        observed: &ObservedOutputs,
        setting: &Setting,
        (alpha, resamples): (f64, u64),
        level: Level,
    ) -> Result<Self, Error> {
        let of = Arc::clone(&observed.0);
        if setting.cluster_size != 1 {
            let found = format!("clusters of {}", setting.cluster_size);
            return Err(Error::BadParameter {
                expected: "no clusters of outputs",
                found,
            });
        }
        let share = if setting.effect == 0.0 {
            0.0
        } else {
            setting.effect / of.difference
        };
        if share.is_nan() || share.abs() > 1.0 + 1e-9 {
            let found = too_much(setting.effect, of.difference.abs());
            return Err(Error::BadParameter {
                expected: "an effect that swaps of these outputs can make",
                found,
            });
        }
        let swapped = (0.5 * (1.0 - share)).clamp(0.0, 1.0);
        Ok(Self {
            of,
            alpha,
            resamples,
            level,
            items: setting.items,
            swapped,
        })
    }

    /// Statistics of an experiment's items.
    fn draw(&self, stream: &mut ScalarStream) -> [Counted; 2] {
        let [baseline, system] = &self.of.systems;
        let own = self.items == baseline.items() && self.swapped == 0.5;
        let mut taken = Vec::with_capacity(self.items as usize);
        for item in 0..self.items {
            let place = if own {
                item
            } else {
                below(stream, baseline.items())
            };
            let is_swapped = if self.swapped == 0.5 {
                stream.next_u64() >> 63 == 1
            } else {
                stream.open_unit() < self.swapped
            };
            taken.push((place as usize, is_swapped));
        }
        let side = |kept: &Counted, other: &Counted| {
            let column = |(kept, other): (&IntegerColumn, &IntegerColumn)| {
                let (kept, other) = (kept.whole(), other.whole());
                taken
                    .iter()
                    .map(|&(place, swapped)| if swapped { other[place] } else { kept[place] })
                    .collect()
            };
            let columns = kept
                .columns
                .iter()
                .zip(&other.columns)
                .map(column)
                .collect();
            Counted {
                name: kept.name.clone(),
                columns,
                times: Times::Once,
            }
        };
        [side(baseline, system), side(system, baseline)]
    }

    /// Whether each recipe rejects (`None` where it is a test of item scores), and the difference.
    pub fn decisions(
        &self,
        recipes: &[Recipe],
        experiment: Experiment,
        stream: &mut ScalarStream,
    ) -> (Vec<Option<bool>>, i64) {
        let systems = self.draw(stream);
        let values = systems
            .each_ref()
            .map(|system| self.of.metric.finish(&system.sums()));
        let t = side(self.of.metric.as_ref()) * (values[1] - values[0]);
        if !t.is_finite() {
            return (vec![None; recipes.len()], 0);
        }
        let tie = TIE * (values[0].abs() + values[1].abs());
        let mut drawn: Vec<((Resampling, bool), Vec<f64>)> = Vec::new();
        let decisions = recipes.iter().map(|recipe| {
            let kind = recipe.resampling()?;
            if !drawn.iter().any(|(other, _)| *other == kind) {
                drawn.push((kind, self.resampled(kind, experiment, &systems)));
            }
            let values = &drawn.iter().find(|(other, _)| *other == kind)?.1;
            let (extreme, factor) = extreme(recipe, values, t, tie);
            let limit = recipe.limit(self.resamples, factor, self.alpha);
            Some(limit.is_some_and(|limit| extreme <= limit))
        });
        let decisions = decisions.collect();
        (decisions, (t * UNITS).round() as i64)
    }

    /// The differences of all resamples of one kind.
    fn resampled(
        &self,
        (resampling, halved): (Resampling, bool),
        experiment: Experiment,
        [baseline, system]: &[Counted; 2],
    ) -> Vec<f64> {
        let metric = self.of.metric.as_ref();
        match resampling {
            Resampling::Swaps => {
                let differences = Arc::new(Differences::new(baseline, system));
                let resampler = StreamedFlips::new(&slices(&differences.whole()), self.level);
                let judge = Swapped {
                    metric,
                    comparisons: vec![Arc::clone(&differences)],
                };
                self.values(&resampler, &judge, experiment, (0, 0))
            }
            Resampling::Items => {
                let draws = Rule {
                    draws: if halved { Draws::Half } else { Draws::All },
                    ..Rule::PLAIN
                }
                .draws(self.items);
                let layout = Layout::new(&[baseline, system], draws);
                let design = Design::draws(self.items, draws);
                let resampler = StreamedBootstrap::of_columns(&layout.columns, &design, self.level);
                let judge = Resampled {
                    metric,
                    layout,
                    classes: None,
                };
                self.values(
                    &resampler,
                    &judge,
                    experiment,
                    (u16::from(halved), Resampled::of_difference(1)),
                )
            }
        }
    }

    /// One value of each resample, turned so that a gain is above 0.
    fn values(
        &self,
        resampler: &dyn Resampler,
        judge: &impl Statistic<Value = f64>,
        experiment: Experiment,
        (comparison, value): (u16, usize),
    ) -> Vec<f64> {
        let (width, side) = (resampler.columns(), side(self.of.metric.as_ref()));
        let count = self.resamples as usize;
        let (mut all, mut values) = (Vec::with_capacity(count), Vec::new());
        for first in (0..count).step_by(AT_ONCE) {
            let mut sums = vec![0; width * AT_ONCE.min(count - first)];
            resampler.sums(experiment.own_seed(), comparison, first as u64, &mut sums);
            let found = judge
                .finish_all(&sums, &mut values)
                .chunks_exact(judge.values());
            all.extend(found.map(|values| side * values[value]));
        }
        all
    }
}

/// How many values are extreme, and what their share is multiplied with.
fn extreme(recipe: &Recipe, values: &[f64], t: f64, tie: f64) -> (u64, f64) {
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
