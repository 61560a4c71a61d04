//! Bootstrap means of one system, one by one: for those who want the resamples themselves, and not what they say.

use std::sync::Arc;

use restrap_engine::Control;

use crate::data::pair::{Alone, Surveyed};
use crate::data::scores::Scores;
use crate::design::scheme::Scheme;
use crate::error::Error;
use crate::evidence::driver::{Asker, Driver, Purpose};
use crate::evidence::pending::{Pending, Spec};
use crate::evidence::resample::draw::{DrawKind, Resamples};
use crate::evidence::resample::mean::route_of_column;
use crate::request::Request;

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
    let values = system.rows();
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
    let alone = Arc::new(Alone::new(Surveyed::new(system), request.sample.grid)?);
    let items = alone.scores.units();
    let route = route_of_column(&alone.scores, request.compute.route);
    let design = Arc::new(Scheme::plain(items));
    let resamples = Resamples::System(Arc::clone(&alone), Arc::clone(&design));
    let mut means = Pending::draws(Spec::columns(resamples, route, 1), move |share| {
        Ok(design.replicates(share.sums(0), alone.total, alone.divisor))
    });
    let driver = Driver {
        contrasts: &[],
        population: 0,
        from: 0,
        purpose: Purpose::Values,
        request,
        control,
    };
    driver.run(
        &mut [Asker {
            place: 0,
            asks: &mut means,
        }],
        DrawKind::System,
    )?;
    Ok(means.into_known().unwrap_or_default())
}
