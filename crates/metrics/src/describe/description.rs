//! The name of a metric, its reference input, its options and its scorer; and a metric as a user names it.

use std::fmt;

use super::choice::{AnyChoice, Choice, one_of};
use super::scorer::Scorer;
use crate::kinds::classes::OfClasses;
use crate::kinds::measure::Measure;
use crate::kinds::numbers::OfNumbers;
use crate::kinds::ranked::Ranked;
use crate::outputs::labels::{LabelSet, Labels};
use crate::outputs::scheme::Unit;
use crate::outputs::segments::Segments;
use crate::outputs::spans::Spans;
use crate::outputs::trees::Trees;
use crate::{Error, RealMetric, quote};

/// A metric, described once.
pub struct Description {
    /// Its name, lower case.
    pub name: &'static str,
    /// Its name in papers, where that is another one.
    pub printed: Option<&'static str>,
    /// What belongs to the name behind it.
    pub tail: Option<Tail>,
    /// Other names that mean the same, lower case.
    pub aliases: &'static [&'static str],
    /// Whether rankings are cut at a rank.
    pub cut: Cut,
    /// What it is, in one line.
    pub help: &'static str,
    /// Its options, in the order of the documentation.
    pub options: &'static [&'static dyn AnyChoice],
    /// Whether guessing scores 0: then a 0 says nothing about the files.
    pub chance_is_zero: bool,
    /// What it is computed from, and how.
    pub make: Make,
}

/// What follows a name as part of it: the beta of `f0.5`, the columns of `ratio:NUM/DEN`.
#[derive(Clone, Copy)]
pub struct Tail {
    /// An example, or its placeholder in capitals.
    pub example: &'static str,
    /// Its one spelling; `None` where the text belongs to another metric, an error where it is wrong.
    pub read: fn(&str) -> Option<Result<String, String>>,
    /// Whether it holds names of columns, which are taken as they are.
    pub columns: bool,
}

/// How a metric of rankings takes the rank at which they are cut.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// Whether there is one.
    pub rule: CutRule,
    /// Other names that mean the same with a cut-off, lower case.
    pub aliases: &'static [&'static str],
    /// Other names that have the cut-off behind `_` or `.`, lower case.
    pub numbered: &'static [&'static str],
}

/// Whether rankings are cut at a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutRule {
    /// `@k` may stand behind the name.
    Allowed,
    /// It must; the rank of the example in the documentation.
    Needed(usize),
    /// There is none.
    Refused,
}

/// What scores labels, over a label set.
pub type MakeLabels = fn(&MetricName, &LabelSet) -> Result<Scorer<Labels, Labels>, Error>;

/// What a metric is computed from, and what scores it.
#[expect(
    clippy::type_complexity,
    reason = "each is a constructor, told by what it takes and gives"
)]
#[derive(Clone, Copy)]
pub enum Make {
    /// Scores of items.
    Scores,
    /// Labels of items against gold labels, over a label set.
    Labels(MakeLabels),
    /// Spans of sentences against gold spans, over a set of types, by sentence or document where nothing else is asked for.
    Spans(fn(&MetricName, &LabelSet, Unit) -> Result<Scorer<Spans, Spans>, Error>),
    /// Trees against gold trees.
    Trees(fn(&MetricName) -> Result<Scorer<Trees, Trees>, Error>),
    /// Segments of text against a number of references.
    Segments(fn(&MetricName, usize) -> Result<Scorer<[Segments], Segments>, Error>),
    /// Rankings against judgements.
    Rankings(fn(&MetricName) -> Result<Measure, Error>),
    /// Numbers against the right ones.
    Numbers(fn(&MetricName) -> OfNumbers),
    /// Scores of several classes against the class of the item.
    Classes(fn(&MetricName) -> OfClasses),
    /// Scores that order items, against the class of each.
    Ranked(Ranked),
    /// Columns of numbers: those of the metric.
    Counts(fn(&MetricName) -> Result<Box<dyn RealMetric>, Error>),
    /// What the scores of items are summed up in, where that is not their mean.
    Order(fn(&MetricName) -> f64),
}

impl Description {
    /// A metric without options, other names or a cut-off.
    pub(crate) const fn new(name: &'static str, help: &'static str, make: Make) -> Self {
        let cut = Cut {
            rule: CutRule::Refused,
            aliases: &[],
            numbered: &[],
        };
        Self {
            name,
            printed: None,
            tail: None,
            aliases: &[],
            cut,
            help,
            options: &[],
            chance_is_zero: false,
            make,
        }
    }

    /// The name as documentation shows it: `bleu`, `p@10`, `ratio:NUM/DEN`.
    pub fn example(&self) -> String {
        let tail = self.tail.map_or("", |tail| tail.example);
        match self.cut.rule {
            CutRule::Needed(rank) => format!("{}{tail}@{rank}", self.name),
            _ => format!("{}{tail}", self.name),
        }
    }

