//! Records of one file, and the error of a document that is not JSON.

use crate::Error;
use crate::error::fault::{Fault, Place};
use crate::error::kind::{self, FaultKind};
use crate::read::jsonl::leaves::{self, Broken, Leaf};
use crate::read::jsonl::wanted::Wanted;

/// A record: the fields of an object that is unread, and fields that were read or made.
#[derive(Debug, Clone)]
pub(crate) struct Record<'a> {
    /// The line on which it starts (or its number, in a log).
    pub line: u64,
    /// Whether it is a sample of a log, which its field `id` names.
    pub is_sample: bool,
    pub text: Option<&'a [u8]>,
    pub leaves: Vec<(String, Leaf<'a>)>,
}

impl<'a> Record<'a> {
    /// A record without fields.
    pub(crate) fn new(line: u64) -> Self {
        Self {
            line,
            is_sample: false,
            text: None,
            leaves: Vec::new(),
        }
    }

    /// A record of the fields of an object.
    pub(crate) fn text(line: u64, text: &'a [u8]) -> Self {
        Self {
            text: Some(text),
            ..Self::new(line)
        }
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

/// Name of the field of a sample of a log that names it.
pub(crate) const SAMPLE: &str = "id";

/// Name of the field that [`Part::task`] adds.
pub(crate) const TASK: &str = "task";

impl<'a> Part<'a> {
    pub(crate) fn leaves(
        &self,
        record: &Record<'a>,
        wanted: Option<&Wanted>,
    ) -> Result<Vec<(String, Leaf<'a>)>, Broken> {
        let mut found = record
            .text
            .map(|text| leaves::of(text, wanted))
            .transpose()?
            .unwrap_or_default();
        let is_asked = |path: &str| wanted.is_none_or(|wanted| wanted.place(path).is_some());
        if !record.leaves.is_empty() {
            found.extend(
                record
                    .leaves
                    .iter()
                    .filter(|(path, _)| is_asked(path))
                    .cloned(),
            );
            leaves::once_each(&found)?;
        }
        if let Some(task) = &self.task
            && !found.iter().any(|(path, _)| path == TASK)
        {
            found.push((TASK.to_owned(), Leaf::Text(task.clone().into())));
        }
        Ok(found)
    }

    /// Puts the fields of a record at their places in `wanted`; `cells` are as many.
    pub(super) fn place(
        &self,
        record: &Record<'a>,
        wanted: &Wanted,
        cells: &mut [Option<Leaf<'a>>],
    ) -> Result<(), Broken> {
        cells.fill(None);
        record
            .text
            .map_or(Ok(()), |text| leaves::place(text, wanted, cells))?;
        leaves::place_made(&record.leaves, wanted, cells)?;
        if let Some(task) = &self.task
            && let Some(cell) = wanted.place(TASK).and_then(|place| cells.get_mut(place))
            && cell.is_none()
        {
            *cell = Some(Leaf::Text(task.clone().into()));
        }
        Ok(())
    }

    /// The task of the first record.
    pub(super) fn task(&self) -> Option<String> {
        let found = self
            .leaves(self.records.first()?, Some(&[TASK].into_iter().collect()))
            .ok()?;
        found.first().map(|(_, task)| task.text().into_owned())
    }

    fn place_of(&self, record: &Record<'a>, path: Option<&str>, column: Option<u64>) -> Place {
        let (file, name) = (self.file.clone(), path.map(str::to_owned));
        let id = record
            .leaves
            .iter()
            .filter(|_| record.is_sample)
            .find(|(path, _)| path == SAMPLE);
        match id {
            None => Place::Line {
                file,
                line: record.line,
                column,
                name,
            },
            Some((_, id)) => Place::Sample {
                file,
                sample: id.text().into_owned(),
                name,
            },
        }
    }

    pub(crate) fn fault(&self, record: &Record<'a>, broken: Broken) -> Fault {
        let hint = kind::json_hint(broken.kind, &broken.found);
        let place = self.place_of(record, broken.path.as_deref(), broken.column);
        let of_log = record
            .leaves
            .iter()
            .filter(|_| record.is_sample && broken.kind == FaultKind::Missing);
        let reason = of_log
            .into_iter()
            .find(|(path, _)| path == MISSING)
            .map(|(_, reason)| reason.text());
        let found = reason.map_or(broken.found, |reason| format!("none: {reason}"));
        Fault {
            place,
            kind: broken.kind,
            found,
            more: 0,
            hint,
        }
    }
}

/// The records of JSON lines.
pub(crate) fn lines(bytes: &[u8]) -> Vec<Record<'_>> {
    let ends = memchr::memchr_iter(b'\n', bytes).chain(std::iter::once(bytes.len()));
    let starts = std::iter::once(0).chain(memchr::memchr_iter(b'\n', bytes).map(|end| end + 1));
    let numbered = (1..).zip(starts.zip(ends).map(|(start, end)| &bytes[start..end]));
    let filled = numbered.filter(|(_, text)| !text.trim_ascii().is_empty());
    filled
        .map(|(line, text)| Record::text(line, text))
        .collect()
}

/// The error of a document that is not the JSON that it should be.
pub(crate) fn whole(bytes: &[u8], file: &str, error: &serde_json::Error) -> Error {
    let line = bytes
        .split(|byte| *byte == b'\n')
        .nth(error.line().saturating_sub(1))
        .unwrap_or_default();
    let from = error.column().saturating_sub(1).min(line.len());
    let broken = leaves::not_json(&String::from_utf8_lossy(&line[from..]), error, None);
    let place = Place::Line {
        file: file.to_owned(),
        line: error.line().max(1) as u64,
        column: Some(error.column().max(1) as u64),
        name: None,
    };
    let hint = kind::json_hint(broken.kind, &broken.found);
    Fault {
        place,
        kind: broken.kind,
        found: broken.found,
        more: 0,
        hint,
    }
    .into()
}
