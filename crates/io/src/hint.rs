//! What to do about an error.

use std::io;

use restrap_words::{Asked, asked, asked_as, shell_word};

use crate::ask::argument::is_circle;
use crate::error::Bare;
use crate::error::kind::missing_hint;
use crate::error::question::Pairing;
use crate::error::quote;
use crate::error::subject::Subject;
use crate::format::identifier::{
    is_identifier, is_quantity, may_name_right_answers, names_right_answers,
};
use crate::format::magic::by_name;
use crate::words::{List, last_part};
use crate::xray::{XrayColumn, xray};
use crate::{Cells, Error, Format, Missing, Options};

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
            Self::NoSuchColumn { .. }
            | Self::AmbiguousColumn { .. }
            | Self::NoColumns { .. }
            | Self::NoMeasure { .. }
            | Self::SeveralMeasures { .. }
            | Self::WhichSystems { .. } => return self.of_columns(),
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
            Self::NotFound { argument, .. } if is_count(argument) => {
                "a share of items is two whole numbers: `restrap ci 45/50`, `restrap compare 40/50 45/50`".to_owned()
            }
            Self::NotFound { argument, tables, .. } if !argument.contains(['/', '.', ':', '=']) && !tables.is_empty() => {
                format!("if `{argument}` is a column, name its file: `{}:{argument}`", tables[0])
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
            Self::Folder { path } => folder_hint(path),
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
            Self::TooLarge { bytes, allowed, .. } => {
                // What was found so far may be less than what is allowed: the rest is not known.
                let mib = (*bytes).max(2 * allowed).div_ceil(1 << 20);
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
            Self::NoNumbers { path, columns, bare, .. } if of_labels(path, columns, bare).is_some() => {
                of_labels(path, columns, bare)?
            }
            Self::NoNumbers { .. } => "name a column to read it all the same: FILE:COLUMN".to_owned(),
            Self::Lengths { .. }
            | Self::OneHasIds { .. }
            | Self::Misaligned { .. }
            | Self::Unmatched { .. } => return self.of_pairing(),
            Self::Io { source, .. } if is_circle(source) => {
                "the links lead back to themselves: `ls -l` shows where each points; name the file itself".to_owned()
            }
            Self::Io { source, .. } if source.kind() == io::ErrorKind::PermissionDenied => {
                "you may not read it: copy it to a place of your own, or ask for the right".to_owned()
            }
            Self::Io { .. } => "try again, or copy the file elsewhere first".to_owned(),
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
            | Self::NothingKept { .. } => return None,
            Self::NoLabelColumn { columns, .. } if columns.is_empty() => return None,
            Self::NoLabelColumn { file, columns, of_gold, what, bare } => {
                of_columns_to_name((file, *what), columns, *of_gold, bare)
            }
        };
        Some(text)
    }

    /// Returns the hint of an error about a column that is missing, or that is one of several.
    fn of_columns(&self) -> Option<String> {
        let text = match self {
            Self::NoSuchColumn { columns, .. } if separator(columns).is_some() => format!(
                "is {} the separator? those of a csv are `,` or `;`, of a tsv tabs, of a text blanks or `;`",
                separator(columns).unwrap_or_default()
            ),
            Self::NoSuchColumn { file, wanted, columns, .. } if names_of(wanted, columns).is_some() => {
                let each = names_of(wanted, columns).unwrap_or_default();
                let systems: Vec<String> = each.iter().map(|column| format!("{file}:{column}")).collect();
                format!("name the columns one by one: `{}`", systems.join(" "))
            }
            Self::NoSuchColumn { wanted, columns, .. } => did_you_mean(wanted, columns, "the columns are"),
            Self::AmbiguousColumn { .. } => "use the number of the column in place of its name: NAME=FILE:NUMBER".to_owned(),
            Self::NoColumns { by: Subject::Option(_), .. } => {
                "give a csv or tsv table with named columns, or JSON lines; text and npy files are paired by line".to_owned()
            }
            Self::NoColumns { .. } => "leave `:COLUMN` out".to_owned(),
            Self::NoMeasure { measures, .. } => format!("the measures are {}", measures.join(", ")),
            Self::SeveralMeasures { file, systems, measures, by: '.' } => {
                let example = measures.first().map_or("RATER", String::as_str);
                let typed: Vec<_> = systems
                    .iter()
                    .map(|system| shell_word(&format!("{file}:{system}")).into_owned())
                    .collect();
                format!(
                    "if these are raters, take the mean of each item: `{} {} {}`; one of them: `{}`",
                    typed.join(" "),
                    asked_as("id", "COL"),
                    asked_as("repeat", "order"),
                    asked_as("systems", format_args!("*.{example}")).quoted()
                )
            }
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
            _ => return None,
        };
        Some(text)
    }

    /// Returns the hint of an error about rows that cannot be paired.
    fn of_pairing(&self) -> Option<String> {
        let text = match self {
            Self::Lengths {
                pairing, has_gold, ..
            } if **pairing == Pairing::None => {
                let items = "every system must score the same items in the same order";
                if *has_gold {
                    items.to_owned()
                } else {
                    format!(
                        "{items}; `compare` takes samples of different items with `{}`",
                        asked_as("unpaired", true)
                    )
                }
            }
            Self::OneHasIds { .. } => format!(
                "give both ids, or if their rows are the same items in the same order: `{}`",
                asked("same-items")
            ),
            Self::Lengths { pairing, .. } | Self::Misaligned { pairing, .. } => pair_by(pairing),
            Self::Unmatched {
                common, pairing, ..
            } if *common < 0.5 => pair_by(pairing),
            Self::Unmatched {
                has,
                lacks,
                of_more,
                ..
            } if *of_more < 0.5 => format!(
                "{lacks} has less than half of the ids of {has}: is it whole? where that is meant, as of human scores, {} leaves the others out",
                asked_as("missing", Missing::Drop)
            ),
            Self::Unmatched { lacks, count, .. } => format!(
                "{lacks} lacks {}; ids are compared as text; `{}` keeps the ids that all have, \
                 `{}` counts a missing one as 0",
                if *count == 1 { "it" } else { "them" },
                asked_as("missing", Missing::Drop),
                asked_as("missing", Missing::Zero)
            ),
            _ => return None,
        };
        Some(text)
    }
}

