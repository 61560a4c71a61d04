//! Outputs that must not be inputs.

use std::fs;
use std::path::PathBuf;

use crate::Error;
use crate::ask::argument::{self, STANDARD_INPUT};

/// Refuses outputs that would replace an input, before anything is read. Both are paths; an input may be `[NAME=]FILE[:COLUMN]`.
///
/// Two paths to one file are the same, through links too. What is no file takes part as it likes: a terminal is input and output.
///
/// # Errors
/// When an output is an input.
pub fn keep_apart<'a>(
    outputs: impl IntoIterator<Item = &'a str>,
    inputs: impl IntoIterator<Item = &'a String>,
) -> Result<(), Error> {
    let file = |path: &str| {
        let whole = fs::canonicalize(path).ok().filter(|_| path != STANDARD_INPUT)?;
        whole.is_file().then_some(whole)
    };
    // An argument that names no file is an error of its own, when it is read.
    let path = |typed: &String| argument::resolve(typed).ok().and_then(|input| file(&input.path));
    let inputs: Vec<PathBuf> = inputs.into_iter().filter_map(path).collect();
    let clash =
        outputs.into_iter().find(|output| file(output).is_some_and(|output| inputs.contains(&output)));
    clash.map_or(Ok(()), |output| Err(Error::OutputIsInput { path: output.to_owned() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_that_is_an_input_is_refused_under_any_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        fs::write(path("in.csv"), "x\n1\n").unwrap();
        let input = [format!("name={}:x", path("in.csv")), "missing.txt".to_owned(), "-".to_owned()];
        keep_apart([path("out.csv").as_str(), "-"], &input).unwrap();
        let clash = path("../").clone() + folder.path().file_name().unwrap().to_str().unwrap() + "/in.csv";
        for same in [path("in.csv"), path("./in.csv"), clash] {
            let error = keep_apart([same.as_str()], &input).unwrap_err();
            assert_eq!(error.to_string(), format!("{same} is an input"));
            assert_eq!(error.class().name(), "usage");
        }
    }
}
