//! What to do about an error.

use std::io;

use restrap_words::{Asked, asked, asked_as, shell_word};

use crate::error::kind::missing_hint;
use crate::error::question::Pairing;
use crate::error::quote;
use crate::error::subject::Subject;
use crate::words::List;
use crate::{Error, Format, Missing};

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
            Self::OtherNumbers { .. } => "score the system again, which writes both".to_owned(),
            Self::OutputIsInput { .. } | Self::OutputTwice { .. } => "name another file".to_owned(),
            Self::OutputIsLinked { .. } => "name another file, or remove this one first".to_owned(),
            Self::OutputLeaves { .. } => "name the system apart: NAME=FILE".to_owned(),
            Self::NoSuchColumn { columns, .. } if separator(columns).is_some() => format!(
                "is {} the separator? those of a csv are `,` or `;`, of a tsv tabs, of a text blanks or `;`",
                separator(columns).unwrap_or_default()
            ),
            Self::NoSuchColumn { wanted, columns, .. } => did_you_mean(wanted, columns, "the columns are"),
            Self::AmbiguousColumn { .. } => "use the number of the column in place of its name: NAME=FILE:NUMBER".to_owned(),
            Self::NoColumns { by: Subject::Option(_), .. } => {
                "give a csv or tsv table with named columns, or JSON lines; text and npy files are paired by line".to_owned()
            }
            Self::NoColumns { .. } => "leave `:COLUMN` out".to_owned(),
            Self::NoMeasure { measures, .. } => format!("the measures are {}", measures.join(", ")),
            Self::SeveralMeasures { measures, .. } => {
                let example = measures.first().map_or("MEASURE", String::as_str);
                format!(
                    "compare systems by one of them: `{}`; `{}` takes every column as a system",
                    asked_as("systems", format_args!("*:{example}")).quoted(),
                    asked_as("systems", "*").quoted()
                )
            }
            Self::WhichSystems { choose, option, .. } => {
                format!("choose `{choose}`, or name the systems among the columns with {option}")
            }
            Self::SomeIds { .. } => {
                format!(
                    "give each line its id, or score the lines as they are: `{}`",
                    asked_as("input-format", Format::Text)
                )
            }
            Self::Votes { votes, .. } => {
                format!("say what the columns are: `{}`", asked_as("votes", votes))
            }
            Self::RightAnswers { labels, scores, .. } => {
                format!("`{labels}` takes it for right answers; if the columns hold scores, name them: `{scores}`")
            }
            Self::Asked { question, .. } => question.hint(),
            Self::SeveralSystems { column, item, answers, score, .. } => {
                let repeat = if *answers > 1 { ",repeat=order" } else { "" };
                let [item, score] = [item, score].map(|named| named.as_deref().unwrap_or("COL"));
                format!(
                    "read it as a long table: `{}`, or keep one system: `{}`",
                    asked_as("long", format_args!("system={column},item={item},score={score}{repeat}")),
                    asked_as("where", format_args!("{column}=NAME"))
                )
            }
            Self::OneName { name, file, columns } => {
                let column = columns.first().map_or("COLUMN", String::as_str);
                format!("pick one, for example `{name}={file}:{column}`, or leave the name out")
            }
            Self::SameName { .. } => "name them apart: NAME=FILE".to_owned(),
            Self::NoSuchSystem { wanted, systems } => did_you_mean(wanted, systems, "the systems are"),
            Self::NothingPicked { columns, .. } => format!("the columns are {}", quote::list(columns)),
            Self::NothingToPick => format!("leave {} out, or give the table without `:COLUMN`", asked("systems")),
            Self::NotFound { close, .. } if !close.is_empty() => {
                format!("did you mean {}?", quote::list(close))
            }
            Self::NotFound { tried, .. } => {
                format!("looked for {}; a system is [NAME=]FILE[:COLUMN]", quote::list(tried))
            }
            Self::Write { source, .. } => match source.kind() {
                io::ErrorKind::NotFound => "make the folder first".to_owned(),
                io::ErrorKind::PermissionDenied => "name a file in a folder that you may write to".to_owned(),
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "free some space, or name a file elsewhere".to_owned(),
                _ => "name another file".to_owned(),
            },
            Self::Folder { path } => format!(
                "name the files in it, in quotes: `'NAME={}/*'`; a folder is a run when it holds samples_*.jsonl of \
                 lm-evaluation-harness, logs of Inspect, results of MTEB or reports of SWE-bench",
                path.trim_end_matches('/')
            ),
            Self::Log { .. } => "let the evaluation finish, or copy its log again".to_owned(),
            Self::BadLong { .. } => format!(
                "for example {}; cluster=COL, repeat=COL, seed=COL and judge=COL may follow",
                asked_as("long", "system=model,item=example_id,score=accuracy")
            ),
            Self::NoMatch { .. } => {
                "each word in braces stands for some text of a name: runs/s{seed}.txt is runs/s1.txt, runs/s2.txt, ...".to_owned()
            }
            Self::PathRole { .. } => "{seed} stands for training runs, {repeat} for sampled answers".to_owned(),
            Self::Sparse { .. } => format!("{}, `{}` picks systems", missing_hint("0"), asked("systems")),
            Self::NoIds { .. } => {
                format!("pair by ids: `{}`, for tables with such a column", asked_as("id", "COL"))
            }
            Self::OtherItems { .. } => format!(
                "write one value per line for each item, or give a file that has their ids: `{}`",
                asked_as("id", "COL")
            ),
            Self::NoGroup { can_drop: false, .. } => "add a row for it".to_owned(),
            Self::NoGroup { .. } => format!(
                "`{}` leaves such items out of every system",
                asked_as("missing", Missing::Drop)
            ),
            Self::GroupsDiffer(groups) => groups.hint(),
            Self::Counts(bad) => bad.hint(),
            Self::NoGroups { .. } => "give a table, JSON lines or a log with such a column".to_owned(),
            Self::Memory { .. } if restrap_core::memory::Limit::now().is_some() => {
                format!("raise {}, or give fewer columns", asked("memory"))
            }
            Self::Memory { .. } => "free memory, or give fewer columns".to_owned(),
            Self::TooLarge { bytes, .. } => {
                let mib = bytes.div_ceil(1 << 20);
                format!("allow more: `{}`", asked_as("memory", format_args!("{mib}MiB")))
            }
            Self::Scores { bytes, .. } => {
                // What is computed from continuous scores takes as much as five times.
                let mib = (6 * bytes).div_ceil(1 << 20);
                format!("allow more: `{}`", asked_as("memory", format_args!("{mib}MiB")))
            }
            Self::Changed { .. } => "wait until it is complete, or copy it first".to_owned(),
            Self::Compressed { .. } => "test it with `gzip -t` or `zstd -t`, and fetch it again".to_owned(),
            Self::ColumnType { .. } => {
                "write it as numbers, booleans or text; flatten lists and structures first".to_owned()
            }
            Self::Columnar { .. } => "write it again, whole: uncompressed, or with zstd, lz4, snappy or gzip".to_owned(),
            Self::Unbuilt { feature, .. } => {
                format!("build restrap with the feature `{feature}`, or give the scores as csv, jsonl or npy, plain or as .gz")
            }
            Self::Unsupported { found, .. } => found.hint()?,
            Self::Npy { problem, .. } => problem.hint()?,
            Self::Value(fault) => return fault.hint.clone(),
            Self::NoNumbers { path, inside: Some(inside), .. } => {
                format!("name the number that is the score: `{path}:{inside}`")
            }
            Self::NoNumbers { .. } => "name a column to read it all the same: FILE:COLUMN".to_owned(),
            Self::Lengths { pairing, has_gold, .. } if **pairing == Pairing::None => {
                let items = "every system must score the same items in the same order";
                if *has_gold {
                    items.to_owned()
                } else {
                    format!("{items}; `compare` takes samples of different items with `{}`", asked_as("unpaired", true))
                }
            }
            Self::OneHasIds { .. } => format!(
                "give both ids, or if their rows are the same items in the same order: `{}`",
                asked("same-items")
            ),
            Self::Lengths { pairing, .. } | Self::Misaligned { pairing, .. } => pair_by(pairing),
            Self::Unmatched { common, pairing, .. } if *common < 0.5 => pair_by(pairing),
            Self::Unmatched { lacks, count, .. } => format!(
                "{lacks} lacks {}; ids are compared as text; `{}` keeps the ids that all have, \
                 `{}` counts a missing one as 0",
                if *count == 1 { "it" } else { "them" },
                asked_as("missing", Missing::Drop),
                asked_as("missing", Missing::Zero)
            ),
            Self::TasksLost(lost) => lost.hint(),
            Self::Doubled { hint, .. } | Self::NoTable { hint, .. } => hint.clone(),
            Self::AllDropped { .. } => format!(
                "`restrap ci FILE... {}` counts the scores of each system: leave out the systems with few scores, or count a missing one as 0 with `{}`",
                asked_as("missing", Missing::Drop),
                asked_as("missing", Missing::Zero)
            ),
            Self::Empty { found: "an empty file", .. } => "see whether the program that writes it had an error".to_owned(),
            Self::Empty { .. }
            | Self::UnknownExtension { .. }
            | Self::BadFilter { .. }
            | Self::BadUnseen { .. }
            | Self::NoTokens { .. }
            | Self::BadGlob { .. }
            | Self::BadWords { .. }
            | Self::Io { .. }
            | Self::NothingKept { .. } => return None,
            Self::NoLabelColumn { columns, .. } if columns.is_empty() => return None,
            Self::NoLabelColumn { file, columns, .. } => {
                format!("name one: `{file}:{}`; the columns are {}", outputs(columns), quote::list(columns))
            }
        };
        Some(text)
    }
}

