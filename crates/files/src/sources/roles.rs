//! What tells rows apart or together, wherever it was said: options, a long table, paths.

use restrap_io::{Grouping, Long, Options, PathRole, each_system, is_pattern};
use restrap_words::asked_as;

use crate::sources::error::SourceError;
use crate::sources::{Sources, clusters};

impl Sources {
    /// The sources with each system that `{system}` in a path stands for.
    ///
    /// # Errors
    /// For a path that no file is called by.
    pub(super) fn with_systems(&self) -> Result<Self, SourceError> {
        Ok(Self {
            systems: each_system(&self.systems)?,
            ..self.clone()
        })
    }

    /// Puts the roles that a long table names where options of their own would name them.
    ///
    /// # Errors
    /// For a role that is named twice with different columns.
    pub(crate) fn with_roles(&self) -> Result<Self, SourceError> {
        let mut own = self.with_systems()?;
        if let Some((first, second)) = self.two_columns() {
            own.reading.roles = vec![(Grouping::Crossed, second)];
            own.reading.cluster = Some(first);
        }
        let Some(long) = &self.reading.long else {
            return Ok(own);
        };
        let roles = [
            ("cluster", &long.cluster, &mut own.reading.cluster),
            ("repeat", &long.repeat, &mut own.answers.repeat),
            ("seed-col", &long.seed, &mut own.answers.seed),
            ("judge", &long.judge, &mut own.answers.judge),
        ];
        for (option, named, role) in roles {
            let Some(named) = named else { continue };
            if let Some(other) = role.as_ref().filter(|other| *other != named) {
                return Err(SourceError::usage(
                    format!(
                        "{} and {} name two columns",
                        asked_as("long", long),
                        asked_as(option, other)
                    ),
                    "name one",
                ));
            }
            *role = Some(named.clone());
        }
        Ok(own)
    }

    /// Rows are told apart, or belong together, by a column of theirs or by the paths of their files.
    pub fn has_units(&self) -> bool {
        let of_long = self.reading.long.as_ref().is_some_and(Long::has_roles);
        self.reading.cluster.is_some() || of_long || self.has_answers()
    }

    /// Two columns of clusters, where two are named.
    fn two_columns(&self) -> Option<(String, String)> {
        let typed = self
            .reading
            .cluster
            .as_ref()
            .filter(|typed| !clusters::is_elsewhere(typed))?;
        let (first, second) = typed.split_once(',')?;
        Some((first.trim().to_owned(), second.trim().to_owned()))
    }

    /// The reading of files whose rows are items: groups that stand in a file of their own are those of that file.
    pub(super) fn reading_of_items(&self) -> Options {
        let mut reading = self.reading.clone();
        let of_file = |typed: &mut Option<String>| typed.take_if(|typed| clusters::is_file(typed));
        let by = of_file(&mut reading.by).map(|typed| (reading.grouping, typed));
        let clusters = of_file(&mut reading.cluster).map(|typed| (Grouping::Clusters, typed));
        reading.beside.extend(by.into_iter().chain(clusters));
        let part = reading.cluster.take_if(|typed| clusters::is_part(typed));
        reading.clusters_elsewhere |= part.is_some();
        reading
    }

    /// A path of several files stands among the systems.
    pub fn has_patterns(&self) -> bool {
        self.systems.iter().any(|typed| is_pattern(typed))
    }

    /// Rows are told apart by a column or by the paths of their files.
    pub(super) fn has_answers(&self) -> bool {
        self.answers.has_column() || self.has_patterns()
    }
}

/// What messages call a role: its column, or its word in paths.
pub(super) fn called(column: Option<&String>, role: PathRole) -> String {
    column.cloned().unwrap_or_else(|| role.to_string())
}
