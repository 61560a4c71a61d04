//! What a caller passes: systems in files, or columns of the same items in the same order with the groups that the items belong to.

use pyo3::prelude::*;
use restrap::outcome::Run;
use restrap::{Counted, Data, Groups, Sampling, Scores, Sources, Units, are_lower_better};
use restrap_words::Note;

use crate::items::{self, Sampled};
use crate::keywords::{Keywords, Told, notes};
use crate::metric::{self, Callable, Sums};
use crate::scores::{Codes, Column, Digests, scores};
use crate::sources::{metrics, sources};

/// Systems: a column of doubles each, the counts of a metric, or whatever a metric of samples knows of them.
#[derive(FromPyObject)]
enum Systems<'py> {
    Scores(Vec<Column<'py>>),
    Sums(Vec<Sums<'py>>),
    Sampled(items::Asked),
}

/// Systems, baseline first, and the sub-populations, clusters and strata of their items.
#[derive(FromPyObject)]
struct Given<'py>(
    Systems<'py>,
    Option<Codes<'py>>,
    Option<Codes<'py>>,
    Option<Codes<'py>>,
);

/// Columns with the metric of their counts, the names of their items, and notes (`restrap.asking.Found`).
#[derive(FromPyObject)]
pub struct Columns<'py>(
    Given<'py>,
    Option<metric::Asked>,
    Option<Vec<String>>,
    Vec<Told>,
);

/// Paths, written as on the command line, or columns.
#[derive(FromPyObject)]
#[expect(clippy::large_enum_variant, reason = "one for each call")]
pub enum Input<'py> {
    Paths(Vec<String>),
    Columns(Columns<'py>),
}

impl Input<'_> {
    /// Returns what is read of the files, or the borrowed columns.
    pub fn source(&self, asked: &Keywords) -> PyResult<Source<'_>> {
        Ok(match self {
            Self::Paths(systems) => Source::Files(sources(systems.clone(), asked)?),
            Self::Columns(columns) => Source::Held(columns.borrow(asked.py())?),
        })
    }
}

/// Where the data of a call are.
#[expect(clippy::large_enum_variant, reason = "one for each call")]
pub enum Source<'a> {
    Files(Sources),
    Held(Held<'a>),
}

impl Source<'_> {
    /// Whether lower scores are better, of scores that stand in files.
    pub fn is_lower(&self, asked: &Keywords) -> PyResult<bool> {
        match self {
            Self::Files(sources) if sources.columns.is_empty() => {
                Ok(are_lower_better(&metrics(asked)?))
            }
            _ => Ok(false),
        }
    }

    /// Returns the exception that ended the work on the columns.
    pub fn failure(&self, py: Python<'_>) -> Option<PyErr> {
        match self {
            Self::Files(_) => None,
            Self::Held(held) => held.failure(py),
        }
    }

    /// The notes on columns.
    pub fn notes(&self) -> Vec<Note> {
        match self {
            Self::Files(_) => Vec::new(),
            Self::Held(held) => notes(held.notes),
        }
    }

    /// Returns what was seen of the data before they came here.
    pub fn seen(&self, asked: &Keywords) -> PyResult<Seen> {
        Ok(Seen {
            notes: [self.notes(), asked.notes()?].concat(),
            as_zero: asked.get("were_missing")?,
        })
    }
}

/// Notes on the data, and what missing scores were taken for.
pub struct Seen {
    notes: Vec<Note>,
    as_zero: Option<bool>,
}

impl Seen {
    /// Adds them to a run; whether its recipe is another now.
    pub fn tell(self, run: &mut Run) -> bool {
        run.warnings.extend(self.notes);
        if let Some(as_zero) = self.as_zero {
            run.were_missing(as_zero);
        }
        self.as_zero.is_some()
    }
}

impl Columns<'_> {
    /// Borrows the columns for the library.
    pub fn borrow(&self, py: Python<'_>) -> PyResult<Held<'_>> {
        let Self(Given(systems, by, cluster, stratum), metric, items, notes) = self;
        let systems = match systems {
            Systems::Scores(columns) => Kept::Scores(scores(columns)?),
            Systems::Sums(sums) => Kept::Sums(
                metric.as_ref().map(|metric| Callable::new(py, metric)),
                sums.iter().map(Sums::counted).collect::<PyResult<_>>()?,
            ),
            Systems::Sampled(asked) => Kept::Sampled(Sampled::new(py, asked)?),
        };
        Ok(Held {
            digests: match &systems {
                Kept::Scores(scores) => Digests::new(scores),
                Kept::Sums(..) | Kept::Sampled(_) => Digests::new(&[]),
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
            items: items.as_deref(),
            notes,
        })
    }
}

enum Kept<'a> {
    Scores(Vec<Scores<'a>>),
    Sums(Option<Callable>, Vec<Counted>),
    Sampled(Sampled),
}

/// Columns as the library has them.
pub struct Held<'a> {
    systems: Kept<'a>,
    digests: Digests,
    sampling: Sampling,
    items: Option<&'a [String]>,
    notes: &'a [Told],
}

impl Held<'_> {
    /// As data of the library; counts are those of the metric.
    pub fn data(&self) -> Data<'_> {
        let data = match &self.systems {
            Kept::Sums(Some(metric), systems) => Data::counted(metric, systems),
            Kept::Sums(None, _) => Data::scores(&[]),
            Kept::Scores(systems) => Data::scores(systems),
            Kept::Sampled(metric) => Data::items(metric),
        };
        data.sampling(&self.sampling)
    }

    /// The name of an item, where they have names.
    pub fn item(&self, place: usize) -> Option<String> {
        self.items?.get(place).cloned()
    }

    /// Returns the exception that a metric raised, or that of scores that were changed during the call.
    pub fn failure(&self, py: Python<'_>) -> Option<PyErr> {
        match &self.systems {
            Kept::Sampled(metric) => metric.failure(),
            Kept::Sums(metric, _) => metric.as_ref()?.failure(),
            Kept::Scores(systems) => self.digests.check(py, systems).err(),
        }
    }

    /// The number of each item's sub-population.
    pub fn codes(&self) -> Option<&[u32]> {
        self.sampling.groups.populations().map(|by| &by.codes[..])
    }
}
