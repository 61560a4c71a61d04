//! Questions about items, systems and numbers, as values; the sentences and their hints are made here, once.

use std::fmt;

use restrap_words::{asked, asked_as, shell_word};

use crate::error::quote;
use crate::{Format, Missing};

/// A question that only the user can answer, or a table that no reading makes items of.
#[derive(Debug, Clone, PartialEq)]
pub enum Question {
    /// A column of yes and no is labels beside right answers, or by its name.
    Labels {
        /// The argument of the column.
        column: String,
        /// Its words.
        words: Vec<String>,
        /// Arguments that compare the labels.
        labels: String,
        /// `--words` that takes them for scores.
        scores: String,
    },
    /// Ids that count rows pair items whose texts have nothing in common.
    CountedRows {
        /// The column of ids.
        id: String,
        /// The column of texts.
        text: String,
    },
    /// A column that says how many items each row stands for, by its name.
    Counts {
        /// The column.
        column: String,
        /// Arguments that take it for scores, too.
        scores: String,
    },
    /// A value looks like a missing score.
    MissingValue {
        /// The systems.
        systems: Vec<String>,
        /// The value.
        value: f64,
        /// How many rows of the first system have it.
        rows: usize,
        /// Whether all systems have it in the same rows.
        same_rows: bool,
        /// Smallest and largest score among all.
        range: (f64, f64),
    },
    /// A share beside per cent.
    Scales {
        /// The system of shares.
        share: String,
        /// The system of per cent.
        percent: String,
        /// Its argument as typed.
        argument: String,
    },
    /// All rows are sums.
    OnlySums,
    /// A word of sums that its numbers do not confirm.
    PerhapsSum {
        /// The column of the word.
        column: String,
        /// The word.
        word: String,
    },
    /// The ids are names of metrics.
    OnlyMetrics {
        /// The first of them.
        metrics: Vec<String>,
    },
    /// The rows are steps of one run.
    Steps {
        /// The column that counts them.
        column: String,
    },
    /// Fewer than half of the files of a pattern have a path in common with those of another.
    Paths {
        /// The first files of one.
        one: Vec<String>,
        /// The first files of the other.
        other: Vec<String>,
    },
    /// Files that one pattern has and another lacks.
    PathsLack {
        /// The pattern that has them.
        has: String,
        /// The pattern that lacks them.
        lacks: String,
        /// How many.
        count: usize,
        /// What differs in the paths of the first of them.
        ids: Vec<String>,
    },
    /// Lines that another format than plain text wrote.
    Markup {
        /// What they look like.
        markup: Markup,
    },
    /// No label of a system is one of the right answers.
    NoLabelOfGold {
        /// The system.
        system: String,
        /// Some of its labels.
        labels: Vec<String>,
        /// Some of the right ones.
        gold: Vec<String>,
    },
    /// A cell that cannot be split into labels.
    Sets {
        /// How they are split.
        at: String,
        /// A cell with an empty label or with one twice.
        cell: String,
    },
    /// A missing score has no worst value.
    NoWorst,
    /// Each row is a candidate of a cross-validation, with a column for each fold.
    Candidates,
    /// The rows may be systems.
    SystemsInRows {
        /// The column that names them.
        column: String,
        /// The first of them.
        first: String,
    },
}

