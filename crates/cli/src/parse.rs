//! Errors of the command line in the words of this program: what was typed, what was expected, and what to type.
//!
//! The parser says which argument it refuses and why; [`guess`] knows what people mean who come from other tools.

use std::error::Error;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use crate::run::failure::Failure;
use crate::{guess, help};

/// A command line that the parser refused.
pub struct Refused<'a> {
    error: &'a clap::Error,
    root: &'a Command,
    words: &'a [String],
    /// The command that was typed, and its path: `power plan`.
    command: &'a Command,
    path: String,
}

impl<'a> Refused<'a> {
    /// Finds the command that was typed.
    pub fn new(error: &'a clap::Error, root: &'a Command, words: &'a [String]) -> Self {
        let mut command = root;
        let mut path = Vec::new();
        for word in words.iter().skip(1) {
            if let Some(inner) = command.find_subcommand(word) {
                command = inner;
                path.push(inner.get_name());
            }
        }
        Self {
            error,
            root,
            words,
            command,
            path: path.join(" "),
        }
    }

    /// Returns the error and its hint; `accepts` is `true` if the parser takes these words, or refuses another of them.
    ///
    /// `None` for the help and the version.
    pub fn failure(&self, accepts: &dyn Fn(&[String]) -> bool) -> Option<Failure> {
        if !self.error.use_stderr()
            || self.error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
        {
            return None;
        }
        let (message, hint) = match self.error.kind() {
            ErrorKind::UnknownArgument => self.unknown_argument(),
            ErrorKind::InvalidSubcommand => self.unknown_command(),
            ErrorKind::InvalidValue if self.text(ContextKind::InvalidValue).is_empty() => {
                self.no_value()
            }
            ErrorKind::InvalidValue => self.unknown_value(accepts),
            ErrorKind::ValueValidation => self.bad_value(accepts),
            ErrorKind::MissingRequiredArgument => self.missing(),
            ErrorKind::ArgumentConflict => self.conflict(),
            _ => (self.first_line(), self.lists_options()),
        };
        Some(Failure::usage(message, hint))
    }

    fn text(&self, kind: ContextKind) -> &str {
        match self.error.get(kind) {
            Some(ContextValue::String(text)) => text,
            _ => "",
        }
    }

    /// The parser's own sentence, for the kinds that nobody has met.
    fn first_line(&self) -> String {
        let text = self.error.to_string();
        let line = text.lines().next().unwrap_or_default();
        line.strip_prefix("error: ").unwrap_or(line).to_owned()
    }

    fn lists_options(&self) -> String {
        format!("`restrap {} --help` lists the options", self.path).replace("  ", " ")
    }

    fn called(&self) -> String {
        format!("`restrap {}`", self.path).replace(" `", "`")
    }

