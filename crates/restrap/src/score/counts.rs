//! Columns of counts, for ratios and formulas.

use std::collections::HashMap;

use restrap_io::{Format, Located};
use restrap_metrics::counts::read_counts;
use restrap_metrics::{Error as MetricError, Metric, SavedMetric, Statistics};

use super::error::ScoreError;
use super::files::Files;
use super::request::ScoreRequest;
use super::scoring::{Scoring, counted};

pub(super) fn score(
    systems: &[Located],
    metric: Box<dyn Metric>,
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    let names: Vec<&str> = metric.columns().iter().map(AsRef::as_ref).collect();
    let read = files.formatted(systems, |input, _, format| {
        let delimiter = if request.format.or(format) == Some(Format::Tsv) { b'\t' } else { b',' };
        read_counts(input, delimiter, &names, request.id.as_deref())
    })?;
    // Rows pair by id where there are ids, in the order of the baseline.
    let rows = paired(read, systems)?.into_iter().map(Ok).collect();
    counted(systems, metric, SavedMetric::new(request.metric.clone()), rows)
}

/// Tables of counts in the order of the first one's ids.
fn paired(read: Vec<Statistics>, systems: &[Located]) -> Result<Vec<Statistics>, ScoreError> {
    let Some(first) = read.first() else { return Ok(read) };
    let lengths = |at: usize| (systems[at].path.clone(), read[at].items());
    if let Some(at) = read.iter().position(|statistics| statistics.items() != first.items()) {
        let error = MetricError::Lengths { what: "rows", first: lengths(0), second: lengths(at) };
        return Err(error.into());
    }
    let Some(ids) = first.ids.clone() else { return Ok(read) };
    let order = |(at, statistics): (usize, Statistics)| {
        let places: HashMap<&str, usize> =
            statistics.ids.iter().flatten().enumerate().map(|(row, id)| (id.as_str(), row)).collect();
        let rows = ids.iter().map(|id| {
            places.get(id.as_str()).copied().ok_or_else(|| MetricError::Ids {
                file: systems[at].path.clone(),
                expected: format!("the ids of {}, such as `{id}`", systems[0].path),
                found: "no row with it".to_owned(),
            })
        });
        let rows = rows.collect::<Result<Vec<usize>, _>>()?;
        let columns = statistics.columns.iter().map(|column| rows.iter().map(|&row| column[row]).collect());
        Ok(Statistics { columns: columns.collect(), ids: Some(ids.clone()) })
    };
    read.into_iter().enumerate().map(order).collect::<Result<_, MetricError>>().map_err(Into::into)
}
