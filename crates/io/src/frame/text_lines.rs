//! Text files of an item per line whose lines begin or end with its id: Kaldi's `text` (`utt1 the cat`), `id<TAB>text`, and sclite's
//! `.trn` (`the cat (utt1)`).
//!
//! A file says nothing of itself alone: the first words of its lines are ids where every line has another one, and the other files have
//! the same ones. A word in front counts as an id only if it holds a digit, because sentences may begin with different words.

use std::collections::HashSet;

use foldhash::fast::RandomState;
use restrap_words::{Code, Note, asked_as};

use crate::error::fault::Place;
use crate::error::quote;
use crate::ids::Ids;
use crate::items::markup;
use crate::{Error, Format};

/// Fewest lines whose ids are told from words.
const FEWEST: usize = 2;
/// Lines from which different first words are ids, whatever other files hold.
const CERTAIN: usize = 5;

/// The lines of a text file, as they are and split.
#[derive(Debug)]
pub(crate) struct TextLines {
    pub lines: Ids,
    named: Option<NamedLines>,
    /// The format from which the texts were taken, if it is not plain text.
    marked: Option<&'static str>,
}

/// Lines without the id that each begins or ends with.
#[derive(Debug)]
struct NamedLines {
    ids: Ids,
    rest: Ids,
}

/// Splits a line into its id and the rest.
type Split = fn(&[u8]) -> Option<(&[u8], &[u8])>;

/// Returns the parts of `id<TAB>text`.
fn by_tab(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = memchr::memchr(b'\t', line)?;
    let id = line[..at].trim_ascii();
    (!id.is_empty()).then_some((id, &line[at + 1..]))
}

/// Returns the parts of `utt1 the cat`, whose first word holds a digit.
fn by_word(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.trim_ascii_start();
    let at = line
        .iter()
        .position(u8::is_ascii_whitespace)
        .unwrap_or(line.len());
    let (id, rest) = line.split_at(at);
    id.iter()
        .any(u8::is_ascii_digit)
        .then(|| (id, rest.trim_ascii_start()))
}

/// Returns the parts of `the cat (utt1)`.
fn by_brackets(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.trim_ascii_end().strip_suffix(b")")?;
    let at = memchr::memrchr(b'(', line)?;
    let id = &line[at + 1..];
    let is_word = !id.is_empty() && !id.iter().any(u8::is_ascii_whitespace);
    is_word.then(|| (id, line[..at].trim_ascii_end()))
}

const SPLITS: [Split; 3] = [by_tab, by_word, by_brackets];

impl NamedLines {
    /// Splits every line, if each has an id of its own and some have more than that.
    fn new(lines: &Ids) -> Option<Self> {
        if lines.len() < FEWEST {
            return None;
        }
        SPLITS.into_iter().find_map(|split| {
            let (mut ids, mut rest) = (Ids::default(), Ids::default());
            let mut seen = HashSet::with_capacity_and_hasher(lines.len(), RandomState::default());
            let mut has_more = false;
            for line in lines.iter() {
                let (id, text) = split(line.strip_suffix(b"\r").unwrap_or(line))?;
                if !seen.insert(id) {
                    return None;
                }
                has_more |= !text.trim_ascii().is_empty();
                // What cannot be kept is read as it is.
                ids.push(std::iter::once(id)).ok()?;
                rest.push(std::iter::once(text)).ok()?;
            }
            has_more.then_some(Self { ids, rest })
        })
    }
}

impl TextLines {
    pub(crate) fn new(lines: Ids) -> Self {
        let named = NamedLines::new(&lines);
        Self {
            lines,
            named,
            marked: None,
        }
    }

