//! One option of metrics: its name, its flag, its values, its default, its help line.

use restrap_words::Word;

use super::brackets::{quote, split, unquote};

/// An option of metrics whose values are `T`.
pub struct Choice<T: 'static> {
    name: &'static str,
    flag: Flag,
    takes: &'static str,
    help: &'static str,
    default: T,
    required: bool,
    list: bool,
    words: fn() -> Vec<&'static str>,
    read: fn(&str) -> Result<T, String>,
    write: fn(&T) -> Option<String>,
}

/// How to set an option outside the name of a single metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// By its own name.
    Own,
    /// By another one.
    Named(&'static str),
    /// As a word of a flag that several switches share.
    WordOf(&'static Switches),
    /// Only in brackets.
    None,
}

/// A flag whose words are switches.
#[derive(Debug, PartialEq, Eq)]
pub struct Switches {
    /// Its name.
    pub flag: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
}

/// An option of whatever type, for those who read and write metrics without computing them.
pub trait AnyChoice: Sync {
    /// The name in brackets.
    fn name(&self) -> &'static str;

    /// How it is asked for beside the name of a metric.
    fn flag(&self) -> Flag;

    /// What it takes, in a word for help: `NAME`; empty for a switch.
    fn takes(&self) -> &'static str;

    /// What it does, in one line.
    fn help(&self) -> &'static str;

    /// The values, where they are words.
    fn words(&self) -> Vec<&'static str>;

    /// Whether it takes several values.
    fn is_list(&self) -> bool;

    /// Whether the metric cannot be computed without it.
    fn is_required(&self) -> bool;

    /// The value where nothing is said, unless the data decide.
    fn default(&self) -> Option<String>;

    /// A value in its one spelling, and `None` for the default.
    ///
    /// # Errors
    /// What was expected.
    fn settle(&self, text: &str) -> Result<Option<String>, String>;
}

impl dyn AnyChoice + '_ {
    /// Whether the option is a switch, set by its name alone.
    pub fn is_switch(&self) -> bool {
        self.takes().is_empty()
    }

    /// Values that were given one by one, in the form used inside brackets.
    pub fn in_brackets<S: AsRef<str>>(values: &[S]) -> String {
        values
            .iter()
            .map(|value| quote(value.as_ref()))
            .collect::<Vec<_>>()
            .join("|")
    }

    /// What it takes, as errors say it: `rel=GRADE`, `gain=linear|exp`, `lowercase`.
    pub fn shape(&self) -> String {
        let (name, words) = (self.name(), self.words());
        match self.takes() {
            "" => name.to_owned(),
            _ if !words.is_empty() => format!("{name}={}", words.join("|")),
            takes => format!("{name}={}", takes.replace("[,", "[|")),
        }
    }
}

impl<T: Sync> AnyChoice for Choice<T> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn flag(&self) -> Flag {
        self.flag
    }

    fn takes(&self) -> &'static str {
        self.takes
    }

    fn help(&self) -> &'static str {
        self.help
    }

    fn words(&self) -> Vec<&'static str> {
        (self.words)()
    }

    fn is_list(&self) -> bool {
        self.list
    }

    fn is_required(&self) -> bool {
        self.required
    }

    fn default(&self) -> Option<String> {
        (self.write)(&self.default)
    }

    fn settle(&self, text: &str) -> Result<Option<String>, String> {
        let text = (self.write)(&(self.read)(text)?);
        Ok(text.filter(|text| Some(text) != self.default().as_ref()))
    }
}

impl<T: Clone> Choice<T> {
    /// The value that a settled text stands for; the default without one.
    pub(super) fn value(&self, settled: Option<&str>) -> T {
        settled
            .and_then(|text| (self.read)(text).ok())
            .unwrap_or_else(|| self.default.clone())
    }
}

impl Choice<bool> {
    /// An option that its name alone asks for.
    pub(crate) const fn switch(name: &'static str, flag: Flag, help: &'static str) -> Self {
        Self {
            takes: "",
            words: Vec::new,
            read: |text| match text {
                "" | "true" => Ok(true),
                "false" => Ok(false),
                _ => Err("true or false".to_owned()),
            },
            write: |on| on.then(|| "true".to_owned()),
            ..Self::read_by(name, flag, "", help, false, |_| Ok(false), |_| None)
        }
    }
}

