//! Type-I error and power of every test side by side, by simulation.
//!
//! A design is a grid of cells; a cell is a data model with a number of items, an effect and the other parameters of the
//! model. Every experiment of a cell draws data from the model, runs all tests on them and counts who rejects: with no
//! effect that share is the type-I error, with one, in its direction, the power. All experiments of all cells are one job
//! (`restrap_engine::simulate`), addressed by (seed, cell, number): same bytes at any number of threads.
//!
//! Sampled tests take R resamples and reject where (c + 1)/(R + 1) <= alpha. That is a valid p-value whatever R, so no type-I
//! error is ever inflated by a small R; power is that of the test with R resamples, a little below its limit (Boos & Zhang
//! 2000: of the order of 1/R; Oden 1991 on how few are enough). Where alpha (R + 1) is a whole number nothing is lost under
//! the null; R = 999 has that at 0.05 and 0.01. Tests of 0/1 scores are exact (`counts.rs`).
//!
//! Beside a rate: type S, the share of rejections in the wrong direction, and type M, by how much rejected differences
//! exaggerate the effect (Gelman & Carlin 2014; Card et al. 2020). Intervals are Clopper and Pearson's.
//!
//! [`compare`] is a plan, its draws from 0 on, and their end. A ledger (`restrap_lib::Share`) draws ranges of experiments in other
//! processes or at another time: an experiment is a function of its address, and what experiments add up to are integers.

use std::ops::Range;

use restrap_core::STREAM_NAME;
use restrap_engine::{CellTally, Control, EngineError, Experiments, Ranges, Simulation, simulate};

use super::cells::Cells;
use super::design::MOST_EXPERIMENTS;
use super::item_law::Source;
use super::observed::Observed;
use super::outcome::PowerOutcome;
use super::outputs::ObservedOutputs;
use super::rates::{PowerCell, outcome};
use super::request::{PowerModel, PowerRequest};
use super::sums::{CellPart, CellSum, Part, TestCounts};
use restrap_lib::Error;
use restrap_lib::number::format::grouped;

/// A design, ready to be simulated.
struct Plan(Cells);

impl Plan {
    /// A design on a data model.
    ///
    /// # Errors
    /// [`Error`] for a design that is none, or whose data are the files that [`Plan::of_files`] takes.
    fn new(request: &PowerRequest) -> Result<Self, Error> {
        if matches!(request.model, PowerModel::Files | PowerModel::Outputs) {
            return Err(Error::not_applicable(
                format!("the model {}", request.model),
                "the scores of two systems",
                "none are given",
                "give two files with the request",
            ));
        }
        Ok(Self(Cells::new(request, Source::Model(request.model))?))
    }

    /// A design on the differences of two files.
    ///
    /// # Errors
    /// [`Error`] for a design that is none, or that names another model.
    fn of_files(request: &PowerRequest, observed: &Observed) -> Result<Self, Error> {
        if request.model != PowerModel::Files {
            return Err(Error::BadParameter {
                expected: "the model files with the differences of two files",
                found: request.model.to_string(),
            });
        }
        Ok(Self(Cells::new(
            request,
            Source::Files(observed, request.null),
        )?))
    }

    /// A design on the outputs of two systems.
    ///
    /// # Errors
    /// [`Error`] for a design that is none, or that names another model.
    fn of_outputs(request: &PowerRequest, observed: &ObservedOutputs) -> Result<Self, Error> {
        if request.model != PowerModel::Outputs {
            return Err(Error::BadParameter {
                expected: "the model outputs with the outputs of two systems",
                found: request.model.to_string(),
            });
        }
        Ok(Self(Cells::new(request, Source::Outputs(observed))?))
    }

    /// Draws a range of experiments of every cell on the current rayon pool.
    ///
    /// A draw that is stopped through `control` keeps whole cells, then a part of one. An experiment that fails is kept by its
    /// number.
    ///
    /// # Errors
    /// [`Error::BadParameter`] for experiments beyond 2^40.
    fn draw(&self, range: Range<u64>, control: &Control) -> Result<Part, Error> {
        if range.end > MOST_EXPERIMENTS {
            let found = format!("experiment {}", grouped(range.end - 1));
            return Err(Error::BadParameter {
                expected: "at most 2^40 experiments",
                found,
            });
        }
        let plan = Experiments {
            cells: self.0.cells.len(),
            range: range.clone(),
            shard_size: self.0.shard_size(),
        };
        let part = |tally: CellTally<CellSum, Error>| CellPart {
            done: tally.range.end.saturating_sub(tally.range.start),
            sum: tally.sum,
            failed: tally.failed.map(|(number, _)| number),
        };
        Ok(Part {
            range,
            cells: simulate(&self.0, &plan, control)
                .into_iter()
                .map(part)
                .collect(),
        })
    }

