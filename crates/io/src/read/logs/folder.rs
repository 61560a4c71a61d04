//! A folder is a run: every `samples_*.jsonl` of lm-evaluation-harness in it, every log of Inspect, or every result of MTEB, one task
//! each, or every `report.json` of SWE-bench in a folder of its own, one instance each.
//!
//! Files are read in the order of their names. The run's digest is that of the names and digests of these files.

use std::borrow::Cow;
use std::path::Path;

use restrap_words::Code;

use crate::bytes::source::{self, Source};
use crate::error::quote::count;
use crate::format::magic;
use crate::format::nan;
use crate::frame::parsed::{Opened, Parsed, Request};
use crate::read::document::known;
use crate::read::document::node::{Lines, Node};
use crate::read::jsonl::part::{self, Dialect, Part};
use crate::read::jsonl::rows;
use crate::read::logs::inspect::{self, Log};
use crate::read::logs::{archive, harness};
use crate::{Error, Format};

/// What SWE-bench writes into the folder of each instance.
const REPORT: &str = "report.json";

/// The logs in a folder: their paths, sorted, and whose they are.
fn logs(path: &str) -> Result<(Vec<String>, Format), Error> {
    let failed = |source| Error::Io {
        path: path.to_owned(),
        action: "read",
        source,
    };
    let (mut samples, mut archives, mut documents) = (Vec::new(), Vec::new(), Vec::new());
    for entry in std::fs::read_dir(path).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        let Some(name) = name.to_str() else { continue };
        let place = Path::new(path).join(name).display().to_string();
        let report = Path::new(&place).join(REPORT);
        if report.is_file() {
            documents.push(report.display().to_string());
            continue;
        }
        match magic::by_name(name) {
            (stem, Some(Format::Jsonl)) if stem.starts_with("samples_") => samples.push(place),
            (_, Some(Format::Eval)) => archives.push(place),
            (_, Some(Format::Json)) => documents.push(place),
            _ => {}
        }
    }
    let kinds = [
        (samples, Format::Jsonl),
        (archives, Format::Eval),
        (documents, Format::Json),
    ];
    let found = kinds.into_iter().find(|(files, _)| !files.is_empty());
    let (mut files, format) = found.ok_or_else(|| Error::Folder {
        path: path.to_owned(),
    })?;
    files.sort_unstable();
    Ok((files, format))
}

/// Reads documents, of which those count that are logs, or else results of tasks: settings lie beside them.
fn documents(
    contents: &[(&str, &[u8])],
    path: &str,
    request: &Request<'_>,
) -> Result<Parsed, Error> {
    let contents: Vec<(&str, Cow<'_, [u8]>)> = contents
        .iter()
        .map(|(file, bytes)| (*file, nan::replaced(bytes)))
        .collect();
    let (mut logs, mut results, mut dialect) = (Vec::new(), Vec::new(), Dialect::default());
    let mut said: Vec<(String, &str)> = Vec::new();
    for (file, bytes) in &contents {
        let root = Node::document(bytes).map_err(|error| part::whole(bytes, file, &error))?;
        if root.at(&["eval", "task"]).is_some() {
            logs.push(inspect::json_log(bytes, file, request.has_rows_of_items())?);
        } else if let Some(table) = known::result(root, &mut Lines::of(bytes)) {
            results.push(Part {
                file: (*file).to_owned(),
                records: table.records,
                task: None,
            });
            dialect = table.dialect;
            said.extend(table.said.map(|said| (said, *file)));
        }
    }
    match (logs.is_empty(), results.is_empty()) {
        (false, _) => of_logs(logs, request),
        (true, false) => {
            let mut parsed = rows::parse(&results, request, &dialect)?;
            if let Some((first, file)) = said.first() {
                let more = match said.len() - 1 {
                    0 => String::new(),
                    others => format!(" (and in {})", count(others as u64, "other file")),
                };
                let note = format!("{file}: {first}{more}");
                parsed.notes.push(Code::Tool.says(note));
            }
            Ok(parsed)
        }
        (true, true) => Err(Error::Folder {
            path: path.to_owned(),
        }),
    }
}

/// Reads logs as one.
fn of_logs(logs: Vec<Log<'_>>, request: &Request<'_>) -> Result<Parsed, Error> {
    let (mut parts, mut scorers, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    for log in logs {
        parts.push(log.part);
        notes.extend(log.notes);
        for name in log.metrics {
            if !scorers.contains(&name) {
                scorers.push(name);
            }
        }
    }
    inspect::finish(&parts, scorers, notes, request)
}

/// Reads all logs of a folder as one run. They are not mapped: JSON is borrowed as checked text.
pub(crate) fn open(path: &str, request: &Request<'_>) -> Result<Opened<Parsed>, Error> {
    let (paths, format) = logs(path)?;
    let sources = paths
        .iter()
        .map(|path| Source::open(path, false, false))
        .collect::<Result<Vec<_>, _>>()?;
    let mut contents = Vec::with_capacity(sources.len());
    let mut hasher = blake3::Hasher::new();
    for source in &sources {
        let name = Path::new(&source.path).file_name().unwrap_or_default();
        hasher
            .update(name.as_encoded_bytes())
            .update(source.digest().as_bytes());
        contents.push(source::unpack(source.bytes(), &source.path, false)?);
    }
    let bytes = |index: usize| match &contents[index] {
        Some((_, bytes)) => &bytes[..],
        None => sources[index].bytes(),
    };
    let content = if format == Format::Eval {
        let unpacked = (0..sources.len())
            .map(|index| archive::unpack(bytes(index), &sources[index].path))
            .collect::<Result<Vec<_>, _>>()?;
        let logs = sources.iter().zip(&unpacked);
        let logs = logs.map(|(source, unpacked)| {
            inspect::log(unpacked, &source.path, request.has_rows_of_items())
        });
        logs.collect::<Result<_, _>>()
            .and_then(|logs| of_logs(logs, request))
    } else if format == Format::Json {
        let contents: Vec<(&str, &[u8])> = sources
            .iter()
            .enumerate()
            .map(|(index, source)| (&source.path[..], bytes(index)))
            .collect();
        documents(&contents, path, request)
    } else {
        let parts: Vec<Part<'_>> = (0..sources.len())
            .map(|index| Part {
                file: sources[index].path.clone(),
                records: part::lines(bytes(index)),
                task: harness::task(&sources[index].path),
            })
            .collect();
        let dialect = harness::dialect(&parts);
        rows::parse(&parts, request, &dialect)
    };
    // A file that changed explains any other error, so that it is said first.
    sources.iter().try_for_each(Source::unchanged)?;
    Ok(Opened {
        content: content?,
        format,
        compression: None,
        bytes: sources
            .iter()
            .map(|source| source.bytes().len() as u64)
            .sum(),
        blake3: hasher.finalize().to_hex().to_string(),
    })
}