    /// Takes the texts out of another format, if the lines are of one; a note says so.
    pub(crate) fn unmark(&mut self, file: &str, has_choices: bool) -> Option<Note> {
        let texts = self.lines.iter();
        let texts = texts.filter_map(|line| std::str::from_utf8(line).ok());
        let marked = markup::marked(texts, has_choices)?;
        let column = |texts: &[String]| {
            let mut column = Ids::default();
            let mut all = texts.iter();
            all.try_for_each(|text| column.push(std::iter::once(text.as_bytes())))
                .ok()?;
            Some(column)
        };
        let (ids, rest) = (column(&marked.ids)?, column(&marked.texts)?);
        self.lines = rest.clone();
        self.named = Some(NamedLines { ids, rest });
        self.marked = Some(marked.format);
        Some(Code::Tool.says(format!(
            "{file}: read as {}; `{}` takes its lines as they are",
            marked.format,
            asked_as("input-format", Format::Text)
        )))
    }

    /// The text of each line without its id, and the ids.
    pub(crate) fn into_named(self) -> (Ids, Option<Ids>) {
        match self.named {
            Some(NamedLines { ids, rest }) => (rest, Some(ids)),
            None => (self.lines, None),
        }
    }

    /// The first line, from 0, that begins or ends with one of these ids, and the first that does not.
    fn some_of(&self, ids: &HashSet<&[u8], RandomState>) -> (Option<usize>, Option<usize>) {
        let has_id = |line: &[u8]| {
            let parts = SPLITS.into_iter().filter_map(|split| split(line));
            parts.into_iter().any(|(id, _)| ids.contains(id))
        };
        let mut lines = self.lines.iter().map(has_id);
        let all: Vec<bool> = lines.by_ref().collect();
        let first = |wanted: bool| all.iter().position(|found| *found == wanted);
        (first(true), first(false))
    }
}

/// Returns the note about ids that pair the lines of these files, or `None` if lines have no ids.
///
/// # Errors
/// [`Error::SomeIds`] for a file in which only some lines have an id of the other files, or none where each line of another file has one.
pub(crate) fn paired_by_ids(files: &[(&str, &TextLines)]) -> Result<Option<Note>, Error> {
    let Some((first, NamedLines { ids, .. })) = files
        .iter()
        .find_map(|(file, lines)| Some((*file, lines.named.as_ref()?)))
    else {
        return Ok(None);
    };
    if files.len() < 2 {
        return Ok(None);
    }
    // Segments beside plain texts, which stand in the order of the file.
    let is_marked = |(_, lines): &&(&str, &TextLines)| lines.marked.is_some();
    if files.iter().any(|file| is_marked(&file))
        && files.iter().any(|(_, lines)| lines.named.is_none())
    {
        return Ok(None);
    }
    let known: HashSet<&[u8], RandomState> = ids.iter().collect();
    let example = quote::quoted(ids.get(0));
    for (file, lines) in files {
        let own = match &lines.named {
            Some(named) => named.ids.iter().filter(|id| known.contains(id)).count(),
            None => 0,
        };
        if 2 * own >= ids.len().min(lines.lines.len()) {
            continue;
        }
        let is_number = |id: &[u8]| id.iter().all(|byte| !byte.is_ascii_alphabetic());
        let (found, lacking) = lines.some_of(&known);
        // A few lines may begin with different words, and answers with different numbers.
        if found.is_none() && ids.len() < CERTAIN || ids.iter().all(is_number) {
            return Ok(None);
        }
        return Err(Error::SomeIds {
            place: Box::new(Place::Line {
                file: (*file).to_owned(),
                line: lacking.unwrap_or_default() as u64 + 1,
                column: None,
                name: None,
            }),
            example,
            other: first.to_owned(),
        });
    }
    Ok(Some(Code::LinesWithIds.says(format!(
        "each line has an id, such as {example}, which pairs the lines of all files and is not scored; `{}` takes it for text",
        asked_as("input-format", Format::Text)
    ))))
}

