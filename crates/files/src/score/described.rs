//! Error bars of a metric, from statistics that were saved.

use restrap_engine::Control;
use restrap_lib::outcome::Provenance;
use restrap_lib::{DescribeOutcome, DescribeRequest, Error, describe, describe_counted};

use super::scoring::{Scored, Scoring};

/// Value and interval of a metric for every system, from statistics of its items.
///
/// # Errors
/// As [`describe`]; replications and folds have scores, not statistics.
pub fn describe_scored(
    scoring: &Scoring,
    asked: &DescribeRequest,
    control: &Control,
) -> Result<DescribeOutcome, Error> {
    let known = scoring.described();
    let inputs = scoring.inputs.clone();
    let (mut described, notes) = match &scoring.scored {
        Scored::Scores { mean, systems } => {
            let mut asked = asked.clone();
            asked.request.sample.of_metric = mean.range;
            let mut described = describe(systems, &asked, control)?;
            described.metric = Some(known.metric);
            (described, Vec::new())
        }
        Scored::Counted { metric, systems } => {
            (describe_counted(metric.as_ref(), systems, known, asked, control)?, scoring.notes.clone())
        }
    };
    described.came_from(Provenance { inputs, notes, ..Provenance::default() });
    Ok(described)
}
