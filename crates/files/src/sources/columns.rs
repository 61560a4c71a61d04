//! What names of measures stand for: metrics, or columns of scores that stand in the files.

use std::fmt;

use restrap_io::{Options, describe, each_system, locate};
use restrap_metrics::{Error, MetricName, split_names};

use super::error::SourceError;
use crate::score::ScoreError;

/// A column of scores, and whether lower is better: `acc`, `cost(lower)`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScoreColumn {
    /// Its name.
    pub column: String,
    /// Lower scores are better.
    pub lower: bool,
}

impl ScoreColumn {
    fn new(typed: &str) -> Self {
        let bare = typed.trim().strip_suffix("(lower)");
        Self {
            column: bare.unwrap_or(typed.trim()).to_owned(),
            lower: bare.is_some(),
        }
    }
}

impl fmt::Display for ScoreColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            self.column,
            if self.lower { "(lower)" } else { "" }
        )
    }
}

/// What names of measures stand for.
#[derive(Clone, Debug)]
pub enum Measures {
    /// Metrics.
    Metrics(Vec<MetricName>),
    /// Columns of scores of the systems' files.
    Columns(Vec<ScoreColumn>),
}

impl Measures {
    /// Metrics, or where one is none, columns that the first system's file has.
    ///
    /// # Errors
    /// [`SourceError`] for what is neither.
    pub fn named(names: &str, systems: &[String], reading: &Options) -> Result<Self, SourceError> {
        let names = split_names(names);
        let metrics: Result<Vec<MetricName>, Error> =
            names.iter().map(|name| name.parse()).collect();
        let unknown = match metrics {
            Ok(metrics) => return Ok(Self::Metrics(metrics)),
            Err(unknown) => unknown,
        };
        let columns: Vec<ScoreColumn> = names.into_iter().map(ScoreColumn::new).collect();
        let systems = each_system(systems).unwrap_or_default();
        let first = locate(&systems[..systems.len().min(1)])
            .ok()
            .and_then(|mut located| located.pop());
        let described = first
            .filter(|first| first.path != "-")
            .map(|first| describe(&first.path, reading));
        let known = described
            .and_then(Result::ok)
            .map(|described| described.columns)
            .unwrap_or_default();
        let known: Vec<String> = known.into_iter().filter_map(|column| column.name).collect();
        match columns.iter().find(|one| !known.contains(&one.column)) {
            None => Ok(Self::Columns(columns)),
            Some(other) if columns.iter().any(|one| known.contains(&one.column)) => {
                Err(SourceError::usage(
                    format!(
                        "expected metrics or columns of {}, found {}",
                        systems[0], other.column
                    ),
                    format!("its columns are {}", known.join(", ")),
                ))
            }
            Some(_) => Err(ScoreError::from(unknown).into()),
        }
    }
}
