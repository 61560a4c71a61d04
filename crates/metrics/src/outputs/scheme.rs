//! From tags to spans: conlleval's lenient rules, and the strict schemes of seqeval.

use Types::{Any, Other, Same};

restrap_words::vocabulary! {
    /// How tags mark spans.
    pub enum Scheme: "a scheme" {
        /// Any of B, I, E, S, O (L and U as E and S), read as conlleval reads them.
        Lenient = "lenient",
        /// B only between spans of one type (Ramshaw & Marcus 1995).
        Iob1 = "iob1",
        /// Every span starts with B: what CoNLL-2003 files mostly hold today.
        Iob2 = "iob2",
        /// E only between spans of one type.
        Ioe1 = "ioe1",
        /// Every span ends with E.
        Ioe2 = "ioe2",
        /// B, I, E, and S for single tokens.
        Iobes = "iobes",
        /// B, I, L, and U for single tokens.
        Bilou = "bilou",
        /// Any labels: every token is a span of its own, as of parts of speech, but for O, which stands outside.
        Tokens = "tokens",
    }
    default Lenient
}

/// The prefix of a tag, as a set of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Prefix(u8);

const B: u8 = 1;
const I: u8 = 2;
const O: u8 = 4;
const E: u8 = 8;
const S: u8 = 16;
const ANY: u8 = 31;

/// Whether the types of two neighbours must agree for a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Types {
    Same,
    Other,
    Any,
}

/// Prefixes of the token before, prefixes of the token, their types.
type Pattern = (u8, u8, Types);

/// Between which neighbours a span starts, goes on, and has ended.
struct Patterns {
    start: &'static [Pattern],
    inside: &'static [Pattern],
    end: &'static [Pattern],
}

const IOB1: Patterns = Patterns {
    start: &[
        (O, I, Any),
        (I, I, Other),
        (B, I, Any),
        (I, B, Same),
        (B, B, Same),
    ],
    inside: &[(B, I, Same), (I, I, Same)],
    end: &[
        (I, I, Other),
        (I, O | B, Any),
        (B, O, Any),
        (B, I, Other),
        (B, B, Same),
    ],
};
const IOB2: Patterns = Patterns {
    start: &[(ANY, B, Any)],
    inside: &[(B | I, I, Same)],
    end: &[
        (I, O | B, Any),
        (I, I, Other),
        (B, O | B, Any),
        (B, I, Other),
    ],
};
const IOE1: Patterns = Patterns {
    start: &[(O, I, Any), (I, I, Other), (E, I, Any), (E, E, Same)],
    inside: &[(I, I | E, Same)],
    end: &[(I, I, Other), (I, O, Any), (I, E, Other), (E, I | E, Same)],
};
const IOE2: Patterns = Patterns {
    start: &[(O | E, I | E, Any), (I, I | E, Other)],
    inside: &[(I, I | E, Same)],
    end: &[(E, ANY, Any)],
};
/// BILOU is IOBES with other letters.
const IOBES: Patterns = Patterns {
    start: &[(ANY, B | S, Any)],
    inside: &[(B | I, I | E, Same)],
    end: &[(S | E, ANY, Any)],
};

/// A tag: its prefix, and the index of its type.
pub(crate) type Tag = (Prefix, u32);

/// A span of a sentence: tokens `start..end` of one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) kind: u32,
}

