//! From paths to what they hold: an X-ray of each file, the scores that it gives, and the command that goes on.

use restrap_io::{Error, Loaded, Options, Xray, load, xray};
use restrap_lib::{
    FileReport, InspectOutcome, NextReport, Request, Scores, ValueReport, inspect_column,
    inspect_pair,
};
use restrap_words::{asked_as, shell_word};

use crate::sources::SourceError;

/// Looks at files, folders and tables as [`restrap_io::load`] takes them; `[NAME=]FILE[:COLUMN]` each.
///
/// A file that a comparison refuses has its columns shown as well; [`InspectOutcome::next`] then holds the error and its hint.
///
/// # Errors
/// [`SourceError`] for a path that cannot be opened, and for filters that do not fit.
pub fn inspect_files(
    typed: &[String],
    reading: &Options,
    request: &Request,
) -> Result<InspectOutcome, SourceError> {
    let mut files: Vec<FileReport> = Vec::new();
    for path in typed {
        let file = report(xray(path, reading)?);
        if !files.contains(&file) {
            files.push(file);
        }
    }
    let as_compared = Options {
        takes_counts: true,
        ..reading.clone()
    };
    let compared = load(typed, &as_compared);
    let next = next(typed, compared.as_ref());
    // What a comparison refuses is shown all the same.
    let relaxed = || {
        let options = Options {
            inspects: true,
            ..as_compared
        };
        load(typed, &options)
    };
    let (mut columns, mut pairs, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    if let Ok(loaded) = compared.or_else(|_| relaxed()) {
        let systems: Vec<Scores> = loaded.systems.into_iter().map(Scores::from).collect();
        let described = systems.iter().map(|system| inspect_column(system, request));
        columns = described.collect::<Result<Vec<_>, _>>().unwrap_or_default();
        let others = systems.iter().skip(1);
        let beside = others.map(|system| inspect_pair(&systems[0], system, request));
        pairs = beside.collect::<Result<Vec<_>, _>>().unwrap_or_default();
        notes = loaded.notes.into_iter().map(|note| note.text).collect();
    }
    Ok(InspectOutcome::new(files, columns, pairs, next, notes))
}

/// The command that these files can be given to, or what it asks.
fn next(typed: &[String], loaded: Result<&Loaded, &Error>) -> NextReport {
    let words: Vec<_> = typed.iter().map(|path| shell_word(path)).collect();
    let command = |verb: &str| format!("restrap {verb} {}", words.join(" "));
    match loaded {
        Ok(loaded) if loaded.systems.len() > 1 => NextReport::Command {
            command: command("compare"),
        },
        Ok(_) => NextReport::Command {
            command: command("ci"),
        },
        Err(error) => NextReport::Asked {
            command: command("compare"),
            error: error.to_string(),
            hint: error.hint(),
        },
    }
}

/// The report of an X-ray.
pub fn report(xray: Xray) -> FileReport {
    let column = |column: restrap_io::XrayColumn| ValueReport {
        name: column.name,
        kind: column.kind.name().to_owned(),
        missing: column.missing.map(|count| count as u64),
        distinct: column.distinct.map(|count| count as u64),
        least: column.range.map(|(low, _)| low),
        most: column.range.map(|(_, high)| high),
        first: column.first,
        role: column.role.name().to_owned(),
        why: column.why,
    };
    FileReport {
        path: xray.path,
        format: xray.format,
        rows: xray.rows as u64,
        width: xray.width as u64,
        columns: xray.columns.into_iter().map(column).collect(),
        sums: xray.sums,
    }
}

/// Other names of a column of systems, which are not enough to ask of a table whether its rows are systems.
const NAMES: [&str; 8] = [
    "algo",
    "name",
    "arm",
    "variant",
    "condition",
    "policy",
    "prompt_version",
    "run_name",
];

/// Returns the option that reads a table as a long one, if a column of it may name systems, one may name items and one has scores.
pub fn as_long_table(file: &FileReport) -> Option<String> {
    let count = |column: &ValueReport| column.distinct.unwrap_or(0);
    let may_name = |column: &&ValueReport| {
        let is_called = column.role == "system" || NAMES.contains(&&column.name.to_lowercase()[..]);
        is_called && count(column) > 1 && 2 * count(column) <= file.rows
    };
    let system = file.columns.iter().find(may_name)?;
    let may_identify = |column: &&ValueReport| {
        column.name != system.name
            && ["id", "cluster", "label", "text"].contains(&&column.role[..])
            && count(column) > 1
            && count(column) * count(system) <= file.rows
    };
    let item = file
        .columns
        .iter()
        .filter(may_identify)
        .max_by_key(|column| count(column))?;
    let score = file.columns.iter().find(|column| column.role == "score")?;
    let is_run = |column: &&ValueReport| {
        let words = ["seed", "run"];
        column.role == "index" && words.contains(&&column.name.to_lowercase()[..])
    };
    // Several rows of a system and item, which training runs tell apart.
    let repeats = count(item) * count(system) < file.rows;
    let runs = file.columns.iter().find(is_run).filter(|_| repeats);
    let runs = runs.map_or_else(String::new, |run| format!(",seed={}", run.name));
    let (system, item, score) = (&system.name, &item.name, &score.name);
    let long = format_args!("system={system},item={item},score={score}{runs}").to_string();
    Some(asked_as("long", long).to_string())
}
