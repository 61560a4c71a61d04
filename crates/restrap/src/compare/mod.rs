//! Comparisons of systems with a baseline: encode, plan, draw, finish.
//!
//! Scores of the same items, scores of different items and statistics of a corpus metric are three shapes of one contrast, and
//! take the same steps: what is known by law, the list of draws that are left, the result of each draw, one family, sentences.
//! What is decided depends on the data and the request alone, never on threads or time.

pub(crate) mod areas;
pub(crate) mod checks;
mod comparison;
pub(crate) mod contrasts;
pub(crate) mod data;
mod finish;
mod units;

pub(crate) mod comparisons;
mod marginals;
mod metric;
pub(crate) mod paired;
mod raise;
mod replicates;
mod unpaired;
mod variance;

pub use data::Data;
pub use data::Systems;
pub(crate) use finish::Parts;
pub use replicates::{ReplicateColumn, ReplicateOf, Replicates, Resample, replicates};

use restrap_engine::Control;

use crate::error::Error;
use crate::outcome::Outcome;
use crate::request::Request;
use crate::resample::draw::room_for;
use comparisons::Comparisons;
use contrasts::Contrasts;

/// Compares every system after the first with the first.
///
/// Scores are columns of one length, one score per item, unless the request says that the systems scored different items.
///
/// ```
/// # use restrap_lib as restrap;
/// use restrap::{Control, Request, Scores, compare};
///
/// let base = Scores::new("base", vec![0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
/// let new = Scores::new("new", vec![1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0]);
/// let outcome = compare(&[base, new], &Request::default(), &Control::default())?;
/// assert_eq!(outcome.comparisons[0].tests[0].pvalue, Some(0.125));
/// # Ok::<(), restrap::Error>(())
/// ```
///
/// # Errors
/// [`Error`] for scores or options that allow no outcome. A run stopped through `control` after at least one finished
/// shard returns what is finished, with [`Outcome::interrupted_after`] set.
pub fn compare<'a>(
    data: impl Into<Data<'a>>,
    request: &Request,
    control: &Control,
) -> Result<Outcome, Error> {
    let parts = Parts::new(data, request)?;
    let (contrasts, request) = (parts.contrasts()?, &parts.request);
    let mut stopped = false;
    let done = contrasts
        .iter()
        .map(|one| drawn(one, 0, request, control, &mut stopped));
    let done = done.collect::<Result<Vec<_>, Error>>()?;
    finish::outcome(&parts.data, done, request)
}

/// The comparisons of some items with what was drawn for them. `from` is added to the addresses of the stream, so that data sets of
/// one study are drawn apart; nothing is drawn any more once a run was `stopped`.
///
/// # Errors
/// For scores or options that allow no outcome.
pub(crate) fn drawn<'c, 'a>(
    contrasts: &'c Contrasts<'a>,
    from: u16,
    request: &Request,
    control: &Control,
    stopped: &mut bool,
) -> Result<Comparisons<'c, 'a>, Error> {
    let mut comparisons = Comparisons::new(contrasts, request)?;
    let draws = comparisons.draws(request)?;
    room_for(draws.iter(), request.compute.resamples)?;
    for mut draw in draws {
        if *stopped {
            break;
        }
        draw.address += from;
        let ready = contrasts.ready(draw, request)?;
        let drawn = ready.run(0..request.compute.resamples, request, control)?;
        *stopped = comparisons.take(ready.draw(), drawn, request)?;
    }
    Ok(comparisons)
}
