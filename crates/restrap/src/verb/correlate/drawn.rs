//! What is drawn: resamples of systems and segments for intervals, swaps of two metrics for tests.

use rayon::prelude::*;
use restrap_core::{Address, Domain, below};
use restrap_engine::{Control, Steps};
use restrap_stats::Alternative;
use restrap_stats::correlation::{CorrelationInfluence, Criterion, Matrix, SwapRoom, Swaps};

use super::request::Redrawn;
use crate::error::Error;

/// Standardised tables, and how each metric is looked at; a metric that does not vary has none.
pub(super) struct Standard {
    pub gold: Matrix,
    pub metrics: Vec<Option<(Matrix, Criterion)>>,
}

impl Standard {
    /// r of each metric over all items.
    pub fn influences(&self) -> Influences {
        let of = |metric: &Option<(Matrix, Criterion)>| {
            let (metric, _) = metric.as_ref()?;
            CorrelationInfluence::new(self.gold.cells(), metric.cells())
        };
        self.metrics.iter().map(of).collect()
    }

    /// The tables of drawn items.
    fn taken(&self, items: &[usize]) -> Self {
        let taken = |metric: &Option<(Matrix, Criterion)>| {
            let (metric, criterion) = metric.as_ref()?;
            Some((metric.taken(&[0], items), *criterion))
        };
        Self {
            gold: self.gold.taken(&[0], items),
            metrics: self.metrics.iter().map(taken).collect(),
        }
    }
}

/// What a test of two metrics drew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reached {
    /// Swaps at least as far out as what was observed.
    pub swaps: u64,
    /// Number of draws.
    pub of: u64,
    /// They were all there are.
    pub all: bool,
}

/// How draws are made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawing {
    pub redrawn: Redrawn,
    pub resamples: u64,
    pub seed: u64,
}

impl Drawing {
    fn address(self, domain: Domain, resample: u64, tile: u32) -> Address {
        Address {
            seed: self.seed,
            domain,
            comparison: 0,
            resample,
            tile,
            attempt: 0,
        }
    }

    /// Places of one kind, drawn with replacement, or each as it is.
    fn places(self, is_drawn: bool, many: usize, resample: u64, tile: u32) -> Vec<usize> {
        if !is_drawn {
            return (0..many).collect();
        }
        let mut stream = self.address(Domain::Bootstrap, resample, tile).scalar();
        (0..many)
            .map(|_| below(&mut stream, many as u64) as usize)
            .collect()
    }

    /// Agreement of every metric in every resample; none where it has no value.
    pub fn agreements(
        self,
        tables: &Standard,
        control: &Control,
    ) -> Result<Vec<Vec<Option<f64>>>, Error> {
        let steps = control.steps(self.resamples);
        let gold = &tables.gold;
        let one = |resample: u64| {
            alive(&steps)?;
            // The tile tells systems from segments.
            let systems = self.places(self.redrawn.systems(), gold.systems(), resample, 0);
            let segments = self.places(self.redrawn.segments(), gold.segments(), resample, 1);
            let gold = gold.taken(&systems, &segments);
            let of = |metric: &Option<(Matrix, Criterion)>| {
                let (metric, criterion) = metric.as_ref()?;
                criterion
                    .of_standardised(&gold, &metric.taken(&systems, &segments))
                    .value
            };
            let values: Vec<Option<f64>> = tables.metrics.iter().map(of).collect();
            steps.finish_one();
            Ok(values)
        };
        (0..self.resamples).into_par_iter().map(one).collect()
    }

    /// Studentised r of every metric, of Fisher's z, and of every pair the studentised difference of r, in every resample of items;
    /// none where it has no error.
    pub fn ratios(
        self,
        tables: &Standard,
        observed: &Influences,
        pairs: &[[usize; 2]],
        control: &Control,
    ) -> Result<Vec<Ratios>, Error> {
        let steps = control.steps(self.resamples);
        let ratio = |observed: Option<[f64; 2]>, drawn: Option<[f64; 2]>| {
            let ([observed, _], [drawn, error]) = (observed?, drawn?);
            Some((drawn - observed) / error)
        };
        let one = |resample: u64| {
            alive(&steps)?;
            let items = self.places(true, tables.gold.segments(), resample, 1);
            let drawn = tables.taken(&items).influences();
            let fisher = |of: &Influences, place: usize| of[place].as_ref()?.fisher();
            let of_metric = |place| ratio(fisher(observed, place), fisher(&drawn, place));
            let of_pair = |&[base, metric]: &[usize; 2]| {
                ratio(beyond(observed, base, metric), beyond(&drawn, base, metric))
            };
            let told = [
                (0..observed.len()).map(of_metric).collect(),
                pairs.iter().map(of_pair).collect(),
            ];
            steps.finish_one();
            Ok(told)
        };
        (0..self.resamples).into_par_iter().map(one).collect()
    }

