//! What a caller passes in memory: columns of the same items in the same order, and the groups that the items
//! belong to.

use pyo3::prelude::*;
use restrap::{Counted, Data, Groups, Sampling, Scores, Units};

use crate::items::{self, Sampled};
use crate::metric::{Callable, Sums};
use crate::scores::{Codes, Column, Digests, scores};

/// Systems: a column of doubles each, the counts of a metric, or whatever a metric of samples knows of them.
#[derive(FromPyObject)]
pub enum Systems<'py> {
    Scores(Vec<Column<'py>>),
    Sums(Vec<Sums<'py>>),
    Sampled(items::Asked),
}

/// Systems, baseline first, and the sub-populations, clusters and strata of their items.
#[derive(FromPyObject)]
pub struct Given<'py>(
    Systems<'py>,
    Option<Codes<'py>>,
    Option<Codes<'py>>,
    Option<Codes<'py>>,
);

impl Given<'_> {
    /// Borrows the columns for the library.
    pub fn borrow(&self, py: Python<'_>) -> PyResult<Held<'_>> {
        let Self(systems, by, cluster, stratum) = self;
        let systems = match systems {
            Systems::Scores(columns) => Kept::Scores(scores(columns)?),
            Systems::Sums(sums) => {
                Kept::Sums(sums.iter().map(Sums::counted).collect::<PyResult<_>>()?)
            }
            Systems::Sampled(asked) => Kept::Sampled(Sampled::new(py, asked)?),
        };
        Ok(Held {
            digests: match &systems {
                Kept::Scores(scores) => Digests::new(scores),
                Kept::Sums(_) | Kept::Sampled(_) => Digests::new(&[]),
            },
            systems,
            sampling: Sampling {
                units: match cluster {
                    Some(cluster) => Units::Clusters(cluster.clusters()?),
                    None => Units::Items,
                },
                groups: match (by, stratum) {
                    (Some(by), _) => Groups::Populations(by.populations()?),
                    (None, Some(stratum)) => Groups::Strata(stratum.strata()?),
                    (None, None) => Groups::None,
                },
                ..Sampling::default()
            },
        })
    }
}

enum Kept<'a> {
    Scores(Vec<Scores<'a>>),
    Sums(Vec<Counted>),
    Sampled(Sampled),
}

/// What is given, as the library has it.
pub struct Held<'a> {
    systems: Kept<'a>,
    digests: Digests,
    sampling: Sampling,
}

impl Held<'_> {
    /// As data of the library; counts are those of the metric.
    pub fn data<'h>(&'h self, metric: Option<&'h Callable>) -> Data<'h> {
        let data = match (&self.systems, metric) {
            (Kept::Sums(systems), Some(metric)) => Data::counted(metric, systems),
            (Kept::Sums(_), None) => Data::scores(&[]),
            (Kept::Scores(systems), _) => Data::scores(systems),
            (Kept::Sampled(metric), _) => Data::items(metric),
        };
        data.sampling(&self.sampling)
    }

    /// Returns the exception that a metric of samples raised, or that of scores that were changed during the call.
    pub fn failure(&self, py: Python<'_>) -> Option<PyErr> {
        match &self.systems {
            Kept::Sampled(metric) => metric.failure(),
            Kept::Scores(systems) => self.digests.check(py, systems).err(),
            Kept::Sums(_) => None,
        }
    }

    /// The number of each item's sub-population.
    pub fn codes(&self) -> Option<&[u32]> {
        self.sampling.groups.populations().map(|by| &by.codes[..])
    }
}
