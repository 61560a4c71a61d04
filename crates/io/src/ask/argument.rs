//! A system argument, `[NAME=]FILE[:COLUMN]`, resolved against the files that exist.
//!
//! The longest prefix that is a file is the file, because column names hold colons (`bm25:mrr@10`) and file names
//! hold equals signs. Only when no prefix is a file is the text before the first `=` (then the second, ...) a name.

use restrap_words::{Code, Note};
use std::path::Path;

use crate::Error;
use crate::bytes::named::{STANDARD_INPUT, shown};
use crate::bytes::{held, parts};
use crate::error::quote;

/// Whether a file of this name holds JSON, which has no lines of text.
pub fn is_json(path: &str) -> bool {
    matches!(
        crate::format::magic::by_name(shown(path)).1,
        Some(crate::Format::Json | crate::Format::Jsonl)
    )
}

/// Whether a file of this name holds JSON or a table.
pub fn has_columns(path: &str) -> bool {
    use crate::Format::{Csv, Tsv};
    is_json(path)
        || matches!(
            crate::format::magic::by_name(shown(path)).1,
            Some(Csv | Tsv)
        )
}

/// Whether the path is a folder.
pub(crate) fn is_folder(path: &str) -> bool {
    path != STANDARD_INPUT && Path::new(path).is_dir()
}

/// The parts of an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Argument {
    pub name: Option<String>,
    pub path: String,
    pub column: Option<String>,
}

/// Refuses standard input twice, unless each argument names a column of it: it is read once.
pub(crate) fn check_standard_input(arguments: &[Argument]) -> Result<(), Error> {
    let piped = arguments
        .iter()
        .filter(|argument| argument.path == STANDARD_INPUT);
    let (count, whole) = piped.fold((0, false), |(count, whole), argument| {
        (count + 1, whole || argument.column.is_none())
    });
    if count > 1 && whole {
        Err(Error::StandardInputTwice { count })
    } else {
        Ok(())
    }
}

/// Resolves arguments as typed. The error of one that does not exist names the tables among those before it, which may have a column of
/// that name.
pub(crate) fn resolve_all(typed: &[String]) -> Result<Vec<Argument>, Error> {
    let mut arguments = Vec::with_capacity(typed.len());
    for typed in typed {
        arguments.push(resolve_beside(typed, &tables(&arguments))?);
    }
    Ok(arguments)
}

/// The paths of tables among these arguments.
pub(crate) fn tables(arguments: &[Argument]) -> Vec<String> {
    let paths = arguments.iter().map(|argument| &argument.path);
    paths.filter(|path| has_columns(path)).cloned().collect()
}

/// Resolves an argument beside these tables.
pub(crate) fn resolve_beside(typed: &str, beside: &[String]) -> Result<Argument, Error> {
    resolve(typed).map_err(|error| match error {
        Error::NotFound {
            argument,
            tried,
            close,
            ..
        } => Error::NotFound {
            argument,
            tried,
            close,
            tables: beside.to_vec(),
        },
        other => other,
    })
}

/// Resolves an argument as typed.
pub(crate) fn resolve(typed: &str) -> Result<Argument, Error> {
    resolve_with(typed, exists)
}

/// The arguments without those that name, without a name of their own, what an earlier one names (`base.run *.run`), and a note of
/// each; all of them where fewer than two would be left.
pub(crate) fn once_each(arguments: Vec<Argument>) -> (Vec<Argument>, Vec<Note>) {
    let mut kept: Vec<Argument> = Vec::with_capacity(arguments.len());
    let mut again = Vec::new();
    for argument in &arguments {
        let same =
            |other: &&Argument| (&other.path, &other.column) == (&argument.path, &argument.column);
        match kept.iter().find(same).filter(|_| argument.name.is_none()) {
            Some(_) => again.push(note_again(&argument.path)),
            None => kept.push(argument.clone()),
        }
    }
    if kept.len() < 2 {
        (arguments, Vec::new())
    } else {
        (kept, again)
    }
}

/// That a system was named before.
pub(crate) fn note_again(path: &str) -> Note {
    Code::NamedTwice.says(format!(
        "{}: named twice, read once: the second is left out",
        shown(path)
    ))
}

fn resolve_with(typed: &str, exists: impl Fn(&str) -> bool) -> Result<Argument, Error> {
    let empty = |part| {
        Err(Error::EmptyPart {
            argument: typed.to_owned(),
            part,
        })
    };
    let ends = typed.match_indices('=').map(|(at, _)| at);
    let starts =
        std::iter::once((None, typed)).chain(ends.map(|at| (Some(&typed[..at]), &typed[at + 1..])));
    for (name, rest) in starts {
        let Some((path, column)) = file_and_column(rest, &exists) else {
            continue;
        };
        if column.is_some_and(str::is_empty) {
            return empty("column");
        }
        if name.is_some_and(str::is_empty) {
            return empty("name");
        }
        let [name, column] = [name, column].map(|part| part.map(str::to_owned));
        return Ok(Argument {
            name,
            path: path.to_owned(),
            column,
        });
    }
    let file = typed.split_once('=').map_or(typed, |(_, rest)| rest);
    if file.is_empty() {
        return empty("file");
    }
    Err(not_found(typed, file))
}

