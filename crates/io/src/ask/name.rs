//! What each system is called.
//!
//! A name given as `NAME=` is kept. Otherwise a system is named by the stem of its file (`bm25` for `runs/bm25.csv.gz`),
//! or by its column if the file has several systems. Names that collide are made longer: `STEM:COLUMN`, then folders are
//! put in front until they differ; names that never differ (the same column twice) are numbered: `bm25`, `bm25#2`.

use std::collections::HashMap;

use crate::bytes::named::STANDARD_INPUT;
use crate::format::magic;
use crate::words::List;
use crate::{Error, PathRole};

/// What a name can be made of.
#[derive(Debug, Clone)]
pub(crate) struct Origin {
    pub given: Option<String>,
    pub path: String,
    /// The column's label, where the file gives several systems.
    pub column: Option<String>,
}

impl Origin {
    /// The longest forms have all folders; `level` counts up to them.
    fn at(&self, level: usize) -> String {
        if let Some(name) = &self.given {
            return name.clone();
        }
        let stem = if self.path == STANDARD_INPUT {
            "stdin"
        } else {
            magic::by_name(&self.path).0
        };
        let Some(column) = &self.column else {
            return self.with_folders(stem, level);
        };
        // A bare number says nothing, so that it takes its file's name at once.
        if level == 0 && column.parse::<usize>().is_err() {
            return column.clone();
        }
        format!(
            "{}:{column}",
            self.with_folders(stem, level.saturating_sub(1))
        )
    }

    fn with_folders(&self, stem: &str, count: usize) -> String {
        let mut parts: Vec<&str> = self.path.split(['/', std::path::MAIN_SEPARATOR]).collect();
        parts.pop();
        parts.push(stem);
        let told: Vec<String> = parts
            .iter()
            .filter_map(|part| without_roles(part))
            .filter(|part| !part.is_empty())
            .collect();
        // A pattern that is nothing but roles is called as it was typed.
        if told.is_empty() {
            stem.to_owned()
        } else {
            told[told.len().saturating_sub(count + 1)..].join("/")
        }
    }

    fn levels(&self) -> usize {
        self.path.split(['/', std::path::MAIN_SEPARATOR]).count() + 1
    }
}

/// What a part of a path says besides its roles: `new` of `new.{seed}`, nothing of `s{seed}`.
fn without_roles(part: &str) -> Option<String> {
    let rest = PathRole::ALL.iter().fold(part.to_owned(), |rest, role| {
        rest.replace(&format!("{{{role}}}"), "")
    });
    if rest == part {
        return Some(rest);
    }
    let rest = rest.trim_matches(['.', '_', '-']).replace("..", ".");
    let word = rest.to_ascii_lowercase();
    let mut counted = List::CountedFiles.in_order();
    (!counted.any(|counted| counted.starts_with(&word))).then_some(rest)
}

/// A name of its own for each system.
pub(crate) fn distinct(origins: &[Origin]) -> Result<Vec<String>, Error> {
    let mut levels = vec![0; origins.len()];
    let mut names: Vec<String> = origins.iter().map(|origin| origin.at(0)).collect();
    loop {
        let collisions = collisions(&names);
        let mut grown = false;
        for index in collisions.into_iter().flatten() {
            let origin = &origins[index];
            if origin.given.is_none() && levels[index] < origin.levels() {
                levels[index] += 1;
                names[index] = origin.at(levels[index]);
                grown = true;
            }
        }
        if !grown {
            break;
        }
    }
    let same_to_the_end = collisions(&names);
    for index in same_to_the_end.into_iter().flatten() {
        names[index] = origins[index].at(0);
    }
    for same in collisions(&names) {
        let mut given = same.iter().filter(|index| origins[**index].given.is_some());
        if let (Some(first), Some(_)) = (given.next(), given.next()) {
            return Err(Error::SameName {
                name: names[*first].clone(),
            });
        }
    }
    number(&mut names, origins);
    Ok(names)
}

