//! The cells of a design, ready to be simulated: one experiment, and what counts of pairs decide.

use std::collections::BTreeMap;

use rayon::prelude::*;
use restrap_core::{Experiment, Level};
use restrap_engine::Simulation;

use super::column::{Inner, Workspace};
use super::counts;
use super::design::{Setup, settings};
use super::item_law::{ItemLaw, Source};
use super::outputs::Outputs;
use super::request::{PowerRequest, Setting};
use super::sums::{CellSum, TestCounts, digest};
use restrap_lib::Error;

/// One cell ready to be simulated.
pub(crate) struct Cell {
    pub setting: Setting,
    kind: Kind,
}

enum Kind {
    /// 0/1 scores of independent items: counts are enough.
    Counts(ItemLaw),
    /// 0/1 scores whose columns are drawn and counted.
    Columns(ItemLaw),
    /// Sampled tests of a column.
    Sampled(ItemLaw, Box<Inner>),
    /// Outputs under a corpus metric.
    Outputs(Outputs),
}

/// All cells, and what they share.
pub(crate) struct Cells {
    pub setup: Setup,
    pub cells: Vec<Cell>,
}

impl Simulation for Cells {
    type Room = Workspace;
    type Sum = CellSum;
    type Error = Error;

    fn room(&self) -> Workspace {
        Workspace::default()
    }

    fn experiment(
        &self,
        cell: usize,
        number: u64,
        room: &mut Workspace,
        sum: &mut CellSum,
    ) -> Result<(), Error> {
        let Setup {
            request, recipes, ..
        } = &self.setup;
        let experiment = Experiment {
            seed: request.seed,
            cell: cell as u16,
            number,
        };
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
                (inner.decisions(recipes, experiment, room)?, estimate)
            }
            Kind::Outputs(outputs) => outputs.decisions(recipes, experiment, &mut stream),
        };
        sum.tests.resize(recipes.len(), TestCounts::default());
        for (test, decision) in sum.tests.iter_mut().zip(decisions) {
            test.add(decision, estimate, 1, digest(number, 0));
        }
        Ok(())
    }

    fn merge(into: &mut CellSum, from: CellSum) {
        into.merge(from);
    }
}

impl Cells {
    /// # Errors
    /// [`Error`] for a design that is none.
    pub fn new(request: &PowerRequest, source: Source) -> Result<Self, Error> {
        let setup = Setup::new(request, source)?;
        let request = &setup.request;
        let level = request.level.unwrap_or_else(Level::detected);
        let cell = |setting: Setting| {
            let sizes = (request.alpha, request.resamples);
            let kind = if let Source::Outputs(observed) = source {
                Kind::Outputs(Outputs::new(observed, &setting, sizes, level)?)
            } else {
                let law = ItemLaw::new(source, &setting, request.icc)?;
                match setup.exact {
                    true if setting.cluster_size == 1 => Kind::Counts(law),
                    true => Kind::Columns(law),
                    false => {
                        let sizes = (setting.items, request.alpha, request.resamples);
                        Kind::Sampled(law, Box::new(Inner::new(sizes, level, request.in_full)))
                    }
                }
            };
            Ok(Cell { setting, kind })
        };
        let cells = settings(request)?
            .into_iter()
            .map(cell)
            .collect::<Result<Vec<_>, Error>>()?;
        Ok(Self { setup, cells })
    }

    /// Experiments a shard: some tenths of a millisecond of counts, some milliseconds of resamples.
    pub fn shard_size(&self) -> u64 {
        let Setup { request, exact, .. } = &self.setup;
        let most = request.items.iter().copied().max().unwrap_or(1);
        let cost = if *exact {
            1
        } else {
            most.max(64) * request.resamples
        };
        (20_000_000 / cost).clamp(1, 4_096)
    }

    /// Every test once a pair of counts.
    pub fn of_pairs(
        &self,
        setting: &Setting,
        pairs: &BTreeMap<(u64, u64), u64>,
    ) -> Result<Vec<TestCounts>, Error> {
        let Setup {
            request, recipes, ..
        } = &self.setup;
        let pairs: Vec<_> = pairs.iter().collect();
        let judged = pairs.par_iter().map(|&(&(helped, hurt), &times)| {
            let decisions =
                counts::decisions(recipes, (setting.items, helped, hurt), request.alpha)?;
            Ok((decisions, helped, hurt, times))
        });
        let mut tests = vec![TestCounts::default(); recipes.len()];
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
}