impl Question {
    /// Returns `true` if it is asked what a column is.
    pub(crate) fn is_about_columns(&self) -> bool {
        matches!(
            self,
            Self::Labels { .. }
                | Self::Counts { .. }
                | Self::Steps { .. }
                | Self::SystemsInRows { .. }
        )
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Labels { column, words, .. } => write!(
                f,
                "{column}: expected scores, found {}, which look like labels",
                quote::list(words)
            ),
            Self::CountedRows { id, text } => write!(
                f,
                "{} counts rows, and {} has no value in common: are these the same items?",
                quote::quoted(id.as_bytes()),
                quote::quoted(text.as_bytes())
            ),
            Self::Counts { column, .. } => write!(
                f,
                "expected columns of scores, found {}, which seems to say how many items each row stands for",
                quote::quoted(column.as_bytes())
            ),
            Self::MissingValue {
                systems,
                value,
                rows,
                same_rows,
                ..
            } => {
                let all = match &systems[..] {
                    [_] => String::new(),
                    _ if *same_rows => "; the same rows in all systems".to_owned(),
                    more => format!("; in {} systems", more.len()),
                };
                write!(
                    f,
                    "{}: {value} looks like a missing score ({}{all})",
                    systems[0],
                    quote::count(*rows as u64, "row")
                )
            }
            Self::Scales { share, percent, .. } => write!(
                f,
                "{percent} looks like per cent beside {share}, whose scores lie between 0 and 1"
            ),
            Self::OnlySums => f.write_str("expected rows of items, found summary statistics only"),
            Self::PerhapsSum { word, .. } => write!(
                f,
                "is the row {} an item, or a summary of the others?",
                quote::quoted(word.as_bytes())
            ),
            Self::OnlyMetrics { metrics } => write!(
                f,
                "expected a score for each item, found names of metrics: {}",
                quote::list(metrics)
            ),
            Self::Steps { column } => write!(
                f,
                "expected a score for each item, found the steps of one run ({})",
                quote::quoted(column.as_bytes())
            ),
            Self::Paths { one, other } => write!(
                f,
                "the paths of these files have too little in common to pair them: {}, and {}",
                quote::list(one),
                quote::list(other)
            ),
            Self::PathsLack {
                has,
                lacks,
                count,
                ids,
            } => write!(
                f,
                "expected the same files of every system, found {} only in {has} ({}{}), not in {lacks}",
                quote::count(*count as u64, "file"),
                quote::list(ids),
                if *count > ids.len() { ", …" } else { "" }
            ),
            Self::Markup { markup } => {
                write!(f, "expected a text per line, found {}", markup.what())
            }
            Self::NoLabelOfGold {
                system,
                labels,
                gold,
            } => write!(
                f,
                "{system}: none of its labels ({}) is a right answer ({})",
                quote::list(labels),
                quote::list(gold)
            ),
            Self::Sets { at, cell } => write!(
                f,
                "{at}, {} has an empty label or one twice",
                quote::quoted(cell.as_bytes())
            ),
            Self::NoWorst => write!(
                f,
                "{} needs the worst score that there can be, and these scores have no end",
                asked_as("missing", Missing::Zero)
            ),
            Self::Candidates => f.write_str(
                "expected a column for each system, found a row for each candidate of a cross-validation",
            ),
            Self::SystemsInRows { column, first } => write!(
                f,
                "the rows look like systems: {} names each of them once, {} first",
                quote::quoted(column.as_bytes()),
                quote::quoted(first.as_bytes())
            ),
        }
    }
}

