//! Records of one file.

use crate::error::fault::{Fault, Place};
use crate::error::kind::{self, FaultKind};
use crate::read::jsonl::leaves::{self, Broken, Leaf};
use crate::read::jsonl::wanted::Wanted;

/// What a record is made of.
#[derive(Debug, Clone)]
pub(crate) enum Body<'a> {
    /// An object, unread.
    Text(&'a [u8]),
    /// A sample of a log, read.
    #[cfg_attr(not(feature = "logs"), expect(dead_code, reason = "logs alone have them"))]
    Sample(String, Vec<(String, Leaf<'a>)>),
}

/// A record and the line on which it starts (or its number, in a log).
#[derive(Debug, Clone)]
pub(crate) struct Record<'a> {
    pub line: u64,
    pub body: Body<'a>,
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

/// Name of the field that says why a sample of a log has no score.
pub(crate) const MISSING: &str = "missing";

/// Name of the field that [`Part::task`] adds.
pub(crate) const TASK: &str = "task";

impl<'a> Part<'a> {
    pub(super) fn leaves(
        &self,
        record: &Record<'a>,
        wanted: Option<&Wanted>,
    ) -> Result<Vec<(String, Leaf<'a>)>, Broken> {
        let mut found = match &record.body {
            Body::Text(text) => leaves::of(text, wanted)?,
            Body::Sample(_, all) => all
                .iter()
                .filter(|(path, _)| wanted.is_none_or(|wanted| wanted.place(path).is_some()))
                .cloned()
                .collect(),
        };
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
        match &record.body {
            Body::Text(_) => Place::Line { file, line: record.line, column, name },
            Body::Sample(sample, _) => Place::Sample { file, sample: sample.clone(), name },
        }
    }

    pub(super) fn fault(&self, record: &Record<'a>, broken: Broken) -> Fault {
        let hint = kind::json_hint(broken.kind, &broken.found);
        let place = self.place(record, broken.path.as_deref(), broken.column);
        let reason = match &record.body {
            Body::Sample(_, leaves) if broken.kind == FaultKind::Missing => {
                leaves.iter().find(|(path, _)| path == MISSING).map(|(_, reason)| reason.text())
            }
            _ => None,
        };
        let found = reason.map_or(broken.found, |reason| format!("none: {reason}"));
        Fault { place, kind: broken.kind, found, more: 0, hint }
    }
}
