//! What is drawn: resamples of systems and segments for intervals, swaps of two metrics for tests.

use rayon::prelude::*;
use restrap_core::{Address, Domain, below};
use restrap_engine::{Control, Steps};
use restrap_stats::Alternative;
use restrap_stats::correlation::{
    CountedColumns, Criterion, Influenced, Influences, Level, Matrix, SwapRoom, SwapUnit, Swaps,
};

use super::request::Redrawn;
use crate::error::Error;

/// Standardised tables, and how each metric is looked at; a metric that does not vary has none.
pub(super) struct Standard {
    pub gold: Matrix,
    pub metrics: Vec<Option<(Matrix, Criterion)>>,
}

impl Standard {
    fn cells(&self) -> impl Iterator<Item = Option<&[f64]>> {
        let metrics = self.metrics.iter();
        metrics.map(|metric| metric.as_ref().map(|(cells, _)| cells.cells()))
    }

    /// Columns for the r of drawn items.
    pub fn influences(&self) -> Influences<'_> {
        Influences::new(self.gold.cells(), self.cells().collect())
    }

    /// Columns for a correlation over all drawn outputs; none for other agreements.
    fn counted(&self) -> Option<CountedColumns<'_>> {
        let (_, criterion) = self.metrics.iter().flatten().next()?;
        let coefficient = criterion.agreement.coefficient()?;
        (criterion.level == Level::Global)
            .then(|| CountedColumns::new(coefficient, self.gold.cells(), self.cells()))
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

    /// Draws places of one kind with replacement, or each as it is.
    fn draw(
        self,
        is_drawn: bool,
        many: usize,
        resample: u64,
        tile: u32,
        mut take: impl FnMut(usize),
    ) {
        if !is_drawn {
            return (0..many).for_each(take);
        }
        let mut stream = self.address(Domain::Bootstrap, resample, tile).scalar();
        (0..many).for_each(|_| take(below(&mut stream, many as u64) as usize));
    }

    /// Draws systems; the tile tells them from segments.
    fn systems(self, table: &Matrix, resample: u64, take: impl FnMut(usize)) {
        self.draw(self.redrawn.systems(), table.systems(), resample, 0, take);
    }

    /// Draws segments, which single items are.
    fn segments(self, table: &Matrix, resample: u64, take: impl FnMut(usize)) {
        self.draw(self.redrawn.segments(), table.segments(), resample, 1, take);
    }

    /// Agreement of every metric in every resample; none where it has no value.
    pub fn agreements(
        self,
        tables: &Standard,
        control: &Control,
    ) -> Result<Vec<Vec<Option<f64>>>, Error> {
        let steps = control.steps(self.resamples);
        let gold = &tables.gold;
        let all = (0..self.resamples).into_par_iter();
        if let Some(columns) = tables.counted() {
            let room = || (DrawnTimes::new(gold), columns.room());
            let one = |(times, room): &mut (DrawnTimes, _), resample| {
                alive(&steps)?;
                let values = columns.correlations(room, times.draw(self, gold, resample));
                steps.finish_one();
                Ok(values)
            };
            return all.map_init(room, one).collect();
        }
        let one = |resample: u64| {
            alive(&steps)?;
            let (mut systems, mut segments) = (Vec::new(), Vec::new());
            self.systems(gold, resample, |place| systems.push(place));
            self.segments(gold, resample, |place| segments.push(place));
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
        all.map(one).collect()
    }

    /// Studentised r of every metric, of Fisher's z, and of every pair the studentised difference of r, in every resample of items;
    /// none where it has no error.
    pub fn ratios(
        self,
        tables: &Standard,
        observed: &Estimates,
        pairs: &[[usize; 2]],
        control: &Control,
    ) -> Result<Vec<Ratios>, Error> {
        let steps = control.steps(self.resamples);
        let (gold, columns) = (&tables.gold, tables.influences());
        let ratio = |(observed, drawn): (&Option<[f64; 2]>, Option<[f64; 2]>)| {
            let ([observed, _], [drawn, error]) = ((*observed)?, drawn?);
            Some((drawn - observed) / error)
        };
        let room = || (DrawnTimes::new(gold), columns.room());
        let one = |(times, room): &mut (DrawnTimes, _), resample| {
            alive(&steps)?;
            let drawn = columns.resample(room, times.draw(self, gold, resample));
            let Estimates { metrics, pairs } =
                Estimates::new(&drawn, observed.metrics.len(), pairs);
            let ratios = [
                observed.metrics.iter().zip(metrics).map(ratio).collect(),
                observed.pairs.iter().zip(pairs).map(ratio).collect(),
            ];
            steps.finish_one();
            Ok(ratios)
        };
        let all = (0..self.resamples).into_par_iter();
        all.map_init(room, one).collect()
    }

    /// Swaps of every pair of metrics that reach what was observed; none where there is nothing to swap. All pairs are swapped alike.
    pub fn swaps(
        self,
        tables: &Standard,
        pairs: &[[usize; 2]],
        alternative: Alternative,
        control: &Control,
    ) -> Result<Vec<Option<Reached>>, Error> {
        let unit = match self.redrawn {
            Redrawn::Both => SwapUnit::Cell,
            Redrawn::Segments => SwapUnit::Segment,
            Redrawn::Systems => SwapUnit::System,
        };
        let units = unit.many(&tables.gold);
        let all = units < 63 && 1_u64 << units <= self.resamples;
        let many = if all { 1 << units } else { self.resamples };
        let steps = control.steps(many * pairs.len() as u64);
        let reached = |&[base, metric]: &[usize; 2]| {
            // The statistic is what the second metric of a pair is ahead by.
            let (Some(metric), Some(base)) = (&tables.metrics[metric], &tables.metrics[base])
            else {
                return Ok(None);
            };
            let (criteria, metrics) = ([metric.1, base.1], [&metric.0, &base.0]);
            let Some(swaps) = Swaps::new(&tables.gold, metrics, criteria, unit)? else {
                return Ok(None);
            };
            let one = |room: &mut SwapRoom, number: u64| {
                alive(&steps)?;
                let bits = if all {
                    vec![number]
                } else {
                    self.bits(units, number)
                };
                let reaches = swaps.reaches(swaps.swapped(room, &bits), alternative);
                steps.finish_one();
                Ok::<_, Error>(u64::from(reaches))
            };
            let each = (0..many).into_par_iter().map_init(|| swaps.room(), one);
            let swaps = each.try_reduce(|| 0, |sum, one| Ok(sum + one))?;
            let of = many;
            Ok(Some(Reached { swaps, of, all }))
        };
        pairs.iter().map(reached).collect()
    }

    /// A random bit for each unit.
    fn bits(self, units: usize, resample: u64) -> Vec<u64> {
        use rand::Rng as _;
        let mut stream = self.address(Domain::Permutation, resample, 0).scalar();
        (0..units.div_ceil(64)).map(|_| stream.next_u64()).collect()
    }
}