/// The command that compares labels, of a table that has right answers.
fn of_labels(path: &str, columns: &[String], bare: &Bare) -> Option<String> {
    let gold = of_right_answers(columns)?;
    let systems = systems(columns, Some(gold));
    (!systems.is_empty()).then(|| {
        format!(
            "labels are compared with the right answers: `{} {} {}`",
            typed(path, &systems, bare),
            asked_as("gold", shell_word(&format!("{path}:{gold}"))),
            asked_as("metric", "accuracy")
        )
    })
}

/// Returns the column that is called by the right answers.
pub fn of_right_answers(columns: &[String]) -> Option<&String> {
    columns
        .iter()
        .find(|name| names_right_answers(name))
        .or_else(|| columns.iter().find(|name| may_name_right_answers(name)))
}

/// Returns the columns that may hold what systems put out: those that are called so, if there are any, else all but ids, contents and
/// right answers.
pub fn of_systems(columns: &[String]) -> Vec<&String> {
    let gold = columns.iter().find(|column| is_of_gold(column));
    systems(columns, gold)
}

/// The same where the right answers are known.
fn systems<'c>(columns: &'c [String], gold: Option<&String>) -> Vec<&'c String> {
    let is_system = |name: &&String| {
        Some(*name) != gold && !is_identifier(name) && !List::Contents.holds(last_part(name))
    };
    let is_label = |name: &&String| {
        is_system(name) && (List::Labels.ends(name) || List::Predicted.holds_word(name))
    };
    let has_labels = columns.iter().any(|name| is_label(&name));
    let is_meant = |name: &&String| {
        if has_labels {
            is_label(name)
        } else {
            is_system(name)
        }
    };
    columns.iter().filter(is_meant).collect()
}

