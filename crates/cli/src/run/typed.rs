//! A command as it was typed, with the state of the files that it names: what a folder of finished resamples is of.

use std::ffi::OsString;
use std::time::UNIX_EPOCH;

use restrap_words::shell_word;
use serde::{Deserialize, Serialize};

/// The words of a command without the program's name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Typed {
    words: Vec<String>,
    files: Vec<File>,
}

/// A file that a word names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct File {
    path: String,
    bytes: u64,
    /// Seconds since 1970 at which it was last written.
    written: u64,
}

/// Options that change no resample.
const FREE: [&str; 12] = [
    "--checkpoint",
    "--threads",
    "--shard-size",
    "--json",
    "--html",
    "--output",
    "--quiet",
    "--verbose",
    "--no-progress",
    "--no-host",
    "--plot",
    "--memory",
];

impl Typed {
    pub fn new(words: &[OsString]) -> Self {
        let words: Vec<String> = words
            .iter()
            .skip(1)
            .map(|word| word.to_string_lossy().into_owned())
            .collect();
        let of_word = |word: &String| {
            let whole = word.split_once('=').map_or(&word[..], |(_, rest)| rest);
            let paths: [&str; 3] = [
                word,
                whole,
                whole.rsplit_once(':').map_or(whole, |(path, _)| path),
            ];
            paths.into_iter().find_map(|path| {
                let about = std::fs::metadata(path)
                    .ok()
                    .filter(std::fs::Metadata::is_file)?;
                let written = about.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
                Some(File {
                    path: path.to_owned(),
                    bytes: about.len(),
                    written: written.as_secs(),
                })
            })
        };
        Self {
            files: words.iter().filter_map(of_word).collect(),
            words,
        }
    }

    /// The words without options that change no resample, each option with its value.
    fn asked(&self) -> Vec<String> {
        let mut asked: Vec<String> = Vec::new();
        let mut words = self.words.iter().peekable();
        while let Some(word) = words.next() {
            let (name, _) = word.split_once('=').unwrap_or((word, ""));
            let has_value = word.starts_with("--") && !word.contains('=');
            let value = words.next_if(|next| has_value && !next.starts_with("--"));
            if FREE.contains(&name) {
                continue;
            }
            asked.push(match value {
                Some(value) => format!("{word} {}", shell_word(value)),
                None => shell_word(word).into_owned(),
            });
        }
        asked
    }

    /// Says in what another command differs from this one, which made the folder.
    pub fn difference(&self, other: &Self) -> String {
        let (own, others) = (self.asked(), other.asked());
        let lacks = |of: &[String], word: &&String| !of.contains(word);
        let gone: Vec<&String> = own.iter().filter(|word| lacks(&others, word)).collect();
        let new: Vec<&String> = others.iter().filter(|word| lacks(&own, word)).collect();
        let quoted = |words: &[&String]| {
            words
                .iter()
                .map(|word| format!("`{word}`"))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let fresh = "name another folder, or type the command again that made this one";
        match (&gone[..], &new[..]) {
            ([], []) => {
                let changed = self.files.iter().find(|file| !other.files.contains(file));
                match changed {
                    Some(file) => format!("`{}` has changed since these resamples were drawn: name another folder", file.path),
                    None => "the data or the version have changed since these resamples were drawn: name another folder".to_owned(),
                }
            }
            (gone, []) => format!("they were drawn with {}: {fresh}", quoted(gone)),
            ([], new) => format!("they were drawn without {}: {fresh}", quoted(new)),
            (gone, new) => format!(
                "they were drawn with {} in place of {}: {fresh}",
                quoted(gone),
                quoted(new)
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(line: &str) -> Typed {
        let words = std::iter::once("restrap")
            .chain(line.split(' '))
            .map(OsString::from);
        Typed::new(&words.collect::<Vec<_>>())
    }

    #[test]
    fn the_option_that_differs_is_named() {
        let before = typed("compare a b --seed 1 --checkpoint f --threads 2");
        let said = |line: &str| before.difference(&typed(line));
        assert!(
            said("compare a b --seed 2 --checkpoint f")
                .starts_with("they were drawn with `--seed 1` in place of `--seed 2`")
        );
        assert!(said("compare a c --seed 1").contains("`b` in place of `c`"));
        assert!(said("compare a b --seed 1 --raw-p").contains("without `--raw-p`"));
        assert!(said("compare a b --threads 1 --seed 1").contains("have changed"));
    }
}
