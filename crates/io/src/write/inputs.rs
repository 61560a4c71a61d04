//! Outputs that are safe to write: never over an input, never two to one file, and never outside their folder.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::Error;
use crate::ask::argument;
use crate::bytes::named::STANDARD_INPUT;
use crate::write::whole;

/// Refuses outputs that would replace an input or each other, and those that have several names, before anything is read.
/// Both are paths; an input may be `[NAME=]FILE[:COLUMN]`.
///
/// Two paths to one file are the same, through links too. What is not a file takes part as it likes: a terminal is input and output.
///
/// # Errors
/// When an output is an input or another output, or one of several hard links to a file.
pub fn keep_apart<'a>(
    outputs: impl IntoIterator<Item = &'a str>,
    inputs: impl IntoIterator<Item = &'a String>,
) -> Result<(), Error> {
    // An argument that names no file is an error of its own, when it is read.
    let path = |typed: &String| {
        argument::resolve(typed)
            .ok()
            .and_then(|input| target(&input.path))
    };
    let inputs: Vec<PathBuf> = inputs.into_iter().filter_map(path).collect();
    let mut before: Vec<(PathBuf, &str)> = Vec::new();
    for output in outputs {
        let Some(file) = target(output) else { continue };
        if inputs.contains(&file) {
            return Err(Error::OutputIsInput {
                path: output.to_owned(),
            });
        }
        if let Some((_, other)) = before.iter().find(|(taken, _)| *taken == file) {
            return Err(Error::OutputTwice {
                path: output.to_owned(),
                other: (*other).to_owned(),
            });
        }
        whole::refuse_links(output)?;
        before.push((file, output));
    }
    Ok(())
}

/// The file at the end of all links, which may be yet to come; none for what is not a file.
fn target(path: &str) -> Option<PathBuf> {
    let path = Some(path).filter(|path| *path != STANDARD_INPUT)?;
    let place = whole::replaceable(Path::new(path)).ok()??;
    let found = fs::canonicalize(whole::folder(&place))
        .ok()?
        .join(place.file_name()?);
    (!found.is_dir()).then_some(found)
}

/// An output for each system: the pattern with a name for every `{}`.
///
/// # Errors
/// When a name would leave the folder of the pattern: `..`, or a path from the root.
pub fn named(pattern: &str, name: &str) -> Result<String, Error> {
    let stays = Path::new(name)
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    if pattern.contains("{}") && !stays {
        return Err(Error::OutputLeaves {
            pattern: pattern.to_owned(),
            name: name.to_owned(),
        });
    }
    Ok(pattern.replace("{}", name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_that_is_an_input_is_refused_under_any_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        fs::write(path("in.csv"), "x\n1\n").unwrap();
        let input = [
            format!("name={}:x", path("in.csv")),
            "missing.txt".to_owned(),
            "-".to_owned(),
        ];
        keep_apart([path("out.csv").as_str(), "-"], &input).unwrap();
        let clash =
            path("../").clone() + folder.path().file_name().unwrap().to_str().unwrap() + "/in.csv";
        for same in [path("in.csv"), path("./in.csv"), clash] {
            let error = keep_apart([same.as_str()], &input).unwrap_err();
            assert_eq!(error.to_string(), format!("{same} is an input"));
            assert_eq!(error.class().name(), "usage");
        }
    }

    #[test]
    fn two_outputs_are_two_files_under_any_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        keep_apart(
            [
                path("a.json").as_str(),
                &path("b.json"),
                "-",
                "/dev/null",
                "/dev/null",
            ],
            &[],
        )
        .unwrap();
        let mut same = vec![path("./a.json"), path("a.json")];
        #[cfg(unix)]
        {
            // The file of the link is yet to come.
            std::os::unix::fs::symlink("a.json", path("link.json")).unwrap();
            same.push(path("link.json"));
        }
        for other in same {
            let error = keep_apart([path("a.json").as_str(), &other], &[]).unwrap_err();
            assert!(error.to_string().ends_with("which are the same"), "{error}");
        }
    }

    #[test]
    fn no_name_leaves_the_folder_of_the_pattern() {
        assert_eq!(named("out/{}.npy", "old/base").unwrap(), "out/old/base.npy");
        assert_eq!(named("out.npy", "../base").unwrap(), "out.npy");
        for name in ["../evil", "/etc/evil", "a/../../evil", ".."] {
            let error = named("{}.npy", name).unwrap_err();
            let expected =
                format!("expected a name that stays in the folder of {{}}.npy, found `{name}`");
            assert_eq!(error.to_string(), expected);
        }
    }
}