    /// Rates from the experiments from 0 on. Where drawing was stopped, a cell has the experiments before the first that is
    /// missing.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if drawing was stopped before anything was finished; what an experiment that failed says.
    fn finish(&self, part: &Part) -> Result<PowerOutcome, Error> {
        let whole = self.0.setup.request.experiments;
        let mut told = Vec::new();
        for (place, (cell, part)) in self.0.cells.iter().zip(&part.cells).enumerate() {
            if let Some(number) = part.failed {
                return Err(self.failure(place, number));
            }
            if part.done == 0 {
                continue;
            }
            let tests = if self.0.setup.exact {
                self.0.of_pairs(&cell.setting, &part.sum.pairs)?
            } else {
                part.sum.tests.clone()
            };
            told.push(PowerCell {
                setting: cell.setting,
                experiments: part.done,
                tests,
            });
        }
        if told.is_empty() {
            return Err(Error::Interrupted);
        }
        let cells = self.0.cells.len();
        let complete = told.len() == cells && told.iter().all(|cell| cell.experiments == whole);
        outcome(&self.0.setup, &told, (!complete).then_some(cells))
    }

    /// Why an experiment failed: it does so wherever it is drawn.
    fn failure(&self, cell: usize, number: u64) -> Error {
        let again = self
            .0
            .experiment(cell, number, &mut self.0.room(), &mut CellSum::default());
        again.err().unwrap_or_else(|| {
            let failed = format!("experiment {} of cell {cell}", grouped(number));
            EngineError::Foreign(format!(
                "expected {failed} to fail again, found that it does not"
            ))
            .into()
        })
    }
}

/// Simulates all cells of a design on a data model.
///
/// # Errors
/// [`Error`] for a design that is none, and [`Error::Interrupted`] if nothing was finished; a job that was stopped later
/// returns the cells that were begun, each with the experiments that it rests on.
pub fn compare(request: &PowerRequest, control: &Control) -> Result<PowerOutcome, Error> {
    whole(&Plan::new(request)?, control)
}

/// Simulates all cells of a design on the differences of two files.
///
/// # Errors
/// As [`compare`].
pub fn compare_files(
    request: &PowerRequest,
    observed: &Observed,
    control: &Control,
) -> Result<PowerOutcome, Error> {
    whole(&Plan::of_files(request, observed)?, control)
}

/// Simulates all cells of a design on the outputs of two systems.
///
/// # Errors
/// As [`compare`].
pub fn compare_outputs(
    request: &PowerRequest,
    observed: &ObservedOutputs,
    control: &Control,
) -> Result<PowerOutcome, Error> {
    whole(&Plan::of_outputs(request, observed)?, control)
}

fn whole(plan: &Plan, control: &Control) -> Result<PowerOutcome, Error> {
    let whole = 0..plan.0.setup.request.experiments;
    if control.ledger.is_none() {
        return plan.finish(&plan.draw(whole, control)?);
    }
    plan.finish(&restrap_engine::draw(
        &Drawing { plan, control },
        whole,
        control,
    )?)
}

/// A design, drawn in several ranges of experiments.
struct Drawing<'p> {
    plan: &'p Plan,
    control: &'p Control<'p>,
}

impl Ranges for Drawing<'_> {
    type Part = Part;
    const GRAIN: u64 = 16;

    /// Not how many experiments there are, nor what their rates are shown with. The version, because data come from outside the
    /// frozen stream: another one may draw others.
    fn told(&self) -> Vec<u8> {
        let setup = &self.plan.0.setup;
        let asked = PowerRequest {
            experiments: 0,
            confidence: 0.0,
            in_full: false,
            level: None,
            ..setup.request.clone()
        };
        let files = setup.files.as_ref().map(|files| &files.digest);
        let (version, cells) = (env!("CARGO_PKG_VERSION"), self.plan.0.cells.len());
        format!("experiments {asked:?} {version} {STREAM_NAME} {cells} {files:?}").into_bytes()
    }

    fn draw(&self, range: Range<u64>) -> Result<Part, EngineError> {
        let part = self.plan.draw(range.clone(), self.control);
        let part = part.map_err(|error| EngineError::Foreign(error.to_string()))?;
        // A range that was stopped counts for nothing: a piece is short, and cells would differ in their experiments.
        let is_whole = part
            .cells
            .iter()
            .all(|cell| cell.done == range.end - range.start);
        Ok(if is_whole {
            part
        } else {
            self.blank(range.start..range.start)
        })
    }

    fn range(part: &Part) -> Range<u64> {
        part.range.clone()
    }

    fn bytes(&self, part: &Part) -> Vec<u8> {
        // Integers alone, which JSON keeps exactly.
        serde_json::to_vec(part).unwrap_or_default()
    }

    fn part(&self, range: Range<u64>, bytes: &[u8]) -> Option<Part> {
        let part: Part = serde_json::from_slice(bytes).ok()?;
        (part.range == range && part.cells.len() == self.plan.0.cells.len()).then_some(part)
    }

    fn blank(&self, range: Range<u64>) -> Part {
        let setup = &self.plan.0.setup;
        let tests = if setup.exact {
            Vec::new()
        } else {
            vec![TestCounts::default(); setup.recipes.len()]
        };
        let sum = CellSum {
            tests,
            ..CellSum::default()
        };
        let cell = CellPart {
            done: range.end - range.start,
            sum,
            failed: None,
        };
        Part {
            range,
            cells: vec![cell; self.plan.0.cells.len()],
        }
    }

    fn joined(&self, whole: Range<u64>, parts: Vec<Part>) -> Part {
        parts
            .into_iter()
            .fold(self.blank(whole.start..whole.start), Part::followed_by)
    }
}
