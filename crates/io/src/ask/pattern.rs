//! Paths that say what their files hold: `runs/s{seed}.txt` means every file with such a name, each one training
//! run.

use crate::ask::argument::{self, Argument};
use crate::{Error, PathRole};

/// A file of a pattern, with what its path says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matched {
    /// Its path.
    pub path: String,
    /// The text in the place of each role.
    pub values: Vec<(PathRole, String)>,
}

/// Whether an argument holds a role in braces and names no file as it stands.
pub fn is_pattern(typed: &str) -> bool {
    let has_role = PathRole::ALL
        .iter()
        .any(|role| typed.contains(&format!("{{{role}}}")));
    has_role && argument::resolve(typed).is_err()
}

/// The systems that a path with `{system}` stands for, each by its name: `out/{system}.de` is `base=out/base.de new=out/new.de`. Other
/// roles are left as they are.
///
/// # Errors
///
/// For a path that no file is called by.
pub fn each_system(typed: &[String]) -> Result<Vec<String>, Error> {
    let word = format!("{{{}}}", PathRole::System);
    let mut systems = Vec::new();
    for argument in typed {
        if !argument.contains(&word) || !is_pattern(argument) {
            systems.push(argument.clone());
            continue;
        }
        let (parts, files) = resolve(argument)?;
        let column = parts
            .column
            .map_or_else(String::new, |column| format!(":{column}"));
        for file in files {
            let Some((_, name)) = file
                .values
                .into_iter()
                .find(|(role, _)| *role == PathRole::System)
            else {
                continue;
            };
            let system = format!("{name}={}{column}", parts.path.replace(&word, &name));
            if !systems.contains(&system) {
                systems.push(system);
            }
        }
    }
    Ok(systems)
}

/// The parts of an argument, `[NAME=]PATTERN[:COLUMN]`, and the files that are called so.
pub(crate) fn resolve(typed: &str) -> Result<(Argument, Vec<Matched>), Error> {
    let brace = typed.find('{').unwrap_or(typed.len());
    let starts = typed[..brace]
        .match_indices('=')
        .map(|(at, _)| at + 1)
        .rev()
        .chain([0]);
    for start in starts {
        let colons = typed[brace..].rmatch_indices(':').map(|(at, _)| brace + at);
        for end in std::iter::once(typed.len()).chain(colons) {
            let files = files(&typed[start..end])?;
            if !files.is_empty() {
                let given = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
                let argument = Argument {
                    name: given(typed[..start].trim_end_matches('=')),
                    path: typed[start..end].to_owned(),
                    column: given(typed[end..].trim_start_matches(':')),
                };
                return Ok((argument, files));
            }
        }
    }
    Err(Error::NoMatch {
        argument: typed.to_owned(),
    })
}

/// The files of a pattern: numbers in their order, other text in that of its letters.
fn files(pattern: &str) -> Result<Vec<Matched>, Error> {
    let start = if pattern.starts_with('/') { "/" } else { "" };
    let mut found = vec![Matched {
        path: start.to_owned(),
        values: Vec::new(),
    }];
    for component in pattern.split('/').filter(|component| !component.is_empty()) {
        let pieces = pieces(component)?;
        let mut next = Vec::new();
        for one in found {
            let joined = |name: &str| match one.path.as_str() {
                "" => name.to_owned(),
                "/" => format!("/{name}"),
                folder => format!("{folder}/{name}"),
            };
            if let [Piece::Text(name)] = pieces[..] {
                next.push(Matched {
                    path: joined(name),
                    values: one.values,
                });
                continue;
            }
            let folder = if one.path.is_empty() { "." } else { &one.path };
            let Ok(entries) = std::fs::read_dir(folder) else {
                continue;
            };
            for entry in entries.flatten() {
                let Ok(name) = entry.file_name().into_string() else {
                    continue;
                };
                let mut values = one.values.clone();
                if matches(&pieces, &name, &mut values) {
                    next.push(Matched {
                        path: joined(&name),
                        values,
                    });
                }
            }
        }
        found = next;
    }
    found.retain(|one| argument::exists(&one.path));
    found.sort_by_cached_key(|one| {
        let number = |value: &String| value.parse::<u64>().unwrap_or(u64::MAX);
        one.values
            .iter()
            .map(|(_, value)| (number(value), value.clone()))
            .collect::<Vec<_>>()
    });
    Ok(found)
}

/// A part of a file's or folder's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece<'p> {
    Text(&'p str),
    Role(PathRole),
}

