//! The tasks of a folder of lm-evaluation-harness: one file of samples each, with the metrics and filters that it has.
//!
//! The harness adds a file for every run, with the time in its name, and its own tables use the last one. So does this.

use std::path::Path;

use super::harness;
use crate::Error;
use crate::Format;
use crate::bytes::source::{self, Source};
use crate::format::magic;
use crate::read::jsonl::leaves;
use crate::read::jsonl::part::{self, Part};

/// The last samples of one task.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TaskLog {
    /// The task.
    pub task: String,
    /// Its file.
    pub path: String,
    /// Earlier files of the same task, which are left out.
    pub earlier: usize,
    /// How many samples it has, each under every filter.
    pub samples: usize,
    /// Metrics that are a score of each sample.
    pub metrics: Vec<String>,
    /// Metrics of the whole task, of which each sample has two numbers: the right answer and the prediction (`f1`, `mcc`), or a
    /// logarithm of a probability and a length (perplexities).
    pub pairs: Vec<String>,
    /// Filters of the answers, in the order of the file: each has a record for every document.
    pub filters: Vec<String>,
}

/// The tasks of a folder, by name; none where it holds no samples of the harness.
///
/// # Errors
///
/// When the folder or a file in it cannot be read.
pub fn tasks(folder: &str) -> Result<Vec<TaskLog>, Error> {
    let failed = |source| Error::Io {
        path: folder.to_owned(),
        action: "read",
        source,
    };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        let Some(name) = name.to_str() else { continue };
        if magic::by_name(name).1 == Some(Format::Jsonl)
            && let Some(task) = harness::task(name)
        {
            files.push((task, Path::new(folder).join(name).display().to_string()));
        }
    }
    // Times of one task sort as text.
    files.sort_unstable();
    let mut tasks: Vec<TaskLog> = Vec::new();
    for (task, path) in files {
        match tasks.last_mut().filter(|last| last.task == task) {
            Some(last) => (last.path, last.earlier) = (path, last.earlier + 1),
            None => {
                tasks.push(TaskLog {
                    task,
                    path,
                    earlier: 0,
                    samples: 0,
                    metrics: Vec::new(),
                    pairs: Vec::new(),
                    filters: Vec::new(),
                });
            }
        }
    }
    tasks.iter_mut().try_for_each(TaskLog::look)?;
    Ok(tasks)
}

impl TaskLog {
    /// Looks for metrics and filters.
    fn look(&mut self) -> Result<(), Error> {
        let source = Source::open(&self.path, false, false)?;
        let unpacked = source::unpack(source.bytes(), &self.path, false)?;
        let bytes = unpacked
            .as_ref()
            .map_or(source.bytes(), |(_, bytes)| &bytes[..]);
        let records = part::lines(bytes);
        let wanted = ["filter"].into_iter().collect();
        for record in &records {
            let Some(text) = record.text else { continue };
            // A broken record is said where its score is read.
            let Ok(found) = leaves::of(text, Some(&wanted)) else {
                continue;
            };
            for (_, filter) in found.iter().filter(|(path, _)| path == "filter") {
                let filter = filter.text().into_owned();
                if !self.filters.contains(&filter) {
                    self.filters.push(filter);
                }
            }
        }
        let first = records
            .first()
            .and_then(|record| leaves::of(record.text?, None).ok());
        let pairs = first
            .iter()
            .flatten()
            .filter(|(path, leaf)| !path.contains('.') && leaf.is_pair());
        self.pairs = pairs.map(|(path, _)| path.clone()).collect();
        self.samples = records.len() / self.filters.len().max(1);
        let part = Part {
            file: self.path.clone(),
            records,
            task: Some(self.task.clone()),
        };
        self.metrics = harness::dialect(&[part]).metrics.unwrap_or_default();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_samples_of_a_task_count_with_their_metrics_and_filters() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, lines: &[&str]| {
            std::fs::write(folder.path().join(name), lines.join("\n")).expect("a file");
        };
        let row = |filter: &str, metric: &str| {
            format!("{{\"doc_id\": 0, \"filter\": \"{filter}\", {metric}}}")
        };
        write(
            "samples_a_2025-01-01T00-00-00.jsonl",
            &[&row("none", "\"acc\": 1")],
        );
        write(
            "samples_a_2026-01-01T00-00-00.jsonl",
            &[
                &row("strict", "\"exact\": 1"),
                &row("flexible", "\"exact\": 0"),
            ],
        );
        write(
            "samples_b_2026-01-01T00-00-00.jsonl",
            &[&row("none", "\"metrics\": [\"f1\"], \"f1\": [0, 1]")],
        );
        write("results.json", &["{}"]);
        let found = tasks(&folder.path().display().to_string()).expect("a folder");
        assert_eq!(
            found.iter().map(|log| &log.task[..]).collect::<Vec<_>>(),
            ["a", "b"]
        );
        assert_eq!(
            (&found[0].metrics[..], found[0].earlier),
            (&["exact".to_owned()][..], 1)
        );
        assert_eq!(found[0].filters, ["strict", "flexible"]);
        assert!(found[1].metrics.is_empty(), "a pair is no score: {found:?}");
        assert!(tasks("no such folder").is_err());
    }
}