/// The column that seems to hold what a system put out.
fn outputs(columns: &[String]) -> &str {
    let called = |known: &&str| columns.iter().any(|column| column.to_lowercase() == *known);
    List::SystemTexts
        .in_order()
        .find(called)
        .or(columns.last().map(String::as_str))
        .unwrap_or("COLUMN")
}

/// What seems to stand between the names of a header that was read as one.
fn separator(columns: &[String]) -> Option<&'static str> {
    let [one] = columns else { return None };
    if one.contains(';') {
        return Some("`;`");
    }
    one.contains([' ', '|'])
        .then(|| if one.contains('|') { "`|`" } else { "a blank" })
}

fn did_you_mean(wanted: &str, names: &[String], otherwise: &str) -> String {
    let close = quote::close(wanted, names.iter().map(String::as_str));
    if close.is_empty() {
        format!("{otherwise} {}", quote::list(names))
    } else {
        format!("did you mean {}?", quote::list(&close))
    }
}

/// The hint that pairs the rows of two files.
fn pair_by(pairing: &Pairing) -> String {
    match pairing {
        Pairing::Column(id) => format!("pair the rows by their ids: `{}`", id_option(id)),
        Pairing::Columns(ids) => format!(
            "pair the rows by the columns that tell them apart: `{}`",
            id_option(&ids.join(","))
        ),
        Pairing::Repeated(id) => format!(
            "several rows have one id; pair them by it: `{} {}`",
            id_option(id),
            asked_as("repeat", "order")
        ),
        Pairing::None => "no column is common to both, so that they cannot be paired".to_owned(),
    }
}

/// The option that names a column of ids, quoted where a shell needs it.
fn id_option(id: &str) -> Asked {
    let option = asked_as("id", id);
    if shell_word(id) == id {
        option
    } else {
        option.quoted()
    }
}
