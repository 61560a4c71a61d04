//! Options in sentences: the libraries name them, and the interface of the process spells them.

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::HELD;
use crate::escape::{shell_word, turns};

/// How options are spelled to the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Spelling {
    /// `interval=invert`: for no particular interface.
    Plain,
    /// `--interval invert`: for a command line.
    Flags,
    /// `interval="invert"`: for keyword arguments.
    Keywords,
}

static SPELLING: AtomicU8 = AtomicU8::new(Spelling::Plain as u8);

/// Sets how options are spelled in every text that this process makes from now on. Like a locale, it belongs to the interface
/// that the reader sees (the command line, the Python package), which sets it once at its start; libraries never do.
pub fn speak(spelling: Spelling) {
    SPELLING.store(spelling as u8, Ordering::Relaxed);
}

fn spelling() -> Spelling {
    match SPELLING.load(Ordering::Relaxed) {
        1 => Spelling::Flags,
        2 => Spelling::Keywords,
        _ => Spelling::Plain,
    }
}

/// Returns `true` if the reader types keywords, and no arguments of a command line.
pub fn speaks_keywords() -> bool {
    spelling() == Spelling::Keywords
}

/// An option in a sentence, perhaps with a value; its `Display` uses the spelling of the process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    name: &'static str,
    value: Option<String>,
    quoted: bool,
}

/// The option with this name, as on the command line: `exact`, `no-mmap`.
pub const fn asked(name: &'static str) -> Asked {
    Asked {
        name,
        value: None,
        quoted: false,
    }
}

/// The option with this value: `interval`, `invert`.
pub fn asked_as(name: &'static str, value: impl fmt::Display) -> Asked {
    Asked {
        name,
        value: Some(value.to_string()),
        quoted: false,
    }
}

/// Value of a switch that is set.
const ON: &str = "true";

/// Options that stand alone too, so that their value follows an equals sign on a command line.
const ALONE: [&str; 1] = ["json"];

/// Options that Python calls otherwise than by replacing `-` with `_`.
const KEYWORDS: [(&str, &str); 3] = [
    ("id", "item"),
    ("resamples", "n_resamples"),
    ("ref", "references"),
];

/// Options of metrics, which Python takes in the brackets of `metric=`.
const OF_METRICS: [&str; 6] = [
    "average",
    "positive",
    "labels",
    "multi-label",
    "columns",
    "formula",
];

impl Asked {
    /// The name as on the command line, without its dashes.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Its value, if it has one.
    pub fn value(&self) -> Option<&str> {
        self.value.as_deref()
    }

    /// In quotes where a shell reads it: the value may contain characters that a shell would split
    /// or interpret.
    #[must_use]
    pub fn quoted(self) -> Self {
        Self {
            quoted: true,
            ..self
        }
    }

    /// In a certain spelling.
    pub fn spelled(&self, spelling: Spelling) -> String {
        let Self {
            name,
            value,
            quoted,
        } = self;
        match (spelling, value) {
            (Spelling::Plain, None) => (*name).to_owned(),
            (Spelling::Plain, Some(value)) => format!("{name}={value}"),
            (Spelling::Flags, None) => format!("--{name}"),
            (Spelling::Flags, Some(value)) if value == ON => format!("--{name}"),
            (Spelling::Flags, Some(value)) if ALONE.contains(name) => format!("--{name}={value}"),
            (Spelling::Flags, Some(value))
                if value.contains(|c: char| c.is_control() || turns(c)) =>
            {
                format!("--{name} {}", shell_word(value))
            }
            (Spelling::Flags, Some(value)) if *quoted => format!("--{name} '{value}'"),
            (Spelling::Flags, Some(value)) => format!("--{name} {value}"),
            (Spelling::Keywords, None) if OF_METRICS.contains(name) => {
                format!("{name} in the brackets of metric")
            }
            (Spelling::Keywords, Some(value)) if OF_METRICS.contains(name) => {
                format!("metric=\"...({name}={})\"", value.replace(',', "|"))
            }
            (Spelling::Keywords, value) => {
                let known = KEYWORDS.iter().find(|known| known.0 == *name);
                let keyword =
                    known.map_or_else(|| name.replace('-', "_"), |known| known.1.to_owned());
                match value {
                    None => keyword,
                    // Values have no path.
                    Some(value) if value.starts_with("FILE") || value.contains(HELD) => {
                        format!("{keyword}=...")
                    }
                    Some(value) if value == ON => format!("{keyword}=True"),
                    Some(value) if value.parse::<f64>().is_ok() => format!("{keyword}={value}"),
                    Some(value) => format!("{keyword}={value:?}"),
                }
            }
        }
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spelled(spelling()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_is_spelled_as_the_face_spells_it() {
        let spelled = |asked: Asked| {
            [Spelling::Plain, Spelling::Flags, Spelling::Keywords]
                .map(|spelling| asked.spelled(spelling))
        };
        assert_eq!(
            spelled(asked_as("interval", "invert")),
            [
                "interval=invert",
                "--interval invert",
                "interval=\"invert\""
            ]
        );
        assert_eq!(
            spelled(asked_as("where", "split=a b").quoted()),
            [
                "where=split=a b",
                "--where 'split=a b'",
                "where=\"split=a b\""
            ]
        );
        assert_eq!(
            spelled(asked_as("labels", "cat,dog")),
            [
                "labels=cat,dog",
                "--labels cat,dog",
                "metric=\"...(labels=cat|dog)\""
            ]
        );
        assert_eq!(
            spelled(asked_as("json", "a.json")),
            ["json=a.json", "--json=a.json", "json=\"a.json\""]
        );
        assert_eq!(
            spelled(asked_as("budget", true)),
            ["budget=true", "--budget", "budget=True"]
        );
        assert_eq!(
            spelled(asked("no-mmap")),
            ["no-mmap", "--no-mmap", "no_mmap"]
        );
        assert_eq!(
            spelled(asked_as("resamples", 100)),
            ["resamples=100", "--resamples 100", "n_resamples=100"]
        );
    }

    #[test]
    fn a_process_that_says_nothing_spells_plainly() {
        assert_eq!(asked_as("exact", "auto").to_string(), "exact=auto");
    }
}
