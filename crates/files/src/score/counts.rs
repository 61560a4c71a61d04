//! Columns of numbers, for ratios, formulas and perplexity.

use restrap_core::{Precision, encode_sums};
use restrap_io::{Cells, Located, Options};
use restrap_metrics::{Metric, OnGrid, RealMetric, SavedMetric, Statistics};

use super::error::ScoreError;
use super::files::{Files, ids};
use super::request::ScoreRequest;
use super::scoring::{Scoring, counted};

pub(super) fn score(
    typed: &[String],
    systems: &[Located],
    metric: Box<dyn RealMetric>,
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    let columns = metric.columns().iter().map(ToString::to_string).collect();
    let asked = Options { cells: Cells::Numbers, columns, ..Options::default() };
    let loaded = files.columns(typed, systems, asked)?;
    let (ids, by, clusters) = (ids(&loaded), loaded.by, loaded.clusters);
    let rows = loaded.systems.into_iter();
    let rows: Vec<_> =
        rows.map(|system| std::iter::once(system.scores).chain(system.more).collect()).collect();
    let (metric, rows, per_one) = on_grid(metric, &rows, ids.as_ref());
    let saved = SavedMetric::new(request.metric.clone()).with_grid(&per_one);
    let scored = counted(systems, metric, saved, rows.into_iter().map(Ok).collect())?;
    Ok(Scoring { by, clusters, ..scored })
}

/// The columns of every system as integers, each statistic on one grid for all systems, and the metric of these. No steps are given
/// back where all columns are whole numbers.
pub(super) fn on_grid(
    metric: Box<dyn RealMetric>,
    systems: &[Vec<Vec<f64>>],
    ids: Option<&Vec<String>>,
) -> (Box<dyn Metric>, Vec<Statistics>, Vec<f64>) {
    let empty = |_| Statistics { columns: Vec::new(), ids: ids.cloned() };
    let mut encoded: Vec<Statistics> = systems.iter().map(empty).collect();
    let mut per_one = Vec::new();
    for statistic in 0..metric.columns().len() {
        let columns: Vec<&[f64]> = systems.iter().map(|columns| &columns[statistic][..]).collect();
        let (grid, columns) = encode_sums(&columns, Precision::Double);
        per_one.push(grid.per_one());
        encoded.iter_mut().zip(columns).for_each(|(system, column)| system.columns.push(column));
    }
    if per_one.iter().all(|&steps| steps == 1.0) {
        return (metric, encoded, Vec::new());
    }
    (Box::new(OnGrid::new(metric, per_one.clone())), encoded, per_one)
}
