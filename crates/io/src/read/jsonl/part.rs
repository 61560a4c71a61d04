//! Records of one file.

use crate::error::fault::{Fault, Place};
use crate::error::kind::{self, FaultKind};
use crate::read::jsonl::leaves::{self, Broken, Leaf};
use crate::read::jsonl::wanted::Wanted;

/// A record: the fields of an object that is unread, and fields that were read or made.
#[derive(Debug, Clone)]
pub(crate) struct Record<'a> {
    /// The line on which it starts (or its number, in a log).
    pub line: u64,
    /// The sample of a log that it is.
    pub sample: Option<String>,
    pub text: Option<&'a [u8]>,
    pub leaves: Vec<(String, Leaf<'a>)>,
}

impl<'a> Record<'a> {
    /// A record without fields.
    pub(crate) fn new(line: u64) -> Self {
        Self { line, sample: None, text: None, leaves: Vec::new() }
    }

    /// A record of the fields of an object.
    pub(crate) fn text(line: u64, text: &'a [u8]) -> Self {
        Self { text: Some(text), ..Self::new(line) }
    }
}

/// The records of one file.
#[derive(Debug)]
pub(crate) struct Part<'a> {
    /// The file as shown.
    pub file: String,
    pub records: Vec<Record<'a>>,
    /// A field that the file's name adds to each record: the task.
    pub task: Option<String>,
}

/// What a log declares about itself.
#[derive(Debug, Default)]
pub(crate) struct Dialect {
    /// Fields that identify an item, unless `--id` says otherwise.
    pub ids: Vec<String>,
    /// Fields that are scores.
    pub metrics: Option<Vec<String>>,
}

impl Dialect {
    /// Whether anything was declared.
    pub(crate) fn is_known(&self) -> bool {
        !self.ids.is_empty() || self.metrics.is_some()
    }
}

/// Name of the field that says why a sample of a log has no score.
pub(crate) const MISSING: &str = "missing";

/// Name of the field that [`Part::task`] adds.
pub(crate) const TASK: &str = "task";

impl<'a> Part<'a> {
    pub(crate) fn leaves(
        &self,
        record: &Record<'a>,
        wanted: Option<&Wanted>,
    ) -> Result<Vec<(String, Leaf<'a>)>, Broken> {
        let mut found = record.text.map(|text| leaves::of(text, wanted)).transpose()?.unwrap_or_default();
        let is_asked = |path: &str| wanted.is_none_or(|wanted| wanted.place(path).is_some());
        if !record.leaves.is_empty() {
            found.extend(record.leaves.iter().filter(|(path, _)| is_asked(path)).cloned());
            leaves::once_each(&found)?;
        }
        if let Some(task) = &self.task
            && !found.iter().any(|(path, _)| path == TASK)
        {
            found.push((TASK.to_owned(), Leaf::Text(task.clone().into())));
        }
        Ok(found)
    }

    /// The task of the first record.
    pub(super) fn task(&self) -> Option<String> {
        let found = self.leaves(self.records.first()?, Some(&[TASK].into_iter().collect())).ok()?;
        found.first().map(|(_, task)| task.text().into_owned())
    }

    fn place(&self, record: &Record<'a>, path: Option<&str>, column: Option<u64>) -> Place {
        let (file, name) = (self.file.clone(), path.map(str::to_owned));
        match &record.sample {
            None => Place::Line { file, line: record.line, column, name },
            Some(sample) => Place::Sample { file, sample: sample.clone(), name },
        }
    }

    pub(super) fn fault(&self, record: &Record<'a>, broken: Broken) -> Fault {
        let hint = kind::json_hint(broken.kind, &broken.found);
        let place = self.place(record, broken.path.as_deref(), broken.column);
        let of_log =
            record.leaves.iter().filter(|_| record.sample.is_some() && broken.kind == FaultKind::Missing);
        let reason = of_log.into_iter().find(|(path, _)| path == MISSING).map(|(_, reason)| reason.text());
        let found = reason.map_or(broken.found, |reason| format!("none: {reason}"));
        Fault { place, kind: broken.kind, found, more: 0, hint }
    }
}
