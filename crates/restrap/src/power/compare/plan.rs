//! Type-I error and power of every test side by side, by simulation.
//!
//! A design is a grid of cells; a cell is a data model with a number of items, an effect and what else the model has. Every
//! experiment of a cell draws data from the model, runs all tests on them and counts who rejects: with no effect that share
//! is the type-I error, with one, in its direction, the power. All experiments of all cells are one job
//! (`restrap_engine::simulate`), addressed by (seed, cell, number): same bytes at any number of threads.
//!
//! Sampled tests take R resamples and reject where (c + 1)/(R + 1) <= alpha. That is a valid p-value whatever R, so no type-I
//! error is ever inflated by a small R; power is that of the test with R resamples, a little below its limit (Boos & Zhang
//! 2000: of the order of 1/R; Oden 1991 on how few are enough). Where alpha (R + 1) is a whole number nothing is lost under
//! the null; R = 999 has that at 0.05 and 0.01. Tests of 0/1 scores are exact (`binary.rs`).
//!
//! Beside a rate: type S, the share of rejections in the wrong direction, and type M, by how much rejected differences
//! exaggerate the effect (Gelman & Carlin 2014; Card et al. 2020). Intervals are Clopper and Pearson's.

use restrap_words::asked_as;
use std::collections::BTreeMap;

use rayon::prelude::*;
use restrap_core::{Experiment, Level};
use restrap_engine::{Control, Experiments, Simulation, simulate};

use super::column::{Inner, Room};
use super::counts;
use super::f1::Corpus;
use super::method::PowerMethod;
use super::model::{ItemLaw, PowerModel, Setting};
use super::outcome::{PowerCell, PowerOutcome, outcome};
use crate::error::Error;
use crate::number::format::grouped;
use crate::request::{Exact, Test};

/// Most cells: the addresses of a stream have 16 bits for them.
const MOST_CELLS: usize = 1 << 16;
/// Most items of an experiment.
const MOST_ITEMS: u64 = 1_000_000;

/// Most resamples of an experiment: each thread keeps their sums.
const MOST_RESAMPLES: u64 = 1_000_000;

/// What is simulated.
#[derive(Clone, Debug)]
pub struct PowerRequest {
    /// Where the data come from.
    pub model: PowerModel,
    /// Numbers of items, 1 to 1,000,000.
    pub items: Vec<u64>,
    /// True differences, in score units; 0 is the null.
    pub effects: Vec<f64>,
    /// Shares of tied items; empty takes the model's own.
    pub ties: Vec<f64>,
    /// Correlations of the two scores of an item; empty takes the model's own.
    pub correlations: Vec<f64>,
    /// Skewnesses of the differences; empty takes the model's own.
    pub skews: Vec<f64>,
    /// Items a cluster; 1 is no clusters.
    pub cluster_sizes: Vec<u64>,
    /// Correlation of two items of a cluster.
    pub icc: f64,
    /// Experiments of each cell.
    pub experiments: u64,
    /// Resamples of each sampled test of each experiment, 1 to 1,000,000.
    pub resamples: u64,
    /// The tests.
    pub methods: Vec<PowerMethod>,
    /// Level of all tests.
    pub alpha: f64,
    /// Level of the Monte Carlo intervals.
    pub confidence: f64,
    /// Seed; 0 is a seed.
    pub seed: u64,
    /// Whether p-values of tests that resample come by law: where the scores are 0/1, always (an error elsewhere), never.
    pub exact: Exact,
    /// Draw all resamples, also where no decision depends on them any more.
    pub in_full: bool,
    /// Vector level; `None` takes the widest. Never changes a result.
    pub level: Option<Level>,
}

/// Rejections of one test, and what it estimated there, in units of the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rejections {
    /// Experiments that the test could judge.
    pub judged: u64,
    pub rejected: u64,
    /// Of them, with an estimate above and below 0.
    pub up: u64,
    pub down: u64,
    /// Sum of digests of the rejected experiments: tests that reject the same ones have the same.
    pub which: u64,
    /// Sums of |estimate| and of its square over rejections: integers, so that no order matters.
    pub size: u128,
    pub square: u128,
}

impl Rejections {
    fn add(&mut self, decision: Option<bool>, estimate: i64, times: u64, which: u64) {
        let Some(rejected) = decision else { return };
        self.judged += times;
        if rejected {
            self.rejected += times;
            self.which = self.which.wrapping_add(which);
            self.up += if estimate > 0 { times } else { 0 };
            self.down += if estimate < 0 { times } else { 0 };
            let (size, times) = (u128::from(estimate.unsigned_abs()), u128::from(times));
            self.size += size * times;
            self.square = self.square.saturating_add(size.saturating_mul(size).saturating_mul(times));
        }
    }

    fn merge(&mut self, from: &Self) {
        self.judged += from.judged;
        self.rejected += from.rejected;
        self.which = self.which.wrapping_add(from.which);
        self.up += from.up;
        self.down += from.down;
        self.size += from.size;
        self.square = self.square.saturating_add(from.square);
    }
}

