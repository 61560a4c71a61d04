//! Studentized (bootstrap-t) intervals of a mean, from sums and sums of squares of the same resamples. Efron & Tibshirani (1993,
//! chapter 12).

use restrap_stats::Interval;
use restrap_stats::interval::studentized;
use restrap_words::{Code, Note, asked_as};

use crate::design::repeated::Repeated;
use crate::error::Error;
use crate::evidence::resample::deviations::Replicates;
use crate::request::IntervalMethod;

/// Share of replicates without spread from which a note is due.
const WITHOUT_ERROR: f64 = 0.01;

/// The interval of the mean of a column of at least two grid units, and what a reader must know of it; `None` from fewer than two
/// resamples. `per_one` grid units are one unit of the score.
pub(crate) fn interval(
    column: &Repeated,
    per_one: f64,
    sums: [&[i64]; 2],
    confidence: f64,
) -> Result<Option<(Interval, Option<Note>)>, Error> {
    let Some(replicates) = Replicates::new(column, per_one, sums) else {
        return Ok(None);
    };
    made(&replicates, IntervalMethod::Invert, confidence).map(Some)
}

/// The interval from values with their standard errors; `None` where there is no spread, and from fewer than two resamples.
/// `instead`: the interval that a note advises.
pub(crate) fn of_replicates(
    replicates: &Replicates,
    instead: IntervalMethod,
    confidence: f64,
) -> Result<Option<(Interval, Option<Note>)>, Error> {
    if replicates.observed.1 == 0.0 || replicates.replicates.len() < 2 {
        return Ok(None);
    }
    made(replicates, instead, confidence).map(Some)
}

fn made(
    Replicates {
        observed: (observed, error),
        replicates,
    }: &Replicates,
    instead: IntervalMethod,
    confidence: f64,
) -> Result<(Interval, Option<Note>), Error> {
    let done = studentized(*observed, *error, replicates, confidence)?;
    let share = done.without_error as f64 / replicates.len() as f64;
    let note = (share > WITHOUT_ERROR).then(|| {
        Code::ResamplesWithoutSpread.says(format!(
            "{:.1} % of the resamples have no spread, which the studentized interval counts as infinite: use {}",
            100.0 * share,
            asked_as("interval", instead)
        ))
    });
    Ok((done.interval, note))
}
