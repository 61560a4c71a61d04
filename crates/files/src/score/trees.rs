//! Dependency trees against gold trees.

use restrap_io::Located;
use restrap_metrics::describe::Scorer;
use restrap_metrics::trees::Trees;
use restrap_metrics::{Error as MetricError, MetricName, SavedMetric};

use super::error::ScoreError;
use super::files::Files;
use super::scoring::{Scoring, scored};
use restrap_lib::number::format::grouped;

pub(super) fn score(
    systems: &[Located],
    name: &MetricName,
    make: fn(&MetricName) -> Result<Scorer<Trees, Trees>, MetricError>,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    let gold = files.gold(|input, _| Trees::read(input))?;
    gold.check()?;
    let read = files.systems(systems, |input, _| Trees::read(input))?;
    for (system, (broken, sentences)) in systems.iter().zip(read.iter().map(Trees::no_trees)) {
        if broken > 0 {
            files.notes.push(format!(
                "{}: {} of {} sentences are no trees (a cycle, or not one root), which the CoNLL 2018 script refuses: heads are \
                 counted word by word all the same",
                system.name,
                grouped(broken as u64),
                grouped(sentences as u64)
            ));
        }
    }
    scored(systems, SavedMetric::new(name.clone()), make(name)?, &gold, &read, files.meter())
}