/// Returns `true` if the lines of these files begin or end with ids that pair them.
///
/// # Errors
/// [`Error::SomeIds`] for a file in which only some lines do.
pub fn have_ids<'t, L: Iterator<Item = &'t str> + Clone>(
    files: impl IntoIterator<Item = (&'t str, L)>,
) -> Result<bool, Error> {
    let files: Vec<(&str, L)> = files.into_iter().collect();
    // Most texts show in their first line that they have none.
    let may_have = |line: &str| SPLITS.iter().any(|split| split(line.as_bytes()).is_some());
    if !files
        .iter()
        .any(|(_, lines)| lines.clone().next().is_some_and(may_have))
    {
        return Ok(false);
    }
    let mut all: Vec<(&str, TextLines)> = Vec::new();
    for (file, lines) in files {
        let mut keys = Ids::default();
        for line in lines {
            if keys.push(std::iter::once(line.as_bytes())).is_err() {
                return Ok(false);
            }
        }
        all.push((file, TextLines::new(keys)));
    }
    let lent: Vec<(&str, &TextLines)> = all.iter().map(|(file, lines)| (*file, lines)).collect();
    Ok(paired_by_ids(&lent)?.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decide(files: &[&[&str]]) -> Result<bool, Error> {
        let names = ["a.txt", "b.txt", "c.txt"];
        have_ids(
            names
                .into_iter()
                .zip(files.iter().map(|lines| lines.iter().copied())),
        )
    }

    #[test]
    fn ids_in_front_or_in_brackets_pair_lines() {
        let kaldi: &[&str] = &["utt1 the cat", "utt2 a dog", "utt3"];
        assert!(decide(&[kaldi, &["utt3 he", "utt1 the mat", "utt2 dogs"]]).unwrap());
        assert!(decide(&[kaldi, &["the cat (utt1)", "dogs (utt2)", "(utt3)"]]).unwrap());
        assert!(decide(&[&["one\tthe cat", "two\ta dog"], &["two\tdogs", "one\tcats"]]).unwrap());
    }

    #[test]
    fn words_are_no_ids() {
        let texts: &[&str] = &["the cat sat", "a dog ran", "he slept"];
        assert!(!decide(&[texts, texts]).unwrap());
        assert!(!decide(&[&["the cat (sic)", "a dog (sic)"], texts]).unwrap());
        // Numbers of nothing, answers of one word, and one file with ids alone.
        assert!(
            !decide(&[
                &["18 apples", "3 pears", "7 figs"],
                &["4 apples", "5 pears", "6 figs"]
            ])
            .unwrap()
        );
        assert!(
            !decide(&[
                &["18 apples", "3 pears", "7 figs"],
                &["18 apples", "three pears", "7 figs"]
            ])
            .unwrap()
        );
        assert!(!decide(&[&["18", "3", "7"], &["18", "3", "7"]]).unwrap());
        assert!(!decide(&[&["utt1 the cat", "utt2 a dog"], texts]).unwrap());
        assert!(!decide(&[&["utt1 the cat", "utt2 a dog"]]).unwrap());
    }

    #[test]
    fn ids_that_other_files_lack_are_not_scored_as_words() {
        let named: Vec<String> = (0..5).map(|at| format!("utt{at} a word")).collect();
        let named: Vec<&str> = named.iter().map(String::as_str).collect();
        let error = decide(&[&named, &["a word"; 5]]).unwrap_err();
        assert!(
            error.to_string().starts_with("b.txt:1: expected an id"),
            "{error}"
        );
        let numbered: Vec<String> = (0..5).map(|at| format!("{at} words")).collect();
        let numbered: Vec<&str> = numbered.iter().map(String::as_str).collect();
        assert!(!decide(&[&numbered, &["a word"; 5]]).unwrap());
    }

    #[test]
    fn a_file_with_some_ids_is_refused_at_the_first_line_without() {
        let error = decide(&[
            &["utt1 the cat", "utt2 a dog", "utt3 he"],
            &["utt1 the cat", "a dog", "utt3 he"],
        ])
        .unwrap_err();
        assert_eq!(
            error.to_string(),
            "b.txt:2: expected an id, such as `utt1`, as each line of a.txt has, found none"
        );
    }
}