    /// Whether it takes an option.
    pub fn takes(&self, option: &dyn AnyChoice) -> bool {
        self.options
            .iter()
            .any(|own| std::ptr::addr_eq(*own, option))
    }

    /// The option of a name.
    pub fn option(&self, name: &str) -> Option<&'static dyn AnyChoice> {
        self.options
            .iter()
            .find(|option| option.name() == name)
            .copied()
    }
}

impl fmt::Debug for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.example())
    }
}

/// A metric as a user names it: `bleu(tokenize=zh)`, `f1(average=macro)`, `rr(rel=2)@10`.
///
/// Its `Display` has one spelling for each metric: the documented name, and the options that are not at their default, in the
/// order of the documentation. That text parses to the same metric, and is its form in JSON.
#[derive(Clone)]
pub struct MetricName {
    description: &'static Description,
    /// What follows the name as part of it.
    tail: Option<String>,
    /// Values that are not the default, in the order of the options.
    settings: Vec<(&'static dyn AnyChoice, String)>,
    cutoff: Option<usize>,
}

impl MetricName {
    /// A metric with its defaults.
    pub(crate) fn new(
        description: &'static Description,
        tail: Option<String>,
        cutoff: Option<usize>,
    ) -> Self {
        Self {
            description,
            tail,
            settings: Vec::new(),
            cutoff,
        }
    }

    /// What it is.
    pub fn description(&self) -> &'static Description {
        self.description
    }

    /// What follows the name as part of it.
    pub(crate) fn tail(&self) -> &str {
        self.tail.as_deref().unwrap_or_default()
    }

    /// The rank at which rankings are cut.
    pub fn cutoff(&self) -> Option<usize> {
        self.cutoff
    }

    /// The value of an option: its default unless it was set.
    pub fn get<T: Clone + Sync>(&self, option: &Choice<T>) -> T {
        option.value(self.setting(option))
    }

    /// The text of a value that is not the default.
    pub fn setting(&self, option: &dyn AnyChoice) -> Option<&str> {
        let known = self
            .settings
            .iter()
            .find(|(known, _)| known.name() == option.name());
        known.map(|(_, text)| text.as_str())
    }

    /// Asks for a value of an option, as it stands in brackets.
    ///
    /// # Errors
    /// An option that the metric does not have, or a value that it does not take.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let (own, pair) = (self.plain(), || match value {
            "" => quote::quoted(name),
            _ => quote::quoted(format!("{name}={value}")),
        });
        let Some(option) = self.description.option(name) else {
            let options: Vec<String> = self
                .description
                .options
                .iter()
                .map(|option| option.shape())
                .collect();
            let expected = match &options[..] {
                [] => format!("{own} without options"),
                some => format!("{} in {own}(...)", one_of(some)),
            };
            return Err(Error::option(expected, pair()));
        };
        if value.is_empty() && !option.is_switch() {
            return Err(Error::option(
                format!("{} in {own}(...)", option.shape()),
                pair(),
            ));
        }
        let settled = option.settle(value).map_err(|expected| {
            Error::option(
                format!("{expected} in {own}({name}=...)"),
                quote::quoted(value),
            )
        })?;
        self.settings.retain(|(known, _)| known.name() != name);
        self.settings.extend(settled.map(|text| (option, text)));
        let place = |name| {
            self.description
                .options
                .iter()
                .position(|option| option.name() == name)
        };
        self.settings
            .sort_by_key(|(option, _)| place(option.name()));
        Ok(())
    }

    /// The name without options: `f1`, `ndcg@10`.
    pub fn short(&self) -> String {
        let cutoff = self.cutoff.map_or_else(String::new, |k| format!("@{k}"));
        format!("{}{cutoff}", self.plain())
    }

    /// The name without its cut-off.
    fn plain(&self) -> String {
        format!("{}{}", self.description.name, self.tail())
    }

    /// The name with all options but some.
    pub(crate) fn without(&self, left_out: &[&dyn AnyChoice]) -> String {
        let keep =
            |option: &dyn AnyChoice| !left_out.iter().any(|other| other.name() == option.name());
        let settings = self.settings.iter().filter(|(option, _)| keep(*option));
        let settings: Vec<String> = settings
            .map(|(option, text)| {
                if option.is_switch() {
                    option.name().to_owned()
                } else {
                    format!("{}={text}", option.name())
                }
            })
            .collect();
        let options = if settings.is_empty() {
            String::new()
        } else {
            format!("({})", settings.join(","))
        };
        let cutoff = self.cutoff.map_or_else(String::new, |k| format!("@{k}"));
        format!("{}{options}{cutoff}", self.plain())
    }
}

impl fmt::Display for MetricName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.without(&[]))
    }
}

impl fmt::Debug for MetricName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl PartialEq for MetricName {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for MetricName {}