/// The systems of a file as they are typed, the first four; where it has one, with the same column of the files beside it.
fn typed(path: &str, systems: &[&String], bare: &Bare) -> String {
    /// Systems that a hint names.
    const MOST: usize = 4;
    let others = match systems {
        [_] => &bare.systems[..],
        _ => &[],
    };
    let systems = &systems[..systems.len().min(MOST)];
    let files = std::iter::once(path).chain(others.iter().map(String::as_str));
    let each = files.flat_map(|file| systems.iter().map(move |column| format!("{file}:{column}")));
    each.map(|word| shell_word(&word).into_owned())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns the hint that names the columns of a file of which one was to be named.
fn of_columns_to_name(
    (file, what): (&str, Cells),
    columns: &[String],
    of_gold: bool,
    bare: &Bare,
) -> String {
    let gold = right_answers(columns, what);
    let named = if of_gold {
        shell_word(&format!("{file}:{gold}")).into_owned()
    } else {
        let systems = outputs_of(columns, what);
        let typed = typed(file, &systems, bare);
        if bare.is_gold && !systems.iter().any(|column| *column == gold) {
            let gold = shell_word(&format!("{file}:{gold}")).into_owned();
            let gold = if what == Cells::Texts {
                asked_as("ref", gold)
            } else {
                asked_as("gold", gold)
            };
            format!("{typed} {gold}")
        } else {
            typed
        }
    };
    let one = if named.contains(' ') {
        "the columns"
    } else {
        "one"
    };
    format!(
        "name {one}: `{named}`; the columns are {}",
        quote::list(columns)
    )
}

/// What to name in a folder that is not read as one run: its only file, or the pattern of the files that are alike.
fn folder_hint(path: &str) -> String {
    let path = path.trim_end_matches('/');
    let shown = || format!("`restrap inspect {}` shows what it holds", shell_word(path));
    let Ok(seen) = xray(path, &Options::default()) else {
        return shown();
    };
    let files = || seen.columns.iter().flat_map(|kind| &kind.first);
    if files().any(|file| file.starts_with("results_") && by_name(file).1 == Some(Format::Json)) {
        return "these are the means of whole tasks: have lm-evaluation-harness log its samples (log_samples), and give the folder of the \
                samples_*.jsonl"
            .to_owned();
    }
    let is_data = |kind: &&XrayColumn| {
        let file = kind.first.first().map_or("", String::as_str);
        let stem = file.rsplit('/').next().unwrap_or(file).to_lowercase();
        let is_about = [
            "readme",
            "license",
            "requirements",
            "dataset_info",
            "state.json",
            "config",
            "pyproject",
            "notice",
        ];
        by_name(file).1.is_some() && !is_about.iter().any(|about| stem.starts_with(about))
    };
    let kinds: Vec<&XrayColumn> = seen.columns.iter().filter(is_data).collect();
    let count = |kind: &XrayColumn| kind.distinct.unwrap_or(0);
    let Some(most) = kinds.iter().max_by_key(|kind| count(kind)) else {
        return shown();
    };
    let total: usize = kinds.iter().map(|kind| count(kind)).sum();
    let first = &most.first[0];
    if total == 1 {
        return format!(
            "name the file in it: `{}`",
            shell_word(&format!("{path}/{first}"))
        );
    }
    let parts: Vec<&str> = first.split('/').collect();
    let last = parts.last().copied().unwrap_or_default();
    let name = if most.name.starts_with("*/") {
        last
    } else {
        &most.name
    };
    let pattern = format!("{}{name}", "*/".repeat(parts.len() - 1));
    if parts.len() > 1 {
        format!(
            "one system in {} files that are alike: `'NAME={path}/{pattern}'`",
            count(most)
        )
    } else {
        format!(
            "if each file is a system, name them: `{path}/{pattern}`; if all are of one system, with quotes: `'NAME={path}/{pattern}'`"
        )
    }
}

/// The columns that are called by what a system puts out, texts, labels or numbers, or those that may hold it.
fn outputs_of(columns: &[String], what: Cells) -> Vec<&String> {
    let is_prediction = |column: &&String| {
        List::Predicted.holds_word(column) && !is_quantity(column) && !is_identifier(column)
    };
    if let Some(column) = first_of(List::SystemTexts, columns) {
        return vec![column];
    }
    let predictions: Vec<&String> = columns.iter().filter(is_prediction).collect();
    if !predictions.is_empty() {
        return predictions;
    }
    plain(columns, what).map_or_else(|| outputs(columns, what), |column| vec![column])
}

/// The columns that may hold what systems put out, where none is called by it.
fn outputs(columns: &[String], what: Cells) -> Vec<&String> {
    let is_text = |column: &&String| {
        let last = last_part(column);
        List::Texts.holds(last)
            || List::Outputs.holds_word(last) && !is_quantity(last) && !is_identifier(last)
    };
    let all = of_systems(columns);
    let is_own = |column: &&String| !is_of_gold(column);
    match columns.iter().filter(is_own).find(is_text) {
        Some(text) if what == Cells::Texts => vec![text],
        _ if all.is_empty() => columns.iter().rfind(is_own).into_iter().collect(),
        _ => all,
    }
}

/// The column that seems to hold the right answers: by its name, else one that no system seems to have put out.
fn right_answers(columns: &[String], what: Cells) -> &str {
    let of_systems = outputs_of(columns, what);
    let is_other = |column: &&String| !of_systems.contains(column);
    let may_be = |column: &&String| may_name_right_answers(last_part(column)) && is_other(column);
    first_of(List::RightAnswers, columns)
        .or_else(|| columns.iter().find(may_be))
        .or_else(|| plain(columns, what).filter(is_other))
        .or_else(|| columns.iter().rfind(is_other))
        .map_or("COLUMN", String::as_str)
}

/// A column is called by the right answers, and not as what a system put out may be.
fn is_of_gold(column: &str) -> bool {
    let last = last_part(column);
    names_right_answers(last) || may_name_right_answers(last) && !List::SystemTexts.holds(last)
}

/// The column with the first of the names of a list.
fn first_of(names: List, columns: &[String]) -> Option<&String> {
    let plain = |column: &String| column.to_lowercase().replace(['_', '-'], " ");
    let called = |known: &str| columns.iter().find(|column| plain(column) == known);
    names.in_order().find_map(called)
}

/// The column that is called by what it holds alone.
fn plain(columns: &[String], what: Cells) -> Option<&String> {
    let names = match what {
        Cells::Texts => List::PlainTexts,
        Cells::Labels => List::PlainLabels,
        _ => List::PlainScores,
    };
    first_of(names, columns)
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

/// Returns `true` for a number where a file is expected.
fn is_count(argument: &str) -> bool {
    argument.parse::<f64>().is_ok_and(f64::is_finite)
}

/// The columns that a list with commas names, if it names columns alone.
fn names_of<'a>(wanted: &'a str, columns: &[String]) -> Option<Vec<&'a str>> {
    let each: Vec<&str> = wanted.split(',').map(str::trim).collect();
    let are_known = each.len() > 1
        && each
            .iter()
            .all(|name| columns.iter().any(|column| column == name));
    are_known.then_some(each)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_column_that_is_offered_is_of_the_side_that_asks() {
        for (columns, what, of_system, of_gold) in [
            (
                "audio_filepath duration text pred_text",
                Cells::Texts,
                "pred_text",
                "text",
            ),
            ("id reference mt", Cells::Texts, "mt", "reference"),
            ("id gold label", Cells::Labels, "label", "gold"),
            ("id label prediction", Cells::Labels, "prediction", "label"),
            (
                "question answer response",
                Cells::Texts,
                "response",
                "answer",
            ),
            ("id target output", Cells::Texts, "output", "target"),
            ("id text", Cells::Texts, "text", "id"),
            ("id y score", Cells::Numbers, "score", "y"),
        ] {
            let columns: Vec<String> = columns.split(' ').map(str::to_owned).collect();
            let systems = [of_system.to_owned()];
            assert_eq!(
                outputs_of(&columns, what),
                systems.each_ref(),
                "{columns:?}"
            );
            assert_eq!(right_answers(&columns, what), of_gold, "{columns:?}");
        }
        let columns = ["id", "gold", "pred_a", "pred_b"].map(str::to_owned);
        assert_eq!(
            outputs_of(&columns, Cells::Labels),
            [&columns[2], &columns[3]]
        );
    }
}