    /// Swaps of every pair of metrics that reach what was observed; none where there is nothing to swap. All pairs are swapped alike.
    pub fn swaps(
        self,
        tables: &Standard,
        pairs: &[[usize; 2]],
        alternative: Alternative,
        control: &Control,
    ) -> Result<Vec<Option<Reached>>, Error> {
        let gold = &tables.gold;
        let mut prepared = Vec::with_capacity(pairs.len());
        for [base, metric] in pairs {
            // The statistic is what the second metric of a pair is ahead by.
            let two = (&tables.metrics[*metric], &tables.metrics[*base]);
            prepared.push(match two {
                (Some(metric), Some(base)) => {
                    Swaps::new(gold, [&metric.0, &base.0], [metric.1, base.1])?
                }
                _ => None,
            });
        }
        let (systems, segments) = (gold.systems(), gold.segments());
        let units = match self.redrawn {
            Redrawn::Both => systems * segments,
            Redrawn::Segments => segments,
            Redrawn::Systems => systems,
        };
        let all = units < 63 && 1_u64 << units <= self.resamples;
        let many = if all { 1 << units } else { self.resamples };
        let steps = control.steps(many);
        let one = |room: &mut SwapRoom, number: u64| {
            alive(&steps)?;
            let bits = if all {
                vec![number]
            } else {
                self.bits(units, number)
            };
            let unit = |system: usize, segment: usize| match self.redrawn {
                Redrawn::Both => system * segments + segment,
                Redrawn::Segments => segment,
                Redrawn::Systems => system,
            };
            let is_swapped = |system, segment| {
                let unit = unit(system, segment);
                bits[unit / 64] >> (unit % 64) & 1 == 1
            };
            let reached = prepared.iter().map(|swaps| {
                swaps.as_ref().is_some_and(|swaps| {
                    swaps.reaches(swaps.swapped(room, is_swapped), alternative)
                })
            });
            let reached: Vec<u64> = reached.map(u64::from).collect();
            steps.finish_one();
            Ok::<_, Error>(reached)
        };
        let added = |mut sums: Vec<u64>, one: Vec<u64>| {
            sums.iter_mut().zip(one).for_each(|(sum, one)| *sum += one);
            Ok(sums)
        };
        let counts = (0..many)
            .into_par_iter()
            .map_init(|| SwapRoom::of(gold), one)
            .try_reduce(|| vec![0; pairs.len()], added)?;
        let told = prepared.iter().zip(counts);
        Ok(told
            .map(|(swaps, swapped)| {
                swaps.as_ref().map(|_| Reached {
                    swaps: swapped,
                    of: many,
                    all,
                })
            })
            .collect())
    }

    /// A random bit for each unit.
    fn bits(self, units: usize, resample: u64) -> Vec<u64> {
        use rand::Rng as _;
        let mut stream = self.address(Domain::Permutation, resample, 0).scalar();
        (0..units.div_ceil(64)).map(|_| stream.next_u64()).collect()
    }
}

/// r of each metric with the influence of items; none where it does not vary.
pub(super) type Influences = Vec<Option<CorrelationInfluence>>;

/// Studentised r of the metrics, and differences of the pairs, in one resample.
pub(super) type Ratios = [Vec<Option<f64>>; 2];

/// How far r of one metric is above that of another, with the error.
pub(super) fn beyond(of: &Influences, base: usize, metric: usize) -> Option<[f64; 2]> {
    of[metric].as_ref()?.beyond(of[base].as_ref()?)
}

fn alive(steps: &Steps) -> Result<(), Error> {
    if steps.is_stopped() {
        Err(Error::Interrupted)
    } else {
        Ok(())
    }
}