/// 64 bits that tell experiments, or pairs of counts, apart: the finalizer of SplitMix64 (Steele, Lea & Flood 2014).
fn digest(first: u64, second: u64) -> u64 {
    let mut z = first.wrapping_add((second + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// What experiments of a cell add up to.
#[derive(Default)]
pub(crate) struct CellSum {
    /// One a method; empty before the first experiment that was judged at once.
    tests: Vec<Rejections>,
    /// Experiments by (helped, hurt), judged later.
    pairs: BTreeMap<(u64, u64), u64>,
}

/// One cell ready to be simulated.
struct Cell<'a> {
    setting: Setting,
    kind: Kind<'a>,
}

enum Kind<'a> {
    /// 0/1 scores of independent items: counts are enough.
    Counts(ItemLaw),
    /// 0/1 scores whose columns are drawn and counted.
    Columns(ItemLaw),
    /// Sampled tests of a column.
    Sampled(ItemLaw, Box<Inner<'a>>),
    /// A corpus metric.
    Corpus(Corpus<'a>),
}

struct Grid<'a> {
    cells: Vec<Cell<'a>>,
    seed: u64,
    methods: usize,
}

impl Simulation for Grid<'_> {
    type Room = Room;
    type Sum = CellSum;
    type Error = Error;

    fn room(&self) -> Room {
        Room::default()
    }

    fn experiment(&self, cell: usize, number: u64, room: &mut Room, sum: &mut CellSum) -> Result<(), Error> {
        let experiment = Experiment { seed: self.seed, cell: cell as u16, number };
        let mut stream = experiment.data();
        let (decisions, estimate) = match &self.cells[cell].kind {
            Kind::Counts(law) => {
                if let Some(pair) = law.counts(&mut stream) {
                    *sum.pairs.entry(pair).or_default() += 1;
                }
                return Ok(());
            }
            Kind::Columns(law) => {
                law.column(&mut stream, &mut room.column);
                let count = |sign: i64| room.column.iter().filter(|&&d| d == sign).count() as u64;
                *sum.pairs.entry((count(1), count(-1))).or_default() += 1;
                return Ok(());
            }
            Kind::Sampled(law, inner) => {
                law.column(&mut stream, &mut room.column);
                let estimate = room.column.iter().sum();
                (inner.decisions(experiment, room)?, estimate)
            }
            Kind::Corpus(corpus) => corpus.decisions(experiment, &mut stream),
        };
        sum.tests.resize(self.methods, Rejections::default());
        for (test, decision) in sum.tests.iter_mut().zip(decisions) {
            test.add(decision, estimate, 1, digest(number, 0));
        }
        Ok(())
    }

    fn merge(into: &mut CellSum, from: CellSum) {
        into.tests.resize(into.tests.len().max(from.tests.len()), Rejections::default());
        into.tests.iter_mut().zip(&from.tests).for_each(|(all, more)| all.merge(more));
        for (pair, times) in from.pairs {
            *into.pairs.entry(pair).or_default() += times;
        }
    }
}

/// Simulates all cells.
///
/// # Errors
/// [`Error`] for a design that is none, and [`Error::Interrupted`] if nothing was finished; a job that was stopped later
/// returns the cells that were begun, each with the experiments that it rests on.
pub fn compare(request: &PowerRequest, control: &Control) -> Result<PowerOutcome, Error> {
    check(request)?;
    let settings = settings(request)?;
    let level = request.level.unwrap_or_else(Level::detected);
    let exact = request.model.is_binary() && request.exact != Exact::Never;
    let ready = settings.into_iter().map(|setting| {
        let kind = if request.model == PowerModel::F1 {
            Kind::Corpus(Corpus::new(request, &setting, level)?)
        } else {
            let law = ItemLaw::new(&request.model, &setting, request.icc)?;
            match exact {
                true if setting.cluster_size == 1 => Kind::Counts(law),
                true => Kind::Columns(law),
                false => {
                    let sizes = (setting.items, request.alpha, request.resamples);
                    Kind::Sampled(law, Box::new(Inner::new(&request.methods, sizes, level, request.in_full)))
                }
            }
        };
        Ok(Cell { setting, kind })
    });
    let grid = Grid {
        cells: ready.collect::<Result<Vec<_>, Error>>()?,
        seed: request.seed,
        methods: request.methods.len(),
    };
    let plan = Experiments {
        cells: grid.cells.len(),
        range: 0..request.experiments,
        shard_size: shard_size(request, exact),
    };
    let done = simulate(&grid, &plan, control);
    let mut told = Vec::new();
    for (cell, done) in grid.cells.iter().zip(done) {
        if let Some((_, error)) = done.failed {
            return Err(error);
        }
        let experiments = done.completed();
        if experiments == 0 {
            continue;
        }
        let tests = if exact { of_pairs(request, &cell.setting, &done.sum.pairs)? } else { done.sum.tests };
        told.push(PowerCell { setting: cell.setting, experiments, tests });
    }
    if told.is_empty() {
        return Err(Error::Interrupted);
    }
    let complete =
        told.len() == plan.cells && told.iter().all(|cell| cell.experiments == request.experiments);
    outcome(request, &told, exact, (!complete).then_some(plan.cells))
}

/// Experiments a shard: some tenths of a millisecond of counts, some milliseconds of resamples.
fn shard_size(request: &PowerRequest, exact: bool) -> u64 {
    let most = request.items.iter().copied().max().unwrap_or(1);
    let cost = if exact { 1 } else { most.max(64) * request.resamples };
    (20_000_000 / cost).clamp(1, 4_096)
}

/// Every test once a pair of counts.
fn of_pairs(
    request: &PowerRequest,
    setting: &Setting,
    pairs: &BTreeMap<(u64, u64), u64>,
) -> Result<Vec<Rejections>, Error> {
    let pairs: Vec<_> = pairs.iter().collect();
    let judged = pairs.par_iter().map(|&(&(helped, hurt), &times)| {
        let decisions = counts::decisions(&request.methods, (setting.items, helped, hurt), request.alpha)?;
        Ok((decisions, helped, hurt, times))
    });
    let mut tests = vec![Rejections::default(); request.methods.len()];
    for (decisions, helped, hurt, times) in judged.collect::<Result<Vec<_>, Error>>()? {
        let estimate = helped.cast_signed() - hurt.cast_signed();
        let which = digest(helped, hurt);
        tests
            .iter_mut()
            .zip(decisions)
            .for_each(|(test, decision)| test.add(decision, estimate, times, which));
    }
    Ok(tests)
}

fn check(request: &PowerRequest) -> Result<(), Error> {
    let bad = |expected, found: String| Err(Error::BadParameter { expected, found });
    if request.experiments == 0 || request.experiments > 1 << 40 {
        return bad("1 to 2^40 experiments", request.experiments.to_string());
    }
    if !(1..=MOST_RESAMPLES).contains(&request.resamples) {
        return bad("1 to 1,000,000 resamples an experiment", grouped(request.resamples));
    }
    if !(request.alpha > 0.0 && request.alpha < 1.0) {
        return bad("0 < alpha < 1", request.alpha.to_string());
    }
    if request.methods.is_empty() {
        return bad("at least 1 test", "none".to_owned());
    }
    if let Some(&items) = request.items.iter().find(|items| !(1..=MOST_ITEMS).contains(items)) {
        return bad("1 to 1,000,000 items", grouped(items));
    }
    let mcnemar = request.methods.iter().any(|method| method.kind() == Test::McNemar);
    if mcnemar && !request.model.is_binary() {
        return Err(Error::not_applicable(
            asked_as("test", "mcnemar"),
            "scores that are all 0 or 1",
            format!("those of the model {} are not", request.model.name()),
            format!("leave it out, or use {model_accuracy}", model_accuracy = asked_as("model", "accuracy")),
        ));
    }
    let sampled = request.methods.iter().find(|method| method.resampling().is_some());
    if let (Exact::Always, false, Some(method)) = (request.exact, request.model.is_binary(), sampled) {
        return Err(Error::not_applicable(
            asked_as("exact", "always"),
            "scores that are all 0 or 1",
            format!("{} resamples those of the model {}", method.name, request.model.name()),
            format!(
                "use {exact_auto}, or tests that resample nothing: {test_t},sign,wilcoxon",
                exact_auto = asked_as("exact", "auto"),
                test_t = asked_as("test", "t")
            ),
        ));
    }
    Ok(())
}

/// The cells of the design, items changing fastest.
fn settings(request: &PowerRequest) -> Result<Vec<Setting>, Error> {
    let own = request.model.parameters();
    let lists = [
        (&request.ties, "no shares of ties for this model"),
        (&request.correlations, "no correlations for this model"),
        (&request.skews, "no skewnesses for this model"),
    ];
    let mut parameters = Vec::new();
    for ((list, expected), own) in lists.into_iter().zip(own) {
        parameters.push(match (list.as_slice(), own) {
            ([], own) => vec![own],
            (_, None) => {
                let found = format!("{} for {}", crate::number::format::plain(list[0]), request.model.name());
                return Err(Error::BadParameter { expected, found });
            }
            (list, Some(_)) => list.iter().copied().map(Some).collect(),
        });
    }
    let [ties, correlations, skews] = &parameters[..] else { return Ok(Vec::new()) };
    let mut settings = Vec::new();
    for &effect in &request.effects {
        for &ties in ties {
            for &correlation in correlations {
                for &skew in skews {
                    for &cluster_size in &request.cluster_sizes {
                        for &items in &request.items {
                            settings.push(Setting { items, effect, ties, correlation, skew, cluster_size });
                        }
                    }
                }
            }
        }
    }
    if settings.is_empty() || settings.len() > MOST_CELLS {
        return Err(Error::BadParameter {
            expected: "1 to 65,536 cells of the design",
            found: grouped(settings.len() as u64),
        });
    }
    Ok(settings)
}
