//! The interval of a calibration error.

use restrap_engine::Control;
use restrap_metrics::Metric;

use crate::data::scores::Counted;
use crate::design::Sampling;
use crate::error::Error;
use crate::outcome::{CalibrationOutcome, IntervalOutcome};
use crate::request::{IntervalMethod, Request, Test};
use crate::verb::compare::{Data, compare};

/// Returns the interval of the calibration error of a system: the basic bootstrap of the error without a correction for chance, whose
/// reflection takes off what resampling adds, inside [0, 1]. Its low end is 0 unless the calibration test rejects on that side.
///
/// # Errors
/// As for a comparison of bootstrap replicates.
pub(super) fn interval(
    metric: &dyn Metric,
    counted: &Counted,
    of: &Sampling,
    test: &CalibrationOutcome,
    request: &Request,
    control: &Control,
) -> Result<Option<IntervalOutcome>, Error> {
    let Some(plain) = metric.calibrated(&counted.columns).map(|of| of.plain()) else {
        return Ok(None);
    };
    let drawn = of.units_and_groups();
    let twice = [counted.clone(), counted.clone()];
    let data = Data::counted(&*plain, &twice).sampling(&drawn);
    let request = request
        .clone()
        .tests([Test::Bootstrap])
        .interval(IntervalMethod::Basic);
    let found = compare(data, &request, control)?
        .systems
        .swap_remove(0)
        .interval;
    let error = 1.0 - request.question.confidence;
    Ok(found.map(|found| {
        let low = if test.pvalue <= 0.5 * error {
            found.low
        } else {
            0.0
        };
        IntervalOutcome {
            low: low.clamp(0.0, 1.0),
            high: found.high.clamp(0.0, 1.0),
            ..found
        }
    }))
}