    /// The option of an argument as the parser shows it: `--seed <N>`.
    fn option(&self) -> Option<&'a Arg> {
        let shown = self.text(ContextKind::InvalidArg);
        let name = shown.strip_prefix("--")?;
        let end = name
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
            .unwrap_or(name.len());
        guess::option(self.command, &name[..end])
    }

    fn unknown_argument(&self) -> (String, String) {
        let shown = self.text(ContextKind::InvalidArg);
        if !shown.starts_with('-') {
            let hint = match self.path.as_str() {
                "power audit" => "an audit takes published numbers, one claim at a time: `restrap power audit --baseline 85.2% --system 86.1% --items 1000`".to_owned(),
                "adjust" => format!(
                    "p-values come from a table or from standard input: `printf '%s\\n' {} | restrap adjust -`",
                    self.numbers()
                ),
                _ if self.words.iter().any(|word| word == "--json") => {
                    "`--json out.json` writes one file; put the systems before it".to_owned()
                }
                _ => self.lists_options(),
            };
            return (
                format!("{} takes no file here, found `{shown}`", self.called()),
                hint,
            );
        }
        let message = format!("{} has no option `{shown}`", self.called());
        let hint = match shown.strip_prefix("--") {
            Some(name) => guess::meaning(name, &self.path, self.command, self.root),
            None => guess::letter(shown, self.command),
        };
        (message, hint.unwrap_or_else(|| self.lists_options()))
    }

    /// The words that are numbers, as they are meant.
    fn numbers(&self) -> String {
        let number = |word: &String| match word.parse::<f64>() {
            Ok(_) => Some(word.clone()),
            Err(_) => guess::numbers(word).into_iter().next(),
        };
        let numbers: Vec<String> = self.words.iter().filter_map(number).collect();
        numbers.join(" ")
    }

    fn unknown_command(&self) -> (String, String) {
        let word = self.text(ContextKind::InvalidSubcommand);
        let at = self.words.iter().position(|other| other == word);
        let rest = at.map_or(&[][..], |at| &self.words[at + 1..]);
        let message = format!("{} has no command `{word}`", self.called());
        let hint = guess::command(word, rest, &self.path, self.command).unwrap_or_else(|| {
            format!("`restrap {} --help` lists the commands", self.path).replace("  ", " ")
        });
        (message, hint)
    }

    fn no_value(&self) -> (String, String) {
        let shown = self.text(ContextKind::InvalidArg);
        let (option, value) = shown.split_once(' ').unwrap_or((shown, ""));
        let message = format!("`{option}` needs a value, found none");
        let name = option.trim_start_matches("--");
        let known = self.option().and_then(|_| guess::without_value(name));
        let hint = known.map_or_else(
            || {
                let choices = self.choices();
                if choices.is_empty() {
                    format!("type `{option} {value}`; {}", self.lists_options())
                } else {
                    format!("`{option}` takes one of {}", choices.join(", "))
                }
            },
            str::to_owned,
        );
        (message, hint)
    }

    /// The choices of the option, as the parser lists them.
    fn choices(&self) -> Vec<String> {
        match self.error.get(ContextKind::ValidValue) {
            Some(ContextValue::Strings(known)) => known.clone(),
            _ => Vec::new(),
        }
    }

    fn unknown_value(&self, accepts: &dyn Fn(&[String]) -> bool) -> (String, String) {
        let found = self.text(ContextKind::InvalidValue);
        let shown = self.text(ContextKind::InvalidArg);
        let option = shown.split([' ', '[']).next().unwrap_or(shown);
        let choices = self.choices();
        let message = format!("`{option}` has no value `{found}`");
        if let Some(hint) = guess::value(option.trim_start_matches("--"), found, self.command) {
            return (message, hint);
        }
        let plain = found.replace('_', "-");
        let named = self.option().into_iter().flat_map(Arg::get_possible_values);
        let known = named
            .into_iter()
            .find(|choice| choice.matches(&plain, true));
        let known = known.map(|choice| choice.get_name().to_owned());
        let near = choices
            .iter()
            .find(|choice| {
                known
                    .as_ref()
                    .map_or_else(|| guess::is_near(found, choice), |known| known == *choice)
            })
            .filter(|choice| {
                self.replaced(option, found, choice)
                    .is_some_and(|words| accepts(&words))
            });
        let hint = match near {
            Some(choice) => format!("did you mean `{option} {choice}`?"),
            None => format!("`{option}` takes one of {}", choices.join(", ")),
        };
        (message, hint)
    }

    fn bad_value(&self, accepts: &dyn Fn(&[String]) -> bool) -> (String, String) {
        let shown = self.text(ContextKind::InvalidArg);
        let found = self.text(ContextKind::InvalidValue);
        let option = shown.split([' ', '[']).next().unwrap_or(shown);
        if option == "--seed"
            && guess::option(self.command, "seed-col").is_some()
            && !found.starts_with(|c: char| c.is_ascii_digit())
        {
            return (
                format!("`--seed` is the random seed, a whole number, found `{found}`"),
                "drop it: the seed is fixed, so that results can be repeated; a column of training runs is `--seed-col COL`".to_owned(),
            );
        }
        let why = self
            .error
            .source()
            .map_or_else(|| self.first_line(), ToString::to_string);
        let (why, said) = why
            .split_once("; hint: ")
            .map_or((why.as_str(), None), |(why, hint)| {
                (why, Some(hint.to_owned()))
            });
        let before = if option.starts_with("--") {
            format!("`{option}`: ")
        } else {
            String::new()
        };
        let after = if why.contains("found ") || why.contains(&format!("`{found}`")) {
            String::new()
        } else {
            format!(", found `{found}`")
        };
        let number = || {
            guess::numbers(found).into_iter().find(|number| {
                self.replaced(option, found, number)
                    .is_some_and(|words| accepts(&words))
            })
        };
        let hint = said
            .or_else(|| guess::value(option.trim_start_matches("--"), found, self.command))
            .or_else(|| number().map(|number| format!("did you mean `{option} {number}`?")))
            .unwrap_or_else(|| match option.strip_prefix("--") {
                Some(_) => format!("`restrap {} --help` says what it takes", self.path),
                None => self.lists_options(),
            });
        (format!("{before}{why}{after}"), hint)
    }

    /// The words with another value of this option.
    fn replaced(&self, option: &str, found: &str, value: &str) -> Option<Vec<String>> {
        let mut words = self.words.to_vec();
        let joined = format!("{option}={found}");
        let at = (1..words.len())
            .find(|&at| words[at] == joined || words[at] == found && words[at - 1] == option)?;
        words[at] = words[at].replace(found, value);
        Some(words)
    }

    fn missing(&self) -> (String, String) {
        let missing = match self.error.get(ContextKind::InvalidArg) {
            Some(ContextValue::Strings(names)) => names.join(", "),
            Some(other) => other.to_string(),
            None => String::new(),
        };
        let needed = match (self.path.as_str(), missing.as_str()) {
            ("compare", "<SYSTEM>...") => "a baseline and at least one system".to_owned(),
            ("rank", "<SYSTEM>...") => "at least two systems".to_owned(),
            (_, "<SYSTEM>...") => "at least one system".to_owned(),
            _ => missing
                .split(", ")
                .map(|name| format!("`{name}`"))
                .collect::<Vec<_>>()
                .join(" and "),
        };
        let example = help::shortest(&self.path);
        let hint = match example {
            Some(example) => format!(
                "for example: `{example}`; `restrap {} -h` shows more",
                self.path
            ),
            None => self.lists_options(),
        };
        (
            format!("{} needs {needed}, found none", self.called()),
            hint,
        )
    }

    fn conflict(&self) -> (String, String) {
        let bare = |shown: &str| match shown.split([' ', '[', '<']).next() {
            Some("") | None => "FILE".to_owned(),
            Some(option) => option.to_owned(),
        };
        let first = bare(self.text(ContextKind::InvalidArg));
        let others: Vec<String> = match self.error.get(ContextKind::PriorArg) {
            Some(ContextValue::String(other)) => vec![bare(other)],
            Some(ContextValue::Strings(others)) => others.iter().map(|other| bare(other)).collect(),
            _ => Vec::new(),
        };
        if others.iter().all(|other| *other == first) {
            return (
                format!("`{first}` is given twice"),
                format!("give `{first}` once"),
            );
        }
        let named: Vec<String> = others.iter().map(|other| format!("`{other}`")).collect();
        (
            format!("`{first}` and {} exclude each other", named.join(", ")),
            format!("drop `{first}`, or {}", named.join(", ")),
        )
    }
}
