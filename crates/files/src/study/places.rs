//! Paths with `{dataset}`: each text in its place that names a file is a data set.

use std::path::Path;

use restrap_words::{Code, asked, refers_to};

use super::sets::Study;
use crate::score::ScoreRequest;
use crate::sources::{SourceError, Sources};

/// What stands for the name of a data set.
pub(super) const WORD: &str = "{dataset}";

/// A system by its name, the path with [`WORD`], and what follows it.
struct Template {
    name: String,
    /// `PATH` or `PATH:COLUMN`.
    path: String,
}

pub(super) fn study(template: &Sources) -> Result<Study, SourceError> {
    let systems: Vec<Template> = template
        .systems
        .iter()
        .map(|typed| Template::new(typed))
        .collect::<Result<_, _>>()?;
    let twice = systems
        .iter()
        .enumerate()
        .find(|(at, one)| systems[..*at].iter().any(|other| other.name == one.name));
    if let Some((_, system)) = twice {
        return Err(SourceError::usage(
            format!(
                "expected systems of different names, found {} twice",
                system.name
            ),
            "write NAME=PATH for each",
        ));
    }
    let baseline = match &template.reading.baseline {
        None => 0,
        Some(wanted) => systems
            .iter()
            .position(|system| refers_to(wanted, &system.name))
            .ok_or_else(|| {
                let names: Vec<&str> = systems.iter().map(|system| &system.name[..]).collect();
                SourceError::usage(
                    format!(
                        "expected {} to name a system, found {wanted}",
                        asked("baseline")
                    ),
                    format!("the systems are {}", names.join(", ")),
                )
            })?,
    };
    let mut names: Vec<String> = Vec::new();
    for name in systems.iter().flat_map(|system| matched(&system.path)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.sort_unstable();
    if names.is_empty() {
        return Err(SourceError::usage(
            format!(
                "expected a file for each data set, found none that is called {}",
                template.systems.join(" or ")
            ),
            format!("{WORD} stands for one part of a path"),
        ));
    }
    let mut study = Study::default();
    let has = |system: &Template, name: &str| exists(&filled(&system.path, name));
    let kept: Vec<&String> = names
        .iter()
        .filter(|name| has(&systems[baseline], name))
        .collect();
    let others = || {
        systems
            .iter()
            .enumerate()
            .filter(|(place, _)| *place != baseline)
            .map(|(_, system)| system)
    };
    if !kept
        .iter()
        .any(|name| others().any(|system| has(system, name)))
    {
        return Err(SourceError::usage(
            format!(
                "expected a data set with files of {} and of another system, found none among {}",
                systems[baseline].name,
                names.join(", ")
            ),
            format!("{WORD} stands for the same name in the path of every system"),
        ));
    }
    let lost: Vec<&str> = names
        .iter()
        .filter(|name| !kept.contains(name))
        .map(String::as_str)
        .collect();
    if !lost.is_empty() {
        study.notes.push(Code::DataSetLeftOut.says(format!(
            "{} left out: the baseline {} has no file there",
            lost.join(", "),
            systems[baseline].name
        )));
    }
    study.measures = Study::of_metrics(template, |sources| {
        let of = |name: &&String| {
            let own = systems.iter().filter(|system| has(system, name));
            let typed = own.map(|system| format!("{}={}", system.name, filled(&system.path, name)));
            let mut own = Sources {
                systems: typed.collect(),
                ..sources.clone()
            };
            own.reading.baseline = Some(systems[baseline].name.clone());
            for path in [&mut own.reading.gold, &mut own.reading.cluster]
                .into_iter()
                .flatten()
            {
                *path = filled(path, name);
            }
            own.metrics = own
                .metrics
                .iter()
                .map(|metric| of_dataset(metric, &own, name))
                .collect();
            ((*name).clone(), own)
        };
        kept.iter().map(of).collect()
    });
    Ok(study)
}

/// A metric against the files of one data set.
fn of_dataset(metric: &ScoreRequest, sources: &Sources, name: &str) -> ScoreRequest {
    let fill = |path: &String| filled(path, name);
    let mut own = metric.clone();
    own.gold = metric.gold.as_ref().map(fill);
    own.qrels = metric.qrels.as_ref().map(fill);
    own.references = metric.references.iter().map(fill).collect();
    own.reading.baseline.clone_from(&sources.reading.baseline);
    own
}

fn filled(path: &str, name: &str) -> String {
    path.replace(WORD, name)
}

/// Whether a file, perhaps with a column behind it, is there. What holds words of several files is looked for where it is read.
pub(super) fn exists(path: &str) -> bool {
    let is_pattern = ["{seed}", "{repeat}", "{judge}"]
        .iter()
        .any(|word| path.contains(word));
    let colon = path.rsplit_once(':');
    is_pattern
        || Path::new(path).exists()
        || colon.is_some_and(|(file, _)| Path::new(file).exists())
}

impl Template {
    /// `[NAME=]PATH[:COLUMN]`; without a name, what the path says beside the data set.
    fn new(typed: &str) -> Result<Self, SourceError> {
        let Some(at) = typed.find(WORD) else {
            return Err(SourceError::usage(
                format!("expected {WORD} in the path of every system, found none in {typed}"),
                format!("write {typed} with {WORD} where the data sets' files differ"),
            ));
        };
        if let Some((name, path)) = typed[..at]
            .split_once('=')
            .filter(|(name, _)| !name.contains('/'))
        {
            return Ok(Self {
                name: name.to_owned(),
                path: format!("{path}{}", &typed[at..]),
            });
        }
        let path = typed.to_owned();
        Self::called(typed)
            .map(|name| Self { name, path })
            .ok_or_else(|| {
                SourceError::usage(
                    format!("expected a path that names the system, found {typed}"),
                    format!("write NAME={typed}"),
                )
            })
    }

    /// The column, or what the path says beside the data set: its last part that says anything.
    fn called(typed: &str) -> Option<String> {
        let last = typed.rsplit('/').next().unwrap_or(typed);
        if let Some((_, column)) = last
            .rsplit_once(':')
            .filter(|(_, column)| !column.contains(WORD))
        {
            return Some(column.to_owned());
        }
        let file = last.replace(WORD, "");
        let stem = file
            .rsplit_once('.')
            .map_or(&file[..], |(stem, _)| stem)
            .to_owned();
        let folders = typed.rsplit('/').skip(1).map(|part| part.replace(WORD, ""));
        let names = std::iter::once(stem).chain(folders);
        let mut names = names.map(|name| name.trim_matches(['.', '_', '-']).to_owned());
        names.find(|name| !name.is_empty())
    }
}

/// The data sets whose files a path with [`WORD`] matches.
fn matched(path: &str) -> Vec<String> {
    let Some(at) = path.find(WORD) else {
        return Vec::new();
    };
    let start = path[..at].rfind('/').map_or(0, |slash| slash + 1);
    let end = path[at..].find('/').map_or(path.len(), |slash| at + slash);
    let folder = if start == 0 { "." } else { &path[..start] };
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let names: Vec<String> = entries
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    let component = &path[start..end];
    // A column behind the file is not part of its name.
    let shapes = std::iter::once(component.len())
        .chain(component.rmatch_indices(':').map(|(colon, _)| colon));
    let shapes: Vec<&str> = shapes
        .map(|end| &component[..end])
        .filter(|shape| shape.contains(WORD))
        .collect();
    let mut found = Vec::new();
    for name in &names {
        let value = shapes.iter().find_map(|shape| {
            let (before, after) = shape.split_once(WORD)?;
            let after = after.split(WORD).next().filter(|_| !after.contains(WORD))?;
            let value = name.strip_prefix(before)?.strip_suffix(after)?;
            (!value.is_empty() && exists(&filled(path, value))).then(|| value.to_owned())
        });
        found.extend(value);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for file in files {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, "1\n").expect("a file");
        }
        folder
    }

    #[test]
    fn names_are_what_stands_in_the_place_of_the_word() {
        let folder = folder(&[
            "base/news.txt",
            "base/ted.txt",
            "base/ted.log",
            "new.ted.txt",
            "{x}/out.txt",
        ]);
        let found = |pattern: &str| {
            let mut found = matched(&format!("{}/{pattern}", folder.path().display()));
            found.sort_unstable();
            found
        };
        assert_eq!(found("base/{dataset}.txt"), ["news", "ted"]);
        assert_eq!(found("base/{dataset}.txt:score"), ["news", "ted"]);
        assert_eq!(found("new.{dataset}.txt"), ["ted"]);
        assert_eq!(
            found("{dataset}/out.txt"),
            ["{x}"],
            "a name may hold braces"
        );
        assert_eq!(found("none/{dataset}.txt"), Vec::<String>::new());
    }

    #[test]
    fn systems_are_called_by_what_their_path_says_beside_the_data_set() {
        let name = |typed: &str| Template::new(typed).expect("a name").name;
        assert_eq!(name("ours=runs/{dataset}.txt"), "ours");
        assert_eq!(name("runs/base/{dataset}.txt"), "base");
        assert_eq!(name("runs/{dataset}/base.txt"), "base");
        assert_eq!(name("out/gpt-4.1/{dataset}.csv"), "gpt-4.1");
        assert_eq!(name("out/{dataset}.csv:vader"), "vader");
        assert_eq!(name("out/{dataset}.new.de"), "new");
        assert!(Template::new("{dataset}").is_err());
        assert!(Template::new("base.txt").is_err());
    }
}