/// Groups of equal names, in order of their first.
fn collisions(names: &[String]) -> Vec<Vec<usize>> {
    let mut groups: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, name) in names.iter().enumerate() {
        groups.entry(name).or_default().push(index);
    }
    let mut groups: Vec<Vec<usize>> = groups
        .into_values()
        .filter(|group| group.len() > 1)
        .collect();
    groups.sort();
    groups
}

/// Puts `#2`, `#3` behind what is still equal; a given name keeps itself.
fn number(names: &mut [String], origins: &[Origin]) {
    for same in collisions(names) {
        let (keep, change): (Vec<usize>, Vec<usize>) = same
            .iter()
            .partition(|index| origins[**index].given.is_some());
        let change = if keep.is_empty() {
            &change[1..]
        } else {
            &change[..]
        };
        let base = names[same[0]].clone();
        let mut next = 2;
        for index in change {
            let mut name = format!("{base}#{next}");
            while names.contains(&name) {
                next += 1;
                name = format!("{base}#{next}");
            }
            names[*index] = name;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(origins: &[(&str, &str, &str)]) -> Result<Vec<String>, Error> {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let origins: Vec<Origin> = origins
            .iter()
            .map(|(given, path, column)| Origin {
                given: some(given),
                path: (*path).into(),
                column: some(column),
            })
            .collect();
        distinct(&origins)
    }

    #[test]
    fn files_lend_their_stem_and_several_columns_their_names() {
        assert_eq!(
            names(&[("", "a/bm25.csv.gz", ""), ("", "-", "")]).unwrap(),
            ["bm25", "stdin"]
        );
        assert_eq!(
            names(&[("", "a.csv", "f1"), ("", "a.csv", "em")]).unwrap(),
            ["f1", "em"]
        );
        assert_eq!(
            names(&[("", "a.npy", "1"), ("", "a.npy", "2")]).unwrap(),
            ["a:1", "a:2"]
        );
    }

    #[test]
    fn a_pattern_is_called_by_what_is_no_role() {
        assert_eq!(
            names(&[("", "base.{seed}.csv", ""), ("", "x/new{seed}.txt", "")]).unwrap(),
            ["base", "new"]
        );
        assert_eq!(
            names(&[("", "old/s{seed}.txt", ""), ("", "{seed}/new.txt", "")]).unwrap(),
            ["old", "new"]
        );
        assert_eq!(
            names(&[("", "a/m/{seed}.txt", ""), ("", "b/m/run_{repeat}.txt", "")]).unwrap(),
            ["a/m", "b/m"]
        );
        assert_eq!(
            names(&[("", "{seed}.txt", ""), ("", "{seed}.csv", "")]).unwrap(),
            ["{seed}", "{seed}#2"]
        );
    }

    #[test]
    fn equal_stems_grow_by_folders_and_equal_columns_by_files() {
        assert_eq!(
            names(&[
                ("", "x/old/s.txt", ""),
                ("", "x/new/s.txt", ""),
                ("", "t.txt", "")
            ])
            .unwrap(),
            ["old/s", "new/s", "t"]
        );
        assert_eq!(
            names(&[
                ("", "x/a.csv", "f1"),
                ("", "b.csv", "f1"),
                ("", "b.csv", "em")
            ])
            .unwrap(),
            ["a:f1", "b:f1", "em"]
        );
        assert_eq!(
            names(&[("", "s.txt", ""), ("", "s.csv", "")]).unwrap(),
            ["s", "s#2"]
        );
    }

    #[test]
    fn the_same_file_twice_is_numbered_and_the_same_given_name_is_an_error() {
        let twice = [("", "a.txt", ""), ("", "a.txt", ""), ("", "a.txt", "")];
        assert_eq!(names(&twice).unwrap(), ["a", "a#2", "a#3"]);
        assert_eq!(
            names(&[("", "x/a.txt", ""), ("", "x/a.txt", ""), ("a", "b.txt", "")]).unwrap(),
            ["a#2", "a#3", "a"]
        );
        let error = names(&[("x", "a.txt", ""), ("x", "b.txt", "")]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "expected a different name for each system, found `x` twice"
        );
    }
}