impl<W: Word> Choice<W> {
    /// An option that takes one of some words.
    pub(crate) const fn word(
        name: &'static str,
        flag: Flag,
        takes: &'static str,
        help: &'static str,
        default: W,
    ) -> Self {
        let read: fn(&str) -> Result<W, String> =
            |text| W::named(text).map_err(|_| one_of(&names::<W>()));
        Self {
            words: names::<W>,
            ..Self::read_by(name, flag, takes, help, default, read, |word| {
                Some(word.name().to_owned())
            })
        }
    }
}

impl<W: Word> Choice<Option<W>> {
    /// An option that takes one of some words, or leaves it to the data.
    pub(crate) const fn perhaps(
        name: &'static str,
        flag: Flag,
        takes: &'static str,
        help: &'static str,
    ) -> Self {
        let read: fn(&str) -> Result<Option<W>, String> =
            |text| W::named(text).map(Some).map_err(|_| one_of(&names::<W>()));
        Self {
            words: names::<W>,
            ..Self::read_by(name, flag, takes, help, None, read, |word| {
                Some((*word)?.name().to_owned())
            })
        }
    }
}

impl Choice<Option<String>> {
    /// An option that takes any text; where it is required, nothing can be computed without it.
    pub(crate) const fn text(
        name: &'static str,
        flag: Flag,
        takes: &'static str,
        help: &'static str,
        required: bool,
    ) -> Self {
        Self {
            name,
            flag,
            takes,
            help,
            default: None,
            required,
            list: false,
            words: Vec::new,
            read: |text| Ok(Some(unquote(text))),
            write: |text| Some(quote(text.as_ref()?)),
        }
    }
}

impl Choice<Vec<String>> {
    /// An option that takes several texts; where it is required, nothing can be computed without it.
    pub(crate) const fn list(
        name: &'static str,
        flag: Flag,
        takes: &'static str,
        help: &'static str,
        required: bool,
    ) -> Self {
        Self {
            name,
            flag,
            takes,
            help,
            default: Vec::new(),
            required,
            list: true,
            words: Vec::new,
            read: |text| Ok(split(text, '|').into_iter().map(unquote).collect()),
            write: |texts| (!texts.is_empty()).then(|| <dyn AnyChoice>::in_brackets(texts)),
        }
    }
}

impl Choice<u32> {
    /// An option that takes a whole number.
    pub(crate) const fn count(
        name: &'static str,
        flag: Flag,
        help: &'static str,
        default: u32,
    ) -> Self {
        Self::read_by(name, flag, "N", help, default, count, |count| {
            Some(count.to_string())
        })
    }
}

impl Choice<Option<u32>> {
    /// An option that takes a whole number, or leaves it to the metric.
    pub(crate) const fn perhaps_count(name: &'static str, flag: Flag, help: &'static str) -> Self {
        let read: fn(&str) -> Result<Option<u32>, String> = |text| count(text).map(Some);
        Self::read_by(name, flag, "N", help, None, read, |count| {
            Some((*count)?.to_string())
        })
    }
}

fn count(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "a whole number".to_owned())
}

impl<T> Choice<T> {
    /// An option with a reader of its own, which says what it expected.
    pub(crate) const fn read_by(
        name: &'static str,
        flag: Flag,
        takes: &'static str,
        help: &'static str,
        default: T,
        read: fn(&str) -> Result<T, String>,
        write: fn(&T) -> Option<String>,
    ) -> Self {
        Self {
            name,
            flag,
            takes,
            help,
            default,
            required: false,
            list: false,
            words: Vec::new,
            read,
            write,
        }
    }
}

fn names<W: Word>() -> Vec<&'static str> {
    W::ALL.iter().map(|word| word.name()).collect()
}

/// `a, b or c`.
pub(super) fn one_of<S: AsRef<str>>(words: &[S]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}
