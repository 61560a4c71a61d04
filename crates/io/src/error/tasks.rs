//! Tasks of a run that a filter leaves without rows.

use std::fmt;

use restrap_words::asked_as;

use crate::error::quote;

/// Tasks of a run that a filter of the harness leaves without rows.
#[derive(Debug)]
pub struct LostTasks {
    /// The folder as typed.
    pub path: String,
    /// What no row of them has.
    pub filter: String,
    /// Its column.
    pub column: String,
    /// The tasks.
    pub tasks: Vec<String>,
    /// Tasks of the run.
    pub of: usize,
    /// Values that the column has.
    pub seen: Vec<String>,
    /// A task that keeps rows.
    pub kept: String,
}

impl fmt::Display for LostTasks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} of {} have no row with {}: {}; the column holds {} there",
            self.path,
            self.tasks.len(),
            quote::count(self.of as u64, "task"),
            self.filter,
            quote::list(&self.tasks),
            quote::list(&self.seen)
        )
    }
}

/// A filter as it would be asked for.
pub(crate) fn filter(column: &str, value: &str) -> String {
    asked_as("where", format_args!("{column}={value}"))
        .quoted()
        .to_string()
}

impl LostTasks {
    /// What to do: keep them too, or say that they are not meant.
    pub(crate) fn hint(&self) -> String {
        let more: Vec<String> = self
            .seen
            .iter()
            .map(|value| filter(&self.column, value))
            .collect();
        format!(
            "keep them too: add {} (filters of one column are alternatives); or name the tasks that you mean: {}",
            more.join(" "),
            filter("task", &self.kept)
        )
    }
}