fn pieces(component: &str) -> Result<Vec<Piece<'_>>, Error> {
    let mut pieces = Vec::new();
    let mut rest = component;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((word, after)) = after.split_once('}') else {
            break;
        };
        let role = word.parse::<PathRole>().map_err(|_| Error::PathRole {
            word: word.to_owned(),
        })?;
        pieces.extend((!before.is_empty()).then_some(Piece::Text(before)));
        pieces.push(Piece::Role(role));
        rest = after;
    }
    pieces.extend((!rest.is_empty()).then_some(Piece::Text(rest)));
    Ok(pieces)
}

/// Whether a name is made of these pieces, roles being some text; one that stands twice is the same text.
fn matches(pieces: &[Piece], name: &str, values: &mut Vec<(PathRole, String)>) -> bool {
    let (role, rest) = match pieces {
        [] => return name.is_empty(),
        [Piece::Text(text), rest @ ..] => {
            return name
                .strip_prefix(text)
                .is_some_and(|after| matches(rest, after, values));
        }
        [Piece::Role(role), rest @ ..] => (*role, rest),
    };
    if let Some((_, known)) = values.iter().find(|(known, _)| *known == role) {
        let after = name.strip_prefix(known.as_str()).map(str::to_owned);
        return after.is_some_and(|after| matches(rest, &after, values));
    }
    let ends = name
        .char_indices()
        .map(|(at, letter)| at + letter.len_utf8());
    for end in ends {
        let before = values.len();
        values.push((role, name[..end].to_owned()));
        if matches(rest, &name[end..], values) {
            return true;
        }
        values.truncate(before);
    }
    false
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

    fn found(folder: &tempfile::TempDir, pattern: &str) -> Vec<Vec<String>> {
        let (_, files) = resolve(&format!("{}/{pattern}", folder.path().display())).expect("files");
        files
            .into_iter()
            .map(|file| file.values.into_iter().map(|(_, value)| value).collect())
            .collect()
    }

    #[test]
    fn numbers_stand_in_their_order_and_folders_are_searched() {
        let folder = folder(&[
            "s10.txt",
            "s2.txt",
            "s2.log",
            "a/1/x.txt",
            "b/1/x.txt",
            "a/2/y.txt",
        ]);
        assert_eq!(found(&folder, "s{seed}.txt"), [["2"], ["10"]]);
        assert_eq!(
            found(&folder, "{seed}/{repeat}/x.txt"),
            [["a", "1"], ["b", "1"]]
        );
        assert_eq!(found(&folder, "a/{seed}/x.txt"), [["1"]]);
    }

    #[test]
    fn a_name_before_and_a_column_behind_are_no_part_of_the_path() {
        let folder = folder(&["s1.csv", "s2.csv"]);
        let path = format!("{}/s{{seed}}.csv", folder.path().display());
        let (argument, files) = resolve(&format!("new={path}:acc")).expect("files");
        assert_eq!(
            argument,
            Argument {
                name: Some("new".into()),
                path: path.clone(),
                column: Some("acc".into())
            }
        );
        assert_eq!(files.len(), 2);
        assert!(is_pattern(&path) && !is_pattern("s1.csv"));
        let error = resolve("new=none/s{seed}.csv").expect_err("no file");
        assert_eq!(error.to_string(), "new=none/s{seed}.csv: no file matches");
        let error = resolve(&format!("{path}/{{sead}}")).expect_err("no role");
        assert!(error.to_string().contains("found {sead}"), "{error}");
    }

    #[test]
    fn every_system_of_a_path_has_its_name() {
        let folder = folder(&[
            "sys.new.s1.txt",
            "sys.base.s1.txt",
            "sys.base.s2.txt",
            "sys.new.s2.txt",
        ]);
        let path = |system: &str| format!("{}/sys.{system}.s{{seed}}.txt", folder.path().display());
        let typed = [path("{system}") + ":acc", "other.txt".to_owned()];
        let found = each_system(&typed).expect("files");
        let own = |name: &str| format!("{name}={}:acc", path(name));
        assert_eq!(found, [own("base"), own("new"), "other.txt".to_owned()]);
        assert_eq!(
            each_system(&found).expect("files"),
            found,
            "nothing is left to find"
        );
    }

    #[test]
    fn a_role_that_stands_twice_is_one_text() {
        let folder = folder(&["1/s1.txt", "1/s2.txt", "2/s2.txt"]);
        assert_eq!(found(&folder, "{seed}/s{seed}.txt"), [["1"], ["2"]]);
    }
}
