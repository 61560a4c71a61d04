//! The sums of a range of experiments, in memory and as a file.
//!
//! A cell is a set of numbers and a sum of integers, so merging is associative and commutative. Experiments that were drawn twice,
//! or in another job, are refused by name.

use std::io::{Read, Seek, Write};

use restrap_core::STREAM_NAME;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::request::PowerRequest;
use super::sums::{CellSum, TestCounts};
use crate::error::Error;
use crate::resample::container::{self, ContainerError, Contents};
use crate::resample::merge::{MergeError, Ranges};

/// Format of the file.
const FORMAT: &str = "restrap/power-partial/1";
/// Stands for an experiment that did not fail.
const NONE: u64 = u64::MAX;

/// All that determines the experiments of a design: not how many there are, nor what their rates are shown with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PowerJob {
    /// Data come from outside the frozen stream: another version may draw others.
    version: String,
    stream: String,
    cells: usize,
    /// BLAKE3 of the differences of two files.
    files: Option<String>,
    request: PowerRequest,
}

impl PowerJob {
    pub fn new(request: &PowerRequest, files: Option<String>, cells: usize) -> Self {
        let request =
            PowerRequest { experiments: 0, confidence: 0.0, in_full: false, level: None, ..request.clone() };
        let (version, stream) = (env!("CARGO_PKG_VERSION").to_owned(), STREAM_NAME.to_owned());
        Self { version, stream, cells, files, request }
    }

    /// # Errors
    /// [`MergeError::OtherJob`] with the first thing that differs.
    pub fn same(&self, other: &Self) -> Result<(), MergeError> {
        if self == other {
            return Ok(());
        }
        let fields = |job: &Self| match (serde_json::to_value(job), serde_json::to_value(&job.request)) {
            (Ok(Value::Object(job)), Ok(Value::Object(request))) => job.into_iter().chain(request).collect(),
            _ => Vec::new(),
        };
        let differs = |(one, other): &((String, Value), (String, Value))| one != other && one.0 != "request";
        let mut both = fields(self).into_iter().zip(fields(other));
        let what = both.find(differs).map_or_else(|| "request".to_owned(), |(one, _)| one.0);
        Err(MergeError::OtherJob { what })
    }
}

/// What is known of one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CellPart {
    /// The experiments that were drawn.
    pub done: Ranges,
    /// Their sum.
    pub sum: CellSum,
    /// The least of them that failed.
    pub failed: Option<u64>,
}

/// What ranges of experiments of a design added up to.
///
/// Made by [`PowerPlan::draw`](super::PowerPlan::draw) in any process, merged in any order, and finished by the plan of the
/// whole. More experiments continue a job: their number is not part of it, and neither are threads, vector level and the level
/// of the intervals.
#[derive(Clone, Debug, PartialEq)]
pub struct PowerPartial {
    pub(crate) job: PowerJob,
    /// The experiments that should have been drawn.
    pub(crate) asked: Ranges,
    pub(crate) cells: Vec<CellPart>,
}

impl PowerPartial {
    /// Both together.
    ///
    /// # Errors
    /// [`Error::Merge`] for experiments of another job, or that both have.
    pub fn merge(mut self, other: Self) -> Result<Self, Error> {
        self.job.same(&other.job)?;
        self.asked = self.asked.union(&other.asked).0;
        for (place, (cell, more)) in self.cells.iter_mut().zip(other.cells).enumerate() {
            let (done, twice) = cell.done.union(&more.done);
            if let Some(range) = twice {
                return Err(MergeError::Twice { what: format!("experiments of cell {place}"), range }.into());
            }
            cell.done = done;
            cell.sum.merge(more.sum);
            cell.failed = cell.failed.into_iter().chain(more.failed).min();
        }
        Ok(self)
    }

    /// Every experiment of 0..whole was asked for, none beyond, and those of a cell are a prefix.
    ///
    /// # Errors
    /// [`MergeError`] with the first experiments that are too many or missing.
    pub(crate) fn check(&self, whole: u64) -> Result<(), MergeError> {
        if self.asked.end() > whole {
            return Err(MergeError::Beyond {
                what: "experiments".to_owned(),
                whole,
                found: self.asked.end(),
            });
        }
        if let Some(range) = self.asked.gap(whole) {
            return Err(MergeError::Missing { what: "experiments".to_owned(), whole, range });
        }
        for (place, cell) in self.cells.iter().enumerate() {
            if let Some(range) = cell.done.gap(cell.done.end()) {
                return Err(MergeError::Missing {
                    what: format!("experiments of cell {place}"),
                    whole,
                    range,
                });
            }
        }
        Ok(())
    }

