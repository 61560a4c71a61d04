//! Segments of text against references.

use std::sync::Arc;

use restrap_io::Located;
use restrap_metrics::describe::Scorer;
use restrap_metrics::text::{Segments, Told};
use restrap_metrics::{Error as MetricError, MetricName, SavedMetric};

use super::error::ScoreError;
use super::files::Files;
use super::request::ScoreRequest;
use super::scoring::{Scoring, scored};
use crate::outcome::Role;

#[expect(clippy::type_complexity, reason = "a type of its own would hide what the constructor takes")]
pub(super) fn score(
    systems: &[Located],
    make: fn(&MetricName, usize) -> Result<Scorer<[Segments], Segments>, MetricError>,
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    let mut references = Vec::new();
    for typed in &request.references {
        references.push(files.other(Role::Reference, typed, |input, _| Segments::read(input))?);
    }
    let meter = &request.reading.meter;
    let told: Told = {
        let meter = meter.clone();
        Arc::new(move || {
            meter.scored().add(1);
            !meter.is_stopped()
        })
    };
    let read = files.systems(systems, |input, _| Ok(Segments::read(input)?.watched(Arc::clone(&told))))?;
    meter.scored().expect(read.iter().map(|system| system.len() as u64).sum());
    let scorer = make(&request.metric, references.len())?;
    let saved = SavedMetric::new(request.metric.clone()).with_references(references.len());
    scored(systems, saved, scorer, &references[..], &read, meter)
}