/// The times that each output is drawn.
struct DrawnTimes {
    systems: Vec<u32>,
    segments: Vec<u32>,
    /// Of tables with several systems: the product of both.
    cells: Vec<u32>,
}

impl DrawnTimes {
    fn new(table: &Matrix) -> Self {
        Self {
            systems: vec![0; table.systems()],
            segments: vec![0; table.segments()],
            cells: Vec::new(),
        }
    }

    /// Of one resample, cell by cell.
    fn draw(&mut self, drawing: Drawing, table: &Matrix, resample: u64) -> &[u32] {
        let Self {
            systems,
            segments,
            cells,
        } = self;
        segments.fill(0);
        drawing.segments(table, resample, |place| segments[place] += 1);
        if table.systems() == 1 {
            return segments;
        }
        systems.fill(0);
        drawing.systems(table, resample, |place| systems[place] += 1);
        cells.clear();
        for system in systems {
            cells.extend(segments.iter().map(|segment| *system * segment));
        }
        cells
    }
}

/// Fisher's z of every metric, and of every pair how far r of one is above that of the other, each with its standard error; none where
/// it has none.
#[derive(Debug)]
pub(super) struct Estimates {
    pub metrics: Vec<Option<[f64; 2]>>,
    pub pairs: Vec<Option<[f64; 2]>>,
}

impl Estimates {
    fn new(drawn: &Influenced<'_>, metrics: usize, pairs: &[[usize; 2]]) -> Self {
        let beyond = |&[base, metric]: &[usize; 2]| drawn.beyond(base, metric);
        Self {
            metrics: (0..metrics).map(|metric| drawn.fisher(metric)).collect(),
            pairs: pairs.iter().map(beyond).collect(),
        }
    }

    /// Of the items as they are.
    pub fn observed(tables: &Standard, pairs: &[[usize; 2]]) -> Self {
        let columns = tables.influences();
        let (mut room, once) = (columns.room(), vec![1; tables.gold.segments()]);
        Self::new(
            &columns.resample(&mut room, &once),
            tables.metrics.len(),
            pairs,
        )
    }
}

/// Studentised r of the metrics, and differences of the pairs, in one resample.
pub(super) type Ratios = [Vec<Option<f64>>; 2];

fn alive(steps: &Steps) -> Result<(), Error> {
    if steps.is_stopped() {
        Err(Error::Interrupted)
    } else {
        Ok(())
    }
}
