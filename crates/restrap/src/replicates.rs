//! Bootstrap means of one system, one by one: for those who want the resamples themselves, and not what they say.

use std::borrow::Cow;

use restrap_engine::Control;

use crate::data::design::BootstrapDesign;
use crate::data::pair::{Alone, Surveyed};
use crate::data::scores::Scores;
use crate::error::Error;
use crate::request::Request;
use crate::resample::draw::{Draw, DrawKind, room_for};
use crate::resample::mean::route_of_column;
use crate::resample::resampler::{Columns, Ready};

/// The mean of each bootstrap resample of the items, in order of resample number and in score units; of a run that was stopped, those
/// that were finished. Resamples and seed are those of the request.
///
/// ```
/// # use restrap_lib as restrap;
/// use restrap::{Control, Request, Scores, resampled_means};
///
/// let means = resampled_means(&Scores::new("new", vec![0.0, 1.0]), &Request::default().resamples(1_000), &Control::default())?;
/// assert!(means.iter().all(|mean| [0.0, 0.5, 1.0].contains(mean)));
/// # Ok::<(), restrap::Error>(())
/// ```
///
/// # Errors
/// [`Error`] for no scores, scores that are not finite, and memory that is not there.
pub fn resampled_means(
    system: &Scores,
    request: &Request,
    control: &Control,
) -> Result<Vec<f64>, Error> {
    let values = &system.values;
    if values.is_empty() {
        return Err(Error::Empty);
    }
    if let Some(item) = values.iter().position(|value| !value.is_finite()) {
        return Err(Error::NonFinite {
            system: system.name.clone(),
            item: item + 1,
            value: values[item],
        });
    }
    let alone = Alone::new(Surveyed::new(system), request.sample.grid)?;
    let scores = &alone.encoded.difference[..];
    let route = route_of_column(scores.len() as u64, request.compute.route);
    let draw = Draw {
        population: 0,
        kind: DrawKind::System,
        route,
        address: 0,
        of: vec![0],
        tails: Vec::new(),
        keep: vec![0],
    };
    room_for([&draw].into_iter(), request.compute.resamples)?;
    let design = BootstrapDesign::plain(scores.len() as u64);
    let column = |_| Ok(Cow::Borrowed(scores));
    let ready = Ready::new(
        draw,
        &Columns {
            contrasts: &[],
            system: &column,
            design: &design,
        },
        request,
    )?;
    let drawn = ready.run(0..request.compute.resamples, request, control)?;
    let sums = drawn.kept.first().map_or(&[][..], |kept| kept.sums());
    Ok(design.replicates(sums, alone.total, alone.divisor))
}
