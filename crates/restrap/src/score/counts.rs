//! Columns of counts, for ratios and formulas.

use restrap_io::{Cells, Located, Options};
use restrap_metrics::{Metric, SavedMetric, Statistics};

use super::error::ScoreError;
use super::files::{Files, ids};
use super::request::ScoreRequest;
use super::scoring::{Scoring, counted};

pub(super) fn score(
    typed: &[String],
    systems: &[Located],
    metric: Box<dyn Metric>,
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    let columns = metric.columns().iter().map(ToString::to_string).collect();
    let asked = Options { cells: Cells::Counts, columns, ..Options::default() };
    let loaded = files.columns(typed, systems, asked)?;
    let (ids, by, clusters) = (ids(&loaded), loaded.by, loaded.clusters);
    let counts = |column: Vec<f64>| column.into_iter().map(|count| count as i64).collect();
    let rows = loaded.systems.into_iter().map(|system| {
        let columns = std::iter::once(system.scores).chain(system.more).map(counts).collect();
        Ok(Statistics { columns, ids: ids.clone() })
    });
    let scored = counted(systems, metric, SavedMetric::new(request.metric.clone()), rows.collect())?;
    Ok(Scoring { by, clusters, ..scored })
}
