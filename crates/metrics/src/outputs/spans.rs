//! CoNLL columns: one token per line, a blank line between sentences, columns separated by spaces or tabs.
//!
//! A line whose first column is `-DOCSTART-` starts a document and is not a token. Lines at the top of the file that start with `#`
//! and have another number of columns than the first token are comments; the last of them names the columns when it holds as
//! many words, as in `# gold flair elmo`.
//!
//! Where the first of several columns holds words (not tags alone, and is not the column that was asked for), they are kept, so that
//! a system's words can be held against the gold's: files that were shifted against each other have as many tokens.

use std::collections::HashMap;

use restrap_words::asked_as;

use super::scheme::Unit;
use super::scheme::{Range, Scheme, Tag, label};
use crate::{Error, Input, quote};

/// Which column holds the tags.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Column {
    /// The last one.
    #[default]
    Last,
    /// By number, from 1.
    Number(usize),
    /// By the name in a comment at the top of the file.
    Name(String),
}

/// The spans of the sentences of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spans {
    file: String,
    types: Vec<String>,
    seen: HashMap<String, u32>,
    ranges: Vec<Range>,
    sentences: Vec<Sentence>,
    /// The first sentence of each document, where the file marks them.
    documents: Vec<usize>,
    /// The words of all tokens, where a column holds them.
    words: Option<Words>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Sentence {
    line: u64,
    tokens: usize,
    /// Where its spans end.
    end: usize,
}

/// A span with the name of its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span<'a> {
    pub(crate) start: u32,
    end: u32,
    pub(crate) kind: &'a str,
}

/// The sentence that is being read.
struct Open {
    line: u64,
    tags: Vec<Tag>,
}

impl Spans {
    /// Reads the tags of a column.
    ///
    /// # Errors
    ///
    /// A tag that the scheme does not have, a line with another number of columns than the first token, a column that does not exist,
    /// text that is not UTF-8, or a file without tokens.
    pub fn read(input: Input<'_>, column: &Column, scheme: Option<Scheme>) -> Result<Self, Error> {
        // Without a scheme every label counts.
        let parse = |tag| scheme.map_or_else(|| Some(label(tag)), |scheme| scheme.parse(tag));
        let mut made = Self::empty(input.name);
        let mut open = Open {
            line: 1,
            tags: Vec::new(),
        };
        let mut words = Words::default();
        let mut names: Vec<String> = Vec::new();
        // The number of columns and the place of the tags, from the first token on.
        let mut layout: Option<(usize, usize)> = None;
        let lines: Vec<_> = input
            .lines("one token per line")?
            .collect::<Result<_, _>>()?;
        let first_token = first_token(lines.iter().map(|line| line.text));
        for line in &lines[first_token..] {
            let fields: Vec<&str> = line.text.split_ascii_whitespace().collect();
            if fields.is_empty() {
                made.close(&mut open, scheme);
                continue;
            }
            if fields[0] == "-DOCSTART-" {
                made.close(&mut open, scheme);
                if made.documents.last() != Some(&made.sentences.len()) {
                    made.documents.push(made.sentences.len());
                }
                continue;
            }
            let (width, place) = if let Some(layout) = layout {
                layout
            } else {
                if let Some(comment) = first_token.checked_sub(1) {
                    names = lines[comment]
                        .text
                        .trim_start_matches('#')
                        .split_ascii_whitespace()
                        .map(str::to_owned)
                        .collect();
                }
                let place = find(column, fields.len(), &names, input, line.number)?;
                *layout.insert((fields.len(), place))
            };
            if fields.len() != width {
                let expected = format!("{} as in the first token", quote::count(width, "column"));
                return Err(input.fault(
                    line.number,
                    None,
                    &expected,
                    &quote::count(fields.len(), "column"),
                ));
            }
            let text = fields[place];
            let Some((prefix, kind)) = parse(text) else {
                let scheme = scheme.unwrap_or_default();
                let expected = format!(
                    "a tag of the scheme {}: O, or {} with a type, as in I-PER",
                    scheme.name(),
                    scheme.letters()
                );
                return Err(input.fault(
                    line.number,
                    Some(line.column_of(text)),
                    &expected,
                    &quote::quoted(text),
                ));
            };
            if open.tags.is_empty() {
                open.line = line.number;
            }
            if place > 0 {
                words.push(fields[0], parse(fields[0]).is_some());
            }
            let kind = made.kind(kind);
            open.tags.push((prefix, kind));
        }
        made.close(&mut open, scheme);
        if made.sentences.is_empty() {
            return Err(input.fault(1, None, "tokens", "only comments or blank lines"));
        }
        made.words = Some(words).filter(|words| !words.are_tags());
        Ok(made)
    }

    fn empty(name: &str) -> Self {
        Self {
            file: name.to_owned(),
            types: Vec::new(),
            seen: HashMap::new(),
            ranges: Vec::new(),
            sentences: Vec::new(),
            documents: Vec::new(),
            words: None,
        }
    }

    /// The index of a type.
    fn kind(&mut self, name: &str) -> u32 {
        if let Some(known) = self.seen.get(name) {
            return *known;
        }
        let new = self.types.len() as u32;
        self.types.push(name.to_owned());
        self.seen.insert(name.to_owned(), new);
        new
    }

    /// Ends the open sentence, if it has tokens.
    fn close(&mut self, open: &mut Open, scheme: Option<Scheme>) {
        if open.tags.is_empty() {
            return;
        }
        self.ranges
            .extend(scheme.unwrap_or(Scheme::Tokens).spans(&open.tags));
        self.sentences.push(Sentence {
            line: open.line,
            tokens: open.tags.len(),
            end: self.ranges.len(),
        });
        open.tags.clear();
    }