impl Question {
    /// Returns what to type, for each answer.
    pub(crate) fn hint(&self) -> String {
        match self {
            Self::Labels { labels, scores, .. } => {
                format!("compare labels with right answers: `{labels}`; if they are scores: `{scores}`")
            }
            Self::CountedRows { .. } => format!(
                "name a column that both files have in common: `{}`; if the rows are the same items in other words: `{}`",
                asked_as("id", "COL"),
                asked("same-items")
            ),
            Self::Counts { column, scores } => format!(
                "`{}`; if it holds scores: `{scores}`",
                asked_as("count", column).quoted()
            ),
            Self::MissingValue { value, range, .. } => format!(
                "if it means none: `{}`; if it is a score: `{}`",
                asked_as("missing-value", value),
                asked_as("range", format_args!("{},{}", range.0, range.1))
            ),
            Self::Scales { argument, .. } => format!(
                "divide by 100: `{}`; if both are as they stand: `{}`",
                shell_word(&format!("{argument}%")),
                asked_as("range", "0,100")
            ),
            Self::OnlySums => "give the scores of the items, from which these were computed".to_owned(),
            Self::PerhapsSum { column, word } => format!(
                "if it is a summary: `{}`; if it is an item: `{}`",
                asked_as("where", format_args!("{column}!={word}")).quoted(),
                asked_as("rows", "items")
            ),
            Self::OnlyMetrics { .. } => {
                "give the scores of the items, from which these were computed; if each is the score of an item: ".to_owned()
                    + &format!("`{}`", asked_as("rows", "items"))
            }
            Self::Steps { column } => format!(
                "give the scores of the items of one evaluation; if each step is an item: `{}`",
                asked_as("id", column).quoted()
            ),
            Self::Paths { .. } => "call the files of both systems alike, or name two files".to_owned(),
            Self::PathsLack { .. } => format!(
                "`{}` keeps the files that all systems have",
                asked_as("missing", Missing::Drop)
            ),
            Self::Markup {
                markup: Markup::Alternatives,
            } => format!(
                "the best of the spellings of each reference, as sclite counts: `{}`; if braces are words: `{}`",
                asked_as("metric", "wer(alternatives)").quoted(),
                asked_as("input-format", Format::Text)
            ),
            Self::Markup { markup } => format!(
                "make plain text of it, one line per item{}; if these are the texts: `{}`",
                markup.command(),
                asked_as("input-format", Format::Text)
            ),
            Self::NoLabelOfGold { .. } => "labels are compared as text: spell them alike".to_owned(),
            Self::Sets { .. } => "correct the cell, or write lists of JSON".to_owned(),
            Self::NoWorst => format!(
                "say the smallest and the largest that there can be with {}, or leave such items out: `{}`",
                asked("range"),
                asked_as("missing", Missing::Drop)
            ),
            Self::Candidates => format!(
                "compare the candidates by the scores of their folds: `{} {}`",
                asked_as("rows", "systems"),
                asked_as("over", "folds")
            ),
            Self::SystemsInRows { .. } => format!(
                "if each row is a system: `{}`; if each row is an item: `{}`",
                asked_as("rows", "systems"),
                asked_as("rows", "items")
            ),
        }
    }
}

/// The column that pairs the rows of two files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pairing {
    /// A column whose values are distinct in both files, half of the fewer of them in common or more.
    Column(String),
    /// Such a column whose values repeat.
    Repeated(String),
    /// Columns that tell the items apart together.
    Columns(Vec<String>),
    /// No column has enough values in common.
    None,
}

/// What lines look like that another format than plain text wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Markup {
    /// Tags of SGML or XML.
    Tags,
    /// Tags, or texts in angle brackets.
    PerhapsTags,
    /// Subtitles with their times.
    Subtitles,
    /// Alternatives of sclite.
    Alternatives,
    /// Segments of `.stm`.
    Times,
    /// An id and a bar before each text.
    Bars,
}

impl Markup {
    /// Returns what the lines look like.
    fn what(self) -> &'static str {
        match self {
            Self::Tags | Self::PerhapsTags => "tags",
            Self::Subtitles => "subtitles with times",
            Self::Alternatives => "alternatives such as `{ a / b }`",
            Self::Times => "segments with times",
            Self::Bars => "an id and `|` before each text",
        }
    }

    /// Returns a command that leaves the texts, after a colon; no text if one cannot tell.
    fn command(self) -> &'static str {
        match self {
            Self::Tags => ": `sed -n 's:.*<seg[^>]*>\\(.*\\)</seg>.*:\\1:p' FILE`",
            Self::Subtitles => ": `grep -v -e ' --> ' -e '^[0-9]*$' FILE`",
            Self::Times => ": `cut -d ' ' -f 6- FILE`",
            Self::Bars => ": `sed 's:.*|::' FILE`",
            Self::PerhapsTags | Self::Alternatives => "",
        }
    }
}
