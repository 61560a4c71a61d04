//! Arguments that name one system each.

use crate::Error;
use crate::ask::argument::{self, Argument};
use crate::ask::name::{self, Origin};
use crate::ask::pattern::{self, Matched};
use restrap_words::Note;

/// A system argument, `[NAME=]FILE[:COLUMN]`, that is resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    /// The system's name, different from every other one's.
    pub name: String,
    /// The path as typed; `-` for standard input.
    pub path: String,
    /// The column, if one was typed.
    pub column: Option<String>,
    /// The files that are called so, where the path is a pattern.
    pub files: Vec<Matched>,
}

/// Resolves and names arguments, each a file that holds one system.
///
/// # Errors
///
/// When an argument names no file, when standard input is named twice, or when names collide.
pub fn locate(typed: &[String]) -> Result<Vec<Located>, Error> {
    let arguments = argument::resolve_all(typed)?;
    located(
        arguments
            .into_iter()
            .map(|argument| (argument, Vec::new()))
            .collect(),
    )
}

/// Finds the files of arguments, where a path may be a pattern of several files: `s{seed}.txt`.
///
/// # Errors
///
/// As [`locate`]; and for patterns that no file is called by.
pub fn locate_patterns(typed: &[String]) -> Result<Vec<Located>, Error> {
    let mut resolved: Vec<(Argument, Vec<Matched>)> = Vec::with_capacity(typed.len());
    for typed in typed {
        resolved.push(if pattern::is_pattern(typed) {
            pattern::resolve(typed)?
        } else {
            let before: Vec<Argument> = resolved.iter().map(|(one, _)| one.clone()).collect();
            let tables = argument::tables(&before);
            (argument::resolve_beside(typed, &tables)?, Vec::new())
        });
    }
    located(resolved)
}

fn located(resolved: Vec<(Argument, Vec<Matched>)>) -> Result<Vec<Located>, Error> {
    if resolved.is_empty() {
        return Err(Error::NoSystems);
    }
    let (arguments, files): (Vec<Argument>, Vec<Vec<Matched>>) = resolved.into_iter().unzip();
    let of_path = |path: &str| arguments.iter().position(|argument| argument.path == path);
    let files_of = |path: &str| of_path(path).map_or_else(Vec::new, |at| files[at].clone());
    let (arguments, _) = argument::once_each(arguments.clone());
    argument::check_standard_input(&arguments)?;
    // A column is part of a name only where a file gives several systems.
    let shared = |path: &str| arguments.iter().filter(|other| other.path == path).count() > 1;
    let origins: Vec<Origin> = arguments
        .iter()
        .map(|argument| Origin {
            given: argument.name.clone(),
            path: argument.path.clone(),
            column: argument.column.clone().filter(|_| shared(&argument.path)),
        })
        .collect();
    let named = name::distinct(&origins)?.into_iter().zip(arguments);
    let located = |(name, from): (String, Argument)| Located {
        name,
        files: files_of(&from.path),
        path: from.path,
        column: from.column,
    };
    Ok(named.map(located).collect())
}

/// Notes of the arguments that [`locate`] leaves out, because an earlier one names the same.
///
/// # Errors
///
/// When an argument names no file.
pub fn repeats(typed: &[String]) -> Result<Vec<Note>, Error> {
    Ok(argument::once_each(argument::resolve_all(typed)?).1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_name_systems_only_where_a_file_holds_several() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name).display().to_string();
        for name in ["a.csv", "b.csv"] {
            std::fs::write(path(name), "x,y\n1,2\n").expect("a file");
        }
        let names = |typed: &[String]| -> Vec<String> {
            locate(typed)
                .expect("files")
                .into_iter()
                .map(|located| located.name)
                .collect()
        };
        assert_eq!(
            names(&["a.csv", "b.csv"].map(|name| format!("{}:x", path(name)))),
            ["a", "b"]
        );
        assert_eq!(
            names(&[
                format!("{}:x", path("a.csv")),
                format!("{}:y", path("a.csv"))
            ]),
            ["x", "y"]
        );
    }
}
