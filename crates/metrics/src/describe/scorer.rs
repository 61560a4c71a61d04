//! What scores systems: statistics whose sums determine the metric, or a score per item whose mean is the metric.

use std::fmt;

use crate::{Error, Metric, Scores, Statistics};

/// Scores systems `S` against the right answers `G`.
#[expect(
    clippy::type_complexity,
    reason = "each is a function, told by what it takes and gives"
)]
pub enum Scorer<G: ?Sized, S> {
    /// By statistics of each item.
    Counted {
        /// The function of their sums.
        metric: Box<dyn Metric>,
        /// The statistics of a system.
        count: Box<dyn Fn(&G, &S) -> Result<Statistics, Error> + Send + Sync>,
    },
    /// By a score of each item.
    Mean(Box<dyn Fn(&G, &S) -> Result<Scores, Error> + Send + Sync>),
}

impl<G: ?Sized, S> Scorer<G, S> {
    /// A metric of sums and how it counts.
    pub(crate) fn counted<M: Metric + Clone + 'static>(
        metric: M,
        count: impl Fn(&M, &G, &S) -> Result<Statistics, Error> + Send + Sync + 'static,
    ) -> Self {
        let counts = metric.clone();
        Self::Counted {
            metric: Box::new(metric),
            count: Box::new(move |gold, system| count(&counts, gold, system)),
        }
    }

    /// A mean and what it averages.
    pub(crate) fn mean(
        score: impl Fn(&G, &S) -> Result<Scores, Error> + Send + Sync + 'static,
    ) -> Self {
        Self::Mean(Box::new(score))
    }

    /// The metric of one system.
    ///
    /// # Errors
    ///
    /// Gold and system that do not hold the same items, or what the metric cannot score.
    pub fn value(&self, gold: &G, system: &S) -> Result<f64, Error> {
        match self {
            Self::Counted { metric, count } => Ok(metric.finish(&count(gold, system)?.sums())),
            Self::Mean(score) => Ok(score(gold, system)?.value()),
        }
    }

    /// The function of sums, where there is one.
    pub fn metric(self) -> Option<Box<dyn Metric>> {
        match self {
            Self::Counted { metric, .. } => Some(metric),
            Self::Mean(_) => None,
        }
    }
}

impl<G: ?Sized, S> fmt::Debug for Scorer<G, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counted { metric, .. } => metric.fmt(f),
            Self::Mean(_) => f.write_str("Mean"),
        }
    }
}