    /// Whether all of its tags are outside of spans.
    pub fn is_without_spans(&self) -> bool {
        self.ranges.is_empty()
    }

    /// The number of sentences.
    pub fn sentences(&self) -> usize {
        self.sentences.len()
    }

    /// The types that its spans have.
    pub(crate) fn types(&self) -> impl Iterator<Item = &str> {
        self.ranges
            .iter()
            .map(|span| self.types[span.kind as usize].as_str())
    }

    /// The spans of a sentence.
    pub(crate) fn sentence(&self, at: usize) -> Vec<Span<'_>> {
        let start = if at == 0 {
            0
        } else {
            self.sentences[at - 1].end
        };
        let named = |span: &Range| Span {
            start: span.start,
            end: span.end,
            kind: &self.types[span.kind as usize],
        };
        self.ranges[start..self.sentences[at].end]
            .iter()
            .map(named)
            .collect()
    }

    /// Documents where the file marks them, else sentences.
    pub fn default_unit(&self) -> Unit {
        if self.documents().is_ok() {
            Unit::Document
        } else {
            Unit::Sentence
        }
    }

    /// The first sentence of each document.
    pub(crate) fn documents(&self) -> Result<&[usize], Error> {
        if self.documents.first() == Some(&0)
            && self
                .documents
                .last()
                .is_some_and(|last| *last < self.sentences.len())
        {
            return Ok(&self.documents);
        }
        let found = if self.documents.is_empty() {
            "none"
        } else {
            "sentences before the first, or none behind the last"
        };
        Err(Input::new(&self.file, "")
            .fault(1, None, "lines `-DOCSTART-` before every document", found)
            .with_hint(format!("use {}", asked_as("unit", Unit::Sentence))))
    }

    /// Fails unless the other file has the same sentences, as far as tokens can tell.
    pub(crate) fn check_aligned(&self, system: &Self) -> Result<(), Error> {
        let pairs = self.sentences.iter().zip(&system.sentences).enumerate();
        for (at, (gold, other)) in pairs {
            if gold.tokens != other.tokens {
                let expected = format!(
                    "{} in sentence {}, as at {}:{}",
                    quote::count(gold.tokens, "token"),
                    at + 1,
                    self.file,
                    gold.line
                );
                let found = quote::count(other.tokens, "token");
                return Err(Input::new(&system.file, "").fault(other.line, None, &expected, &found));
            }
        }
        if self.sentences.len() != system.sentences.len() {
            return Err(Error::Lengths {
                what: "sentences",
                first: (self.file.clone(), self.sentences.len()),
                second: (system.file.clone(), system.sentences.len()),
            });
        }
        self.check_words(system)
    }

    /// Fails at the first word that differs, where both files have words; they have the same tokens.
    fn check_words(&self, system: &Self) -> Result<(), Error> {
        let (Some(ours), Some(theirs)) = (&self.words, &system.words) else {
            return Ok(());
        };
        if ours.text == theirs.text && ours.ends == theirs.ends {
            return Ok(());
        }
        let mut token = 0;
        for (gold, other) in self.sentences.iter().zip(&system.sentences) {
            for at in 0..gold.tokens {
                let (a, b) = (ours.word(token), theirs.word(token));
                token += 1;
                if a != b {
                    let expected = format!(
                        "the word {}, as at {}:{}",
                        quote::quoted(a),
                        self.file,
                        gold.line + at as u64
                    );
                    let line = other.line + at as u64;
                    return Err(Input::new(&system.file, "")
                        .fault(line, Some(1), &expected, &quote::quoted(b))
                        .with_hint("line the files up; where words were only rewritten, give a file of the tags alone"));
                }
            }
        }
        Ok(())
    }
}

/// The first column of every token.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Words {
    text: String,
    ends: Vec<usize>,
    /// How many of them could be tags.
    tags: usize,
}

impl Words {
    fn push(&mut self, word: &str, is_tag: bool) {
        self.text.push_str(word);
        self.ends.push(self.text.len());
        self.tags += usize::from(is_tag);
    }

    /// Whether the column is one of tags, or absent.
    fn are_tags(&self) -> bool {
        self.tags == self.ends.len()
    }

    fn word(&self, token: usize) -> &str {
        let start = if token == 0 { 0 } else { self.ends[token - 1] };
        &self.text[start..self.ends[token]]
    }
}

/// How many lines stand above the first token: comments with another number of columns than it has.
fn first_token<'a>(lines: impl Iterator<Item = &'a str> + Clone) -> usize {
    let top = lines
        .clone()
        .take_while(|line| line.starts_with('#'))
        .count();
    let columns = |line: &str| line.split_ascii_whitespace().count();
    let Some(width) = lines
        .clone()
        .skip(top)
        .map(columns)
        .find(|width| *width > 0)
    else {
        return 0;
    };
    let tokens = lines.take(top).position(|line| columns(line) == width);
    tokens.unwrap_or(top)
}

/// The place of the tags among the columns.
fn find(
    column: &Column,
    width: usize,
    names: &[String],
    input: Input<'_>,
    line: u64,
) -> Result<usize, Error> {
    match column {
        Column::Last => Ok(width - 1),
        Column::Number(number) if (1..=width).contains(number) => Ok(number - 1),
        Column::Number(number) => {
            let expected = format!("a column {number}");
            Err(input.fault(line, None, &expected, &quote::count(width, "column")))
        }
        Column::Name(name) => {
            let names = if names.len() == width { names } else { &[] };
            names
                .iter()
                .position(|known| known == name)
                .ok_or_else(|| Error::NoSuchColumn {
                    file: input.name.to_owned(),
                    wanted: name.clone(),
                    columns: if names.is_empty() {
                        (1..=width).map(|at| at.to_string()).collect()
                    } else {
                        names.to_vec()
                    },
                })
        }
    }
}