    /// Writes it as a file that notices damage.
    ///
    /// # Errors
    /// [`Error::Container`] where the system cannot write.
    pub fn write(&self, out: &mut dyn Write) -> Result<(), Error> {
        let cells = || self.cells.iter();
        let tests = || cells().flat_map(|cell| &cell.sum.tests);
        let count = |of: fn(&TestCounts) -> u64| -> Vec<u64> { tests().map(of).collect() };
        let size = |of: fn(&TestCounts) -> u128| -> Vec<u128> { tests().map(of).collect() };
        let pairs = || cells().flat_map(|cell| &cell.sum.pairs);
        let of_pair = |of: fn((&(u64, u64), &u64)) -> u64| -> Vec<u64> { pairs().map(of).collect() };
        let of_cell = |of: fn(&CellPart) -> u64| -> Vec<u64> { cells().map(of).collect() };
        Ok(container::write(
            out,
            FORMAT,
            &self.job,
            &[
                ("asked", &self.asked.ends()),
                ("failed", &of_cell(|cell| cell.failed.unwrap_or(NONE))),
                ("ends", &of_cell(|cell| cell.done.ends().len() as u64)),
                ("done", &cells().flat_map(|cell| cell.done.ends()).collect::<Vec<u64>>()),
                ("tests", &of_cell(|cell| cell.sum.tests.len() as u64)),
                ("judged", &count(|test| test.judged)),
                ("rejected", &count(|test| test.rejected)),
                ("up", &count(|test| test.up)),
                ("down", &count(|test| test.down)),
                ("which", &count(|test| test.which)),
                ("size", &size(|test| test.size)),
                ("square", &size(|test| test.square)),
                ("pairs", &of_cell(|cell| cell.sum.pairs.len() as u64)),
                ("helped", &of_pair(|(pair, _)| pair.0)),
                ("hurt", &of_pair(|(pair, _)| pair.1)),
                ("times", &of_pair(|(_, &times)| times)),
            ],
        )?)
    }

    /// Reads what [`PowerPartial::write`] wrote.
    ///
    /// # Errors
    /// [`Error::Container`] for another file, or one that was changed or cut.
    pub fn read(source: impl Read + Seek) -> Result<Self, Error> {
        let mut file = Contents::open(source, FORMAT)?;
        let job: PowerJob = file.about()?;
        let asked = Ranges::of_ends(&file.block("asked")?);
        let failed: Vec<u64> = file.block("failed")?;
        let done = by_cell(&job, &file.block::<u64>("ends")?, file.block::<u64>("done")?)?;
        let lengths: Vec<u64> = file.block("tests")?;
        let (judged, rejected): (Vec<u64>, Vec<u64>) = (file.block("judged")?, file.block("rejected")?);
        let (up, down): (Vec<u64>, Vec<u64>) = (file.block("up")?, file.block("down")?);
        let which: Vec<u64> = file.block("which")?;
        let (size, square): (Vec<u128>, Vec<u128>) = (file.block("size")?, file.block("square")?);
        let tests = judged.into_iter().zip(rejected).zip(up).zip(down).zip(which).zip(size).zip(square).map(
            |((((((judged, rejected), up), down), which), size), square)| TestCounts {
                judged,
                rejected,
                up,
                down,
                which,
                size,
                square,
            },
        );
        let tests = by_cell(&job, &lengths, tests.collect())?;
        let lengths: Vec<u64> = file.block("pairs")?;
        let (helped, hurt): (Vec<u64>, Vec<u64>) = (file.block("helped")?, file.block("hurt")?);
        let pairs = helped.into_iter().zip(hurt).zip(file.block::<u64>("times")?);
        let pairs = by_cell(&job, &lengths, pairs.collect())?;
        let failed = by_cell(&job, &vec![1; failed.len()], failed)?;
        let cells =
            done.into_iter().zip(tests).zip(pairs).zip(failed).map(|(((done, tests), pairs), failed)| {
                CellPart {
                    done: Ranges::of_ends(&done),
                    sum: CellSum { tests, pairs: pairs.into_iter().collect() },
                    failed: failed.into_iter().find(|&number| number != NONE),
                }
            });
        Ok(Self { asked, cells: cells.collect(), job })
    }
}

/// The lists of all cells from one list and the length of each.
fn by_cell<T>(job: &PowerJob, lengths: &[u64], all: Vec<T>) -> Result<Vec<Vec<T>>, ContainerError> {
    let whole: u64 = lengths.iter().fold(0, |sum, &length| sum.saturating_add(length));
    if lengths.len() != job.cells || whole != all.len() as u64 {
        return Err(ContainerError::Damaged {
            expected: format!("{} lists of {whole} numbers", job.cells),
            found: format!("{} of {}", lengths.len(), all.len()),
        });
    }
    let mut all = all.into_iter();
    Ok(lengths.iter().map(|&length| all.by_ref().take(length as usize).collect()).collect())
}

#[cfg(test)]
mod tests {
    use super::super::PowerPlan;
    use super::*;
    use restrap_engine::Control;
    use std::io::Cursor;

    #[test]
    fn the_least_experiment_that_failed_is_kept_as_data() {
        let request = PowerRequest::default().items([20, 30]).experiments(90);
        let plan = PowerPlan::new(&request).expect("a design");
        let part = |range: std::ops::Range<u64>, failed: [Option<u64>; 2]| {
            let mut part = plan.draw(range, &Control::default()).expect("a range");
            part.cells.iter_mut().zip(failed).for_each(|(cell, failed)| cell.failed = failed);
            part
        };
        let late = part(50..90, [None, Some(60)]);
        let all = late.merge(part(0..50, [None, Some(7)])).expect("one job");
        let failed: Vec<Option<u64>> = all.cells.iter().map(|cell| cell.failed).collect();
        assert_eq!(failed[..2], [None, Some(7)]);
        let mut bytes = Vec::new();
        all.write(&mut bytes).expect("memory");
        assert_eq!(PowerPartial::read(Cursor::new(bytes)).as_ref(), Ok(&all));
        // It does not fail here: whoever drew it drew something else.
        let said = plan.finish(&all).expect_err("a failure").to_string();
        assert!(said.ends_with("another job, whose experiment 7 of cell 1 fails"), "{said}");
    }
}