impl Scheme {
    /// The letters that a tag within a span may start with.
    pub(crate) fn letters(self) -> &'static str {
        match self {
            Self::Lenient => "B, I, E, S, L or U",
            Self::Iob1 | Self::Iob2 => "B or I",
            Self::Ioe1 | Self::Ioe2 => "I or E",
            Self::Iobes => "B, I, E or S",
            Self::Bilou => "B, I, L or U",
            Self::Tokens => "any letter",
        }
    }

    /// The prefix and the type of a tag, if the scheme has it; O has the type "", a prefix alone the type `_`.
    pub(crate) fn parse(self, tag: &str) -> Option<(Prefix, &str)> {
        if tag == "O" {
            return Some((Prefix(O), ""));
        }
        if self == Self::Tokens {
            return Some(label(tag));
        }
        let (letter, rest) = tag.split_at_checked(1)?;
        let allowed: &str = match self {
            Self::Lenient => "BIESLU",
            Self::Iob1 | Self::Iob2 => "BI",
            Self::Ioe1 | Self::Ioe2 => "IE",
            Self::Iobes => "BIES",
            Self::Bilou | Self::Tokens => "BILU",
        };
        let prefix = match letter {
            _ if !allowed.contains(letter) => return None,
            "B" => B,
            "I" => I,
            "E" | "L" => E,
            _ => S,
        };
        match rest.strip_prefix('-') {
            None if rest.is_empty() => Some((Prefix(prefix), "_")),
            Some("") => Some((Prefix(prefix), "_")),
            Some(kind) => Some((Prefix(prefix), kind)),
            None => None,
        }
    }

    /// The spans of the tags of a sentence.
    pub(crate) fn spans(self, tags: &[Tag]) -> Vec<Range> {
        match self {
            Self::Lenient => lenient(tags),
            Self::Iob1 => strict(tags, &IOB1),
            Self::Iob2 => strict(tags, &IOB2),
            Self::Ioe1 => strict(tags, &IOE1),
            Self::Ioe2 => strict(tags, &IOE2),
            Self::Iobes | Self::Bilou | Self::Tokens => strict(tags, &IOBES),
        }
    }
}

/// Returns any label as a span of its own.
pub(crate) fn label(tag: &str) -> (Prefix, &str) {
    (Prefix(S), tag)
}

/// Outside of every span.
const OUTSIDE: Tag = (Prefix(O), u32::MAX);

/// conlleval's rules (`seqeval.metrics.sequence_labeling.get_entities`).
fn lenient(tags: &[Tag]) -> Vec<Range> {
    let mut spans = Vec::new();
    let mut start = 0;
    let mut before = OUTSIDE;
    for (at, &tag) in tags.iter().chain([&OUTSIDE]).enumerate() {
        let ((Prefix(last), last_kind), (Prefix(this), kind)) = (before, tag);
        let ends = last & (E | S) != 0
            || (last & (B | I) != 0 && this & (B | S | O) != 0)
            || (last != O && last_kind != kind);
        if ends && last != O {
            spans.push(Range {
                start,
                end: at as u32,
                kind: last_kind,
            });
        }
        let starts = this & (B | S) != 0
            || (last & (E | S | O) != 0 && this & (E | I) != 0)
            || (this != O && last_kind != kind);
        if starts {
            start = at as u32;
        }
        before = tag;
    }
    spans
}

/// seqeval's strict mode (`seqeval.scheme.Tokens.entities`).
fn strict(tags: &[Tag], patterns: &Patterns) -> Vec<Range> {
    let tag = |at: usize| tags.get(at).copied().unwrap_or(OUTSIDE);
    let matches = |patterns: &[Pattern], before: Tag, this: Tag| {
        patterns.iter().any(|(last, next, types)| {
            let types = match types {
                Any => true,
                Same => before.1 == this.1,
                Other => before.1 != this.1,
            };
            before.0.0 & last != 0 && this.0.0 & next != 0 && types
        })
    };
    let mut spans = Vec::new();
    let mut at = 0;
    let mut before = OUTSIDE;
    while at < tags.len() {
        let this = tag(at);
        let mut end = at + 1;
        if matches(patterns.start, before, this) {
            while matches(patterns.inside, tag(end - 1), tag(end)) {
                end += 1;
            }
            if matches(patterns.end, tag(end - 1), tag(end)) {
                spans.push(Range {
                    start: at as u32,
                    end: end as u32,
                    kind: this.1,
                });
            }
        }
        at = end;
        before = tag(at - 1);
    }
    spans
}

restrap_words::vocabulary! {
    /// The unit that is resampled as one item.
    pub enum Unit: "a unit" {
        /// A sentence: the lines between two blank ones.
        Sentence = "sentence",
        /// A document: the sentences behind a line `-DOCSTART-`.
        Document = "document",
    }
    default Sentence
}
