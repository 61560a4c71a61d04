//! Comparisons of systems with a baseline: encode, plan, draw, finish.
//!
//! [`Parts`] sorts the items into data sets, each data set encodes its contrasts, every contrast returns its evidence as
//! [`Pending`](crate::evidence::pending::Pending), the [driver](crate::evidence::driver) draws what is pending, and the outcome adjusts one family. Every
//! decision depends on the data and the request alone, never on threads or time.

mod area_labels;
pub(crate) mod areas;
pub(crate) mod checks;
mod comparison;
pub(crate) mod contrasts;
pub(crate) mod data;
pub(crate) mod evidence;
mod finish;
mod units;

pub(crate) mod comparisons;
mod marginals;
pub(crate) mod metric;
mod metric_intervals;
pub(crate) mod paired;
pub(crate) mod planning;
mod raise;
mod replicates;
mod unpaired;
mod variance;

pub use data::Data;
pub use data::Systems;
pub use replicates::{ReplicateColumn, ReplicateOf, Replicates, Resample, replicates};

use restrap_engine::{Control, EngineError, Ledger};

use crate::error::Error;
use crate::evidence::family;
use crate::evidence::level::FamilyOf;
use crate::outcome::{Outcome, TestOutcome};
use crate::request::Request;
use crate::say::straddling::MOST_RESAMPLES;
use crate::verb::claim::{self, OtherSides};
use comparisons::Comparisons;
use contrasts::Contrasts;
use data::Part;

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
    let (mut contrasts, request) = (parts.contrasts()?, &parts.request);
    let (mut outcome, is_whole) = compared(&parts, &contrasts, request, control)?;
    // The same stream goes on where another seed may decide a gate otherwise.
    let mut asked = request.clone();
    while is_whole
        && asked.compute.resamples < MOST_RESAMPLES
        && claim::is_unsettled(&outcome, &asked)
    {
        asked.compute.resamples = asked
            .compute
            .resamples
            .saturating_mul(2)
            .min(MOST_RESAMPLES);
        match compared(&parts, &contrasts, &asked, control) {
            Ok((more, true)) => outcome = more,
            Ok((_, false)) => return Ok(outcome),
            // What more resamples need does not fit: the gate stays undecided.
            Err(Error::Engine(EngineError::Memory { .. })) => break,
            Err(error) => return Err(error),
        }
    }
    let request = &outcome.request.clone();
    let primary = |of: fn(&TestOutcome) -> Option<f64>| -> Vec<f64> {
        let members = outcome.family_members();
        members.filter_map(|one| of(&one.tests[0])).collect()
    };
    let (pvalues, adjusted) = (primary(|test| test.pvalue), primary(|test| test.p_adjusted));
    let others = family::others_adjusted(&pvalues, parts.data.other_p(), request);
    let adjusted = adjusted.into_iter().chain(others);
    let Some(rejected) = family::rejected(adjusted, request).filter(|_| is_whole) else {
        return Ok(outcome);
    };
    // Intervals of a false discovery rate depend on how many are rejected; the same resamples are drawn again.
    for contrasts in contrasts.iter_mut().filter(|one| one.family.size > 1) {
        contrasts.family = rejected;
    }
    let (again, is_whole) = compared(&parts, &contrasts, request, control)?;
    // Intervals of the first time hold, too: they are wider.
    Ok(if is_whole { again } else { outcome })
}

/// The outcome of the parts, and whether every draw was complete.
fn compared(
    parts: &Parts,
    contrasts: &[Contrasts],
    request: &Request,
    control: &Control,
) -> Result<(Outcome, bool), Error> {
    let is_blank = control.ledger.is_some_and(Ledger::is_blank);
    let other_sides = OtherSides::new(request)?;
    let mut is_stopped = false;
    let mut done = Vec::new();
    for contrasts in contrasts {
        let mut comparisons = Comparisons::new(contrasts, request, Some(&other_sides))?;
        if !is_stopped {
            comparisons.draw(0, control)?;
            is_stopped = comparisons.is_stopped();
        }
        done.push(comparisons);
    }
    let outcome = finish::outcome(&parts.data, done, request)?;
    Ok((outcome, !is_stopped && !is_blank))
}

/// The data sets of a comparison, all items first and then each sub-population, with the request that applies to them.
pub(crate) struct Parts<'a> {
    pub data: Data<'a>,
    pub request: Request,
    all: Vec<Part<'a>>,
}

impl<'a> Parts<'a> {
    /// Sorts the items into data sets, and orients the request by the metric.
    ///
    /// # Errors
    /// For systems and options that do not fit together.
    pub fn new(data: impl Into<Data<'a>>, request: &Request) -> Result<Self, Error> {
        let data = data.into();
        let request = data.oriented(request);
        Ok(Self {
            data,
            all: data.parts(&request)?,
            request,
        })
    }

    /// Returns the contrasts of each data set, encoded.
    ///
    /// # Errors
    /// For scores that do not lie on the grid that was asked for.
    pub fn contrasts(&self) -> Result<Vec<Contrasts<'_>>, Error> {
        let family = |part: &Part| FamilyOf::of_size(self.data.family(part.population));
        let of = |part| Contrasts::new(part, family(part), &self.data, &self.request);
        self.all.iter().map(of).collect()
    }

    /// Returns the contrasts of all items, which are adjusted with those of `family`.
    ///
    /// # Errors
    /// For scores that do not lie on the grid that was asked for.
    pub fn of_family(&self, family: FamilyOf) -> Result<Contrasts<'_>, Error> {
        Contrasts::new(&self.all[0], family, &self.data, &self.request)
    }
}
