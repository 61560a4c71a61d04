//! What to do about an error.

use std::io;

use crate::Error;
use crate::error::quote;

impl Error {
    /// What to do about it, where there is something to say.
    pub fn hint(&self) -> Option<String> {
        let text = match self {
            Self::NoSystems | Self::EmptyPart { .. } => {
                "a system is [NAME=]FILE[:COLUMN], or `-` for standard input".to_owned()
            }
            Self::StandardInputTwice { .. } => {
                "save it to a file first, or pass a table once: `-`".to_owned()
            }
            Self::OutputIsInput { .. } => "name another file".to_owned(),
            Self::NoSuchColumn { wanted, columns, .. } => did_you_mean(wanted, columns, "the columns are"),
            Self::AmbiguousColumn { .. } => "use the number of the column in place of its name".to_owned(),
            Self::NoColumns { flag: "--id" | "--where", .. } => {
                "give a csv or tsv table with named columns, or JSON lines; text and npy files are paired by line".to_owned()
            }
            Self::NoColumns { .. } => "leave `:COLUMN` out".to_owned(),
            Self::NoMeasure { measures, .. } => format!("the measures are {}", measures.join(", ")),
            Self::OneName { name, file, columns } => {
                let column = columns.first().map_or("COLUMN", String::as_str);
                format!("pick one, for example `{name}={file}:{column}`, or leave the name out")
            }
            Self::SameName { .. } => "name them apart: NAME=FILE".to_owned(),
            Self::NoSuchSystem { wanted, systems } => did_you_mean(wanted, systems, "the systems are"),
            Self::NothingPicked { columns, .. } => format!("the columns are {}", quote::list(columns)),
            Self::NothingToPick => "leave --systems out, or give the table without `:COLUMN`".to_owned(),
            Self::NotFound { close, .. } if !close.is_empty() => {
                format!("did you mean {}?", quote::list(close))
            }
            Self::NotFound { tried, .. } => {
                format!("looked for {}; a system is [NAME=]FILE[:COLUMN]", quote::list(tried))
            }
            Self::Write { source, .. } => match source.kind() {
                io::ErrorKind::NotFound => "make the folder first".to_owned(),
                io::ErrorKind::PermissionDenied => "name a file in a folder that you may write to".to_owned(),
                _ => return None,
            },
            Self::Folder { path } => format!(
                "name the files in it: {}/*; a folder is a run when it holds samples_*.jsonl of \
                 lm-evaluation-harness or .eval logs of Inspect",
                path.trim_end_matches('/')
            ),
            Self::Log { .. } => "let the evaluation finish, or copy its log again".to_owned(),
            Self::BadLong { .. } => {
                "for example --long system=model,item=example_id,score=accuracy".to_owned()
            }
            Self::Sparse { .. } => "`--missing drop` leaves such items out of every system, `--missing zero` counts \
                them as 0, `--systems` picks systems"
                .to_owned(),
            Self::NoIds { .. } => "pair by ids: `--id COL`, for tables with such a column".to_owned(),
            Self::NoGroups { .. } => "give a table, JSON lines or a log with such a column".to_owned(),
            Self::Memory { .. } => "free memory, or give fewer columns".to_owned(),
            Self::Changed { .. } => "wait until it is complete, or copy it first".to_owned(),
            Self::Compressed { .. } => "test it with `gzip -t` or `zstd -t`, and fetch it again".to_owned(),
            Self::ColumnType { .. } => {
                "write it as numbers, booleans or text; take lists and structures apart first".to_owned()
            }
            Self::Columnar { .. } => "write it again, whole: uncompressed, or with zstd, lz4, snappy or gzip".to_owned(),
            Self::Unsupported { found, .. } => unsupported_hint(found)?,
            Self::Npy { problem, .. } => problem.hint()?,
            Self::Value(fault) => return fault.hint.clone(),
            Self::NoNumbers { .. } => "name a column to read it all the same: FILE:COLUMN".to_owned(),
            Self::Lengths { id: Some(id), .. } => format!("pair the rows by their ids: `--id {id}`"),
            Self::Lengths { .. } => "every file must score the same items in the same order".to_owned(),
            Self::Misaligned { column, .. } => format!("pair the rows by their ids: `--id {column}`"),
            Self::Unmatched { lacks, count, .. } => format!(
                "{lacks} lacks {}; ids are compared as text; `--missing drop` keeps the ids that all files have, \
                 `--missing zero` counts a missing one as 0",
                if *count == 1 { "it" } else { "them" }
            ),
            Self::TasksLost(lost) => lost.hint(),
            Self::Doubled { hint, .. } => hint.clone(),
            Self::AllDropped { .. } => "`restrap ci FILE... --missing drop` counts the scores of each system: leave out those \
                with few, or count a missing score as 0 with `--missing zero`"
                .to_owned(),
            Self::UnknownExtension { .. }
            | Self::BadFilter { .. }
            | Self::BadGlob { .. }
            | Self::Io { .. }
            | Self::Empty { .. }
            | Self::NothingKept { .. } => return None,
        };
        Some(text)
    }
}

fn did_you_mean(wanted: &str, names: &[String], otherwise: &str) -> String {
    let close = quote::close(wanted, names.iter().map(String::as_str));
    if close.is_empty() {
        format!("{otherwise} {}", quote::list(names))
    } else {
        format!("did you mean {}?", quote::list(&close))
    }
}

fn unsupported_hint(found: &str) -> Option<String> {
    let text = match found {
        "a zip archive (.npz?)" => "save each array with numpy.save, or unpack the archive",
        "three fields by tabs" => {
            "if trec_eval printed them, add `--input-format trec_eval`; if they are a table, `--input-format tsv`"
        }
        "UTF-16 text" => "save the file as UTF-8",
        "a TREC run" | "an MS MARCO run" => {
            "a run ranks documents: score it with `--metric rr@10 --qrels FILE`, or give what `trec_eval -q` prints"
        }
        "a Parquet file" => "give it the extension .parquet, or use `--input-format parquet`",
        "an Arrow file" => "give it the extension .arrow, or use `--input-format arrow`",
        "a Feather file of version 1" => {
            "write it again as version 2: pyarrow.feather.write_feather(table, path)"
        }
        _ => return None,
    };
    Some(text.to_owned())
}