fn file_and_column(text: &str, exists: impl Fn(&str) -> bool) -> Option<(&str, Option<&str>)> {
    let is_given = |path: &str| path == STANDARD_INPUT || held::is_held(path);
    let is_file = |path: &str| is_given(path) || !path.is_empty() && exists(path);
    if is_file(text) {
        return Some((text, None));
    }
    let mut colons = text
        .rmatch_indices(':')
        .map(|(at, _)| (&text[..at], Some(&text[at + 1..])));
    colons.find(|(path, _)| is_file(path))
}

/// Returns `true` for links that lead back to themselves.
pub(crate) fn is_circle(error: &std::io::Error) -> bool {
    /// ELOOP of Linux, and of macOS and BSD.
    const LOOPS: [i32; 2] = [40, 62];
    cfg!(unix)
        && error
            .raw_os_error()
            .is_some_and(|code| LOOPS.contains(&code))
}

/// Whether opening the path says more than "no such file".
pub(crate) fn exists(path: &str) -> bool {
    match std::fs::metadata(path) {
        Ok(_) => true,
        Err(error) => {
            error.kind() == std::io::ErrorKind::PermissionDenied
                || is_circle(&error)
                || !parts::files(path).is_empty()
        }
    }
}

fn not_found(typed: &str, file: &str) -> Error {
    let mut tried = vec![typed.to_owned()];
    let colons = file
        .rmatch_indices(':')
        .map(|(at, _)| &file[..at])
        .filter(|path| !path.is_empty());
    for path in std::iter::once(file).chain(colons) {
        if !tried.iter().any(|known| known == path) {
            tried.push(path.to_owned());
        }
    }
    let close = tried
        .iter()
        .map(|path| close_files(path))
        .find(|close| !close.is_empty())
        .unwrap_or_default();
    Error::NotFound {
        argument: typed.to_owned(),
        tried,
        close,
        tables: Vec::new(),
    }
}

/// Files of the same folder with a similar name.
fn close_files(path: &str) -> Vec<String> {
    // A folder of a million files is not worth a hint.
    const MOST: usize = 10_000;
    let (Some(folder), Some(name)) = (Path::new(path).parent(), Path::new(path).file_name()) else {
        return Vec::new();
    };
    let listed = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let Ok(entries) = std::fs::read_dir(listed) else {
        return Vec::new();
    };
    let names: Vec<String> = entries
        .take(MOST)
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    let close = quote::close(&name.to_string_lossy(), names.iter().map(String::as_str));
    close
        .into_iter()
        .map(|name| folder.join(name).to_string_lossy().into_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(typed: &str, files: &[&str]) -> (Option<String>, String, Option<String>) {
        let argument = resolve_with(typed, |path| files.contains(&path)).unwrap();
        (argument.name, argument.path, argument.column)
    }

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned()).filter(|text| !text.is_empty())
    }

    #[test]
    fn the_longest_prefix_that_is_a_file_is_the_file() {
        let files = ["a.csv", "a.csv:x", "base=a.csv", "run:1.txt", "C:\\a.csv"];
        assert_eq!(parts("a.csv", &files), (None, "a.csv".into(), None));
        assert_eq!(
            parts("a.csv:bm25:mrr@10", &files),
            (None, "a.csv".into(), some("bm25:mrr@10"))
        );
        assert_eq!(parts("a.csv:x", &files), (None, "a.csv:x".into(), None));
        assert_eq!(
            parts("a.csv:x:y", &files),
            (None, "a.csv:x".into(), some("y"))
        );
        assert_eq!(
            parts("a.csv:y=z", &files),
            (None, "a.csv".into(), some("y=z"))
        );
        assert_eq!(
            parts("base=a.csv", &files),
            (None, "base=a.csv".into(), None)
        );
        assert_eq!(
            parts("new=a.csv:2", &files),
            (some("new"), "a.csv".into(), some("2"))
        );
        assert_eq!(
            parts("gpt:4=run:1.txt", &files),
            (some("gpt:4"), "run:1.txt".into(), None)
        );
        assert_eq!(
            parts("lr=0.1=a.csv", &files),
            (some("lr=0.1"), "a.csv".into(), None)
        );
        assert_eq!(
            parts("C:\\a.csv:f1", &files),
            (None, "C:\\a.csv".into(), some("f1"))
        );
    }

    #[test]
    fn a_dash_is_standard_input_with_name_and_column() {
        assert_eq!(parts("-", &[]), (None, "-".into(), None));
        assert_eq!(parts("-:f1", &[]), (None, "-".into(), some("f1")));
        assert_eq!(parts("new=-:2", &[]), (some("new"), "-".into(), some("2")));
    }

    #[test]
    fn empty_parts_and_missing_files_are_errors() {
        let error = |typed: &str| resolve_with(typed, |path| path == "a.csv").unwrap_err();
        for (typed, part) in [
            ("a.csv:", "column"),
            ("=a.csv", "name"),
            ("x=", "file"),
            ("", "file"),
        ] {
            assert!(
                error(typed)
                    .to_string()
                    .ends_with(&format!("found no {part}")),
                "{typed}: {}",
                error(typed)
            );
        }
        assert_eq!(
            error("new=b.csv:f1").to_string(),
            "new=b.csv:f1: no such file"
        );
        assert_eq!(error("new=b.csv:f1").class().name(), "file");
    }
}
