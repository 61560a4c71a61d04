//! Evidence that is known at once, or after its resamples have been drawn.
//!
//! A test, an interval or a margin test returns a [`Pending`]: its answer, or the resamples that it needs ([`Spec`]) and the function
//! that computes the answer from them. The [driver](crate::evidence::driver) collects the specs of everything that is asked for, has the engine
//! draw, and calls each function with the part of the draws that belongs to it ([`Share`]).

use restrap_engine::Route;

use crate::error::Error;
use crate::evidence::resample::bounds;
use crate::evidence::resample::draw::{Drawn, Kept, Resamples};
use crate::evidence::resample::event::Event;

/// A value of a resample, named as the asker sees it. The driver maps it to a position among the values of the draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quantity {
    /// The corpus metric of the baseline.
    Baseline,
    /// The corpus metric of the system.
    System,
    /// System − baseline.
    Difference,
    /// The value at this position of a draw that belongs to one contrast or system.
    Value(usize),
}

/// The resamples that one answer needs.
#[derive(Clone)]
pub(crate) struct Spec<'c> {
    /// The kind of resample, with its column where the draw is of one column alone.
    pub resamples: Resamples<'c>,
    /// The algorithm that draws them.
    pub route: Route,
    /// The event whose tails are counted, for a p-value.
    pub event: Option<Event>,
    /// The values that are kept of each resample.
    pub keep: Vec<Quantity>,
}

impl Spec<'_> {
    /// Returns a spec that counts the tails of an event, and keeps the difference if `keeps` or if the counts need it.
    pub fn counting(event: Event, route: Route, keeps: bool) -> Self {
        let keeps = keeps || event.needs_replicates();
        Self {
            resamples: event.resamples(),
            route,
            event: Some(event),
            keep: if keeps {
                vec![Quantity::Difference]
            } else {
                Vec::new()
            },
        }
    }
}

impl<'c> Spec<'c> {
    /// Returns a spec that counts nothing and keeps these values.
    pub fn keeping(
        resamples: Resamples<'c>,
        route: Route,
        keep: impl IntoIterator<Item = Quantity>,
    ) -> Self {
        Self {
            resamples,
            route,
            event: None,
            keep: keep.into_iter().collect(),
        }
    }

    /// Returns a spec that keeps the first `values` values of a draw that belongs to one column.
    pub fn columns(resamples: Resamples<'c>, route: Route, values: usize) -> Self {
        Self::keeping(resamples, route, (0..values).map(Quantity::Value))
    }
}

/// The part of a draw that belongs to one spec.
pub(crate) struct Share<'d> {
    pub(crate) drawn: &'d Drawn,
    /// Resamples in each tail of the event, upper tail first.
    pub(crate) tails: &'d [u64],
    /// The position among the kept columns of each quantity that the spec names.
    pub(crate) kept: &'d [usize],
    /// The algorithm that drew them.
    pub route: Route,
    /// The comparison in the addresses of the stream.
    pub address: u16,
    /// Resamples of a corpus metric that lost a class of the data or left the metric undefined.
    pub lost: u64,
}

impl<'d> Share<'d> {
    /// Returns the number of resamples, fewer than were asked for if the run was stopped.
    pub fn completed(&self) -> u64 {
        self.drawn.completed()
    }

    /// Returns the exact sums kept of the `at`-th quantity of the spec.
    pub fn sums(&self, at: usize) -> &'d [i64] {
        self.kept(at).sums()
    }

    /// Returns the values of a metric kept of the `at`-th quantity of the spec.
    pub fn values(&self, at: usize) -> &'d [f64] {
        self.kept(at).values()
    }

    /// Returns the p-value of the event that was counted.
    ///
    /// # Errors
    /// For no resamples.
    pub fn p_value(&self, event: &Event, raw: bool) -> Result<bounds::Value, Error> {
        event.value(self.tails, self.kept(0), self.completed(), raw)
    }

    fn kept(&self, at: usize) -> &'d Kept {
        self.kept
            .get(at)
            .map_or(&Kept::Nothing, |&at| &self.drawn.kept[at])
    }
}

type Finish<'c, T> = Box<dyn FnOnce(&[Share<'_>]) -> Result<T, Error> + Send + 'c>;

/// Evidence that is known at once, or after its resamples have been drawn.
pub(crate) enum Pending<'c, T> {
    /// The answer.
    Known(T),
    /// The resamples that it needs, and the function that computes it from one share per spec; `None` after that function failed.
    Draws(Vec<Spec<'c>>, Option<Finish<'c, T>>),
}

impl<'c, T> Pending<'c, T> {
    /// Returns evidence that needs one draw.
    pub fn draws(
        spec: Spec<'c>,
        finish: impl FnOnce(&Share<'_>) -> Result<T, Error> + Send + 'c,
    ) -> Self {
        Self::several(vec![spec], move |shares| finish(&shares[0]))
    }

    /// Returns evidence that needs several draws; `finish` gets their shares in the order of the specs.
    pub fn several(
        specs: Vec<Spec<'c>>,
        finish: impl FnOnce(&[Share<'_>]) -> Result<T, Error> + Send + 'c,
    ) -> Self {
        Self::Draws(specs, Some(Box::new(finish)))
    }

    /// Returns the answer, or `None` if the run was stopped before its resamples were drawn.
    pub fn known(&self) -> Option<&T> {
        match self {
            Self::Known(answer) => Some(answer),
            Self::Draws(..) => None,
        }
    }

    /// Returns the answer as [`Self::known`] does, by value.
    pub fn into_known(self) -> Option<T> {
        match self {
            Self::Known(answer) => Some(answer),
            Self::Draws(..) => None,
        }
    }
}

/// Evidence of any type that may wait for draws.
///
/// The answers of tests, intervals and margins have different types. The driver needs none of them, and holds all askers as `dyn Asks`.
pub(crate) trait Asks<'c> {
    /// Returns the resamples that are still needed, none if the answer is known.
    fn specs(&self) -> &[Spec<'c>];

    /// Computes the answer from one share per spec.
    ///
    /// # Errors
    /// For resamples that allow no answer.
    fn take(&mut self, shares: &[Share<'_>]) -> Result<(), Error>;
}

impl<'c, T> Asks<'c> for Pending<'c, T> {
    fn specs(&self) -> &[Spec<'c>] {
        match self {
            Self::Known(_) => &[],
            Self::Draws(specs, _) => specs,
        }
    }

    fn take(&mut self, shares: &[Share<'_>]) -> Result<(), Error> {
        if let Self::Draws(_, finish) = self
            && let Some(finish) = finish.take()
        {
            *self = Self::Known(finish(shares)?);
        }
        Ok(())
    }
}
